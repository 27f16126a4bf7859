//! The error of reading a move.

use std::fmt;

use crate::chess::notation::Reason;
use crate::chess::{Bitboard, Color};

/// Why a text names no legal move. Shown as the reason alone; the text is with the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct MoveError {
    kind: MoveErrorKind,
    reason: Reason,
}

/// The kinds of failure that a reader of games tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveErrorKind {
    /// No legal move fits the text.
    Illegal,
    /// Two or more do.
    Ambiguous,
    /// A pawn reaches the last rank and no piece is named.
    MissingPromotion,
    /// A null move while in check.
    IllegalNull,
    /// `N@f3` where there are no drops.
    Drop,
    /// The text has no form of a move.
    NotAMove,
}

impl MoveError {
    pub(crate) const NOT_A_MOVE: Self = Self { kind: MoveErrorKind::NotAMove, reason: Reason::NotAMove };
    pub(super) const MISSING_PROMOTION: Self =
        Self { kind: MoveErrorKind::MissingPromotion, reason: Reason::MissingPromotion };
    pub(super) const DROP: Self = Self { kind: MoveErrorKind::Drop, reason: Reason::Drop };

    pub(super) fn ambiguous(origins: Bitboard) -> Self {
        Self { kind: MoveErrorKind::Ambiguous, reason: Reason::Ambiguous(origins) }
    }

    pub(super) fn illegal(reason: Reason) -> Self {
        Self { kind: MoveErrorKind::Illegal, reason }
    }

    pub(super) fn illegal_null(turn: Color) -> Self {
        Self { kind: MoveErrorKind::IllegalNull, reason: Reason::InCheck(turn) }
    }

    /// What kind of failure it is.
    pub fn kind(&self) -> MoveErrorKind {
        self.kind
    }

    /// What stands in the way.
    pub fn reason(&self) -> Reason {
        self.reason
    }
}

impl fmt::Display for MoveErrorKind {
    /// The kind in a message: `illegal move`, `ambiguous move`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Illegal => "illegal move",
            Self::Ambiguous => "ambiguous move",
            Self::MissingPromotion => "missing promotion piece",
            Self::IllegalNull => "illegal null move",
            Self::Drop => "drop in a standard game",
            Self::NotAMove => "not a move",
        })
    }
}
