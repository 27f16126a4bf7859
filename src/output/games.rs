//! One row a game; or the games' own bytes.

use crate::chess::notation::System;
use crate::output::cell::Cell;
use crate::output::column::{ColumnSet, Columns, Field};
use crate::output::record::{self, Record};
use crate::output::{Format, GameWriter, Given, Place, Rows, outcome, tags};
use crate::pgn::{Game, Outcome, Tokens};
use crate::problem::{ProblemKind, Problems, Severity};
use crate::replay::{Asks, Replay};

/// The games to list, and how.
#[derive(Clone, Debug)]
pub struct Games {
    /// CSV, JSON lines, PGN, or the rows of a [`table_of`](crate::output::table_of).
    pub format: Format,
    /// The columns, where the format has any.
    pub columns: Columns,
    /// The notation that moves are written in; where none is named, the one that fits.
    pub from: Option<System>,
    /// Play the moves even where no column needs them, so that bad ones are found.
    pub replay: bool,
}

impl Default for Games {
    fn default() -> Self {
        Self { format: Format::Csv, columns: Columns::default_for(ColumnSet::Games), from: None, replay: false }
    }
}

impl Games {
    /// Whether the moves must be played, and not only passed over.
    fn replays(&self) -> bool {
        self.replay || (self.format != Format::Pgn && self.columns.any(&[Field::Plies, Field::Error]))
    }
}

impl Rows for Games {
    fn header(&self, out: &mut Vec<u8>) {
        record::header(self.format, &self.columns.0, out);
    }

    fn writer(&self) -> Box<dyn GameWriter + '_> {
        Box::new(Writer { games: self, replays: self.replays(), scratch: Vec::new() })
    }

    fn needs_numbers(&self) -> bool {
        self.format != Format::Pgn && self.columns.any(&[Field::Game])
    }
}

struct Writer<'g> {
    games: &'g Games,
    replays: bool,
    scratch: Vec<u8>,
}

/// What the movetext of a game told.
struct Read {
    plies: u32,
    outcome: Outcome,
    error: Option<ProblemKind>,
    notation: Option<&'static str>,
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
        let read = self.read(game, tokens, place, problems);
        if self.games.format == Format::Pgn {
            out.extend_from_slice(&tokens.input()[game.start..tokens.last()]);
            out.extend_from_slice(b"\n\n");
        } else {
            self.row(game, tokens, place, &read, out);
        }
        Given { notation: read.notation, ..Given::default() }
    }
}

impl Writer<'_> {
    fn read<'a>(&self, game: &Game<'a>, tokens: &mut Tokens<'a>, place: &Place<'_>, problems: &mut Problems) -> Read {
        if self.replays {
            let mut replay =
                Replay::new(game, tokens, place.base, Asks { from: self.games.from, ..Asks::default() }, problems);
            let plies = replay.run();
            let (outcome, notation) = (replay.outcome(), replay.notation());
            let error =
                problems.of_game().iter().find(|problem| problem.in_game && problem.severity() == Severity::Error);
            return Read { plies, outcome, error: error.map(|problem| problem.kind), notation };
        }
        let movetext = tokens.clone();
        tokens.skip();
        let asked = self.games.format != Format::Pgn && self.games.columns.any(&[Field::Result]);
        let outcome = match asked {
            true => outcome::of_passed(game, &movetext, tokens, self.games.from),
            false => Outcome::Unknown,
        };
        Read { plies: 0, outcome, error: None, notation: None }
    }

    fn row(&mut self, game: &Game<'_>, tokens: &Tokens<'_>, place: &Place<'_>, read: &Read, out: &mut Vec<u8>) {
        let mut record = Record::new(self.games.format, out);
        for column in self.games.columns.iter() {
            self.scratch.clear();
            let text;
            let cell = match column.field {
                Field::Game => Cell::Int(place.number as i64),
                Field::File => Cell::Text(place.file.as_bytes()),
                Field::Offset => Cell::Int(place.offset(game.start) as i64),
                Field::Length => Cell::Int((place.offset(tokens.last()) - place.offset(game.start)) as i64),
                Field::Plies => Cell::Int(i64::from(read.plies)),
                Field::Result => Cell::Plain(read.outcome.text().as_bytes()),
                Field::Error => read.error.map_or(Cell::Null, |kind| Cell::Plain(kind.name().as_bytes())),
                Field::Movetext => {
                    Cell::Text(tokens.input()[game.movetext..tokens.last().max(game.movetext)].trim_ascii_end())
                }
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
