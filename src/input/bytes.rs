//! Bytes that several workers read at once.

use std::ops::Deref;
use std::sync::Arc;

use memmap2::Mmap;

/// A mapped file, or a buffer.
#[derive(Clone, Debug)]
pub enum Bytes {
    /// A whole file, mapped.
    Mapped(Arc<Mmap>),
    /// A buffer in memory.
    Owned(Arc<Vec<u8>>),
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map,
            Self::Owned(bytes) => bytes,
        }
    }
}
