//! Every position of every game.

use std::borrow::Cow;

use crate::chess::notation::System;
use crate::chess::{CastlingLetters, Color, FenCache, FenStyle};
use crate::output::cell::Cell;
use crate::output::column::{ColumnSet, Columns, Field};
use crate::output::record::{self, Record};
use crate::output::{Format, GameWriter, Given, Place, Rows, tags};
use crate::pgn::{Game, Outcome, Tokens};
use crate::problem::Problems;
use crate::replay::{Asks, Reached, Replay, Variations};

/// The plies to give, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlyRange {
    /// The first.
    pub first: u32,
    /// The last.
    pub last: u32,
}

impl PlyRange {
    /// Every ply.
    pub const ALL: Self = Self { first: 0, last: u32::MAX };

    /// Whether the ply is in it.
    pub fn holds(self, ply: u32) -> bool {
        self.first <= ply && ply <= self.last
    }
}

/// The positions to give, and how.
#[derive(Clone, Debug)]
pub struct Fens {
    /// Text, CSV, JSON lines, EPD, or the rows of a [`table_of`](crate::output::table_of).
    pub format: Format,
    /// The columns, where the format has any.
    pub columns: Columns,
    /// How en passant squares and castling rights are written.
    pub style: FenStyle,
    /// The last position of each game only.
    pub last_only: bool,
    /// The plies to give.
    pub plies: PlyRange,
    /// The positions inside variations, too.
    pub variations: bool,
    /// Variations that are not given are played all the same, for what is wrong with them.
    pub checks_variations: bool,
    /// The notation that moves are written in; where none is named, the one that fits.
    pub from: Option<System>,
}

impl Default for Fens {
    fn default() -> Self {
        Self {
            format: Format::Text,
            columns: Columns::default_for(ColumnSet::Positions),
            style: FenStyle::default(),
            last_only: false,
            plies: PlyRange::ALL,
            variations: false,
            checks_variations: false,
            from: None,
        }
    }
}

impl Fens {
    fn has_columns(&self) -> bool {
        self.format.has_columns()
    }

    fn asks(&self) -> Asks {
        let any = |fields: &[Field]| self.has_columns() && self.columns.any(fields);
        Asks {
            san: any(&[Field::San]),
            uci: any(&[Field::Uci]),
            hash: any(&[Field::Hash]),
            annotations: any(&[Field::Nags, Field::Comment]),
            variations: match self.variations {
                true if !self.last_only => Variations::Give,
                _ if self.checks_variations => Variations::Check,
                _ => Variations::PassOver,
            },
            from: self.from,
            ..Asks::default()
        }
    }
}

impl Rows for Fens {
    fn header(&self, out: &mut Vec<u8>) {
        record::header(self.format, &self.columns.0, out);
    }

    fn writer(&self) -> Box<dyn GameWriter + '_> {
        Box::new(Writer {
            fens: self,
            asks: self.asks(),
            cache: FenCache::new(),
            texts: Vec::new(),
            offset: 0,
            is_each_given: self.plies == PlyRange::ALL
                && !self.variations
                && !self.last_only
                && (!self.has_columns() || self.columns.count(Field::Fen) == 1 && !self.columns.any(&[Field::Epd])),
            scratch: Vec::new(),
        })
    }

    fn needs_numbers(&self) -> bool {
        self.has_columns() && self.columns.any(&[Field::Game])
    }
}

struct Writer<'f> {
    fens: &'f Fens,
    asks: Asks,
    cache: FenCache,
    /// Tag values of the game being written, a column each.
    texts: Vec<Option<Vec<u8>>>,
    /// Where the game being written begins.
    offset: u64,
    /// Each FEN written is that of the ply after the one written before.
    is_each_given: bool,
    scratch: Vec<u8>,
}

impl GameWriter for Writer<'_> {
    fn game<'a>(
        &mut self,
        game: &Game<'a>,
        tokens: &mut Tokens<'a>,
        place: &Place<'_>,
        out: &mut Vec<u8>,
        problems: &mut Problems,
    ) -> Given {
        let outcome = self.read_tags(game, tokens);
        self.offset = place.offset(game.start);
        let mut replay = Replay::new(game, tokens, place.base, self.asks, problems);
        let known = out.len();
        let mut given = 0;
        let mut last = None;
        loop {
            if self.fens.last_only {
                while let Some(ply) = replay.next_ply() {
                    last = Some(ply);
                }
            } else if self.fens.format == Format::Text && self.is_each_given {
                // The job that most runs do: nothing is asked a ply but where it stands.
                replay.each_ply(|reached| {
                    write_fen(&mut self.cache, true, self.fens.style, reached, b"\n", out);
                    given += 1;
                });
            } else {
                replay.each_ply(|reached| {
                    if self.fens.plies.holds(reached.ply.number) {
                        self.row(reached, place, outcome, out);
                        given += 1;
                    }
                });
            }
            if !replay.begin_again() {
                break;
            }
            out.truncate(known);
            (given, last) = (0, None);
        }
        if let Some(ply) = last.filter(|ply| self.fens.plies.holds(ply.number)) {
            self.row(&replay.reached(&ply), place, outcome, out);
            given += 1;
        }
        Given { positions: given, notation: replay.notation(), ..Given::default() }
    }
}

