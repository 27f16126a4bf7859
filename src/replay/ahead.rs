//! What stands behind the variations to a move and still belongs to that move.
//!
//! Found in one pass over all the variations to a mainline's move, those inside them included: looked for at
//! each level anew, nested variations would take the square of their number.

use std::collections::HashMap;

use crate::pgn::{Lexeme, Nag, Token, Tokens};
use crate::replay::line::DEEPEST;
use crate::replay::words;

/// Glyphs and comments read ahead, by the place of the first `(` behind their move.
#[derive(Debug, Default)]
pub(super) struct Ahead<'a> {
    found: HashMap<usize, Vec<Lexeme<'a>>>,
    /// How far was looked.
    to: usize,
}

impl<'a> Ahead<'a> {
    /// Those behind the variations that begin with the `(` at `at`, up to the next move of the
    /// same line. `tokens` stand behind that `(`.
    pub fn of(&mut self, at: usize, tokens: &Tokens<'a>) -> Vec<Lexeme<'a>> {
        if at >= self.to {
            self.look(at, tokens.clone());
        }
        self.found.remove(&at).unwrap_or_default()
    }

    fn look(&mut self, at: usize, mut tokens: Tokens<'a>) {
        self.found.clear();
        // Each open line, with the first of the variations behind its last move.
        let mut lines = vec![Some(at), None];
        let mut too_deep = 0u64;
        self.to = usize::MAX;
        while let Some(lexeme) = tokens.next_lexeme() {
            match lexeme.token {
                Token::VariationStart if too_deep > 0 || lines.len() > DEEPEST => {
                    too_deep += 1;
                }
                Token::VariationEnd if too_deep > 0 => too_deep -= 1,
                _ if too_deep > 0 => {}
                Token::VariationStart => {
                    if let Some(first) = lines.last_mut() {
                        first.get_or_insert(lexeme.at);
                    }
                    lines.push(None);
                }
                Token::VariationEnd => drop(lines.pop()),
                Token::Word(text) if Nag::from_glyph(text).is_some() => {
                    self.add(&lines, Lexeme { token: Token::Glyph(text), ..lexeme });
                }
                Token::Word(text) if words::is_aside(text) => {}
                Token::Word(_) => {
                    if let Some(first) = lines.last_mut() {
                        *first = None;
                    }
                }
                _ => self.add(&lines, lexeme),
            }
            if lines.first().is_none_or(Option::is_none) {
                self.to = lexeme.at;
                break;
            }
        }
    }

    fn add(&mut self, lines: &[Option<usize>], lexeme: Lexeme<'a>) {
        if let Some(&Some(first)) = lines.last() {
            self.found.entry(first).or_default().push(lexeme);
        }
    }
}
