//! What a descriptive text demands of a move.

use crate::chess::notation::CheckMark;
use crate::chess::{Bitboard, CastlingSide, Color, Move, MoveKind, Position, Role, Square};

/// One way to understand a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    pub(super) shape: Shape,
    pub(super) mark: Option<CheckMark>,
}

/// The kind of thing a word says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// To any of these sides: `Castles` does not say which.
    Castle(&'static [CastlingSide]),
    Move(Pattern),
}

/// A man that goes somewhere or takes something. Squares are as the mover counts them, which for
/// White is as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    pub(super) role: Role,
    pub(super) wing: Option<CastlingSide>,
    /// A pawn's file is here, and every square that is written of the man that moves.
    pub(super) origin: Bitboard,
    /// Where the man ends; for `PxBP` all squares of the bishops' files.
    pub(super) target: Bitboard,
    pub(super) capture: bool,
    /// The man that is taken. `None` where a square alone is written: `BxN5`.
    pub(super) victim: Option<Role>,
    pub(super) victim_wing: Option<CastlingSide>,
    pub(super) promotion: Option<Role>,
    pub(super) en_passant: bool,
}

impl Pattern {
    /// Whether a legal move is what the text says, but for promotions and wings.
    pub(super) fn fits(&self, position: &Position, mv: Move) -> bool {
        let en_passant = match mv.kind {
            MoveKind::Castle(_) | MoveKind::Null => return false,
            MoveKind::EnPassant => true,
            MoveKind::Normal | MoveKind::Promotion(_) => false,
        };
        let us = position.turn();
        let board = position.board();
        let taken = board.role_at(taken_on(mv));
        board.role_at(mv.from) == Some(self.role)
            && taken.is_some() == self.capture
            && (self.victim.is_none() || self.victim == taken)
            && (en_passant || !self.en_passant)
            && seen_by(us, self.origin).contains(mv.from)
            && seen_by(us, self.target).contains(mv.to)
    }
}

/// Where the man stands that a move takes, if it takes one.
pub(super) fn taken_on(mv: Move) -> Square {
    match mv.kind {
        MoveKind::EnPassant => Square::new(mv.to.file(), mv.from.rank()),
        MoveKind::Normal | MoveKind::Promotion(_) | MoveKind::Castle(_) | MoveKind::Null => mv.to,
    }
}

/// Squares as `color` counts them, as squares of the board, and back.
pub(super) fn seen_by(color: Color, squares: Bitboard) -> Bitboard {
    match color {
        Color::White => squares,
        // A rank is a byte.
        Color::Black => Bitboard(squares.0.swap_bytes()),
    }
}
