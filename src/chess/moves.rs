//! A move, and a list of them on the stack.
//!
//! A [`Move`] is resolved: it belongs to one position and says all that is needed to play it
//! there. Its text is made and read in [`notation`](super::notation).

use std::ops::Deref;

use super::{CastlingSide, Role, Square};

/// A move of one position.
///
/// Castling goes from the king's square to the rook's, in standard chess too: no other pair of
/// squares names every castling of Chess960.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the piece stands; the king, when castling.
    pub from: Square,
    /// Where it goes; the rook's square, when castling.
    pub to: Square,
    /// What else there is to it.
    pub kind: MoveKind,
}

/// What a move does beside going from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// A move or a capture, and nothing else.
    Normal,
    /// A pawn takes a pawn that has just passed it.
    EnPassant,
    /// King and rook move at once.
    Castle(CastlingSide),
    /// A pawn reaches the last rank, with or without a capture, and becomes this.
    Promotion(Role),
    /// Nobody moves; it is the other side's turn.
    Null,
}

impl Move {
    /// The null move.
    pub const NULL: Move = Move { from: Square::A1, to: Square::A1, kind: MoveKind::Null };

    /// A move or a capture, and nothing else.
    #[inline]
    pub const fn normal(from: Square, to: Square) -> Move {
        Move { from, to, kind: MoveKind::Normal }
    }

    /// What the pawn becomes, if it promotes.
    #[inline]
    pub const fn promotion(self) -> Option<Role> {
        match self.kind {
            MoveKind::Promotion(role) => Some(role),
            MoveKind::Normal | MoveKind::EnPassant | MoveKind::Castle(_) | MoveKind::Null => None,
        }
    }

    /// The side castled to, if it is castling.
    #[inline]
    pub const fn castling_side(self) -> Option<CastlingSide> {
        match self.kind {
            MoveKind::Castle(side) => Some(side),
            MoveKind::Normal | MoveKind::EnPassant | MoveKind::Promotion(_) | MoveKind::Null => None,
        }
    }

    /// Whether it is the null move.
    #[inline]
    pub const fn is_null(self) -> bool {
        matches!(self.kind, MoveKind::Null)
    }
}

/// Moves of one position, without an allocation. No position has more than 218 of them.
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; 256],
    len: usize,
}

impl MoveList {
    /// No moves.
    #[inline]
    pub const fn new() -> MoveList {
        MoveList { moves: [Move::NULL; 256], len: 0 }
    }

    /// Adds a move.
    ///
    /// # Panics
    /// When 256 moves are in the list.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.moves[self.len] = mv;
        self.len += 1;
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl std::fmt::Debug for MoveList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_fits_in_a_word() {
        assert_eq!(size_of::<Move>(), 4);
    }

    #[test]
    fn a_list_holds_what_was_pushed() {
        let mut list = MoveList::new();
        assert!(list.is_empty());
        list.push(Move::normal(Square::E2, Square::E4));
        assert_eq!(&*list, &[Move::normal(Square::E2, Square::E4)]);
    }
}
