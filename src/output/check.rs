//! Nothing but the problems: every game is replayed, and no row is written.

use crate::chess::notation::System;
use crate::output::{GameWriter, Given, Place, Rows};
use crate::pgn::{Game, Tokens};
use crate::problem::Problems;
use crate::replay::{Asks, Replay};

/// Replays every game for its problems.
#[derive(Clone, Copy, Debug, Default)]
pub struct Check {
    /// The notation that moves are written in; where none is named, the one that fits.
    pub from: Option<System>,
}

impl Rows for Check {
    fn header(&self, _out: &mut Vec<u8>) {}

    fn writer(&self) -> Box<dyn GameWriter + '_> {
        Box::new(Writer(self.from))
    }

    fn needs_numbers(&self) -> bool {
        false
    }
}

struct Writer(Option<System>);

impl GameWriter for Writer {
    fn game<'a>(
        &mut self,
        game: &Game<'a>,
        tokens: &mut Tokens<'a>,
        place: &Place<'_>,
        _out: &mut Vec<u8>,
        problems: &mut Problems,
    ) -> Given {
        let mut replay = Replay::new(game, tokens, place.base, Asks { from: self.0, ..Asks::default() }, problems);
        replay.run();
        Given { notation: replay.notation(), ..Given::default() }
    }
}
