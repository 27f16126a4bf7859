//! The next word of movetext where nothing but plain tokens stand before it.
//!
//! This is the loop that most of an archive's bytes go through, and the one place that left nom:
//! words come as machine words, ends are found eight bytes at a time, and what is passed over makes
//! no token. It must never read what [`next_lexeme`](Tokens::next_lexeme) would read otherwise: at
//! the first byte that is not plain it stops, and leaves the rest to that.

use crate::pgn::scan;
use crate::pgn::tag::InVain;
use crate::pgn::tokenizer::{Tokens, closed_comment};

/// A word that may be a move: it ends before one of the bytes that end every word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlainWord {
    /// Where it begins.
    pub at: usize,
    /// Its bytes, the first the lowest; beyond `length` stands what follows it.
    pub text: u64,
    /// Its length, at most seven.
    pub length: usize,
}

/// An annotation as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlainAnnotation<'a> {
    /// The text of a comment in braces.
    Comment(&'a [u8]),
    /// The digits of a numeric glyph.
    Nag(&'a [u8]),
    /// `!`, `?` or two of them.
    Glyph(&'a [u8]),
}

/// What a byte is here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Blank,
    Digit,
    Letter,
    Brace,
    Dollar,
    Mark,
    Paren,
    Other,
}

static CLASS: [Class; 256] = classes();

const fn classes() -> [Class; 256] {
    let mut table = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b' ' | b'\n' | b'\r' | b'\t' => Class::Blank,
            b'1'..=b'9' => Class::Digit,
            b'a'..=b'h' | b'N' | b'B' | b'R' | b'Q' | b'K' | b'O' => Class::Letter,
            b'{' => Class::Brace,
            b'$' => Class::Dollar,
            b'!' | b'?' => Class::Mark,
            b'(' => Class::Paren,
            _ => Class::Other,
        };
        byte += 1;
    }
    table
}

#[inline]
fn class(byte: u8) -> Class {
    CLASS[usize::from(byte)]
}

/// Whether the byte ends every word and every glyph before it, and is not itself part of one.
#[inline]
fn ends_word(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b')')
}

/// Length of the word in these bytes: up to the first `?` or byte below `+`, but for a `#` at
/// its end.
#[inline]
fn length(text: u64) -> usize {
    const LOW: u64 = 0x7f * scan::ONES;
    // The high bit of a byte is set when it is below `+`.
    let below = !(((text & LOW) + 0x55 * scan::ONES) | text) & !LOW;
    let length = ((below | scan::marks_of(text, b'?')).trailing_zeros() / 8) as usize;
    length + usize::from(text >> (8 * (length & 7)) & 0xff == u64::from(b'#'))
}

/// A place in the movetext of an open game, from which plain tokens are read.
#[derive(Clone, Copy)]
pub(crate) struct Plain<'a> {
    input: &'a [u8],
    pos: usize,
    /// Behind the last token.
    last: usize,
    in_vain: InVain,
    /// Whether a whole variation counts as plain.
    pub passes_variations: bool,
    /// One was met that is not.
    pub met_odd_variation: bool,
}

impl<'a> Tokens<'a> {
    /// The place reached, to read plain tokens from; the game must be open.
    #[inline]
    pub(crate) fn plain(&self) -> Plain<'a> {
        Plain {
            input: self.input,
            pos: self.pos,
            last: self.last,
            in_vain: self.in_vain,
            passes_variations: false,
            met_odd_variation: false,
        }
    }

    /// Goes on where plain tokens end.
    #[inline]
    pub(crate) fn go_on_at(&mut self, plain: &Plain<'a>) {
        (self.pos, self.last) = (plain.pos, plain.last);
    }
}

impl<'a> Plain<'a> {
    /// The next word, if before it stand only blanks and the number `number`, or where none is given
    /// any number; with `pass_over` also comments and glyphs. The word itself is left until it is [taken](Self::take).
    #[inline(always)]
    pub(crate) fn word(&mut self, number: Option<u32>, pass_over: bool) -> Option<PlainWord> {
        let mut pos = self.pos;
        loop {
            // One blank lies before nearly every token.
            pos += usize::from(*self.input.get(pos)? == b' ');
            match class(*self.input.get(pos)?) {
                Class::Letter => {
                    let text = u64::from_le_bytes(*self.input.get(pos..)?.first_chunk()?);
                    let length = length(text);
                    let next = *self.input.get(pos + length)?;
                    if length > 7 || !(ends_word(next) || matches!(next, b'!' | b'?' | b'$')) {
                        return None;
                    }
                    return Some(PlainWord { at: pos, text, length });
                }
                Class::Digit => {
                    let length = plain_number(&self.input[pos..], number)?;
                    pos = self.passed(pos + length);
                    while self.input.get(pos) == Some(&b'.') {
                        pos += 1;
                    }
                    self.pos = pos;
                }
                Class::Blank => pos += 1,
                Class::Paren if self.passes_variations => {
                    let length = variation::<true>(self.input, pos, self.in_vain);
                    self.met_odd_variation = length.is_none();
                    pos = self.passed(pos + length?);
                }
                class if pass_over => pos = self.passed(pos + annotation(self.input, pos, class, self.in_vain)?),
                _ => return None,
            }
        }
    }

