//! Positions as users write them: FEN, EPD, `startpos`, moves.

use crate::chess::notation::System;
use crate::chess::{Position, Variant, notation};
use crate::pgn::{Games, Step};
use crate::problem::{Problems, Severity};
use crate::replay::{Asks, Replay};
use crate::{Error, Result};

/// A position as it was asked for, and what had to be put right in it.
#[derive(Clone, Debug)]
pub struct AskedFor {
    /// The position.
    pub position: Position,
    /// What it says and cannot be: castling rights without their rook, an en passant square that
    /// no pawn has passed.
    pub dropped: Vec<&'static str>,
}

/// Reads a FEN of 4 or 6 fields, an EPD, or `startpos`. Castling letters are read as X-FEN, wherever
/// the king stands.
///
/// # Errors
/// Says what is wrong with it.
///
/// ```
/// let asked = plydex::search::read_position("4k3/8/8/8/8/8/8/4K2R w K -")?;
/// assert!(asked.dropped.is_empty());
/// assert!(plydex::search::read_position("4k3/8 w").is_err());
/// # Ok::<_, plydex::Error>(())
/// ```
pub fn read_position(text: &str) -> Result<AskedFor> {
    let text = text.trim();
    if text == "startpos" {
        return Ok(AskedFor { position: Position::start(), dropped: Vec::new() });
    }
    let wrong = |reason: String| Error::Usage(format!("\"{text}\" is no position: {reason}"));
    let read = Position::read_fen(text.as_bytes(), Variant::Chess960);
    let (position, notes) = read.map_err(|error| wrong(error.to_string()))?;
    let dropped = [
        (notes.castling_rights, "castling rights without their king and rook"),
        (notes.ep_square, "an en passant square that no pawn has passed"),
    ];
    let dropped = dropped.into_iter().filter_map(|(noted, what)| noted.then_some(what)).collect();
    Ok(AskedFor { position, dropped })
}

/// The position after moves from the start array, such as `1. e4 c5 2. Nf3`, in any notation.
///
/// # Errors
/// A move that cannot be read or played.
///
/// ```
/// let position = plydex::search::position_after("1. e4 c5", None)?;
/// assert_eq!(position.fullmove_number(), 2);
/// assert!(plydex::search::position_after("1. e4 e4", None).is_err());
/// # Ok::<_, plydex::Error>(())
/// ```
pub fn position_after(moves: &str, from: Option<System>) -> Result<Position> {
    let wrong = |reason: String| Error::Usage(format!("--moves \"{moves}\": {reason}"));
    // Where the text ends in the last word, that could be the begin of a longer one.
    let text = format!("{moves} *");
    let mut games = Games::new(text.as_bytes(), 0, true, notation::is_first_move);
    let mut problems = Problems::default();
    let (position, length) = match games.next_game() {
        Step::Game(game, mut tokens) => {
            let mut replay = Replay::new(game, &mut tokens, 0, Asks { from, ..Asks::default() }, &mut problems);
            replay.run();
            let position = replay.position().clone();
            tokens.skip();
            (position, tokens.last())
        }
        Step::End(_) | Step::Incomplete => return Err(wrong(String::from("no legal first move"))),
    };
    if let Some(problem) = problems.of_game().iter().find(|problem| problem.severity() == Severity::Error) {
        return Err(wrong(problem.message()));
    }
    let rest = text.get(length..).unwrap_or_default().trim_end_matches('*').trim();
    if !rest.is_empty() {
        return Err(wrong(format!("\"{rest}\" is no move")));
    }
    Ok(position)
}
