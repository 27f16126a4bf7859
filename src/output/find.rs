//! The games that reach a position: one row a game, its first ply there.
//!
//! A game is given up as soon as its men and pawns can no longer become what is looked for.

use std::borrow::Cow;
use std::ops::ControlFlow;

use crate::chess::notation::{San, System, san};
use crate::chess::{Move, Position};
use crate::output::cell::Cell;
use crate::output::column::{ColumnSet, Columns, Field};
use crate::output::record::{self, Record};
use crate::output::{Format, GameWriter, Given, Place, Rows, outcome, tags};
use crate::pgn::{Game, Outcome, Tokens, text};
use crate::problem::Problems;
use crate::replay::{Asks, Reached, Replay, Variations};
use crate::search::{Irreversible, Queries};

/// The positions to look for, and what to tell of the games.
#[derive(Clone, Debug)]
pub struct Find {
    /// The positions.
    pub queries: Queries,
    /// Text, CSV, JSON lines, or the games as PGN.
    pub format: Format,
    /// The columns, where the format has any.
    pub columns: Columns,
    /// Rows begin with the number of their position, and stand in frames of [`FRAME`] bytes.
    pub numbered: bool,
    /// Write nothing: games are only counted.
    pub count_only: bool,
    /// Play every game to its end, so that all that is wrong with it is found.
    pub replay: bool,
    /// The notation that moves are written in; where none is named, the one that fits.
    pub from: Option<System>,
}

impl Find {
    /// CSV with all columns.
    pub fn new(queries: Queries) -> Self {
        Self {
            queries,
            format: Format::Csv,
            columns: Columns::default_for(ColumnSet::Hits),
            numbered: false,
            count_only: false,
            replay: false,
            from: None,
        }
    }

    fn has_columns(&self) -> bool {
        matches!(self.format, Format::Csv | Format::Jsonl)
    }

    fn asks_result(&self) -> bool {
        !self.count_only && (self.format == Format::Text || self.has_columns() && self.columns.any(&[Field::Result]))
    }
}

/// The bytes before a row of a [`numbered`](Find::numbered) find: index of the query and length
/// of the row, little-endian.
pub const FRAME: usize = 8;

impl Rows for Find {
    fn header(&self, out: &mut Vec<u8>) {
        if self.count_only {
            return;
        }
        if self.numbered && self.format == Format::Csv {
            out.extend_from_slice(b"query,");
        }
        record::header(self.format, &self.columns.0, out);
    }

    fn writer(&self) -> Box<dyn GameWriter + '_> {
        Box::new(Writer { find: self, hits: Vec::new(), scratch: Vec::new() })
    }

    fn needs_numbers(&self) -> bool {
        !self.count_only && (self.format == Format::Text || self.has_columns() && self.columns.any(&[Field::Game]))
    }
}

/// The first time that a game answers a query.
struct Hit {
    query: usize,
    ply: u32,
    position: Position,
    next: Option<Move>,
}

struct Writer<'f> {
    find: &'f Find,
    hits: Vec<Hit>,
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
        let movetext = tokens.clone();
        let variations = if self.find.replay { Variations::Check } else { Variations::PassOver };
        let hash = self.find.queries.ask_hash();
        let asks = Asks { from: self.find.from, hash, variations, ..Asks::default() };
        let mut replay = Replay::new(game, tokens, place.base, asks, problems);
        loop {
            self.hits.clear();
            if self.play(&mut replay) || !replay.begin_again() {
                break;
            }
        }
        let notation = replay.notation();
        let positions = self.hits.len() as u64;
        if self.hits.is_empty() {
            return Given { positions, notation, filtered: true };
        }
        if !self.find.count_only || self.find.numbered {
            tokens.skip();
            let asked = self.find.asks_result();
            let outcome = asked.then(|| outcome::of_passed(game, &movetext, tokens, self.find.from));
            self.rows(game, tokens, place, outcome.unwrap_or(Outcome::Unknown), out);
        }
        Given { positions, notation, filtered: false }
    }
}