    /// Passes over as much of the text as `length` says; it ends behind a token.
    #[inline(always)]
    pub(crate) fn pass_over(&mut self, length: impl FnOnce(&[u8]) -> usize) {
        let length = length(&self.input[self.pos..]);
        if length > 0 {
            self.passed(self.pos + length);
        }
    }

    /// Takes the annotation that comes next, if it is plain.
    #[inline]
    pub(crate) fn annotation(&mut self) -> Option<PlainAnnotation<'a>> {
        let blanks = self.input.get(self.pos..)?.iter().position(|&byte| class(byte) != Class::Blank)?;
        let at = self.pos + blanks;
        let class = class(self.input[at]);
        let length = annotation(self.input, at, class, self.in_vain)?;
        let text = &self.input[at..self.passed(at + length)];
        Some(match class {
            Class::Brace => PlainAnnotation::Comment(&text[1..length - 1]),
            Class::Dollar => PlainAnnotation::Nag(&text[1..]),
            _ => PlainAnnotation::Glyph(text),
        })
    }

    /// Takes a word that was a move.
    #[inline(always)]
    pub(crate) fn take(&mut self, word: &PlainWord) -> &'a [u8] {
        let end = self.passed(word.at + word.length);
        &self.input[word.at..end]
    }

    #[inline(always)]
    fn passed(&mut self, end: usize) -> usize {
        (self.pos, self.last) = (end, end);
        end
    }
}

/// Length of the number `number`, or of any, with its first dot.
#[inline(always)]
fn plain_number(rest: &[u8], number: Option<u32>) -> Option<usize> {
    let digit = |byte: u8| u32::from(byte.wrapping_sub(b'0'));
    let (read, length) = match *rest {
        [a, b'.', ..] => (digit(a), 2),
        [a, b, b'.', ..] if b.is_ascii_digit() => (10 * digit(a) + digit(b), 3),
        [a, b, c, b'.', ..] if b.is_ascii_digit() && c.is_ascii_digit() => {
            (100 * digit(a) + 10 * digit(b) + digit(c), 4)
        }
        _ => return None,
    };
    number.is_none_or(|number| read == number).then_some(length)
}

/// Length of a comment or a glyph.
#[inline(never)]
fn annotation(input: &[u8], at: usize, class: Class, in_vain: InVain) -> Option<usize> {
    let rest = &input[at + 1..];
    match class {
        Class::Brace => closed_comment(input, at, in_vain),
        Class::Dollar => Some(numeric_glyph(rest)? + 1),
        Class::Mark => {
            let length = 1 + usize::from(matches!(rest.first()?, b'!' | b'?'));
            (!matches!(rest.get(length - 1)?, b'!' | b'?')).then_some(length)
        }
        _ => None,
    }
}

/// Length of a variation, with all that is in it, if its bytes leave no doubt where it ends: moves,
/// numbers and glyphs in ASCII, closed comments, and variations behind a move. `ENGLISH` knows no
/// letters but those of standard SAN: what else moves are written with tells how the game is to be read.
#[inline(never)]
pub(super) fn variation<const ENGLISH: bool>(input: &[u8], start: usize, in_vain: InVain) -> Option<usize> {
    let (mut at, mut depth) = (start, 0_u32);
    // A word was read in the innermost one.
    let mut has_word = LETTER;
    loop {
        let within = if ENGLISH { &WITHIN_ENGLISH } else { &WITHIN };
        let byte = loop {
            let byte = *input.get(at)?;
            at += 1;
            let class = within[usize::from(byte)];
            has_word |= class;
            if class & ENDS != 0 {
                break byte;
            }
        };
        let met = has_word & LETTER != 0;
        match byte {
            b'{' => at += closed_comment(input, at - 1, in_vain)? - 1,
            b'(' if met && (at - 1 == start || follows(input[at - 2])) && *input.get(at)? != b'=' => {
                depth += 1;
                has_word = 0;
            }
            b')' if met => {
                depth -= 1;
                if depth == 0 {
                    return Some(at - start);
                }
            }
            _ => return None,
        }
    }
}

/// Whether a variation may begin right behind this byte.
#[inline]
fn follows(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b')' | b'}')
}

/// What bytes are in a variation: letters of words, and those that are looked at.
const LETTER: u8 = 1;
const ENDS: u8 = 2;

static WITHIN: [u8; 256] = within(false);
static WITHIN_ENGLISH: [u8; 256] = within(true);

const fn within(english: bool) -> [u8; 256] {
    let mut table = [ENDS; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'a'..=b'h' | b'x' | b'N' | b'B' | b'R' | b'Q' | b'K' | b'O' => LETTER,
            b'a'..=b'z' | b'A'..=b'Z' if !english => LETTER,
            b' ' | b'\n' | b'\r' | b'\t' | b'0'..=b'9' | b'.' | b'+' | b'#' | b'=' | b'-' | b'!' | b'?' | b'$' => 0,
            _ => ENDS,
        };
        byte += 1;
    }
    table
}

