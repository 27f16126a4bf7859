//! What pzstd writes: frames that each follow a skippable frame which tells their length, so that several are unpacked
//! at once, each on a thread of its own.
//!
//! What does not look so any more is left to the decoder of all zstd.

use std::collections::VecDeque;
use std::io::{self, Cursor, Read};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use zstd::zstd_safe::find_frame_compressed_size;

use crate::input::codec::{Codec, Decoder, Raw};
use crate::input::fault::Fault;

/// A skippable frame of four bytes.
const HEADER: &[u8] = &[0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0];

/// The header, and the length of the frame that follows.
const PREFIX: usize = 12;

/// A longer frame is not held in memory.
const LONGEST: u32 = 64 << 20;

/// Bytes that a thread hands over at a time, and how often it may do so before they are wanted: 16 MiB for each
/// thread, the usual length of a frame.
const BLOCK: usize = 256 * 1024;
const WAITING: usize = 64;

/// Frames being unpacked, in order.
pub(in crate::input) struct Frames {
    raw: Option<Raw>,
    codec: &'static Codec,
    /// Where in the packed input the next frame's prefix begins.
    at: u64,
    threads: usize,
    running: VecDeque<Running>,
    block: Cursor<Vec<u8>>,
    /// What reading ended with.
    failure: Option<Failure>,
}

enum Running {
    Frame(Receiver<io::Result<Vec<u8>>>),
    /// What does not follow the pattern, up to the end.
    Rest(Box<Decoder>),
}

enum Failure {
    Fault(Fault),
    System(io::ErrorKind, String),
}

/// Whether a stream begins as pzstd's do.
pub(in crate::input) fn begins(head: &[u8]) -> bool {
    head.starts_with(&HEADER[..head.len().min(super::MAGIC)]) && head.len() >= super::MAGIC
}

impl Frames {
    /// Unpacks on at most so many threads.
    pub fn new(raw: Raw, codec: &'static Codec, threads: usize) -> Self {
        let (running, block) = (VecDeque::new(), Cursor::default());
        Self { raw: Some(raw), codec, at: 0, threads, running, block, failure: None }
    }

    /// Has as many frames unpacked as there are threads.
    fn begin_more(&mut self) -> io::Result<()> {
        while self.running.len() < self.threads {
            let Some(raw) = &mut self.raw else { return Ok(()) };
            let prefix = read_up_to(raw, PREFIX as u64)?;
            let length = match (prefix.strip_prefix(HEADER), prefix.is_empty()) {
                (_, true) => {
                    self.raw = None;
                    return Ok(());
                }
                (Some(&[a, b, c, d]), _) => Some(u32::from_le_bytes([a, b, c, d])).filter(|&length| length <= LONGEST),
                _ => None,
            };
            let mut taken = prefix;
            if let Some(length) = length {
                let frame = read_up_to(raw, u64::from(length))?;
                if find_frame_compressed_size(&frame) == Ok(frame.len()) {
                    let begins_at = self.at + PREFIX as u64;
                    self.at = begins_at + frame.len() as u64;
                    let decoder = Decoder::new(Box::new(Cursor::new(frame)), self.codec).at(begins_at);
                    self.running.push_back(Running::Frame(unpack(decoder)?));
                    continue;
                }
                taken.extend(frame);
            }
            // One frame that is not as long as it is said to be, or is cut, and all behind it: as if there were one thread.
            let rest = Cursor::new(taken).chain(self.raw.take().expect("it was there"));
            let rest = Decoder::new(Box::new(rest), self.codec).between().at(self.at);
            self.running.push_back(Running::Rest(Box::new(rest)));
            return Ok(());
        }
        Ok(())
    }

    /// The next bytes of the first frame; none at the end of all.
    fn next_block(&mut self) -> io::Result<Option<Vec<u8>>> {
        loop {
            let more = self.begin_more();
            let block = match self.running.front_mut() {
                None => return more.map(|()| None),
                Some(Running::Frame(blocks)) => blocks.recv().ok().transpose()?,
                Some(Running::Rest(decoder)) => Some(next_block(decoder)?).filter(|block| !block.is_empty()),
            };
            if block.is_some() {
                return Ok(block);
            }
            self.running.pop_front();
        }
    }
}

impl Read for Frames {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.block.read(buffer)? {
                0 if !buffer.is_empty() => {}
                read => return Ok(read),
            }
            if let Some(failure) = &self.failure {
                return Err(failure.error());
            }
            match self.next_block() {
                Ok(Some(block)) => self.block = Cursor::new(block),
                Ok(None) => return Ok(0),
                Err(error) => self.failure = Some(Failure::of(error)),
            }
        }
    }
}

impl Failure {
    fn of(error: io::Error) -> Self {
        match Fault::of(error) {
            Ok(fault) => Self::Fault(fault),
            Err(error) => Self::System(error.kind(), error.to_string()),
        }
    }

    fn error(&self) -> io::Error {
        match self {
            Self::Fault(fault) => Fault::error(fault.reason.as_str()),
            Self::System(kind, message) => io::Error::new(*kind, message.as_str()),
        }
    }
}

/// Unpacks on a thread of its own. It ends by itself when nobody wants its blocks any more.
fn unpack(mut decoder: Decoder) -> io::Result<Receiver<io::Result<Vec<u8>>>> {
    let (sender, receiver) = mpsc::sync_channel(WAITING);
    thread::Builder::new().spawn(move || {
        loop {
            let block = next_block(&mut decoder);
            let is_last = block.as_ref().map_or(true, Vec::is_empty);
            if block.as_ref().is_ok_and(Vec::is_empty) || sender.send(block).is_err() || is_last {
                return;
            }
        }
    })?;
    Ok(receiver)
}

/// Bytes up to the size of a block; what came before an error comes first.
fn next_block(decoder: &mut Decoder) -> io::Result<Vec<u8>> {
    let mut block = Vec::with_capacity(BLOCK);
    match decoder.take(BLOCK as u64).read_to_end(&mut block) {
        Err(error) if block.is_empty() => Err(error),
        _ => Ok(block),
    }
}

fn read_up_to(raw: &mut Raw, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    raw.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}
