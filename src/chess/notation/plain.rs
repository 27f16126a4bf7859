//! Standard SAN in a machine word: the inner loop of replaying a game.
//!
//! Takes at most seven bytes as one number, gives the legal move. It knows only what nearly every
//! move of an archive is; for anything else, an ambiguity or an illegal move included, it gives
//! nothing, and [`read`](super::read) is asked, which reads the same moves and many more. Parts of
//! the text are found by shifts and tables, since what kind of move comes next cannot be predicted.

use super::CheckMark;
use super::resolve::piece_from;
use crate::chess::{Bitboard, CastlingSide, Move, MoveKind, Position, Role, Square, attacks};

/// The longest word that fits: `Qa1xb2+`.
pub(crate) const LONGEST: usize = 7;

/// A move read from plain text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlainMove {
    pub mv: Move,
    /// The check mark as written.
    pub mark: Option<CheckMark>,
    /// The text is that of the standard, letter for letter, its check mark aside.
    pub is_standard: bool,
    /// Length of the text without its check mark.
    pub length: usize,
}

/// The text as a number, its first byte the lowest.
const fn packed(text: &[u8]) -> u64 {
    let mut number = 0;
    let mut at = text.len();
    while at > 0 {
        at -= 1;
        number = number << 8 | text[at] as u64;
    }
    number
}

const SHORT: u64 = packed(b"O-O");
const LONG: u64 = packed(b"O-O-O");

/// Reads the `length` lowest bytes of `text`, of which there are at most [`LONGEST`].
#[inline(always)]
pub(crate) fn read(position: &Position, text: u64, length: usize) -> Option<PlainMove> {
    debug_assert!((1..=LONGEST).contains(&length));
    let last = (text >> (8 * (length - 1))) as u8;
    let (check, mate) = (last == b'+', last == b'#');
    let length = length - usize::from(check | mate);
    let mark = if check {
        Some(CheckMark::Check)
    } else if mate {
        Some(CheckMark::Mate)
    } else {
        None
    };
    if length < 2 {
        return None;
    }
    // The target square, or the promotion, comes to stand at the top.
    let high = text << (64 - 8 * length);
    let (mv, is_standard) = match text as u8 {
        file @ b'a'..=b'h' => (pawn(position, high, file, length)?, true),
        b'O' => (castle(position, high >> (64 - 8 * length))?, true),
        letter => piece(position, letter, text, high, length)?,
    };
    Some(PlainMove { mv, mark, is_standard, length })
}

/// Whether the `length` lowest bytes of `text`, at most [`LONGEST`], have the form of standard SAN.
/// May say no of a rare one, never yes of what [`San::parse`](super::San::parse) does not know.
#[inline(always)]
pub(crate) fn has_form(text: u64, length: usize) -> bool {
    debug_assert!((1..=LONGEST).contains(&length));
    let last = (text >> (8 * (length - 1))) as u8;
    let length = length - usize::from((last == b'+') | (last == b'#'));
    if length < 2 {
        return false;
    }
    let high = text << (64 - 8 * length);
    match text as u8 {
        b'a'..=b'h' => (length == 2 || length == 4 && (text >> 8) as u8 == b'x') && square(high).is_some(),
        b'N' | b'B' | b'R' | b'Q' | b'K' => {
            let between = (text >> 8) as u8;
            let is_hint = matches!(between, b'x' | b'a'..=b'h' | b'1'..=b'8');
            let is_taking_hint = length == 5 && (text >> 16) as u8 == b'x' && between != b'x';
            (length == 3 || is_hint && (length == 4 || is_taking_hint)) && square(high).is_some()
        }
        b'O' => matches!(high >> (64 - 8 * length), SHORT | LONG),
        _ => false,
    }
}

#[cold]
#[inline(never)]
fn castle(position: &Position, text: u64) -> Option<Move> {
    match text {
        SHORT => position.castle_move(CastlingSide::King),
        LONG => position.castle_move(CastlingSide::Queen),
        _ => None,
    }
}

/// The square in the two highest bytes.
#[inline(always)]
fn square(high: u64) -> Option<Square> {
    let file = ((high >> 48) as u8).wrapping_sub(b'a');
    let rank = ((high >> 56) as u8).wrapping_sub(b'1');
    if (file | rank) >= 8 {
        return None;
    }
    Square::from_index(rank * 8 + file)
}

