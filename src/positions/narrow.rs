//! What an index knows before its sources are read: which positions cannot have enough games.
//!
//! Takes the tables of positions, gives a set of keys and the last ply at which one of them stands. Keys
//! are hashes: one may stand for several positions and then counts too many games, never too
//! few. So what is left out is left out rightly, and what is let in is counted exactly afterwards.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use crate::Result;
use crate::index::{Index, KeyCount};

/// The positions that may have enough games.
pub(super) struct Narrowed {
    /// A bit for all keys with the same first bits.
    bits: Vec<AtomicU64>,
    shift: u32,
    /// No game reaches one of them later than here.
    pub last_ply: u32,
    /// Each of them has so many games, or another has one of their keys.
    pub min_count: u64,
}

impl Narrowed {
    /// Whether a position of this key may be one of them.
    pub fn may_be(&self, key: u64) -> bool {
        let place = key >> self.shift;
        self.bits[(place / 64) as usize].load(Ordering::Relaxed) >> (place % 64) & 1 == 1
    }
}

/// Finds the keys of at least `min_count` games up to `last_ply`, and where only the first `top` are
/// wanted, no more than can be among them. None where nothing would be left out.
pub(super) fn narrow(
    index: &Index,
    threads: usize,
    min_count: u64,
    top: Option<u64>,
    last_ply: u32,
    memory: usize,
) -> Result<Option<Narrowed>> {
    let min_count = match top.and_then(|top| usize::try_from(top).ok()).filter(|&top| (1..memory / 128).contains(&top))
    {
        Some(top) => min_count.max(least_of_top(index, threads, top, last_ply)?),
        None => min_count,
    };
    if min_count < 2 {
        return Ok(None);
    }
    // Sixteen bits a key leave one in sixteen of the others in, at most.
    let wanted = index.manifest().positions().saturating_mul(16).clamp(1 << 12, 1 << 40);
    let bits = wanted.min(memory as u64).next_power_of_two().trailing_zeros();
    let words = std::iter::repeat_with(|| AtomicU64::new(0)).take(1 << (bits - 6)).collect();
    let mut narrowed = Narrowed { bits: words, shift: 64 - bits, last_ply: 0, min_count };
    let last = AtomicU32::new(0);
    index.each_key(threads, last_ply, |KeyCount { key, games, last_ply }| {
        if games >= min_count {
            let place = key as u64 >> narrowed.shift;
            narrowed.bits[(place / 64) as usize].fetch_or(1 << (place % 64), Ordering::Relaxed);
            last.fetch_max(last_ply, Ordering::Relaxed);
        }
    })?;
    narrowed.last_ply = last.into_inner();
    Ok(Some(narrowed))
}

/// The games of the key that has the `top`-th most; 0 where there are not so many keys.
fn least_of_top(index: &Index, threads: usize, top: usize, last_ply: u32) -> Result<u64> {
    let best = std::sync::Mutex::new(BinaryHeap::<Reverse<u64>>::new());
    // Most keys have less than the least of the best so far: they wait for nobody.
    let least = AtomicU64::new(0);
    index.each_key(threads, last_ply, |count| {
        if count.games <= least.load(Ordering::Relaxed) {
            return;
        }
        let mut best = best.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        best.push(Reverse(count.games));
        if best.len() > top {
            best.pop();
        }
        if best.len() == top {
            least.store(best.peek().map_or(0, |least| least.0), Ordering::Relaxed);
        }
    })?;
    Ok(least.into_inner())
}
