//! The count from its inputs to its rows.

use std::collections::HashMap;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::chess::notation::System;
use crate::index::{Buckets, Index, frames::Frames};
use crate::input::Source;
use crate::output::{Distinct, UniqueBy};
use crate::pipeline::{self, Job, OnError, in_order, threads};
use crate::positions::collect::{Collector, Reached, Reading};
use crate::positions::count::Counting;
use crate::positions::narrow::{Narrowed, narrow};
use crate::positions::order::Ordered;
use crate::positions::write::RowWriter;
use crate::report::{Observer, Summary, Unobserved};
use crate::{Error, Result};

/// What messages call the temporary file.
pub(super) const TEMPORARY: &str = "temporary file of positions";

/// What messages call the output, here as in the pipeline.
pub(super) const OUTPUT: &str = "output";

/// Which positions are given.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Positions of fewer games are left out.
    pub min_count: u64,
    /// Positions later in their games are left out.
    pub max_ply: u32,
    /// So many rows at most: the first.
    pub top: Option<u64>,
    /// Bytes of memory for the count. What does not fit is on disk.
    pub memory: usize,
    /// The notation that moves are written in; where none is named, the one that fits.
    pub from: Option<System>,
    /// Play every game to its end, so that all that is wrong with it is found.
    pub replay: bool,
    /// Map the sources of an index into memory.
    pub map: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { min_count: 1, max_ply: u32::MAX, top: None, memory: 1 << 30, from: None, replay: false, map: true }
    }
}

/// Writes the distinct positions of the sources: those of most games first, among them those that
/// come first. The summary's positions are the rows.
///
/// # Errors
/// An input cannot be read, the output or a temporary file cannot be written.
pub fn of_sources(
    sources: Vec<Source>,
    settings: &Settings,
    distinct: &Distinct,
    job: &Job,
    out: &mut dyn Write,
    observer: &mut dyn Observer,
) -> Result<Summary> {
    let reached = Reached {
        by: distinct.by,
        last_ply: settings.max_ply,
        replay: settings.replay,
        reading: Reading { from: settings.from, drop_errors: job.on_error == OnError::Drop },
        readings: HashMap::new(),
        narrowed: None,
    };
    let folder = std::env::temp_dir();
    let run = Run { folder: &folder, settings, job };
    let (summary, ordered) = run.count(sources, &reached, observer)?;
    run.write(summary, ordered, distinct, out)
}

/// As [`of_sources`], of the sources of an index, read as they were for it. Its tables tell which
/// positions need not be looked at.
///
/// # Errors
/// As [`of_sources`]; or the index is damaged, or a source of it has moved or changed.
pub fn of_index(
    index: &Index,
    settings: &Settings,
    distinct: &Distinct,
    job: &Job,
    out: &mut dyn Write,
) -> Result<Summary> {
    let entries = &index.manifest().sources;
    entries.iter().try_for_each(|entry| entry.check())?;
    let readings = entries.iter().map(|entry| {
        let from = entry.from_lang.as_deref().and_then(System::by_name);
        (entry.path.clone(), Reading { from, drop_errors: entry.drops_errors })
    });
    let mut reached = Reached {
        by: distinct.by,
        last_ply: settings.max_ply,
        replay: false,
        reading: Reading::default(),
        readings: readings.collect(),
        narrowed: None,
    };
    // Equal FENs are equal positions, so no FEN has more games than the key of its position; a
    // placement may. Only what keys stand for can be told to be among the first.
    let top = settings.top.filter(|_| distinct.by == UniqueBy::Epd);
    if distinct.by != UniqueBy::Board {
        let Settings { min_count, max_ply, memory, .. } = *settings;
        reached.narrowed = narrow(index, job.threads, min_count, top, max_ply, memory / 8)?;
    }
    let folder = std::env::temp_dir();
    let run = Run { folder: &folder, settings, job };
    let (mut summary, mut ordered) = run.count(sources(index, settings.map), &reached, &mut Unobserved)?;
    let is_short = |narrowed: &Narrowed| {
        top.is_some_and(|top| narrowed.min_count > settings.min_count && ordered.has_fewer(top, narrowed.min_count))
    };
    if !summary.interrupted && reached.narrowed.as_ref().is_some_and(is_short) {
        // Two positions have one key, once in a very long while: others may come before them.
        reached.narrowed = None;
        (summary, ordered) = run.count(sources(index, settings.map), &reached, &mut Unobserved)?;
    }
    if !summary.interrupted && summary.games != index.manifest().games() {
        let reason = String::from("its sources do not have the games that they had");
        return Err(Error::Index { name: index.directory().display().to_string(), reason });
    }
    run.write(summary, ordered, distinct, out)
}

fn sources(index: &Index, map: bool) -> Vec<Source> {
    index.manifest().sources.iter().map(|entry| Source::file(&entry.path, map)).collect()
}

struct Run<'r> {
    folder: &'r Path,
    settings: &'r Settings,
    job: &'r Job,
}

impl Run<'_> {
    /// Counts the positions, which come out in order.
    fn count(
        &self,
        sources: Vec<Source>,
        reached: &Reached,
        observer: &mut dyn Observer,
    ) -> Result<(Summary, Ordered)> {
        let Settings { memory, top, min_count, .. } = *self.settings;
        let bits = bucket_bits(memory);
        let mut buckets = Buckets::new(self.folder, 0, bits, memory / 4);
        let mut collector = Collector { buckets: &mut buckets, games: 0 };
        let mut frames = Frames::new(|frame: &[u8]| collector.take(frame));
        let run = pipeline::run(sources, reached, self.job, &mut frames, observer);
        let summary = frames.finish(run)?;
        let ordered = Mutex::new(Ordered::new(top, summary.games, self.folder, bits, memory / 4));
        let counting = Counting { folder: self.folder, share: memory / 4 / threads(self.job.threads), min_count };
        in_order(self.job.threads, buckets.len(), |bucket| {
            if summary.stopped || self.job.is_interrupted() {
                return Ok(());
            }
            counting
                .bucket(&buckets, bucket, &mut |row| ordered.lock().unwrap_or_else(PoisonError::into_inner).push(row))
        })?;
        let interrupted = self.job.is_interrupted();
        Ok((Summary { interrupted, ..summary }, ordered.into_inner().unwrap_or_else(PoisonError::into_inner)))
    }

    /// Writes the rows, unless the run ended before its end.
    fn write(&self, summary: Summary, ordered: Ordered, distinct: &Distinct, out: &mut dyn Write) -> Result<Summary> {
        if summary.stopped || summary.interrupted {
            return Ok(Summary { positions: 0, ..summary });
        }
        let share = self.settings.memory / 8;
        let mut writer = RowWriter::new(distinct, self.job.threads, share, out)?;
        let mut left = self.settings.top.unwrap_or(u64::MAX);
        ordered.each(self.folder, share, &mut |row| {
            if left == 0 || self.job.is_interrupted() {
                return Ok(ControlFlow::Break(()));
            }
            left -= 1;
            writer.push(row).map(ControlFlow::Continue)
        })?;
        let positions = writer.finish()?;
        Ok(Summary { positions, interrupted: self.job.is_interrupted(), ..summary })
    }
}

/// As many buckets as leave each a few pages of memory.
fn bucket_bits(memory: usize) -> u32 {
    (memory >> 15).max(1).ilog2().clamp(5, 12)
}
