//! Standard algebraic notation, as the PGN standard has it: text taken apart.
//!
//! [`San::resolve`] finds the move; [`write()`] is the way back. Every spelling that the standard
//! does not have is left to [`sloppy`](super::sloppy).

use crate::chess::notation::CheckMark;
use crate::chess::{Bitboard, CastlingSide, File, Rank, Role, Square};

pub use super::resolve::SanError;
pub(crate) use super::write::mark;
pub use super::write::{write, write_mark};

/// A move as standard SAN names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum San {
    /// A piece or a pawn goes to a square.
    Piece {
        /// What moves.
        role: Role,
        /// Where it goes.
        to: Square,
        /// The squares that the text allows it to come from. A pawn's file is always in it.
        origin: Bitboard,
        /// What a pawn becomes.
        promotion: Option<Role>,
        /// An `x` was written. A piece may leave it out, a pawn may not.
        capture: bool,
    },
    /// `O-O` and `O-O-O`.
    Castle(CastlingSide),
    /// `--`.
    Null,
}

impl San {
    /// Takes standard SAN apart, over-disambiguation (`Ng1f3`) included; `None` for any other
    /// spelling.
    ///
    /// ```
    /// use plydex::chess::notation::{CheckMark, San};
    ///
    /// let (_, mark) = San::parse(b"Nbd7+").expect("standard SAN");
    /// assert_eq!(mark, Some(CheckMark::Check));
    /// assert!(San::parse(b"Nb-d7").is_none());
    /// ```
    pub fn parse(text: &[u8]) -> Option<(Self, Option<CheckMark>)> {
        let (body, mark) = match text {
            [body @ .., b'+'] => (body, Some(CheckMark::Check)),
            [body @ .., b'#'] => (body, Some(CheckMark::Mate)),
            body => (body, None),
        };
        let (&first, rest) = body.split_first()?;
        let san = match first {
            b'a'..=b'h' => pawn(File::from_letter(first)?, rest)?,
            b'N' => piece(Role::Knight, rest)?,
            b'B' => piece(Role::Bishop, rest)?,
            b'R' => piece(Role::Rook, rest)?,
            b'Q' => piece(Role::Queen, rest)?,
            b'K' => piece(Role::King, rest)?,
            b'O' => match rest {
                b"-O" => Self::Castle(CastlingSide::King),
                b"-O-O" => Self::Castle(CastlingSide::Queen),
                _ => return None,
            },
            b'-' if rest == b"-" => Self::Null,
            _ => return None,
        };
        Some((san, mark))
    }
}

/// What follows a pawn's file: `4`, `xd5`, `8=Q`, `xd8=Q`.
fn pawn(file: File, rest: &[u8]) -> Option<San> {
    let (rest, promotion) = match rest {
        [rest @ .., b'=', letter] => match Role::from_letter(*letter)? {
            Role::Pawn | Role::King => return None,
            role => (rest, Some(role)),
        },
        rest => (rest, None),
    };
    let (to, capture) = match *rest {
        [rank] => (Square::new(file, Rank::from_digit(rank)?), false),
        [b'x', to_file, rank] => (square(to_file, rank)?, true),
        _ => return None,
    };
    Some(San::Piece { role: Role::Pawn, to, origin: file.bitboard(), promotion, capture })
}

/// What follows a piece letter: `f3`, `xf3`, `gf3`, `1f3`, `g1f3`, each with or without an `x`.
fn piece(role: Role, rest: &[u8]) -> Option<San> {
    let (before, to) = rest.split_last_chunk::<2>()?;
    let to = square(to[0], to[1])?;
    let (hint, capture) = match before {
        [hint @ .., b'x'] => (hint, true),
        hint => (hint, false),
    };
    let origin = match *hint {
        [] => Bitboard::FULL,
        [file @ b'a'..=b'h'] => File::from_letter(file)?.bitboard(),
        [rank] => Rank::from_digit(rank)?.bitboard(),
        [file, rank] => square(file, rank)?.bitboard(),
        _ => return None,
    };
    Some(San::Piece { role, to, origin, promotion: None, capture })
}

fn square(file: u8, rank: u8) -> Option<Square> {
    Some(Square::new(File::from_letter(file)?, Rank::from_digit(rank)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_spellings_of_the_standard_are_parsed() {
        for text in
            ["e4", "exd5", "e8=Q+", "exd8=N#", "Nf3", "Nbd2", "N1d2", "Nb1d2", "Nb1xd2", "O-O", "O-O-O#", "--", "Kxe2"]
        {
            assert!(San::parse(text.as_bytes()).is_some(), "{text}");
        }
        for text in [
            "", "+", "e", "e9", "i4", "ed5", "e8Q", "e8=K", "e8=P", "N", "Nf", "Sf3", "Pe4", "0-0", "O-", "O-O-O-O",
            "Nf3=Q", "Nf3++", "Nx", "N-f3", "nf3", "-", "e4e5", "Nbbd2",
        ] {
            assert!(San::parse(text.as_bytes()).is_none(), "{text}");
        }
    }
}
