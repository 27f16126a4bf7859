//! What the workers make of each game, and how that reaches the sort.
//!
//! A worker writes a frame a game: its row and its positions. Frames come in order, so that games are
//! numbered as they come.

use std::collections::HashMap;

use crate::chess::notation::System;
use crate::index::buckets::Buckets;
use crate::index::frames;
use crate::index::games::{GameColumns, GameRow, TEXTS};
use crate::index::packed::pack;
use crate::index::record::{MOST_PLIES, Record};
use crate::index::table::TableWriter;
use crate::output::{GameWriter, Given, Place, Rows, tag_date, tag_number};
use crate::pgn::{Game, Tokens, text};
use crate::problem::Problems;
use crate::replay::{Asks, Replay};
use crate::{Error, Result};

/// The rows of a build.
pub(super) struct Positions {
    /// Numbers of the sources, by name.
    pub sources: HashMap<String, i32>,
    pub from: Option<System>,
    /// Games with an error are left out; their numbers stay theirs.
    pub drop_errors: bool,
}

impl Rows for Positions {
    fn header(&self, _out: &mut Vec<u8>) {}

    fn writer(&self) -> Box<dyn GameWriter + '_> {
        Box::new(Writer { positions: self, plies: Vec::new() })
    }

    fn needs_numbers(&self) -> bool {
        false
    }

    fn tells_of_dropped(&self) -> bool {
        true
    }
}

struct Writer<'p> {
    positions: &'p Positions,
    /// Keys, each with the move that led to it.
    plies: Vec<(u64, i16)>,
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
        let asks = Asks { from: self.positions.from, hash: true, ..Asks::default() };
        let mut replay = Replay::new(game, tokens, place.base, asks, problems);
        loop {
            self.plies.clear();
            replay.each_ply(|reached| self.plies.push((reached.position.hash(), pack(reached.ply.mv))));
            if !replay.begin_again() {
                break;
            }
        }
        let (outcome, notation) = (replay.outcome(), replay.notation());
        tokens.skip();
        let dropped = self.positions.drop_errors && problems.has_error();
        let row = GameRow {
            game: 0,
            source: self.positions.sources.get(place.file).copied().unwrap_or_default(),
            offset: (place.base + game.start as u64) as i64,
            length: (tokens.last() - game.start) as i64,
            plies: self.plies.len().saturating_sub(1) as i32,
            result: outcome.score(),
            white_elo: tag_number(game, "WhiteElo"),
            black_elo: tag_number(game, "BlackElo"),
            date: tag_date(game, "Date"),
            texts: TEXTS.map(|name| {
                let value = game.tag(name.as_bytes())?.value.unescaped();
                Some(text::decode(&value).into_owned().into_bytes())
            }),
        };
        write_frame(&row, &self.plies, dropped, out);
        let positions = if dropped { 0 } else { self.plies.len() as u64 };
        Given { positions, notation, filtered: false }
    }
}

/// Flags of a frame.
const DROPPED: u8 = 1;

fn write_frame(row: &GameRow, plies: &[(u64, i16)], dropped: bool, out: &mut Vec<u8>) {
    let start = frames::begin(out);
    out.push(if dropped { DROPPED } else { 0 });
    out.extend_from_slice(&row.source.to_le_bytes());
    out.extend_from_slice(&row.offset.to_le_bytes());
    out.extend_from_slice(&row.length.to_le_bytes());
    out.extend_from_slice(&row.plies.to_le_bytes());
    for value in [row.result.map(i32::from), row.white_elo.map(i32::from), row.black_elo.map(i32::from), row.date] {
        out.extend_from_slice(&value.unwrap_or(i32::MIN).to_le_bytes());
    }
    for text in &row.texts {
        out.extend_from_slice(&text.as_ref().map_or(u64::MAX, |text| text.len() as u64).to_le_bytes());
        out.extend_from_slice(text.as_deref().unwrap_or_default());
    }
    for (key, mv) in plies {
        out.extend_from_slice(&key.to_le_bytes());
        out.extend_from_slice(&mv.to_le_bytes());
    }
    frames::end(start, out);
}

