//! One tag pair: `[Name "Value"]`.
//!
//! Reads what the standard says (section 8.1.1), and what people wrote instead, as far as it
//! is plain what they meant. Where a tag section begins and ends is
//! [`split`](crate::pgn::split)'s business.

use std::borrow::Cow;

use nom::IResult;
use nom::Parser;
use nom::bytes::complete::{tag as literal, take_while, take_while1};
use nom::sequence::{delimited, preceded};

use crate::pgn::scan::{self, Kind, kind};
use crate::pgn::text;

/// A tag pair of a game.
#[derive(Clone, Copy, Debug)]
pub struct Tag<'a> {
    /// The name.
    pub name: &'a [u8],
    /// The value.
    pub value: TagValue<'a>,
    /// Byte of the input where the `[` stands.
    pub at: usize,
}

/// A tag value as it stands between the quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagValue<'a>(pub &'a [u8]);

impl<'a> TagValue<'a> {
    /// `\"` and `\\` undone; copies only where there was one.
    pub fn unescaped(self) -> Cow<'a, [u8]> {
        if memchr::memchr(b'\\', self.0).is_none() {
            return Cow::Borrowed(self.0);
        }
        let mut plain = Vec::with_capacity(self.0.len());
        let mut rest = self.0;
        while let Some((&byte, tail)) = rest.split_first() {
            rest = tail;
            match (byte, tail.first()) {
                (b'\\', Some(&escaped @ (b'"' | b'\\'))) => {
                    plain.push(escaped);
                    rest = &tail[1..];
                }
                _ => plain.push(byte),
            }
        }
        Cow::Owned(plain)
    }

    /// What the tag says when it is written out: without its escapes, as UTF-8, and with blanks for
    /// control characters. What a tag means is read from this, so that it means the same ever after.
    pub fn text(self) -> Cow<'a, str> {
        if let Ok(text) = std::str::from_utf8(self.0)
            && text.bytes().all(|byte| byte != b'\\' && !byte.is_ascii_control())
        {
            return Cow::Borrowed(text);
        }
        let plain = text::decode(&self.unescaped()).replace(|c: char| c.is_ascii_control(), " ");
        Cow::Owned(plain)
    }
}

/// What was found at a `[`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ReadTag<'a> {
    /// A tag pair as the standard has it, or with odd characters in its name only.
    Sound { name: &'a [u8], value: TagValue<'a>, odd_name: bool, length: usize },
    /// Something else in brackets; name and value where they can be made out.
    Malformed { pair: Option<(&'a [u8], TagValue<'a>)>, length: usize },
    /// The input ends before it can be told.
    Open,
}

/// The longest line that is searched for the end of a malformed tag. A bound, so that a
/// file of brackets is read in linear time, and that soon.
const LONGEST_MALFORMED: usize = 1024;

/// What an input was searched for in vain: it is not searched for the same again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InVain {
    /// No `}` follows from here on.
    pub brace: usize,
    /// No tag that begins from here on ends.
    pub tag: usize,
}

impl InVain {
    /// Nothing yet.
    pub const NOTHING: Self = Self { brace: usize::MAX, tag: usize::MAX };
}

/// Reads the tag pair at `at` of `input`, where a `[` stands. Where more input may
/// follow (`whole` is false), a tag that could go on beyond it is open.
pub(crate) fn read<'a>(input: &'a [u8], at: usize, whole: bool, in_vain: &mut InVain) -> ReadTag<'a> {
    let input = &input[at..];
    if let Some((name, value, length)) = plain(input) {
        return ReadTag::Sound { name, value: TagValue(value), odd_name: false, length };
    }
    let sound = if at < in_vain.tag { sound(input) } else { Err(nom::Err::Failure(())) };
    match sound {
        Ok((rest, (name, value))) => ReadTag::Sound {
            name,
            value: TagValue(value),
            odd_name: !name.iter().all(|&byte| byte.is_ascii_alphanumeric() || byte == b'_'),
            length: input.len() - rest.len(),
        },
        Err(nom::Err::Failure(())) if !whole => ReadTag::Open,
        Err(error) => {
            // Each quote behind this one is escaped when read from here, so a tag that begins
            // at one of them is closed no more than this is.
            if matches!(error, nom::Err::Failure(())) {
                in_vain.tag = in_vain.tag.min(at);
            }
            malformed(input, whole)
        }
    }
}