impl Writer<'_> {
    /// Plays the game as far as it must be played. True when what follows was passed over.
    fn play(&mut self, replay: &mut Replay<'_, '_>) -> bool {
        let queries = &self.find.queries;
        let mut moves = Irreversible::default();
        let mut watching = !self.find.replay;
        let hits = &mut self.hits;
        let mut follow = |reached: &Reached<'_, '_>, watching: bool| {
            let (ply, position) = (reached.ply, reached.position);
            if hits.last().is_some_and(|hit| hit.ply + 1 == ply.number) {
                hits.iter_mut().filter(|hit| hit.ply + 1 == ply.number).for_each(|hit| hit.next = Some(ply.mv));
            }
            queries.each_reached(position, |query| {
                if hits.iter().all(|hit| hit.query != query) {
                    hits.push(Hit { query, ply: ply.number, position: position.clone(), next: None });
                }
            });
            if !watching {
                return ControlFlow::Continue(());
            }
            let irreversible = moves.led_to(position);
            let all_found = hits.len() == queries.list().len() && hits.last().is_some_and(|hit| hit.ply < ply.number);
            if all_found || (irreversible && hits.is_empty() && !queries.can_be_reached(position)) {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        };
        while replay.each_ply_until(|reached| follow(reached, watching)).is_break() {
            if replay.pass_over_rest() {
                return true;
            }
            watching = false;
        }
        false
    }

    fn rows(&mut self, game: &Game<'_>, tokens: &Tokens<'_>, place: &Place<'_>, outcome: Outcome, out: &mut Vec<u8>) {
        let hits = std::mem::take(&mut self.hits);
        for hit in &hits {
            let frame = out.len();
            let query = self.find.queries.list()[hit.query].0;
            if self.find.numbered {
                out.extend_from_slice(&[0; FRAME]);
            }
            match self.find.format {
                _ if self.find.count_only => {}
                Format::Csv | Format::Jsonl => self.record(hit, query, game, tokens, place, outcome, out),
                Format::Pgn => {
                    out.extend_from_slice(&tokens.input()[game.start..tokens.last()]);
                    out.extend_from_slice(b"\n\n");
                }
                _ => self.line(hit, query, game, place, outcome, out),
            }
            if self.find.numbered {
                let length = (out.len() - frame - FRAME) as u32;
                out[frame..frame + 4].copy_from_slice(&(hit.query as u32).to_le_bytes());
                out[frame + 4..frame + FRAME].copy_from_slice(&length.to_le_bytes());
            }
        }
        self.hits = hits;
    }

    /// `game 3, ply 8: A - B, 1-0, 2024.05.31, Nf3`.
    fn line(&self, hit: &Hit, query: u64, game: &Game<'_>, place: &Place<'_>, outcome: Outcome, out: &mut Vec<u8>) {
        let tag = |name| tags::tag_text(game, name).filter(|text| !text.is_empty()).unwrap_or(Cow::Borrowed(b"?"));
        let mut text = |bytes: &[u8]| {
            // A tag may hold a line end; a row must not.
            out.extend(text::decode(bytes).bytes().map(|byte| if byte.is_ascii_control() { b' ' } else { byte }));
        };
        if self.find.numbered {
            text(format!("{query}: ").as_bytes());
        }
        text(format!("game {}, ply {}: ", place.number, hit.ply).as_bytes());
        text(&tag("White"));
        text(b" - ");
        text(&tag("Black"));
        text(b", ");
        text(outcome.text().as_bytes());
        text(b", ");
        text(&tag("Date"));
        text(b", ");
        let mut next = Vec::new();
        text(if hit.write_next(&mut next) { &next } else { b"end" });
        out.push(b'\n');
    }

    #[expect(clippy::too_many_arguments, reason = "all that a row can tell of")]
    fn record(
        &mut self,
        hit: &Hit,
        query: u64,
        game: &Game<'_>,
        tokens: &Tokens<'_>,
        place: &Place<'_>,
        outcome: Outcome,
        out: &mut Vec<u8>,
    ) {
        let find = self.find;
        let mut record = Record::new(find.format, out);
        if find.numbered {
            record.number("query", query);
        }
        for column in find.columns.iter() {
            self.scratch.clear();
            let text;
            let cell = match column.field {
                Field::Game => Cell::Int(place.number as i64),
                Field::Ply => Cell::Int(i64::from(hit.ply)),
                Field::File => Cell::Text(place.file.as_bytes()),
                Field::Offset => Cell::Int((place.base + game.start as u64) as i64),
                Field::Length => Cell::Int((tokens.last() - game.start) as i64),
                Field::Result => Cell::Plain(outcome.text().as_bytes()),
                Field::Next if hit.write_next(&mut self.scratch) => Cell::Plain(&self.scratch),
                Field::Next => Cell::Null,
                field => {
                    text = tags::column_text(game, column);
                    tags::typed(field, text.as_deref(), &mut self.scratch)
                }
            };
            record.cell(column, cell);
        }
        record.end();
    }
}

impl Hit {
    /// Appends the move played from the position; false when the game ends there.
    fn write_next(&self, out: &mut Vec<u8>) -> bool {
        let Some(next) = self.next else { return false };
        let mut after = self.position.clone();
        san::write(&after, next, out);
        after.play(next);
        san::write_mark(&after, out);
        debug_assert!(San::parse(out).is_some());
        true
    }
}
