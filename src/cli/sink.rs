//! Where output goes: standard output, or a file that appears whole or not at all.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::{Error, Result};

/// An output.
pub enum Sink {
    Stdout(io::Stdout),
    /// A device or a pipe, which cannot be replaced by a file of the same name.
    Special(File, PathBuf),
    /// Written beside its final name, and given that at the end.
    File(NamedTempFile, PathBuf),
}

impl Sink {
    /// Standard output, or the file of that name.
    ///
    /// # Errors
    /// The file cannot be made.
    pub fn open(path: Option<&Path>) -> Result<Self> {
        match path {
            None => Ok(Self::Stdout(io::stdout())),
            Some(path) if path.as_os_str() == "-" => Ok(Self::Stdout(io::stdout())),
            Some(path) => Self::create(path).map_err(|source| Error::output(path.display().to_string(), source)),
        }
    }

    fn create(path: &Path) -> io::Result<Self> {
        if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
            let file = OpenOptions::new().write(true).open(path)?;
            return Ok(Self::Special(file, path.to_path_buf()));
        }
        let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        builder.prefix(".plydex-").suffix(".tmp");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        Ok(Self::File(builder.tempfile_in(folder)?, path.to_path_buf()))
    }

    /// What messages call it.
    pub fn name(&self) -> String {
        match self {
            Self::Stdout(_) => String::from("standard output"),
            Self::Special(_, path) | Self::File(_, path) => path.display().to_string(),
        }
    }

    /// Gives a file its final name.
    ///
    /// # Errors
    /// What was written does not fit, or the name cannot be given.
    pub fn finish(mut self) -> Result<()> {
        let name = self.name();
        self.flush().map_err(|source| Error::output(&name, source))?;
        match self {
            Self::File(file, path) => file.persist(path).map(drop).map_err(|error| Error::output(name, error.error)),
            Self::Stdout(_) | Self::Special(..) => Ok(()),
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::Special(file, _) => file.write(bytes),
            Self::File(file, _) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::Special(file, _) => file.flush(),
            Self::File(file, _) => file.flush(),
        }
    }
}
