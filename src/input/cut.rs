//! Where to cut an input into chunks: at a likely game start, found without reading the
//! games between.
//!
//! A guess. A comment or a tag value may hold a line that looks like a game's first; the
//! pipeline finds out and puts it right.

/// Finds a place to cut at or behind `from`: the next line that begins with `[` behind a
/// blank line, else the next line, else `from`; not beyond `limit`.
pub(super) fn find(input: &[u8], from: usize, limit: usize) -> usize {
    let window = &input[..limit.min(input.len())];
    likely_start(window, from).or_else(|| next_line(window, from)).unwrap_or(from)
}

fn likely_start(window: &[u8], from: usize) -> Option<usize> {
    memchr::memchr_iter(b'[', window.get(from..)?)
        .map(|found| from + found)
        .find(|&at| is_behind_blank_line(&window[..at]))
}

/// Whether `before` ends in a line end and a blank line.
fn is_behind_blank_line(before: &[u8]) -> bool {
    let is_line_end = |byte: Option<&u8>| matches!(byte, Some(b'\n' | b'\r'));
    let mut bytes = before.iter().rev();
    match bytes.next() {
        Some(b'\r') => is_line_end(bytes.next()),
        Some(b'\n') => match bytes.next() {
            Some(b'\n') => true,
            Some(b'\r') => is_line_end(bytes.next()),
            _ => false,
        },
        _ => false,
    }
}

fn next_line(window: &[u8], from: usize) -> Option<usize> {
    memchr::memchr2(b'\n', b'\r', window.get(from..)?).map(|found| from + found + 1).filter(|&at| at < window.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_are_at_a_bracket_behind_a_blank_line_or_at_a_line() {
        for (input, from, cut) in [
            ("1. e4 *\n\n[Event", 0, 9),
            ("1. e4 *\r\n\r\n[Event", 0, 11),
            ("1. e4 *\r\r[Event", 0, 9),
            ("1. e4 {[%clk 1]} *\n\n[Event", 3, 20),
            ("[A \"b\"]\n[C \"d\"]\n", 3, 8),
            ("1. e4 e5\n2. d4 *", 3, 9),
            ("one line", 3, 3),
        ] {
            assert_eq!(find(input.as_bytes(), from, input.len()), cut, "{input:?}");
        }
    }
}
