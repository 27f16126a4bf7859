//! What a sloppy spelling says about a move, and whether a legal move fits it.

use crate::chess::notation::CheckMark;
use crate::chess::{Bitboard, CastlingSide, Move, MoveKind, Position, Role};

/// One way to understand a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    pub(super) shape: Shape,
    pub(super) class: Class,
    pub(super) mark: Option<CheckMark>,
    pub(super) lookalike: bool,
}

/// How far the letters of a word are trusted. A later class is asked only when no legal move
/// fits an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    /// Piece letters as the table has them; a lower-case letter is a file.
    Exact,
    /// Piece letters in the other case: `nf3`, and `bc4` when no pawn can take there.
    OtherCase,
    /// The first letter is the pawn's: a piece in some other language.
    PawnLetter,
}

impl Class {
    pub(super) const ALL: [Self; 3] = [Self::Exact, Self::OtherCase, Self::PawnLetter];
}

/// The kind of thing a word says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Move(Pattern),
    Castle(CastlingSide),
    Null,
    /// `N@f3`, of Crazyhouse.
    Drop,
}

/// A piece or pawn that goes somewhere, as far as the text tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    /// `None` for coordinates: whatever stands there.
    pub(super) role: Option<Role>,
    pub(super) origin: Bitboard,
    /// One square, or a file in minimal notation (`ed`).
    pub(super) target: Bitboard,
    /// A capture sign is written. One that is left out says nothing.
    pub(super) capture: bool,
    pub(super) promotion: Option<Role>,
    pub(super) en_passant: bool,
}

impl Pattern {
    /// Whether a legal move is what the text says. A promotion that is not named fits as well:
    /// that it is missing is for the caller to find.
    pub(super) fn fits(&self, position: &Position, mv: Move) -> bool {
        let board = position.board();
        let en_passant = match mv.kind {
            MoveKind::Castle(_) | MoveKind::Null => return false,
            MoveKind::EnPassant => true,
            MoveKind::Normal | MoveKind::Promotion(_) => false,
        };
        self.origin.contains(mv.from)
            && self.target.contains(mv.to)
            && (self.role.is_none() || self.role == board.role_at(mv.from))
            && (self.promotion.is_none() || self.promotion == mv.promotion())
            && (!self.en_passant || en_passant)
            && (!self.capture || en_passant || board.occupied().contains(mv.to))
    }
}
