//! Building an index, and adding to one.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::chess::notation::System;
use crate::index::buckets::Buckets;
use crate::index::collect::{Collector, Frame, Positions};
use crate::index::directory::{Directory, is_index};
use crate::index::failure;
use crate::index::frames::Frames;
use crate::index::manifest::{Manifest, SourceEntry, sync_folder};
use crate::index::segment::{self, Making, segment_name};
use crate::index::table::{GAMES, TableWriter};
use crate::input::Source;
use crate::pipeline::{self, Job, OnError};
use crate::report::{Observer, Summary};
use crate::{Error, Result};

/// How an index is written.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Threads, what is done with games that have errors, sizes of chunks.
    pub job: Job,
    /// Bytes of memory for the sort. What does not fit is on disk.
    pub memory: usize,
    /// The notation that moves are written in; where none is named, the one that fits.
    pub from: Option<System>,
    /// Map files into memory.
    pub map: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { job: Job::default(), memory: 1 << 30, from: None, map: true }
    }
}

/// Makes an index of these inputs in a new directory.
///
/// # Errors
/// The directory holds an index or other files; an input cannot be read; the index cannot be
/// written.
pub fn build(path: &Path, inputs: &[PathBuf], settings: &Settings, observer: &mut dyn Observer) -> Result<Summary> {
    if is_index(path) {
        return Err(failure(path, "holds an index; `plydex index add` adds to it"));
    }
    let directory = Directory::take(path)?;
    let empty = Manifest::empty();
    directory.clean(&empty)?;
    if let Some(foreign) = super::directory::unnamed(path, &empty)?.first() {
        return Err(failure(path, format!("not empty: {}", foreign.display())));
    }
    extend(&directory, empty, inputs, settings, observer)
}

/// Adds inputs to an index, as one more segment.
///
/// # Errors
/// There is no index; an input is in it already or cannot be read; the index cannot be written.
pub fn add(path: &Path, inputs: &[PathBuf], settings: &Settings, observer: &mut dyn Observer) -> Result<Summary> {
    Manifest::read(path)?;
    let directory = Directory::take(path)?;
    let manifest = Manifest::read(path)?;
    directory.clean(&manifest)?;
    extend(&directory, manifest, inputs, settings, observer)
}

fn extend(
    directory: &Directory,
    mut manifest: Manifest,
    inputs: &[PathBuf],
    settings: &Settings,
    observer: &mut dyn Observer,
) -> Result<Summary> {
    let path = directory.path();
    let entries = entries(&manifest, inputs, settings)?;
    let first_source = manifest.sources.len();
    let bytes = entries.iter().map(|entry| entry.size).sum();
    let (id, first_game) = (manifest.next_segment, manifest.games() + 1);

    let mut buckets = Buckets::new(path, 0, bucket_bits(bytes, settings.memory), settings.memory / 4);
    let mut table = TableWriter::create(path, format!("games/{}.parquet", segment_name(id)), &GAMES)?;
    let sources = inputs.iter().map(|input| Source::file(input, settings.map)).collect();
    let numbers = (first_source..).zip(&entries).map(|(number, entry)| (entry.name.clone(), number as i32)).collect();
    let rows = Positions { sources: numbers, from: settings.from, drop_errors: settings.job.on_error == OnError::Drop };
    let range = first_source..first_source + entries.len();
    let mut collector = Collector::new(first_game, range, &mut table, &mut buckets);
    let mut frames = Frames::new(|bytes: &[u8]| collector.take(Frame::new(bytes)));
    let run = pipeline::run(sources, &rows, &settings.job, &mut frames, observer);
    let summary = frames.finish(run)?;
    let games = collector.finish()?;
    if summary.stopped {
        drop(table);
        directory.clean(&manifest)?;
        return Ok(summary);
    }
    let game_file = table.finish()?;
    sync_folder(&path.join("games"))?;
    let threads = settings.job.threads;
    let making = Making { directory: path, id, first_game, threads, share: settings.memory / 8 };
    let segment = segment::write(&making, &buckets, games.iter().sum(), game_file)?;
    let mut first = first_game;
    for (mut entry, games) in entries.into_iter().zip(games) {
        entry.check()?;
        (entry.first_game, entry.games) = (first, games);
        first += games;
        manifest.sources.push(entry);
    }
    manifest.segments.push(segment);
    manifest.next_segment += 1;
    sync_folder(path)?;
    manifest.commit(path)?;
    Ok(summary)
}

/// The inputs as they are now; none may be in the index already, or twice.
fn entries(manifest: &Manifest, inputs: &[PathBuf], settings: &Settings) -> Result<Vec<SourceEntry>> {
    let mut known: HashMap<String, ()> = manifest.sources.iter().map(|entry| (entry.path.clone(), ())).collect();
    let mut digests: HashMap<(u64, String), String> =
        manifest.sources.iter().map(|entry| ((entry.size, entry.xxh3.clone()), entry.path.clone())).collect();
    let mut entries = Vec::new();
    let drops = settings.job.on_error == OnError::Drop;
    for input in inputs {
        let entry = SourceEntry::of(input, settings.from.map(|system| String::from(system.name())), drops)?;
        if known.insert(entry.path.clone(), ()).is_some() {
            return Err(Error::Usage(format!("{}: in the index already", entry.name)));
        }
        if let Some(other) = digests.insert((entry.size, entry.xxh3.clone()), entry.path.clone()) {
            return Err(Error::Usage(format!(
                "{}: in the index already, as {other}: the bytes are the same",
                entry.name
            )));
        }
        entries.push(entry);
    }
    Ok(entries)
}

/// Enough buckets that one is sorted in a part of the memory: a position takes about eight bytes of an archive.
fn bucket_bits(bytes: u64, memory: usize) -> u32 {
    let records = bytes / 8 * 24;
    let wanted = records / (memory as u64 / 32).max(1);
    wanted.max(1).next_power_of_two().trailing_zeros().clamp(8, 12)
}
