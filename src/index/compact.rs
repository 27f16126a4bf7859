//! Several segments become one.

use std::path::Path;

use crate::index::directory::Directory;
use crate::index::games::{self, GameColumns};
use crate::index::manifest::{Manifest, Segment, sync_folder};
use crate::index::record::Record;
use crate::index::segment::{self, Making, Part, segment_name};
use crate::index::stream::{PositionRow, PositionStream};
use crate::index::table::{GAMES, TableWriter};
use crate::pipeline::in_order;
use crate::{Error, Result};

/// Merges all segments into one. Games keep their numbers, and no answer changes.
///
/// # Errors
/// There is no index, it is damaged, or it cannot be written.
pub fn compact(path: &Path, threads: usize) -> Result<Manifest> {
    Manifest::read(path)?;
    let directory = Directory::take(path)?;
    let manifest = Manifest::read(path)?;
    directory.clean(&manifest)?;
    if manifest.segments.len() < 2 {
        return Ok(manifest);
    }
    let id = manifest.next_segment;
    let mut table = TableWriter::create(path, format!("games/{}.parquet", segment_name(id)), &GAMES)?;
    let mut columns = GameColumns::default();
    let mut ratings = Ratings::new(&manifest)?;
    for segment in &manifest.segments {
        games::each_row(path, &segment.game_file, |row| {
            ratings.set(row.game as u64, row.ratings());
            columns.push(row, &mut table)
        })?;
    }
    columns.write(&mut table)?;
    let game_file = table.finish()?;
    sync_folder(&path.join("games"))?;

    let making = Making { directory: path, id, first_game: 1, threads, share: 0 };
    let bits = segment::file_bits(manifest.positions());
    let parts = in_order(threads, 1 << bits, |number| {
        let mut part = Part::new(&making, number)?;
        merge(path, &manifest.segments, number as u64, bits, |row| {
            part.record(Record {
                key: row.key,
                game: (row.game - 1) as u32,
                ply: row.ply,
                mv: row.mv,
                result: row.result,
                ratings: ratings.of(row.game),
            })
        })?;
        part.finish()
    })?;
    let segment = segment::finish(&making, parts, manifest.games(), manifest.positions(), game_file)?;
    let mut compacted = manifest;
    (compacted.segments, compacted.next_segment) = (vec![segment], id + 1);
    sync_folder(path)?;
    compacted.commit(path)?;
    directory.clean(&compacted)?;
    Ok(compacted)
}

/// Gives the rows whose key begins with these bits, in order: by key, then by segment, whose games follow each other.
pub(super) fn merge(
    path: &Path,
    segments: &[Segment],
    prefix: u64,
    bits: u32,
    mut give: impl FnMut(PositionRow) -> Result<()>,
) -> Result<()> {
    let keys = key_range(prefix, bits);
    let mut streams: Vec<PositionStream<'_>> =
        segments.iter().map(|segment| PositionStream::of(path, segment, keys.clone())).collect();
    let mut heads = streams.iter_mut().map(PositionStream::next_row).collect::<Result<Vec<_>>>()?;
    loop {
        let next = heads.iter().enumerate().filter_map(|(number, head)| Some((head.as_ref()?.key, number))).min();
        let Some((_, number)) = next else { return Ok(()) };
        let head = std::mem::replace(&mut heads[number], streams[number].next_row()?);
        head.map_or(Ok(()), &mut give)?;
    }
}

/// The keys whose first bits are these, in the order of signed integers.
fn key_range(prefix: u64, bits: u32) -> std::ops::RangeInclusive<i64> {
    if bits == 0 {
        return i64::MIN..=i64::MAX;
    }
    let key = |bits: u64| (bits ^ 1 << 63) as i64;
    let low = prefix << (64 - bits);
    key(low)..=key(low | (u64::MAX >> bits))
}

/// Sums of ratings by game, which the tables of positions do not hold.
pub(super) struct Ratings(Vec<u16>);

impl Ratings {
    pub fn new(manifest: &Manifest) -> Result<Self> {
        let games = u32::try_from(manifest.games())
            .map_err(|_| Error::Usage(String::from("more games than a segment can hold")))?;
        Ok(Self(vec![0; games as usize]))
    }

    pub fn set(&mut self, game: u64, ratings: u16) {
        if let Some(place) = self.0.get_mut(game.wrapping_sub(1) as usize) {
            *place = ratings;
        }
    }

    pub fn of(&self, game: u64) -> u16 {
        self.0.get(game.wrapping_sub(1) as usize).copied().unwrap_or_default()
    }
}
