//! Gringmuth's code, in which cable matches were played: a square is a consonant and a vowel.
//!
//! The consonant is the file and the half of the board, the vowel the rank: `GEGO` is e2-e4. Added
//! letters say what else a move does. Two moves may be one word, as a telegram was paid by words.

use crate::chess::notation::coordinates::Coordinates;
use crate::chess::notation::word::Word;
use crate::chess::notation::{CheckMark, MoveError, ReadMove, sloppy};
use crate::chess::{File, Move, Position, Rank, Role, Square};

/// The files on ranks 1 to 4, and on ranks 5 to 8.
const FILES: [&[u8; 8]; 2] = [b"BCDFGHKL", b"MNPRSTWZ"];
/// The ranks of either half.
const RANKS: [&[u8; 4]; 2] = [b"AEIO", b"OIEA"];
/// The added letter of each promotion; a king is never made, so that `k` is free for the knight.
const PROMOTIONS: &[(char, Role)] = &[('q', Role::Queen), ('r', Role::Rook), ('b', Role::Bishop), ('k', Role::Knight)];

/// Reads a move in the code, in either case and with its added letters in any order, or a null
/// move.
///
/// Castling `l`, en passant `p` and stalemate `s` say nothing that the squares do not; they may be
/// missing or wrong, as check marks may.
///
/// # Errors
/// As [`notation::read`](super::read). A word of two moves is to be split first, by [`split_pair`].
///
/// ```
/// use plydex::chess::{Position, notation::gringmuth};
///
/// let position = Position::start();
/// let read = gringmuth::read(&position, b"gego")?;
/// let mut text = Vec::new();
/// gringmuth::write(&position, read.mv, &mut text);
/// assert_eq!(text, b"GEGO");
/// # Ok::<_, plydex::chess::notation::MoveError>(())
/// ```
pub fn read(position: &Position, text: &[u8]) -> Result<ReadMove, MoveError> {
    let word = Word::new(text).ok_or(MoveError::NOT_A_MOVE)?;
    let Some((from, to, rest)) = squares(word.chars()) else {
        return sloppy::read_null(position, &word);
    };
    let added = Added::parse(rest).ok_or(MoveError::NOT_A_MOVE)?;
    Coordinates { from, to, promotion: added.promotion }.read(position, added.mark)
}

/// Appends `mv` in the code: its squares in capitals, then the letter of a promotion in lower case
/// as the only one that is needed. `position` is the one it is played in.
pub fn write(position: &Position, mv: Move, out: &mut Vec<u8>) {
    let Some(Coordinates { from, to, promotion }) = Coordinates::of(position, mv) else {
        return out.extend_from_slice(b"--");
    };
    out.extend([from, to].map(square_text).concat());
    out.extend(PROMOTIONS.iter().filter(|entry| Some(entry.1) == promotion).map(|entry| entry.0 as u8));
}

/// The two moves of a word like `GEGOSESO`, each with its added letters; `None` if the word is no
/// pair of moves.
///
/// ```
/// use plydex::chess::notation::gringmuth::split_pair;
///
/// assert_eq!(split_pair(b"GEGOSESO"), Some((&b"GEGO"[..], &b"SESO"[..])));
/// assert_eq!(split_pair(b"GEGO"), None);
/// ```
pub fn split_pair(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let is_vowel = |byte: &u8| matches!(byte.to_ascii_uppercase(), b'A' | b'E' | b'I' | b'O');
    // Added letters are consonants: the next vowel is the second of the next move.
    let vowel = 4 + text.get(4..)?.iter().position(is_vowel)?;
    let (first, second) = text.split_at_checked(vowel - 1).filter(|(first, _)| first.len() >= 4)?;
    (is_move(first) && is_move(second)).then_some((first, second))
}

fn is_move(text: &[u8]) -> bool {
    let Some(word) = Word::new(text) else {
        return false;
    };
    squares(word.chars()).is_some_and(|(_, _, rest)| Added::parse(rest).is_some())
}

/// What the letters after the squares say.
#[derive(Default)]
struct Added {
    promotion: Option<Role>,
    mark: Option<CheckMark>,
}

impl Added {
    fn parse(rest: &[char]) -> Option<Self> {
        let mut added = Self::default();
        for letter in rest.iter().map(char::to_ascii_lowercase) {
            match letter {
                'c' | '+' if added.mark.is_none() => added.mark = Some(CheckMark::Check),
                'm' | '#' => added.mark = Some(CheckMark::Mate),
                'c' | '+' | 'p' | 'l' | 's' | '.' | ',' => {}
                letter => {
                    let &(_, role) = PROMOTIONS.iter().find(|entry| entry.0 == letter)?;
                    if added.promotion.replace(role).is_some_and(|other| other != role) {
                        return None;
                    }
                }
            }
        }
        Some(added)
    }
}

