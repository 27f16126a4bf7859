//! Descriptive notation, English (`N-KB3`) and Spanish (`C3AR`), to legal moves.
//!
//! Takes one word and a position, gives the one legal move that is all the word says. What it says
//! is a set of demands: a man and perhaps its wing or square, then a square or a man to take.
//! Squares are counted from the mover's side, and a text may name two (`B4` is c4 and f4).
//! Which words of a game are descriptive is settled by those who know the whole game.

mod grammar;
mod marks;
mod names;
mod pattern;
mod reason;
mod wing;

use crate::chess::notation::word::Word;
use crate::chess::notation::{CheckMark, MoveError, ReadMove};
use crate::chess::{Bitboard, Move, MoveList, Position};

use pattern::{Reading, Shape};

/// The language whose letters and word order a descriptive text has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// `P-K4`, `Kt-KB3`, `QxBch`: the file before the rank.
    English,
    /// `P4R`, `C3AR`, `DxA+`: the rank before the file.
    Spanish,
}

/// Reads a word of descriptive notation as a legal move of `position`.
///
/// `PxP` is a capture only, en passant among them, and `P-K4` none. Where several moves fit, a
/// check or mate mark keeps those that give it. A wing (`QR`, `KN`) tells rivals apart and is
/// otherwise not looked at: of two knights or rooks that fit, the queen's is the one nearer to the
/// a-file now, wherever it began; of two bishops the colour of their squares tells. Letters are
/// capitals, so that no plain SAN is read; blanks inside the word do not count.
///
/// # Errors
/// [`NotAMove`](super::MoveErrorKind::NotAMove) when the text has no descriptive form,
/// [`Ambiguous`](super::MoveErrorKind::Ambiguous) when two legal moves fit,
/// [`MissingPromotion`](super::MoveErrorKind::MissingPromotion) when only the promotion piece is
/// not said, [`Illegal`](super::MoveErrorKind::Illegal) when nothing fits.
///
/// ```
/// use plydex::chess::Position;
/// use plydex::chess::notation::descriptive::{Dialect, read};
///
/// let position = Position::start();
/// let english = read(&position, b"Kt-KB3", Dialect::English)?;
/// let spanish = read(&position, b"C3AR", Dialect::Spanish)?;
/// assert_eq!(english.mv.to.to_string(), "f3");
/// assert_eq!(english, spanish);
///
/// let error = read(&position, b"N-B3", Dialect::English).unwrap_err();
/// assert_eq!(error.to_string(), "b1 and g1");
/// # Ok::<_, plydex::chess::notation::MoveError>(())
/// ```
pub fn read(position: &Position, text: &[u8], dialect: Dialect) -> Result<ReadMove, MoveError> {
    let readings = readings(text, dialect);
    let Some(first) = readings.first() else {
        return Err(MoveError::NOT_A_MOVE);
    };
    let legal = position.legal_moves();
    for promotion in [Promotion::None, Promotion::Named] {
        let found = all_fitting(position, &legal, &readings, promotion);
        match keep_marked(position, found)[..] {
            [] => {}
            [(mv, mark)] => return Ok(ReadMove::plain(mv, mark)),
            ref several => return Err(ambiguous(several)),
        }
    }
    Err(unpromoted(position, &legal, &readings).unwrap_or_else(|| reason::explain(position, first)))
}

/// Whether a word has a form of descriptive notation, legal or not.
///
/// ```
/// use plydex::chess::notation::descriptive::{Dialect, has_form};
///
/// assert!(has_form(b"N-KB3", Dialect::English) && has_form(b"C3AR", Dialect::Spanish));
/// assert!(!has_form(b"Nf3", Dialect::English) && !has_form(b"e4", Dialect::Spanish));
/// ```
pub fn has_form(text: &[u8], dialect: Dialect) -> bool {
    !readings(text, dialect).is_empty()
}

fn readings(text: &[u8], dialect: Dialect) -> Vec<Reading> {
    Word::new(text).map_or_else(Vec::new, |word| grammar::readings(word.chars(), dialect))
}

/// A move that fits, and the mark of the reading it fits.
type Found = Vec<(Move, Option<CheckMark>)>;

/// What is written of a promotion. Asked in this order: `PxQB` takes the queen's bishop rather than
/// a queen to become a bishop.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Promotion {
    /// Nothing, and the move is none.
    None,
    /// The piece that the move makes.
    Named,
    /// Nothing, and the move is one.
    Missing,
}

fn all_fitting(position: &Position, legal: &MoveList, readings: &[Reading], promotion: Promotion) -> Found {
    let mut found = Found::new();
    for reading in readings {
        for mv in fitting(position, legal, reading, promotion) {
            if found.iter().all(|&(other, _)| other != mv) {
                found.push((mv, reading.mark));
            }
        }
    }
    found
}

fn fitting(position: &Position, legal: &MoveList, reading: &Reading, promotion: Promotion) -> Vec<Move> {
    let pattern = match reading.shape {
        Shape::Castle(_) if promotion != Promotion::None => return Vec::new(),
        Shape::Castle(sides) => return sides.iter().filter_map(|&side| position.castle_move(side)).collect(),
        Shape::Move(pattern) => pattern,
    };
    let promotes = |mv: &Move| match promotion {
        Promotion::None => pattern.promotion.is_none() && mv.promotion().is_none(),
        Promotion::Named => pattern.promotion.is_some() && mv.promotion() == pattern.promotion,
        Promotion::Missing => pattern.promotion.is_none() && mv.promotion().is_some(),
    };
    let mut moves: Vec<Move> = legal.iter().copied().filter(|mv| promotes(mv) && pattern.fits(position, *mv)).collect();
    wing::tell_apart(position, &pattern, &mut moves);
    moves
}

/// Of several moves, those that give the check or mate that the text says, if any does.
fn keep_marked(position: &Position, found: Found) -> Found {
    if found.len() < 2 {
        return found;
    }
    let marked: Found = found.iter().copied().filter(|&(mv, mark)| marks::gives(position, mv, mark)).collect();
    if marked.is_empty() { found } else { marked }
}

/// The error of a text that fits but for the promotion it does not name.
fn unpromoted(position: &Position, legal: &MoveList, readings: &[Reading]) -> Option<MoveError> {
    let found = all_fitting(position, legal, readings, Promotion::Missing);
    let &(first, _) = found.first()?;
    let one_pawn = found.iter().all(|(mv, _)| (mv.from, mv.to) == (first.from, first.to));
    Some(if one_pawn { MoveError::MISSING_PROMOTION } else { ambiguous(&found) })
}

fn ambiguous(found: &[(Move, Option<CheckMark>)]) -> MoveError {
    MoveError::ambiguous(found.iter().map(|(mv, _)| mv.from).collect::<Bitboard>())
}
