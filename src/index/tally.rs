//! Counts by move: what was played from a position, and how the games ended.

use std::collections::BTreeMap;

use crate::index::record::Record;
use crate::output::Counts;

/// The counts of each move of one position; that of no move at all is of games that end there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// By packed move.
    pub moves: BTreeMap<Option<i16>, Counts>,
}

impl Tally {
    /// Adds the counts of a move.
    pub fn add(&mut self, mv: Option<i16>, counts: &Counts) {
        self.moves.entry(mv).or_default().add(counts);
    }

    /// All moves together.
    pub fn total(&self) -> Counts {
        self.moves.values().fold(Counts::default(), |mut total, counts| {
            total.add(counts);
            total
        })
    }
}

/// Tallies records of one key that come in the order of games: a game counts once, with the last
/// move that it played from the position.
#[derive(Default)]
pub(super) struct Tallying {
    tally: Tally,
    last: Option<Record>,
    records: u64,
}

impl Tallying {
    pub fn add(&mut self, record: Record) {
        self.records += 1;
        if let Some(last) = self.last.filter(|last| last.game != record.game) {
            self.count(last);
        }
        self.last = Some(record);
    }

    /// The tally, and of how many records it is.
    pub fn finish(mut self) -> (Tally, u64) {
        if let Some(last) = self.last {
            self.count(last);
        }
        (self.tally, self.records)
    }

    fn count(&mut self, record: Record) {
        self.tally.moves.entry(record.mv).or_default().add_game(record.result, record.ratings);
    }
}
