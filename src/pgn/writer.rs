//! PGN in export format: tag pairs and wrapped movetext (PGN standard, sections 3.2 and 8).
//!
//! Takes texts, gives bytes. What a move is called and which number it has is settled before.

use crate::pgn::{scan, text};

/// Columns of a line of movetext, at most (PGN standard, section 8.2.1).
const WIDTH: usize = 79;

/// The seven tag roster, in order, with what stands for a missing value (section 8.1.1).
pub const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Appends a tag pair. Line ends and other control characters of the value become blanks.
pub fn write_tag(name: &[u8], value: &[u8], out: &mut Vec<u8>) {
    out.push(b'[');
    let in_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    if name.iter().all(|&byte| in_name(byte)) {
        out.extend_from_slice(name);
    } else {
        out.extend(name.iter().filter(|&&byte| in_name(byte)));
    }
    out.extend_from_slice(b" \"");
    let is_odd = |byte: u8| !matches!(byte, b' '..=b'~') | (byte == b'"') | (byte == b'\\');
    if !value.iter().fold(false, |any, &byte| any | is_odd(byte)) {
        out.extend_from_slice(value);
        out.extend_from_slice(b"\"]\n");
        return;
    }
    for &byte in text::decode(value).as_bytes() {
        match byte {
            b'"' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
            0..=0x1f | 0x7f => out.push(b' '),
            _ => out.push(byte),
        }
    }
    out.extend_from_slice(b"\"]\n");
}

/// Writes movetext, line by line.
#[derive(Debug)]
pub struct Movetext<'o> {
    out: &'o mut Vec<u8>,
    /// Wrapped lines, or all on one.
    width: usize,
    /// Characters of the line so far.
    column: usize,
    /// Where the last token begins in `out`, and its characters.
    start: usize,
    length: usize,
    /// Opening parentheses that the next token takes.
    opening: usize,
}

impl<'o> Movetext<'o> {
    /// Movetext in lines of 79 columns.
    pub fn wrapped(out: &'o mut Vec<u8>) -> Self {
        Self { start: out.len(), out, width: WIDTH, column: 0, length: 0, opening: 0 }
    }

    /// Movetext on one line, except behind comments that only the end of a line ends.
    pub fn on_one_line(out: &'o mut Vec<u8>) -> Self {
        Self { width: usize::MAX, ..Self::wrapped(out) }
    }

    /// A move, a move number, a glyph or a result.
    #[inline]
    pub fn token(&mut self, token: &[u8]) {
        self.token_of(token, characters(token));
    }

    /// A token of so many characters, or the begin of one.
    #[inline]
    fn token_of(&mut self, token: &[u8], characters: usize) {
        self.length = self.opening + characters;
        let column = self.column + 1 + self.length;
        // A line that begins with `%` would be passed over by readers (section 6).
        let fits = column <= self.width || token.first() == Some(&b'%');
        if self.column == 0 {
            self.column = self.length;
        } else if fits {
            self.out.push(b' ');
            self.column = column;
        } else {
            self.out.push(b'\n');
            self.column = self.length;
        }
        self.start = self.out.len();
        if self.opening > 0 {
            self.out.resize(self.start + self.opening, b'(');
            self.opening = 0;
        }
        self.out.extend_from_slice(token);
    }

    /// Adds to the last token, which goes to the next line if it no longer fits.
    #[inline]
    fn join(&mut self, text: &[u8]) {
        self.out.extend_from_slice(text);
        let characters = characters(text);
        self.length += characters;
        self.column += characters;
        if self.column > self.width && self.column > self.length && self.out[self.start] != b'%' {
            self.out[self.start - 1] = b'\n';
            self.column = self.length;
        }
    }

    /// A token of at most eight bytes of ASCII, none of them `%`; the others do not count.
    #[inline]
    pub fn short(&mut self, text: &[u8; 8], length: usize) {
        if self.opening > 0 {
            return self.token(&text[..length]);
        }
        let column = self.column + 1 + length;
        let fits = column <= self.width;
        let separator = if fits { b' ' } else { b'\n' };
        let line_begins = self.column == 0;
        self.column = if fits & !line_begins { column } else { length };
        self.length = length;
        if !line_begins {
            self.out.push(separator);
        }
        self.start = self.out.len();
        self.out.extend_from_slice(text);
        self.out.truncate(self.start + length);
    }

    /// A move number with its dots.
    #[inline]
    pub fn number(&mut self, number: u32, dots: &str) {
        if number < 100 {
            let (tens, ones) = (b'0' + number as u8 / 10, b'0' + number as u8 % 10);
            let (text, digits) =
                if number < 10 { ([ones, b'.', b'.', b'.'], 1) } else { ([tens, ones, b'.', b'.'], 2) };
            let [a, b, c, d] = text;
            return self.short(&[a, b, c, d, b'.', b'.', b'.', b'.'], digits + dots.len());
        }
        self.token(itoa::Buffer::new().format(number).as_bytes());
        self.join(dots.as_bytes());
    }

