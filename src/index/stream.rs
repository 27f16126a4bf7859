//! The records of a segment in the order of their keys, a piece at a time.

use std::ops::RangeInclusive;
use std::path::Path;

use crate::Result;
use crate::index::manifest::{FileEntry, Segment};
use crate::index::table_read::{Rows, Table};

/// Rows that are decoded at a time.
const PIECE: usize = 1 << 16;

/// A row of the table of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PositionRow {
    pub key: i64,
    pub game: u64,
    pub ply: u32,
    pub mv: Option<i16>,
    pub result: Option<i8>,
}

/// Pieces of a table, one after the other.
pub(super) struct Pieces {
    table: Table,
    groups: Vec<usize>,
    group: usize,
    row: usize,
}

impl Pieces {
    pub fn of(directory: &Path, entry: &FileEntry) -> Result<Self> {
        let table = Table::open(directory, entry)?;
        Ok(Self { groups: table.groups(), table, group: 0, row: 0 })
    }

    /// The next piece; none at the end.
    pub fn next_rows(&mut self) -> Option<(&Table, Rows)> {
        while self.row >= *self.groups.get(self.group)? {
            (self.group, self.row) = (self.group + 1, 0);
        }
        let end = (self.row + PIECE).min(self.groups[self.group]);
        let rows = Rows { group: self.group, rows: self.row..end };
        self.row = end;
        Some((&self.table, rows))
    }
}

/// The rows of a segment with keys of a range, in order.
pub(super) struct PositionStream<'s> {
    directory: &'s Path,
    files: std::slice::Iter<'s, FileEntry>,
    keys: RangeInclusive<i64>,
    pieces: Option<Pieces>,
    piece: std::vec::IntoIter<PositionRow>,
}

impl<'s> PositionStream<'s> {
    pub fn of(directory: &'s Path, segment: &'s Segment, keys: RangeInclusive<i64>) -> Self {
        Self { directory, files: segment.position_files.iter(), keys, pieces: None, piece: Vec::new().into_iter() }
    }

    /// The next row; none at the end.
    pub fn next_row(&mut self) -> Result<Option<PositionRow>> {
        loop {
            for row in self.piece.by_ref() {
                if self.keys.contains(&row.key) {
                    return Ok(Some(row));
                }
            }
            let Some(pieces) = &mut self.pieces else {
                let overlaps = |file: &&FileEntry| {
                    file.rows > 0 && file.first <= *self.keys.end() && *self.keys.start() <= file.last
                };
                let Some(file) = self.files.find(overlaps) else { return Ok(None) };
                self.pieces = Some(Pieces::of(self.directory, file)?);
                continue;
            };
            let Some((table, rows)) = pieces.next_rows() else {
                self.pieces = None;
                continue;
            };
            self.piece = piece(table, &rows)?.into_iter();
        }
    }
}

fn piece(table: &Table, rows: &Rows) -> Result<Vec<PositionRow>> {
    let (keys, games, plies) = (table.longs(rows, 0)?, table.longs(rows, 1)?, table.ints(rows, 2)?);
    let (moves, results) = (table.some_ints(rows, 3)?, table.some_ints(rows, 4)?);
    let row = |at: usize| PositionRow {
        key: keys[at],
        game: games[at] as u64,
        ply: plies[at] as u32,
        mv: moves[at].map(|mv| mv as i16),
        result: results[at].map(|result| result as i8),
    };
    Ok((0..keys.len()).map(row).collect())
}
