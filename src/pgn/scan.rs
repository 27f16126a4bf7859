//! Bytes of movetext: what kind each is, and the space between tokens.
//!
//! The lowest layer of the tokenizer; it decides nothing about games.

/// What a byte can begin or continue.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Blanks, NUL (the lost half of UTF-16) and Ctrl-Z (the end of file of DOS).
    Blank,
    /// `\n` or `\r`.
    LineEnd,
    /// Letters and the symbols that stand in moves.
    Word,
    Digit,
    /// `.`: continues a word, alone it is noise.
    Dot,
    /// 0x80 and above: a word, a glyph, or an invisible space.
    High,
    /// A byte with a token of its own.
    Structure,
    /// Nothing in PGN begins with it.
    Stray,
}

pub(crate) const KIND: [Kind; 256] = kinds();

const fn kinds() -> [Kind; 256] {
    let mut table = [Kind::Stray; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b' ' | b'\t' | 0x0b | 0x0c | 0 | 0x1a => Kind::Blank,
            b'\n' | b'\r' => Kind::LineEnd,
            b'0'..=b'9' => Kind::Digit,
            b'a'..=b'z' | b'A'..=b'Z' => Kind::Word,
            b'+' | b'#' | b'=' | b'-' | b'/' | b':' | b',' | b'&' | b'\'' | b'<' | b'>' | b'@' | b'_' | b'~' => {
                Kind::Word
            }
            b'.' => Kind::Dot,
            b'{' | b'}' | b';' | b'(' | b')' | b'[' | b']' | b'*' | b'$' | b'!' | b'?' => Kind::Structure,
            0x80..=0xff => Kind::High,
            _ => Kind::Stray,
        };
        byte += 1;
    }
    table
}

pub(crate) fn kind(byte: u8) -> Kind {
    KIND[usize::from(byte)]
}

/// Characters that show nothing and mean a space or nothing: byte order mark, no-break
/// spaces, zero-width spaces and joiners, soft hyphen; the ellipsis of `1… e5` too. Gives their length at the start of `text`.
pub(crate) fn invisible(text: &[u8]) -> Option<usize> {
    match text {
        [0xc2, 0xa0 | 0xad, ..] => Some(2),
        [0xef, 0xbb, 0xbf, ..] => Some(3),
        [0xe2, 0x80, 0x80..=0x8f | 0xa6 | 0xa8..=0xaf, ..] => Some(3),
        [0xe2, 0x81, 0x9f..=0xa4, ..] | [0xe3, 0x80, 0x80, ..] => Some(3),
        _ => None,
    }
}

/// A byte of 1 in each place.
pub(crate) const ONES: u64 = 0x0101_0101_0101_0101;

/// The high bits of the bytes that are `byte`: right up to the first of them, and no further.
#[inline]
pub(crate) fn marks_of(text: u64, byte: u8) -> u64 {
    let zero = text ^ (ONES * u64::from(byte));
    zero.wrapping_sub(ONES) & !zero & (0x80 * ONES)
}

/// The high bits of the bytes that are no ASCII letters.
#[inline]
pub(crate) fn not_letters(text: u64) -> u64 {
    const HIGH: u64 = 0x80 * ONES;
    let low = (text | (0x20 * ONES)) & !HIGH;
    // In each byte: 0x80 or more from `a` on, and from behind `z` on.
    let (from_a, behind_z) = (low + (0x80 - 0x61) * ONES, low + (0x80 - 0x7b) * ONES);
    (!from_a | behind_z | text) & HIGH
}

/// Whether a byte of the text is no printable ASCII, or is a `}`.
#[inline]
fn has_odd(text: u64) -> bool {
    // `}` and DEL differ in one bit.
    let brace_or_del = marks_of(text | (0x02 * ONES), 0x7f);
    let control = text.wrapping_sub(0x20 * ONES) & !text;
    (brace_or_del | (control | text) & (0x80 * ONES)) != 0
}

