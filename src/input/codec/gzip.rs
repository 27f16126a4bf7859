//! gzip (RFC 1952), and the deflate streams that zip has without its header.

use flate2::{Decompress, FlushDecompress, Status};

use crate::input::codec::{Codec, Inflate, State, Step};

/// Window of deflate, the largest there is.
const WINDOW_BITS: u8 = 15;

pub(super) const CODEC: Codec =
    Codec { name: "gzip", magic: &[&[0x1f, 0x8b, 8]], open: || Box::new(Deflate(Decompress::new_gzip(WINDOW_BITS))) };

pub(super) struct Deflate(Decompress);

impl Deflate {
    /// Deflate alone, with no header and no checksum.
    pub fn bare() -> Self {
        Self(Decompress::new(false))
    }
}

impl Inflate for Deflate {
    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let (read, written) = (self.0.total_in(), self.0.total_out());
        let status = self.0.decompress(input, output, FlushDecompress::None);
        let state = match status {
            Ok(Status::Ok | Status::BufError) => State::More,
            Ok(Status::StreamEnd) => State::End,
            Err(_) => State::Damaged(String::from("damaged data")),
        };
        // Counted on an error, too: what came before it is sound.
        Step { read: (self.0.total_in() - read) as usize, written: (self.0.total_out() - written) as usize, state }
    }
}
