//! Reading a piece of a file by its place, for those who know where a game stands.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use crate::input::source;
use crate::{Error, Result};

/// A file of plain text that is read in pieces. Packed text, and text that must be decoded first, has no
/// places to go to.
#[derive(Debug)]
pub struct Window {
    name: String,
    file: File,
    size: u64,
}

impl Window {
    /// # Errors
    /// The file cannot be opened or read, or is packed or in UTF-16.
    pub fn open(path: &Path) -> Result<Self> {
        let failed = |source| Error::input(path, source);
        let mut file = File::open(path).map_err(failed)?;
        if !source::begins_plainly(&mut file).map_err(failed)? {
            let what = "an index needs plain text, in which it reads games again by their place: unpack it first";
            return Err(Error::Usage(format!("{}: {what}", path.display())));
        }
        let size = file.metadata().map_err(failed)?.len();
        Ok(Self { name: path.display().to_string(), file, size })
    }

    /// Puts the bytes from `at` on into `buffer`: so many, or fewer where the input ends; true
    /// when it does.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn read(&mut self, at: u64, length: usize, buffer: &mut Vec<u8>) -> Result<bool> {
        buffer.clear();
        let read = |file: &mut File, buffer: &mut Vec<u8>| -> io::Result<()> {
            file.seek(SeekFrom::Start(at))?;
            file.take(length as u64).read_to_end(buffer).map(drop)
        };
        read(&mut self.file, buffer).map_err(|source| Error::Input { name: self.name.clone(), source })?;
        Ok(at.saturating_add(buffer.len() as u64) >= self.size)
    }
}
