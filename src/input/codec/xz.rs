//! xz, by liblzma.

use liblzma::stream::{Action, Status, Stream};

use crate::input::codec::{Codec, Inflate, State, Step};

/// Memory that a stream may ask for: more than the dictionary of `xz -9` with room to spare.
const MOST_MEMORY: u64 = 2 << 30;

pub(super) const CODEC: Codec =
    Codec { name: "xz", magic: &[&[0xfd, b'7', b'z', b'X', b'Z', 0]], open: || Box::new(Xz::new()) };

pub(super) struct Xz(Option<Stream>);

impl Xz {
    pub fn new() -> Self {
        Self(Stream::new_stream_decoder(MOST_MEMORY, 0).ok())
    }
}

impl Inflate for Xz {
    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let Some(stream) = &mut self.0 else {
            return Step { read: 0, written: 0, state: State::Damaged(String::from("not enough memory")) };
        };
        let (read, written) = (stream.total_in(), stream.total_out());
        let status = stream.process(input, output, Action::Run);
        let state = match status {
            Ok(Status::StreamEnd) => State::End,
            Ok(Status::Ok | Status::GetCheck | Status::MemNeeded) => State::More,
            Err(error) => State::Damaged(error.to_string()),
        };
        Step { read: (stream.total_in() - read) as usize, written: (stream.total_out() - written) as usize, state }
    }
}