/// Length of the digits behind a `$`, if they are a number that a glyph has.
#[inline]
fn numeric_glyph(rest: &[u8]) -> Option<usize> {
    let digits = rest.iter().take(3).take_while(|byte| byte.is_ascii_digit()).count();
    let value = rest[..digits].iter().fold(0, |value, digit| 10 * value + u32::from(digit - b'0'));
    (digits > 0 && value <= 255 && ends_word(*rest.get(digits)?)).then_some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::Token;
    use proptest::prelude::*;

    fn tokens(text: &str) -> Tokens<'_> {
        Tokens::new(text.as_bytes(), 0, true, |_| false)
    }

    /// The plain words of a text, each with the number that stands before it.
    fn words(text: &str) -> Vec<String> {
        let mut plain = tokens(text).plain();
        let mut words = Vec::new();
        while let Some(word) = plain.word(Some(words.len() as u32 / 2 + 1), true) {
            words.push(String::from_utf8_lossy(plain.take(&word)).into_owned());
        }
        words
    }

    #[test]
    fn plain_words_are_found_behind_numbers_comments_and_glyphs() {
        for (text, expected) in [
            ("1. e4 e5 2. Nf3 Nc6 ", &["e4", "e5", "Nf3", "Nc6"][..]),
            ("1.e4 1...e5\r\n2.Nf3 {x} 2... Nc6!? ", &["e4", "e5", "Nf3", "Nc6"]),
            ("1. e4 $1 $255 {a ( b} e5?? 2. Qa1xb2+ $7 exd8=Q# ", &["e4", "e5", "Qa1xb2+", "exd8=Q#"]),
            ("1. e4 3. e5 ", &["e4"]),
            ("1. e4 $256 e5 ", &["e4"]),
            ("1. e4 e5!!! 2. d4 ", &["e4", "e5"]),
            ("1. e4\n%gone\ne5 ", &["e4"]),
            ("1. e4 (d4) e5 ", &["e4"]),
            ("1. e4) e5 ", &["e4"]),
            ("1. e4 1-0 e5 ", &["e4"]),
            ("1. Qa1xb2+N e5 ", &[]),
        ] {
            // A word is read with seven bytes behind it.
            assert_eq!(words(&format!("{text}       ")), expected, "{text:?}");
        }
    }

    /// How a variation ends is how the careful tokenizer counts its parentheses.
    #[test]
    fn a_variation_is_passed_over_whole() {
        for (text, rest) in [
            ("(1. d4 d5) e5", Some(" e5")),
            ("(1. d4 {)} (1. c4) c5) e5", Some(" e5")),
            ("(1. d4 $1 (1. c4 (c3)(c3)) 1... d5!? 0-1)", Some("")),
            ("() e5", None),
            ("(1.) e5", None),
            ("((d4)) e5", None),
            ("(d4 (=) e5) e5", None),
            ("(e8(Q) Kd7) e5", None),
            ("(d4 ; )\n d5) e5", None),
            ("(d4\n%)\n d5) e5", None),
            ("(d4 d5\n\n[Event \"x\"]", None),
            ("(d4 é) e5", None),
            ("(d4 {) e5", None),
            ("(d4 * ) e5", None),
        ] {
            let passed = variation::<true>(text.as_bytes(), 0, InVain::NOTHING);
            assert_eq!(passed.map(|length| &text[length..]), rest, "{text}");
        }
        let german = b"(1. Sf3)";
        assert_eq!(variation::<true>(german, 0, InVain::NOTHING), None);
        assert_eq!(variation::<false>(german, 0, InVain::NOTHING), Some(german.len()));
    }

    proptest! {
        /// Any word found is the next word that the careful tokenizer gives, and it ends there too.
        #[test]
        fn the_careful_tokenizer_gives_the_same_words(
            text in "((1\\.|2\\. |e4|Nf3\\+|O-O|[a-hNx1-8=+#?!. -]{1,9}|\\{[a-z ]{0,3}\\}|\\$[0-9]{1,4}|[()*;%\\[\"=∞/]|1-0)[ \n\r.]{0,2}){0,8}",
        ) {
            let mut plain = tokens(&text).plain();
            let mut careful = tokens(&text);
            while let Some(word) = plain.word(Some(1), true) {
                let text = plain.take(&word);
                let found = loop {
                    let lexeme = careful.next_lexeme().expect("a token");
                    match lexeme.token {
                        Token::Word(word) => break (word, lexeme.at),
                        Token::MoveNumber(digits) => prop_assert_eq!(digits, b"1"),
                        Token::Comment(_) | Token::Nag(_) | Token::Glyph(_) => {}
                        token => prop_assert!(false, "{:?} was passed over", token),
                    }
                };
                // A word with more in it than moves have is none that is played.
                if !text.iter().all(|byte| b"abcdefghNBRQKOx12345678=+#-".contains(byte)) {
                    break;
                }
                prop_assert_eq!(found, (text, word.at));
                prop_assert_eq!((plain.pos, plain.last), (careful.pos, careful.last));
            }
        }
    }
}
