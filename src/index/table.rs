//! The tables of an index, and how one is written, a column at a time.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::basic::Encoding;
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type};
use parquet::errors::Result as ParquetResult;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;

use crate::index::digest::{Digesting, Digests};
use crate::index::failure;
use crate::index::manifest::FileEntry;
use crate::{Error, Result, table};

/// A table: its columns, and which of them are packed as differences.
pub(super) struct Layout {
    pub schema: &'static str,
    deltas: &'static [&'static str],
}

/// A row a position of a game, sorted by hash, game and ply.
pub(super) const POSITIONS: Layout = Layout {
    schema: "message positions {
        required int64 hash;
        required int64 game;
        required int32 ply;
        optional int32 move (INTEGER(16,true));
        optional int32 result (INTEGER(8,true));
    }",
    deltas: &["hash", "game"],
};

/// Sums a move of a position, sorted by hash and move.
pub(super) const TREE: Layout = Layout {
    schema: "message tree {
        required int64 hash;
        optional int32 move (INTEGER(16,true));
        required int64 games;
        required int64 white;
        required int64 draws;
        required int64 black;
        required double rating_sum;
        required int64 rated;
    }",
    deltas: &["hash"],
};

/// A row a game, sorted by game.
pub(super) const GAMES: Layout = Layout {
    schema: "message games {
        required int64 game;
        required int32 source;
        required int64 offset;
        required int64 length;
        required int32 plies;
        optional int32 result (INTEGER(8,true));
        optional int32 WhiteElo (INTEGER(16,true));
        optional int32 BlackElo (INTEGER(16,true));
        optional int32 Date (DATE);
        optional binary White (UTF8);
        optional binary Black (UTF8);
        optional binary Event (UTF8);
        optional binary Site (UTF8);
        optional binary Round (UTF8);
        optional binary ECO (UTF8);
    }",
    deltas: &["game", "offset"],
};

/// A row a position of a game, with the position itself: what `export` gives.
pub(super) const EXPORT: Layout = Layout {
    schema: "message export {
        required binary epd (UTF8);
        required int64 hash;
        required int64 game;
        required int32 ply;
        required int64 offset;
        optional binary next (UTF8);
        optional int32 result (INTEGER(8,true));
    }",
    deltas: &["hash", "game", "offset"],
};

/// Rows of a row group.
pub(super) const GROUP_ROWS: usize = 1 << 20;

/// Values of a column; where they may be missing, with a 1 for each that is there.
pub(super) enum Values<'v> {
    Longs(&'v [i64]),
    Ints(&'v [i32]),
    Doubles(&'v [f64]),
    SomeInts(&'v [i32], &'v [i16]),
    SomeTexts(&'v [ByteArray], &'v [i16]),
}

/// Writes a table.
pub(super) struct TableWriter {
    path: PathBuf,
    name: String,
    writer: SerializedFileWriter<Digesting<BufWriter<File>>>,
    rows: u64,
    range: Option<(i64, i64)>,
}

impl TableWriter {
    /// A table at this path below the directory of the index.
    pub fn create(directory: &Path, name: String, layout: &Layout) -> Result<Self> {
        let path = directory.join(&name);
        let failed = |source| Error::output(path.display().to_string(), source);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(failed)?;
        }
        let out = Digesting::new(BufWriter::with_capacity(1 << 18, File::create(&path).map_err(failed)?));
        let schema = Arc::new(parse_message_type(layout.schema).expect("our schemas are sound"));
        let writer = SerializedFileWriter::new(out, schema, Arc::new(properties(layout)));
        let writer = writer.map_err(|error| failure(&path, error))?;
        Ok(Self { path, name, writer, rows: 0, range: None })
    }

    /// Writes a row group. The first column is sorted.
    pub fn write_group(&mut self, columns: &[Values<'_>]) -> Result<()> {
        if let Some(Values::Longs(keys)) = columns.first()
            && let (Some(&first), Some(&last)) = (keys.first(), keys.last())
        {
            self.rows += keys.len() as u64;
            self.range = Some((self.range.map_or(first, |range| range.0), last));
        }
        write_group(&mut self.writer, columns).map_err(|error| failure(&self.path, error))
    }

    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Ends the file and has it on disk.
    pub fn finish(self) -> Result<FileEntry> {
        let out = self.writer.into_inner().map_err(|error| failure(&self.path, error))?;
        let (out, Digests { size, xxh3, blocks }) = out.finish();
        let failed = |source| Error::output(self.path.display().to_string(), source);
        let file = out.into_inner().map_err(|error| failed(error.into_error()))?;
        file.sync_all().map_err(failed)?;
        let (first, last) = self.range.unwrap_or((0, -1));
        Ok(FileEntry { path: self.name, size, rows: self.rows, first, last, xxh3, blocks })
    }
}

fn write_group(
    writer: &mut SerializedFileWriter<Digesting<BufWriter<File>>>,
    columns: &[Values<'_>],
) -> ParquetResult<()> {
    let mut group = writer.next_row_group()?;
    for values in columns {
        let mut column = group.next_column()?.expect("a column for each of the schema's");
        match *values {
            Values::Longs(values) => column.typed::<Int64Type>().write_batch(values, None, None)?,
            Values::Ints(values) => column.typed::<Int32Type>().write_batch(values, None, None)?,
            Values::Doubles(values) => column.typed::<DoubleType>().write_batch(values, None, None)?,
            Values::SomeInts(values, there) => column.typed::<Int32Type>().write_batch(values, Some(there), None)?,
            Values::SomeTexts(values, there) => {
                column.typed::<ByteArrayType>().write_batch(values, Some(there), None)?
            }
        };
        column.close()?;
    }
    group.close()?;
    Ok(())
}

pub(super) fn properties(layout: &Layout) -> WriterProperties {
    let mut builder = table::properties(GROUP_ROWS);
    for (number, name) in layout.deltas.iter().enumerate() {
        let column = ColumnPath::from(*name);
        builder = builder
            .set_column_dictionary_enabled(column.clone(), false)
            .set_column_encoding(column.clone(), Encoding::DELTA_BINARY_PACKED);
        if number == 0 {
            // What a look-up searches; the other columns have only their pages' places.
            builder = builder.set_column_statistics_enabled(column, EnabledStatistics::Page);
        }
    }
    builder.build()
}
