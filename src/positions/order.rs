//! Distinct positions in the order of the output: all of them, or the first few.

use std::collections::BinaryHeap;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use crate::index::{Buckets, KEY_BITS};
use crate::positions::row::Row;
use crate::{Error, Result};

/// Bytes that a row takes in memory, allocations included.
pub(super) const ROW: usize = 192;

/// Rows that come in any order.
pub(super) enum Ordered {
    /// The first so many are kept.
    Best(BinaryHeap<Row>, usize),
    /// All are kept, on disk; parted by their order among rows of so many games.
    All(Buckets, u64),
}

impl Ordered {
    /// For the first `top` rows, or all, out of positions of so many games.
    pub fn new(top: Option<u64>, games: u64, folder: &Path, bits: u32, memory: usize) -> Self {
        let few = top.and_then(|top| usize::try_from(top).ok()).filter(|&top| top <= memory / ROW);
        match few {
            Some(top) => Self::Best(BinaryHeap::new(), top),
            None => Self::All(Buckets::new(folder, 0, bits, memory), games),
        }
    }

    pub fn push(&mut self, row: Row) -> Result<()> {
        match self {
            Self::Best(heap, most) => {
                if heap.len() < *most {
                    heap.push(row);
                } else if let Some(mut last) = heap.peek_mut()
                    && row < *last
                {
                    *last = row;
                }
                Ok(())
            }
            Self::All(buckets, games) => buckets.push(row.bucket_key(*games), |out| row.write(out)).map_err(temporary),
        }
    }

    /// Whether there are fewer than `top` rows of at least so many games.
    pub fn has_fewer(&self, top: u64, games: u64) -> bool {
        match self {
            Self::Best(heap, _) => {
                (heap.len() as u64) < top || heap.peek().is_some_and(|last| last.counts.games < games)
            }
            Self::All(..) => true,
        }
    }

    /// Gives the rows in order until `give` breaks off; holds `share` bytes of them at a time.
    pub fn each(self, folder: &Path, share: usize, give: &mut Give<'_>) -> Result<()> {
        match self {
            Self::Best(heap, _) => give_all(heap.into_sorted_vec(), give).map(drop),
            Self::All(buckets, games) => {
                let sorting = Sorting { folder, share, games };
                for bucket in 0..buckets.len() {
                    if sorting.bucket(&buckets, bucket, give)?.is_break() {
                        break;
                    }
                }
                Ok(())
            }
        }
    }
}

/// Takes rows one after the other, until it breaks off.
pub(super) type Give<'g> = dyn FnMut(Row) -> Result<ControlFlow<()>> + 'g;

fn give_all(rows: Vec<Row>, give: &mut Give<'_>) -> Result<ControlFlow<()>> {
    for row in rows {
        if give(row)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

struct Sorting<'s> {
    folder: &'s Path,
    share: usize,
    games: u64,
}

impl Sorting<'_> {
    /// Sorts a bucket; one that is too large is parted by further bits of the order.
    fn bucket(&self, buckets: &Buckets, bucket: usize, give: &mut Give<'_>) -> Result<ControlFlow<()>> {
        let records = buckets.records(bucket);
        if records.saturating_mul(ROW as u64) <= self.share as u64 || buckets.bits() == KEY_BITS {
            let mut rows = Vec::with_capacity(records as usize);
            each_row(buckets, bucket, |row| {
                rows.push(row);
                Ok(())
            })?;
            rows.sort_unstable();
            return give_all(rows, give);
        }
        let mut finer = Buckets::new(self.folder, buckets.bits(), 8, self.share / 2);
        each_row(buckets, bucket, |row| finer.push(row.bucket_key(self.games), |out| row.write(out)))?;
        for bucket in 0..finer.len() {
            if self.bucket(&finer, bucket, give)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

fn each_row(buckets: &Buckets, bucket: usize, mut take: impl FnMut(Row) -> io::Result<()>) -> Result<()> {
    let read = buckets.read(bucket, |mut bytes| {
        while let Some(row) = Row::read(&mut bytes) {
            take(row)?;
        }
        Ok(())
    });
    read.map_err(temporary)
}

fn temporary(source: io::Error) -> Error {
    Error::output(super::run::TEMPORARY, source)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::Counts;

    #[test]
    fn rows_come_in_order_with_much_memory_and_with_little() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut rows: Vec<Row> = (0..3000_u64)
            .map(|number| {
                let mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
                let games = if mixed % 3 > 0 { 1 } else { mixed % 50 + 1 };
                let counts = Counts { games, ..Counts::default() };
                Row { counts, first_game: mixed % 100 + 1, first_ply: number as u32, packed: Box::default() }
            })
            .collect();
        let given = |top, bits, memory, share| {
            let mut ordered = Ordered::new(top, 150, folder.path(), bits, memory);
            rows.iter().for_each(|row| ordered.push(row.clone()).expect("pushed"));
            let mut given = Vec::new();
            let mut give = |row| {
                given.push(row);
                let full = top.is_some_and(|top| given.len() as u64 == top);
                Ok(if full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            };
            ordered.each(folder.path(), share, &mut give).expect("given");
            given
        };
        let found = [
            given(None, 4, 1 << 20, 1 << 20),
            given(None, 1, 1 << 10, 0),
            given(None, 6, 1 << 10, 1 << 12),
            given(Some(700), 4, 1 << 20, 1 << 20),
            given(Some(700), 4, 1 << 10, 1 << 12),
        ];
        rows.sort();
        for (number, found) in found.iter().enumerate() {
            let right = if number < 3 { &rows[..] } else { &rows[..700] };
            assert!(found == right, "{number}");
        }
    }
}
