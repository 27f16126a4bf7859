//! What may follow the squares of a move: promotion, check signs and words, `e.p.`, punctuation.

use crate::chess::Role;
use crate::chess::notation::{CheckMark, Letters};

/// What the end of a word says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tail {
    pub(super) promotion: Option<Role>,
    pub(super) mark: Option<CheckMark>,
    pub(super) en_passant: bool,
    /// `exd5:`
    pub(super) capture: bool,
}

#[derive(Clone, Copy)]
enum Suffix {
    Mark(CheckMark),
    EnPassant,
    Capture,
    Nothing,
}

/// Longer spellings before those they begin with.
const SUFFIXES: &[(&str, Suffix)] = &[
    ("++", Suffix::Mark(CheckMark::DoubleOrMate)),
    ("+", Suffix::Mark(CheckMark::Check)),
    ("††", Suffix::Mark(CheckMark::DoubleOrMate)),
    ("†", Suffix::Mark(CheckMark::Check)),
    ("#", Suffix::Mark(CheckMark::Mate)),
    ("‡", Suffix::Mark(CheckMark::Mate)),
    ("≠", Suffix::Mark(CheckMark::Mate)),
    ("x", Suffix::Mark(CheckMark::Mate)),
    ("×", Suffix::Mark(CheckMark::Mate)),
    ("checkmate", Suffix::Mark(CheckMark::Mate)),
    ("mate", Suffix::Mark(CheckMark::Mate)),
    ("check", Suffix::Mark(CheckMark::Check)),
    ("ch", Suffix::Mark(CheckMark::Check)),
    ("disc", Suffix::Mark(CheckMark::Check)),
    ("dis", Suffix::Mark(CheckMark::Check)),
    ("double", Suffix::Mark(CheckMark::Check)),
    ("dbl", Suffix::Mark(CheckMark::Check)),
    ("(e.p.)", Suffix::EnPassant),
    ("(ep)", Suffix::EnPassant),
    ("e.p", Suffix::EnPassant),
    ("ep", Suffix::EnPassant),
    (":", Suffix::Capture),
    (".", Suffix::Nothing),
    (",", Suffix::Nothing),
];

/// Most suffixes on one move: `.`, `dis`, `.`, `ch`, `.`, `,` is the longest that makes sense.
const MOST: u8 = 6;

/// The readings of what follows a move; empty if `rest` is no such thing.
pub(super) fn parse(rest: &[char], letters: Letters<'_>, may_promote: bool) -> Vec<Tail> {
    let plain = suffixes(rest, Tail::default(), MOST);
    let mut tails: Vec<Tail> = plain.into_iter().collect();
    if may_promote {
        for (role, rest) in promotions(rest, letters) {
            let tail = Tail { promotion: Some(role), ..Tail::default() };
            tails.extend(suffixes(rest, tail, MOST));
        }
    }
    tails
}

/// `Q`, `=Q`, `/Q`, `(Q)` and `=(Q)`: each role that the letter may stand for, and what follows.
fn promotions<'a>(rest: &'a [char], letters: Letters<'a>) -> impl Iterator<Item = (Role, &'a [char])> {
    let (rest, open) = match rest {
        ['=', '(', rest @ ..] | ['(', '=', rest @ ..] | ['(', rest @ ..] => (rest, true),
        ['=' | '/', rest @ ..] => (rest, false),
        rest => (rest, false),
    };
    letters.prefixes(rest).filter_map(move |(role, length, _)| {
        if matches!(role, Role::Pawn | Role::King) {
            return None;
        }
        match (&rest[length..], open) {
            ([')', rest @ ..], true) => Some((role, rest)),
            (_, true) => None,
            (rest, false) => Some((role, rest)),
        }
    })
}

fn suffixes(rest: &[char], tail: Tail, left: u8) -> Option<Tail> {
    if rest.is_empty() {
        return Some(tail);
    }
    let left = left.checked_sub(1)?;
    SUFFIXES.iter().find_map(|&(text, suffix)| {
        let after = strip_prefix(rest, text)?;
        suffixes(after, tail.with(suffix)?, left)
    })
}

impl Tail {
    fn with(self, suffix: Suffix) -> Option<Self> {
        match suffix {
            Suffix::Nothing => Some(self),
            Suffix::EnPassant if self.en_passant => None,
            Suffix::EnPassant => Some(Self { en_passant: true, ..self }),
            Suffix::Capture if self.capture || self.mark.is_some() => None,
            Suffix::Capture => Some(Self { capture: true, ..self }),
            Suffix::Mark(mark) => {
                // `dis ch` is two words for one check; mate is never taken back.
                let mark = match self.mark {
                    None | Some(CheckMark::Check) => mark,
                    Some(stronger) => stronger,
                };
                Some(Self { mark: Some(mark), ..self })
            }
        }
    }
}

/// `rest` after `text`, which is ASCII in lower case or a sign; letters fit in either case.
pub(super) fn strip_prefix<'a>(rest: &'a [char], text: &str) -> Option<&'a [char]> {
    let mut rest = rest;
    for char in text.chars() {
        let (first, after) = rest.split_first()?;
        if first.to_ascii_lowercase() != char {
            return None;
        }
        rest = after;
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tails(text: &str) -> Vec<Tail> {
        let chars: Vec<char> = text.chars().filter(|char| *char != ' ').collect();
        parse(&chars, Letters::ENGLISH, true)
    }

    #[test]
    fn every_check_sign_and_word_is_a_mark() {
        use CheckMark::{Check, DoubleOrMate, Mate};
        for (text, mark) in [
            ("", None),
            (".", None),
            (",", None),
            ("+", Some(Check)),
            ("†", Some(Check)),
            ("ch", Some(Check)),
            ("ch.", Some(Check)),
            ("dis ch", Some(Check)),
            ("dis. ch.", Some(Check)),
            ("dbl ch", Some(Check)),
            ("e.p.+", Some(Check)),
            ("+ep", Some(Check)),
            ("++", Some(DoubleOrMate)),
            ("#", Some(Mate)),
            ("‡", Some(Mate)),
            ("≠", Some(Mate)),
            ("mate", Some(Mate)),
            ("x", Some(Mate)),
            ("X", Some(Mate)),
            ("×", Some(Mate)),
        ] {
            let marks: Vec<_> = tails(text).iter().map(|tail| tail.mark).collect();
            assert_eq!(marks, [mark], "{text}");
        }
    }

    #[test]
    fn every_promotion_spelling_names_its_piece() {
        for text in ["Q", "=Q", "=q", "(Q)", "/Q", "=(Q)", "=Q+", "(Q)ch", "q#"] {
            let roles: Vec<_> = tails(text).iter().map(|tail| tail.promotion).collect();
            assert_eq!(roles, [Some(Role::Queen)], "{text}");
        }
    }

    #[test]
    fn other_text_is_no_tail() {
        for text in ["K", "=K", "=", "(Q", "QQ", "foo", "5", "=P", "......."] {
            assert_eq!(tails(text), [], "{text}");
        }
    }
}
