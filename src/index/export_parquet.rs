//! The export as a Parquet file.

use std::io::Write;
use std::sync::Arc;

use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::errors::Result as ParquetResult;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use crate::Result;
use crate::index::export::{Exported, export};
use crate::index::failure;
use crate::index::lookup::Index;
use crate::index::table::{EXPORT, GROUP_ROWS, properties};

/// Writes every row of the index, in order.
///
/// # Errors
/// As [`export`]; or the file cannot be written.
pub fn export_parquet(index: &Index, out: &mut (dyn Write + Send)) -> Result<()> {
    let failed = |error| failure("the export".as_ref(), error);
    let schema = Arc::new(parse_message_type(EXPORT.schema).expect("our schemas are sound"));
    let mut writer = SerializedFileWriter::new(out, schema, Arc::new(properties(&EXPORT))).map_err(failed)?;
    let mut columns = Columns::default();
    export(index, |row| {
        columns.push(row);
        if columns.hash.len() == GROUP_ROWS { columns.write(&mut writer).map_err(failed) } else { Ok(()) }
    })?;
    columns.write(&mut writer).map_err(failed)?;
    writer.close().map(drop).map_err(failed)
}

#[derive(Default)]
struct Columns {
    hash: Vec<i64>,
    epd: Vec<ByteArray>,
    game: Vec<i64>,
    ply: Vec<i32>,
    offset: Vec<i64>,
    next: (Vec<ByteArray>, Vec<i16>),
    result: (Vec<i32>, Vec<i16>),
}

impl Columns {
    fn push(&mut self, row: &Exported) {
        self.hash.push(row.hash);
        self.epd.push(ByteArray::from(row.epd.as_str()));
        self.game.push(row.game as i64);
        self.ply.push(row.ply as i32);
        self.offset.push(row.offset as i64);
        self.next.1.push(i16::from(row.next.is_some()));
        self.next.0.extend(row.next.as_deref().map(ByteArray::from));
        self.result.1.push(i16::from(row.result.is_some()));
        self.result.0.extend(row.result.map(i32::from));
    }

    fn write<W: Write + Send>(&mut self, writer: &mut SerializedFileWriter<W>) -> ParquetResult<()> {
        if self.hash.is_empty() {
            return Ok(());
        }
        let mut group = writer.next_row_group()?;
        let mut number = 0;
        while let Some(mut column) = group.next_column()? {
            match number {
                0 => column.typed::<ByteArrayType>().write_batch(&self.epd, None, None)?,
                1 => column.typed::<Int64Type>().write_batch(&self.hash, None, None)?,
                2 => column.typed::<Int64Type>().write_batch(&self.game, None, None)?,
                3 => column.typed::<Int32Type>().write_batch(&self.ply, None, None)?,
                4 => column.typed::<Int64Type>().write_batch(&self.offset, None, None)?,
                5 => column.typed::<ByteArrayType>().write_batch(&self.next.0, Some(&self.next.1), None)?,
                _ => column.typed::<Int32Type>().write_batch(&self.result.0, Some(&self.result.1), None)?,
            };
            column.close()?;
            number += 1;
        }
        group.close()?;
        *self = Self::default();
        Ok(())
    }
}
