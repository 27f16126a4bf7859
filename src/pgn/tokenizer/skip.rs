//! Passing over a whole game at the speed of a scan, where nobody needs its tokens.
//!
//! It looks only for bytes that could end a game or hide its end. Where those leave a doubt it
//! gives up, and the careful tokenizer reads the game from its first byte: both find the same end.

use crate::pgn::Outcome;
use crate::pgn::tag::{self, InVain};
use crate::pgn::tokenizer::plain::variation;
use crate::pgn::tokenizer::{Stage, Tokens, closed_comment};

/// Whether a byte is looked at; the others can neither end a game nor hide its end.
#[inline(always)]
const fn stops(byte: u8) -> bool {
    // Without branches and tables: so it is done for many bytes at once.
    let control = (byte < b' ') & (byte != b'\n') & (byte != b'\r') & (byte != b'\t');
    let low = (byte == b'"') | (byte.wrapping_sub(b'%') <= b'*' - b'%') | (byte == b'-') | (byte == b'/');
    let middle = (byte.wrapping_sub(b';') <= b'@' - b';') & (byte != b'=') & (byte != b'?');
    control | low | middle | (byte.wrapping_sub(b'[') <= b'`' - b'[') | (byte >= b'{')
}

const NEAR: usize = 16;

static STOPS: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = stops(byte as u8);
        byte += 1;
    }
    table
};

/// The first byte that is looked at.
#[inline]
fn next_stop(text: &[u8]) -> Option<usize> {
    // Between comments it is near.
    let near = text.iter().take(NEAR).position(|&byte| STOPS[usize::from(byte)]);
    if near.is_some() {
        return near;
    }
    let mut at = text.len().min(NEAR);
    while let Some(block) = text.get(at..at + 32) {
        if block.iter().fold(false, |any, &byte| any | stops(byte)) {
            break;
        }
        at += 32;
    }
    Some(at + text[at..].iter().position(|&byte| STOPS[usize::from(byte)])?)
}

impl<'a> Tokens<'a> {
    /// Passes over an open game, up to the next one, if its bytes leave no doubt where that is.
    pub(super) fn skip_plainly(&mut self) {
        if self.stage != Stage::Open || self.depth > 0 || self.end.is_some() {
            return;
        }
        if let Some((result, end)) = plain_game(self.input, self.pos, self.whole, self.in_vain) {
            self.outcome = Some(&self.input[result.0..result.1]);
            self.stage = Stage::Between;
            self.last = result.1;
            self.pos = end;
            self.end = Some(end);
        }
    }
}

/// Where the result of the game stands, and where the next game begins.
fn plain_game(input: &[u8], mut at: usize, whole: bool, in_vain: InVain) -> Option<((usize, usize), usize)> {
    loop {
        at += next_stop(input.get(at..)?)?;
        match input[at] {
            b'{' => at += closed_comment(input, at, in_vain)?,
            b'(' => at += variation::<false>(input, at, in_vain)?,
            // Castling.
            b'-' if at > 0 && input[at - 1] == b'O' && input.get(at + 1) == Some(&b'O') => at += 1,
            b'-' | b'/' | b'*' => return result(input, at, whole),
            _ => return None,
        }
    }
}

/// The result that holds the byte at `at`, if it is one of the standard's, and stands apart, at the
/// end of its game.
fn result(input: &[u8], at: usize, whole: bool) -> Option<((usize, usize), usize)> {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t');
    let start = input[..at].iter().rposition(is_blank)? + 1;
    let length = input[start..].iter().position(is_blank).or(whole.then_some(input.len() - start))?;
    let end = start + length;
    Outcome::read(&input[start..end]).filter(|read| read.standard)?;
    match input[end..].iter().position(|byte| !is_blank(byte)) {
        Some(gap) => tag::plain(&input[end + gap..]).map(|_| ((start, end), end + gap)),
        None => whole.then_some(((start, end), input.len())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NEXT: &str = "\n\n[Event \"x\"]       ";

    #[test]
    fn plain_games_are_passed_over_and_others_left() {
        for (game, plain) in [
            ("1. e4 e5 1-0", true),
            ("1. e4! {1-0 [x} O-O-O $1 (d4 {)}) 1/2-1/2", true),
            ("*", false),
            (" *", true),
            ("1. e4 1-0 1. d4 0-1", false),
            ("1. e4 1-0 {c}", false),
            ("1. e4 Nc60-1", false),
            ("1. e4 O-1", false),
            ("1. e4 ½-½", false),
            ("1. e4 ; 1-0\n 1-0", false),
            ("1. e4\n%x\n 1-0", false),
            ("1. e4 [x] 1-0", false),
            ("1. e4 e5", false),
            ("1. e4 (d4 1-0", false),
        ] {
            let input = format!("{game}{NEXT}");
            let found = plain_game(input.as_bytes(), 0, true, InVain::NOTHING).map(|(_, end)| end);
            assert_eq!(found, plain.then_some(game.len() + 2), "{game}");
        }
    }

    proptest! {
        /// Where a game is passed over, the careful tokenizer finds the same end and result.
        #[test]
        fn the_end_is_that_of_the_careful_tokenizer(
            text in "((1\\. |e4 |O-O |1-0|0-1|1/2-1/2|\\* ?|½|d8\\(Q\\) |\\{[a-z01(\\[-]{0,3}\\}|\\(d4 c5\\) |\\n\\n\\[Event \"x\"\\]|\\[A \"b\"\\]|[a-hNx1-8=+#?!. \n;%\"()\\[\\]{}/-]{1,3})){0,9}\n\n(\\[Event \"x\"\\] {8})?",
            whole: bool,
        ) {
            let opens = |word: &[u8]| matches!(word, b"e4" | b"d4");
            let mut plain = Tokens::new(text.as_bytes(), 0, whole, opens);
            plain.skip_plainly();
            if plain.end().is_some() {
                let mut careful = Tokens::new(text.as_bytes(), 0, whole, opens);
                while careful.next_lexeme().is_some() {}
                prop_assert_eq!((plain.end(), plain.last(), plain.outcome()), (careful.end(), careful.last(), careful.outcome()));
                prop_assert_eq!(careful.open_variation(), None);
            }
        }
    }
}
