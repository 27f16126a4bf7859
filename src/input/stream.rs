//! Chunks of an input that can only be read once, front to back.
//!
//! Each chunk owns its bytes and some beyond its cut; those beyond are copied to the next. What is packed is unpacked here, on the thread
//! that reads; what is not UTF-8 becomes that.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::input::codec::Raw;
use crate::input::decode::Decoding;
use crate::input::fault::Fault;
use crate::input::{Bytes, Chunk, Sizes};
use crate::offsets::Offsets;
use crate::{Error, Result};

/// Memory taken before it is known that the input is that long.
const MOST_RESERVED: usize = 1024 * 1024;

/// Bytes that are decoded at a time.
const PIECE: usize = 64 * 1024;

/// Longest token that is held back until it is known that the input does not break off in it.
const MOST_HELD: usize = 64 * 1024;

/// An input that is opened.
pub(super) struct Stream {
    pub reader: Raw,
    /// How it becomes UTF-8, unless it is.
    pub decoding: Option<Decoding>,
    /// Whether damage can end it before its end.
    pub packed: bool,
    /// Bytes that were read of what lies in the file, at its place there.
    pub progress: Arc<AtomicU64>,
}

pub(super) struct StreamChunks {
    source: usize,
    name: Arc<str>,
    stream: Stream,
    sizes: Sizes,
    /// Offset of `rest` in the text.
    base: u64,
    /// What was read beyond the last cut.
    rest: Vec<u8>,
    /// What was read behind that and may lack its end.
    held: Vec<u8>,
    piece: Vec<u8>,
    ended: bool,
    fault: Option<Fault>,
}

impl StreamChunks {
    pub fn new(source: usize, name: Arc<str>, stream: Stream, sizes: Sizes) -> Self {
        let (rest, held, piece) = (Vec::new(), Vec::new(), Vec::new());
        Self { source, name, stream, sizes, base: 0, rest, held, piece, ended: false, fault: None }
    }

    /// Bytes that were read of what lies in the file.
    pub fn progress(&self) -> u64 {
        self.stream.progress.load(Ordering::Relaxed)
    }

    /// Reads until the buffer holds a chunk and what is read ahead, or the input ends.
    fn fill(&mut self) -> io::Result<Vec<u8>> {
        let want = self.sizes.least(self.base).saturating_add(self.sizes.ahead);
        let mut buffer = std::mem::take(&mut self.rest);
        buffer.reserve(want.saturating_sub(buffer.len()).min(MOST_RESERVED));
        let mut sound = buffer.len();
        buffer.append(&mut self.held);
        while sound < want && !self.ended {
            match self.read_into(&mut buffer, want - sound) {
                Ok(0) => self.ended = true,
                Ok(_) => {}
                Err(error) => {
                    self.fault = Some(Fault::of(error)?);
                    self.ended = true;
                }
            }
            let hold = self.stream.packed && (!self.ended || self.fault.is_some());
            sound = if hold { last_token(&buffer, sound) } else { buffer.len() };
        }
        self.held = buffer.split_off(sound);
        if let Some(fault) = &mut self.fault {
            fault.token = std::mem::take(&mut self.held);
        }
        Ok(buffer)
    }

    /// Appends at most about `most` bytes of text; 0 at the end.
    fn read_into(&mut self, buffer: &mut Vec<u8>, most: usize) -> io::Result<usize> {
        let Some(decoding) = &mut self.stream.decoding else {
            return read_up_to(&mut self.stream.reader, buffer, most);
        };
        let before = buffer.len();
        while buffer.len() == before {
            self.piece.clear();
            let read = read_up_to(&mut self.stream.reader, &mut self.piece, PIECE)?;
            decoding.decode(&self.piece, read == 0, buffer);
            if read == 0 {
                break;
            }
        }
        Ok(buffer.len() - before)
    }
}

/// Appends what one call of the reader gives, and more until there are `most` bytes or it has come to its end. What came before an
/// error is given first, and the error with the next call.
fn read_up_to(reader: &mut Raw, buffer: &mut Vec<u8>, most: usize) -> io::Result<usize> {
    let before = buffer.len();
    match reader.take(most as u64).read_to_end(buffer) {
        Err(_) if buffer.len() > before => Ok(buffer.len() - before),
        result => result,
    }
}

/// Where the last token of a buffer begins: behind the last blank or line end, not before `from` and not too far back.
fn last_token(buffer: &[u8], from: usize) -> usize {
    let from = from.max(buffer.len().saturating_sub(MOST_HELD));
    memchr::memrchr3(b' ', b'\n', b'\r', &buffer[from..]).map_or(from, |at| from + at + 1)
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
                return Some(Err(Error::Input { name: self.name.to_string(), source }));
            }
        };
        let base = self.base;
        let end = if self.ended { buffer.len() } else { self.sizes.cut(&buffer, 0, self.base, buffer.len()) };
        self.rest = buffer[end..].to_vec();
        self.base += end as u64;
        Some(Ok(Chunk {
            source: self.source,
            name: Arc::clone(&self.name),
            bytes: Bytes::Owned(Arc::new(buffer)),
            base,
            start: 0,
            end,
            whole: self.ended,
            horizon: usize::MAX,
            offsets: self.stream.decoding.as_mut().map_or(Offsets::SAME, |decoding| decoding.offsets(base)),
            fault: self.fault.take().map(Arc::new),
            progress: 0,
        }))
    }
}
