//! What workers tell of games, on its way through the pipeline: a frame a game, each with its length before it.
//!
//! Takes the pipeline's output in pieces of any size, hands on whole frames in order; what is in
//! one is left to those who write and take it.

use std::io::{self, Write};

use crate::{Error, Result};

/// Bytes that tell the length of a frame, theirs included.
const HEAD: usize = 8;

/// Begins a frame at the end of `out`.
pub(crate) fn begin(out: &mut Vec<u8>) -> usize {
    let start = out.len();
    out.extend_from_slice(&[0; HEAD]);
    start
}

/// Ends the frame that began at `start`.
pub(crate) fn end(start: usize, out: &mut [u8]) {
    let length = (out.len() - start) as u64;
    out[start..start + HEAD].copy_from_slice(&length.to_le_bytes());
}

/// Takes what the pipeline writes for frames, and hands them on.
pub(crate) struct Frames<F> {
    take: F,
    rest: Vec<u8>,
    failure: Option<Error>,
}

impl<F: FnMut(&[u8]) -> Result<()>> Frames<F> {
    pub fn new(take: F) -> Self {
        Self { take, rest: Vec::new(), failure: None }
    }

    /// The failure that made a write fail comes out here.
    pub fn finish<T>(self, run: Result<T>) -> Result<T> {
        self.failure.map_or(run, Err)
    }
}

impl<F: FnMut(&[u8]) -> Result<()>> Write for Frames<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = std::mem::take(&mut self.rest);
        let mut left = match all.is_empty() {
            true => bytes,
            false => {
                all.extend_from_slice(bytes);
                &all
            }
        };
        while let Some((length, _)) = left.split_first_chunk::<HEAD>() {
            let Some((frame, behind)) = left.split_at_checked(u64::from_le_bytes(*length) as usize) else { break };
            if let Err(error) = (self.take)(&frame[HEAD..]) {
                self.failure = Some(error);
                return Err(io::Error::other("what a game gives cannot be kept"));
            }
            left = behind;
        }
        self.rest = left.to_vec();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
