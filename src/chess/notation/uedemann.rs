//! Uedemann's code: every square is a vowel and a consonant, for the telegraph.
//!
//! The files are A E I O and O I E A from the edges to the middle, the ranks B D F G H K L P. On
//! the queenside the file stands first, on the kingside the rank: `DOGO` is e2-e4. A move is two
//! squares, and a letter for what a pawn becomes.

use crate::chess::notation::coordinates::Coordinates;
use crate::chess::notation::word::Word;
use crate::chess::notation::{Letters, MoveError, ReadMove, sloppy, tail};
use crate::chess::{File, Move, Position, Rank, Role, Square};

/// The files from the edge of either wing.
const FILES: &[u8; 4] = b"AEIO";
const RANKS: &[u8; 8] = b"BDFGHKLP";

/// Reads a move in the code, in either case, or a null move. A check mark may follow.
///
/// # Errors
/// As [`notation::read`](super::read).
///
/// ```
/// use plydex::chess::{Position, notation::uedemann};
///
/// let position = Position::start();
/// let read = uedemann::read(&position, b"dogo")?;
/// let mut text = Vec::new();
/// uedemann::write(&position, read.mv, &mut text);
/// assert_eq!(text, b"DOGO");
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

/// Appends `mv` in the code, in capitals. `position` is the one it is played in.
pub fn write(position: &Position, mv: Move, out: &mut Vec<u8>) {
    let Some(Coordinates { from, to, promotion }) = Coordinates::of(position, mv) else {
        return out.extend_from_slice(b"--");
    };
    out.extend([from, to].map(square_text).concat());
    out.extend(promotion.map(Role::letter));
}

fn square_text(square: Square) -> [u8; 2] {
    let rank = RANKS[square.rank().index()];
    match square.file().index() {
        file @ 0..4 => [FILES[file], rank],
        file => [rank, FILES[7 - file]],
    }
}

fn square(first: char, second: char) -> Option<Square> {
    let place = |table: &[u8], char: char| table.iter().position(|&byte| char.eq_ignore_ascii_case(&byte.into()));
    let (file, rank) = match place(FILES, first) {
        Some(file) => (file, place(RANKS, second)?),
        None => (7 - place(FILES, second)?, place(RANKS, first)?),
    };
    Some(Square::new(File::from_index(file as u8)?, Rank::from_index(rank as u8)?))
}

fn parse(word: &[char]) -> Option<(Coordinates, &[char])> {
    let (&[a, b, c, d], rest) = word.split_first_chunk::<4>()?;
    let (from, to) = (square(a, b)?, square(c, d)?);
    let is_letter = |role: &Role, char: char| char.eq_ignore_ascii_case(&role.letter().into());
    let role = rest.first().and_then(|&char| Role::PROMOTIONS.into_iter().find(|role| is_letter(role, char)));
    let rest = if role.is_some() { &rest[1..] } else { rest };
    Some((Coordinates { from, to, promotion: role }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::MoveErrorKind::{self, Illegal, MissingPromotion, NotAMove};
    use crate::chess::notation::tests::{CASTLING, PROMOTION, position};

    fn read_and_written(fen: &str, text: &str) -> Result<String, MoveErrorKind> {
        let position = position(fen);
        let read = read(&position, text.as_bytes()).map_err(|error| error.kind())?;
        let mut out = Vec::new();
        write(&position, read.mv, &mut out);
        Ok(String::from_utf8(out).expect("letters"))
    }

    #[test]
    fn the_corners_and_the_middle_are_where_the_code_has_them() {
        for (name, code) in
            [("a1", "AB"), ("h1", "BA"), ("a8", "AP"), ("h8", "PA"), ("d4", "OG"), ("e4", "GO"), ("b7", "EL")]
        {
            let named = Square::from_text(name.as_bytes()).expect(name);
            assert_eq!(square_text(named), code.as_bytes(), "{name}");
        }
        for index in 0..64 {
            let expected = Square::from_index(index).expect("below 64");
            let [first, second] = square_text(expected).map(char::from);
            assert_eq!(square(first, second), Some(expected), "{first}{second}");
        }
    }

    #[test]
    fn moves_are_read_in_either_case_and_written_in_capitals() {
        let chess960 = "r1k4r/pppppppp/8/8/8/8/PPPPPPPP/R1K4R w KQkq - 0 1";
        for (fen, text, written) in [
            ("start", "DOGO", Ok("DOGO")),
            ("start", "befi+", Ok("BEFI")),
            ("start", "--", Ok("--")),
            ("start", "LOHO", Err(Illegal)),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "LOHO", Ok("LOHO")),
            (CASTLING, "BOBE", Ok("BOBE")),
            (CASTLING, "BOAB", Ok("BOIB")),
            (chess960, "IBBE", Ok("IBBA")),
            (PROMOTION, "LOPOQ", Ok("LOPOQ")),
            (PROMOTION, "loopn", Ok("LOOPN")),
            (PROMOTION, "LOPO", Err(MissingPromotion)),
            (PROMOTION, "LOPOK", Err(NotAMove)),
            ("start", "DOG", Err(NotAMove)),
            ("start", "DOGOS", Err(NotAMove)),
            ("start", "GEGO", Err(Illegal)),
            ("start", "e2e4", Err(NotAMove)),
            ("start", "O-O", Err(NotAMove)),
        ] {
            assert_eq!(read_and_written(fen, text).as_deref(), written.as_ref().map(|text| *text), "{text} in {fen}");
        }
    }
}