    /// The beginning of a variation.
    pub fn open_variation(&mut self) {
        self.opening += 1;
    }

    /// The end of a variation.
    pub fn close_variation(&mut self) {
        if self.opening > 0 {
            self.token(b"");
        }
        self.join(b")");
    }

    /// A comment, in braces; one that holds a `}` to the end of the line (section 5). White
    /// space in it is folded, since lines are broken there.
    pub fn comment(&mut self, comment: &str) {
        if comment.contains('}') {
            return self.line_comment(comment);
        }
        let mut first = true;
        let is_ascii = comment.is_ascii();
        for word in words(comment.as_bytes()) {
            if first {
                self.token_of(b"{", 1);
                self.join(word);
                first = false;
            } else if is_ascii {
                self.token_of(word, word.len());
            } else {
                self.token(word);
            }
        }
        if first {
            self.token(b"{");
        }
        self.join(b"}");
    }

    /// Writes a comment whose words stand apart by one blank, in ASCII: all at once, and then ends
    /// lines at its blanks. False when it is another one.
    pub fn plain_comment(&mut self, text: &[u8]) -> bool {
        if self.opening > 0 || text.is_empty() || !scan::is_plain_prose(text) {
            return false;
        }
        // A place, less this, is its column; the line may hold characters of several bytes.
        let mut line = self.out.len() as isize - self.column as isize;
        let mut from = self.out.len();
        if self.column > 0 {
            self.out.push(b' ');
        } else {
            from += 1;
        }
        self.out.push(b'{');
        self.out.extend_from_slice(text);
        self.out.push(b'}');
        let end = self.out.len();
        while end as isize - line > self.width as isize {
            // The last blank of the line, else the first behind it.
            let limit = ((line + self.width as isize).max(0) as usize + 1).clamp(from, end);
            let last = memchr::memrchr(b' ', &self.out[from..limit]).map(|at| from + at);
            let first = || memchr::memchr(b' ', &self.out[limit..]).map(|at| limit + at);
            let Some(blank) = last.or_else(first) else { break };
            self.out[blank] = b'\n';
            from = blank + 1;
            line = from as isize;
        }
        self.start = memchr::memrchr2(b' ', b'\n', &self.out[..end]).map_or(0, |at| at + 1);
        self.length = end - self.start;
        self.column = (end as isize - line) as usize;
        true
    }

    fn line_comment(&mut self, comment: &str) {
        if self.opening > 0 {
            self.token(b"");
        }
        // On a line of its own: some readers know `;` only there.
        let mut separator: &[u8] = if self.column > 0 { b"\n;" } else { b";" };
        for word in comment.split_ascii_whitespace() {
            self.out.extend_from_slice(separator);
            self.out.extend_from_slice(word.as_bytes());
            separator = b" ";
        }
        self.out.push(b'\n');
        self.column = 0;
    }

    /// Ends the movetext and its last line.
    pub fn finish(self) {
        if self.column > 0 {
            self.out.push(b'\n');
        }
    }
}

/// Characters of a text, of which no byte is taken for two.
#[inline]
fn characters(text: &[u8]) -> usize {
    text.iter().map(|&byte| usize::from(byte & 0xc0 != 0x80)).sum()
}

/// What stands between white space.
fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl FnOnce(&mut Movetext<'_>)) -> String {
        let mut out = Vec::new();
        let mut movetext = Movetext::wrapped(&mut out);
        write(&mut movetext);
        movetext.finish();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn parentheses_join_their_tokens() {
        let text = written(|movetext| {
            movetext.token(b"e4");
            movetext.open_variation();
            movetext.open_variation();
            movetext.token(b"d4");
            movetext.close_variation();
            movetext.close_variation();
            movetext.open_variation();
            movetext.close_variation();
            movetext.token(b"*");
        });
        assert_eq!(text, "e4 ((d4)) () *\n");
    }

    #[test]
    fn lines_have_79_columns_at_most_and_none_begins_with_a_percent_sign() {
        let text = written(|movetext| {
            movetext.comment(&"abcdefg ".repeat(30));
            movetext.comment(&"%abcdef ".repeat(12));
        });
        let long = text.lines().filter(|line| line.chars().count() > 79).count();
        assert_eq!(long, 1, "{text}");
        assert!(text.lines().all(|line| !line.starts_with('%')), "{text}");
    }

    #[test]
    fn a_comment_with_a_closing_brace_takes_the_rest_of_the_line() {
        let text = written(|movetext| {
            movetext.token(b"e4");
            movetext.open_variation();
            movetext.comment(" a } b\n c");
            movetext.token(b"d4");
            movetext.comment("} end");
            movetext.close_variation();
            movetext.comment("");
        });
        assert_eq!(text, "e4 (\n;a } b c\nd4\n;} end\n) {}\n");
    }

    #[test]
    fn tags_escape_quotes_and_backslashes() {
        let mut out = Vec::new();
        write_tag(b"Bad:Name", b"a \"b\" \\ \n\xe9", &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), "[BadName \"a \\\"b\\\" \\\\  é\"]\n");
    }
}
