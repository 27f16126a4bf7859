//! Reading a table: the pages that may hold a key, and no others.

use std::ops::Range;
use std::path::Path;

use parquet::column::reader::{ColumnReader, ColumnReaderImpl, get_typed_column_reader};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::Result as ParquetResult;
use parquet::file::page_index::column_index::ColumnIndexMetaData;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::serialized_reader::ReadOptionsBuilder;

use crate::Result;
use crate::index::checked::Checked;
use crate::index::failure;
use crate::index::manifest::FileEntry;

/// A table that is open.
pub(super) struct Table {
    path: std::path::PathBuf,
    reader: SerializedFileReader<Checked>,
}

/// Rows of one row group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rows {
    pub group: usize,
    pub rows: Range<usize>,
}

impl Table {
    pub fn open(directory: &Path, entry: &FileEntry) -> Result<Self> {
        let checked = Checked::open(directory, entry)?;
        let path = checked.path().to_path_buf();
        let options = ReadOptionsBuilder::new().with_page_index().build();
        let reader = SerializedFileReader::new_with_options(checked, options).map_err(|error| failure(&path, error))?;
        Ok(Self { path, reader })
    }

    /// Row groups and their numbers of rows.
    pub fn groups(&self) -> Vec<usize> {
        self.reader.metadata().row_groups().iter().map(|group| group.num_rows() as usize).collect()
    }

    /// The rows whose first column is `key`: only pages that may hold it are read.
    pub fn rows_of(&self, key: i64) -> Result<Vec<Rows>> {
        let mut found = Vec::new();
        for (group, &total) in self.groups().iter().enumerate() {
            for page in self.pages(group, total, key) {
                let values = self.longs(&Rows { group, rows: page.clone() }, 0)?;
                let first = values.partition_point(|&value| value < key);
                let last = values.partition_point(|&value| value <= key);
                if first < last {
                    found.push(Rows { group, rows: page.start + first..page.start + last });
                }
            }
        }
        Ok(found)
    }

    /// The pages of a row group that may hold the key.
    fn pages(&self, group: usize, total: usize, key: i64) -> Vec<Range<usize>> {
        let metadata = self.reader.metadata();
        let index = metadata.column_index().and_then(|index| index.get(group)?.first());
        let places = metadata.offset_index().and_then(|index| index.get(group)?.first());
        let (Some(ColumnIndexMetaData::INT64(index)), Some(places)) = (index, places) else {
            return std::iter::once(0..total).collect();
        };
        let places = places.page_locations();
        let first = index.max_values().partition_point(|&max| max < key);
        let last = index.min_values().partition_point(|&min| min <= key);
        let end = |page: usize| places.get(page + 1).map_or(total, |next| next.first_row_index as usize);
        (first..last.min(places.len())).map(|page| places[page].first_row_index as usize..end(page)).collect()
    }

    pub fn longs(&self, rows: &Rows, column: usize) -> Result<Vec<i64>> {
        let mut values = Vec::with_capacity(rows.rows.len());
        self.read::<Int64Type>(rows, column, None, &mut values).map_err(|error| failure(&self.path, error))?;
        Ok(values)
    }

    pub fn ints(&self, rows: &Rows, column: usize) -> Result<Vec<i32>> {
        let mut values = Vec::with_capacity(rows.rows.len());
        self.read::<Int32Type>(rows, column, None, &mut values).map_err(|error| failure(&self.path, error))?;
        Ok(values)
    }

    pub fn doubles(&self, rows: &Rows, column: usize) -> Result<Vec<f64>> {
        let mut values = Vec::with_capacity(rows.rows.len());
        self.read::<DoubleType>(rows, column, None, &mut values).map_err(|error| failure(&self.path, error))?;
        Ok(values)
    }

    pub fn some_ints(&self, rows: &Rows, column: usize) -> Result<Vec<Option<i32>>> {
        self.some::<Int32Type>(rows, column)
    }

    pub fn some_texts(&self, rows: &Rows, column: usize) -> Result<Vec<Option<ByteArray>>> {
        self.some::<ByteArrayType>(rows, column)
    }

    fn some<T: DataType>(&self, rows: &Rows, column: usize) -> Result<Vec<Option<T::T>>> {
        let (mut values, mut there) = (Vec::new(), Vec::new());
        self.read::<T>(rows, column, Some(&mut there), &mut values).map_err(|error| failure(&self.path, error))?;
        let mut values = values.into_iter();
        Ok(there.into_iter().map(|there| if there == 1 { values.next() } else { None }).collect())
    }

    fn read<T: DataType>(
        &self,
        rows: &Rows,
        column: usize,
        mut there: Option<&mut Vec<i16>>,
        values: &mut Vec<T::T>,
    ) -> ParquetResult<()> {
        let group = self.reader.get_row_group(rows.group)?;
        let reader: ColumnReader = group.get_column_reader(column)?;
        let mut reader: ColumnReaderImpl<T> = get_typed_column_reader(reader);
        // Whole pages before are passed over by the offset index, unread.
        let skipped = reader.skip_records(rows.rows.start)?;
        let mut read = 0;
        while skipped == rows.rows.start && read < rows.rows.len() {
            let (records, _, _) = reader.read_records(rows.rows.len() - read, there.as_deref_mut(), None, values)?;
            if records == 0 {
                break;
            }
            read += records;
        }
        if read < rows.rows.len() {
            return Err(parquet::errors::ParquetError::General(String::from("damaged: rows are missing")));
        }
        Ok(())
    }
}