/// A frame that is taken apart: first the row, then the positions.
pub(super) struct Frame<'f>(&'f [u8]);

impl<'f> Frame<'f> {
    /// A frame from its bytes.
    pub fn new(bytes: &'f [u8]) -> Self {
        Self(bytes)
    }

    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let (now, later) = self.0.split_first_chunk().expect("a frame is whole");
        self.0 = later;
        *now
    }

    fn int(&mut self) -> Option<i32> {
        Some(i32::from_le_bytes(self.bytes())).filter(|&value| value != i32::MIN)
    }

    fn text(&mut self) -> Option<Vec<u8>> {
        let length = u64::from_le_bytes(self.bytes());
        let (now, later) = self.0.split_at((length != u64::MAX).then_some(length as usize)?);
        self.0 = later;
        Some(now.to_vec())
    }

    /// The row of the game, which has no number yet, and whether it is left out.
    pub fn row(&mut self) -> (GameRow, bool) {
        let [flags] = self.bytes();
        let row = GameRow {
            game: 0,
            source: i32::from_le_bytes(self.bytes()),
            offset: i64::from_le_bytes(self.bytes()),
            length: i64::from_le_bytes(self.bytes()),
            plies: i32::from_le_bytes(self.bytes()),
            result: self.int().map(|value| value as i8),
            white_elo: self.int().map(|value| value as i16),
            black_elo: self.int().map(|value| value as i16),
            date: self.int(),
            texts: std::array::from_fn(|_| self.text()),
        };
        (row, flags & DROPPED != 0)
    }

    /// Ply, key and the move played from there.
    pub fn positions(&self) -> impl Iterator<Item = (u32, i64, Option<i16>)> + use<'f> {
        let (plies, _) = self.0.as_chunks::<10>();
        let move_of = |ply: &[u8; 10]| i16::from_le_bytes([ply[8], ply[9]]);
        plies.iter().enumerate().map(move |(ply, bytes)| {
            let [k0, k1, k2, k3, k4, k5, k6, k7, ..] = *bytes;
            let key = i64::from_le_bytes([k0, k1, k2, k3, k4, k5, k6, k7]);
            (ply as u32, key, plies.get(ply + 1).map(move_of))
        })
    }
}

/// Numbers games, writes their rows, hands their positions to the buckets.
pub(super) struct Collector<'c> {
    first_game: u64,
    table: &'c mut TableWriter,
    columns: GameColumns,
    buckets: &'c mut Buckets,
    /// Games of each source.
    games: Vec<u64>,
    first_source: i32,
    total: u64,
}

impl<'c> Collector<'c> {
    /// Games are numbered from `first_game` on; sources are numbered from `sources.start` on.
    pub fn new(
        first_game: u64,
        sources: std::ops::Range<usize>,
        table: &'c mut TableWriter,
        buckets: &'c mut Buckets,
    ) -> Self {
        let (games, first_source) = (vec![0; sources.len()], sources.start as i32);
        Self { first_game, table, columns: GameColumns::default(), buckets, games, first_source, total: 0 }
    }

    /// Games of each source.
    pub fn finish(mut self) -> Result<Vec<u64>> {
        self.columns.write(self.table)?;
        Ok(self.games)
    }

    /// Takes the next game.
    pub fn take(&mut self, mut frame: Frame<'_>) -> Result<()> {
        let (mut row, dropped) = frame.row();
        row.game = (self.first_game + self.total) as i64;
        let game = u32::try_from(self.total).ok().filter(|_| row.plies < MOST_PLIES as i32);
        let Some(game) = game else {
            let what = "more games, or plies of one, than a segment can hold: add less at a time";
            return Err(Error::Usage(String::from(what)));
        };
        self.total += 1;
        if let Some(games) = self.games.get_mut((row.source - self.first_source) as usize) {
            *games += 1;
        }
        if dropped {
            return Ok(());
        }
        let (result, ratings) = (row.result, row.ratings());
        self.columns.push(row, self.table)?;
        for (ply, key, mv) in frame.positions() {
            let record = Record { key, game, ply, mv, result, ratings };
            record.push_to(self.buckets).map_err(|source| Error::output("temporary file of the index", source))?;
        }
        Ok(())
    }
}
