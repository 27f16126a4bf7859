//! The grammar of sloppy spellings: every way in which a word may be meant as a move.
//!
//! It knows nothing of the position. All letters of a word must find a place: one that is
//! no piece letter of the table, no file and no sign makes the reading fail.

use crate::chess::notation::pattern::{Class, Pattern, Reading, Shape};
use crate::chess::notation::tail::{self, Tail, strip_prefix};
use crate::chess::notation::word::{is_dash, latin};
use crate::chess::notation::{CheckMark, Letters};
use crate::chess::{Bitboard, CastlingSide, File, Rank, Role, Square};

/// Spellings of the null move beside two dashes.
const NULL_MOVES: &[&str] = &["z0", "<>", "@@@@", "null", "pass", "0000"];

/// Every reading of a word's code points.
pub(super) fn readings(word: &[char], letters: Letters<'_>) -> Vec<Reading> {
    let mut found = Vec::new();
    null_move(word, letters, &mut found);
    castling(word, letters, &mut found);
    drop_move(word, letters, &mut found);
    let start = Cursor::new(word);
    squares(start, None, Class::Exact, letters, &mut found);
    for (role, length, exact) in letters.prefixes(word) {
        let class = match (role, exact) {
            (Role::Pawn, _) => Class::PawnLetter,
            (_, true) => Class::Exact,
            (_, false) => Class::OtherCase,
        };
        // `b1c3` starts on b1; it is no bishop from the first rank.
        let is_square = || start.square().is_some() && word[0].is_lowercase();
        if length == 1 && class != Class::Exact && is_square() {
            continue;
        }
        squares(start.after(length), Some(role), class, letters, &mut found);
    }
    found
}

fn null_move(word: &[char], letters: Letters<'_>, found: &mut Vec<Reading>) {
    let after = match word {
        [a, b, rest @ ..] if is_dash(*a) && is_dash(*b) => Some(rest),
        _ => NULL_MOVES.iter().find_map(|text| strip_prefix(word, text)),
    };
    if let Some(rest) = after {
        finish(rest, letters, Shape::Null, false, found);
    }
}

/// Two or three of `O`, `o`, `0` with a dash between them or none.
fn castling(word: &[char], letters: Letters<'_>, found: &mut Vec<Reading>) {
    let mut rest = word;
    let mut count = 0;
    let mut lookalike = false;
    while count < 3 {
        let after_dash = match rest {
            [dash, rest @ ..] if count > 0 && is_dash(*dash) => rest,
            rest => rest,
        };
        let [o, after @ ..] = after_dash else { break };
        if !matches!(latin(*o), 'O' | 'o' | '0') {
            break;
        }
        lookalike |= !o.is_ascii();
        rest = after;
        count += 1;
    }
    let side = match count {
        2 => CastlingSide::King,
        3 => CastlingSide::Queen,
        _ => return,
    };
    finish(rest, letters, Shape::Castle(side), lookalike, found);
}

fn drop_move(word: &[char], letters: Letters<'_>, found: &mut Vec<Reading>) {
    let bare = std::iter::once(0);
    for length in letters.prefixes(word).map(|(_, length, _)| length).chain(bare) {
        if let ['@', square @ ..] = &word[length..]
            && let Some((_, cursor)) = Cursor::new(square).square()
        {
            finish(cursor.rest, letters, Shape::Drop, cursor.lookalike, found);
        }
    }
}

/// A move that names no squares of its own ends with nothing but marks.
fn finish(rest: &[char], letters: Letters<'_>, shape: Shape, lookalike: bool, found: &mut Vec<Reading>) {
    for tail in tail::parse(rest, letters, false) {
        if !tail.en_passant && !tail.capture {
            found.push(reading(shape, Class::Exact, tail.mark, lookalike));
        }
    }
}

fn reading(shape: Shape, class: Class, mark: Option<CheckMark>, lookalike: bool) -> Reading {
    Reading { shape, class, mark, lookalike }
}

/// What the text before the separator says of the origin.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    None,
    File(File),
    Rank(Rank),
    Square(Square),
}

/// What follows the piece letter, or the whole word if there is none.
fn squares(start: Cursor<'_>, role: Option<Role>, class: Class, letters: Letters<'_>, found: &mut Vec<Reading>) {
    // `P-e4`, `N-g1xf3`: the dash belongs to the letter.
    let (start, dashed) = match start.separator() {
        (Separator::Dash, after) if role.is_some() => (after, true),
        _ => (start, false),
    };
    let origins = [
        Some((Origin::None, start)),
        start.file().map(|(file, after)| (Origin::File(file), after)),
        start.rank().map(|(rank, after)| (Origin::Rank(rank), after)),
        start.square().map(|(square, after)| (Origin::Square(square), after)),
    ];
    for (origin, after) in origins.into_iter().flatten() {
        let (separator, after) = after.separator();
        if separator != Separator::None && origin == Origin::None && (role.is_none() || dashed) {
            continue;
        }
        let capture = separator == Separator::Capture;
        let whole = after.square().and_then(|(to, end)| Some((to_square(role, origin, to, capture)?, end)));
        let minimal = after.file().and_then(|(to, end)| Some((to_file(role, origin, to, capture)?, end)));
        for (pattern, end) in whole.into_iter().chain(minimal) {
            let may_promote = matches!(pattern.role, None | Some(Role::Pawn));
            for tail in tail::parse(end.rest, letters, may_promote) {
                let shape = Shape::Move(with_tail(pattern, tail));
                found.push(reading(shape, class, tail.mark, end.lookalike));
            }
        }
    }
}

