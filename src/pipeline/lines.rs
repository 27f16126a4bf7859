//! Lines and columns, counted only as far as somebody asks.

/// Counts the lines of one source, and the characters of the line it has come to, up to a place
/// that moves on. Nothing is looked at twice: the bytes before may be gone, and a file of one line with a
/// problem at every word must not take the square of its length.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// All is counted up to this offset.
    at: u64,
    /// Line ends before it.
    breaks: u64,
    /// Characters before it in its line.
    characters: u64,
}

impl Lines {
    /// Counts on to `offset`. `bytes` begin at offset `base`, at or before the last place.
    pub fn advance(&mut self, bytes: &[u8], base: u64, offset: u64) {
        debug_assert!(base <= self.at && self.at <= offset, "{offset} after {}", self.at);
        let from = (self.at - base) as usize;
        let Some(passed) = bytes.get(from..(offset - base) as usize) else { return };
        if memchr::memchr(b'\r', passed).is_none() {
            let line = memchr::memrchr(b'\n', passed).map_or(passed, |last| &passed[last + 1..]);
            if line.len() < passed.len() {
                self.breaks += memchr::memchr_iter(b'\n', passed).count() as u64;
                self.characters = 0;
            }
            self.characters += characters(line);
            self.at = offset;
            return;
        }
        let mut line = passed;
        for found in memchr::memchr2_iter(b'\n', b'\r', passed) {
            // `\r\n` is one line end, counted at its `\n`.
            if passed[found] == b'\n' || bytes.get(from + found + 1) != Some(&b'\n') {
                self.breaks += 1;
                self.characters = 0;
                line = &passed[found + 1..];
            }
        }
        self.characters += characters(line);
        self.at = offset;
    }

    /// Line and column of `offset`, from 1; the column counts characters. Places only move
    /// on: problems come in the order of their offsets.
    pub fn place(&mut self, bytes: &[u8], base: u64, offset: u64) -> (u64, u64) {
        self.advance(bytes, base, offset);
        (self.breaks + 1, self.characters + 1)
    }
}

/// A byte that is not UTF-8 is read as Windows-1252: a character of its own.
fn characters(text: &[u8]) -> u64 {
    let count = |chunk: std::str::Utf8Chunk<'_>| chunk.valid().chars().count() + chunk.invalid().len();
    text.utf8_chunks().map(count).sum::<usize>() as u64
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

    #[test]
    fn places_are_the_same_when_the_bytes_before_are_gone() {
        let text = "é1. é4\r\né é\rö\n\nü".as_bytes();
        let is_boundary = |at: &usize| text.get(*at).is_none_or(|byte| byte & 0xc0 != 0x80);
        for cut in (0..text.len()).filter(is_boundary) {
            let mut lines = Lines::default();
            // A reader looks a byte ahead at least, so that `\r\n` is seen whole.
            lines.advance(&text[..cut + 1], 0, cut as u64);
            for offset in (cut..=text.len()).filter(is_boundary) {
                let right = Lines::default().place(text, 0, offset as u64);
                assert_eq!(lines.place(&text[cut..], cut as u64, offset as u64), right, "cut {cut}, offset {offset}");
            }
        }
    }
}
