//! Passing over the rest of a game whose moves nobody needs.

use crate::chess::notation::{San, plain};
use crate::pgn::{Token, Tokens};
use crate::replay::{Replay, san_run};

impl Replay<'_, '_> {
    /// Passes over the rest of the game, if nothing in it can change how the plies given so far
    /// were read: every word of the game has the form of standard SAN, or its notation is settled. Else
    /// false, and the replay stands where it stood.
    ///
    /// Problems of what is passed over are not found, and [`outcome`](Self::outcome) is not known.
    pub fn pass_over_rest(&mut self) -> bool {
        if self.held.is_some() || self.pending.is_some() {
            return false;
        }
        if self.finished || self.is_decided {
            self.tokens.skip();
            return true;
        }
        let mut rest = self.tokens.clone();
        // What was read on the short way is standard SAN.
        if !all_san(&mut rest) || self.met_careful_word && !all_san(&mut self.beginning.0.clone()) {
            return false;
        }
        *self.tokens = rest;
        true
    }
}

/// Whether every word up to the end of the game has the form of standard SAN. Variations of plain
/// words with no other letters than English ones have no say in how a game is read.
fn all_san(tokens: &mut Tokens<'_>) -> bool {
    let mut passes_variations = true;
    loop {
        if tokens.is_open() && tokens.end().is_none() {
            let mut cursor = tokens.plain();
            cursor.passes_variations = passes_variations;
            loop {
                cursor.pass_over(san_run::length);
                if cursor.annotation().is_some() {
                    continue;
                }
                let Some(word) = cursor.word(None, true) else { break };
                if !plain::has_form(word.text, word.length) {
                    break;
                }
                cursor.take(&word);
            }
            passes_variations &= !cursor.met_odd_variation;
            tokens.go_on_at(&cursor);
        }
        let Some(lexeme) = tokens.next_lexeme() else { return true };
        if let Token::Word(word) = lexeme.token
            && San::parse(word).is_none()
        {
            return false;
        }
    }
}
