//! Zobrist keys: what each fact of a position adds to its hash.
//!
//! Takes pieces, rights and files, gives numbers to be xored together. When a fact counts is
//! settled by [`Position::hash`](super::Position::hash).

use super::board::Cell;
use super::zobrist_table::RANDOM64;
use super::{Board, Castling, CastlingSide, Color, File, Piece, Role, Square};

/// Added when White is to move.
pub(super) const WHITE_TO_MOVE: u64 = RANDOM64[780];

/// By colour, slot of the cell, and square. An empty cell adds nothing, so a capture needs no branch.
static PIECES: [[[u64; 64]; Cell::SLOTS]; 2] = pieces();

/// The key of a cell on a square.
#[inline]
pub(super) fn piece(cell: Cell, square: Square) -> u64 {
    PIECES[cell.color_index()][cell.slot()][square.index()]
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

const fn pieces() -> [[[u64; 64]; Cell::SLOTS]; 2] {
    let mut table = [[[0; 64]; Cell::SLOTS]; 2];
    let mut role = 0;
    while role < 6 {
        let slot = Cell::of(Piece::new(Color::White, Role::ALL[role])).slot();
        let mut square = 0;
        while square < 64 {
            // Polyglot: black pawn 0, white pawn 1, black knight 2 and so on.
            table[0][slot][square] = RANDOM64[64 * (2 * role + 1) + square];
            table[1][slot][square] = RANDOM64[64 * 2 * role + square];
            square += 1;
        }
        role += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::super::{Move, Position, Square};

    fn play(moves: &[(&str, &str)]) -> Position {
        let mut position = Position::start();
        for (from, to) in moves {
            let square = |text: &str| Square::from_text(text.as_bytes()).expect("a square");
            let (from, to) = (square(from), square(to));
            let legal = position.legal_moves();
            let mv: &Move = legal.iter().find(|mv| mv.from == from && mv.to == to).expect("legal");
            position.play(*mv);
        }
        position
    }

    /// The positions of Polyglot's book format page. The en passant file counts in two of them,
    /// where the capture is legal: Polyglot and we agree there.
    #[test]
    fn keys_are_those_polyglot_publishes() {
        let opening = [("e2", "e4"), ("d7", "d5"), ("e4", "e5"), ("f7", "f5"), ("e1", "e2"), ("e8", "f7")];
        let keys = [
            0x463b_9618_1691_fc9c,
            0x823c_9b50_fd11_4196,
            0x0756_b944_61c5_0fb0,
            0x662f_afb9_65db_29d4,
            0x22a4_8b5a_8e47_ff78,
            0x652a_607c_a3f2_42c1,
            0x00fd_d303_c946_bdd9,
        ];
        for (plies, key) in keys.into_iter().enumerate() {
            assert_eq!(play(&opening[..plies]).hash(), key, "after {plies} plies");
        }
        let wing = [("a2", "a4"), ("b7", "b5"), ("h2", "h4"), ("b5", "b4"), ("c2", "c4"), ("b4", "c3"), ("a1", "a3")];
        for (plies, key) in [(5, 0x3c81_23ea_7b06_7637), (7, 0x5c3f_9b82_9b27_9560)] {
            assert_eq!(play(&wing[..plies]).hash(), key, "after {plies} plies");
        }
    }

    #[test]
    fn an_en_passant_square_counts_only_when_the_capture_is_legal() {
        for (with, without, equal) in [
            ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", false),
            ("3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", "3k4/8/8/8/3pP3/8/8/3RK3 b - - 0 1", true),
            ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 9 9", true),
        ] {
            let hash = |fen: &str| Position::from_fen(fen.as_bytes()).expect(fen).hash();
            assert_eq!(hash(with) == hash(without), equal, "{with}");
        }
    }
}
