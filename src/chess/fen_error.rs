//! What can be wrong with a FEN record.

use super::{Color, Rank, Square};

/// Why a FEN record gives no position, and where in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind} (byte {offset} of the FEN)")]
pub struct FenError {
    /// What is wrong, by field.
    pub kind: FenErrorKind,
    /// The offset in the text of the field at fault, or of the byte.
    pub offset: usize,
}

/// What is wrong with a FEN record. Some cannot be read, others cannot stand in a game:
/// see [`FenError::is_syntax`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenErrorKind {
    /// Not eight ranks.
    #[error("piece placement: {0} ranks, not 8")]
    RankCount(usize),
    /// A rank of more or fewer than eight squares.
    #[error("piece placement: rank {0} does not have 8 squares")]
    RankWidth(Rank),
    /// A byte that is no piece and no number of empty squares.
    #[error("piece placement: \"{}\" is no piece", .0.escape_ascii())]
    Letter(u8),
    /// Neither `w` nor `b`, or nothing at all.
    #[error("side to move: neither w nor b")]
    Turn,
    /// No number, or one above 4294967295.
    #[error("halfmove clock: no number up to 4294967295")]
    HalfmoveClock,
    /// No number, or one above 4294967295.
    #[error("fullmove number: no number up to 4294967295")]
    FullmoveNumber,
    /// No king, or several.
    #[error("piece placement: {0} has {1} kings, not 1")]
    Kings(Color, usize),
    /// A pawn where none can be.
    #[error("piece placement: a pawn on {0}")]
    PawnRank(Square),
}

impl FenError {
    /// Whether the text cannot be read (`invalid-fen`); else it can, but no game has such a
    /// position (`invalid-position`).
    pub const fn is_syntax(&self) -> bool {
        match self.kind {
            FenErrorKind::RankCount(_)
            | FenErrorKind::RankWidth(_)
            | FenErrorKind::Letter(_)
            | FenErrorKind::Turn
            | FenErrorKind::HalfmoveClock
            | FenErrorKind::FullmoveNumber => true,
            FenErrorKind::Kings(..) | FenErrorKind::PawnRank(_) => false,
        }
    }
}
