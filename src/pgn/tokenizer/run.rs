//! Passing over a run of plain words and move numbers, of which nobody needs the tokens.
//!
//! Most movetext is that. What the run does not know it leaves to [`Tokens::next_lexeme`], from the
//! end of the last word it passed: so both read the same.

use super::{Stage, Tokens};

impl Tokens<'_> {
    /// Passes over words that `is_plain` knows, with the move numbers between them, as far as there
    /// is nothing else and no word begins at or behind `limit`.
    pub(crate) fn pass_over_words(&mut self, limit: usize, is_plain: impl Fn(&[u8]) -> bool) {
        if self.stage != Stage::Open || self.end.is_some() {
            return;
        }
        let input = self.input;
        let mut at = self.pos;
        loop {
            let from = at;
            while let Some(b' ' | b'\n' | b'\r' | b'.') = input.get(at) {
                at += 1;
            }
            let digits = at;
            while let Some(b'0'..=b'9') = input.get(at) {
                at += 1;
            }
            match input.get(at) {
                // Nothing but a number with its dot; a result or digits of a move are left alone.
                Some(b'.') if at > digits => continue,
                Some(b'A'..=b'Z' | b'a'..=b'z') if at == digits && at > from => {}
                _ => return,
            }
            let word = at;
            if word >= limit {
                return;
            }
            while let Some(b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'+' | b'#' | b'=' | b'-') = input.get(at) {
                at += 1;
            }
            if !matches!(input.get(at), Some(b' ' | b'\n' | b'\r')) || !is_plain(&input[word..at]) {
                return;
            }
            (self.pos, self.at, self.last) = (at, word, at);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::pgn::{Games, Step, Token};

    /// Where a game ends, its last byte, its result, and how many of its tokens are odd.
    type End<'a> = (Option<usize>, usize, Option<&'a [u8]>, usize);

    /// The end of a game, with runs passed over or not.
    fn end(text: &[u8], limit: Option<usize>) -> Option<End<'_>> {
        let mut games = Games::new(text, 0, true, |word| word == b"e4");
        let Step::Game(_, mut tokens) = games.next_game() else { return None };
        let mut odd = 0;
        loop {
            if let Some(limit) = limit {
                tokens.pass_over_words(limit, |word| word[0].is_ascii_lowercase() && word.len() == 2);
            }
            let Some(lexeme) = tokens.next_lexeme() else { break };
            odd += usize::from(!matches!(lexeme.token, Token::Word([_, _]) | Token::MoveNumber(_)));
        }
        Some((tokens.end(), tokens.last(), tokens.outcome(), odd))
    }

    #[test]
    fn a_game_ends_where_it_ends_token_by_token() {
        for text in [
            "1. e4 e5 2. d4 d5 1-0\n\n[A \"b\"]\n\n1. e4 *",
            "1.e4 e5 2.d4 {x e4 } d5 (2. c4 c5) 3... e4 $1 1/2-1/2 e4 e5",
            "1. e4 e5\n% e4 e5\n2. d4 ; e4\nd5\n\n[Event \"x\"]\n\n*",
            "e4 e5 0.5 d4 0-1",
            "e4 1e5 2d4 3 d5 12 e4 e5* e4",
            "e4 e5\r\n\r\nd4\te5 d5! e4? 1-0{x}",
            "1. e4 e5 2. d4",
            "1. e4 e5 2. d",
            "e4 (e5 d4 (d5 e4) e5) d4 ) d5 *",
        ] {
            let right = end(text.as_bytes(), None);
            for limit in [0, 5, 10, usize::MAX] {
                assert_eq!(end(text.as_bytes(), Some(limit)), right, "{text:?}, limit {limit}");
            }
        }
    }
}
