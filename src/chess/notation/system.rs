//! The notations a game may be in, and the one entry to read a word of it.
//!
//! Takes a word and the system that the game was found or said to be in. Which system that is, and
//! what to do with a word of another one in the middle of a game, is left to those who know the game.

use crate::chess::notation::descriptive::{self, Dialect};
use crate::chess::notation::pattern::{Class, Shape};
use crate::chess::notation::word::Word;
use crate::chess::notation::{
    LANGUAGES, Language, Letters, MoveError, MoveErrorKind, ReadMove, San, figurine, grammar, gringmuth, iccf, read,
    sloppy, uci, uedemann,
};
use crate::chess::{Position, Role};

/// A notation that a whole game is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// SAN and all that [`notation::read`](super::read) reads.
    English,
    /// The same with the piece letters of a language.
    Language(&'static Language),
    /// Uedemann's code: `DOGO`.
    Uedemann,
    /// Gringmuth's code: `GEGO`.
    Gringmuth,
    /// Descriptive notation of English books: `P-K4`.
    DescriptiveEnglish,
    /// Descriptive notation of Spanish books: `P4R`.
    DescriptiveSpanish,
    /// English, typed with Cyrillic and Greek capitals that look the same.
    Lookalikes,
}

/// The systems that are no language of the table, by name.
const NAMED: &[(&str, System)] = &[
    ("en", System::English),
    ("uedemann", System::Uedemann),
    ("gringmuth", System::Gringmuth),
    ("descriptive-en", System::DescriptiveEnglish),
    ("descriptive-es", System::DescriptiveSpanish),
    ("lookalikes", System::Lookalikes),
];

impl System {
    /// The name in options and summaries: the code of a language, or `uedemann`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Language(language) => language.code,
            system => NAMED.iter().find(|entry| entry.1 == system).map_or("", |entry| entry.0),
        }
    }

    /// The system of a name, in either case. `en` is English, with all its spellings.
    ///
    /// ```
    /// use plydex::chess::notation::System;
    ///
    /// assert_eq!(System::by_name("Gringmuth"), Some(System::Gringmuth));
    /// assert_eq!(System::by_name("de").map(System::name), Some("de"));
    /// assert_eq!(System::by_name("auto"), None);
    /// ```
    pub fn by_name(name: &str) -> Option<Self> {
        let named = NAMED.iter().find(|entry| entry.0.eq_ignore_ascii_case(name)).map(|entry| entry.1);
        named.or_else(|| Language::by_code(name).map(Self::Language))
    }

    /// Every system: English first, the languages in the order of their table, then the rest.
    pub fn all() -> impl Iterator<Item = Self> {
        let languages = LANGUAGES.iter().map(Self::Language).filter(|system| system.name() != "en");
        let (english, others) = NAMED.split_at(1);
        english.iter().map(|entry| entry.1).chain(languages).chain(others.iter().map(|entry| entry.1))
    }
}

/// Reads a word of a game that is written in `system`.
///
/// In a language, what holds no piece letter is read as in English: pawn moves, castling,
/// coordinates, figurines, digits of ICCF, null moves. The letter of the pawn is tried only where
/// nothing fits without it, and English letters are not tried at all.
///
/// # Errors
/// As [`notation::read`](super::read).
///
/// ```
/// use plydex::chess::{Position, notation::{System, read_in}};
///
/// let position = Position::start();
/// let german = System::by_name("de").expect("a language");
/// assert_eq!(read_in(german, &position, b"Sf3")?.mv, read_in(System::English, &position, b"Nf3")?.mv);
/// assert!(read_in(german, &position, b"Nf3").is_err());
/// # Ok::<_, plydex::chess::notation::MoveError>(())
/// ```
pub fn read_in(system: System, position: &Position, text: &[u8]) -> Result<ReadMove, MoveError> {
    match system {
        System::English => read(position, text),
        System::Language(language) => read_language(language, position, text),
        System::Uedemann => uedemann::read(position, text),
        System::Gringmuth => gringmuth::read(position, text),
        System::DescriptiveEnglish => descriptive::read(position, text, Dialect::English),
        System::DescriptiveSpanish => descriptive::read(position, text, Dialect::Spanish),
        System::Lookalikes => read_lookalikes(position, text),
    }
}

