//! From buckets of records to the tables of a segment.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::Path;

use crate::index::buckets::Buckets;
use crate::index::manifest::{FileEntry, Segment, sync_folder};
use crate::index::record::Record;
use crate::index::table::{GROUP_ROWS, POSITIONS, TREE, TableWriter, Values};
use crate::index::tally::Tallying;
use crate::output::Counts;
use crate::pipeline::in_order;
use crate::{Error, Result};

/// Rows of a file of positions, at most.
const FILE_ROWS: u64 = 64 << 20;

/// Rows of a file that another is begun for, as long as there are not too many.
const SHARE_ROWS: u64 = 4 << 20;

/// How a segment is made.
pub(super) struct Making<'m> {
    pub directory: &'m Path,
    pub id: u32,
    pub first_game: u64,
    pub threads: usize,
    /// Bytes of records that one worker may hold.
    pub share: usize,
}

/// Sorts the buckets and writes the tables of positions and moves.
pub(super) fn write(making: &Making<'_>, buckets: &Buckets, games: u64, game_file: FileEntry) -> Result<Segment> {
    let positions: u64 = (0..buckets.len()).map(|bucket| buckets.records(bucket)).sum();
    // By the number of rows alone: the files are the same for any number of threads and any memory.
    let files = 1 << file_bits(positions);
    let per_file = buckets.len() / files;
    let parts = in_order(making.threads, files, |file| {
        let mut part = Part::new(making, file)?;
        for bucket in file * per_file..(file + 1) * per_file {
            part.bucket(buckets, bucket)?;
        }
        part.finish()
    })?;
    finish(making, parts, games, positions, game_file)
}

/// How many first bits of the key tell the file.
pub(super) fn file_bits(positions: u64) -> u32 {
    (positions / SHARE_ROWS).max(1).next_power_of_two().trailing_zeros().min(8)
}

/// What the parts have written becomes a segment.
pub(super) fn finish(
    making: &Making<'_>,
    parts: Vec<(Vec<FileEntry>, File)>,
    games: u64,
    positions: u64,
    game_file: FileEntry,
) -> Result<Segment> {
    let mut tree = TreeWriter::new(making)?;
    let mut position_files = Vec::new();
    for (files, rows) in parts {
        position_files.extend(files);
        tree.append(rows)?;
    }
    let tree_file = tree.finish()?;
    let folder = making.directory.join("positions");
    for folder in [&folder.join(segment_name(making.id)), &folder, &making.directory.join("tree")] {
        sync_folder(folder)?;
    }
    let Making { id, first_game, .. } = *making;
    Ok(Segment { id, first_game, games, positions, game_file, position_files, tree_file })
}

pub(super) fn segment_name(id: u32) -> String {
    format!("{id:06}")
}

fn temporary(source: io::Error) -> Error {
    Error::output("temporary file of the index", source)
}

/// What one worker writes: the tables of a range of keys.
pub(super) struct Part<'m> {
    making: &'m Making<'m>,
    number: usize,
    table: TableWriter,
    files: Vec<FileEntry>,
    columns: Columns,
    key: i64,
    tallying: Tallying,
    tree: BufWriter<File>,
}

#[derive(Default)]
struct Columns {
    hash: Vec<i64>,
    game: Vec<i64>,
    ply: Vec<i32>,
    moves: (Vec<i32>, Vec<i16>),
    results: (Vec<i32>, Vec<i16>),
}

impl<'m> Part<'m> {
    pub fn new(making: &'m Making<'m>, number: usize) -> Result<Self> {
        Ok(Self {
            making,
            number,
            table: Self::table(making, number, 0)?,
            files: Vec::new(),
            columns: Columns::default(),
            key: 0,
            tallying: Tallying::default(),
            tree: BufWriter::new(tempfile::tempfile_in(making.directory).map_err(temporary)?),
        })
    }

    fn table(making: &Making<'_>, number: usize, part: usize) -> Result<TableWriter> {
        let part = if part == 0 { String::new() } else { format!("-{part}") };
        let name = format!("positions/{}/{number:03}{part}.parquet", segment_name(making.id));
        TableWriter::create(making.directory, name, &POSITIONS)
    }

    /// Sorts a bucket; one that is too large is parted by further bits of the key.
    fn bucket(&mut self, buckets: &Buckets, bucket: usize) -> Result<()> {
        let records = buckets.records(bucket);
        if buckets.bits() >= 64 {
            // All keys are equal, and records came in order.
            let mut failed = None;
            let read = Record::each_of(buckets, bucket, |record| {
                self.record(record).map_err(|error| {
                    failed = Some(error);
                    io::Error::other("not written")
                })
            });
            return failed.map_or(read.map_err(temporary), Err);
        }
        if records.saturating_mul(size_of::<Record>() as u64 * 2) > self.making.share as u64 {
            let mut finer = Buckets::new(self.making.directory, buckets.bits(), 8, self.making.share / 2);
            Record::each_of(buckets, bucket, |record| record.push_to(&mut finer)).map_err(temporary)?;
            return (0..finer.len()).try_for_each(|bucket| self.bucket(&finer, bucket));
        }
        let mut sorted = Vec::with_capacity(records as usize);
        Record::each_of(buckets, bucket, |record| {
            sorted.push(record);
            Ok(())
        })
        .map_err(temporary)?;
        sorted.sort_unstable_by_key(|record| (record.key, record.order()));
        sorted.into_iter().try_for_each(|record| self.record(record))
    }

