//! The table of games: what a worker tells of each, and how that becomes rows.

use parquet::data_type::ByteArray;

use std::path::Path;

use crate::Result;
use crate::index::manifest::FileEntry;
use crate::index::stream::Pieces;
use crate::index::table::{GROUP_ROWS, TableWriter, Values};

/// Tags that the table holds as text, in the order of its columns.
pub(super) const TEXTS: [&str; 6] = ["White", "Black", "Event", "Site", "Round", "ECO"];

/// A row of the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GameRow {
    pub game: i64,
    pub source: i32,
    pub offset: i64,
    pub length: i64,
    pub plies: i32,
    pub result: Option<i8>,
    pub white_elo: Option<i16>,
    pub black_elo: Option<i16>,
    /// Days since 1970.
    pub date: Option<i32>,
    pub texts: [Option<Vec<u8>>; TEXTS.len()],
}

impl GameRow {
    /// Sum of both ratings; 0 where one is not known.
    pub fn ratings(&self) -> u16 {
        match (self.white_elo, self.black_elo) {
            (Some(white @ 1..), Some(black @ 1..)) => white as u16 + black as u16,
            _ => 0,
        }
    }
}

/// Rows of games on their way to the table.
#[derive(Default)]
pub(super) struct GameColumns {
    game: Vec<i64>,
    source: Vec<i32>,
    offset: Vec<i64>,
    length: Vec<i64>,
    plies: Vec<i32>,
    some_ints: [(Vec<i32>, Vec<i16>); 4],
    texts: [(Vec<ByteArray>, Vec<i16>); TEXTS.len()],
}

/// Rows of a row group: texts take more memory than positions.
const MOST: usize = GROUP_ROWS / 8;

impl GameColumns {
    /// Adds a row; a full row group is written.
    pub fn push(&mut self, row: GameRow, table: &mut TableWriter) -> Result<()> {
        self.game.push(row.game);
        self.source.push(row.source);
        self.offset.push(row.offset);
        self.length.push(row.length);
        self.plies.push(row.plies);
        let ints = [row.result.map(i32::from), row.white_elo.map(i32::from), row.black_elo.map(i32::from), row.date];
        for ((values, there), value) in self.some_ints.iter_mut().zip(ints) {
            there.push(i16::from(value.is_some()));
            values.extend(value);
        }
        for ((values, there), value) in self.texts.iter_mut().zip(row.texts) {
            there.push(i16::from(value.is_some()));
            values.extend(value.map(ByteArray::from));
        }
        if self.game.len() == MOST { self.write(table) } else { Ok(()) }
    }

    /// Writes what is left.
    pub fn write(&mut self, table: &mut TableWriter) -> Result<()> {
        if self.game.is_empty() {
            return Ok(());
        }
        let mut columns = vec![
            Values::Longs(&self.game),
            Values::Ints(&self.source),
            Values::Longs(&self.offset),
            Values::Longs(&self.length),
            Values::Ints(&self.plies),
        ];
        columns.extend(self.some_ints.iter().map(|(values, there)| Values::SomeInts(values, there)));
        columns.extend(self.texts.iter().map(|(values, there)| Values::SomeTexts(values, there)));
        table.write_group(&columns)?;
        *self = Self::default();
        Ok(())
    }
}

/// Gives every row of a table of games, in order.
pub(super) fn each_row(directory: &Path, entry: &FileEntry, mut give: impl FnMut(GameRow) -> Result<()>) -> Result<()> {
    let mut pieces = Pieces::of(directory, entry)?;
    while let Some((table, rows)) = pieces.next_rows() {
        let [games, offsets, lengths] = [table.longs(&rows, 0)?, table.longs(&rows, 2)?, table.longs(&rows, 3)?];
        let (sources, plies) = (table.ints(&rows, 1)?, table.ints(&rows, 4)?);
        let (results, dates) = (table.some_ints(&rows, 5)?, table.some_ints(&rows, 8)?);
        let (white, black) = (table.some_ints(&rows, 6)?, table.some_ints(&rows, 7)?);
        let mut texts = Vec::new();
        for column in 0..TEXTS.len() {
            texts.push(table.some_texts(&rows, 9 + column)?);
        }
        for row in 0..games.len() {
            give(GameRow {
                game: games[row],
                source: sources[row],
                offset: offsets[row],
                length: lengths[row],
                plies: plies[row],
                result: results[row].map(|value| value as i8),
                white_elo: white[row].map(|value| value as i16),
                black_elo: black[row].map(|value| value as i16),
                date: dates[row],
                texts: std::array::from_fn(|column| texts[column][row].as_ref().map(|text| text.data().to_vec())),
            })?;
        }
    }
    Ok(())
}
