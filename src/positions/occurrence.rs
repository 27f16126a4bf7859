//! A position of a game on its way to the count.

use xxhash_rust::xxh3::xxh3_128;

use crate::index::Buckets;
use crate::positions::numbers;

/// A position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Occurrence<'o> {
    pub game: u64,
    pub ply: u32,
    /// 1 White won, 0 draw, -1 Black won.
    pub result: Option<i8>,
    /// Sum of both players' ratings; 0 where one is not known.
    pub ratings: u16,
    /// The packed position, and how much of it tells it from others.
    pub packed: &'o [u8],
    pub key: usize,
}

impl Occurrence<'_> {
    /// Adds it to its bucket: equal positions come to one.
    pub fn push_to(&self, buckets: &mut Buckets) -> std::io::Result<()> {
        buckets.push(xxh3_128(&self.packed[..self.key]), |out| {
            // No position takes more than 56 bytes.
            out.extend_from_slice(&[self.packed.len() as u8, self.key as u8, self.result.unwrap_or(2) as u8]);
            numbers::write(u64::from(self.ratings), out);
            numbers::write(self.game, out);
            numbers::write(u64::from(self.ply), out);
            out.extend_from_slice(self.packed);
        })
    }
}

/// Gives what was pushed.
pub(super) fn each<'o, E>(mut bytes: &'o [u8], mut give: impl FnMut(Occurrence<'o>) -> Result<(), E>) -> Result<(), E> {
    while let Some((&[length, key, result], rest)) = bytes.split_first_chunk::<3>() {
        bytes = rest;
        let ratings = numbers::read(&mut bytes) as u16;
        let game = numbers::read(&mut bytes);
        let ply = numbers::read(&mut bytes) as u32;
        let (packed, rest) = bytes.split_at(usize::from(length));
        bytes = rest;
        let result = Some(result as i8).filter(|&result| result != 2);
        give(Occurrence { game, ply, result, ratings, packed, key: usize::from(key) })?;
    }
    Ok(())
}
