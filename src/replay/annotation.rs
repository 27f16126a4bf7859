//! The glyphs and comments of one ply.

use crate::chess::{Color, Position, Role};
use crate::pgn::comment::CommentStyle;
use crate::pgn::nag::{COMPENSATION_BLACK, COMPENSATION_WHITE};
use crate::pgn::{Comment, Lexeme, Nag, Token};

/// The annotations read so far of the ply being read.
#[derive(Debug, Default)]
pub(super) struct Annotations<'a> {
    pub nags: Vec<Nag>,
    pub comments: Vec<Comment<'a>>,
    /// All were read ahead: what follows belongs to them already.
    complete: bool,
}

pub(super) const DRAW_OFFERED: Comment<'static> = Comment { text: b"draw offered", style: CommentStyle::Brace };

impl<'a> Annotations<'a> {
    pub fn clear(&mut self) {
        self.nags.clear();
        self.comments.clear();
        self.complete = false;
    }

    /// Adds a glyph or comment; other tokens are none.
    pub fn lexeme(&mut self, lexeme: &Lexeme<'a>) {
        if self.complete {
            return;
        }
        match lexeme.token {
            Token::Comment(comment) => self.comments.push(comment),
            Token::DrawOffer => self.comments.push(DRAW_OFFERED),
            Token::Nag(digits) => self.nags.extend(Nag::from_digits(digits)),
            Token::Glyph(glyph) => self.nags.extend(Nag::from_glyph(glyph)),
            _ => {}
        }
    }

    /// As [`lexeme`](Self::lexeme), where a glyph's meaning may hang on the position.
    pub fn lexeme_at(&mut self, lexeme: &Lexeme<'a>, position: &Position) {
        match lexeme.token {
            Token::Glyph(sign) if !self.complete => self.nags.extend(glyph(sign, position)),
            _ => self.lexeme(lexeme),
        }
    }

    /// Adds what stands behind the variations that follow, up to the next move of this line.
    pub fn read_ahead(&mut self, ahead: &[Lexeme<'a>], position: &Position) {
        ahead.iter().for_each(|lexeme| self.lexeme_at(lexeme, position));
        self.complete = true;
    }
}

/// The glyph that a sign stands for, where that may hang on the position.
pub(super) fn glyph(sign: &[u8], position: &Position) -> Option<Nag> {
    let nag = Nag::from_glyph(sign)?;
    Some(if nag == COMPENSATION_WHITE { compensation(position) } else { nag })
}

/// `=/∞` is said of the side that is down in material.
fn compensation(position: &Position) -> Nag {
    let count = |color: Color| -> u32 {
        let board = position.board();
        [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)]
            .map(|(role, value)| value * board.pieces(color, role).count() as u32)
            .iter()
            .sum()
    };
    if count(Color::White) < count(Color::Black) { COMPENSATION_WHITE } else { COMPENSATION_BLACK }
}
