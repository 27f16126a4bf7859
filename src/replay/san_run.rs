//! Passing over words that have the form of standard SAN, at the speed of a scan.
//!
//! Takes movetext, gives how far it is nothing but such words and move numbers. What of SAN is rare
//! (castling, promotions, two hints) and all else ends the run, and is left to the tokenizer.
//!
//! The form is told by a finite automaton whose states are shifts: a byte's entry of the table holds the
//! next state of every state, six bits each, so that a step is one shift and no branch.

/// Nothing leads out of it.
const DEAD: u64 = 0;
/// Behind a blank or a dot.
const APART: u64 = 6;
/// In a number.
const NUMBER: u64 = 12;
/// Behind the file that a pawn's move begins with.
const PAWN: u64 = 18;
/// Behind a piece's letter.
const PIECE: u64 = 24;
/// Behind the file after that: a hint, or of the target square.
const HINT: u64 = 30;
/// Behind an `x`.
const TAKES: u64 = 36;
/// Behind a file that must be of the target square.
const FILE: u64 = 42;
/// Behind the target square.
const SQUARE: u64 = 48;
/// Behind a check mark or a glyph.
const MARKED: u64 = 54;

static NEXT: [u64; 256] = table();

const fn table() -> [u64; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b' ' | b'\n' | b'\r' => APART << APART | APART << SQUARE | APART << MARKED,
            b'.' => APART << APART | APART << NUMBER,
            b'0' => NUMBER << NUMBER,
            b'9' => NUMBER << APART | NUMBER << NUMBER,
            b'1'..=b'8' => NUMBER << APART | NUMBER << NUMBER | SQUARE << PAWN | SQUARE << HINT | SQUARE << FILE,
            b'a'..=b'h' => PAWN << APART | HINT << PIECE | FILE << HINT | FILE << TAKES,
            b'x' => TAKES << PAWN | TAKES << PIECE | TAKES << HINT,
            b'N' | b'B' | b'R' | b'Q' | b'K' => PIECE << APART,
            b'+' | b'#' => MARKED << SQUARE,
            b'!' | b'?' => MARKED << SQUARE | MARKED << MARKED,
            _ => 0,
        };
        byte += 1;
    }
    table
}

#[inline(always)]
fn step(state: u64, byte: u8) -> u64 {
    // Only the lowest six bits count.
    NEXT[usize::from(byte)].wrapping_shr(state as u32)
}

/// How far the text is words of the form of standard SAN, glyphs on them, and move numbers: behind
/// the last such word. A word that ends with the text may go on, and does not count.
pub(super) fn length(text: &[u8]) -> usize {
    let (mut at, mut state) = (0, APART);
    while let Some(block) = text[at..].first_chunk::<4>() {
        let after = block.iter().fold(state, |state, &byte| step(state, byte));
        if after & 63 == DEAD {
            break;
        }
        (at, state) = (at + block.len(), after);
    }
    let mut end = 0;
    while let Some(&byte) = text.get(at) {
        let before = state & 63;
        state = step(state, byte);
        if state & 63 == DEAD {
            break;
        }
        if before >= SQUARE && state & 63 == APART {
            end = at;
        }
        at += 1;
    }
    // Mostly the last word ends among the last bytes.
    if end > 0 { end } else { last_word(&text[..at]) }
}

/// Behind the last whole word of text that was passed.
fn last_word(text: &[u8]) -> usize {
    let parts = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\r' | b'.');
    let mut end = text.iter().rposition(parts).unwrap_or(0);
    loop {
        let Some(last) = text[..end].iter().rposition(|byte| !parts(byte)) else { return 0 };
        let start = text[..last].iter().rposition(parts).map_or(0, |before| before + 1);
        if text[start].is_ascii_alphabetic() {
            return last + 1;
        }
        end = start;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::chess::notation::San;
    use crate::pgn::{Token, Tokens};

    #[test]
    fn a_run_ends_behind_the_last_word_of_the_form() {
        for (text, run) in [
            (
                "1. e4 e5 2.Nf3 Nc6 3. Bxc6+ dxc6 4. Nbd2 Qbxd2# e4!? 1-0",
                "1. e4 e5 2.Nf3 Nc6 3. Bxc6+ dxc6 4. Nbd2 Qbxd2# e4!?",
            ),
            ("1. e4 e5 2. O-O ", "1. e4 e5"),
            ("e4 e5", "e4"),
            ("1. e4 1... e5\n2. 1/2-1/2", "1. e4 1... e5"),
            ("e4 e8=Q ", "e4"),
            ("e4 Nb1d2 ", "e4"),
            ("e4 ed5 ", "e4"),
            ("e4 e5+6. ", "e4"),
            ("e4 0.5 ", "e4"),
            ("e4 12 e5 ", "e4"),
            ("e4 {x} ", "e4"),
            ("1. 2. ", ""),
            ("", ""),
        ] {
            assert_eq!(&text[..length(text.as_bytes())], run, "{text}");
        }
    }

    proptest! {
        /// The tokenizer reads the same words there, they are SAN, and it ends where the run ends.
        #[test]
        fn a_run_is_what_the_tokenizer_reads(
            text in "([1-9][0-9]{0,2}\\.{1,3}|e4|exd5|Nf3|Rad1|Qxh7[+#]|[a-hNx1-8+#!?]{1,5}|O-O|1-0|[.0-9*%;({$=-]{1,2}|[ \n\r]{1,2}){0,24}",
        ) {
            let run = length(text.as_bytes());
            let mut tokens = Tokens::new(text.as_bytes(), 0, true, |_| false);
            while tokens.last() < run {
                let lexeme = tokens.next_lexeme().expect("a token");
                match lexeme.token {
                    Token::Word(word) => prop_assert!(San::parse(word).is_some(), "{:?}", lexeme),
                    Token::MoveNumber(_) | Token::Glyph(_) => {}
                    _ => prop_assert!(false, "{:?}", lexeme),
                }
            }
            prop_assert_eq!(tokens.last(), run);
            prop_assert!(tokens.is_open() && tokens.end().is_none());
        }
    }
}
