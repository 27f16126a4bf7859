//! Chunks: pieces of an input that workers read side by side.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::Result;
use crate::input::stream::StreamChunks;
use crate::input::{Bytes, Fault, Opened, Source, cut};
use crate::offsets::Offsets;

/// A piece of an input. Its games are those that begin from `start` on, up to the first that
/// ends at or behind `end`.
#[derive(Clone, Debug)]
pub struct Chunk {
    /// Number of the source it is of.
    pub source: usize,
    /// Its name.
    pub name: Arc<str>,
    /// The bytes at hand: those of the chunk, and more behind it.
    pub bytes: Bytes,
    /// Offset in the text of the input of the first of the bytes.
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
    /// How offsets in the text lead back to the bytes of the input.
    pub offsets: Offsets,
    /// Why the input ends here, before its end.
    pub fault: Option<Arc<Fault>>,
    /// Bytes of all inputs, as they lie in their files, that were read to get here.
    pub progress: u64,
}

impl Chunk {
    /// Offset in the text of the input of a place in the bytes.
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
    waiting: VecDeque<Source>,
    sizes: Sizes,
    threads: usize,
    /// Sources opened so far.
    opened: usize,
    current: Option<OfSource>,
    /// Sizes of the inputs that were read before, and how far the present one was.
    done: u64,
    present: u64,
}

enum OfSource {
    Whole { source: usize, name: Arc<str>, bytes: Bytes, at: usize },
    Stream(Box<StreamChunks>),
}

impl Chunks {
    /// Chunks of the sources, which are opened one by one. Those whose packing allows it are unpacked on so many threads.
    pub fn new(sources: Vec<Source>, sizes: Sizes, threads: usize) -> Self {
        Self { waiting: sources.into(), sizes: sizes.sound(), threads, opened: 0, current: None, done: 0, present: 0 }
    }

    /// Opens the next source; false when there is none.
    fn open_next(&mut self) -> Result<bool> {
        let Some(next) = self.waiting.pop_front() else { return Ok(false) };
        if !next.is_member() {
            self.done += std::mem::take(&mut self.present);
        }
        match next.open(self.threads)? {
            Opened::Several(members) => members.into_iter().rev().for_each(|member| self.waiting.push_front(member)),
            Opened::Whole(bytes) => {
                let (source, name) = (self.opened, next.name.into());
                self.current = Some(OfSource::Whole { source, name, bytes, at: 0 });
                self.opened += 1;
            }
            Opened::Stream(stream) => {
                let stream = StreamChunks::new(self.opened, next.name.into(), stream, self.sizes);
                self.current = Some(OfSource::Stream(Box::new(stream)));
                self.opened += 1;
            }
        }
        Ok(true)
    }

    /// The next chunk of the source that is open.
    fn next_of_current(&mut self) -> Option<Result<Chunk>> {
        match self.current.as_mut()? {
            OfSource::Whole { source, name, bytes, at } => {
                if *at >= bytes.len() {
                    return None;
                }
                let start = *at;
                *at = self.sizes.cut(bytes, start, start as u64, self.sizes.chunk);
                let (end, horizon) = (*at, at.saturating_add(self.sizes.ahead));
                self.present = self.present.max(end as u64);
                Some(Ok(Chunk {
                    source: *source,
                    name: Arc::clone(name),
                    bytes: bytes.clone(),
                    base: 0,
                    start,
                    end,
                    whole: true,
                    horizon,
                    offsets: Offsets::SAME,
                    fault: None,
                    progress: self.done + self.present,
                }))
            }
            OfSource::Stream(chunks) => {
                let chunk = chunks.next()?;
                self.present = self.present.max(chunks.progress());
                let progress = self.done + self.present;
                Some(chunk.map(|chunk| Chunk { progress, ..chunk }))
            }
        }
    }
}

impl Iterator for Chunks {
    type Item = Result<Chunk>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(chunk) = self.next_of_current() {
                return Some(chunk);
            }
            match self.open_next() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => return Some(Err(error)),
            }
        }
    }
}
