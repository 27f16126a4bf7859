//! What a caller wants to know of a game that is replayed.

use crate::chess::notation::{System, Written};

/// What becomes of variations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variations {
    /// Nobody looks at them: those that are plainly well formed are passed over unread.
    PassOver,
    /// They are played for what is wrong with them.
    #[default]
    Check,
    /// Their plies are given, too.
    Give,
}

/// What the caller wants to know of each ply; what nobody asks for is not worked out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asks {
    /// The move in standard SAN.
    pub san: bool,
    /// The move in UCI.
    pub uci: bool,
    /// The hash of every position: it is kept up from move to move.
    pub hash: bool,
    /// NAGs and comments.
    pub annotations: bool,
    /// What becomes of variations.
    pub variations: Variations,
    /// The notation that `san` is written in.
    pub written: Written,
    /// The notation that the game is written in; where none is named, the one that fits.
    pub from: Option<System>,
}
