//! Castling rights: which rook each side may still castle with.
//!
//! Takes the rooks that hold a right and forgets them as pieces leave their squares. Whether a
//! castling is legal now is the [`Position`](super::Position)'s business.

use super::{Bitboard, Color, File, Square};

/// The side of the board a king castles to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CastlingSide {
    /// To the g-file, `O-O`.
    King,
    /// To the c-file, `O-O-O`.
    Queen,
}

impl CastlingSide {
    /// Both sides, the king's first.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::King, CastlingSide::Queen];

    /// 0 for the king's side, 1 for the queen's.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Where the king ends.
    #[inline]
    pub const fn king_to(self, color: Color) -> Square {
        let file = match self {
            CastlingSide::King => File::G,
            CastlingSide::Queen => File::C,
        };
        Square::new(file, color.back_rank())
    }

    /// Where the rook ends.
    #[inline]
    pub const fn rook_to(self, color: Color) -> Square {
        let file = match self {
            CastlingSide::King => File::F,
            CastlingSide::Queen => File::D,
        };
        Square::new(file, color.back_rank())
    }
}

const NO_ROOK: u8 = 64;

/// The rooks that may still castle, by colour and side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Castling {
    /// Indices of squares, or [`NO_ROOK`]: small, since every move keeps them for its undo.
    rooks: [[u8; 2]; 2],
    /// The same rooks as a set: a move that touches none of them is the usual one.
    squares: Bitboard,
    /// A bit for each right, in the order of FEN: `K` 1, `Q` 2, `k` 4, `q` 8.
    bits: u8,
}

impl Default for Castling {
    fn default() -> Castling {
        Castling::NONE
    }
}

impl Castling {
    /// Nobody may castle.
    pub const NONE: Castling = Castling { rooks: [[NO_ROOK; 2]; 2], squares: Bitboard::EMPTY, bits: 0 };

    /// The rights as bits, in the order of FEN: `K` 1, `Q` 2, `k` 4, `q` 8.
    #[inline]
    pub(super) const fn bits(&self) -> usize {
        (self.bits & 15) as usize
    }

    /// The rook this side may castle with.
    #[inline]
    pub const fn rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        Square::from_index(self.rooks[color.index()][side.index()])
    }

    /// The squares of all rooks that may castle.
    #[inline]
    pub const fn rooks(&self) -> Bitboard {
        self.squares
    }

    /// Whether nobody may castle.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.squares.is_empty()
    }

    /// Whether this colour may castle to either side.
    #[inline]
    pub const fn has(&self, color: Color) -> bool {
        self.rooks[color.index()][0] != NO_ROOK || self.rooks[color.index()][1] != NO_ROOK
    }

    /// Gives the right to castle with the rook on this square.
    pub fn set(&mut self, color: Color, side: CastlingSide, rook: Square) {
        self.rooks[color.index()][side.index()] = rook.index() as u8;
        self.recount();
    }

    /// Takes the right of the rooks on these squares.
    pub fn remove(&mut self, squares: Bitboard) {
        for rook in self.rooks.as_flattened_mut() {
            if Square::from_index(*rook).is_some_and(|rook| squares.contains(rook)) {
                *rook = NO_ROOK;
            }
        }
        self.recount();
    }

    /// Takes both rights of a colour.
    pub fn remove_color(&mut self, color: Color) {
        self.rooks[color.index()] = [NO_ROOK; 2];
        self.recount();
    }

    fn recount(&mut self) {
        let rooks = self.rooks.as_flattened();
        self.squares = rooks.iter().filter_map(|&rook| Square::from_index(rook)).collect();
        self.bits = rooks.iter().rev().fold(0, |bits, &rook| bits << 1 | u8::from(rook != NO_ROOK));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rights_go_by_rook_or_by_color() {
        let mut castling = Castling::NONE;
        castling.set(Color::White, CastlingSide::King, Square::H1);
        castling.set(Color::White, CastlingSide::Queen, Square::A1);
        castling.set(Color::Black, CastlingSide::Queen, Square::A8);
        assert_eq!(castling.rooks().count(), 3);

        castling.remove(Square::A1.bitboard().with(Square::A8));
        assert_eq!(castling.rook(Color::White, CastlingSide::King), Some(Square::H1));
        assert_eq!(castling.rook(Color::White, CastlingSide::Queen), None);
        assert!(!castling.has(Color::Black));

        castling.remove_color(Color::White);
        assert!(castling.is_empty());
        assert_eq!(castling, Castling::NONE);
    }
}
