//! What a word is by its looks: a move, the end of the move before, or prose.

use crate::chess::notation::word::{Word, latin};
use crate::chess::notation::{Letters, System, grammar, read_in, tail};
use crate::chess::{MoveKind, Position};

/// Whether a word has the form of a move, legal or not: it holds a square (`kf3`, `сb5`), or is a
/// castling, a null move, a minimal capture (`ed`) or digits of ICCF. A lower-case word without it
/// is prose.
///
/// ```
/// use plydex::chess::notation::has_move_form;
///
/// assert!(has_move_form(b"Nf9") && has_move_form("♘f3".as_bytes()) && has_move_form(b"0-0"));
/// assert!(!has_move_form(b"better") && !has_move_form(b"was"));
/// ```
pub fn has_move_form(text: &[u8]) -> bool {
    let Some(word) = Word::new(text) else {
        return false;
    };
    let chars = word.chars();
    let holds_square = chars
        .windows(2)
        .any(|pair| matches!(latin(pair[0]).to_ascii_lowercase(), 'a'..='h') && pair[1].is_ascii_digit());
    let is_numeric = matches!(chars.len(), 4 | 5) && chars.iter().all(|char| matches!(char, '1'..='8'));
    holds_square || is_numeric || !grammar::readings(chars, Letters::ENGLISH).is_empty()
}

/// Whether a word is a legal first move from the start array, in any notation. Null moves are none.
///
/// Tells movetext from other text between games: `e4` and `Nf3` begin a game, `Qxf7` does not.
pub fn is_first_move(text: &[u8]) -> bool {
    let start = Position::start();
    let is_move = |system| read_in(system, &start, text).is_ok_and(|read| read.mv.kind != MoveKind::Null);
    System::all().any(is_move)
}

/// Whether a word that stands alone belongs to the move before it: `+`, `ch`, `e.p.`, `mate`, `=Q`.
///
/// Given to [`read`](super::read) behind its move, with or without the blank, it is read with it.
pub fn is_move_suffix(text: &[u8]) -> bool {
    Word::new(text)
        .is_some_and(|word| !word.chars().is_empty() && !tail::parse(word.chars(), Letters::FIGURINES, true).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_of_any_notation_has_the_form_and_prose_has_not() {
        for text in [
            "e4", "nf3", "kf3", "сb5", "♘f3", "0-0", "o-o-o", "--", "null", "ed", "exd", "5254", "e2e4", "e9", "sxe5",
            "e8d", "n@f3", "e7xd8q",
        ] {
            assert!(has_move_form(text.as_bytes()), "{text}");
        }
        for text in ["better", "was", "ends", "the", "debate", "", "x", "bad", "be", "a", "novelty", "2020", "+0.3"] {
            assert!(!has_move_form(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn a_first_move_is_legal_from_the_start_array() {
        for text in ["e4", "Nf3", "e2-e4", "g1f3", "P-e4", "nf3", "a3."] {
            assert!(is_first_move(text.as_bytes()), "{text}");
        }
        for text in ["--", "Z0", "pass", "e5", "Qxf7", "O-O", "the", ""] {
            assert!(!is_first_move(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn a_suffix_is_what_may_stand_apart_from_its_move() {
        for text in ["+", "ch", "ch.", "dis", "dbl", "mate", "e.p.", "ep", "#", "†", "=Q", "(Q)", "=♕", "++"] {
            assert!(is_move_suffix(text.as_bytes()), "{text}");
        }
        for text in ["", "e4", "and", "(=)", "Nf3", "1-0"] {
            assert!(!is_move_suffix(text.as_bytes()), "{text}");
        }
    }
}
