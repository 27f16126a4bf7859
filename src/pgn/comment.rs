//! Comments and the `[%...]` commands inside them.

/// A comment, without its braces or semicolon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment<'a> {
    /// The text, as it stands.
    pub text: &'a [u8],
    /// How it was set off.
    pub style: CommentStyle,
}

/// How a comment is set off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommentStyle {
    /// `{...}`
    Brace,
    /// `;` to the end of the line.
    Line,
    /// `{` that nothing closes; the text runs to where reading went on.
    Unterminated,
}

impl<'a> Comment<'a> {
    /// Appends the text with `[%...]` commands taken out and white space folded to one blank.
    pub fn write_plain(&self, out: &mut Vec<u8>) {
        let mut rest = self.text;
        let mut blank = !out.is_empty();
        // Searched for once: a comment full of `[%` that nothing closes must not be searched anew for each.
        let last_close = memchr::memrchr(b']', rest).map_or(usize::MAX, |at| rest.len() - at);
        while let Some((&byte, tail)) = rest.split_first() {
            if rest.len() >= last_close && rest.starts_with(b"[%") {
                rest = memchr::memchr(b']', rest).map_or(&[], |end| &rest[end + 1..]);
                blank |= !out.is_empty();
            } else if byte.is_ascii_whitespace() || byte == 0 {
                rest = tail;
                blank |= !out.is_empty();
            } else {
                if blank {
                    out.push(b' ');
                    blank = false;
                }
                out.push(byte);
                rest = tail;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_taken_out_and_white_space_is_folded() {
        for (text, plain) in [
            (" [%eval 0.3] [%clk 0:01:00] ", ""),
            ("good\n  move [%clk 0:01:00]!", "good move !"),
            ("[%eval 1] (Benoni)", "(Benoni)"),
            ("[% open", "[% open"),
        ] {
            let mut out = Vec::new();
            Comment { text: text.as_bytes(), style: CommentStyle::Brace }.write_plain(&mut out);
            assert_eq!(String::from_utf8_lossy(&out), plain, "{text:?}");
        }
    }

    #[test]
    fn comments_of_one_move_are_joined_by_a_blank() {
        let mut out = Vec::new();
        for text in ["French", ", but this is fine too"] {
            Comment { text: text.as_bytes(), style: CommentStyle::Brace }.write_plain(&mut out);
        }
        assert_eq!(out, b"French , but this is fine too");
    }
}
