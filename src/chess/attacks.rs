//! What a piece attacks from a square.
//!
//! Takes a square and, for sliders, the occupied squares; gives the attacked squares, own pieces
//! included. Whose pieces they are is left to the caller.
//!
//! Sliders are worked out by hyperbola quintessence from about 3 KB of tables. Magic bitboards
//! take 800 KB: faster in a search that lives in them, slower here, where each ply asks once or
//! twice and the text of the games takes the cache.

use super::{Bitboard, Color, Role, Square};

/// The empty-board lines through a square, the square itself left out.
#[derive(Clone, Copy)]
struct Lines {
    file: u64,
    diagonal: u64,
    antidiagonal: u64,
    /// All of them and the rank: what a queen attacks on an empty board.
    queen: u64,
}

static LINES: [Lines; 64] = lines();
/// By two squares. 32 KB, of which a game touches little; worked out each time it took longer.
static BETWEEN: [[u64; 64]; 64] = betweens();
/// By the low five bits of the piece's letter, the pawn's left empty: see [`reach`].
static REACH: [[u64; 64]; 32] = reaches();
static KING: [u64; 64] = leaper(&[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]);
static KNIGHT: [u64; 64] = leaper(&[(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]);
static PAWN: [[u64; 64]; 2] = [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])];
/// Attacks along a rank, by the inner six squares that are occupied and the file of the slider.
static RANK: [[u8; 8]; 64] = rank_attacks();

/// The squares a king attacks.
#[inline]
pub fn king(square: Square) -> Bitboard {
    Bitboard(KING[square.index()])
}

/// The squares a knight attacks.
#[inline]
pub fn knight(square: Square) -> Bitboard {
    Bitboard(KNIGHT[square.index()])
}

/// The squares a pawn of this colour attacks. The pawns of a colour that attack a square stand
/// on those that a pawn of the other colour would attack from it.
#[inline]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    Bitboard(PAWN[color.index()][square.index()])
}

/// The squares a bishop attacks when these are occupied.
#[inline]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    let lines = &LINES[square.index()];
    Bitboard(slide(square, occupied, lines.diagonal) | slide(square, occupied, lines.antidiagonal))
}

/// The squares a rook attacks when these are occupied.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    // Turning the bytes round reverses a file or a diagonal, but not a rank: that has a table.
    let shift = square.index() & 56;
    let inner = (occupied.0 >> shift >> 1) as usize & 63;
    let rank = u64::from(RANK[inner][square.file().index()]) << shift;
    Bitboard(slide(square, occupied, LINES[square.index()].file) | rank)
}

/// The squares a queen attacks when these are occupied.
#[inline]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// The squares a piece attacks when these are occupied.
///
/// # Panics
/// For a pawn, whose attacks depend on its colour: see [`pawn`].
#[inline]
pub fn of(role: Role, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => unreachable!("attacks::of is not for pawns"),
        Role::Knight => knight(square),
        Role::Bishop => bishop(square, occupied),
        Role::Rook => rook(square, occupied),
        Role::Queen => queen(square, occupied),
        Role::King => king(square),
    }
}

/// What a piece that is no pawn attacks on an empty board.
#[inline]
pub fn reach(role: Role, square: Square) -> Bitboard {
    reach_of_letter(role.letter(), square)
}

/// As [`reach`], for the piece of a letter; of a letter of none, nothing.
#[inline]
pub(super) fn reach_of_letter(letter: u8, square: Square) -> Bitboard {
    Bitboard(REACH[usize::from(letter & 31)][square.index()])
}

/// What a queen attacks on an empty board: the only squares from which a slider can give check,
/// and the only ones whose emptying can uncover one.
#[inline]
pub fn queen_lines(square: Square) -> Bitboard {
    Bitboard(LINES[square.index()].queen)
}

/// What a bishop attacks on an empty board.
#[inline]
pub fn bishop_lines(square: Square) -> Bitboard {
    reach(Role::Bishop, square)
}

/// What a rook attacks on an empty board.
#[inline]
pub fn rook_lines(square: Square) -> Bitboard {
    reach(Role::Rook, square)
}

/// The whole line, from edge to edge, through two squares; empty when they share none or are
/// the same.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    let lines = &LINES[a.index()];
    let rank = a.rank().bitboard().0 & !a.bitboard().0;
    for line in [rank, lines.file, lines.diagonal, lines.antidiagonal] {
        if Bitboard(line).contains(b) {
            return Bitboard(line).with(a);
        }
    }
    Bitboard::EMPTY
}

/// The squares strictly between two on a line; empty when they share none.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(BETWEEN[a.index()][b.index()])
}

/// Hyperbola quintessence: `o ^ (o - 2s)` up the line, and the same down it with the bytes turned
/// round. `line` leaves the slider out, so one subtraction is enough.
#[inline]
fn slide(square: Square, occupied: Bitboard, line: u64) -> u64 {
    let slider = square.bitboard().0;
    let up = occupied.0 & line;
    let down = up.swap_bytes();
    let up = up.wrapping_sub(slider);
    let down = down.wrapping_sub(slider.swap_bytes());
    (up ^ down.swap_bytes()) & line
}

const fn betweens() -> [[u64; 64]; 64] {
    let steps = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < steps.len() {
            let (files, ranks) = steps[i];
            let mut passed = 0;
            let mut next = step(from, files, ranks);
            while let Some(to) = next {
                table[from][to] = passed;
                passed |= 1 << to;
                next = step(to, files, ranks);
            }
            i += 1;
        }
        from += 1;
    }
    table
}

