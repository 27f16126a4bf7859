//! How games ended, and how strong their players were.

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