    pub fn record(&mut self, record: Record) -> Result<()> {
        if record.key != self.key {
            self.end_key()?;
            self.key = record.key;
        }
        self.tallying.add(record);
        let columns = &mut self.columns;
        columns.hash.push(record.key);
        columns.game.push((self.making.first_game + u64::from(record.game)) as i64);
        columns.ply.push(record.ply as i32);
        columns.moves.1.push(i16::from(record.mv.is_some()));
        columns.moves.0.extend(record.mv.map(i32::from));
        columns.results.1.push(i16::from(record.result.is_some()));
        columns.results.0.extend(record.result.map(i32::from));
        if columns.hash.len() == GROUP_ROWS {
            self.write_group()?;
            if self.table.rows() + GROUP_ROWS as u64 > FILE_ROWS {
                let next = Self::table(self.making, self.number, self.files.len() + 1)?;
                self.files.push(std::mem::replace(&mut self.table, next).finish()?);
            }
        }
        Ok(())
    }

    fn write_group(&mut self) -> Result<()> {
        let Columns { hash, game, ply, moves, results } = &self.columns;
        if hash.is_empty() {
            return Ok(());
        }
        self.table.write_group(&[
            Values::Longs(hash),
            Values::Longs(game),
            Values::Ints(ply),
            Values::SomeInts(&moves.0, &moves.1),
            Values::SomeInts(&results.0, &results.1),
        ])?;
        let columns = &mut self.columns;
        columns.hash.clear();
        columns.game.clear();
        columns.ply.clear();
        for (values, there) in [&mut columns.moves, &mut columns.results] {
            values.clear();
            there.clear();
        }
        Ok(())
    }

    /// The moves of a position that was seen more than once go to the tree.
    fn end_key(&mut self) -> Result<()> {
        let (tally, records) = std::mem::take(&mut self.tallying).finish();
        if records > 1 {
            for (mv, counts) in &tally.moves {
                self.tree.write_all(&tree_row(self.key, *mv, counts)).map_err(temporary)?;
            }
        }
        Ok(())
    }

    pub fn finish(mut self) -> Result<(Vec<FileEntry>, File)> {
        self.end_key()?;
        self.write_group()?;
        // A segment without a position has one empty file all the same.
        if self.table.rows() > 0 || self.files.is_empty() {
            self.files.push(self.table.finish()?);
        }
        let tree = self.tree.into_inner().map_err(|error| temporary(error.into_error()))?;
        Ok((self.files, tree))
    }
}

/// Bytes of a row of the tree between the sort and its table.
const TREE_ROW: usize = 58;

fn tree_row(key: i64, mv: Option<i16>, counts: &Counts) -> [u8; TREE_ROW] {
    let Counts { games, white, draws, black, rating_sum, rated } = *counts;
    let mut row = [0; TREE_ROW];
    row[..8].copy_from_slice(&key.to_le_bytes());
    row[8..10].copy_from_slice(&mv.unwrap_or(-1).to_le_bytes());
    for (place, value) in row[10..].chunks_exact_mut(8).zip([games, white, draws, black, rating_sum.to_bits(), rated]) {
        place.copy_from_slice(&value.to_le_bytes());
    }
    row
}

/// Writes the table of moves.
struct TreeWriter {
    table: TableWriter,
    hash: Vec<i64>,
    moves: (Vec<i32>, Vec<i16>),
    counts: [Vec<i64>; 5],
    rating_sum: Vec<f64>,
}

impl TreeWriter {
    fn new(making: &Making<'_>) -> Result<Self> {
        let name = format!("tree/{}.parquet", segment_name(making.id));
        Ok(Self {
            table: TableWriter::create(making.directory, name, &TREE)?,
            hash: Vec::new(),
            moves: Default::default(),
            counts: Default::default(),
            rating_sum: Vec::new(),
        })
    }

    fn append(&mut self, mut rows: File) -> Result<()> {
        let length = rows.stream_position().map_err(temporary)?;
        rows.rewind().map_err(temporary)?;
        let mut rows = BufReader::with_capacity(1 << 18, rows);
        let mut row = [0; TREE_ROW];
        for _ in 0..length / TREE_ROW as u64 {
            rows.read_exact(&mut row).map_err(temporary)?;
            let number = |at: usize| i64::from_le_bytes(row[at..at + 8].try_into().expect("8 bytes"));
            self.hash.push(number(0));
            let mv = i16::from_le_bytes([row[8], row[9]]);
            self.moves.1.push(i16::from(mv >= 0));
            self.moves.0.extend((mv >= 0).then_some(i32::from(mv)));
            for (counts, place) in self.counts.iter_mut().zip([10, 18, 26, 34, 50]) {
                counts.push(number(place));
            }
            self.rating_sum.push(f64::from_bits(number(42) as u64));
            if self.hash.len() == GROUP_ROWS / 4 {
                self.write_group()?;
            }
        }
        Ok(())
    }

    fn write_group(&mut self) -> Result<()> {
        if self.hash.is_empty() {
            return Ok(());
        }
        let [games, white, draws, black, rated] = &self.counts;
        self.table.write_group(&[
            Values::Longs(&self.hash),
            Values::SomeInts(&self.moves.0, &self.moves.1),
            Values::Longs(games),
            Values::Longs(white),
            Values::Longs(draws),
            Values::Longs(black),
            Values::Doubles(&self.rating_sum),
            Values::Longs(rated),
        ])?;
        self.hash.clear();
        self.moves.0.clear();
        self.moves.1.clear();
        self.counts.iter_mut().for_each(Vec::clear);
        self.rating_sum.clear();
        Ok(())
    }

    fn finish(mut self) -> Result<FileEntry> {
        self.write_group()?;
        self.table.finish()
    }
}
