//! All that a word of descriptive notation may mean.
//!
//! Letters serve for men, files and wings, so every way to cut a word is followed: `PxQB` takes
//! the queen's bishop, or a queen and becomes a bishop. The legal moves decide.

use crate::chess::notation::descriptive::names::{self, prefixes, squares};
use crate::chess::notation::descriptive::pattern::{Pattern, Reading, Shape};
use crate::chess::notation::descriptive::{Dialect, marks};
use crate::chess::notation::word::is_dash;
use crate::chess::{Bitboard, CastlingSide, Role};

/// The readings of a word; empty if it has no form of this dialect.
pub(super) fn readings(chars: &[char], dialect: Dialect) -> Vec<Reading> {
    let mut readings = castlings(chars, dialect);
    for (man, rest) in men(chars, dialect) {
        for (origin, rest) in origins(rest, dialect) {
            let man = Man { squares: man.squares & origin, ..man };
            for (pattern, rest) in actions(man, rest, dialect) {
                readings.extend(ended(pattern, rest, dialect));
            }
        }
    }
    readings
}

/// `pattern` with each reading of what follows it.
fn ended(pattern: Pattern, rest: &[char], dialect: Dialect) -> impl Iterator<Item = Reading> {
    marks::parse(rest, dialect, pattern.role == Role::Pawn).into_iter().map(move |tail| Reading {
        shape: Shape::Move(Pattern { promotion: tail.promotion, en_passant: tail.en_passant, ..pattern }),
        mark: tail.mark,
    })
}

/// A man as named: `N`, `QR`, `P`, `KBP`.
#[derive(Clone, Copy)]
struct Man {
    role: Role,
    wing: Option<CastlingSide>,
    squares: Bitboard,
}

impl Man {
    const PAWN: Self = Self { role: Role::Pawn, wing: None, squares: Bitboard::FULL };
}

/// The men that `rest` begins with. A pawn is named for the file it stands on, a piece for a wing.
fn men(rest: &[char], dialect: Dialect) -> Vec<(Man, &[char])> {
    let mut men = Vec::new();
    for (name, rest) in prefixes(rest, dialect) {
        men.push((Man { role: name.role, wing: name.wing(), squares: Bitboard::FULL }, rest));
        if let (Dialect::English, ['P', rest @ ..]) = (dialect, rest) {
            men.push((Man { squares: name.squares(), ..Man::PAWN }, rest));
        }
    }
    if let ['P', rest @ ..] = rest {
        men.push((Man::PAWN, rest));
        if dialect == Dialect::Spanish {
            men.extend(
                prefixes(rest, dialect).map(|(name, rest)| (Man { squares: name.squares(), ..Man::PAWN }, rest)),
            );
        }
    }
    men
}

/// What is said of the square a man comes from: nothing, `(K1)`, `/B3`, `(7)`; in Spanish also
/// `T1xP` and `C3A-5C`.
fn origins(rest: &[char], dialect: Dialect) -> Vec<(Bitboard, &[char])> {
    let mut origins = vec![(Bitboard::FULL, rest)];
    origins.extend(set_apart(rest, dialect));
    if dialect == Dialect::Spanish {
        let is_apart = |rest: &[char]| rest.first().is_some_and(|&char| is_dash(char) || is_capture(char));
        origins.extend(places(rest, dialect).into_iter().filter(|(_, rest)| is_apart(rest)));
    }
    origins
}

/// A square or a rank behind a man, in brackets or after a slash.
fn set_apart(rest: &[char], dialect: Dialect) -> Vec<(Bitboard, &[char])> {
    match rest {
        ['(', rest @ ..] => places(rest, dialect)
            .into_iter()
            .filter_map(|(place, rest)| rest.strip_prefix(&[')']).map(|rest| (place, rest)))
            .collect(),
        ['/', rest @ ..] => places(rest, dialect),
        _ => Vec::new(),
    }
}

