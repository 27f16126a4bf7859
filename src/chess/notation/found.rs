//! The legal moves that fit a word, and what they come to: one is the answer, two are ambiguous.

use crate::chess::notation::pattern::{Class, Pattern, Reading, Shape};
use crate::chess::notation::{MoveError, ReadMove};
use crate::chess::{Bitboard, Move, MoveKind, MoveList, Position, Role};

/// The moves that fit a class of readings.
#[derive(Default)]
pub(super) struct Found {
    moves: Vec<(Move, Reading)>,
}

impl Found {
    pub(super) fn add_fitting(&mut self, position: &Position, legal: &MoveList, reading: &Reading) {
        match reading.shape {
            Shape::Move(pattern) => {
                for &mv in legal.iter().filter(|&&mv| pattern.fits(position, mv)) {
                    self.add(as_written(mv, &pattern), *reading);
                }
            }
            Shape::Castle(side) => {
                if let Some(mv) = position.castle_move(side) {
                    self.add(mv, *reading);
                }
            }
            Shape::Null if !position.in_check() => self.add(Move::NULL, *reading),
            Shape::Null | Shape::Drop => {}
        }
    }

    pub(super) fn add(&mut self, mv: Move, reading: Reading) {
        if self.moves.iter().all(|(other, _)| *other != mv) {
            self.moves.push((mv, reading));
        }
    }

    /// `None` if nothing fits.
    pub(super) fn settle(self) -> Option<Result<ReadMove, MoveError>> {
        let (mv, reading) = match self.moves[..] {
            [] => return None,
            [only] => only,
            _ => {
                let mut origins = Bitboard::EMPTY;
                for (mv, _) in self.moves {
                    origins |= mv.from.bitboard();
                }
                return Some(Err(MoveError::ambiguous(origins)));
            }
        };
        if mv.promotion() == Some(Role::Pawn) {
            return Some(Err(MoveError::MISSING_PROMOTION));
        }
        Some(Ok(ReadMove {
            mv,
            mark: reading.mark,
            lookalike: reading.lookalike,
            pawn_letter: reading.class == Class::PawnLetter,
        }))
    }
}

/// The four promotions of a pawn are one move as long as the text does not say which: a promotion
/// to a pawn, which no legal move is.
fn as_written(mv: Move, pattern: &Pattern) -> Move {
    match (mv.promotion(), pattern.promotion) {
        (Some(_), None) => Move { kind: MoveKind::Promotion(Role::Pawn), ..mv },
        _ => mv,
    }
}
