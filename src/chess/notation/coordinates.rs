//! A move as two squares and a promotion: what UCI and every code of digits or letters say.
//!
//! How the squares are spelled is with each of them; here is which move they stand for. Castling is
//! the king's move in standard chess and king takes rook in Chess960; both are read in either.

use crate::chess::notation::pattern::{Class, Pattern, Reading, Shape};
use crate::chess::notation::{CheckMark, MoveError, ReadMove, San, sloppy};
use crate::chess::{CastlingSide, Move, MoveKind, Position, Role, Square, Variant};

/// The squares a move names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Coordinates {
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) promotion: Option<Role>,
}

impl Coordinates {
    /// The squares of a move of `position`; a null move has none.
    pub(super) fn of(position: &Position, mv: Move) -> Option<Self> {
        let to = match mv.kind {
            MoveKind::Null => return None,
            MoveKind::Castle(side) if position.variant() != Variant::Chess960 => side.king_to(position.turn()),
            MoveKind::Castle(_) | MoveKind::Normal | MoveKind::EnPassant | MoveKind::Promotion(_) => mv.to,
        };
        Some(Self { from: mv.from, to, promotion: mv.promotion() })
    }

    /// The legal move, or the reason why it is none.
    pub(super) fn read(self, position: &Position, mark: Option<CheckMark>) -> Result<ReadMove, MoveError> {
        if let Some(mv) = self.legal(position) {
            return Ok(ReadMove::plain(mv, mark));
        }
        let pattern = Pattern {
            role: self.promotion.map(|_| Role::Pawn),
            origin: self.from.bitboard(),
            target: self.to.bitboard(),
            capture: false,
            promotion: self.promotion,
            en_passant: false,
        };
        let reading = Reading { shape: Shape::Move(pattern), class: Class::Exact, mark, lookalike: false };
        sloppy::settle(position, &[reading])
    }

    /// The legal move, without a list of moves; `None` tells no reason.
    pub(super) fn legal(self, position: &Position) -> Option<Move> {
        let Self { from, to, promotion } = self;
        let piece = position.board().piece_at(from)?;
        if piece.color != position.turn() {
            return None;
        }
        let san = San::Piece {
            role: piece.role,
            to,
            origin: from.bitboard(),
            promotion,
            capture: piece.role == Role::Pawn && from.file() != to.file(),
        };
        if promotion.is_some() && piece.role != Role::Pawn {
            return None;
        }
        let castling = || match piece.role {
            Role::King => castling(position, from, to),
            _ => None,
        };
        san.resolve(position).ok().or_else(castling)
    }
}

/// The castling that a king's move from `from` to `to` stands for: to its rook, or to the square
/// where castling takes the king.
pub(super) fn castling(position: &Position, from: Square, to: Square) -> Option<Move> {
    let us = position.turn();
    if position.board().king(us) != from {
        return None;
    }
    let sides = [CastlingSide::King, CastlingSide::Queen];
    let to_rook = |&side: &CastlingSide| position.castling().rook(us, side) == Some(to);
    let to_target = |&side: &CastlingSide| side.king_to(us) == to;
    let side = sides.iter().copied().find(to_rook).or_else(|| sides.iter().copied().find(to_target))?;
    position.castle_move(side)
}
