//! Records parted by the first bits of their key, most of them on disk.
//!
//! Takes records as bytes of any length, gives them back bucket by bucket; what is in them is
//! left to those who sort or count. Each bucket keeps the order in which its records came. One
//! temporary file without a name holds all that does not fit in memory: it is gone with the process.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Bits of a key.
pub(crate) const KEY_BITS: u32 = u128::BITS;

/// The least that is kept in memory of a bucket.
const LEAST: usize = 320;

/// Records in buckets.
pub(crate) struct Buckets {
    folder: PathBuf,
    /// Made when it is needed first.
    file: Mutex<Option<File>>,
    end: u64,
    buckets: Vec<Bucket>,
    /// Bits of the key that are equal in all records, and those that tell the bucket.
    known_bits: u32,
    bits: u32,
    /// Bytes of a bucket that are kept in memory.
    buffer: usize,
}

#[derive(Default)]
struct Bucket {
    recent: Vec<u8>,
    /// Places in the file.
    blocks: Vec<(u64, u32)>,
    records: u64,
}

impl Buckets {
    /// `2^bits` buckets that share `memory` bytes.
    pub fn new(folder: &Path, known_bits: u32, bits: u32, memory: usize) -> Self {
        let bits = bits.min(KEY_BITS - known_bits);
        let count = 1usize << bits;
        let buffer = (memory / count).clamp(LEAST, 128 * 1024);
        let buckets = std::iter::repeat_with(Bucket::default).take(count).collect();
        Self { folder: folder.to_path_buf(), file: Mutex::new(None), end: 0, buckets, known_bits, bits, buffer }
    }

    /// Bits of the key that are told by the bucket.
    pub fn bits(&self) -> u32 {
        self.known_bits + self.bits
    }

    pub fn len(&self) -> usize {
        self.buckets.len()
    }

    /// Records of a bucket.
    pub fn records(&self, bucket: usize) -> u64 {
        self.buckets[bucket].records
    }

    /// Adds the record that `write` appends.
    #[inline]
    pub fn push(&mut self, key: u128, write: impl FnOnce(&mut Vec<u8>)) -> io::Result<()> {
        let index = if self.bits == 0 { 0 } else { ((key << self.known_bits) >> (KEY_BITS - self.bits)) as usize };
        let bucket = &mut self.buckets[index];
        write(&mut bucket.recent);
        bucket.records += 1;
        if bucket.recent.len() >= self.buffer {
            self.spill(index)?;
        }
        Ok(())
    }

    fn spill(&mut self, index: usize) -> io::Result<()> {
        let bucket = &mut self.buckets[index];
        let file = self.file.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner);
        let file = match file {
            Some(file) => file,
            none => none.insert(tempfile::tempfile_in(&self.folder)?),
        };
        file.write_all(&bucket.recent)?;
        bucket.blocks.push((self.end, bucket.recent.len() as u32));
        self.end += bucket.recent.len() as u64;
        bucket.recent.clear();
        Ok(())
    }

    /// Gives the records of a bucket, in the order in which they came: some at a time, each whole.
    pub fn read(&self, index: usize, mut give: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        let bucket = &self.buckets[index];
        let mut bytes = Vec::new();
        for &(at, length) in &bucket.blocks {
            bytes.resize(length as usize, 0);
            {
                let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                let file = file.as_mut().expect("blocks are in a file");
                file.seek(SeekFrom::Start(at))?;
                file.read_exact(&mut bytes)?;
            }
            give(&bytes)?;
        }
        give(&bucket.recent)
    }
}