/// Whether a text is printable ASCII without a `}`, and no blank stands before another or a `%`.
pub(crate) fn is_plain_prose(text: &[u8]) -> bool {
    const HIGH: u64 = 0x80 * ONES;
    /// Right where no byte is above 0x7f.
    fn zeros(text: u64) -> u64 {
        (HIGH - (text & !HIGH)) & HIGH
    }
    let at = |from: usize| u64::from_le_bytes(*text[from..].first_chunk().expect("eight bytes"));
    let is_apart = |from: usize| {
        let (here, next) = (at(from), at(from + 1));
        let blank = |text: u64| zeros(text ^ (0x20 * ONES));
        !has_odd(here) && blank(here) & (blank(next) | zeros(next ^ (0x25 * ONES))) == 0
    };
    let Some(last) = text.len().checked_sub(9) else {
        let is_odd = |byte: u8| !matches!(byte, b' '..=b'~') | (byte == b'}');
        return !text.iter().any(|&byte| is_odd(byte))
            && !text.windows(2).any(|pair| pair[0] == b' ' && matches!(pair[1], b' ' | b'%'));
    };
    (0..last).step_by(8).all(is_apart) && is_apart(last) && !has_odd(at(last + 1))
}

/// What lay before a token.
#[derive(Clone, Copy, Default)]
pub(crate) struct Gap {
    /// The token is the first of its line.
    pub line_start: bool,
    /// A blank line lies before it.
    pub blank_line: bool,
}

/// Passes over blanks, line ends and `%` lines (PGN standard, section 6) from `pos` on.
#[inline]
pub(crate) fn space(input: &[u8], pos: usize) -> (usize, Gap) {
    // One blank and a token: so it is between nearly all tokens.
    if let Some([b' ', next, ..]) = input.get(pos..)
        && matches!(kind(*next), Kind::Word | Kind::Digit | Kind::Structure)
    {
        return (pos + 1, Gap { line_start: pos == 0, blank_line: false });
    }
    // One line end and the next tag.
    if let Some([b'\n', b'[', ..]) = input.get(pos..) {
        return (pos + 1, Gap { line_start: true, blank_line: false });
    }
    any_space(input, pos)
}

fn any_space(input: &[u8], mut pos: usize) -> (usize, Gap) {
    let mut gap = Gap { line_start: pos == 0, blank_line: false };
    let mut breaks = 0;
    while let Some(&byte) = input.get(pos) {
        match kind(byte) {
            Kind::Blank => pos += 1,
            Kind::LineEnd => {
                pos += 1;
                if byte == b'\r' && input.get(pos) == Some(&b'\n') {
                    pos += 1;
                }
                breaks += 1;
                gap.blank_line |= breaks > 1;
                gap.line_start = true;
            }
            Kind::Stray if byte == b'%' && at_line_start(input, pos) => {
                pos += line(&input[pos..]);
                breaks = 0;
            }
            Kind::High => match invisible(&input[pos..]) {
                Some(length) => pos += length,
                None => break,
            },
            _ => break,
        }
    }
    (pos, gap)
}

/// Whether `pos` is the first column of a line.
pub(crate) fn at_line_start(input: &[u8], pos: usize) -> bool {
    pos == 0 || matches!(input[pos - 1], b'\n' | b'\r')
}

/// Length of the line at the start of `input`, without its line end.
pub(crate) fn line(input: &[u8]) -> usize {
    memchr::memchr2(b'\n', b'\r', input).unwrap_or(input.len())
}

/// `text` without blanks and line ends at its end.
pub(crate) fn trim_end(text: &[u8]) -> &[u8] {
    let kept = text.iter().rposition(|&byte| !matches!(kind(byte), Kind::Blank | Kind::LineEnd));
    &text[..kept.map_or(0, |last| last + 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn space_sees_blank_lines_and_passes_over_escape_lines() {
        for (input, length, line_start, blank_line) in [
            (" x", 1, true, false),
            ("\nx", 1, true, false),
            ("\n\nx", 2, true, true),
            ("\r\rx", 2, true, true),
            ("\r\nx", 2, true, false),
            ("\n \t\r\nx", 5, true, true),
            ("%gone\nx", 6, true, false),
            ("\n%gone\n%too\n[", 12, true, false),
            ("\n %kept", 2, true, false),
            ("\u{feff}[", 3, true, false),
        ] {
            let (pos, gap) = space(input.as_bytes(), 0);
            assert_eq!((pos, gap.line_start, gap.blank_line), (length, line_start, blank_line), "{input:?}");
        }
    }
}
