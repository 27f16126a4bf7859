//! Where output goes: standard output, or a file that appears whole or not at all; packed if its name says so.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::output::{Columns, Format, Packing, table_of};
use crate::pipeline::Beside;
use crate::{Error, Result};

/// An output.
pub struct Sink {
    name: String,
    writer: Writer,
}

enum Writer {
    Plain(Target),
    Packed(Beside<Target>),
    /// Rows that become a file of this kind, and where that goes.
    Table(Box<Beside<Sink>>),
}

enum Target {
    Stdout(io::Stdout),
    /// A device or a pipe, which cannot be replaced by a file of the same name.
    Special(File),
    /// Written beside its final name, and given that at the end.
    File(NamedTempFile, PathBuf),
}

impl Sink {
    /// Standard output, or the file of that name.
    ///
    /// # Errors
    /// The file cannot be made, or its name is that of a packed file of a kind that is not written.
    pub fn open(path: Option<&Path>) -> Result<Self> {
        let Some(path) = path.filter(|path| path.as_os_str() != "-") else {
            let name = String::from("standard output");
            return Ok(Self { name, writer: Writer::Plain(Target::Stdout(io::stdout())) });
        };
        let packing = Packing::of_path(path)?;
        let name = path.display().to_string();
        let writer = Target::create(path).and_then(|target| {
            Ok(match packing {
                Some(packing) => Writer::Packed(Beside::new(target, packing.open)?),
                None => Writer::Plain(target),
            })
        });
        let writer = writer.map_err(|source| Error::output(&name, source))?;
        Ok(Self { name, writer })
    }

    /// Takes rows of a format from now on; where that is Parquet, the file is made of them here.
    ///
    /// # Errors
    /// The thread that makes it cannot be started.
    pub fn of_rows(self, format: Format, columns: &Columns) -> Result<Self> {
        if format != Format::Parquet {
            return Ok(self);
        }
        let (name, columns) = (self.name(), columns.clone());
        let beside = Beside::new(self, move || table_of(&columns)).map_err(|source| Error::output(&name, source))?;
        Ok(Self { name, writer: Writer::Table(Box::new(beside)) })
    }

    /// What messages call it.
    pub fn name(&self) -> String {
        self.name.clone()
    }

    /// Gives a file its final name.
    ///
    /// # Errors
    /// What was written does not fit, or the name cannot be given.
    pub fn finish(self) -> Result<()> {
        let target = match self.writer {
            Writer::Plain(target) => Ok(target),
            Writer::Packed(beside) => beside.finish(),
            Writer::Table(beside) => {
                return beside.finish().map_err(|source| Error::output(self.name, source))?.finish();
            }
        };
        target.and_then(Target::finish).map_err(|source| Error::output(self.name, source))
    }
}

impl Target {
    fn create(path: &Path) -> io::Result<Self> {
        if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
            return Ok(Self::Special(OpenOptions::new().write(true).open(path)?));
        }
        let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        builder.prefix(".plydex-").suffix(".tmp");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        Ok(Self::File(builder.tempfile_in(folder)?, path.to_path_buf()))
    }

    fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        match self {
            Self::File(file, path) => file.persist(path).map(drop).map_err(|error| error.error),
            Self::Stdout(_) | Self::Special(_) => Ok(()),
        }
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::Special(file) => file.write(bytes),
            Self::File(file, _) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::Special(file) => file.flush(),
            Self::File(file, _) => file.flush(),
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.writer {
            Writer::Plain(target) => target.write(bytes),
            Writer::Packed(beside) => beside.write(bytes),
            Writer::Table(beside) => beside.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.writer {
            Writer::Plain(target) => target.flush(),
            Writer::Packed(beside) => beside.flush(),
            Writer::Table(beside) => beside.flush(),
        }
    }
}
