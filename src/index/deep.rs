//! An index against its sources: all of them are replayed, and every row is compared.
//!
//! Rows are compared as sums of their digests, source by source: so nothing need be sorted again.
//! Two different lists have one sum of 128 bits by chance alone.

use std::collections::HashMap;
use std::path::Path;

use xxhash_rust::xxh3::xxh3_128;

use crate::Result;
use crate::chess::notation::System;
use crate::index::collect::{Frame, Positions};
use crate::index::frames::Frames;
use crate::index::games::{self, GameRow};
use crate::index::manifest::{Manifest, SourceEntry};
use crate::index::stream::{PositionRow, PositionStream};
use crate::input::Source;
use crate::pipeline::{self, Job, OnError};
use crate::report::Unobserved;

/// Sums over the rows of a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums {
    games: u64,
    positions: u64,
    digest: u128,
}

impl Sums {
    fn game(&mut self, row: &GameRow) {
        self.games += 1;
        let mut bytes = Vec::new();
        for value in [row.game, i64::from(row.source), row.offset, row.length, i64::from(row.plies)] {
            bytes.extend_from_slice(&value.to_le_bytes());
        }
        for value in [row.result.map(i32::from), row.white_elo.map(i32::from), row.black_elo.map(i32::from), row.date] {
            bytes.extend_from_slice(&value.unwrap_or(i32::MIN).to_le_bytes());
        }
        for text in &row.texts {
            bytes.extend_from_slice(&text.as_ref().map_or(u64::MAX, |text| text.len() as u64).to_le_bytes());
            bytes.extend_from_slice(text.as_deref().unwrap_or_default());
        }
        self.digest = self.digest.wrapping_add(xxh3_128(&bytes));
    }

    fn position(&mut self, row: &PositionRow) {
        self.positions += 1;
        let mut bytes = [0; 24];
        bytes[..8].copy_from_slice(&row.key.to_le_bytes());
        bytes[8..16].copy_from_slice(&row.game.to_le_bytes());
        bytes[16..20].copy_from_slice(&row.ply.to_le_bytes());
        bytes[20..22].copy_from_slice(&row.mv.unwrap_or(-1).to_le_bytes());
        bytes[22..].copy_from_slice(&row.result.map_or(9, i16::from).to_le_bytes());
        self.digest = self.digest.wrapping_add(xxh3_128(&bytes));
    }
}

/// What differs, a line a source.
pub(super) fn compare(path: &Path, manifest: &Manifest, job: &Job) -> Result<Vec<String>> {
    let mut stored = vec![Sums::default(); manifest.sources.len()];
    let source_of = |game: u64| manifest.sources.partition_point(|source| source.first_game <= game).saturating_sub(1);
    for segment in &manifest.segments {
        games::each_row(path, &segment.game_file, |row| {
            stored[source_of(row.game as u64)].game(&row);
            Ok(())
        })?;
        let mut positions = PositionStream::of(path, segment, i64::MIN..=i64::MAX);
        while let Some(row) = positions.next_row()? {
            stored[source_of(row.game)].position(&row);
        }
    }
    let mut faults = Vec::new();
    for (number, (source, stored)) in manifest.sources.iter().zip(&stored).enumerate() {
        if let Err(error) = source.check_digest() {
            faults.push(error.to_string());
            continue;
        }
        let replayed = replay(source, number, job)?;
        if replayed != *stored {
            faults.push(format!(
                "{}: the index does not say what this source says: {} games and {} positions, and {} and {} by replay",
                source.path, stored.games, stored.positions, replayed.games, replayed.positions
            ));
        }
    }
    Ok(faults)
}

fn replay(source: &SourceEntry, number: usize, job: &Job) -> Result<Sums> {
    let mut input = Source::file(&source.path, true);
    input.name.clone_from(&source.name);
    let rows = Positions {
        sources: HashMap::from([(source.name.clone(), number as i32)]),
        from: source.from_lang.as_deref().and_then(System::by_name),
        drop_errors: source.drops_errors,
    };
    let on_error = if source.drops_errors { OnError::Drop } else { OnError::Keep };
    let mut sums = Sums::default();
    let mut game = source.first_game;
    let mut frames = Frames::new(|bytes: &[u8]| {
        let mut frame = Frame::new(bytes);
        let (mut row, dropped) = frame.row();
        row.game = game as i64;
        if !dropped {
            for (ply, key, mv) in frame.positions() {
                sums.position(&PositionRow { key, game, ply, mv, result: row.result });
            }
            sums.game(&row);
        }
        game += 1;
        Ok(())
    });
    let run = pipeline::run(vec![input], &rows, &Job { on_error, limit: None, ..*job }, &mut frames, &mut Unobserved);
    frames.finish(run)?;
    Ok(sums)
}
