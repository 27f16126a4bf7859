//! Squares, files and ranks: the coordinates of the board.
//!
//! Takes indices or the text `e4`, gives typed coordinates. Sets of squares are
//! [`Bitboard`]s; who attacks what is in [`attacks`](super::attacks).

use std::fmt;

use super::Bitboard;

/// A file, a to h.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct File(u8);

/// A rank, 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

/// A square: a1 is 0, b1 is 1, h8 is 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

macro_rules! constants {
    ($type:ident: $($name:ident)*) => { constants!(@ $type 0u8; $($name)*); };
    (@ $type:ident $value:expr; $name:ident $($rest:ident)*) => {
        #[doc = concat!("`", stringify!($name), "`.")]
        pub const $name: $type = $type($value);
        constants!(@ $type $value + 1; $($rest)*);
    };
    (@ $type:ident $value:expr;) => {};
}

impl File {
    constants!(File: A B C D E F G H);

    /// The files from a to h.
    pub const ALL: [File; 8] = [Self::A, Self::B, Self::C, Self::D, Self::E, Self::F, Self::G, Self::H];

    /// The file of an index, 0 for the a-file.
    #[inline]
    pub const fn from_index(index: u8) -> Option<File> {
        if index < 8 { Some(File(index)) } else { None }
    }

    /// The file of a lower-case letter.
    #[inline]
    pub const fn from_letter(letter: u8) -> Option<File> {
        Self::from_index(letter.wrapping_sub(b'a'))
    }

    /// 0 for the a-file, 7 for the h-file.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 7) as usize
    }

    /// The lower-case letter.
    #[inline]
    pub const fn letter(self) -> u8 {
        b'a' + self.0
    }

    /// The eight squares of the file.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << (self.0 & 7))
    }
}

impl Rank {
    constants!(Rank: FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH);

    /// The ranks from 1 to 8.
    pub const ALL: [Rank; 8] =
        [Self::FIRST, Self::SECOND, Self::THIRD, Self::FOURTH, Self::FIFTH, Self::SIXTH, Self::SEVENTH, Self::EIGHTH];

    /// The rank of an index, 0 for the first rank.
    #[inline]
    pub const fn from_index(index: u8) -> Option<Rank> {
        if index < 8 { Some(Rank(index)) } else { None }
    }

    /// The rank of a digit, `1` to `8`.
    #[inline]
    pub const fn from_digit(digit: u8) -> Option<Rank> {
        Self::from_index(digit.wrapping_sub(b'1'))
    }

    /// 0 for the first rank, 7 for the eighth.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 7) as usize
    }

    /// The digit, `1` to `8`.
    #[inline]
    pub const fn digit(self) -> u8 {
        b'1' + self.0
    }

    /// The eight squares of the rank.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(0xFF << ((self.0 & 7) * 8))
    }
}

impl Square {
    constants!(Square:
        A1 B1 C1 D1 E1 F1 G1 H1
        A2 B2 C2 D2 E2 F2 G2 H2
        A3 B3 C3 D3 E3 F3 G3 H3
        A4 B4 C4 D4 E4 F4 G4 H4
        A5 B5 C5 D5 E5 F5 G5 H5
        A6 B6 C6 D6 E6 F6 G6 H6
        A7 B7 C7 D7 E7 F7 G7 H7
        A8 B8 C8 D8 E8 F8 G8 H8);

    /// The square where a file and a rank meet.
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Square {
        Square(rank.0 * 8 + file.0)
    }

    /// The square of an index, 0 for a1 and 63 for h8.
    #[inline]
    pub const fn from_index(index: u8) -> Option<Square> {
        if index < 64 { Some(Square(index)) } else { None }
    }

    /// Reads exactly two bytes, like `e4`, in lower case.
    ///
    /// ```
    /// use plydex::chess::Square;
    /// assert_eq!(Square::from_text(b"e4"), Some(Square::E4));
    /// assert_eq!(Square::from_text(b"E4"), None);
    /// ```
    #[inline]
    pub fn from_text(text: &[u8]) -> Option<Square> {
        let [file, rank] = *text else { return None };
        Some(Square::new(File::from_letter(file)?, Rank::from_digit(rank)?))
    }

    /// 0 for a1, 63 for h8.
    // The mask says that it is below 64, which spares bounds checks on tables of squares.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The file it is on.
    #[inline]
    pub const fn file(self) -> File {
        File(self.0 & 7)
    }

    /// The rank it is on.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank((self.0 & 63) >> 3)
    }

    /// The set of this square alone.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << (self.0 & 63))
    }

    /// The square as the other side sees it: e2 becomes e7.
    #[inline]
    pub const fn flip_rank(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// Appends the square, like `e4`.
    #[inline]
    pub fn write(self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.text());
    }

    #[inline]
    pub(super) const fn text(self) -> [u8; 2] {
        [self.file().letter(), self.rank().digit()]
    }

    /// The square of the lowest bit; of no bits at all, nothing anyone may use.
    #[inline]
    pub(super) const fn lowest(bits: u64) -> Square {
        Square(bits.trailing_zeros() as u8 & 63)
    }

    /// The square between two that stand two ranks apart on a file.
    #[inline]
    pub(super) const fn halfway(self, other: Square) -> Square {
        Square((self.0 + other.0) / 2)
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(self.letter()))
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(self.digit()))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_reads_back_what_it_writes() {
        for index in 0..64 {
            let square = Square::from_index(index).expect("below 64");
            let mut text = Vec::new();
            square.write(&mut text);
            assert_eq!(Square::from_text(&text), Some(square), "{square}");
            assert_eq!(text, square.to_string().into_bytes());
            assert_eq!(Square::new(square.file(), square.rank()), square);
            assert_eq!(square.index(), usize::from(index));
        }
        assert_eq!(Square::from_index(64), None);
    }

    #[test]
    fn only_two_lower_case_bytes_are_a_square() {
        for text in ["", "e", "e44", "i4", "e9", "e0", "E4", "4e", "e "] {
            assert_eq!(Square::from_text(text.as_bytes()), None, "{text:?}");
        }
    }

    #[test]
    fn constants_stand_where_their_names_say() {
        for (square, text) in [(Square::A1, "a1"), (Square::H1, "h1"), (Square::E4, "e4"), (Square::H8, "h8")] {
            assert_eq!(square.to_string(), text);
        }
        assert_eq!(Square::E2.flip_rank(), Square::E7);
        assert_eq!((File::H.index(), Rank::EIGHTH.index()), (7, 7));
    }
}
