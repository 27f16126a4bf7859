//! The formats that rows are written in.

use std::path::Path;

use crate::Error;
use crate::output::Packing;

/// A format of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Format {
    /// Plain lines: a FEN a line, a problem a line.
    #[default]
    Text,
    /// Comma separated values with a header (RFC 4180), by the rules of the csv crate.
    Csv,
    /// One JSON object a line.
    Jsonl,
    /// Extended Position Description, one a line.
    Epd,
    /// Games as PGN.
    Pgn,
    /// A Parquet file.
    Parquet,
    /// A drawing.
    Svg,
}

/// Every format: its name on the command line, which is its file extension too.
pub const FORMATS: &[(&str, Format)] = &[
    ("text", Format::Text),
    ("csv", Format::Csv),
    ("jsonl", Format::Jsonl),
    ("epd", Format::Epd),
    ("pgn", Format::Pgn),
    ("parquet", Format::Parquet),
    ("svg", Format::Svg),
];

impl Format {
    /// The format's name.
    pub fn name(self) -> &'static str {
        FORMATS.iter().find(|(_, format)| *format == self).map_or("", |(name, _)| name)
    }

    /// Whether a row is a list of columns.
    pub fn has_columns(self) -> bool {
        matches!(self, Self::Csv | Self::Jsonl | Self::Parquet)
    }

    /// The format of that name, if it is one of `allowed`.
    ///
    /// # Errors
    /// Names the formats there are.
    pub fn parse(name: &str, allowed: &[Format]) -> Result<Self, Error> {
        allowed.iter().copied().find(|format| format.name() == name).ok_or_else(|| {
            let names: Vec<_> = allowed.iter().map(|format| format.name()).collect();
            Error::Usage(format!("no format \"{name}\" here; there are {}", names.join(", ")))
        })
    }

    /// The format that a file's extension tells, below that of a packing; `.txt` is text.
    pub fn of_path(path: &Path, allowed: &[Format]) -> Option<Self> {
        let packed = matches!(Packing::of_path(path), Ok(Some(_)));
        let path = if packed { Path::new(path.file_stem()?) } else { path };
        let extension = path.extension()?.to_str()?;
        let name = if extension == "txt" { "text" } else { extension };
        Self::parse(name, allowed).ok()
    }
}
