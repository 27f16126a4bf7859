//! Whether cuts were right: where each chunk's games truly begin.
//!
//! Takes chunks and the ends of their games in order, and gives each chunk from where its
//! first game begins: at its cut if the guess was right; behind it if a game of the chunk
//! before reaches further; with the bytes of chunks before it if a game was cut by the end of
//! the bytes at hand.

use std::sync::Arc;

use crate::input::{Bytes, Chunk};
use crate::offsets::Offsets;
use crate::pipeline::worker::End;

/// The state between two chunks.
#[derive(Default)]
pub(super) struct Chain {
    source: usize,
    /// Offset in the source where the next game begins.
    expected: u64,
    cut: Option<CutGame>,
}

/// A game that the bytes at hand did not hold whole.
struct CutGame {
    base: u64,
    bytes: Vec<u8>,
    offsets: Offsets,
    /// It is not tried again with fewer bytes than this: a game of many chunks is read a few
    /// times and not once for each chunk.
    retry_at: usize,
}

impl Chain {
    /// The chunk from where its first game truly begins; none when none begins in it, or
    /// when it must wait for more bytes.
    pub fn exact(&mut self, chunk: &Chunk) -> Option<Chunk> {
        if chunk.source != self.source {
            *self = Self { source: chunk.source, ..Self::default() };
        }
        if let Some(cut) = &mut self.cut {
            let known = (cut.base + cut.bytes.len() as u64 - chunk.base) as usize;
            cut.bytes.extend_from_slice(chunk.bytes.get(known..).unwrap_or_default());
            cut.offsets = cut.offsets.joined(&chunk.offsets);
            if chunk.whole {
                // Where an input breaks off, what was read ahead may end in a token that is not read.
                cut.bytes.truncate((chunk.offset(chunk.bytes.len()) - cut.base) as usize);
            } else if cut.bytes.len() < cut.retry_at {
                return None;
            }
            let CutGame { base, bytes, offsets, .. } = self.cut.take()?;
            let end = (chunk.offset(chunk.end) - base) as usize;
            let bytes = Bytes::Owned(Arc::new(bytes));
            return Some(Chunk { bytes, base, start: 0, end, horizon: usize::MAX, offsets, ..chunk.clone() });
        }
        let start = (self.expected - chunk.base) as usize;
        let begins_here = start < chunk.end || (start == 0 && chunk.whole && chunk.base == 0);
        // A game that begins before the chunk was not whole within an earlier one's horizon.
        let horizon = if start < chunk.start { usize::MAX } else { chunk.horizon };
        begins_here.then(|| Chunk { start, horizon, ..chunk.clone() })
    }

    /// Notes where the games of a chunk ended.
    pub fn follow(&mut self, exact: &Chunk, end: End) {
        match end {
            End::Next(at) => self.expected = exact.offset(at),
            // All bytes are there: the next chunk begins where this one stopped.
            End::Cut(at) if exact.whole => self.expected = exact.offset(at),
            End::Cut(at) => {
                let bytes = exact.bytes[at..].to_vec();
                self.expected = exact.offset(at);
                let (retry_at, offsets) = (2 * bytes.len(), exact.offsets.clone());
                self.cut = Some(CutGame { base: self.expected, bytes, offsets, retry_at });
            }
        }
    }
}