/// Reads what nearly every tag pair is, letter for letter `[Name "Value"]` without an escape: name,
/// value and length. Any other is left to the small parsers, which read this one too.
#[inline]
pub(crate) fn plain(input: &[u8]) -> Option<(&[u8], &[u8], usize)> {
    let inside = input.strip_prefix(b"[")?;
    let length = name_length(inside);
    let (name, rest) = inside.split_at(length);
    let value = rest.strip_prefix(b" \"").filter(|_| length > 0)?;
    let mut end = 0;
    loop {
        let text = u64::from_le_bytes(*value.get(end..)?.first_chunk()?);
        let stops = scan::marks_of(text, b'"') | scan::marks_of(text, b'\\');
        end += (stops.trailing_zeros() / 8) as usize;
        if stops != 0 {
            break;
        }
    }
    // Behind `[`, name, blank and quote.
    value[end..].starts_with(b"\"]").then(|| (name, &value[..end], 3 + length + end + 2))
}

/// Length of the name that the text begins with.
#[inline]
fn name_length(text: &[u8]) -> usize {
    let mut length = 0;
    // Up to the blank behind it, if nothing but letters is before that.
    while let Some(chunk) = text[length..].first_chunk() {
        let chunk = u64::from_le_bytes(*chunk);
        let blank = scan::marks_of(chunk, b' ');
        let bits = blank.trailing_zeros() & !7;
        let others = scan::not_letters(chunk);
        if others.trailing_zeros() & !7 < bits {
            break;
        }
        length += (bits / 8) as usize;
        if blank != 0 {
            return length;
        }
    }
    length + text[length..].iter().take_while(|&&byte| IS_NAME[usize::from(byte)]).count()
}

static IS_NAME: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_';
        byte += 1;
    }
    table
};

/// The error of the small parsers here: which rule failed is of no interest, only whether
/// the input ran out (a `Failure`).
type Parsed<'a, T> = IResult<&'a [u8], T, ()>;

fn sound(input: &[u8]) -> Parsed<'_, (&[u8], &[u8])> {
    let (input, name) = preceded((literal("["), blank), name).parse(input)?;
    let (input, value) = preceded(blank, quoted).parse(input)?;
    let (input, _) = blank(input)?;
    let (input, _) = literal("]").parse(more(input)?)?;
    Ok((input, (name, value)))
}

/// The input itself, or a failure when nothing is left of it.
fn more(input: &[u8]) -> Result<&[u8], nom::Err<()>> {
    if input.is_empty() { Err(nom::Err::Failure(())) } else { Ok(input) }
}

fn blank(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while(|byte| matches!(kind(byte), Kind::Blank | Kind::LineEnd)).parse(input)
}

fn name(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while1(|byte| !matches!(kind(byte), Kind::Blank | Kind::LineEnd) && !matches!(byte, b'"' | b'[' | b']' | b'%'))
        .parse(more(input)?)
}

/// From a `"` to the next that no backslash escapes; gives what lies between.
fn quoted(input: &[u8]) -> Parsed<'_, &[u8]> {
    let (body, _) = literal("\"").parse(more(input)?)?;
    let mut from = 0;
    while let Some(found) = memchr::memchr2(b'"', b'\\', &body[from..]) {
        let at = from + found;
        if body[at] == b'"' {
            return Ok((&body[at + 1..], &body[..at]));
        }
        from = (at + 2).min(body.len());
    }
    Err(nom::Err::Failure(()))
}

/// A tag that is not as the standard has it. It ends at the `]` that ends its line; a quote
/// that is never closed does not reach beyond that line.
fn malformed(input: &[u8], whole: bool) -> ReadTag<'_> {
    let window = &input[..input.len().min(LONGEST_MALFORMED)];
    let line = &window[..scan::line(window)];
    let open = line.len() == input.len();
    // The `]` that ends the tag is not known before the rest of its line is.
    let Some(close) = closing_bracket(line).filter(|_| whole || !open) else {
        return if open { ReadTag::Open } else { ReadTag::Malformed { pair: None, length: unclosed(line) } };
    };
    let inside = line[1..close].trim_ascii();
    let name_length = inside.iter().take_while(|&&byte| byte.is_ascii_alphanumeric() || byte == b'_').count();
    let (name, value) = inside.split_at(name_length);
    let apart = value.first().is_some_and(|byte| !byte.is_ascii_alphanumeric());
    let value = unquoted(value.trim_ascii());
    let pair = (!name.is_empty() && apart).then_some((name, TagValue(value)));
    ReadTag::Malformed { pair, length: close + 1 }
}

