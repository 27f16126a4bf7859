//! The names of files, pieces and squares: tables of either dialect.

use crate::chess::notation::Letters;
use crate::chess::notation::descriptive::Dialect;
use crate::chess::{Bitboard, CastlingSide, File, Rank, Role};

/// The name of a piece, and of the file or files it stands on at the start.
pub(super) struct Name {
    text: &'static str,
    pub(super) role: Role,
    pub(super) files: &'static [File],
}

impl Name {
    /// The wing that `QR` names and `R` does not. There is one king and one queen.
    pub(super) fn wing(&self) -> Option<CastlingSide> {
        match (self.role, self.files) {
            (Role::Rook | Role::Knight | Role::Bishop, [file]) if *file < File::E => Some(CastlingSide::Queen),
            (Role::Rook | Role::Knight | Role::Bishop, [_]) => Some(CastlingSide::King),
            _ => None,
        }
    }

    /// All squares of the files it names.
    pub(super) fn squares(&self) -> Bitboard {
        self.files.iter().fold(Bitboard::EMPTY, |squares, file| squares | file.bitboard())
    }
}

const fn name(text: &'static str, role: Role, files: &'static [File]) -> Name {
    Name { text, role, files }
}

const ENGLISH: &[Name] = &[
    name("QR", Role::Rook, &[File::A]),
    name("QN", Role::Knight, &[File::B]),
    name("QKt", Role::Knight, &[File::B]),
    name("QB", Role::Bishop, &[File::C]),
    name("Q", Role::Queen, &[File::D]),
    name("K", Role::King, &[File::E]),
    name("KB", Role::Bishop, &[File::F]),
    name("KN", Role::Knight, &[File::G]),
    name("KKt", Role::Knight, &[File::G]),
    name("KR", Role::Rook, &[File::H]),
    name("R", Role::Rook, &[File::A, File::H]),
    name("N", Role::Knight, &[File::B, File::G]),
    name("Kt", Role::Knight, &[File::B, File::G]),
    name("B", Role::Bishop, &[File::C, File::F]),
];

const SPANISH: &[Name] = &[
    name("TD", Role::Rook, &[File::A]),
    name("CD", Role::Knight, &[File::B]),
    name("AD", Role::Bishop, &[File::C]),
    name("D", Role::Queen, &[File::D]),
    name("R", Role::King, &[File::E]),
    name("AR", Role::Bishop, &[File::F]),
    name("CR", Role::Knight, &[File::G]),
    name("TR", Role::Rook, &[File::H]),
    name("T", Role::Rook, &[File::A, File::H]),
    name("C", Role::Knight, &[File::B, File::G]),
    name("A", Role::Bishop, &[File::C, File::F]),
];

/// The letters that a pawn is promoted with.
const PROMOTIONS: (Letters<'static>, Letters<'static>) = (
    Letters::new(&[
        ("Q", Role::Queen),
        ("R", Role::Rook),
        ("B", Role::Bishop),
        ("N", Role::Knight),
        ("Kt", Role::Knight),
    ]),
    Letters::new(&[("D", Role::Queen), ("T", Role::Rook), ("A", Role::Bishop), ("C", Role::Knight)]),
);

pub(super) fn promotions(dialect: Dialect) -> Letters<'static> {
    match dialect {
        Dialect::English => PROMOTIONS.0,
        Dialect::Spanish => PROMOTIONS.1,
    }
}

/// The names that `rest` begins with, and what follows each.
pub(super) fn prefixes(rest: &[char], dialect: Dialect) -> impl Iterator<Item = (&'static Name, &[char])> {
    let table = match dialect {
        Dialect::English => ENGLISH,
        Dialect::Spanish => SPANISH,
    };
    table.iter().filter_map(move |name| Some((name, strip(rest, name.text)?)))
}

/// `rest` after `text`. Only the `t` of `Kt` may be a capital or not.
fn strip<'a>(mut rest: &'a [char], text: &str) -> Option<&'a [char]> {
    for letter in text.chars() {
        let (&first, after) = rest.split_first()?;
        if first != letter && (letter, first) != ('t', 'T') {
            return None;
        }
        rest = after;
    }
    Some(rest)
}

/// A square as White counts, or two when the file is named for a piece of either wing.
pub(super) struct Place {
    pub(super) squares: Bitboard,
    /// `B4`: also a square of algebraic notation, in capitals.
    pub(super) looks_algebraic: bool,
}

/// The squares that `rest` begins with: `KB3`, or `3AR` in Spanish.
pub(super) fn squares(rest: &[char], dialect: Dialect) -> Vec<(Place, &[char])> {
    let place = |name: &Name, rank: Rank| Place {
        squares: name.squares() & rank.bitboard(),
        looks_algebraic: dialect == Dialect::English && name.text == "B",
    };
    match dialect {
        Dialect::English => prefixes(rest, dialect)
            .filter_map(|(name, rest)| self::rank(rest).map(|(rank, rest)| (place(name, rank), rest)))
            .collect(),
        Dialect::Spanish => rank(rest).map_or_else(Vec::new, |(rank, rest)| {
            prefixes(rest, dialect).map(|(name, rest)| (place(name, rank), rest)).collect()
        }),
    }
}

/// The rank that `rest` begins with.
pub(super) fn rank(rest: &[char]) -> Option<(Rank, &[char])> {
    let (&digit, rest) = rest.split_first()?;
    Some((Rank::from_digit(u8::try_from(digit).ok()?)?, rest))
}
