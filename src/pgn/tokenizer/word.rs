//! Words of movetext: moves, numbers, results, and where each ends.
//!
//! Whether a word is a legal move is left to those who know the position.

use crate::pgn::scan::{Kind, kind};
use crate::pgn::tokenizer::Tokens;
use crate::pgn::{Token, nag, outcome};

/// The one sign of several characters that ends outside ASCII.
const COMPENSATION: &[u8] = "=/∞".as_bytes();

impl<'a> Tokens<'a> {
    /// A move or other word; a result at its end is left for the next token.
    pub(super) fn word(&mut self, at: usize) -> Option<Token<'a>> {
        let rest = &self.input[at..];
        if (kind(rest[0]) == Kind::High || rest.starts_with(b"=/"))
            && let Some(token) = self.sign(at)
        {
            return Some(token);
        }
        let length = word_length(rest);
        let word = &rest[..length];
        let may_be_result = word[0] >= 0x80 || matches!(word, [b'O' | b'o', .., b'1']);
        if may_be_result && outcome::Outcome::read(word).is_some() {
            self.pos = at + length;
            return Some(self.termination(word));
        }
        let length = outcome::glued(word).unwrap_or(length);
        self.pos = at + length;
        Some(Token::Word(&rest[..length]))
    }

    /// An annotation sign outside ASCII.
    fn sign(&mut self, at: usize) -> Option<Token<'a>> {
        let rest = &self.input[at..];
        let length = if rest.starts_with(COMPENSATION) { COMPENSATION.len() } else { nag::sign(rest)? };
        self.pos = at + length;
        Some(Token::Glyph(&rest[..length]))
    }

    /// A move number, a result, castling written with noughts, or a move in digits.
    pub(super) fn number_or_word(&mut self, at: usize) -> Option<Token<'a>> {
        let rest = &self.input[at..];
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let next = rest.get(digits).copied();
        match next {
            Some(b'.') if !rest.starts_with(b"0.5") => {
                self.pos = at + digits + 1;
                return Some(Token::MoveNumber(&rest[..digits]));
            }
            Some(b')') if self.depth == 0 => {
                self.pos = at + digits + 1;
                return Some(Token::MoveNumber(&rest[..digits]));
            }
            Some(byte) if byte.is_ascii_alphabetic() && !rest[..digits].starts_with(b"0") => {
                self.pos = at + digits;
                return Some(Token::MoveNumber(&rest[..digits]));
            }
            _ => {}
        }
        let length = word_length(rest);
        let word = &rest[..length];
        self.pos = at + length;
        if length == digits {
            return Some(if is_move_in_digits(word) { Token::Word(word) } else { Token::MoveNumber(word) });
        }
        if outcome::Outcome::read(word).is_some() {
            return Some(self.termination(word));
        }
        let length = outcome::glued(word).unwrap_or(length);
        self.pos = at + length;
        Some(Token::Word(&rest[..length]))
    }
}

/// Length of the word at the start of `input`, which is one byte at least.
#[inline]
pub(super) fn word_length(input: &[u8]) -> usize {
    let mut length = 1;
    while let Some(&byte) = input.get(length) {
        match kind(byte) {
            Kind::Word if byte == b'=' && input[length..].starts_with(COMPENSATION) => break,
            Kind::Word | Kind::Digit | Kind::Dot => length += 1,
            Kind::High if nag::sign(&input[length..]).is_none() && !is_space(&input[length..]) => length += 1,
            Kind::Structure if byte == b'(' && is_promotion(&input[length - 1..]) => length += 3,
            _ => break,
        }
    }
    length
}

/// An invisible character that parts words. A zero-width space or a soft hyphen does not.
fn is_space(input: &[u8]) -> bool {
    matches!(
        input,
        [0xc2, 0xa0, ..]
            | [0xef, 0xbb, 0xbf, ..]
            | [0xe2, 0x80, 0x80..=0x8a | 0xa6 | 0xa8 | 0xa9 | 0xaf, ..]
            | [0xe3, 0x80, 0x80, ..]
    )
}

/// `8(Q)` and `=(Q)`: a promotion, not a variation.
fn is_promotion(input: &[u8]) -> bool {
    matches!(input, [b'1' | b'8' | b'=', b'(', piece, b')', ..] if piece.is_ascii_alphabetic())
}

/// Digits that are a move rather than a number: castling (`00`, `000`), the null move `0000`,
/// and four or five digits of ICCF numeric notation.
fn is_move_in_digits(digits: &[u8]) -> bool {
    match digits {
        b"00" | b"000" | b"0000" => true,
        [squares @ .., promotion] if squares.len() == 4 => is_squares(squares) && matches!(promotion, b'1'..=b'4'),
        squares if squares.len() == 4 => is_squares(squares),
        _ => false,
    }
}

fn is_squares(digits: &[u8]) -> bool {
    digits.iter().all(|digit| matches!(digit, b'1'..=b'8'))
}
