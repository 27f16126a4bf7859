//! Lines and columns, counted only as far as somebody asks.

/// Counts the lines of one source up to a place that moves on.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// Lines are counted up to this offset.
    at: u64,
    /// Line ends before it.
    breaks: u64,
    /// Offset where the line begins that holds it.
    line_start: u64,
}

impl Lines {
    /// Counts on to `offset`. `bytes` begin at offset `base`, at or before the last place.
    pub fn advance(&mut self, bytes: &[u8], base: u64, offset: u64) {
        let from = (self.at.max(base) - base) as usize;
        let to = (offset.max(base) - base) as usize;
        let Some(passed) = bytes.get(from..to) else { return };
        for found in memchr::memchr2_iter(b'\n', b'\r', passed) {
            let at = from + found;
            // `\r\n` is one line end, counted at its `\n`.
            if bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n') {
                self.breaks += 1;
                self.line_start = base + at as u64 + 1;
            }
        }
        self.at = offset;
    }

    /// Line and column of `offset`, from 1; the column counts characters. Places only move
    /// on: problems come in the order of their offsets.
    pub fn place(&mut self, bytes: &[u8], base: u64, offset: u64) -> (u64, u64) {
        self.advance(bytes, base, offset);
        (self.breaks + 1, self.column(bytes, base, offset))
    }

    /// Where a line began before the bytes at hand, those that are gone count as one
    /// character each.
    fn column(&self, bytes: &[u8], base: u64, offset: u64) -> u64 {
        let start = self.line_start.max(base);
        let text = bytes.get((start - base) as usize..(offset - base) as usize).unwrap_or_default();
        // A byte that is not UTF-8 is read as Windows-1252: a character of its own.
        let characters: usize =
            text.utf8_chunks().map(|chunk| chunk.valid().chars().count() + chunk.invalid().len()).sum();
        (start - self.line_start) + characters as u64 + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_end_counts_once() {
        for (text, offset, place) in [
            ("ab\ncd", 4, (2, 2)),
            ("ab\r\ncd", 4, (2, 1)),
            ("ab\rcd", 3, (2, 1)),
            ("ab\n\r\n\rcd", 7, (4, 2)),
            ("é\né!", 5, (2, 2)),
            ("abc", 0, (1, 1)),
        ] {
            assert_eq!(Lines::default().place(text.as_bytes(), 0, offset), place, "{text:?} at {offset}");
        }
        assert_eq!(Lines::default().place(b"\x93\xe9\x94!", 0, 3), (1, 4), "Windows-1252");
    }
}
