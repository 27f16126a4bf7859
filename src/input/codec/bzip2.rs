//! bzip2.

use bzip2::{Decompress, Status};

use crate::input::codec::{Codec, Inflate, State, Step};

pub(super) const CODEC: Codec = Codec { name: "bzip2", magic: &[b"BZh"], open: || Box::new(Bzip2::default()) };

pub(super) struct Bzip2(Decompress);

impl Default for Bzip2 {
    fn default() -> Self {
        Self(Decompress::new(false))
    }
}

impl Inflate for Bzip2 {
    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let (read, written) = (self.0.total_in(), self.0.total_out());
        let status = self.0.decompress(input, output);
        let state = match status {
            Ok(Status::StreamEnd) => State::End,
            Ok(Status::MemNeeded) => State::Damaged(String::from("not enough memory")),
            Ok(Status::Ok | Status::FlushOk | Status::RunOk | Status::FinishOk) => State::More,
            Err(error) => State::Damaged(error.to_string()),
        };
        Step { read: (self.0.total_in() - read) as usize, written: (self.0.total_out() - written) as usize, state }
    }
}
