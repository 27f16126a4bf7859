//! What each game played from a position: its last move there, its result, its ratings.
//!
//! The rows are for those who sum them up: six bytes a game, little-endian.

use crate::chess::Move;
use crate::chess::notation::System;
use crate::output::{GameWriter, Given, Place, Rows, outcome, tags};
use crate::pgn::{Game, Tokens};
use crate::problem::Problems;
use crate::replay::{Asks, Reached, Replay, Variations};
use std::ops::ControlFlow;

use crate::search::{Irreversible, Sought};

/// The position to look for.
#[derive(Clone, Debug)]
pub struct Played {
    /// The position.
    pub sought: Sought,
    /// How a move is told, in 16 bits.
    pub pack: fn(Move) -> i16,
    /// Play every game to its end, so that all that is wrong with it is found.
    pub replay: bool,
    /// The notation that moves are written in; where none is named, the one that fits.
    pub from: Option<System>,
}

/// One game's row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedRow {
    /// The move, packed; none where the game ends.
    pub mv: Option<i16>,
    /// 1 White won, 0 draw, -1 Black won.
    pub result: Option<i8>,
    /// Sum of both players' ratings; 0 where one is not known.
    pub ratings: u16,
}

impl PlayedRow {
    /// Bytes of a row.
    pub const SIZE: usize = 6;

    fn write(self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.mv.unwrap_or(-1).to_le_bytes());
        out.push(self.result.unwrap_or(2).to_le_bytes()[0]);
        out.push(0);
        out.extend_from_slice(&self.ratings.to_le_bytes());
    }

    /// A row from its bytes.
    pub fn read(bytes: &[u8; Self::SIZE]) -> Self {
        let [m0, m1, result, _, r0, r1] = *bytes;
        Self {
            mv: Some(i16::from_le_bytes([m0, m1])).filter(|&mv| mv >= 0),
            result: Some(result as i8).filter(|&result| result != 2),
            ratings: u16::from_le_bytes([r0, r1]),
        }
    }
}

impl Rows for Played {
    fn header(&self, _out: &mut Vec<u8>) {}

    fn writer(&self) -> Box<dyn GameWriter + '_> {
        Box::new(Writer { played: self })
    }

    fn needs_numbers(&self) -> bool {
        false
    }
}

struct Writer<'p> {
    played: &'p Played,
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
        let variations = if self.played.replay { Variations::Check } else { Variations::PassOver };
        let asks = Asks { from: self.played.from, variations, ..Asks::default() };
        let mut replay = Replay::new(game, tokens, place.base, asks, problems);
        let mut found;
        loop {
            found = None;
            if self.play(&mut replay, &mut found) || !replay.begin_again() {
                break;
            }
        }
        let notation = replay.notation();
        let Some(mv) = found else { return Given { notation, filtered: true, ..Given::default() } };
        tokens.skip();
        let outcome = outcome::of_passed(game, &movetext, tokens, self.played.from);
        PlayedRow { mv, result: outcome.score(), ratings: tags::ratings(game) }.write(out);
        Given { positions: 1, notation, filtered: false }
    }
}

impl Writer<'_> {
    /// Plays the game as far as it can still come to the position; `found` is the last move from
    /// it. True when what follows was passed over.
    fn play(&self, replay: &mut Replay<'_, '_>, found: &mut Option<Option<i16>>) -> bool {
        let sought = &self.played.sought;
        let (mut moves, mut here) = (Irreversible::default(), false);
        let mut watching = !self.played.replay;
        let mut follow = |reached: &Reached<'_, '_>, watching: bool| {
            if here {
                *found = Some(Some((self.played.pack)(reached.ply.mv)));
            }
            here = sought.is_reached(reached.position);
            if here {
                *found = Some(None);
            } else if watching && moves.led_to(reached.position) && !sought.can_be_reached(reached.position) {
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
}
