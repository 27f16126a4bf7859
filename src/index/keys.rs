//! Every key of an index with the number of its games.

use crate::Result;
use crate::index::compact::merge;
use crate::index::lookup::Index;
use crate::index::segment::file_bits;
use crate::pipeline::in_order;

/// A key and its games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyCount {
    /// Zobrist key.
    pub key: i64,
    /// Games that have it.
    pub games: u64,
    /// The last ply at which one does.
    pub last_ply: u32,
}

impl Index {
    /// Tells every key that stands at `last_ply` or before, from several threads, in no order.
    ///
    /// # Errors
    /// A table cannot be read, or is damaged.
    pub fn each_key(&self, threads: usize, last_ply: u32, tell: impl Fn(KeyCount) + Sync + Send) -> Result<()> {
        let bits = file_bits(self.manifest().positions());
        let (directory, segments) = (self.directory(), &self.manifest().segments);
        in_order(threads, 1 << bits, |prefix| {
            let mut last: Option<(KeyCount, u64)> = None;
            merge(directory, segments, prefix as u64, bits, |row| {
                if row.ply > last_ply {
                    return Ok(());
                }
                match &mut last {
                    Some((count, game)) if count.key == row.key => {
                        count.games += u64::from(*game != row.game);
                        count.last_ply = count.last_ply.max(row.ply);
                        *game = row.game;
                    }
                    _ => {
                        let count = KeyCount { key: row.key, games: 1, last_ply: row.ply };
                        if let Some((count, _)) = last.replace((count, row.game)) {
                            tell(count);
                        }
                    }
                }
                Ok(())
            })?;
            if let Some((count, _)) = last {
                tell(count);
            }
            Ok(())
        })
        .map(drop)
    }
}
