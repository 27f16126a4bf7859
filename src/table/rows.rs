//! A Parquet file of rows that come as bytes.
//!
//! Workers write rows as [`Cells`], in order and without knowing what becomes of them; a
//! [`RowTable`] takes them in pieces of any size and gives the bytes of the file. Row groups end after so
//! many rows, or so many bytes of text, so the file is the same however its rows came.

use std::io;
use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{LogicalType, Repetition, TimeUnit, Type as Physical};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::Result as ParquetResult;
use parquet::file::properties::EnabledStatistics;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{Type, TypePtr};

use crate::table::properties;

/// Rows of a row group.
const GROUP_ROWS: usize = 1 << 17;

/// Bytes of text that end a row group before it has all its rows.
const GROUP_BYTES: usize = 64 << 20;

/// What the values of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// 64 bits, signed.
    Long,
    /// 32 bits, signed.
    Int,
    /// 16 bits, signed.
    Short,
    Double,
    /// UTF-8.
    Text,
    /// Days since 1970.
    Date,
    /// Milliseconds since midnight.
    Time,
    /// A list of 32-bit numbers.
    Ints,
}

/// A column of a table.
#[derive(Clone, Debug)]
pub(crate) struct ColumnType {
    pub name: String,
    pub kind: Kind,
    /// Whether values may be missing.
    pub optional: bool,
}

/// Writes the cells of a row, in the order of the columns.
pub(crate) struct Cells<'o> {
    out: &'o mut Vec<u8>,
    start: usize,
}

impl<'o> Cells<'o> {
    /// Begins a row.
    pub fn new(out: &'o mut Vec<u8>) -> Self {
        let start = out.len();
        out.extend_from_slice(&[0; 4]);
        Self { out, start }
    }

    /// A missing value.
    pub fn null(&mut self) {
        self.out.push(0);
    }

    /// A value of eight bytes: its bits.
    pub fn long(&mut self, value: u64) {
        self.out.push(1);
        self.out.extend_from_slice(&value.to_le_bytes());
    }

    /// A value of up to four bytes.
    pub fn int(&mut self, value: i32) {
        self.out.push(1);
        self.out.extend_from_slice(&value.to_le_bytes());
    }

    /// As [`int`](Self::int); none is a missing value.
    pub fn some_int(&mut self, value: Option<i32>) {
        match value {
            Some(value) => self.int(value),
            None => self.null(),
        }
    }

    /// The text that `write` appends.
    #[inline]
    pub fn text(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        self.out.extend_from_slice(&[1, 0, 0, 0, 0]);
        let start = self.out.len();
        write(self.out);
        let length = (self.out.len() - start) as u32;
        self.out[start - 4..start].copy_from_slice(&length.to_le_bytes());
    }

    /// A list.
    pub fn ints(&mut self, values: impl Iterator<Item = i32>) {
        self.text(|out| values.for_each(|value| out.extend_from_slice(&value.to_le_bytes())));
    }

    /// Ends the row.
    pub fn end(self) {
        let length = (self.out.len() - self.start - 4) as u32;
        self.out[self.start..self.start + 4].copy_from_slice(&length.to_le_bytes());
    }
}

/// Makes a file of rows.
pub(crate) struct RowTable {
    columns: Vec<Column>,
    writer: SerializedFileWriter<Vec<u8>>,
    /// A row of which not all has come.
    rest: Vec<u8>,
    rows: usize,
    bytes: usize,
}

impl RowTable {
    /// A table with these columns.
    ///
    /// # Errors
    /// The library that writes it says so.
    pub fn new(columns: Vec<ColumnType>) -> io::Result<Self> {
        let columns: Vec<Column> = columns.into_iter().map(Column::new).collect();
        let fields = columns.iter().map(Column::schema).collect::<ParquetResult<_>>()?;
        let schema = Type::group_type_builder("rows").with_fields(fields).build()?;
        let properties = properties(GROUP_ROWS).set_statistics_enabled(EnabledStatistics::Chunk).build();
        let writer = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties))?;
        Ok(Self { columns, writer, rest: Vec::new(), rows: 0, bytes: 0 })
    }

    /// Takes rows; appends what of the file is ready to `out`.
    ///
    /// # Errors
    /// The library that writes it says so.
    pub fn take(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> io::Result<()> {
        let mut all = std::mem::take(&mut self.rest);
        let mut left = match all.is_empty() {
            true => bytes,
            false => {
                all.extend_from_slice(bytes);
                &all
            }
        };
        while let Some((length, behind)) = left.split_first_chunk::<4>() {
            let Some((mut row, behind)) = behind.split_at_checked(u32::from_le_bytes(*length) as usize) else { break };
            left = behind;
            for column in &mut self.columns {
                self.bytes += column.take(&mut row).ok_or(io::ErrorKind::InvalidData)?;
            }
            self.rows += 1;
            if self.rows == GROUP_ROWS || self.bytes >= GROUP_BYTES {
                self.write_group()?;
                out.append(self.writer.inner_mut());
            }
        }
        self.rest = left.to_vec();
        Ok(())
    }

    /// Appends the rest of the file.
    ///
    /// # Errors
    /// The library that writes it says so.
    pub fn finish(mut self, out: &mut Vec<u8>) -> io::Result<()> {
        if self.rows > 0 {
            self.write_group()?;
        }
        out.append(&mut self.writer.into_inner()?);
        Ok(())
    }

    fn write_group(&mut self) -> ParquetResult<()> {
        let mut group = self.writer.next_row_group()?;
        for column in &mut self.columns {
            let mut writer = group.next_column()?.expect("a column for each of the schema's");
            column.write(writer.untyped())?;
            writer.close()?;
        }
        group.close()?;
        (self.rows, self.bytes) = (0, 0);
        Ok(())
    }
}

