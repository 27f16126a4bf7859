//! What the workers tell of each game, and how that becomes occurrences.
//!
//! A worker writes a frame a game; frames come in order, so games are numbered as they come.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::chess::notation::System;
use crate::index::{Buckets, frames};
use crate::output::{GameWriter, Given, Place, Rows, UniqueBy, outcome_of_passed, ratings};
use crate::pgn::{Game, Tokens};
use crate::positions::narrow::Narrowed;
use crate::positions::occurrence::Occurrence;
use crate::problem::Problems;
use crate::replay::{self, Asks, Replay};
use crate::{Error, Result};

/// How the games of an input are read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reading {
    pub from: Option<System>,
    /// Games with an error are left out; their numbers stay theirs.
    pub drop_errors: bool,
}

/// The positions to tell of.
pub(super) struct Reached {
    pub by: UniqueBy,
    pub last_ply: u32,
    /// Play every game to its end, so that all that is wrong with it is found.
    pub replay: bool,
    pub reading: Reading,
    /// Inputs that are read in another way, by name.
    pub readings: HashMap<String, Reading>,
    pub narrowed: Option<Narrowed>,
}

impl Rows for Reached {
    fn header(&self, _out: &mut Vec<u8>) {}

    fn writer(&self) -> Box<dyn GameWriter + '_> {
        Box::new(Writer { reached: self, packed: Vec::new() })
    }

    fn needs_numbers(&self) -> bool {
        false
    }

    fn tells_of_dropped(&self) -> bool {
        true
    }
}

struct Writer<'r> {
    reached: &'r Reached,
    packed: Vec<u8>,
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
        let Reading { from, drop_errors } =
            self.reached.readings.get(place.file).copied().unwrap_or(self.reached.reading);
        let movetext = tokens.clone();
        let asks = Asks { from, hash: self.reached.narrowed.is_some(), ..Asks::default() };
        let mut replay = Replay::new(game, tokens, place.base, asks, problems);
        let start = frames::begin(out);
        let result = out.len();
        out.push(0);
        out.extend_from_slice(&ratings(game).to_le_bytes());
        let (known, mut positions) = (out.len(), 0);
        loop {
            if self.play(&mut replay, &mut positions, out) || !replay.begin_again() {
                break;
            }
            out.truncate(known);
            positions = 0;
        }
        let notation = replay.notation();
        tokens.skip();
        out[result] = outcome_of_passed(game, &movetext, tokens, from).score().unwrap_or(2) as u8;
        if drop_errors && problems.has_error() {
            out.truncate(known);
            positions = 0;
        }
        frames::end(start, out);
        Given { positions, notation, filtered: false }
    }
}

impl Writer<'_> {
    /// Tells of the plies asked for. True when what follows was passed over.
    fn play(&mut self, replay: &mut Replay<'_, '_>, positions: &mut u64, out: &mut Vec<u8>) -> bool {
        let Reached { by, last_ply, narrowed, .. } = self.reached;
        let last_ply = narrowed.as_ref().map_or(*last_ply, |narrowed| narrowed.last_ply.min(*last_ply));
        let mut watching = !self.reached.replay;
        let mut follow = |reached: &replay::Reached<'_, '_>, watching: bool| {
            let (ply, position) = (reached.ply, reached.position);
            if ply.number <= last_ply && narrowed.as_ref().is_none_or(|narrowed| narrowed.may_be(position.hash())) {
                self.packed.clear();
                let parts = position.write_packed(&mut self.packed);
                let key = match by {
                    UniqueBy::Fen => parts.fen,
                    UniqueBy::Epd => parts.epd,
                    UniqueBy::Board => parts.board,
                };
                out.extend_from_slice(&ply.number.to_le_bytes());
                out.extend_from_slice(&[self.packed.len() as u8, key as u8]);
                out.extend_from_slice(&self.packed);
                *positions += 1;
            }
            if watching && ply.number >= last_ply { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        while replay.each_ply_until(|reached| follow(reached, watching)).is_break() {
            if replay.pass_over_rest() {
                return true;
            }
            watching = false;
        }
        false
    }
}

/// Numbers games and hands their positions to the buckets.
pub(super) struct Collector<'c> {
    pub buckets: &'c mut Buckets,
    pub games: u64,
}

impl Collector<'_> {
    /// Takes the next game.
    pub fn take(&mut self, frame: &[u8]) -> Result<()> {
        self.games += 1;
        let Some((&[result, r0, r1], mut rest)) = frame.split_first_chunk::<3>() else { return Ok(()) };
        let result = Some(result as i8).filter(|&result| result != 2);
        while let Some((&[p0, p1, p2, p3, length, key], behind)) = rest.split_first_chunk::<6>() {
            let (packed, behind) = behind.split_at(usize::from(length));
            rest = behind;
            let occurrence = Occurrence {
                game: self.games,
                ply: u32::from_le_bytes([p0, p1, p2, p3]),
                result,
                ratings: u16::from_le_bytes([r0, r1]),
                packed,
                key: usize::from(key),
            };
            occurrence.push_to(self.buckets).map_err(|source| Error::output(super::run::TEMPORARY, source))?;
        }
        Ok(())
    }
}
