//! Rows as text, many at a time on several threads.

use std::io::Write;

use crate::chess::{FenCache, Position};
use crate::output::{Distinct, DistinctRow};
use crate::pipeline::in_order;
use crate::positions::row::Row;
use crate::{Error, Result};

/// Rows that one task writes.
const TASK: usize = 2048;

/// Writes rows that come in order.
pub(super) struct RowWriter<'w> {
    distinct: &'w Distinct,
    threads: usize,
    /// Rows that are written at once.
    batch: usize,
    rows: Vec<Row>,
    written: u64,
    out: &'w mut dyn Write,
}

impl<'w> RowWriter<'w> {
    /// A writer that holds about `memory` bytes of rows; it writes the header.
    pub fn new(distinct: &'w Distinct, threads: usize, memory: usize, out: &'w mut dyn Write) -> Result<Self> {
        let batch = (memory / 512).clamp(TASK, 64 * TASK);
        let mut header = Vec::new();
        distinct.header(&mut header);
        out.write_all(&header).map_err(failed)?;
        Ok(Self { distinct, threads, batch, rows: Vec::new(), written: 0, out })
    }

    pub fn push(&mut self, row: Row) -> Result<()> {
        self.rows.push(row);
        self.written += 1;
        if self.rows.len() == self.batch { self.flush() } else { Ok(()) }
    }

    /// Writes what is left; gives the number of rows.
    pub fn finish(mut self) -> Result<u64> {
        self.flush()?;
        self.out.flush().map_err(failed)?;
        Ok(self.written)
    }

    fn flush(&mut self) -> Result<()> {
        let rows = std::mem::take(&mut self.rows);
        let tasks: Vec<&[Row]> = rows.chunks(TASK).collect();
        for text in in_order(self.threads, tasks.len(), |task| text(self.distinct, tasks[task]))? {
            self.out.write_all(&text).map_err(failed)?;
        }
        Ok(())
    }
}

fn failed(source: std::io::Error) -> Error {
    Error::output(super::run::OUTPUT, source)
}

fn text(distinct: &Distinct, rows: &[Row]) -> Result<Vec<u8>> {
    let (mut text, mut cache) = (Vec::new(), FenCache::new());
    for row in rows {
        // Our own bytes, come back from our own temporary file.
        let broken = || Error::output(super::run::TEMPORARY, std::io::ErrorKind::InvalidData.into());
        let position = Position::from_packed(&row.packed).ok_or_else(broken)?;
        let Row { counts, first_game, first_ply, .. } = row;
        let row = DistinctRow { position: &position, counts, first_game: *first_game, first_ply: *first_ply };
        distinct.row(&row, &mut cache, &mut text);
    }
    Ok(text)
}