/// `e4`, `exd5`, `Nf3`, `Nb-d2`, `R1a3`, `e2-e4`.
fn to_square(role: Option<Role>, origin: Origin, to: Square, capture: bool) -> Option<Pattern> {
    let (role, origin) = match (role, origin) {
        (None, Origin::None) => (Some(Role::Pawn), to.file().bitboard()),
        // `bb5` is a bishop in lower case; nobody writes a pawn's step with its file twice.
        (None, Origin::File(file)) if file == to.file() => return None,
        (None, Origin::File(file)) => (Some(Role::Pawn), file.bitboard()),
        (None, Origin::Rank(_)) => return None,
        // `Pe4` is a step, `Pxe4` a capture from either side.
        (Some(Role::Pawn), Origin::None) if !capture => (role, to.file().bitboard()),
        (role, Origin::None) => (role, Bitboard::FULL),
        (role, Origin::File(file)) => (role, file.bitboard()),
        (role, Origin::Rank(rank)) => (role, rank.bitboard()),
        (role, Origin::Square(square)) => (role, square.bitboard()),
    };
    Some(pattern(role, origin, to.bitboard(), capture))
}

/// Minimal notation names two neighbouring files and no rank: `ed`, `exd`.
fn to_file(role: Option<Role>, origin: Origin, to: File, capture: bool) -> Option<Pattern> {
    let Origin::File(from) = origin else {
        return None;
    };
    let neighbours = from.index().abs_diff(to.index()) == 1;
    let is_pawn = matches!(role, None | Some(Role::Pawn));
    (neighbours && is_pawn).then(|| pattern(Some(Role::Pawn), from.bitboard(), to.bitboard(), capture))
}

fn pattern(role: Option<Role>, origin: Bitboard, target: Bitboard, capture: bool) -> Pattern {
    Pattern { role, origin, target, capture, promotion: None, en_passant: false }
}

fn with_tail(pattern: Pattern, tail: Tail) -> Pattern {
    Pattern {
        // Only a pawn is promoted or takes en passant.
        role: if tail.promotion.is_some() || tail.en_passant {
            pattern.role.or(Some(Role::Pawn))
        } else {
            pattern.role
        },
        capture: pattern.capture || tail.capture,
        promotion: tail.promotion,
        en_passant: tail.en_passant,
        ..pattern
    }
}

/// What stands between origin and target.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Separator {
    None,
    Dash,
    Capture,
}

/// The rest of a word, and what the part before it has shown.
#[derive(Clone, Copy)]
struct Cursor<'a> {
    rest: &'a [char],
    lookalike: bool,
    /// The case of the files so far. One word has them all in one case, else `Bc6` would be a
    /// capture by a b-pawn.
    upper_case: Option<bool>,
}

impl<'a> Cursor<'a> {
    fn new(rest: &'a [char]) -> Self {
        Self { rest, lookalike: false, upper_case: None }
    }

    fn after(self, count: usize) -> Self {
        Self { rest: &self.rest[count..], ..self }
    }

    fn file(self) -> Option<(File, Self)> {
        let first = *self.rest.first()?;
        let letter = latin(first);
        let upper_case = letter.is_ascii_uppercase();
        let file = File::from_letter(u8::try_from(letter).ok()?.to_ascii_lowercase())?;
        if self.upper_case.is_some_and(|before| before != upper_case) {
            return None;
        }
        let after =
            Self { lookalike: self.lookalike || !first.is_ascii(), upper_case: Some(upper_case), ..self.after(1) };
        Some((file, after))
    }

    fn rank(self) -> Option<(Rank, Self)> {
        let digit = u8::try_from(*self.rest.first()?).ok()?;
        Some((Rank::from_digit(digit)?, self.after(1)))
    }

    fn square(self) -> Option<(Square, Self)> {
        let (file, after) = self.file()?;
        let (rank, after) = after.rank()?;
        Some((Square::new(file, rank), after))
    }

    fn separator(self) -> (Separator, Self) {
        match self.rest.first() {
            Some(&sign) if is_dash(sign) => (Separator::Dash, self.after(1)),
            Some(&sign) if matches!(latin(sign), 'x' | 'X' | ':' | '×') => {
                let lookalike = self.lookalike || (!sign.is_ascii() && sign != '×');
                (Separator::Capture, Self { lookalike, ..self.after(1) })
            }
            _ => (Separator::None, self),
        }
    }
}