#[inline(always)]
fn pawn(position: &Position, high: u64, file: u8, length: usize) -> Option<Move> {
    if (high >> 48) as u8 == b'=' {
        return promotion(position, high, file, length);
    }
    let to = square(high)?;
    let (from, kind) = pawn_from(position, to, high, file, length)?;
    if to.rank() == position.turn().promotion_rank() {
        return None;
    }
    let mv = Move { from, to, kind };
    position.is_safe(mv).then_some(mv)
}

#[cold]
#[inline(never)]
fn promotion(position: &Position, high: u64, file: u8, length: usize) -> Option<Move> {
    let role = match (high >> 56) as u8 {
        b'Q' => Role::Queen,
        b'R' => Role::Rook,
        b'B' => Role::Bishop,
        b'N' => Role::Knight,
        _ => return None,
    };
    let high = high << 16;
    let to = square(high)?;
    let (from, _) = pawn_from(position, to, high, file, length - 2)?;
    if to.rank() != position.turn().promotion_rank() {
        return None;
    }
    let mv = Move { from, to, kind: MoveKind::Promotion(role) };
    position.is_safe(mv).then_some(mv)
}

/// Where the pawn of `e4` or `exd5` comes from.
#[inline(always)]
fn pawn_from(position: &Position, to: Square, high: u64, file: u8, length: usize) -> Option<(Square, MoveKind)> {
    let board = position.board();
    let us = position.turn();
    let pawns = board.pieces(us, Role::Pawn);
    if length == 2 {
        let free = !board.occupied().0;
        // One step back, and two; a White pawn comes from below. No pawn stands on the ranks where
        // turning round brings in a square of the other side.
        let back = [56, 8][us.index()];
        let to = to.bitboard().0 & free;
        let one = to.rotate_left(back);
        let two = (one & free).rotate_left(back) & us.pawn_rank().bitboard().0;
        return Some((Bitboard(pawns.0 & (one | two)).first()?, MoveKind::Normal));
    }
    if length != 4 || (high >> 40) as u8 != b'x' {
        return None;
    }
    let file = Bitboard(0x0101_0101_0101_0101 << (file.wrapping_sub(b'a') & 7));
    let from = (pawns & file & attacks::pawn(!us, to)).first()?;
    if board.color(!us).contains(to) {
        return (to != board.king(!us)).then_some((from, MoveKind::Normal));
    }
    (position.ep_square() == Some(to)).then_some((from, MoveKind::EnPassant))
}

#[inline(always)]
fn piece(position: &Position, letter: u8, text: u64, high: u64, length: usize) -> Option<(Move, bool)> {
    let to = square(high)?;
    let capture = (high >> 40) as u8 == b'x';
    // What stands between the letter and the square, or the `x` before it.
    let hints = (length - 2).wrapping_sub(1 + usize::from(capture));
    let board = position.board();
    let us = position.turn();
    let theirs = board.color(!us).contains(to);
    let closed = board.color(us) | board.role(Role::King);
    if (capture & !theirs) | closed.contains(to) {
        return None;
    }
    if hints > 0 {
        return hinted(position, letter, to, text, hints);
    }
    let candidates = board.of_letter(letter) & board.color(us) & attacks::reach_of_letter(letter, to);
    let from = candidates.first()?;
    if candidates.more_than_one() {
        let role = Role::from_letter(letter)?;
        let mv = Move::normal(piece_from(position, role, to, Bitboard::FULL).ok()?, to);
        return Some((mv, capture == theirs));
    }
    let mv = Move::normal(from, to);
    let is_free = (attacks::between(from, to) & board.occupied()).is_empty();
    (is_free && position.is_safe(mv)).then_some((mv, capture == theirs))
}

/// A move that tells more of where the piece comes from.
#[inline(never)]
fn hinted(position: &Position, letter: u8, to: Square, text: u64, hints: usize) -> Option<(Move, bool)> {
    let role = Role::from_letter(letter).filter(|&role| role != Role::Pawn)?;
    let origin = origin((text >> 8) as u8, (text >> 16) as u8, hints)?;
    Some((Move::normal(piece_from(position, role, to, origin).ok()?, to), false))
}