/// A square, or a rank alone.
fn places(rest: &[char], dialect: Dialect) -> Vec<(Bitboard, &[char])> {
    let mut places: Vec<_> = squares(rest, dialect).into_iter().map(|(place, rest)| (place.squares, rest)).collect();
    places.extend(names::rank(rest).map(|(rank, rest)| (rank.bitboard(), rest)));
    places
}

/// What the man does: `-KB3`, `xKB3`, `xP`, `xQBP`, `xP(K5)`.
fn actions(man: Man, rest: &[char], dialect: Dialect) -> Vec<(Pattern, &[char])> {
    let base = Pattern {
        role: man.role,
        wing: man.wing,
        origin: man.squares,
        target: Bitboard::FULL,
        capture: false,
        victim: None,
        victim_wing: None,
        promotion: None,
        en_passant: false,
    };
    if let [sign, rest @ ..] = rest
        && is_capture(*sign)
    {
        return captures(Pattern { capture: true, ..base }, rest, dialect);
    }
    let (dashed, rest) = match rest {
        [dash, rest @ ..] if is_dash(*dash) => (true, rest),
        rest => (false, rest),
    };
    // `NB3` without its dash is b3 to those who write capitals; `N-B3` is written by nobody else.
    let goes = squares(rest, dialect).into_iter().filter(|(place, _)| dashed || !place.looks_algebraic);
    goes.map(|(place, rest)| (Pattern { target: place.squares, ..base }, rest)).collect()
}

/// What is taken: a square, or a man and perhaps its square.
fn captures(base: Pattern, rest: &[char], dialect: Dialect) -> Vec<(Pattern, &[char])> {
    let mut captures = Vec::new();
    for (place, rest) in squares(rest, dialect) {
        captures.push((Pattern { target: place.squares, ..base }, rest));
    }
    for (man, rest) in men(rest, dialect) {
        let pattern = Pattern { target: man.squares, victim: Some(man.role), victim_wing: man.wing, ..base };
        captures.push((pattern, rest));
        for (place, rest) in set_apart(rest, dialect) {
            captures.push((Pattern { target: pattern.target & place, ..pattern }, rest));
        }
    }
    captures.retain(|(pattern, _)| pattern.victim != Some(Role::King));
    captures
}

fn is_capture(char: char) -> bool {
    matches!(char, 'x' | 'X' | '×' | ':')
}

/// `O-O` and `O-O-O` with any zero and any dash; in English also `Castles`, `Castles QR`.
fn castlings(chars: &[char], dialect: Dialect) -> Vec<Reading> {
    let mut castlings = Vec::new();
    for (text, sides) in CASTLINGS {
        let is_word = text.starts_with('C');
        if let Some(rest) = strip_castling(chars, text)
            && !(is_word && dialect == Dialect::Spanish)
        {
            let tails = marks::parse(rest, dialect, false).into_iter().filter(|tail| !tail.en_passant);
            castlings.extend(tails.map(|tail| Reading { shape: Shape::Castle(sides), mark: tail.mark }));
        }
    }
    castlings
}

const CASTLINGS: &[(&str, &[CastlingSide])] = &[
    ("O-O-O", &[CastlingSide::Queen]),
    ("O-O", &[CastlingSide::King]),
    ("CastlesQR", &[CastlingSide::Queen]),
    ("CastlesQ", &[CastlingSide::Queen]),
    ("CastlesKR", &[CastlingSide::King]),
    ("CastlesK", &[CastlingSide::King]),
    ("Castles", &CastlingSide::ALL),
];

fn strip_castling<'a>(mut rest: &'a [char], text: &str) -> Option<&'a [char]> {
    for sign in text.chars() {
        let (&first, after) = rest.split_first()?;
        let same = match sign {
            'O' => matches!(first, 'O' | 'o' | '0'),
            '-' => is_dash(first),
            letter => first == letter,
        };
        if !same {
            return None;
        }
        rest = after;
    }
    Some(rest)
}