/// The `]` that ends the tag: after a quote and before another tag or the end of the line;
/// else the last of the line if that ends it; else the first.
fn closing_bracket(line: &[u8]) -> Option<usize> {
    // Quotes are rarer than brackets where brackets are many.
    let ends = memchr::memchr_iter(b'"', line).find_map(|quote| {
        let at = line.len() - line[quote + 1..].trim_ascii_start().len();
        let after = line.get(at + 1..)?.trim_ascii_start();
        (line[at] == b']' && matches!(after.first(), None | Some(b'['))).then_some(at)
    });
    ends.or_else(|| {
        let line = line.trim_ascii_end();
        line.ends_with(b"]").then(|| line.len() - 1)
    })
    .or_else(|| memchr::memchr(b']', line))
}

/// How much of a line without `]` goes with the `[`: all of it when it looks like a tag,
/// else the bracket alone.
fn unclosed(line: &[u8]) -> usize {
    match sound_start(line) {
        Ok(_) => scan::trim_end(line).len(),
        Err(_) => 1,
    }
}

fn sound_start(line: &[u8]) -> Parsed<'_, &[u8]> {
    let start = delimited(blank, name, blank);
    delimited(literal("["), start, literal("\"")).parse(line)
}

/// Without the quotes around it, of whatever kind, each of which may be missing.
fn unquoted(value: &[u8]) -> &[u8] {
    const QUOTES: &[&[u8]] = &[
        b"\"",
        b"'",
        b"`",
        "“".as_bytes(),
        "”".as_bytes(),
        "„".as_bytes(),
        "«".as_bytes(),
        "»".as_bytes(),
        b"\x93",
        b"\x94",
    ];
    let start = QUOTES.iter().find_map(|quote| value.strip_prefix(*quote)).unwrap_or(value);
    QUOTES.iter().find_map(|quote| start.strip_suffix(*quote)).unwrap_or(start)
}

