//! Move text to legal moves and back.
//!
//! Takes one word of a movetext and the position it is played in, and gives the one legal move
//! that fits it, or a [`MoveError`] that says why there is none. The readings are tried in a fixed
//! order: standard SAN ([`san`]), plain UCI ([`uci`]), digits of ICCF ([`iccf`]), then the many
//! sloppy spellings ([`sloppy`]), whose piece letters are a parameter ([`Letters`]). A game in
//! another language ([`Language`]) or code is read by [`read_in`], and written by [`written`].
//!
//! Move numbers, NAG glyphs, results and comments are cut off before, by the reader of movetext;
//! which language a game is written in is settled by those who know the whole game.

mod coordinates;
pub mod descriptive;
mod error;
mod explain;
mod figurine;
mod form;
mod found;
mod grammar;
pub mod gringmuth;
pub mod iccf;
mod languages;
mod letters;
mod pattern;
pub(crate) mod plain;
mod reason;
mod resolve;
pub mod san;
pub mod sloppy;
mod system;
mod tail;
pub mod uci;
pub mod uedemann;
mod word;
mod write;
pub mod written;

use crate::chess::{Move, Position};

pub use error::{MoveError, MoveErrorKind};
pub use form::{has_move_form, is_first_move, is_move_suffix};
pub use languages::{LANGUAGES, Language};
pub use letters::{Letter, Letters};
pub use reason::Reason;
pub use san::{San, SanError};
pub use system::{System, read_in, uses_foreign_letter};
pub use written::{NOTATIONS, Written};

/// A move that was read, and what its text said beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadMove {
    /// The one legal move that fits the text.
    pub mv: Move,
    /// The check mark as written; it is never compared with the board here.
    pub mark: Option<CheckMark>,
    /// A letter of another script stood for the Latin one it looks like: `с5` with a Cyrillic с.
    pub lookalike: bool,
    /// The text fits only with its first letter read as that of the pawn: `Pe4`. In another
    /// language the same letter may be a piece, so whoever decides the language looks at this.
    pub pawn_letter: bool,
}

impl ReadMove {
    /// A move read from text without anything odd in it.
    fn plain(mv: Move, mark: Option<CheckMark>) -> Self {
        Self { mv, mark, lookalike: false, pawn_letter: false }
    }
}

/// A check mark as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckMark {
    /// `+`, `†`, `ch`, `dis ch`.
    Check,
    /// `#`, `‡`, `mate`, a final `x`.
    Mate,
    /// `++`: double check to some writers, mate to others.
    DoubleOrMate,
}

/// Reads one word of a movetext as a legal move of `position`.
///
/// Standard SAN takes the fast path: no allocation and no list of moves. Every other spelling
/// is read with English piece letters or figurines; digits of ICCF are read as well. For other
/// letters and codes see [`read_in`]. Blanks inside the word do not count, so `Qxg6 ch` may be
/// given as one text.
///
/// # Errors
/// [`MoveErrorKind::Ambiguous`] when two legal moves fit, [`MoveErrorKind::MissingPromotion`] when
/// only the promotion piece is not said, [`MoveErrorKind::IllegalNull`] for a null move in check,
/// [`MoveErrorKind::Drop`] for `N@f3`, [`MoveErrorKind::NotAMove`] when the text has no form of a
/// move that is read here, and [`MoveErrorKind::Illegal`] otherwise.
///
/// ```
/// use plydex::chess::{Position, notation};
///
/// let position = Position::start();
/// let read = notation::read(&position, b"Ng1-f3")?;
/// let mut san = Vec::new();
/// notation::san::write(&position, read.mv, &mut san);
/// assert_eq!(san, b"Nf3");
///
/// let error = notation::read(&position, b"Nd4").unwrap_err();
/// assert_eq!(error.to_string(), "no white knight can reach d4");
/// # Ok::<_, notation::MoveError>(())
/// ```
pub fn read(position: &Position, text: &[u8]) -> Result<ReadMove, MoveError> {
    if let Some((san, mark)) = San::parse(text) {
        match san.resolve(position) {
            Ok(mv) => return Ok(ReadMove::plain(mv, mark)),
            Err(SanError::Ambiguous(origins)) => return Err(MoveError::ambiguous(origins)),
            // `bxc3` may still be a bishop, `Kg1` castling.
            Err(SanError::Illegal | SanError::IllegalNull | SanError::MissingPromotion) => {}
        }
    } else if let Some(mv) = uci::legal(position, text) {
        return Ok(ReadMove::plain(mv, None));
    }
    if iccf::has_form(text) {
        return iccf::read(position, text);
    }
    if figurine::is_in(text) {
        return figurine::read(position, text);
    }
    sloppy::read(position, text, &Letters::ENGLISH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What `text` is read as: standard SAN, or the kind of the error.
    pub(super) fn san_of(fen: &str, text: &str) -> Result<String, MoveErrorKind> {
        let position = position(fen);
        let read = read(&position, text.as_bytes()).map_err(|error| error.kind())?;
        let mut out = Vec::new();
        san::write(&position, read.mv, &mut out);
        Ok(String::from_utf8(out).expect("SAN is ASCII"))
    }

    pub(super) fn position(fen: &str) -> Position {
        match fen {
            "start" => Position::start(),
            fen => Position::from_fen(fen.as_bytes()).expect(fen),
        }
    }

    pub(super) const CASTLING: &str = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
    pub(super) const PAWNS: &str = "k7/8/8/3pPp2/4P3/8/8/K7 w - d6 0 1";
    pub(super) const PROMOTION: &str = "3n4/4P2k/8/8/8/8/8/K7 w - - 0 1";

    proptest! {
        #[test]
        fn any_bytes_are_read_without_a_panic(text in proptest::collection::vec(any::<u8>(), 0..40)) {
            for fen in ["start", CASTLING, PAWNS, PROMOTION] {
                let _ = read(&position(fen), &text);
            }
            let _ = (has_move_form(&text), is_move_suffix(&text), is_first_move(&text));
        }

        #[test]
        fn anything_like_a_move_is_read_without_a_panic(text in "[a-hA-HKQRBNPOo0-9x:@=()/+#.сх—†♘Z<> -]{0,12}") {
            for fen in ["start", CASTLING, PAWNS, PROMOTION] {
                if let Err(error) = read(&position(fen), text.as_bytes()) {
                    prop_assert!(!error.to_string().is_empty());
                }
            }
            let _ = (has_move_form(text.as_bytes()), is_move_suffix(text.as_bytes()));
        }
    }
}
