//! A row of cells under a list of columns: as CSV, as a JSON object, or for a Parquet table.

use crate::output::cell::{self, Cell};
use crate::output::column::{Column, Field};
use crate::output::{Format, tags};
use crate::pgn::text;
use crate::table::{Cells, Kind};

/// Writes the cells of one row, in the order of the columns.
pub(super) enum Record<'o> {
    /// CSV, or JSON where that is true.
    Text(Line<'o>),
    /// What becomes a Parquet file.
    Table(Cells<'o>),
}

/// A row of text.
pub(super) struct Line<'o> {
    out: &'o mut Vec<u8>,
    json: bool,
    start: usize,
    cells: usize,
}

impl<'o> Record<'o> {
    #[inline]
    pub fn new(format: Format, out: &'o mut Vec<u8>) -> Self {
        match format {
            Format::Parquet => Self::Table(Cells::new(out)),
            _ => Self::Text(Line { json: format == Format::Jsonl, start: out.len(), out, cells: 0 }),
        }
    }

    /// The next cell.
    #[inline]
    pub fn cell(&mut self, column: &Column, cell: Cell<'_>) {
        match self {
            Self::Text(line) => line.cell(column, cell),
            Self::Table(cells) => table_cell(cells, column, cell),
        }
    }

    /// The next cell, of text that needs no quoting, from whoever appends it.
    #[inline]
    pub fn plain_cell(&mut self, column: &Column, write: impl FnOnce(&mut Vec<u8>)) {
        match self {
            Self::Text(line) => line.plain_cell(column, write),
            Self::Table(cells) => cells.text(write),
        }
    }

    /// A number under a name that is in no table of columns.
    pub fn number(&mut self, name: &str, value: u64) {
        let column = Column { name: String::from(name), field: Field::Offset, json_key: json_key(name) };
        self.cell(&column, Cell::Int(value as i64));
    }

    /// Ends the row.
    pub fn end(self) {
        match self {
            Self::Text(line) => line.end(),
            Self::Table(cells) => cells.end(),
        }
    }
}

/// A cell as the type that the column has.
fn table_cell(cells: &mut Cells<'_>, column: &Column, cell: Cell<'_>) {
    match (column.field.kind(), cell) {
        (_, Cell::Null) => cells.null(),
        (Kind::Long, Cell::Int(value)) => cells.long(value as u64),
        (_, Cell::Int(value)) => cells.int(value as i32),
        (_, Cell::Hash(key)) => cells.long(key),
        // The number that the text formats show.
        (_, Cell::Decimal(value, digits)) => {
            let shown = format!("{value:.digits$}").parse().unwrap_or(value);
            cells.long(f64::to_bits(shown));
        }
        (_, Cell::Nags(nags)) => cells.ints(nags.iter().map(|nag| i32::from(nag.0))),
        (Kind::Date, Cell::Plain(date)) => cells.some_int(tags::days(date)),
        (Kind::Time, Cell::Plain(time)) => cells.some_int(tags::milliseconds(time)),
        (_, Cell::Plain(value)) => cells.text(|out| out.extend_from_slice(value)),
        (_, Cell::Text(value)) => cells.text(|out| out.extend_from_slice(text::decode(value).as_bytes())),
    }
}

impl Line<'_> {
    #[inline]
    fn cell(&mut self, column: &Column, cell: Cell<'_>) {
        self.begin(column);
        if self.json {
            cell.write_json(self.out);
        } else {
            cell.write_csv(self.out);
        }
    }

    #[inline]
    fn plain_cell(&mut self, column: &Column, write: impl FnOnce(&mut Vec<u8>)) {
        self.begin(column);
        if self.json {
            self.out.push(b'"');
            write(self.out);
            self.out.push(b'"');
        } else {
            write(self.out);
        }
    }

    /// What stands before a cell.
    #[inline]
    fn begin(&mut self, column: &Column) {
        if self.json {
            self.out.push(if self.cells == 0 { b'{' } else { b',' });
            self.out.extend_from_slice(&column.json_key);
        } else if self.cells > 0 {
            self.out.push(b',');
        }
        self.cells += 1;
    }

    fn end(self) {
        if self.json {
            self.out.push(b'}');
        } else if self.out.len() == self.start && self.cells == 1 {
            // An empty line is no record to CSV readers: a lone empty field is quoted.
            self.out.extend_from_slice(b"\"\"");
        }
        self.out.push(b'\n');
    }
}

/// Appends the header of a table; JSON lines have none.
pub(super) fn header(format: Format, columns: &[Column], out: &mut Vec<u8>) {
    if format == Format::Csv {
        let mut writer = csv::Writer::from_writer(out);
        let names = columns.iter().map(|column| column.name.as_bytes());
        writer.write_record(names).expect("a Vec takes it");
    }
}

/// The start of a JSON member, `"name":`.
pub(super) fn json_key(name: &str) -> Vec<u8> {
    let mut key = Vec::new();
    cell::write_json_text(name, &mut key);
    key.push(b':');
    key
}
