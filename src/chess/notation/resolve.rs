//! Finds the move that standard SAN names: the fast path of replaying games.
//!
//! It looks backwards from the target square, without a list of moves, and at pins only where
//! [`Position::is_safe`] says that a piece may be pinned.

use crate::chess::notation::San;
use crate::chess::{Bitboard, Color, Move, MoveKind, Position, Role, Square, attacks};

/// Why a [`San`] names no move of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SanError {
    /// No legal move fits.
    Illegal,
    /// Two or more do, from these squares.
    Ambiguous(Bitboard),
    /// A pawn reaches the last rank and no piece is named.
    MissingPromotion,
    /// A null move while in check.
    IllegalNull,
}

impl San {
    /// The legal move it names.
    ///
    /// # Errors
    /// [`SanError`]; only legal moves count towards an ambiguity.
    pub fn resolve(&self, position: &Position) -> Result<Move, SanError> {
        match *self {
            Self::Piece { role: Role::Pawn, to, origin, promotion, capture } => {
                pawn_move(position, to, origin, promotion, capture)
            }
            Self::Piece { role, to, origin, capture, .. } => piece_move(position, role, to, origin, capture),
            Self::Castle(side) => position.castle_move(side).ok_or(SanError::Illegal),
            Self::Null if position.in_check() => Err(SanError::IllegalNull),
            Self::Null => Ok(Move::NULL),
        }
    }
}

fn piece_move(position: &Position, role: Role, to: Square, origin: Bitboard, capture: bool) -> Result<Move, SanError> {
    let board = position.board();
    let us = position.turn();
    let may_go = if capture { board.color(!us) } else { !board.color(us) };
    if !may_go.contains(to) || to == board.king(!us) {
        return Err(SanError::Illegal);
    }
    piece_from(position, role, to, origin).map(|from| Move::normal(from, to))
}

/// Where the one piece stands that can legally go to a square, which it may enter.
pub(super) fn piece_from(position: &Position, role: Role, to: Square, origin: Bitboard) -> Result<Square, SanError> {
    let board = position.board();
    let candidates = board.pieces(position.turn(), role) & origin & attacks::of(role, to, board.occupied());
    // A pinned piece is no candidate.
    let mut legal = Bitboard::EMPTY;
    for from in candidates {
        if position.is_safe(Move::normal(from, to)) {
            legal |= from.bitboard();
        }
    }
    match legal.single() {
        Some(from) => Ok(from),
        None if legal.is_empty() => Err(SanError::Illegal),
        None => Err(SanError::Ambiguous(legal)),
    }
}

fn pawn_move(
    position: &Position,
    to: Square,
    origin: Bitboard,
    promotion: Option<Role>,
    capture: bool,
) -> Result<Move, SanError> {
    let board = position.board();
    let us = position.turn();
    let pawns = board.pieces(us, Role::Pawn) & origin;
    let mut kind = MoveKind::Normal;
    if to == board.king(!us) {
        return Err(SanError::Illegal);
    }
    let from = if capture {
        if !board.color(!us).contains(to) {
            if position.ep_square() != Some(to) {
                return Err(SanError::Illegal);
            }
            kind = MoveKind::EnPassant;
        }
        // From one file at most one pawn captures on a square.
        (pawns & attacks::pawn(!us, to)).first()
    } else {
        pushed_from(us, pawns, board.occupied(), to)
    };
    let Some(from) = from else {
        return Err(SanError::Illegal);
    };
    match (promotion, to.rank() == us.promotion_rank()) {
        (Some(role), true) => kind = MoveKind::Promotion(role),
        (None, false) => {}
        (Some(_), false) => return Err(SanError::Illegal),
        (None, true) => return Err(SanError::MissingPromotion),
    }
    let mv = Move { from, to, kind };
    if position.is_safe(mv) { Ok(mv) } else { Err(SanError::Illegal) }
}

/// The pawn that goes straight to `to`, by one step or two.
fn pushed_from(us: Color, pawns: Bitboard, occupied: Bitboard, to: Square) -> Option<Square> {
    if occupied.contains(to) {
        return None;
    }
    let one = behind(us, to)?;
    if pawns.contains(one) {
        return Some(one);
    }
    let two = behind(us, one)?;
    let double = two.rank() == us.pawn_rank() && !occupied.contains(one) && pawns.contains(two);
    double.then_some(two)
}

/// The square a pawn of `us` comes from when it steps to `to`.
pub(super) fn behind(us: Color, to: Square) -> Option<Square> {
    let index = to.index() as u8;
    match us {
        Color::White => index.checked_sub(8).and_then(Square::from_index),
        Color::Black => Square::from_index(index + 8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::tests::{PROMOTION, position};

    #[test]
    fn resolving_tells_the_kind_of_failure() {
        let three = "7k/8/8/8/4N3/8/N3N3/7K w - - 0 1";
        let check = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1";
        let knights = [Square::A2, Square::E2, Square::E4];
        let knights = knights.into_iter().map(Square::bitboard).fold(Bitboard::EMPTY, |a, b| a | b);
        for (fen, text, error) in [
            (three, "Nc3", SanError::Ambiguous(knights)),
            (three, "Nf5", SanError::Illegal),
            (three, "Nxc3", SanError::Illegal),
            (check, "--", SanError::IllegalNull),
            (PROMOTION, "e8", SanError::MissingPromotion),
            ("start", "e4=Q", SanError::Illegal),
            ("start", "e5", SanError::Illegal),
            ("start", "exd3", SanError::Illegal),
            ("start", "O-O", SanError::Illegal),
        ] {
            let (san, _) = San::parse(text.as_bytes()).expect(text);
            assert_eq!(san.resolve(&position(fen)), Err(error), "{text} in {fen}");
        }
    }
}
