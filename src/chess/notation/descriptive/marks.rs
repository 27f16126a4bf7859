//! What may follow the squares: promotion, `e.p.`, check and mate, in either dialect.

use crate::chess::notation::CheckMark;
use crate::chess::notation::descriptive::{Dialect, names};
use crate::chess::notation::tail::{self, Tail};
use crate::chess::{Move, Position};

/// Spanish words and the signs of the English tail they stand for, longer ones first.
const SPANISH: &[(&str, &str)] = &[
    ("descubierto", "dis"),
    ("descubierta", "dis"),
    ("desc", "dis"),
    ("doble", "dbl"),
    ("jaque", "ch"),
    ("jq", "ch"),
    ("j", "ch"),
    ("alpaso", "ep"),
    ("a.p.", "ep"),
    ("a.p", "ep"),
    ("ap", "ep"),
];

/// The readings of what follows a move; empty if `rest` is no such thing.
pub(super) fn parse(rest: &[char], dialect: Dialect, may_promote: bool) -> Vec<Tail> {
    let letters = names::promotions(dialect);
    match dialect {
        Dialect::English => tail::parse(rest, letters, may_promote),
        Dialect::Spanish => tail::parse(&in_english(rest), letters, may_promote),
    }
}

fn in_english(rest: &[char]) -> Vec<char> {
    let mut text = rest.iter().collect::<String>().to_lowercase();
    for (spanish, english) in SPANISH {
        text = text.replace(spanish, english);
    }
    text.chars().collect()
}

/// Whether a legal move gives the check or mate that is written of it.
pub(super) fn gives(position: &Position, mv: Move, mark: Option<CheckMark>) -> bool {
    let mut after = position.clone();
    after.play(mv);
    match mark {
        None => false,
        Some(CheckMark::Check) => after.in_check(),
        Some(CheckMark::Mate) => after.is_checkmate(),
        Some(CheckMark::DoubleOrMate) => after.checkers().more_than_one() || after.is_checkmate(),
    }
}
