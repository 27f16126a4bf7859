//! From a bucket of occurrences to the positions in it, each once.
//!
//! The table grows with the positions and not with the games: the start position of a million
//! games is one entry. A bucket with too many positions is parted by further bits of the hash.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::io;
use std::path::Path;

use crate::index::{Buckets, KEY_BITS};
use crate::output::Counts;
use crate::positions::occurrence::{self, Occurrence};
use crate::positions::row::Row;
use crate::{Error, Result};

/// Bytes that an entry of the table takes, allocations included.
const ENTRY: usize = 256;

/// How buckets are counted.
pub(super) struct Counting<'c> {
    /// Where temporary files are.
    pub folder: &'c Path,
    /// Bytes that one worker may hold.
    pub share: usize,
    /// Positions of fewer games are left out.
    pub min_count: u64,
}

/// A packed position that is compared by its key.
struct Key {
    packed: Box<[u8]>,
    key: usize,
}

impl Borrow<[u8]> for Key {
    fn borrow(&self) -> &[u8] {
        &self.packed[..self.key]
    }
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Borrow::<[u8]>::borrow(self).hash(state);
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        Borrow::<[u8]>::borrow(self) == Borrow::<[u8]>::borrow(other)
    }
}

impl Eq for Key {}

struct Counted {
    counts: Counts,
    first_game: u64,
    first_ply: u32,
    last_game: u64,
}

#[derive(Default)]
struct Table(HashMap<Key, Counted>);

impl Table {
    /// Counts an occurrence. They come in the order of games and plies, and a game counts once.
    fn add(&mut self, occurrence: &Occurrence<'_>) {
        let Occurrence { game, ply, result, ratings, packed, key } = *occurrence;
        if let Some(counted) = self.0.get_mut(&packed[..key]) {
            if counted.last_game != game {
                counted.counts.add_game(result, ratings);
                counted.last_game = game;
            }
            return;
        }
        let mut counts = Counts::default();
        counts.add_game(result, ratings);
        let counted = Counted { counts, first_game: game, first_ply: ply, last_game: game };
        self.0.insert(Key { packed: packed.into(), key }, counted);
    }
}

impl Counting<'_> {
    /// Gives the positions of a bucket, in no order.
    pub fn bucket(&self, buckets: &Buckets, bucket: usize, give: &mut dyn FnMut(Row) -> Result<()>) -> Result<()> {
        let temporary = |source| Error::output(super::run::TEMPORARY, source);
        let most = if buckets.bits() < KEY_BITS { self.share / ENTRY } else { usize::MAX };
        let mut table = Table::default();
        let mut is_full = false;
        let read = buckets.read(bucket, |bytes| {
            occurrence::each(bytes, |occurrence| {
                table.add(&occurrence);
                is_full = table.0.len() > most;
                if is_full { Err(io::Error::other("full")) } else { Ok(()) }
            })
        });
        if !is_full {
            read.map_err(temporary)?;
            let rows = table.0.into_iter().filter(|(_, counted)| counted.counts.games >= self.min_count);
            return rows.map(|(key, counted)| row(key, &counted)).try_for_each(give);
        }
        drop(table);
        let mut finer = Buckets::new(self.folder, buckets.bits(), 8, self.share / 2);
        buckets
            .read(bucket, |bytes| occurrence::each(bytes, |occurrence| occurrence.push_to(&mut finer)))
            .map_err(temporary)?;
        (0..finer.len()).try_for_each(|bucket| self.bucket(&finer, bucket, give))
    }
}

fn row(key: Key, counted: &Counted) -> Row {
    let Counted { counts, first_game, first_ply, .. } = *counted;
    Row { counts, first_game, first_ply, packed: key.packed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_with_too_many_positions_is_parted_and_says_the_same() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut buckets = Buckets::new(folder.path(), 0, 1, 1 << 12);
        for game in 1..=40_u64 {
            for ply in 0..50_u32 {
                // Some come again in the same game, some in others; two bytes of five are the key.
                let position = (u64::from(ply % 45) * 7 + game % 13) as u16;
                let mut packed = position.to_le_bytes().to_vec();
                packed.extend_from_slice(&[game as u8, ply as u8, 1]);
                let (result, ratings) = ([Some(1), Some(0), Some(-1), None][game as usize % 4], 4000 + game as u16);
                let occurrence = Occurrence { game, ply, result, ratings, packed: &packed, key: 2 };
                occurrence.push_to(&mut buckets).expect("pushed");
            }
        }
        let rows = |share| {
            let mut rows = Vec::new();
            let counting = Counting { folder: folder.path(), share, min_count: 2 };
            for bucket in 0..buckets.len() {
                let mut give = |row| {
                    rows.push(row);
                    Ok(())
                };
                counting.bucket(&buckets, bucket, &mut give).expect("counted");
            }
            rows.sort();
            rows
        };
        let right = rows(1 << 20);
        assert!(right.len() > 100 && right.iter().all(|row| row.counts.games >= 2));
        for share in [0, 1 << 10, 1 << 12, 1 << 14] {
            assert_eq!(rows(share), right, "{share} bytes");
        }
    }
}
