//! Rows of many queries put in the order of the queries.
//!
//! A scan meets the games one after the other, each with the positions it reaches; what is asked
//! for is each position with its games. Rows go to a temporary file and come back in order.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};

use crate::output::FRAME;

/// Takes frames of rows, gives rows by query.
pub struct Batch {
    spool: BufWriter<File>,
    /// By query: where its rows stand in the spool.
    rows: Vec<Vec<(u64, u32)>>,
    limit: u64,
    header: Vec<u8>,
    header_length: usize,
    /// A frame of which not all has come.
    rest: Vec<u8>,
    written: u64,
}

impl Batch {
    /// For so many queries, each with at most `limit` rows, behind a header of known length.
    pub fn new(queries: usize, limit: u64, header_length: usize) -> io::Result<Self> {
        Ok(Self {
            spool: BufWriter::new(tempfile::tempfile()?),
            rows: vec![Vec::new(); queries],
            limit,
            header: Vec::new(),
            header_length,
            rest: Vec::new(),
            written: 0,
        })
    }

    /// The number of rows of each query.
    pub fn counts(&self) -> Vec<usize> {
        self.rows.iter().map(Vec::len).collect()
    }

    /// Writes the header and the rows, query after query.
    pub fn write_to(self, out: &mut dyn Write) -> io::Result<()> {
        let mut file = self.spool.into_inner().map_err(io::IntoInnerError::into_error)?;
        out.write_all(&self.header)?;
        let mut row = Vec::new();
        for (at, length) in self.rows.into_iter().flatten() {
            row.resize(length as usize, 0);
            file.seek(SeekFrom::Start(at))?;
            file.read_exact(&mut row)?;
            out.write_all(&row)?;
        }
        Ok(())
    }

    fn frame(&mut self, query: usize, row: &[u8]) -> io::Result<()> {
        let rows = &mut self.rows[query];
        if rows.len() as u64 >= self.limit {
            return Ok(());
        }
        rows.push((self.written, row.len() as u32));
        self.written += row.len() as u64;
        self.spool.write_all(row)
    }
}

impl Write for Batch {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let header = bytes.len().min(self.header_length - self.header.len());
        self.header.extend_from_slice(&bytes[..header]);
        self.rest.extend_from_slice(&bytes[header..]);
        let all = std::mem::take(&mut self.rest);
        let mut left = all.as_slice();
        while let Some((frame, behind)) = left.split_at_checked(FRAME) {
            let number =
                |at: usize| u32::from_le_bytes([frame[at], frame[at + 1], frame[at + 2], frame[at + 3]]) as usize;
            let Some((row, behind)) = behind.split_at_checked(number(4)) else { break };
            self.frame(number(0), row)?;
            left = behind;
        }
        self.rest = left.to_vec();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
