//! What is written of each game.
//!
//! Takes a game and its movetext, appends rows to the caller's buffer, in the workers: one
//! dynamic call a game, none a ply. The order of games, files and threads are left to
//! [`pipeline`](crate::pipeline). Each command's rows are a file here; [`Format`] and the
//! tables of columns are what the command line and the documentation are made from.

mod cell;
mod check;
pub mod column;
mod counts;
pub mod diagram;
mod distinct;
mod fens;
mod find;
mod format;
mod games;
mod normalize;
mod outcome;
mod packing;
mod record;
mod row_table;
mod tags;
mod tree;

use crate::offsets::Offsets;
use crate::pgn::{Game, Tokens};
use crate::problem::Problems;

pub use check::Check;
pub use column::{Column, ColumnSet, Columns};
pub use counts::Counts;
pub use distinct::{Distinct, DistinctRow, UniqueBy};
pub use fens::{Fens, PlyRange};
pub use find::{FRAME, Find};
pub use format::Format;
pub use games::Games;
pub use normalize::{Normalize, Strip, UNREAD};
pub(crate) use outcome::of_passed as outcome_of_passed;
pub use packing::{PACKINGS, Pack, Packing};
pub use row_table::table_of;
pub(crate) use tags::{ratings, tag_date, tag_number};
pub use tree::{Played, PlayedRow};

/// Which game it is that is being written.
#[derive(Clone, Copy, Debug)]
pub struct Place<'p> {
    /// The input, as it was given.
    pub file: &'p str,
    /// Its number in the run, from 1; 0 where no row asks for it.
    pub number: u64,
    /// Offset in the text of the input of the first byte that the game's places count from.
    pub base: u64,
    /// How offsets in the text lead back to the bytes of the input.
    pub offsets: &'p Offsets,
}

impl Place<'_> {
    /// Byte of the input of one of the game's places.
    pub fn offset(&self, at: usize) -> u64 {
        self.offsets.in_source(self.base + at as u64)
    }
}

/// What became of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// Positions written.
    pub positions: u64,
    /// The notation it turned out to be written in; none when that is English SAN, or when
    /// the moves were not read.
    pub notation: Option<&'static str>,
    /// Nobody asked for this game: nothing was written of it.
    pub filtered: bool,
}

/// Writes one game after another; each worker has its own.
pub trait GameWriter {
    /// Reads the game's tokens as far as it needs them and appends its rows to `out`. Adds
    /// what is wrong with the game to `problems`.
    fn game<'a>(
        &mut self,
        game: &Game<'a>,
        tokens: &mut Tokens<'a>,
        place: &Place<'_>,
        out: &mut Vec<u8>,
        problems: &mut Problems,
    ) -> Given;
}

/// The rows of a command.
pub trait Rows: Sync {
    /// Appends what comes before the first game.
    fn header(&self, out: &mut Vec<u8>);

    /// A writer for one worker.
    fn writer(&self) -> Box<dyn GameWriter + '_>;

    /// Whether rows hold the number of their game.
    fn needs_numbers(&self) -> bool;

    /// Whether what is written of a game counts even when the game is dropped.
    fn tells_of_dropped(&self) -> bool {
        false
    }
}
