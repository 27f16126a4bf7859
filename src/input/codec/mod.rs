//! Compressed streams, told by their first bytes.
//!
//! Each codec is one file and one line of the table. A codec turns bytes into bytes, a step at a time, and says when a
//! stream ends or is damaged; [`Decoder`] reads several streams one behind the other and keeps all that came before damage.

#[cfg(feature = "compression")]
mod bzip2;
mod decoder;
#[cfg(feature = "compression")]
mod gzip;
#[cfg(feature = "compression")]
mod pzstd;
#[cfg(feature = "xz")]
mod xz;
#[cfg(feature = "compression")]
pub(super) mod zip;
#[cfg(feature = "compression")]
mod zstd;

use std::io::Read;

pub(super) use decoder::Decoder;

/// A kind of compressed stream.
pub(super) struct Codec {
    /// What messages call it.
    pub name: &'static str,
    /// How a stream begins; any of these.
    pub magic: &'static [&'static [u8]],
    /// Begins to decode a stream.
    pub open: fn() -> Box<dyn Inflate>,
}

/// Every codec there is.
pub(super) const CODECS: &[Codec] = &[
    #[cfg(feature = "compression")]
    gzip::CODEC,
    #[cfg(feature = "compression")]
    zstd::CODEC,
    #[cfg(feature = "compression")]
    bzip2::CODEC,
    #[cfg(feature = "xz")]
    xz::CODEC,
];

/// Most bytes that `magic` is told by.
pub(super) const MAGIC: usize = 6;

impl Codec {
    /// Whether a stream begins so. A beginning of at least two bytes that is all there is counts, too: it was cut there.
    pub fn begins(&self, head: &[u8]) -> bool {
        self.magic.iter().any(|magic| head.starts_with(magic) || (head.len() >= 2 && magic.starts_with(head)))
    }
}

/// The codec of a stream that begins so.
pub(super) fn of(head: &[u8]) -> Option<&'static Codec> {
    CODECS.iter().find(|codec| codec.begins(head))
}

/// A reader of what is packed; `head` are its first bytes. Where the packing allows it, on so many threads.
pub(super) fn unpack(raw: Raw, codec: &'static Codec, head: &[u8], threads: usize) -> Raw {
    #[cfg(feature = "compression")]
    if threads > 1 && pzstd::begins(head) {
        return Box::new(pzstd::Frames::new(raw, codec, threads));
    }
    let _ = (head, threads);
    Box::new(Decoder::new(raw, codec))
}

/// One stream being decoded.
pub(super) trait Inflate: Send {
    /// Decodes some of `input` into some of `output`.
    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step;
}

/// What a step did.
pub(super) struct Step {
    pub read: usize,
    pub written: usize,
    pub state: State,
}

pub(super) enum State {
    /// It wants more input, or more room.
    More,
    /// The stream is complete, its checksum right.
    End,
    /// What was written is sound; the rest cannot be read.
    Damaged(String),
}

/// A reader of bytes as they lie in a file or come from a pipe.
pub(super) type Raw = Box<dyn Read + Send>;
