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
    /// How far into the bytes the end of its last game is looked for at first. A guess that was
    /// wrong stops there, so that a game of many chunks is not read once for each of them.
    pub horizon: usize,
}

impl Chunk {
    /// Offset in the input of a place in the bytes.
    pub fn offset(&self, at: usize) -> u64 {
        self.base + at as u64
    }

    /// The bytes up to the horizon, and whether the input ends there.
    pub fn in_sight(&self) -> (&[u8], bool) {
        let horizon = self.horizon.min(self.bytes.len());
        (&self.bytes[..horizon], self.whole && horizon == self.bytes.len())
    }
}

/// How large chunks are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Bytes of a chunk, at least 1 and about as many as this.
    pub chunk: usize,
    /// Bytes that are read ahead of a cut, at least 1, so that the last game of a chunk is
    /// whole and the next is seen to begin.
    pub ahead: usize,
    /// The first cut of each source, at this very byte whatever stands there. For tests, which
    /// hold that no cut can change what is read.
    pub first_cut: Option<usize>,
}

impl Default for Sizes {
    fn default() -> Self {
        Self { chunk: 512 * 1024, ahead: 64 * 1024, first_cut: None }
    }
}

impl Sizes {
    /// The same with every size at least what it must be.
    fn sound(self) -> Self {
        Self { chunk: self.chunk.max(1), ahead: self.ahead.max(1), first_cut: self.first_cut.filter(|&at| at > 0) }
    }

    /// Where the chunk that begins at `start` of `bytes` is cut. `offset` is that of `start` in the input; a cut is
    /// looked for in so many bytes as `window` behind a full chunk.
    pub(super) fn cut(self, bytes: &[u8], start: usize, offset: u64, window: usize) -> usize {
        let full = start.saturating_add(self.least(offset));
        match self.first_cut {
            _ if full >= bytes.len() => bytes.len(),
            Some(_) if offset == 0 => full,
            _ => cut::find(bytes, full, full.saturating_add(window)),
        }
    }

    /// Bytes of the chunk that begins at an offset of the input, at least.
    pub(super) fn least(self, offset: u64) -> usize {
        self.first_cut.filter(|_| offset == 0).unwrap_or(self.chunk)
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
        Self { sources: sources.into_iter().enumerate(), sizes: sizes.sound(), current: None }
    }
}

impl Iterator for Chunks {
    type Item = Result<Chunk>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match &mut self.current {
                Some(OfSource::Whole { source, bytes, at }) if *at < bytes.len() => {
                    let start = *at;
                    *at = self.sizes.cut(bytes, start, start as u64, self.sizes.chunk);
                    let (end, horizon) = (*at, at.saturating_add(self.sizes.ahead));
                    let chunk =
                        Chunk { source: *source, bytes: bytes.clone(), base: 0, start, end, whole: true, horizon };
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
