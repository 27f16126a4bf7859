//! Where the bytes come from: files, mapped or read, standard input, bytes at hand.
//!
//! Gives [`Chunk`]s in order, each read on its own by a worker. Where a chunk is cut is a
//! guess (module `cut`); whether it was right is settled in [`pipeline`](crate::pipeline).

mod bytes;
mod chunk;
mod cut;
mod mmap;
mod stream;
mod utf16;
mod window;

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;

use crate::{Error, Result};

pub use bytes::Bytes;
pub use chunk::{Chunk, Chunks, Sizes};
pub use window::Window;

/// One input of a run.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its name, as it was given; `-` for standard input.
    pub name: String,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Stdin,
    File { path: PathBuf, map: bool },
    Bytes(Arc<Vec<u8>>),
}

/// An input that has been opened.
enum Opened {
    Whole(Bytes),
    Stream(Box<dyn Read + Send>),
}

impl Source {
    /// Standard input.
    pub fn stdin() -> Self {
        Self { name: String::from("-"), kind: Kind::Stdin }
    }

    /// A file; mapped into memory if it is a regular one and `map` says so.
    pub fn file(path: impl Into<PathBuf>, map: bool) -> Self {
        let path = path.into();
        Self { name: path.display().to_string(), kind: Kind::File { path, map } }
    }

    /// Bytes at hand.
    pub fn bytes(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self { name: name.into(), kind: Kind::Bytes(Arc::new(bytes)) }
    }

    /// Size in bytes, where it is known before reading.
    pub fn size(&self) -> Option<u64> {
        match &self.kind {
            Kind::Stdin => None,
            Kind::File { path, .. } => {
                path.metadata().ok().filter(std::fs::Metadata::is_file).map(|metadata| metadata.len())
            }
            Kind::Bytes(bytes) => Some(bytes.len() as u64),
        }
    }

    /// # Errors
    /// The file cannot be opened, or is a directory.
    fn open(&self) -> Result<Opened> {
        match &self.kind {
            Kind::Stdin => {
                let failed = |source| Error::Input { name: self.name.clone(), source };
                utf16::as_utf8(io::stdin()).map(Opened::Stream).map_err(failed)
            }
            Kind::Bytes(bytes) if utf16::is_marked(bytes) => {
                let failed = |source| Error::Input { name: self.name.clone(), source };
                utf16::as_utf8(io::Cursor::new(bytes.to_vec())).map(Opened::Stream).map_err(failed)
            }
            Kind::Bytes(bytes) => Ok(Opened::Whole(Bytes::Owned(Arc::clone(bytes)))),
            Kind::File { path, map } => {
                let failed = |source| Error::input(path, source);
                let file = File::open(path).map_err(failed)?;
                let metadata = file.metadata().map_err(failed)?;
                if metadata.is_dir() {
                    return Err(failed(io::Error::from(io::ErrorKind::IsADirectory)));
                }
                if *map && metadata.is_file() && metadata.len() > 0 {
                    let map = mmap::map(&file).map_err(failed)?;
                    if !utf16::is_marked(&map) {
                        return Ok(Opened::Whole(Bytes::Mapped(Arc::new(map))));
                    }
                }
                utf16::as_utf8(file).map(Opened::Stream).map_err(failed)
            }
        }
    }
}
