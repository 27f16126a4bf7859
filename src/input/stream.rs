//! Chunks of an input that can only be read once, front to back.
//!
//! Each chunk owns its bytes and some beyond its cut; those beyond are copied to the next.

use std::io::{self, Read};
use std::sync::Arc;

use crate::input::{Bytes, Chunk, Sizes};
use crate::{Error, Result};

/// Memory taken before it is known that the input is that long.
const MOST_RESERVED: usize = 1024 * 1024;

pub(super) struct StreamChunks {
    source: usize,
    name: String,
    reader: Box<dyn Read + Send>,
    sizes: Sizes,
    /// Offset of `rest` in the input.
    base: u64,
    /// What was read beyond the last cut.
    rest: Vec<u8>,
    ended: bool,
}

impl StreamChunks {
    pub fn new(source: usize, name: String, reader: Box<dyn Read + Send>, sizes: Sizes) -> Self {
        Self { source, name, reader, sizes, base: 0, rest: Vec::new(), ended: false }
    }

    /// Reads until the buffer holds a chunk and what is read ahead, or the input ends.
    fn fill(&mut self) -> io::Result<Vec<u8>> {
        let want = self.sizes.least(self.base).saturating_add(self.sizes.ahead);
        let mut buffer = std::mem::take(&mut self.rest);
        buffer.reserve(want.saturating_sub(buffer.len()).min(MOST_RESERVED));
        let mut missing = want.saturating_sub(buffer.len()) as u64;
        while missing > 0 {
            let read = self.reader.by_ref().take(missing).read_to_end(&mut buffer)?;
            if read == 0 {
                self.ended = true;
                break;
            }
            missing -= read as u64;
        }
        Ok(buffer)
    }
}

impl Iterator for StreamChunks {
    type Item = Result<Chunk>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let buffer = match self.fill() {
            Ok(buffer) => buffer,
            Err(source) => {
                self.ended = true;
                return Some(Err(Error::Input { name: self.name.clone(), source }));
            }
        };
        let base = self.base;
        let end = if self.ended { buffer.len() } else { self.sizes.cut(&buffer, 0, self.base, buffer.len()) };
        self.rest = buffer[end..].to_vec();
        self.base += end as u64;
        let bytes = Bytes::Owned(Arc::new(buffer));
        Some(Ok(Chunk { source: self.source, bytes, base, start: 0, end, whole: self.ended, horizon: usize::MAX }))
    }
}
