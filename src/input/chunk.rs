//! Chunks: pieces of an input that workers read side by side.

use crate::Result;
use crate::input::stream::StreamChunks;
use crate::input::{Bytes, Opened, Source, cut};

/// A piece of an input. Its games are those that begin from `start` on, up to the first that
/// ends at or behind `end`.
#[derive(Clone, Debug)]
pub struct Chunk {
    /// Number of the source it is of.
    pub source: usize,
    /// The bytes at hand: those of the chunk, and more behind it.
    pub bytes: Bytes,
    /// Offset in the input of the first of the bytes.
    pub base: u64,
    /// Where the chunk begins in `bytes`.
    pub start: usize,
    /// Where the next chunk begins, by the guess of its cut.
    pub end: usize,
    /// Whether the input ends where `bytes` end.
    pub whole: bool,
}

impl Chunk {
    /// Offset in the input of a place in the bytes.
    pub fn offset(&self, at: usize) -> u64 {
        self.base + at as u64
    }
}

/// How large chunks are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Bytes of a chunk, at least; one game more where it does not end there.
    pub chunk: usize,
    /// Bytes of a stream that are read ahead of a cut, at least 1, so that the last game of
    /// a chunk is whole and the next is seen to begin.
    pub ahead: usize,
}

impl Default for Sizes {
    fn default() -> Self {
        Self { chunk: 512 * 1024, ahead: 64 * 1024 }
    }
}

/// The chunks of several sources, one source after the other.
pub struct Chunks {
    sources: std::iter::Enumerate<std::vec::IntoIter<Source>>,
    sizes: Sizes,
    current: Option<OfSource>,
}

enum OfSource {
    Whole { source: usize, bytes: Bytes, at: usize },
    Stream(StreamChunks),
}

impl Chunks {
    /// Chunks of the sources, which are opened one by one.
    pub fn new(sources: Vec<Source>, sizes: Sizes) -> Self {
        Self { sources: sources.into_iter().enumerate(), sizes, current: None }
    }
}

impl Iterator for Chunks {
    type Item = Result<Chunk>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match &mut self.current {
                Some(OfSource::Whole { source, bytes, at }) if *at < bytes.len() => {
                    let start = *at;
                    let full = start.saturating_add(self.sizes.chunk);
                    let limit = full.saturating_add(self.sizes.chunk);
                    *at = if full >= bytes.len() { bytes.len() } else { cut::find(bytes, full, limit) };
                    let chunk = Chunk { source: *source, bytes: bytes.clone(), base: 0, start, end: *at, whole: true };
                    return Some(Ok(chunk));
                }
                Some(OfSource::Stream(chunks)) => {
                    if let Some(chunk) = chunks.next() {
                        return Some(chunk);
                    }
                }
                Some(OfSource::Whole { .. }) | None => {}
            }
            let (source, next) = self.sources.next()?;
            let opened = match next.open() {
                Ok(opened) => opened,
                Err(error) => return Some(Err(error)),
            };
            self.current = Some(match opened {
                Opened::Whole(bytes) => OfSource::Whole { source, bytes, at: 0 },
                Opened::Stream(reader) => OfSource::Stream(StreamChunks::new(source, next.name, reader, self.sizes)),
            });
        }
    }
}