const fn reaches() -> [[u64; 64]; 32] {
    let mut table = [[0; 64]; 32];
    table[b'N' as usize & 31] = KNIGHT;
    table[b'K' as usize & 31] = KING;
    let mut square = 0;
    while square < 64 {
        let Lines { diagonal, antidiagonal, queen, .. } = LINES[square];
        table[b'B' as usize & 31][square] = diagonal | antidiagonal;
        table[b'R' as usize & 31][square] = queen & !(diagonal | antidiagonal);
        table[b'Q' as usize & 31][square] = queen;
        square += 1;
    }
    table
}

const fn lines() -> [Lines; 64] {
    let mut table = [Lines { file: 0, diagonal: 0, antidiagonal: 0, queen: 0 }; 64];
    let mut square = 0;
    while square < 64 {
        let file = ray(square, 0, 1) | ray(square, 0, -1);
        let diagonal = ray(square, 1, 1) | ray(square, -1, -1);
        let antidiagonal = ray(square, 1, -1) | ray(square, -1, 1);
        let queen = file | diagonal | antidiagonal | ray(square, 1, 0) | ray(square, -1, 0);
        table[square] = Lines { file, diagonal, antidiagonal, queen };
        square += 1;
    }
    table
}

const fn ray(square: usize, files: i8, ranks: i8) -> u64 {
    let mut bits = 0;
    let mut next = step(square, files, ranks);
    while let Some(square) = next {
        bits |= 1 << square;
        next = step(square, files, ranks);
    }
    bits
}

const fn step(square: usize, files: i8, ranks: i8) -> Option<usize> {
    let file = (square % 8) as i8 + files;
    let rank = (square / 8) as i8 + ranks;
    if file < 0 || file > 7 || rank < 0 || rank > 7 {
        return None;
    }
    Some((rank * 8 + file) as usize)
}

const fn leaper(steps: &[(i8, i8)]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < steps.len() {
            if let Some(to) = step(square, steps[i].0, steps[i].1) {
                table[square] |= 1 << to;
            }
            i += 1;
        }
        square += 1;
    }
    table
}

const fn rank_attacks() -> [[u8; 8]; 64] {
    let mut table = [[0; 8]; 64];
    let mut inner = 0;
    while inner < 64 {
        let occupied = (inner as u8) << 1;
        let mut file = 0;
        while file < 8 {
            let mut to = file + 1;
            while to < 8 {
                table[inner][file] |= 1 << to;
                if occupied & (1 << to) != 0 {
                    break;
                }
                to += 1;
            }
            let mut to = file;
            while to > 0 {
                to -= 1;
                table[inner][file] |= 1 << to;
                if occupied & (1 << to) != 0 {
                    break;
                }
            }
            file += 1;
        }
        inner += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::super::{File, Rank};
    use super::*;

    fn walked(square: Square, occupied: Bitboard, steps: &[(i8, i8)]) -> Bitboard {
        let mut attacked = Bitboard::EMPTY;
        for &(files, ranks) in steps {
            let mut at = square.index();
            while let Some(next) = step(at, files, ranks) {
                let reached = Square::from_index(next as u8).expect("on the board");
                attacked = attacked.with(reached);
                if occupied.contains(reached) {
                    break;
                }
                at = next;
            }
        }
        attacked
    }

    const STRAIGHT: [(i8, i8); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    const SLANTED: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

    #[test]
    fn sliders_attack_what_a_walk_reaches() {
        let mut bits = 0x9E37_79B9_7F4A_7C15_u64;
        for _ in 0..200 {
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            for occupied in [Bitboard(bits), Bitboard(bits & bits.rotate_left(23)), Bitboard::EMPTY] {
                for square in Bitboard::FULL {
                    assert_eq!(rook(square, occupied), walked(square, occupied, &STRAIGHT));
                    assert_eq!(bishop(square, occupied), walked(square, occupied, &SLANTED));
                }
            }
        }
    }

    #[test]
    fn lines_and_what_lies_between_agree_with_the_sliders() {
        for a in Bitboard::FULL {
            assert_eq!(queen_lines(a), queen(a, Bitboard::EMPTY));
            assert_eq!(rook_lines(a), rook(a, Bitboard::EMPTY));
            assert_eq!(bishop_lines(a), bishop(a, Bitboard::EMPTY));
            for b in Bitboard::FULL {
                assert_eq!(line(a, b), line(b, a), "{a} {b}");
                assert_eq!(between(a, b), between(b, a), "{a} {b}");
                assert_eq!(line(a, b).any(), queen_lines(a).contains(b), "{a} {b}");
                let met = [rook as fn(_, _) -> _, bishop].map(|slider| {
                    if !slider(a, Bitboard::EMPTY).contains(b) {
                        return Bitboard::EMPTY;
                    }
                    slider(a, b.bitboard()) & slider(b, a.bitboard())
                });
                assert_eq!(between(a, b), met[0] | met[1], "{a} {b}");
            }
        }
    }

    #[test]
    fn leapers_stop_at_the_edge() {
        for (attacked, expected) in [
            (king(Square::A1), &[Square::B1, Square::A2, Square::B2][..]),
            (knight(Square::H8), &[Square::G6, Square::F7]),
            (pawn(Color::White, Square::A2), &[Square::B3]),
            (pawn(Color::Black, Square::E5), &[Square::D4, Square::F4]),
            (pawn(Color::White, Square::E8), &[]),
        ] {
            assert_eq!(attacked, expected.iter().copied().collect());
        }
        assert_eq!(line(Square::B1, Square::D1), Rank::FIRST.bitboard());
        assert_eq!(line(Square::B1, Square::B8), File::B.bitboard());
    }
}