#[cfg(test)]
mod name_tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_name_is_as_long_as_its_bytes_are_of_names(text in "([A-Za-z]{0,20}|[A-Za-z0-9_]{0,9}|[^a-z]{0,3})[ \"]?[ -~]{0,12}") {
            let right = text.bytes().take_while(|&byte| IS_NAME[usize::from(byte)]).count();
            prop_assert_eq!(name_length(text.as_bytes()), right);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(input: &[u8], whole: bool) -> ReadTag<'_> {
        super::read(input, 0, whole, &mut { InVain::NOTHING })
    }

    #[test]
    fn sound_tags_are_read() {
        for (input, name, value, length, odd) in [
            ("[Event \"x\"]\n", "Event", "x", 11, false),
            ("[\n Event\n  \"T\"\n]", "Event", "T", 16, false),
            ("[ White   \"A\" ]", "White", "A", 15, false),
            (r#"[A "\"b\" \\"]"#, "A", r#"\"b\" \\"#, 14, false),
            ("[A \"[Event \\\"no\\\"]\n\n1. e4 *\"]", "A", "[Event \\\"no\\\"]\n\n1. e4 *", 29, false),
            ("[1Under_scored_2 \"v\"]", "1Under_scored_2", "v", 21, false),
            ("[BlackType: \"program\"]", "BlackType:", "program", 22, true),
            ("[Event\"x\"]", "Event", "x", 10, false),
        ] {
            let ReadTag::Sound { name: n, value: v, odd_name, length: l } = read(input.as_bytes(), true) else {
                panic!("{input:?} is not sound")
            };
            assert_eq!((n, v.0, l, odd_name), (name.as_bytes(), value.as_bytes(), length, odd), "{input:?}");
        }
    }

    #[test]
    fn malformed_tags_end_on_their_line_and_are_used_as_far_as_they_go() {
        for (input, pair, length) in [
            ("[Event T]\n", Some(("Event", "T")), 9),
            ("[FEN 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1]\n", Some(("FEN", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")), 37),
            ("[Event 'T']\n", Some(("Event", "T")), 11),
            ("[Event \"NII - Cup]\n[Site \"X\"]", Some(("Event", "NII - Cup")), 18),
            ("[White \"Joe \"The Pawn\" O\"]\n", Some(("White", "Joe \"The Pawn\" O")), 26),
            ("[Site \"C:\\chess\\\"]\n[A \"b\"]", Some(("Site", "C:\\chess\\")), 18),
            ("[A \"b\"c\"] [D \"e\"]\n", Some(("A", "b\"c")), 9),
            ("[Annotator]\n", None, 11),
            ("[]\n", None, 2),
            ("[/pgn]\n", None, 6),
            ("[[[[\n", None, 1),
            ("[Event \"x\n", None, 9),
        ] {
            let ReadTag::Malformed { pair: p, length: l } = read(input.as_bytes(), true) else {
                panic!("{input:?} is not malformed")
            };
            let p = p.map(|(name, value)| (String::from_utf8_lossy(name), String::from_utf8_lossy(value.0)));
            assert_eq!((p.as_ref().map(|(n, v)| (&**n, &**v)), l), (pair, length), "{input:?}");
        }
    }

    #[test]
    fn a_tag_that_the_input_cuts_is_open() {
        for input in ["[", "[Event", "[Event \"abc", "[Event \"abc\""] {
            assert!(matches!(read(input.as_bytes(), true), ReadTag::Open), "{input:?}");
            assert!(matches!(read(input.as_bytes(), false), ReadTag::Open), "{input:?}, and more to come");
        }
    }

    #[test]
    fn a_malformed_tag_is_open_until_its_line_ends() {
        for (input, whole, length) in [
            ("[a b] e4", true, Some(5)),
            ("[a b] e4", false, None),
            ("[a b] e4 c]", true, Some(11)),
            ("[a b] e4\n", false, Some(5)),
        ] {
            let found = match read(input.as_bytes(), whole) {
                ReadTag::Malformed { length, .. } => Some(length),
                _ => None,
            };
            assert_eq!(found, length, "{input:?}, whole: {whole}");
        }
    }

    #[test]
    fn escapes_are_undone_and_other_backslashes_kept() {
        for (value, plain) in
            [("plain", "plain"), (r#"Joe \"P\" O\\N \\"#, r#"Joe "P" O\N \"#), (r"C:\chess", r"C:\chess"), (r"\", r"\")]
        {
            assert_eq!(TagValue(value.as_bytes()).unescaped(), plain.as_bytes(), "{value}");
        }
    }

    #[test]
    fn a_text_is_the_same_when_it_has_been_written_and_read_again() {
        for (value, text) in [
            ("plain é".as_bytes(), "plain é"),
            (br#"\"P\" \\N \"#, r#""P" \N \"#),
            (b"a\tb\x7fc\0d\r\n", "a b cd  "),
            (b"R\xe9ti\xa0\x81", "Réti\u{a0}\u{81}"),
            (b"\\\x01\"", "\\ \""),
        ] {
            assert_eq!(TagValue(value).text(), text);
            let mut written = Vec::new();
            crate::pgn::writer::write_tag(b"A", &TagValue(value).unescaped(), &mut written);
            let ReadTag::Sound { value, .. } = super::read(&written, 0, true, &mut { InVain::NOTHING }) else {
                panic!("{text:?} is not sound")
            };
            assert_eq!(value.text(), text);
        }
    }

    #[test]
    fn a_tag_that_nothing_closes_is_searched_for_once() {
        let input = br#"[a "b"] [c\"d [e\"f [g"#;
        let mut in_vain = InVain::NOTHING;
        for (at, closed) in [(0, true), (8, false), (15, false)] {
            let sound = matches!(super::read(input, at, true, &mut in_vain), ReadTag::Sound { .. });
            assert_eq!((sound, in_vain.tag), (closed, if closed { usize::MAX } else { 8 }), "at {at}");
        }
    }
}
