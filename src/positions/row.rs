//! A distinct position on its way to the output.

use std::cmp::{Ordering, Reverse};

use crate::output::Counts;
use crate::positions::numbers;

/// A distinct position with what was counted.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub counts: Counts,
    pub first_game: u64,
    pub first_ply: u32,
    /// As the first game has it.
    pub packed: Box<[u8]>,
}

impl Row {
    /// The order of rows: most games first, then by the place of the first. No two rows have one place.
    fn rank(&self) -> (Reverse<u64>, u64, u32) {
        (Reverse(self.counts.games), self.first_game, self.first_ply)
    }

    /// The first 128 bits of the order among rows of so many games: buckets go by them.
    ///
    /// Most positions are of one game, and fewer of each higher number. The number of games is told
    /// by the zeros before the first one, so that half of all buckets are for a single game, a
    /// quarter for two.
    pub fn bucket_key(&self, games: u64) -> u128 {
        const UNARY: u64 = 16;
        let spread = games.max(1).leading_zeros();
        let place = u128::from(self.first_game << spread) << 32 | u128::from(self.first_ply);
        match self.counts.games {
            count @ 0..UNARY => {
                let zeros = count.saturating_sub(1) as u32;
                1 << (127 - zeros) | place << 31 >> zeros
            }
            count => {
                let fewer = games.saturating_sub(count) << spread;
                u128::from(fewer) << 48 | place >> 48
            }
        }
    }

    pub fn write(&self, out: &mut Vec<u8>) {
        let Counts { games, white, draws, black, rating_sum, rated } = self.counts;
        for number in [games, white, draws, black, rated, self.first_game, u64::from(self.first_ply)] {
            numbers::write(number, out);
        }
        out.extend_from_slice(&rating_sum.to_le_bytes());
        out.push(self.packed.len() as u8);
        out.extend_from_slice(&self.packed);
    }

    /// Takes a row off the front of bytes that were written here; none at their end.
    pub fn read(bytes: &mut &[u8]) -> Option<Self> {
        if bytes.is_empty() {
            return None;
        }
        let [games, white, draws, black, rated, first_game, first_ply] = std::array::from_fn(|_| numbers::read(bytes));
        let (sum, rest) = bytes.split_first_chunk::<8>()?;
        let (&length, rest) = rest.split_first()?;
        let (packed, rest) = rest.split_at_checked(usize::from(length))?;
        *bytes = rest;
        let counts = Counts { games, white, draws, black, rating_sum: f64::from_le_bytes(*sum), rated };
        Some(Self { counts, first_game, first_ply: first_ply as u32, packed: packed.into() })
    }
}

impl Eq for Row {}

impl PartialOrd for Row {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Row {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(games: u64, first_game: u64, first_ply: u32) -> Row {
        let counts = Counts { games, white: games / 2, rating_sum: 2500.5, rated: 1, ..Counts::default() };
        Row { counts, first_game, first_ply, packed: (*b"bytes").into() }
    }

    #[test]
    fn rows_come_back_from_their_bytes() {
        let rows = [row(1, 1, 0), row(u64::MAX, u64::MAX, u32::MAX), row(300, 70_000, 12)];
        let mut bytes = Vec::new();
        rows.iter().for_each(|row| row.write(&mut bytes));
        let mut rest = bytes.as_slice();
        assert_eq!(std::iter::from_fn(|| Row::read(&mut rest)).collect::<Vec<_>>(), rows);
    }

    #[test]
    fn buckets_are_in_the_order_of_rows() {
        for total in [1, 20, 1000, 1 << 33, u64::MAX] {
            let mut rows = Vec::new();
            for games in [1, 2, 3, 14, 15, 16, 17, 18, 400, 999, 1 << 32, u64::MAX] {
                for first_game in [1, 2, 15, 16, 500, 1000, 1 << 33, u64::MAX] {
                    for first_ply in [0, 1, 0xffff, 0x1_0000, u32::MAX] {
                        rows.push(row(games, first_game, first_ply));
                    }
                }
            }
            rows.retain(|row| row.counts.games <= total && row.first_game <= total);
            rows.sort();
            let keys: Vec<u128> = rows.iter().map(|row| row.bucket_key(total)).collect();
            assert!(keys.is_sorted(), "of {total} games");
        }
    }
}
