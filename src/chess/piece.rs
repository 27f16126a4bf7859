//! Colors, roles and pieces, with their letters.
//!
//! Takes letters of FEN and SAN, gives what they stand for. Letters of other languages belong
//! to [`notation`](super::notation).

use std::fmt;
use std::ops::Not;

use super::Rank;

/// The side a piece belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// Moves first.
    White,
    /// Moves second.
    Black,
}

/// What a piece is, whatever its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// The pawn.
    Pawn,
    /// The knight.
    Knight,
    /// The bishop.
    Bishop,
    /// The rook.
    Rook,
    /// The queen.
    Queen,
    /// The king.
    King,
}

/// A role and the side it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// The side.
    pub color: Color,
    /// The role.
    pub role: Role,
}

impl Color {
    /// Both colours, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank where the king and the rooks start.
    #[inline]
    pub const fn back_rank(self) -> Rank {
        [Rank::FIRST, Rank::EIGHTH][self.index()]
    }

    /// The rank where the pawns start.
    #[inline]
    pub const fn pawn_rank(self) -> Rank {
        [Rank::SECOND, Rank::SEVENTH][self.index()]
    }

    /// The rank where the pawns of this colour promote.
    #[inline]
    pub const fn promotion_rank(self) -> Rank {
        [Rank::EIGHTH, Rank::FIRST][self.index()]
    }

    /// `white` or `black`.
    pub const fn name(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Black => "black",
        }
    }

    /// The letter of FEN's second field.
    #[inline]
    pub(super) const fn fen_letter(self) -> u8 {
        b"wb"[self.index()]
    }
}

impl Not for Color {
    type Output = Color;

    #[inline]
    fn not(self) -> Color {
        [Color::Black, Color::White][self.index()]
    }
}

impl Role {
    /// All roles, from pawn to king.
    pub const ALL: [Role; 6] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

    /// The roles a pawn may become, in the order they are listed.
    pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

    /// 0 for a pawn, 5 for a king.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The English letter in upper case, `P` for a pawn.
    #[inline]
    pub const fn letter(self) -> u8 {
        match self {
            Role::Pawn => b'P',
            Role::Knight => b'N',
            Role::Bishop => b'B',
            Role::Rook => b'R',
            Role::Queen => b'Q',
            Role::King => b'K',
        }
    }

    /// The role of an upper-case English letter.
    #[inline]
    pub const fn from_letter(letter: u8) -> Option<Role> {
        Some(match letter {
            b'P' => Role::Pawn,
            b'N' => Role::Knight,
            b'B' => Role::Bishop,
            b'R' => Role::Rook,
            b'Q' => Role::Queen,
            b'K' => Role::King,
            _ => return None,
        })
    }

    /// The English name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Pawn => "pawn",
            Role::Knight => "knight",
            Role::Bishop => "bishop",
            Role::Rook => "rook",
            Role::Queen => "queen",
            Role::King => "king",
        }
    }
}

impl Piece {
    /// The piece of a colour and a role.
    #[inline]
    pub const fn new(color: Color, role: Role) -> Piece {
        Piece { color, role }
    }

    /// The letter of FEN: upper case for White, lower case for Black.
    #[inline]
    pub const fn fen_letter(self) -> u8 {
        match self.color {
            Color::White => self.role.letter(),
            Color::Black => self.role.letter().to_ascii_lowercase(),
        }
    }

    /// The piece of a FEN letter.
    #[inline]
    pub const fn from_fen_letter(letter: u8) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match Role::from_letter(letter.to_ascii_uppercase()) {
            Some(role) => Some(Piece { color, role }),
            None => None,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_read_back() {
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = Piece::new(color, role);
                assert_eq!(Piece::from_fen_letter(piece.fen_letter()), Some(piece));
                assert_eq!(Role::from_letter(role.letter()), Some(role));
            }
        }
        for letter in [b'x', b'1', b'/', b' ', 0, 0xFF] {
            assert_eq!(Piece::from_fen_letter(letter), None, "{letter}");
        }
        assert_eq!(Role::from_letter(b'n'), None);
    }
}
