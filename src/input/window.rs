//! Reading a piece of a file by its place, for those who know where a game stands.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use crate::input::utf16;
use crate::{Error, Result};

/// A file that is read in pieces. Places count as everywhere: in the bytes of the file, or in its UTF-8 where it is
/// UTF-16.
#[derive(Debug)]
pub struct Window {
    name: String,
    bytes: Kind,
    size: u64,
}

#[derive(Debug)]
enum Kind {
    File(File),
    /// UTF-16, read as UTF-8.
    Decoded(Vec<u8>),
}

impl Window {
    /// # Errors
    /// The file cannot be opened or read.
    pub fn open(path: &Path) -> Result<Self> {
        let failed = |source| Error::input(path, source);
        let mut file = File::open(path).map_err(failed)?;
        let mut mark = Vec::new();
        file.by_ref().take(2).read_to_end(&mut mark).map_err(failed)?;
        file.rewind().map_err(failed)?;
        let name = path.display().to_string();
        if !utf16::is_marked(&mark) {
            let size = file.metadata().map_err(failed)?.len();
            return Ok(Self { name, bytes: Kind::File(file), size });
        }
        let mut decoded = Vec::new();
        utf16::as_utf8(file).and_then(|mut reader| reader.read_to_end(&mut decoded)).map_err(failed)?;
        let size = decoded.len() as u64;
        Ok(Self { name, bytes: Kind::Decoded(decoded), size })
    }

    /// Puts the bytes from `at` on into `buffer`: so many, or fewer where the input ends; true
    /// when it does.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn read(&mut self, at: u64, length: usize, buffer: &mut Vec<u8>) -> Result<bool> {
        buffer.clear();
        match &mut self.bytes {
            Kind::Decoded(bytes) => {
                let from = usize::try_from(at).unwrap_or(usize::MAX).min(bytes.len());
                buffer.extend_from_slice(&bytes[from..from.saturating_add(length).min(bytes.len())]);
            }
            Kind::File(file) => {
                let read = |file: &mut File, buffer: &mut Vec<u8>| -> io::Result<()> {
                    file.seek(SeekFrom::Start(at))?;
                    file.take(length as u64).read_to_end(buffer).map(drop)
                };
                read(file, buffer).map_err(|source| Error::Input { name: self.name.clone(), source })?;
            }
        }
        Ok(at.saturating_add(buffer.len() as u64) >= self.size)
    }
}
