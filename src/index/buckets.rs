//! Records parted by the first bits of their key, most of them on disk.
//!
//! Each bucket keeps the order in which its records came. One temporary file holds all that does
//! not fit in memory; it is below the directory of the index, and removed with it.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Mutex;

use crate::index::record::{Record, SIZE};

/// Records in buckets.
pub(super) struct Buckets {
    file: Mutex<File>,
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
    pub fn new(folder: &Path, known_bits: u32, bits: u32, memory: usize) -> io::Result<Self> {
        let bits = bits.min(64 - known_bits);
        let count = 1usize << bits;
        let buffer = (memory / count).clamp(SIZE * 16, 128 * 1024) / SIZE * SIZE;
        let buckets = std::iter::repeat_with(Bucket::default).take(count).collect();
        Ok(Self { file: Mutex::new(tempfile::tempfile_in(folder)?), end: 0, buckets, known_bits, bits, buffer })
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

    #[inline]
    pub fn push(&mut self, record: Record) -> io::Result<()> {
        let bits = (record.key as u64 ^ 1 << 63) << self.known_bits;
        let index = if self.bits == 0 { 0 } else { (bits >> (64 - self.bits)) as usize };
        let bucket = &mut self.buckets[index];
        bucket.recent.extend_from_slice(&record.to_bytes());
        bucket.records += 1;
        if bucket.recent.len() >= self.buffer {
            self.spill(index)?;
        }
        Ok(())
    }

    fn spill(&mut self, index: usize) -> io::Result<()> {
        let bucket = &mut self.buckets[index];
        let file = self.file.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.write_all(&bucket.recent)?;
        bucket.blocks.push((self.end, bucket.recent.len() as u32));
        self.end += bucket.recent.len() as u64;
        bucket.recent.clear();
        Ok(())
    }

    /// Gives the records of a bucket, in the order in which they came.
    pub fn read(&self, index: usize, mut give: impl FnMut(Record) -> io::Result<()>) -> io::Result<()> {
        let bucket = &self.buckets[index];
        let mut bytes = Vec::new();
        for &(at, length) in &bucket.blocks {
            bytes.resize(length as usize, 0);
            {
                let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                file.seek(SeekFrom::Start(at))?;
                file.read_exact(&mut bytes)?;
            }
            each(&bytes, &mut give)?;
        }
        each(&bucket.recent, &mut give)
    }
}

fn each(bytes: &[u8], give: &mut impl FnMut(Record) -> io::Result<()>) -> io::Result<()> {
    let (records, _) = bytes.as_chunks::<SIZE>();
    records.iter().try_for_each(|record| give(Record::from_bytes(record)))
}
