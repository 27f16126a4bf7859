//! The result of a game: its termination marker and its Result tag.

use crate::chess::notation::System;
use crate::pgn::outcome::ReadOutcome;
use crate::pgn::{Game, Outcome, Tokens};
use crate::problem::{Problem, ProblemKind, Problems};
use crate::replay::{Asks, Replay};

/// The result of a game whose plies nobody needs: `tokens` stand at its movetext.
pub fn outcome<'a>(game: &Game<'a>, tokens: &Tokens<'a>, from: Option<System>) -> Outcome {
    let mut tokens = tokens.clone();
    let mut problems = Problems::default();
    let mut replay = Replay::new(game, &mut tokens, 0, Asks { from, ..Asks::default() }, &mut problems);
    replay.run();
    replay.outcome()
}

/// Settles the result at the end of a game. The marker wins over the tag, unless it is `*`.
pub(super) fn finish(replay: &mut Replay<'_, '_>) {
    let tag = replay.game.tag(b"Result");
    let tag_text = tag.map(|tag| tag.value.text());
    let tag_says = tag_text.as_deref().and_then(|text| Outcome::read_tag(text.trim_ascii().as_bytes()));
    let marker_text = replay.tokens.outcome();
    let marker =
        marker_text.and_then(Outcome::read).or(replay.outcome.map(|outcome| ReadOutcome { outcome, standard: false }));
    if let (Some(tag), Some(text), Some(ReadOutcome { standard: false, .. })) = (tag, &tag_text, tag_says) {
        let problem = Problem::new(ProblemKind::NonstandardResult, replay.base + tag.at as u64);
        replay.push(problem.token(text.as_bytes()));
    }
    let end = replay.base + replay.tokens.last() as u64;
    match (marker, marker_text) {
        (Some(ReadOutcome { standard: false, .. }), Some(text)) => {
            let at = text.as_ptr() as usize - replay.tokens.input().as_ptr() as usize;
            replay.problem(ProblemKind::NonstandardResult, at, text);
        }
        (None, _) if replay.tokens.open_variation().is_none() => {
            replay.push(Problem::new(ProblemKind::MissingTerminator, end));
        }
        _ => {}
    }
    if let (Some(marker), Some(tag_says), Some(tag)) = (marker, tag_says, tag)
        && marker.outcome != tag_says.outcome
    {
        let reason = format!("the tag says {}, the end {}", tag_says.outcome.text(), marker.outcome.text());
        replay.push(Problem::new(ProblemKind::ResultMismatch, replay.base + tag.at as u64).reason(reason));
    }
    let decided = marker.filter(|marker| marker.outcome != Outcome::Unknown).or(tag_says).or(marker);
    replay.outcome = Some(decided.map_or(Outcome::Unknown, |read| read.outcome));
}
