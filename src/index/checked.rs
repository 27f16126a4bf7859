//! Reading a file of an index, each block checked against its digest before a byte of it is used.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use parquet::errors::{ParquetError, Result as ParquetResult};
use parquet::file::reader::{ChunkReader, Length};
use xxhash_rust::xxh3::xxh3_64;

use crate::index::digest::{BLOCK, read_blocks};
use crate::index::failure;
use crate::index::manifest::FileEntry;
use crate::{Error, Result};

/// A file that the manifest names.
#[derive(Debug)]
pub(super) struct Checked(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    path: PathBuf,
    file: Mutex<File>,
    size: u64,
    blocks: Vec<u64>,
}

impl Checked {
    /// # Errors
    /// It is not there, or not of the size that it was written with.
    pub fn open(directory: &Path, entry: &FileEntry) -> Result<Self> {
        let path = directory.join(&entry.path);
        let file = File::open(&path).map_err(|source| Error::input(&path, source))?;
        let size = file.metadata().map_err(|source| Error::input(&path, source))?.len();
        let blocks = read_blocks(&entry.blocks).filter(|blocks| blocks.len() as u64 == size.div_ceil(BLOCK as u64));
        let Some(blocks) = blocks.filter(|_| size == entry.size) else {
            return Err(failure(&path, format!("damaged: it has {size} bytes and not {}", entry.size)));
        };
        Ok(Self(Arc::new(Inner { path, file: Mutex::new(file), size, blocks })))
    }

    pub fn path(&self) -> &Path {
        &self.0.path
    }
}

impl Inner {
    /// The bytes, read with the whole blocks they lie in.
    fn read(&self, start: u64, length: usize) -> io::Result<Bytes> {
        let damaged = |what: String| io::Error::new(io::ErrorKind::InvalidData, what);
        let end = start.checked_add(length as u64).filter(|&end| end <= self.size);
        let end = end.ok_or_else(|| damaged(String::from("damaged: a place behind its end")))?;
        if length == 0 {
            return Ok(Bytes::new());
        }
        let first = start / BLOCK as u64;
        let from = first * BLOCK as u64;
        let to = end.next_multiple_of(BLOCK as u64).min(self.size);
        let mut bytes = vec![0; (to - from) as usize];
        read_at(&self.file, from, &mut bytes)?;
        for (block, number) in bytes.chunks(BLOCK).zip(first..) {
            if self.blocks.get(number as usize) != Some(&xxh3_64(block)) {
                return Err(damaged(format!("damaged in block {number}: its digest does not fit")));
            }
        }
        Ok(Bytes::from(bytes).slice((start - from) as usize..(end - from) as usize))
    }
}

/// Reads so many bytes from a place of a file that others read, too.
fn read_at(file: &Mutex<File>, at: u64, bytes: &mut [u8]) -> io::Result<()> {
    use std::io::{Seek, SeekFrom};
    let mut file = file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(bytes)
}

impl Length for Checked {
    fn len(&self) -> u64 {
        self.0.size
    }
}

impl ChunkReader for Checked {
    type T = CheckedRead;

    fn get_read(&self, start: u64) -> ParquetResult<CheckedRead> {
        Ok(CheckedRead { inner: Arc::clone(&self.0), at: start, buffer: Bytes::new() })
    }

    fn get_bytes(&self, start: u64, length: usize) -> ParquetResult<Bytes> {
        self.0.read(start, length).map_err(|error| ParquetError::General(error.to_string()))
    }
}

/// Reads on from a place, block after block.
#[derive(Debug)]
pub(super) struct CheckedRead {
    inner: Arc<Inner>,
    at: u64,
    buffer: Bytes,
}

impl Read for CheckedRead {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.buffer.is_empty() && self.at < self.inner.size {
            let end = (self.at + 1).next_multiple_of(BLOCK as u64).min(self.inner.size);
            self.buffer = self.inner.read(self.at, (end - self.at) as usize)?;
            self.at = end;
        }
        let now = self.buffer.split_to(out.len().min(self.buffer.len()));
        out[..now.len()].copy_from_slice(&now);
        Ok(now.len())
    }
}
