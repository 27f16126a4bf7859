//! Rows as a Parquet file.
//!
//! The workers write the rows of such a format as bytes that only this knows; they are packed, as
//! gzip would pack text, by whoever has all of them in order.

use std::io;

use crate::output::{Columns, Pack};
use crate::table::RowTable;

/// What makes a Parquet file of rows with these columns.
///
/// # Errors
/// The library that writes it says so.
///
/// ```
/// use plydex::output::{ColumnSet, Columns, Format, Games, table_of};
/// use plydex::pipeline::{Job, run_on_bytes};
///
/// let columns = Columns::parse("game,White", ColumnSet::Games)?;
/// let (mut rows, mut file) = (Vec::new(), Vec::new());
/// let games = Games { format: Format::Parquet, columns: columns.clone(), ..Games::default() };
/// run_on_bytes(b"1. e4 *", &games, &Job::default(), &mut rows)?;
/// let mut table = table_of(&columns).unwrap();
/// table.pack(&rows, &mut file).unwrap();
/// table.finish(&mut file).unwrap();
/// assert!(file.starts_with(b"PAR1") && file.ends_with(b"PAR1"));
/// # Ok::<_, plydex::Error>(())
/// ```
pub fn table_of(columns: &Columns) -> io::Result<Box<dyn Pack>> {
    Ok(Box::new(RowTable::new(columns.types())?))
}

impl Pack for RowTable {
    fn pack(&mut self, block: &[u8], out: &mut Vec<u8>) -> io::Result<()> {
        self.take(block, out)
    }

    fn finish(self: Box<Self>, out: &mut Vec<u8>) -> io::Result<()> {
        RowTable::finish(*self, out)
    }
}
