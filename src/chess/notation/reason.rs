//! Why a text is no legal move, in the words of chess.

use std::fmt;

use crate::chess::{Bitboard, CastlingSide, Color, File, Rank, Role, Square};

/// What stands in the way of a move. Shown as a clause: `no white knight can reach f3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The text has no form of a move.
    NotAMove,
    /// Pieces on these squares can all make the move.
    Ambiguous(Bitboard),
    /// A pawn reaches the last rank and the text does not say what it becomes.
    MissingPromotion,
    /// A drop, in a game without drops.
    Drop,
    /// The game is over.
    Checkmated(Color),
    /// The game is over.
    Stalemated(Color),
    /// The side to move is in check and the move does not help.
    InCheck(Color),
    /// Nothing of the side to move stands on the square the text starts from.
    NothingThere(Color, Square),
    /// No such piece on the named square, file or rank.
    NoPieceOn(Color, Role, OriginHint),
    /// There are such pieces, and none of them goes to the square.
    CannotReach(Color, Role, Target),
    /// The target holds a piece of the side to move, or a pawn steps onto any piece.
    Occupied(Square),
    /// The one piece that could go there finds its way closed.
    Blocked(Role, Square),
    /// The one piece that could go there is pinned to its king.
    Pinned(Role, Square),
    /// A king goes to an attacked square.
    KingAttacked(Square),
    /// The move uncovers the mover's king, other than by a pinned piece: en passant.
    UncoversKing,
    /// A capture is written and there is nothing to take.
    NothingToCapture(Target),
    /// `e.p.` is written, and the move is none.
    NotEnPassant,
    /// A promotion is written on some other rank.
    PromotionRank,
    /// There is no right to castle on that side.
    NoCastlingRight,
    /// Castling is not a way out of check.
    CastlingOutOfCheck,
    /// A piece stands where king or rook have to pass.
    CastlingBlocked,
    /// The king crosses an attacked square.
    CastlingThroughCheck,
    /// The king would stand in check after castling.
    CastlingIntoCheck(CastlingSide),
}

/// What a text says of the square a piece comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OriginHint {
    /// Nothing.
    Anywhere,
    /// `Nbd2`
    File(File),
    /// `N1d2`
    Rank(Rank),
    /// `Nb1d2`
    Square(Square),
}

/// Where a text says a piece goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// As nearly always.
    Square(Square),
    /// Minimal notation: `ed`.
    File(File),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NotAMove => f.write_str("it has no form of a move"),
            Self::Ambiguous(origins) => write_squares(f, origins),
            Self::MissingPromotion => f.write_str("the promotion piece is missing"),
            Self::Drop => f.write_str("there are no drops in this game"),
            Self::Checkmated(color) => write!(f, "{} is checkmated", color.name()),
            Self::Stalemated(color) => write!(f, "{} is stalemated", color.name()),
            Self::InCheck(color) => write!(f, "{} is in check", color.name()),
            Self::NothingThere(color, square) => write!(f, "no {} piece on {square}", color.name()),
            Self::NoPieceOn(color, role, origin) => {
                write!(f, "there is no {} {}{origin}", color.name(), role.name())
            }
            Self::CannotReach(color, role, target) => {
                write!(f, "no {} {} can reach {target}", color.name(), role.name())
            }
            Self::Occupied(square) => write!(f, "{square} is occupied"),
            Self::Blocked(role, from) => write!(f, "the {} on {from} is blocked", role.name()),
            Self::Pinned(role, from) => write!(f, "the {} on {from} is pinned", role.name()),
            Self::KingAttacked(to) => write!(f, "the king would be in check on {to}"),
            Self::UncoversKing => f.write_str("the capture uncovers the king"),
            Self::NothingToCapture(target) => write!(f, "nothing to capture on {target}"),
            Self::NotEnPassant => f.write_str("it is no capture en passant"),
            Self::PromotionRank => f.write_str("a pawn is promoted on the last rank only"),
            Self::NoCastlingRight => f.write_str("the king has moved or the rook is gone"),
            Self::CastlingOutOfCheck => f.write_str("castling out of check"),
            Self::CastlingBlocked => f.write_str("a piece stands in the way of castling"),
            Self::CastlingThroughCheck => f.write_str("castling through check"),
            Self::CastlingIntoCheck(_) => f.write_str("castling into check"),
        }
    }
}

/// `b1 and f3`, `a1, b1 and f3`.
fn write_squares(f: &mut fmt::Formatter<'_>, squares: Bitboard) -> fmt::Result {
    let count = squares.into_iter().count();
    for (index, square) in squares.into_iter().enumerate() {
        match index {
            0 => {}
            _ if index + 1 == count => f.write_str(" and ")?,
            _ => f.write_str(", ")?,
        }
        write!(f, "{square}")?;
    }
    Ok(())
}

impl fmt::Display for OriginHint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Anywhere => Ok(()),
            Self::File(file) => write!(f, " on the {}-file", char::from(file.letter())),
            Self::Rank(rank) => write!(f, " on rank {}", char::from(rank.digit())),
            Self::Square(square) => write!(f, " on {square}"),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Square(square) => write!(f, "{square}"),
            Self::File(file) => write!(f, "the {}-file", char::from(file.letter())),
        }
    }
}
