//! Passing over the rest of a game whose moves nobody needs.

use crate::chess::notation::San;
use crate::pgn::{Token, Tokens};
use crate::replay::Replay;

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
        if !all_san(&mut rest, usize::MAX) || !all_san(&mut self.beginning.0.clone(), self.tokens.last()) {
            return false;
        }
        *self.tokens = rest;
        true
    }
}

/// Whether every word that begins before `end` has the form of standard SAN.
fn all_san(tokens: &mut Tokens<'_>, end: usize) -> bool {
    let is_san = |word: &[u8]| San::parse(word).is_some();
    loop {
        tokens.pass_over_words(end, is_san);
        let Some(lexeme) = tokens.next_lexeme().filter(|lexeme| lexeme.at < end) else { return true };
        if let Token::Word(word) = lexeme.token
            && San::parse(word).is_none()
        {
            return false;
        }
    }
}
