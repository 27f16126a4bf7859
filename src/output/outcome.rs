//! The result of a game whose moves were passed over.

use crate::chess::notation::System;
use crate::pgn::{Game, Outcome, Tokens};

/// The result of a game: `movetext` stands at its first token, `passed` behind its last.
pub(crate) fn of_passed<'a>(
    game: &Game<'a>,
    movetext: &Tokens<'a>,
    passed: &Tokens<'a>,
    from: Option<System>,
) -> Outcome {
    match passed.outcome().and_then(Outcome::read).map(|read| read.outcome) {
        Some(Outcome::Unknown) => tag_outcome(game).unwrap_or(Outcome::Unknown),
        Some(outcome) => outcome,
        // It may still stand there in words (`White resigns`), which only a replay tells from moves.
        None => crate::replay::outcome(game, movetext, from),
    }
}

/// What the Result tag says.
fn tag_outcome(game: &Game<'_>) -> Option<Outcome> {
    let text = game.tag(b"Result")?.value.text();
    Some(Outcome::read_tag(text.trim_ascii().as_bytes())?.outcome)
}
