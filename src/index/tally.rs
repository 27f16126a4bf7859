//! Counts by move: what was played from a position, and how the games ended.

use std::collections::BTreeMap;

use crate::index::record::Record;

/// Games that went one way, and their results.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counts {
    /// Games.
    pub games: u64,
    /// Games that White won.
    pub white: u64,
    /// Draws.
    pub draws: u64,
    /// Games that Black won.
    pub black: u64,
    /// Sum of the mean ratings of both players, over the games where both are known.
    pub rating_sum: f64,
    /// Number of those games.
    pub rated: u64,
}

impl Counts {
    /// Counts one game.
    pub fn add_game(&mut self, result: Option<i8>, ratings: u16) {
        self.games += 1;
        match result {
            Some(1) => self.white += 1,
            Some(0) => self.draws += 1,
            Some(_) => self.black += 1,
            None => {}
        }
        if ratings > 0 {
            self.rated += 1;
            // Halves are exact: the order of summing changes nothing.
            self.rating_sum += f64::from(ratings) / 2.0;
        }
    }

    /// Adds other games.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
        self.rating_sum += other.rating_sum;
        self.rated += other.rated;
    }

    /// White's points a game, over the games with a result.
    pub fn score(&self) -> Option<f64> {
        let decided = self.white + self.draws + self.black;
        (decided > 0).then(|| (self.white as f64 + self.draws as f64 / 2.0) / decided as f64)
    }

    /// The mean rating.
    pub fn rating(&self) -> Option<f64> {
        (self.rated > 0).then(|| self.rating_sum / self.rated as f64)
    }
}

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