/// The values of a column since the last row group.
struct Column {
    about: ColumnType,
    values: Values,
    /// How much of each value is there: nothing, an empty list, a value.
    levels: Vec<i16>,
    /// Whether a value goes on with the list of the one before.
    repeated: Vec<i16>,
}

enum Values {
    Longs(Vec<i64>),
    Ints(Vec<i32>),
    Doubles(Vec<f64>),
    /// All texts, and where each ends.
    Texts(Vec<u8>, Vec<usize>),
}

impl Column {
    fn new(about: ColumnType) -> Self {
        let values = match about.kind {
            Kind::Long => Values::Longs(Vec::new()),
            Kind::Double => Values::Doubles(Vec::new()),
            Kind::Text => Values::Texts(Vec::new(), Vec::new()),
            Kind::Int | Kind::Short | Kind::Date | Kind::Time | Kind::Ints => Values::Ints(Vec::new()),
        };
        Self { about, values, levels: Vec::new(), repeated: Vec::new() }
    }

    fn schema(&self) -> ParquetResult<TypePtr> {
        let ColumnType { name, kind, optional } = &self.about;
        let (physical, logical) = match kind {
            Kind::Long => (Physical::INT64, None),
            Kind::Int | Kind::Ints => (Physical::INT32, None),
            Kind::Short => (Physical::INT32, Some(LogicalType::integer(16, true))),
            Kind::Double => (Physical::DOUBLE, None),
            Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Kind::Date => (Physical::INT32, Some(LogicalType::Date)),
            Kind::Time => (Physical::INT32, Some(LogicalType::time(false, TimeUnit::MILLIS))),
        };
        let repetition = if *optional { Repetition::OPTIONAL } else { Repetition::REQUIRED };
        let value = |name: &str, repetition| {
            let builder = Type::primitive_type_builder(name, physical).with_repetition(repetition);
            builder.with_logical_type(logical.clone()).build().map(Arc::new)
        };
        if *kind != Kind::Ints {
            return value(name, repetition);
        }
        // The three levels that the format's rules for lists ask for.
        let element = value("element", Repetition::REQUIRED)?;
        let list = Type::group_type_builder("list").with_repetition(Repetition::REPEATED).with_fields(vec![element]);
        let outer = Type::group_type_builder(name).with_repetition(repetition);
        let outer = outer.with_logical_type(Some(LogicalType::List)).with_fields(vec![Arc::new(list.build()?)]);
        outer.build().map(Arc::new)
    }

    /// Takes a value off the front of a row; gives the bytes of its text.
    fn take(&mut self, row: &mut &[u8]) -> Option<usize> {
        if *row.split_off_first()? == 0 {
            self.levels.push(0);
            self.repeated.push(0);
            return Some(0);
        }
        if self.about.kind == Kind::Ints {
            return self.take_list(row);
        }
        self.levels.push(1);
        match &mut self.values {
            Values::Longs(values) => values.push(i64::from_le_bytes(take(row)?)),
            Values::Ints(values) => values.push(i32::from_le_bytes(take(row)?)),
            Values::Doubles(values) => values.push(f64::from_le_bytes(take(row)?)),
            Values::Texts(texts, ends) => {
                let length = u32::from_le_bytes(take(row)?) as usize;
                texts.extend_from_slice(row.split_off(..length)?);
                ends.push(texts.len());
                return Some(length);
            }
        }
        Some(0)
    }

    fn take_list(&mut self, row: &mut &[u8]) -> Option<usize> {
        let length = u32::from_le_bytes(take(row)?) as usize;
        let (list, _) = row.split_off(..length)?.as_chunks::<4>();
        let Values::Ints(values) = &mut self.values else { return None };
        values.extend(list.iter().map(|value| i32::from_le_bytes(*value)));
        let entries = list.len().max(1);
        self.levels.extend(std::iter::repeat_n(if list.is_empty() { 1 } else { 2 }, entries));
        self.repeated.extend((0..entries).map(|entry| i16::from(entry > 0)));
        Some(length)
    }

    fn write(&mut self, writer: &mut ColumnWriter<'_>) -> ParquetResult<()> {
        let levels = self.about.optional.then_some(self.levels.as_slice());
        let repeated = (self.about.kind == Kind::Ints).then_some(self.repeated.as_slice());
        match (&mut self.values, writer) {
            (Values::Longs(values), ColumnWriter::Int64ColumnWriter(writer)) => {
                writer.write_batch(values, levels, repeated)?;
                values.clear();
            }
            (Values::Ints(values), ColumnWriter::Int32ColumnWriter(writer)) => {
                writer.write_batch(values, levels, repeated)?;
                values.clear();
            }
            (Values::Doubles(values), ColumnWriter::DoubleColumnWriter(writer)) => {
                writer.write_batch(values, levels, repeated)?;
                values.clear();
            }
            (Values::Texts(texts, ends), ColumnWriter::ByteArrayColumnWriter(writer)) => {
                let texts = Bytes::from(std::mem::take(texts));
                let mut start = 0;
                let values: Vec<ByteArray> = ends
                    .drain(..)
                    .map(|end| ByteArray::from(texts.slice(std::mem::replace(&mut start, end)..end)))
                    .collect();
                writer.write_batch(&values, levels, repeated)?;
            }
            _ => unreachable!("the schema was made from the columns"),
        }
        self.levels.clear();
        self.repeated.clear();
        Ok(())
    }
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (now, later) = bytes.split_first_chunk::<N>()?;
    *bytes = later;
    Some(*now)
}
