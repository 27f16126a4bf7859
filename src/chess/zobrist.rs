//! Zobrist keys: what each fact of a position adds to its hash.
//!
//! Takes pieces, rights and files, gives numbers to be xored together. When a fact counts is
//! settled by [`Position::hash`](super::Position::hash).

use super::board::Cell;
use super::zobrist_table::RANDOM64;
use super::{Board, Castling, CastlingSide, Color, File, Square};

/// Added when White is to move.
pub(super) const WHITE_TO_MOVE: u64 = RANDOM64[780];

/// By cell and square. An empty cell adds nothing, so a capture needs no branch.
static PIECES: [[u64; 64]; 16] = pieces();

/// The key of a cell on a square.
#[inline]
pub(super) fn piece(cell: Cell, square: Square) -> u64 {
    PIECES[usize::from(cell.0 & 15)][square.index()]
}

/// The key of all pieces on a board.
pub(super) fn placement(board: &Board) -> u64 {
    board.occupied().into_iter().fold(0, |key, square| key ^ piece(board.cell(square), square))
}

/// The key of the castling rights. By side, not by file: Polyglot does so in Chess960 too.
#[inline]
pub(super) fn castling(castling: &Castling) -> u64 {
    if castling.is_empty() {
        return 0;
    }
    let mut key = 0;
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            if castling.rook(color, side).is_some() {
                key ^= RANDOM64[768 + 2 * color.index() + side.index()];
            }
        }
    }
    key
}

/// The key of an en passant file.
#[inline]
pub(super) fn en_passant(file: File) -> u64 {
    RANDOM64[772 + file.index()]
}

const fn pieces() -> [[u64; 64]; 16] {
    let mut table = [[0; 64]; 16];
    let mut role = 0;
    while role < 6 {
        let mut square = 0;
        while square < 64 {
            // Polyglot: black pawn 0, white pawn 1, black knight 2 and so on.
            table[2 * (role + 1)][square] = RANDOM64[64 * (2 * role + 1) + square];
            table[2 * (role + 1) + 1][square] = RANDOM64[64 * 2 * role + square];
            square += 1;
        }
        role += 1;
    }
    table
}