fn read_language(language: &Language, position: &Position, text: &[u8]) -> Result<ReadMove, MoveError> {
    if let Some((san, mark)) = San::parse(text) {
        let english = matches!(san, San::Piece { role, promotion, .. } if role != Role::Pawn || promotion.is_some());
        if !english && let Ok(mv) = san.resolve(position) {
            return Ok(ReadMove::plain(mv, mark));
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
    // The readings with the pawn's letter are the last class that is asked.
    sloppy::read(position, text, &language.letters_with_pawn())
}

/// English first: most words of such a game have no letter of another script.
fn read_lookalikes(position: &Position, text: &[u8]) -> Result<ReadMove, MoveError> {
    match read(position, text) {
        Err(error) if error.kind() == MoveErrorKind::NotAMove => {
            let read = sloppy::read(position, text, &Letters::LOOKALIKES)?;
            Ok(ReadMove { lookalike: true, ..read })
        }
        settled => settled,
    }
}

/// Whether a word is a piece move by a letter of the language that is none of the English
/// `K Q R B N`: evidence that the game is in that language.
///
/// The letter must be in its own case and must not be a file: `D4` and `DXE5` are pawn moves of
/// someone who writes capitals.
///
/// ```
/// use plydex::chess::notation::{System, uses_foreign_letter};
///
/// let german = System::by_name("de").expect("a language");
/// assert!(uses_foreign_letter(german, b"Sf3") && uses_foreign_letter(german, b"Dxd4+"));
/// assert!(!uses_foreign_letter(german, b"Kf1") && !uses_foreign_letter(german, b"D4"));
/// ```
pub fn uses_foreign_letter(system: System, text: &[u8]) -> bool {
    let System::Language(language) = system else {
        return false;
    };
    let letters = language.letters();
    let is_foreign = |letter: &str| !matches!(letter, "K" | "Q" | "R" | "B" | "N");
    // Most words of most games begin with no such letter; the grammar is for the rest.
    let begins = |letter: &str| is_foreign(letter) && text.starts_with(letter.as_bytes());
    if !letters.table().iter().any(|entry| begins(entry.0)) {
        return false;
    }
    let Some(word) = Word::new(text) else {
        return false;
    };
    let readings = grammar::readings(word.chars(), letters);
    let mut pieces = readings.iter().filter(|reading| reading.class == Class::Exact).peekable();
    let is_piece = |shape| match shape {
        Shape::Move(pattern) => pattern.role.is_some_and(|role| role != Role::Pawn),
        Shape::Castle(_) | Shape::Null | Shape::Drop => false,
    };
    pieces.peek().is_some() && pieces.all(|reading| is_piece(reading.shape))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::MoveErrorKind::{Illegal, NotAMove};
    use crate::chess::notation::san;
    use crate::chess::notation::tests::{CASTLING, PAWNS, PROMOTION, position};
    use proptest::prelude::*;

    const GAME: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

    fn system(name: &str) -> System {
        System::by_name(name).unwrap_or_else(|| panic!("no system {name}"))
    }

    fn san_in(name: &str, fen: &str, text: &str) -> Result<String, MoveErrorKind> {
        let position = position(fen);
        let read = read_in(system(name), &position, text.as_bytes()).map_err(|error| error.kind())?;
        let mut out = Vec::new();
        san::write(&position, read.mv, &mut out);
        Ok(String::from_utf8(out).expect("SAN is ASCII"))
    }

    #[test]
    fn a_word_is_read_by_the_letters_of_its_system() {
        let czech = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 2 3";
        for (name, fen, text, san) in [
            ("en", GAME, "Bb5", Ok("Bb5")),
            ("en", GAME, "Lb5", Err(NotAMove)),
            ("de", GAME, "Lb5", Ok("Bb5")),
            ("de", GAME, "Sxe5", Ok("Nxe5")),
            ("de", GAME, "S:e5", Ok("Nxe5")),
            ("de", "start", "Sf3", Ok("Nf3")),
            ("de", "start", "Sf4", Err(Illegal)),
            // The English bishop is none; as a pawn it fits.
            ("de", GAME, "Bb5", Err(Illegal)),
            ("de", GAME, "Ba3", Ok("a3")),
            ("de", PROMOTION, "e8D", Ok("e8=Q")),
            ("de", PROMOTION, "exd8=S+", Ok("exd8=N")),
            ("de", PROMOTION, "e8=Q", Err(NotAMove)),
            ("de", PROMOTION, "e7e8q", Ok("e8=Q")),
            ("de", PROMOTION, "57581", Ok("e8=Q")),
            ("de", GAME, "d4", Ok("d4")),
            ("de", GAME, "♗b5", Ok("Bb5")),
            ("de", GAME, "f1b5", Ok("Bb5")),
            ("de", GAME, "--", Ok("--")),
            ("de", PAWNS, "exd6", Ok("exd6")),
            ("de", CASTLING, "0-0-0", Ok("O-O-O")),
            ("cs", czech, "Sb5", Ok("Bb5")),
            ("de", czech, "Se2", Ok("Ne2")),
            ("cs", czech, "Se2", Ok("Be2")),
            ("fr", GAME, "Re2", Ok("Ke2")),
            ("fr", CASTLING, "Tb1", Ok("Rb1")),
            ("ru", GAME, "Крe2", Ok("Ke2")),
            ("ru", GAME, "К:e5", Ok("Nxe5")),
            ("ru", GAME, "Сс4", Ok("Bc4")),
            ("ru", "start", "пe4", Ok("e4")),
            ("uk", GAME, "Kpe2", Ok("Ke2")),
            ("br", "4k3/8/8/8/8/8/8/4KQ2 w - - 0 1", "Rze2", Ok("Qe2")),
            ("br", "4k3/8/8/8/8/8/8/4KQ2 w - - 0 1", "Re2", Ok("Ke2")),
            ("ka", "4k3/8/8/8/8/8/6N1/4KQ2 w - - 0 1", "მფd2", Ok("Kd2")),
            ("ka", "4k3/8/8/8/8/8/6N1/4KQ2 w - - 0 1", "მf4", Ok("Nf4")),
            ("et", GAME, "Ob5", Ok("Bb5")),
            ("et", CASTLING, "O-O", Ok("O-O")),
            ("nl", "start", "Pf3", Ok("Nf3")),
            ("nl", "start", "Pe4", Err(Illegal)),
            ("hu", PROMOTION, "e8=B", Ok("e8=R")),
            ("hu", PROMOTION, "e7e8b", Ok("e8=B")),
            ("vi", CASTLING, "Xb1", Ok("Rb1")),
            ("vi", PROMOTION, "exd8=X", Ok("exd8=R")),
            ("lt", GAME, "Z\u{30c}xe5", Ok("Nxe5")),
            ("uedemann", "start", "DOGO", Ok("e4")),
            ("gringmuth", "start", "GEGO", Ok("e4")),
            ("gringmuth", "start", "e4", Err(NotAMove)),
            ("lookalikes", GAME, "Вb5", Ok("Bb5")),
            ("lookalikes", GAME, "Кe2", Ok("Ke2")),
            ("lookalikes", GAME, "Nxe5", Ok("Nxe5")),
            ("en", GAME, "Вb5", Err(NotAMove)),
        ] {
            assert_eq!(san_in(name, fen, text).as_deref(), san.as_ref().map(|san| *san), "{text} in {name}, {fen}");
        }
    }

    #[test]
    fn what_is_odd_about_a_word_is_told() {
        let read = |name, fen, text: &str| read_in(system(name), &position(fen), text.as_bytes()).expect(text);
        assert!(read("de", GAME, "Ba3").pawn_letter && !read("de", GAME, "a3").pawn_letter);
        assert!(read("lookalikes", GAME, "Вb5").lookalike && !read("lookalikes", GAME, "Bb5").lookalike);
    }

    #[test]
    fn a_foreign_letter_is_evidence_of_its_language_alone() {
        for (name, text, expected) in [
            ("de", "Sf3", true),
            ("de", "Lxc6+", true),
            ("de", "Dd4", true),
            ("de", "Tad1", true),
            ("de", "Kf1", false),
            ("de", "Nf3", false),
            ("de", "d4", false),
            ("de", "D4", false),
            ("de", "DXE5", false),
            ("de", "DE5", false),
            ("de", "S", false),
            ("de", "Die", false),
            ("de", "Ba3", false),
            ("fr", "Re2", false),
            ("fr", "Cf3", true),
            ("et", "O-O", false),
            ("et", "Ob5", true),
            ("ru", "Крe2", true),
            ("nl", "Pf3", true),
            ("en", "Sf3", false),
            ("gringmuth", "Sf3", false),
        ] {
            assert_eq!(uses_foreign_letter(system(name), text.as_bytes()), expected, "{text} in {name}");
        }
    }

    #[test]
    fn a_system_has_the_name_it_is_found_by() {
        assert_eq!(System::all().next(), Some(System::English));
        for system in System::all() {
            assert_eq!(System::by_name(system.name()), Some(system));
            assert_eq!(System::by_name(&system.name().to_uppercase()), Some(system));
        }
    }

    proptest! {
        #[test]
        fn no_system_panics_on_any_bytes(text in proptest::collection::vec(any::<u8>(), 0..24)) {
            for system in System::all() {
                for fen in ["start", PROMOTION] {
                    let _ = read_in(system, &position(fen), &text);
                }
                let _ = uses_foreign_letter(system, &text);
            }
            let _ = gringmuth::split_pair(&text);
        }

        #[test]
        fn no_system_panics_on_anything_like_a_move(text in "[A-Ta-h1-8КрСΠ♔მ=+x\u{fe0f}-]{1,9}") {
            for system in System::all() {
                for fen in [CASTLING, PAWNS] {
                    if let Ok(read) = read_in(system, &position(fen), text.as_bytes()) {
                        let legal = position(fen).legal_moves();
                        prop_assert!(read.mv.is_null() || legal.contains(&read.mv));
                    }
                }
                let _ = uses_foreign_letter(system, text.as_bytes());
            }
            let _ = gringmuth::split_pair(text.as_bytes());
        }
    }
}