/// The squares that one or two letters between piece and target allow.
fn origin(first: u8, second: u8, hints: usize) -> Option<Bitboard> {
    let file = |letter: u8| crate::chess::File::from_letter(letter).map(crate::chess::File::bitboard);
    let rank = |digit: u8| crate::chess::Rank::from_digit(digit).map(crate::chess::Rank::bitboard);
    match hints {
        1 => file(first).or_else(|| rank(first)),
        2 => Some(file(first)? & rank(second)?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::tests::{CASTLING, PAWNS, PROMOTION, position};
    use crate::chess::notation::{San, san};
    use proptest::prelude::*;

    fn plain(position: &Position, text: &[u8]) -> Option<PlainMove> {
        if text.is_empty() || text.len() > LONGEST {
            return None;
        }
        // What follows the word must not count.
        let mut bytes = *b"########";
        bytes[..text.len()].copy_from_slice(text);
        read(position, u64::from_le_bytes(bytes), text.len())
    }

    const FENS: [&str; 9] = [
        "start",
        CASTLING,
        PAWNS,
        PROMOTION,
        "7k/8/8/8/4N3/8/N3N3/7K w - - 0 1",
        "8/k7/8/8/4Q2Q/8/8/K3r2Q w - - 0 1",
        "4kr2/8/8/8/8/5N2/8/1N3K2 w - - 0 1",
        "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1",
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
    ];

    /// What the plain reader reads, the careful one reads alike, and what it calls standard is.
    fn agrees(position: &Position, text: &[u8]) {
        let Some(plain) = plain(position, text) else { return };
        let (parsed, mark) = San::parse(text).expect("standard SAN");
        assert_eq!(parsed.resolve(position), Ok(plain.mv));
        assert_eq!(mark, plain.mark);
        let mut written = Vec::new();
        san::write(position, plain.mv, &mut written);
        assert_eq!(plain.length, text.len() - usize::from(mark.is_some()));
        if plain.is_standard {
            assert_eq!(written, &text[..plain.length]);
        }
    }

    #[test]
    fn every_legal_move_is_read_from_its_standard_text() {
        for fen in FENS {
            let position = position(fen);
            for &mv in &position.legal_moves() {
                let mut text = Vec::new();
                san::write(&position, mv, &mut text);
                let read = plain(&position, &text).unwrap_or_else(|| panic!("{fen} {mv:?}"));
                assert_eq!((read.mv, read.mark), (mv, None));
                for mark in [b'+', b'#'] {
                    agrees(&position, &[&text[..], &[mark]].concat());
                }
            }
        }
    }

    proptest! {
        #[test]
        fn whatever_is_read_is_read_alike_by_the_careful_reader(
            text in "[a-hKQRBNO]?[a-hO1-8x-]{0,3}[a-h][1-8](=[NBRQKP])?[+#]?",
            fen in proptest::sample::select(&FENS[..]),
        ) {
            agrees(&position(fen), text.as_bytes());
        }

        /// A form is known only where the text is standard SAN, and but for promotions and two hints
        /// always there.
        #[test]
        fn a_form_is_that_of_standard_san(text in "[a-hKQRBNO]?[a-hO1-9x-]{0,3}[a-h][1-9](=[NBRQKP])?[+#]?|O-O(-O)?[+#]?") {
            if (1..=LONGEST).contains(&text.len()) {
                let mut bytes = *b"########";
                bytes[..text.len()].copy_from_slice(text.as_bytes());
                let known = has_form(u64::from_le_bytes(bytes), text.len());
                let right = San::parse(text.as_bytes());
                let rare = text.contains('=') || text.trim_end_matches(['+', '#', 'x']).replace('x', "").len() > 4;
                prop_assert!(known == right.is_some() || rare && !known, "{} {:?}", text, right);
            }
        }

        #[test]
        fn any_bytes_are_read_without_a_panic(text in proptest::collection::vec(any::<u8>(), 1..8)) {
            for fen in FENS {
                agrees(&position(fen), &text);
            }
        }
    }
}
