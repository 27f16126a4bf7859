//! What is told of a ply.

use crate::chess::{Move, Position};
use crate::pgn::{Comment, Nag};

/// A ply that was played, or the start of the game as ply 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply<'a> {
    /// Half-moves since the start position.
    pub number: u32,
    /// The move; a null move at ply 0.
    pub mv: Move,
    /// The move as the source wrote it; empty at ply 0.
    pub text: &'a [u8],
}

/// A ply, and what was asked for of it.
#[derive(Clone, Copy, Debug)]
pub struct Reached<'r, 'a> {
    /// The ply itself.
    pub ply: &'r Ply<'a>,
    /// The position after it.
    pub position: &'r Position,
    /// Its SAN, if asked for; empty at ply 0.
    pub san: &'r [u8],
    /// The same SAN in eight bytes, where it is at hand like that: they are copied at once.
    pub short_san: Option<&'r [u8; 8]>,
    /// Its UCI, if asked for; empty at ply 0.
    pub uci: &'r [u8],
    /// The path of its line; empty in the mainline.
    pub line: &'r [u8],
    /// The glyphs on it, if asked for.
    pub nags: &'r [Nag],
    /// The comments after it, if asked for.
    pub comments: &'r [Comment<'a>],
}
