//! Where a byte of text lies in the source that it was decoded from.
//!
//! Most text is read as it stands, and the two are the same. UTF-16, or a code page that somebody named,
//! becomes UTF-8 first; then runs of characters of equal width say how to get back.

use std::sync::Arc;

/// From here on, characters of so many bytes of text were so many bytes of source each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    text: u64,
    source: u64,
    text_step: u8,
    source_step: u8,
}

impl Run {
    fn in_source(self, text: u64) -> u64 {
        let characters = (text - self.text) / u64::from(self.text_step);
        self.source + characters * u64::from(self.source_step)
    }
}

/// Tells offsets of text and of source apart.
#[derive(Clone, Debug, Default)]
pub struct Offsets(Option<Arc<[Run]>>);

impl Offsets {
    /// Text that is its own source.
    pub const SAME: Self = Self(None);

    /// The byte of the source that a byte of text came from.
    pub fn in_source(&self, text: u64) -> u64 {
        let Some(runs) = &self.0 else { return text };
        let next = runs.partition_point(|run| run.text <= text);
        next.checked_sub(1).map_or(text, |index| runs[index].in_source(text))
    }

    /// Those of text that `other` goes on with.
    pub(crate) fn joined(&self, other: &Self) -> Self {
        let (Some(runs), Some(more)) = (&self.0, &other.0) else { return self.clone() };
        // The last run of each only marks its end.
        let Some((end, known)) = runs.split_last() else { return other.clone() };
        Self(Some(known.iter().chain(more.iter().filter(|run| run.text >= end.text)).copied().collect()))
    }
}

/// Notes runs while text is decoded.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    runs: Vec<Run>,
    text: u64,
    source: u64,
}

impl Recorder {
    /// Bytes of source that are no text: a byte order mark.
    pub fn skip(&mut self, source: usize) {
        self.source += source as u64;
        self.runs.push(Run { text: self.text, source: self.source, text_step: 1, source_step: 1 });
    }

    /// So many characters of `text_step` bytes each, `source_step` bytes each in the source.
    pub fn characters(&mut self, count: usize, text_step: u8, source_step: u8) {
        if count == 0 {
            return;
        }
        let same = |run: &Run| (run.text_step, run.source_step) == (text_step, source_step);
        if !self.runs.last().is_some_and(same) {
            self.runs.push(Run { text: self.text, source: self.source, text_step, source_step });
        }
        self.text += count as u64 * u64::from(text_step);
        self.source += count as u64 * u64::from(source_step);
    }

    /// The offsets of text from `text` on; what lies before is forgotten.
    pub fn from(&mut self, text: u64) -> Offsets {
        let first = self.runs.partition_point(|run| run.text <= text).saturating_sub(1);
        self.runs.drain(..first);
        // Behind the last character the next begins, whatever its width will be.
        let end = Run { text: self.text, source: self.source, text_step: 1, source_step: 1 };
        Offsets(Some(self.runs.iter().filter(|run| run.text < end.text).copied().chain([end]).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_lead_back_to_the_source() {
        // A mark of 2 bytes; "aé€b" as UTF-16, then an emoji of two units.
        let mut recorder = Recorder::default();
        recorder.skip(2);
        recorder.characters(1, 1, 2);
        recorder.characters(1, 2, 2);
        recorder.characters(1, 3, 2);
        recorder.characters(1, 1, 2);
        recorder.characters(1, 4, 4);
        let all = recorder.from(0);
        for (text, source) in [(0, 2), (1, 4), (3, 6), (6, 8), (7, 10), (11, 14)] {
            assert_eq!(all.in_source(text), source, "{text}");
            assert_eq!(Offsets::SAME.in_source(text), text);
        }
        let rest = recorder.from(6);
        assert_eq!((rest.in_source(6), rest.in_source(7)), (8, 10));
        recorder.characters(2, 1, 2);
        let joined = all.joined(&recorder.from(7));
        assert_eq!((joined.in_source(1), joined.in_source(11), joined.in_source(12)), (4, 14, 16));
    }
}
