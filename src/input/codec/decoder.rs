//! Several compressed streams of one kind, one behind the other, as one reader.

use std::io::{self, Read};

use crate::input::codec::{Codec, Inflate, MAGIC, Raw, State};
use crate::input::fault::Fault;

/// Bytes of compressed input read at a time.
const AT_ONCE: usize = 256 * 1024;

/// Bytes that are unpacked at a time.
const BLOCK: usize = 128 * 1024;

/// Decodes streams of a codec. Damage is told after all that came before it.
///
/// Both buffers are filled as far as can be, however much the reader gives and is asked for at a time: where damage is
/// found then depends on the bytes alone.
pub(in crate::input) struct Decoder {
    raw: Raw,
    name: &'static str,
    /// Another stream may follow the one that ends; none in a member of an archive.
    more: Option<&'static Codec>,
    stream: Option<Box<dyn Inflate>>,
    /// Another stream may begin here.
    between: bool,
    buffer: Vec<u8>,
    at: usize,
    filled: usize,
    /// Compressed bytes that were used up before the buffer.
    before: u64,
    /// What was unpacked and not given yet.
    block: Vec<u8>,
    given: usize,
    fault: Option<String>,
}

impl Decoder {
    /// As many streams as there are.
    pub fn new(raw: Raw, codec: &'static Codec) -> Self {
        Self { more: Some(codec), ..Self::single(raw, codec.name, (codec.open)()) }
    }

    /// One stream; bytes behind it are none of ours.
    pub fn single(raw: Raw, name: &'static str, stream: Box<dyn Inflate>) -> Self {
        Self {
            raw,
            name,
            more: None,
            stream: Some(stream),
            between: false,
            buffer: vec![0; AT_ONCE],
            at: 0,
            filled: 0,
            before: 0,
            block: Vec::with_capacity(BLOCK),
            given: 0,
            fault: None,
        }
    }

    /// The same, where a stream need not begin at once.
    pub fn between(self) -> Self {
        Self { stream: None, between: true, ..self }
    }

    /// The same, of streams that begin there in the packed input.
    pub fn at(self, begins_at: u64) -> Self {
        Self { before: begins_at, ..self }
    }

    /// Has at least `least` bytes in the buffer, or all there are.
    fn fill(&mut self, least: usize) -> io::Result<()> {
        if self.filled - self.at >= least {
            return Ok(());
        }
        self.buffer.copy_within(self.at..self.filled, 0);
        self.before += self.at as u64;
        self.filled -= self.at;
        self.at = 0;
        while self.filled < self.buffer.len() {
            match self.raw.read(&mut self.buffer[self.filled..]) {
                Ok(0) => break,
                Ok(read) => self.filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // What came before it is used first; it comes again.
                Err(_) if self.filled > 0 => break,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Begins the stream that follows one that has ended, if there is one.
    fn next_stream(&mut self) -> io::Result<()> {
        let Some(codec) = self.more else { return Ok(()) };
        loop {
            self.fill(MAGIC)?;
            match &self.buffer[self.at..self.filled] {
                [] => return Ok(()),
                // Padding: tapes have it, and xz allows it.
                [0, ..] => self.at += 1,
                head if codec.begins(head) => {
                    self.stream = Some((codec.open)());
                    return Ok(());
                }
                _ => {
                    self.fault = Some(self.place("bytes that are none of it follow"));
                    return Ok(());
                }
            }
        }
    }

    fn place(&self, what: &str) -> String {
        format!("{}: {what} at byte {}", self.name, self.before + self.at as u64)
    }

    /// Unpacks until the block is full, or all is unpacked that can be.
    fn unpack(&mut self) -> io::Result<()> {
        self.block.resize(BLOCK, 0);
        self.given = 0;
        let mut unpacked = 0;
        while unpacked < BLOCK && self.fault.is_none() {
            let between = std::mem::take(&mut self.between);
            if let Err(error) = if between { self.next_stream() } else { self.fill(1) } {
                self.between = between;
                self.block.truncate(unpacked);
                return Err(error);
            }
            let Some(stream) = &mut self.stream else { break };
            let input = &self.buffer[self.at..self.filled];
            let is_end = input.is_empty();
            let step = stream.step(input, &mut self.block[unpacked..]);
            self.at += step.read;
            unpacked += step.written;
            match step.state {
                State::More if is_end && step.written == 0 => self.fault = Some(self.place("the stream ends early")),
                State::More if step.read == 0 && step.written == 0 => {
                    self.fault = Some(self.place("nothing more comes"))
                }
                State::More => {}
                State::End => (self.stream, self.between) = (None, true),
                State::Damaged(reason) => self.fault = Some(self.place(&reason)),
            }
        }
        self.block.truncate(unpacked);
        Ok(())
    }
}

impl Read for Decoder {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        if self.given == self.block.len() && self.fault.is_none() {
            let result = self.unpack();
            if self.block.is_empty() {
                result?;
            }
        }
        let waiting = &self.block[self.given..];
        if let Some(reason) = self.fault.as_ref().filter(|_| waiting.is_empty()) {
            return Err(Fault::error(reason.as_str()));
        }
        let length = waiting.len().min(output.len());
        output[..length].copy_from_slice(&waiting[..length]);
        self.given += length;
        Ok(length)
    }
}