impl Writer<'_> {
    /// Keeps what the rows need of the tags; the result only if it is asked for, since it
    /// stands at the end of the game.
    fn read_tags<'a>(&mut self, game: &Game<'a>, tokens: &Tokens<'a>) -> Outcome {
        if !self.fens.has_columns() {
            return Outcome::Unknown;
        }
        self.texts.clear();
        for column in self.fens.columns.iter() {
            let about_tag = matches!(column.field, Field::Tag | Field::ResultTag | Field::StartFen);
            let text = about_tag.then(|| tags::column_text(game, column)).flatten();
            self.texts.push(text.map(Cow::into_owned));
        }
        if self.fens.columns.any(&[Field::Result]) {
            crate::replay::outcome(game, tokens, self.fens.from)
        } else {
            Outcome::Unknown
        }
    }

    fn row(&mut self, reached: &Reached<'_, '_>, place: &Place<'_>, outcome: Outcome, out: &mut Vec<u8>) {
        let position = reached.position;
        match self.fens.format {
            Format::Csv | Format::Jsonl | Format::Parquet => self.record(reached, place, outcome, out),
            Format::Epd => {
                self.cache.write_epd(position, self.fens.style.castling, out);
                out.push(b'\n');
            }
            Format::Text | Format::Pgn | Format::Svg => {
                write_fen(&mut self.cache, self.is_each_given, self.fens.style, reached, b"\n", out);
            }
        }
    }

    fn record(&mut self, reached: &Reached<'_, '_>, place: &Place<'_>, outcome: Outcome, out: &mut Vec<u8>) {
        let (ply, position) = (reached.ply, reached.position);
        let moved = |text| if ply.number == 0 { Cell::Null } else { Cell::Plain(text) };
        let mut record = Record::new(self.fens.format, out);
        for (column, text) in self.fens.columns.iter().zip(&self.texts) {
            match column.field {
                Field::Fen => {
                    let (cache, style) = (&mut self.cache, self.fens.style);
                    record.plain_cell(column, |out| write_fen(cache, self.is_each_given, style, reached, b"", out));
                    continue;
                }
                Field::San if ply.number > 0 => {
                    record.plain_cell(column, |out| match reached.short_san {
                        Some(text) => {
                            let end = out.len() + reached.san.len();
                            out.extend_from_slice(text);
                            out.truncate(end);
                        }
                        None => out.extend_from_slice(reached.san),
                    });
                    continue;
                }
                _ => {}
            }
            self.scratch.clear();
            let cell = match column.field {
                Field::Game => Cell::Int(place.number as i64),
                Field::File => Cell::Text(place.file.as_bytes()),
                Field::Offset => Cell::Int(self.offset as i64),
                Field::Ply => Cell::Int(i64::from(ply.number)),
                Field::Line => Cell::Plain(reached.line),
                Field::Turn => Cell::Plain(if position.turn() == Color::White { b"w" } else { b"b" }),
                Field::San | Field::Fen => Cell::Null,
                Field::Uci => moved(reached.uci),
                Field::Text if ply.number == 0 => Cell::Null,
                Field::Text => Cell::Text(ply.text),
                Field::Epd => {
                    self.cache.write_epd(position, CastlingLetters::XFen, &mut self.scratch);
                    Cell::Plain(&self.scratch)
                }
                Field::Hash => Cell::Hash(position.hash()),
                Field::Nags if reached.nags.is_empty() => Cell::Null,
                Field::Nags => Cell::Nags(reached.nags),
                Field::Comment => {
                    reached.comments.iter().for_each(|comment| comment.write_plain(&mut self.scratch));
                    if self.scratch.is_empty() { Cell::Null } else { Cell::Text(&self.scratch) }
                }
                Field::Result => Cell::Plain(outcome.text().as_bytes()),
                _ => text.as_deref().map_or(Cell::Null, Cell::Text),
            };
            record.cell(column, cell);
        }
        record.end();
    }
}

/// Appends a FEN and what stands behind it; `is_each_given` says that the FEN written before is that
/// of the ply before.
#[inline(always)]
fn write_fen<const N: usize>(
    cache: &mut FenCache,
    is_each_given: bool,
    style: FenStyle,
    reached: &Reached<'_, '_>,
    behind: &[u8; N],
    out: &mut Vec<u8>,
) {
    if is_each_given && reached.ply.number > 0 {
        cache.write_fen_after(reached.ply.mv, behind, reached.position, style, out);
    } else {
        cache.write_fen_and(behind, reached.position, style, out);
    }
}
