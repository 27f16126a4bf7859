//! How the words of one game are read: in one notation, or in whichever fits.

use crate::chess::notation::{self, LANGUAGES, MoveError, ReadMove, System};
use crate::chess::{Move, Position};

/// A way of reading the words of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reader {
    /// Words of one notation. In a language's game a word of English letters may stand, too.
    One(System),
    /// Each word as the one legal move that it is in any language.
    Any,
}

/// A word as read, and what that tells of the notation.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReadWord {
    pub read: ReadMove,
    /// It is not of the game's own notation.
    pub mixed: bool,
    /// It has a letter that English does not have: the game is not in English.
    pub foreign: bool,
}

impl Reader {
    pub const ENGLISH: Self = Self::One(System::English);

    /// The name that summaries use; none for English.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::One(System::English) => None,
            Self::One(system) => Some(system.name()),
            Self::Any => Some("mixed"),
        }
    }

    pub fn read(self, position: &Position, text: &[u8]) -> Result<ReadWord, MoveError> {
        match self {
            Self::One(System::English) => {
                let read = notation::read(position, text)?;
                Ok(ReadWord { read, mixed: false, foreign: false })
            }
            Self::One(system @ System::Language(_)) => in_language(system, position, text),
            Self::One(system) => {
                let read = notation::read_in(system, position, text);
                match (read, notation::read(position, text)) {
                    // Castling and results of other notations stand in games of codes.
                    (Err(_), Ok(read)) => Ok(ReadWord { read, mixed: true, foreign: false }),
                    (read, _) => read.map(|read| ReadWord { read, mixed: false, foreign: true }),
                }
            }
            Self::Any => in_any(position, text),
        }
    }
}

/// The language's letters first; then English ones; the language's letter of the pawn only
/// where nothing else fits: `Ba3` in a German game is an English bishop.
fn in_language(system: System, position: &Position, text: &[u8]) -> Result<ReadWord, MoveError> {
    let own = notation::read_in(system, position, text);
    let foreign = notation::uses_foreign_letter(system, text);
    match own {
        Ok(read) if !read.pawn_letter => Ok(ReadWord { read, mixed: false, foreign }),
        own => match (notation::read(position, text), own) {
            (Ok(read), Err(_)) => Ok(ReadWord { read, mixed: true, foreign: false }),
            (Ok(read), _) if !read.pawn_letter => Ok(ReadWord { read, mixed: true, foreign: false }),
            (_, own) => own.map(|read| ReadWord { read, mixed: false, foreign }),
        },
    }
}

/// The one move that the word is in any language with a letter that English does not have; two
/// make it undecided.
fn in_any(position: &Position, text: &[u8]) -> Result<ReadWord, MoveError> {
    let english = notation::read(position, text);
    if let Ok(read) = english
        && !read.pawn_letter
    {
        return Ok(ReadWord { read, mixed: false, foreign: false });
    }
    let mut found: Vec<ReadMove> = english.iter().copied().collect();
    for language in LANGUAGES {
        let system = System::Language(language);
        if !notation::uses_foreign_letter(system, text) {
            continue;
        }
        let read = notation::read_in(system, position, text);
        found.extend(read.ok().filter(|read| found.iter().all(|other| other.mv != read.mv)));
    }
    match (found.as_slice(), english) {
        (&[read], _) => Ok(ReadWord { read, mixed: true, foreign: true }),
        (_, Err(error)) => Err(error),
        (_, Ok(_)) => Err(MoveError::NOT_A_MOVE),
    }
}

/// The moves that `readers` make of a word, in SAN, each with the name of its reader.
pub(super) fn readings(readers: &[Reader], position: &Position, text: &[u8]) -> String {
    let mut told: Vec<(Move, String)> = Vec::new();
    for reader in readers {
        let Ok(ReadWord { read, .. }) = reader.read(position, text) else { continue };
        if told.iter().any(|(mv, _)| *mv == read.mv) {
            continue;
        }
        let mut san = Vec::new();
        notation::san::write(position, read.mv, &mut san);
        let name = reader.name().unwrap_or("en");
        told.push((read.mv, format!("{name} {}", String::from_utf8_lossy(&san))));
    }
    told.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(", ")
}
