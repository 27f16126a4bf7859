//! Text where no game is open: what opens the next one, and what is passed over until then.

use crate::pgn::nag;
use crate::pgn::scan::{self, Kind, kind};
use crate::pgn::token::Token;
use crate::pgn::tokenizer::word::word_length;
use crate::pgn::tokenizer::{Stage, Tokens};
use crate::problem::ProblemKind;

/// `(Q)`, the longest that is looked for behind a word to see whether it goes on.
const LONGEST_SUFFIX: usize = 3;

impl<'a> Tokens<'a> {
    /// Malformed tags between games that no game follows, up to what follows them.
    pub(super) fn give_up_tags(&mut self, before: usize) -> Option<Token<'a>> {
        self.at = self.tags_at.take()?;
        let length = scan::trim_end(&self.input[self.at..before]).len();
        let token = self.fault(ProblemKind::BadTag, self.at, length);
        self.pos = before;
        self.numbers_at = None;
        Some(token)
    }

    /// Text where no game is open: the first move of a game without tags, a second result,
    /// or garbage.
    pub(super) fn text_between(&mut self, at: usize, first: u8) -> Option<Token<'a>> {
        if self.stage == Stage::Garbage {
            return self.garbage(at);
        }
        if kind(first) == Kind::Stray {
            self.numbers_at = None;
            return self.give_up_tags(at).or_else(|| Some(self.fault(ProblemKind::Garbage, at, 1)));
        }
        if self.depth > 0 && self.tags_at.is_some() {
            return self.give_up_tags(at);
        }
        // More of the word may follow: `d41-0` is a move and a result, `d41-00` is neither.
        let word_end = at + word_length(&self.input[at..]);
        if !self.whole && self.depth == 0 && self.input.len() - word_end < LONGEST_SUFFIX {
            self.pos = self.input.len();
            return None;
        }
        let token = if kind(first) == Kind::Digit { self.number_or_word(at) } else { self.word(at) };
        if self.depth > 0 {
            return token;
        }
        match token {
            Some(Token::MoveNumber(_)) => {
                self.numbers_at.get_or_insert(at);
                None
            }
            Some(Token::Word(word)) if self.opens_game(word) => {
                let first = self.numbers_at.unwrap_or(at);
                self.ends_at(self.tags_at.unwrap_or(first))
            }
            Some(Token::Termination(_)) => self.give_up_tags(at).or(token),
            _ => self.give_up_tags(at).or_else(|| self.garbage(at)),
        }
    }

    /// Whether a word is a legal first move, with or without a sign at its end: `e4+/-`.
    fn opens_game(&self, word: &[u8]) -> bool {
        (self.opens_game)(word) || nag::split_suffix(word).is_some_and(|(before, _)| (self.opens_game)(before))
    }

    /// Numbers between games that no move follows.
    pub(super) fn garbage_numbers(&mut self, at: usize) -> Token<'a> {
        self.numbers_at = None;
        let length = scan::trim_end(&self.input[at..]).len();
        let token = self.fault(ProblemKind::Garbage, at, length);
        self.pos = self.input.len();
        token
    }

    /// Text up to the next bracket or comment; from now on only a tag opens a game.
    fn garbage(&mut self, at: usize) -> Option<Token<'a>> {
        self.stage = Stage::Garbage;
        let from = self.numbers_at.take().unwrap_or(at);
        let rest = &self.input[at + 1..];
        let end = memchr::memchr3(b'[', b'{', b';', rest).unwrap_or(rest.len()) + at + 1;
        let length = scan::trim_end(&self.input[from..end]).len().max(at + 1 - from);
        self.at = from;
        Some(self.fault(ProblemKind::Garbage, from, length))
    }
}
