//! Zstandard: frames, and the skippable frames between them.

use zstd::zstd_safe::{DCtx, DParameter, InBuffer, OutBuffer, get_error_name};

use crate::input::codec::{Codec, Inflate, State, Step};

/// The largest window that is decoded: that of `zstd --ultra --long=31`, 2 GiB.
const WINDOW_LOG_MAX: u32 = if usize::BITS < 64 { 30 } else { 31 };

/// Least bytes of a frame's header that tell how long it is.
const HEADER: usize = 5;

pub(super) const CODEC: Codec = Codec { name: "zstd", magic: MAGIC, open: || Box::new(Zstd::new()) };

/// A frame, or one of the sixteen kinds of skippable frames.
const MAGIC: &[&[u8]] = &[
    &[0x28, 0xb5, 0x2f, 0xfd],
    &[0x50, 0x2a, 0x4d, 0x18],
    &[0x51, 0x2a, 0x4d, 0x18],
    &[0x52, 0x2a, 0x4d, 0x18],
    &[0x53, 0x2a, 0x4d, 0x18],
    &[0x54, 0x2a, 0x4d, 0x18],
    &[0x55, 0x2a, 0x4d, 0x18],
    &[0x56, 0x2a, 0x4d, 0x18],
    &[0x57, 0x2a, 0x4d, 0x18],
    &[0x58, 0x2a, 0x4d, 0x18],
    &[0x59, 0x2a, 0x4d, 0x18],
    &[0x5a, 0x2a, 0x4d, 0x18],
    &[0x5b, 0x2a, 0x4d, 0x18],
    &[0x5c, 0x2a, 0x4d, 0x18],
    &[0x5d, 0x2a, 0x4d, 0x18],
    &[0x5e, 0x2a, 0x4d, 0x18],
    &[0x5f, 0x2a, 0x4d, 0x18],
];

pub(super) struct Zstd {
    context: DCtx<'static>,
    /// Bytes that complete the block being read. Given no more, a step decodes one block, and nothing that came
    /// before a damaged one is lost.
    wanted: usize,
    /// The last step had no room for all of its block.
    full: bool,
}

impl Zstd {
    pub fn new() -> Self {
        let mut context = DCtx::create();
        // Refused only if the limit is out of bounds, and then the usual one holds.
        let _ = context.set_parameter(DParameter::WindowLogMax(WINDOW_LOG_MAX));
        Self { context, wanted: HEADER, full: false }
    }

    fn run(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let mut from = InBuffer::around(input);
        let mut to = OutBuffer::around(output);
        let result = self.context.decompress_stream(&mut to, &mut from);
        let (read, written) = (from.pos(), to.pos());
        self.full = written == output.len();
        let state = match result {
            Ok(0) => State::End,
            Ok(wanted) => {
                self.wanted = wanted;
                State::More
            }
            Err(code) => State::Damaged(get_error_name(code).to_lowercase()),
        };
        Step { read, written, state }
    }
}

impl Inflate for Zstd {
    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        if self.full {
            // The rest of a block, before more is read: where that is damaged, what the same call wrote would be lost.
            let step = self.run(&[], output);
            if step.written > 0 || !matches!(step.state, State::More) {
                return step;
            }
        }
        self.run(&input[..self.wanted.min(input.len())], output)
    }
}
