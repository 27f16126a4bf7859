//! Digests of files: of the whole, and of blocks, so that a part can be checked alone.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// Bytes of a block. A page of a table is read with the blocks that it lies in.
pub(super) const BLOCK: usize = 64 * 1024;

/// Digests of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Digests {
    pub size: u64,
    pub xxh3: String,
    pub blocks: String,
}

/// A writer that digests what passes.
pub(super) struct Digesting<W> {
    inner: W,
    whole: Xxh3,
    block: Vec<u8>,
    blocks: String,
    size: u64,
}

impl<W: Write> Digesting<W> {
    pub fn new(inner: W) -> Self {
        Self { inner, whole: Xxh3::new(), block: Vec::with_capacity(BLOCK), blocks: String::new(), size: 0 }
    }

    pub fn finish(mut self) -> (W, Digests) {
        if !self.block.is_empty() {
            self.end_block();
        }
        let xxh3 = hex(self.whole.digest());
        (self.inner, Digests { size: self.size, xxh3, blocks: self.blocks })
    }

    fn end_block(&mut self) {
        self.blocks.push_str(&hex(xxh3_64(&self.block)));
        self.block.clear();
    }
}

impl<W: Write> Write for Digesting<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        let mut rest = &bytes[..written];
        self.whole.update(rest);
        self.size += written as u64;
        while !rest.is_empty() {
            let (now, later) = rest.split_at(rest.len().min(BLOCK - self.block.len()));
            self.block.extend_from_slice(now);
            if self.block.len() == BLOCK {
                self.end_block();
            }
            rest = later;
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

pub(super) fn hex(digest: u64) -> String {
    format!("{digest:016x}")
}

/// The digest of each block; none when the text is no list of digests.
pub(super) fn read_blocks(text: &str) -> Option<Vec<u64>> {
    let digits = text.as_bytes();
    let digest = |digits: &[u8]| u64::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok();
    digits.len().is_multiple_of(16).then(|| digits.chunks_exact(16).map(digest).collect())?
}

/// Digests of a file as it is on disk.
pub(super) fn of_file(path: &Path) -> io::Result<Digests> {
    let mut file = File::open(path)?;
    let mut digesting = Digesting::new(io::sink());
    let mut buffer = vec![0; 1 << 20];
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Ok(digesting.finish().1),
            Ok(read) => digesting.write_all(&buffer[..read])?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