fn square_text(square: Square) -> [u8; 2] {
    let rank = square.rank().index();
    let half = rank / 4;
    [FILES[half][square.file().index()], RANKS[half][rank % 4]]
}

fn squares(word: &[char]) -> Option<(Square, Square, &[char])> {
    let (&[a, b, c, d], rest) = word.split_first_chunk::<4>()?;
    Some((square(a, b)?, square(c, d)?, rest))
}

fn square(consonant: char, vowel: char) -> Option<Square> {
    let place = |table: &[u8], char: char| table.iter().position(|&byte| char.eq_ignore_ascii_case(&byte.into()));
    let (half, file) = (0..2).find_map(|half| Some((half, place(FILES[half], consonant)?)))?;
    let rank = 4 * half + place(RANKS[half], vowel)?;
    Some(Square::new(File::from_index(file as u8)?, Rank::from_index(rank as u8)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::MoveErrorKind::{self, Illegal, MissingPromotion, NotAMove};
    use crate::chess::notation::tests::{CASTLING, PAWNS, PROMOTION, position};

    fn read_and_written(fen: &str, text: &str) -> Result<String, MoveErrorKind> {
        let position = position(fen);
        let read = read(&position, text.as_bytes()).map_err(|error| error.kind())?;
        let mut out = Vec::new();
        write(&position, read.mv, &mut out);
        Ok(String::from_utf8(out).expect("letters"))
    }

    #[test]
    fn the_corners_and_the_middle_are_where_the_code_has_them() {
        for (name, code) in [
            ("a1", "BA"),
            ("h1", "LA"),
            ("a8", "MA"),
            ("h8", "ZA"),
            ("d4", "FO"),
            ("e5", "SO"),
            ("e6", "SI"),
            ("e7", "SE"),
            ("g1", "KA"),
            ("f3", "HI"),
        ] {
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
    fn moves_are_read_in_either_case_with_added_letters_in_any_order() {
        let chess960 = "r1k4r/pppppppp/8/8/8/8/PPPPPPPP/R1K4R w KQkq - 0 1";
        for (fen, text, written) in [
            ("start", "GEGO", Ok("GEGO")),
            ("start", "kahi", Ok("KAHI")),
            ("start", "KAHIC", Ok("KAHI")),
            ("start", "--", Ok("--")),
            ("start", "SESO", Err(Illegal)),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "SESO", Ok("SESO")),
            (CASTLING, "GAKAL", Ok("GAKA")),
            (CASTLING, "GAKA", Ok("GAKA")),
            (CASTLING, "gabal", Ok("GADA")),
            (chess960, "DAKAl", Ok("DALA")),
            (PAWNS, "SORIp", Ok("SORI")),
            (PROMOTION, "SESAq", Ok("SESAq")),
            (PROMOTION, "SESAQC", Ok("SESAq")),
            (PROMOTION, "SERAck", Ok("SERAk")),
            (PROMOTION, "SESAqq", Ok("SESAq")),
            (PROMOTION, "SESAqr", Err(NotAMove)),
            (PROMOTION, "SESA", Err(MissingPromotion)),
            ("start", "GEGOq", Err(Illegal)),
            ("start", "GEGOx", Err(NotAMove)),
            ("start", "GEGOSESO", Err(NotAMove)),
            ("start", "GEG", Err(NotAMove)),
            ("start", "e2e4", Err(NotAMove)),
        ] {
            assert_eq!(read_and_written(fen, text).as_deref(), written.as_ref().map(|text| *text), "{text} in {fen}");
        }
    }

    #[test]
    fn added_check_and_mate_are_marks() {
        for (text, mark) in [
            ("", None),
            ("c", Some(CheckMark::Check)),
            ("M", Some(CheckMark::Mate)),
            ("mc", Some(CheckMark::Mate)),
            ("cm", Some(CheckMark::Mate)),
        ] {
            let read = read(&Position::start(), format!("GEGO{text}").as_bytes()).expect(text);
            assert_eq!(read.mark, mark, "{text}");
        }
    }

    #[test]
    fn a_word_of_two_moves_is_split_behind_the_first_one_s_letters() {
        for (text, pair) in [
            ("GEGOSESO", Some(("GEGO", "SESO"))),
            ("gegocsesol", Some(("gegoc", "sesol"))),
            ("SESAqcGEGO", Some(("SESAqc", "GEGO"))),
            ("GEGO", None),
            ("GEGOc", None),
            ("GEGOESEO", None),
            ("GEGOxSESO", None),
            ("GEGOSES", None),
            ("GEGOSESOKAHI", None),
            ("", None),
            ("é", None),
        ] {
            let pair = pair.map(|(first, second): (&str, &str)| (first.as_bytes(), second.as_bytes()));
            assert_eq!(split_pair(text.as_bytes()), pair, "{text}");
        }
    }
}
