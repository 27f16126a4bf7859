//! Where the bytes come from: files, mapped or read, standard input, archives, bytes at hand; plain or packed, in any encoding.
//!
//! Gives [`Chunk`]s in order, each read on its own by a worker. Where a chunk is cut is a
//! guess (module `cut`); whether it was right is settled in [`pipeline`](crate::pipeline).
//! Damage to a packed input is told with its last chunk, and is no error: all before it is read.

mod archive;
mod bytes;
mod chunk;
// Without a codec nothing is ever unpacked.
#[cfg_attr(not(feature = "compression"), allow(dead_code))]
mod codec;
mod cut;
mod decode;
mod encoding;
mod fault;
mod mmap;
mod names;
mod source;
mod stream;
mod walk;
mod window;

pub use bytes::Bytes;
pub use chunk::{Chunk, Chunks, Sizes};
pub use encoding::Encoding;
pub use fault::Fault;
pub use source::Source;
pub use walk::walk;
pub use window::Window;

use source::Opened;
