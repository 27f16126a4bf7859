//! The numbers of ICCF, for correspondence between languages: `5254` is e2-e4.
//!
//! A digit for the file, one for the rank, twice. Castling is the king's move, or king takes rook
//! in Chess960. A fifth digit tells what a pawn becomes, and `0000` is a null move.

use crate::chess::notation::coordinates::Coordinates;
use crate::chess::notation::word::Word;
use crate::chess::notation::{Letters, MoveError, ReadMove, sloppy, tail};
use crate::chess::{File, Move, Position, Rank, Role, Square};

/// The roles of the fifth digit, from 1.
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// Reads a move in digits, or a null move. A check mark may follow, as people add one.
///
/// # Errors
/// As [`notation::read`](super::read); [`MissingPromotion`](super::MoveErrorKind::MissingPromotion)
/// when a pawn reaches the last rank without a fifth digit.
///
/// ```
/// use plydex::chess::{Position, notation::iccf};
///
/// let position = Position::start();
/// let read = iccf::read(&position, b"7163")?;
/// let mut text = Vec::new();
/// iccf::write(&position, read.mv, &mut text);
/// assert_eq!(text, b"7163");
/// # Ok::<_, plydex::chess::notation::MoveError>(())
/// ```
pub fn read(position: &Position, text: &[u8]) -> Result<ReadMove, MoveError> {
    let word = Word::new(text).ok_or(MoveError::NOT_A_MOVE)?;
    let Some((coordinates, rest)) = parse(word.chars()) else {
        return sloppy::read_null(position, &word);
    };
    let tails = tail::parse(rest, Letters::new(&[]), false);
    let tail = tails.first().ok_or(MoveError::NOT_A_MOVE)?;
    coordinates.read(position, tail.mark)
}

/// Appends `mv` in digits. `position` is the one it is played in.
pub fn write(position: &Position, mv: Move, out: &mut Vec<u8>) {
    let Some(Coordinates { from, to, promotion }) = Coordinates::of(position, mv) else {
        return out.extend_from_slice(b"0000");
    };
    for square in [from, to] {
        out.extend([square.file().index(), square.rank().index()].map(|index| b'1' + index as u8));
    }
    let place = promotion.and_then(|role| PROMOTIONS.iter().position(|&other| other == role));
    out.extend(place.map(|place| b'1' + place as u8));
}

/// Whether a text begins as a move in digits does. No other notation has such words.
pub(super) fn has_form(text: &[u8]) -> bool {
    text.get(..4).is_some_and(|start| start.iter().all(|byte| matches!(byte, b'1'..=b'8')))
}

fn parse(word: &[char]) -> Option<(Coordinates, &[char])> {
    let (squares, rest) = word.split_first_chunk::<4>()?;
    let [from_file, from_rank, to_file, to_rank] = squares.map(|digit| digit.to_digit(9)?.checked_sub(1));
    let square = |file: Option<u32>, rank: Option<u32>| {
        Some(Square::new(File::from_index(file? as u8)?, Rank::from_index(rank? as u8)?))
    };
    let (from, to) = (square(from_file, from_rank)?, square(to_file, to_rank)?);
    let (promotion, rest) = match rest {
        [digit @ '1'..='4', rest @ ..] => (Some(PROMOTIONS[*digit as usize - '1' as usize]), rest),
        rest => (None, rest),
    };
    Some((Coordinates { from, to, promotion }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::MoveErrorKind::{self, Illegal, IllegalNull, MissingPromotion, NotAMove};
    use crate::chess::notation::tests::{CASTLING, PROMOTION, position};

    fn read_and_written(fen: &str, text: &str) -> Result<String, MoveErrorKind> {
        let position = position(fen);
        let read = read(&position, text.as_bytes()).map_err(|error| error.kind())?;
        let mut out = Vec::new();
        write(&position, read.mv, &mut out);
        Ok(String::from_utf8(out).expect("digits"))
    }

    #[test]
    fn digits_are_squares_and_a_fifth_one_is_the_promotion() {
        let chess960 = "r1k4r/pppppppp/8/8/8/8/PPPPPPPP/R1K4R w KQkq - 0 1";
        let check = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1";
        for (fen, text, written) in [
            ("start", "5254", Ok("5254")),
            ("start", "7163+", Ok("7163")),
            ("start", "0000", Ok("0000")),
            ("start", "--", Ok("0000")),
            ("start", "5255", Err(Illegal)),
            ("start", "52541", Err(Illegal)),
            (CASTLING, "5171", Ok("5171")),
            (CASTLING, "5181", Ok("5171")),
            (CASTLING, "5131", Ok("5131")),
            (chess960, "3181", Ok("3181")),
            (chess960, "3171", Ok("3181")),
            (PROMOTION, "57581", Ok("57581")),
            (PROMOTION, "57482", Ok("57482")),
            (PROMOTION, "57583", Ok("57583")),
            (PROMOTION, "57584", Ok("57584")),
            (PROMOTION, "5758", Err(MissingPromotion)),
            (PROMOTION, "57585", Err(NotAMove)),
            (check, "0000", Err(IllegalNull)),
            ("start", "525", Err(NotAMove)),
            ("start", "5259", Err(NotAMove)),
            ("start", "5054", Err(NotAMove)),
            ("start", "e2e4", Err(NotAMove)),
            ("start", "O-O", Err(NotAMove)),
            ("start", "", Err(NotAMove)),
        ] {
            assert_eq!(read_and_written(fen, text).as_deref(), written.as_ref().map(|text| *text), "{text} in {fen}");
        }
    }
}
