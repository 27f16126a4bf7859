//! Why a descriptive text fits no legal move. Runs only when there is an error to report.

use crate::chess::notation::descriptive::pattern::{Pattern, Reading, Shape, seen_by};
use crate::chess::notation::pattern as algebraic;
use crate::chess::notation::reason::OriginHint;
use crate::chess::notation::{MoveError, Reason, explain as algebra};
use crate::chess::{Bitboard, CastlingSide, File, Position, Rank, Role, Square};

/// The error of a word whose first reading is `reading`, where no reading is legal.
pub(super) fn explain(position: &Position, reading: &Reading) -> MoveError {
    let turn = position.turn();
    match reading.shape {
        _ if position.is_checkmate() => MoveError::illegal(Reason::Checkmated(turn)),
        _ if position.is_stalemate() => MoveError::illegal(Reason::Stalemated(turn)),
        Shape::Castle(sides) => {
            let side = sides.first().copied().unwrap_or(CastlingSide::King);
            in_algebra(position, algebraic::Shape::Castle(side))
        }
        Shape::Move(pattern) => man_move(position, &pattern),
    }
}

/// The reason that the same move written with one square has.
fn in_algebra(position: &Position, shape: algebraic::Shape) -> MoveError {
    let reading = algebraic::Reading { shape, class: algebraic::Class::Exact, mark: None, lookalike: false };
    algebra::explain(position, &reading)
}

fn man_move(position: &Position, pattern: &Pattern) -> MoveError {
    let us = position.turn();
    let board = position.board();
    let named = seen_by(us, pattern.target);
    let targets = match (pattern.en_passant, pattern.victim) {
        (true, _) => position.ep_square().map_or(Bitboard::EMPTY, Square::bitboard) & named,
        (false, Some(role)) => board.pieces(!us, role) & named,
        (false, None) => named,
    };
    let reasons = targets.into_iter().map(|to| to_square(position, pattern, to));
    // Of the squares a text may mean, the one that something nearly goes to.
    let is_far = |error: &MoveError| matches!(error.reason(), Reason::CannotReach(..) | Reason::NoPieceOn(..));
    match (reasons.min_by_key(is_far), pattern.victim) {
        (Some(error), _) => error,
        (None, Some(role)) if !pattern.en_passant => MoveError::illegal(Reason::NoPieceOn(!us, role, hint(named))),
        (None, _) => MoveError::illegal(Reason::NotEnPassant),
    }
}

fn to_square(position: &Position, pattern: &Pattern, to: Square) -> MoveError {
    let us = position.turn();
    if !pattern.capture && position.board().color(!us).contains(to) {
        return MoveError::illegal(Reason::Occupied(to));
    }
    let mut origin = seen_by(us, pattern.origin);
    if pattern.role == Role::Pawn && !pattern.capture {
        origin &= to.file().bitboard();
    }
    in_algebra(
        position,
        algebraic::Shape::Move(algebraic::Pattern {
            role: Some(pattern.role),
            origin,
            target: to.bitboard(),
            capture: pattern.capture,
            promotion: pattern.promotion,
            en_passant: pattern.en_passant,
        }),
    )
}

/// The square, file or rank that these squares are, to name in a message.
fn hint(squares: Bitboard) -> OriginHint {
    let file = || File::ALL.into_iter().find(|file| file.bitboard() == squares).map(OriginHint::File);
    let rank = || Rank::ALL.into_iter().find(|rank| rank.bitboard() == squares).map(OriginHint::Rank);
    let square = squares.single().map(OriginHint::Square);
    square.or_else(file).or_else(rank).unwrap_or(OriginHint::Anywhere)
}
