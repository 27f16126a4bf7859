//! Nothing but the problems: every game is replayed, and no row is written.

use crate::output::{GameWriter, Place, Rows};
use crate::pgn::{Game, Tokens};
use crate::problem::Problems;
use crate::replay::{Asks, Replay};

/// Replays every game for its problems.
#[derive(Clone, Copy, Debug, Default)]
pub struct Check;

impl Rows for Check {
    fn header(&self, _out: &mut Vec<u8>) {}

    fn writer(&self) -> Box<dyn GameWriter + '_> {
        Box::new(Writer)
    }

    fn needs_numbers(&self) -> bool {
        false
    }
}

struct Writer;

impl GameWriter for Writer {
    fn game<'a>(
        &mut self,
        game: &Game<'a>,
        tokens: &mut Tokens<'a>,
        place: &Place<'_>,
        _out: &mut Vec<u8>,
        problems: &mut Problems,
    ) -> u64 {
        Replay::new(game, tokens, place.base, Asks::default(), problems).run();
        0
    }
}
