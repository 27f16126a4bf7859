//! Tokens of movetext, borrowed from the input.

use crate::pgn::Comment;
use crate::problem::ProblemKind;

/// One token, with the byte of the tokenizer's input where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexeme<'a> {
    /// The token.
    pub token: Token<'a>,
    /// Where it begins.
    pub at: usize,
}

/// A token of movetext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// The digits of a move number; its dots are passed over.
    MoveNumber(&'a [u8]),
    /// A move, or whatever else stands where a move may stand.
    Word(&'a [u8]),
    /// The digits after a `$`; empty when there are none.
    Nag(&'a [u8]),
    /// Annotation glyphs such as `!?` or `±`.
    Glyph(&'a [u8]),
    /// A comment, in braces or to the end of the line.
    Comment(Comment<'a>),
    /// `(=)`: a draw was offered.
    DrawOffer,
    /// `(`.
    VariationStart,
    /// `)`.
    VariationEnd,
    /// A result, as it stands; inside a variation it ends nothing.
    Termination(&'a [u8]),
    /// Something that is none of these.
    Fault(Fault<'a>),
}

/// Text that the grammar has no place for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault<'a> {
    /// What is wrong with it.
    pub kind: ProblemKind,
    /// The text.
    pub text: &'a [u8],
    /// Whether it stands in a game, rather than between games.
    pub in_game: bool,
}
