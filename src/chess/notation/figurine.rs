//! Figurines: pictures of the pieces in place of their letters, in any language.
//!
//! Either colour is used for either side, so that the colour says nothing.

use crate::chess::notation::{Letters, MoveError, ReadMove, sloppy};
use crate::chess::{Position, Role};

/// Whether a text holds one of `♔` to `♟`: U+2654 to U+265F.
pub(super) fn is_in(text: &[u8]) -> bool {
    text.windows(3).any(|bytes| matches!(bytes, [0xE2, 0x99, 0x94..=0x9F]))
}

/// Reads a word with figurines. The piece that a pawn becomes may be an English letter still.
pub(super) fn read(position: &Position, text: &[u8]) -> Result<ReadMove, MoveError> {
    let read = sloppy::read(position, text, &Letters::FIGURINES)?;
    // A pawn's figurine is no letter that could be a piece in another language.
    Ok(ReadMove { pawn_letter: false, ..read })
}

/// The white figurine, which figurine notation writes for both sides.
pub(super) const fn of(role: Role) -> &'static str {
    match role {
        Role::King => "♔",
        Role::Queen => "♕",
        Role::Rook => "♖",
        Role::Bishop => "♗",
        Role::Knight => "♘",
        Role::Pawn => "♙",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::MoveErrorKind::{Illegal, MissingPromotion, NotAMove};
    use crate::chess::notation::tests::{CASTLING, PROMOTION, san_of};

    #[test]
    fn figurines_of_either_colour_and_look_are_read() {
        for (fen, text, san) in [
            ("start", "♘f3", Ok("Nf3")),
            ("start", "♞f3", Ok("Nf3")),
            ("start", "♘\u{fe0e}f3", Ok("Nf3")),
            ("start", "♞\u{fe0f}g1-f3", Ok("Nf3")),
            ("start", "♙e4", Ok("e4")),
            ("start", "♟\u{fe0f}e4", Ok("e4")),
            (CASTLING, "♔g1", Ok("O-O")),
            (CASTLING, "♚e1-f1", Ok("Kf1")),
            (CASTLING, "♖b1", Ok("Rb1")),
            (PROMOTION, "e8=♕", Ok("e8=Q")),
            (PROMOTION, "e8♛+", Ok("e8=Q")),
            (PROMOTION, "exd8=♘", Ok("exd8=N")),
            (PROMOTION, "♙e8=Q", Ok("e8=Q")),
            (PROMOTION, "♙e8", Err(MissingPromotion)),
            ("start", "♗f3", Err(Illegal)),
            ("start", "♘♘f3", Err(NotAMove)),
            ("start", "♘", Err(NotAMove)),
            ("start", "☺f3", Err(NotAMove)),
        ] {
            assert_eq!(san_of(fen, text).as_deref(), san.as_ref().map(|san| *san), "{text} in {fen}");
        }
    }

    #[test]
    fn a_pawn_s_figurine_is_no_letter_of_doubt() {
        let read = read(&Position::start(), "♙e4".as_bytes()).expect("a legal move");
        assert!(!read.pawn_letter);
    }
}
