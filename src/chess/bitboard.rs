//! Sets of squares, one bit a square.
//!
//! Takes and gives squares and sets of them; what the sets mean is up to the caller.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::Square;

/// A set of squares. Bit 0 is a1, bit 63 is h8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 64 squares.
    pub const FULL: Bitboard = Bitboard(!0);

    /// Whether no square is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether at least one square is in the set.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & square.bitboard().0 != 0
    }

    /// The square nearest to a1, rank by rank.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.is_empty() { None } else { Some(Square::lowest(self.0)) }
    }

    /// How many squares are in the set.
    #[inline]
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether two squares or more are in the set.
    #[inline]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The square, if there is exactly one.
    #[inline]
    pub const fn single(self) -> Option<Square> {
        if self.more_than_one() { None } else { self.first() }
    }

    /// The set with this square.
    #[inline]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | square.bitboard().0)
    }

    /// The set without this square.
    #[inline]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !square.bitboard().0)
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Bitboard {
        square.bitboard()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $assign_trait:ident $assign:ident $op:tt)*) => {$(
        impl $trait for Bitboard {
            type Output = Bitboard;

            #[inline]
            fn $method(self, other: Bitboard) -> Bitboard {
                Bitboard(self.0 $op other.0)
            }
        }

        impl $assign_trait for Bitboard {
            #[inline]
            fn $assign(&mut self, other: Bitboard) {
                self.0 = self.0 $op other.0;
            }
        }
    )*};
}

operators! {
    BitAnd bitand BitAndAssign bitand_assign &
    BitOr bitor BitOrAssign bitor_assign |
    BitXor bitxor BitXorAssign bitxor_assign ^
}

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

/// The squares of a [`Bitboard`], from a1 to h8.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = Bitboard(self.0).count();
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_gives_back_its_squares_in_order() {
        for squares in [&[][..], &[Square::A1], &[Square::H8], &[Square::C2, Square::A4, Square::H8]] {
            let set: Bitboard = squares.iter().copied().collect();
            assert_eq!(set.into_iter().collect::<Vec<_>>(), squares);
            assert_eq!(set.count(), squares.len());
            assert_eq!(set.any(), !squares.is_empty());
            assert_eq!(set.first(), squares.first().copied());
            assert_eq!(set.more_than_one(), squares.len() > 1);
            assert_eq!(set.single(), (squares.len() == 1).then(|| squares[0]));
        }
    }

    #[test]
    fn with_and_without_undo_each_other() {
        let set = Square::E4.bitboard().with(Square::E5);
        assert!(set.contains(Square::E5));
        assert_eq!(set.without(Square::E5), Square::E4.into());
        assert_eq!(!Bitboard::EMPTY, Bitboard::FULL);
    }
}
