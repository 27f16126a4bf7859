//! A row of cells under a list of columns, as CSV or as a JSON object.

use crate::output::cell::{self, Cell};
use crate::output::{Column, Format, column::Field};

/// Writes the cells of one row, in the order of the columns.
pub(super) struct Record<'o> {
    out: &'o mut Vec<u8>,
    json: bool,
    start: usize,
    cells: usize,
}

impl<'o> Record<'o> {
    pub fn new(format: Format, out: &'o mut Vec<u8>) -> Self {
        let json = format == Format::Jsonl;
        let start = out.len();
        Self { out, json, start, cells: 0 }
    }

    /// The next cell.
    #[inline]
    pub fn cell(&mut self, column: &Column, cell: Cell<'_>) {
        self.begin(column);
        if self.json {
            cell.write_json(self.out);
        } else {
            cell.write_csv(self.out);
        }
    }

    /// The next cell, of text that needs no quoting, from whoever appends it.
    #[inline]
    pub fn plain_cell(&mut self, column: &Column, write: impl FnOnce(&mut Vec<u8>)) {
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

    /// A number under a name that is in no table of columns.
    pub fn number(&mut self, name: &str, value: u64) {
        let column = Column { name: String::from(name), field: Field::Ply, json_key: json_key(name) };
        self.cell(&column, Cell::Int(value as i64));
    }

    /// Ends the row.
    pub fn end(self) {
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
