//! One row a distinct position: how many games reach it, how they ended, which was the first.
//!
//! Takes positions that were counted already, and appends them in a format.

use std::io::Write;

use crate::Error;
use crate::chess::{CastlingLetters, FenCache, FenStyle, Position};
use crate::output::Format;
use crate::output::cell::Cell;
use crate::output::column::{ColumnSet, Columns, Field};
use crate::output::counts::Counts;
use crate::output::record::{self, Record};

/// When two positions are one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UniqueBy {
    /// Equal in all six fields, the en passant square behind any double step.
    Fen,
    /// Equal in placement, side to move, castling rights and legal en passant capture.
    #[default]
    Epd,
    /// Equal in placement.
    Board,
}

impl UniqueBy {
    /// The columns that are given when none are named: the text that differs from row to row, and the counts.
    ///
    /// # Errors
    /// None but those of a list that is no list.
    pub fn default_columns(self) -> Result<Columns, Error> {
        let text = match self {
            Self::Fen => "fen",
            Self::Epd => "epd",
            Self::Board => "placement",
        };
        Columns::parse(&format!("{text},games,white,draws,black,rating,first_game,first_ply"), ColumnSet::Distinct)
    }
}

/// How rows are written.
#[derive(Clone, Debug)]
pub struct Distinct {
    /// CSV, JSON lines, EPD, or the rows of a [`table_of`](crate::output::table_of).
    pub format: Format,
    /// The columns, where the format has any.
    pub columns: Columns,
    /// When two positions are one: EPD tells the counters only where they make a difference.
    pub by: UniqueBy,
}

/// A distinct position.
#[derive(Clone, Copy, Debug)]
pub struct DistinctRow<'p> {
    /// The position, as the first game has it.
    pub position: &'p Position,
    /// The games that reach it.
    pub counts: &'p Counts,
    /// Number of the first of them.
    pub first_game: u64,
    /// The first ply at which it does.
    pub first_ply: u32,
}

impl Distinct {
    /// Appends what comes before the first row.
    pub fn header(&self, out: &mut Vec<u8>) {
        record::header(self.format, &self.columns.0, out);
    }

    /// Appends a row.
    pub fn row(&self, row: &DistinctRow<'_>, cache: &mut FenCache, out: &mut Vec<u8>) {
        if self.format == Format::Epd {
            return self.epd(row, cache, out);
        }
        let DistinctRow { position, counts, .. } = *row;
        let count = |games: u64| Cell::Int(games as i64);
        let decimal = |value: Option<f64>, digits| value.map_or(Cell::Null, |value| Cell::Decimal(value, digits));
        let mut record = Record::new(self.format, out);
        for column in self.columns.iter() {
            let cell = match column.field {
                Field::Fen => {
                    record.plain_cell(column, |out| cache.write_fen(position, FenStyle::default(), out));
                    continue;
                }
                Field::Placement => {
                    record.plain_cell(column, |out| write_placement(position, cache, out));
                    continue;
                }
                Field::Hash => Cell::Hash(position.hash()),
                Field::Games => count(counts.games),
                Field::White => count(counts.white),
                Field::Draws => count(counts.draws),
                Field::Black => count(counts.black),
                Field::Score => decimal(counts.score(), 4),
                Field::Rating => decimal(counts.rating(), 1),
                Field::FirstGame => count(row.first_game),
                Field::FirstPly => Cell::Int(i64::from(row.first_ply)),
                _ => {
                    record.plain_cell(column, |out| cache.write_epd(position, CastlingLetters::XFen, out));
                    continue;
                }
            };
            record.cell(column, cell);
        }
        record.end();
    }

    // The standard's opcodes for numbers are about the position itself (`acn`: nodes analysed,
    // `rc`: repetitions in the game); what is counted over games is a comment, `c0`. Opcodes come
    // in ASCII order.
    fn epd(&self, row: &DistinctRow<'_>, cache: &mut FenCache, out: &mut Vec<u8>) {
        let DistinctRow { position, counts, first_game, first_ply } = *row;
        let Counts { games, white, draws, black, .. } = *counts;
        cache.write_epd(position, CastlingLetters::XFen, out);
        let rating = counts.rating().map_or(String::new(), |rating| format!(" rating={rating:.1}"));
        let counters = match self.by {
            UniqueBy::Fen => format!(" fmvn {}; hmvc {};", position.fullmove_number(), position.halfmove_clock()),
            UniqueBy::Epd | UniqueBy::Board => String::new(),
        };
        writeln!(
            out,
            " c0 \"games={games} white={white} draws={draws} black={black}{rating} \
             first_game={first_game} first_ply={first_ply}\";{counters}"
        )
        .expect("a Vec takes it");
    }
}

/// Appends the first field of FEN.
fn write_placement(position: &Position, cache: &mut FenCache, out: &mut Vec<u8>) {
    let start = out.len();
    cache.write_epd(position, CastlingLetters::XFen, out);
    let length = out[start..].iter().position(|&byte| byte == b' ');
    out.truncate(start + length.unwrap_or(out.len() - start));
}
