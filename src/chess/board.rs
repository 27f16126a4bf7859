//! Piece placement: who stands where.
//!
//! Takes pieces and squares, answers by square (a mailbox) and by piece (bitboards). Turn, rights
//! and clocks belong to [`Position`](super::Position).

use super::{Bitboard, Color, Piece, Rank, Role, Square, attacks};

/// What a square holds: 0 for nothing, else the FEN letter of its piece, so that the text of a rank
/// is at hand. The letters' low five bits differ, and are the index of the role's bitboard: that of
/// 0 nobody reads, so an empty square can be "captured" like any other, without a branch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cell(pub(super) u8);

/// Set in the letters of Black's pieces.
const BLACK: u8 = 0x20;

impl Cell {
    pub(super) const EMPTY: Cell = Cell(0);

    /// One more than the highest slot.
    pub(super) const SLOTS: usize = 32;

    #[inline]
    pub(super) const fn of(piece: Piece) -> Cell {
        Cell(b"PNBRQK"[piece.role as usize] | (BLACK * piece.color as u8))
    }

    #[inline]
    pub(super) const fn piece(self) -> Option<Piece> {
        Piece::from_fen_letter(self.0)
    }

    #[inline]
    pub(super) const fn is_role(self, role: Role) -> bool {
        self.slot() == slot_of(role)
    }

    #[inline]
    pub(super) const fn slot(self) -> usize {
        (self.0 & 31) as usize
    }

    /// 0 for White, 1 for Black; of no piece, 0.
    #[inline]
    pub(super) const fn color_index(self) -> usize {
        ((self.0 / BLACK) & 1) as usize
    }
}

#[inline]
const fn slot_of(role: Role) -> usize {
    (b"PNBRQK"[role as usize] & 31) as usize
}

/// Piece placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    colors: [Bitboard; 2],
    /// By [`Cell::slot`].
    roles: [Bitboard; Cell::SLOTS],
    cells: [u8; 64],
}

impl Board {
    /// A board without pieces.
    pub const EMPTY: Board =
        Board { colors: [Bitboard::EMPTY; 2], roles: [Bitboard::EMPTY; Cell::SLOTS], cells: [0; 64] };

    /// What stands on a square.
    #[inline]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.cell(square).piece()
    }

    /// The role of what stands on a square.
    #[inline]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        self.piece_at(square).map(|piece| piece.role)
    }

    /// The squares that are not empty.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The squares of one colour.
    #[inline]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The squares of one role, both colours.
    #[inline]
    pub const fn role(&self, role: Role) -> Bitboard {
        self.roles[slot_of(role)]
    }

    /// The pieces whose letter has these low five bits, both colours: of a letter of none, nothing.
    #[inline]
    pub(super) const fn of_letter(&self, letter: u8) -> Bitboard {
        self.roles[Cell(letter).slot()]
    }

    /// The squares of one kind of piece.
    #[inline]
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.color(color) & self.role(role)
    }

    /// The bishops and queens of one colour.
    #[inline]
    pub fn diagonal_sliders(&self, color: Color) -> Bitboard {
        self.color(color) & (self.role(Role::Bishop) | self.role(Role::Queen))
    }

    /// The rooks and queens of one colour.
    #[inline]
    pub fn straight_sliders(&self, color: Color) -> Bitboard {
        self.color(color) & (self.role(Role::Rook) | self.role(Role::Queen))
    }

    /// The square of the king.
    ///
    /// # Panics
    /// When there is none; the board of a [`Position`](super::Position) has one king a side.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.pieces(color, Role::King).first().expect("a Position has one king a side")
    }

    /// The pieces of both colours that attack a square when these are occupied.
    #[inline]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let straight = self.role(Role::Rook) | self.role(Role::Queen);
        let diagonal = self.role(Role::Bishop) | self.role(Role::Queen);
        attacks::pawn(Color::White, square) & self.pieces(Color::Black, Role::Pawn)
            | attacks::pawn(Color::Black, square) & self.pieces(Color::White, Role::Pawn)
            | attacks::knight(square) & self.role(Role::Knight)
            | attacks::king(square) & self.role(Role::King)
            | attacks::rook(square, occupied) & straight
            | attacks::bishop(square, occupied) & diagonal
    }

    /// The 64 squares: 0 for nothing, else the FEN letter of the piece.
    #[inline]
    pub const fn cells(&self) -> &[u8; 64] {
        &self.cells
    }

    /// The letters of a rank, the a-file in the lowest byte. Equal numbers are equal ranks.
    #[inline]
    pub fn rank_cells(&self, rank: Rank) -> u64 {
        let (ranks, _) = self.cells.as_chunks::<8>();
        u64::from_le_bytes(ranks[rank.index()])
    }

    /// Puts a piece on a square, in place of what stood there.
    #[inline]
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.set(square, Cell::of(piece));
    }

    /// Empties a square, and gives what stood there.
    #[inline]
    pub fn remove(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square);
        self.clear(square);
        piece
    }

    #[inline]
    pub(super) const fn cell(&self, square: Square) -> Cell {
        Cell(self.cells[square.index()])
    }

    #[inline]
    pub(super) fn clear(&mut self, square: Square) {
        let gone = self.cell(square);
        let kept = !square.bitboard();
        self.roles[gone.slot()] &= kept;
        self.colors[0] &= kept;
        self.colors[1] &= kept;
        self.cells[square.index()] = 0;
    }

    /// Puts a cell that is not empty.
    #[inline]
    pub(super) fn set(&mut self, square: Square, cell: Cell) {
        self.clear(square);
        let bit = square.bitboard();
        self.roles[cell.slot()] |= bit;
        self.colors[cell.color_index()] |= bit;
        self.cells[square.index()] = cell.0;
    }

    /// Moves a cell that is not empty, and gives what it captures.
    #[inline]
    pub(super) fn shift(&mut self, from: Square, to: Square) -> Cell {
        let cell = self.cell(from);
        let captured = self.cell(to);
        let moved = from.bitboard() | to.bitboard();
        let us = cell.color_index();
        self.roles[captured.slot()] &= !to.bitboard();
        self.colors[us ^ 1] &= !to.bitboard();
        self.roles[cell.slot()] ^= moved;
        self.colors[us] ^= moved;
        self.cells[from.index()] = 0;
        self.cells[to.index()] = cell.0;
        captured
    }

    /// Takes back a [`shift`](Board::shift).
    #[inline]
    pub(super) fn unshift(&mut self, from: Square, to: Square, captured: Cell) {
        self.shift(to, from);
        if captured != Cell::EMPTY {
            self.set(to, captured);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE_KING: Piece = Piece::new(Color::White, Role::King);
    const BLACK_ROOK: Piece = Piece::new(Color::Black, Role::Rook);

    #[test]
    fn mailbox_and_bitboards_tell_the_same() {
        let mut board = Board::EMPTY;
        board.put(Square::E4, WHITE_KING);
        board.put(Square::E8, BLACK_ROOK);
        assert_eq!(board.piece_at(Square::E4), Some(WHITE_KING));
        assert_eq!(board.king(Color::White), Square::E4);
        assert_eq!(board.pieces(Color::Black, Role::Rook).single(), Some(Square::E8));
        assert_eq!(board.attackers(Square::E5, board.occupied()).count(), 2);
        assert_eq!(board.rank_cells(Rank::FOURTH), u64::from(Cell::of(WHITE_KING).0) << 32);

        board.put(Square::E4, BLACK_ROOK);
        assert_eq!(board.color(Color::White), Bitboard::EMPTY);
        assert_eq!(board.remove(Square::E4), Some(BLACK_ROOK));
        assert_eq!(board.remove(Square::E8), Some(BLACK_ROOK));
        assert_eq!(board.remove(Square::E8), None);
        assert_eq!(board, Board::EMPTY);
    }

    #[test]
    fn a_shift_taken_back_leaves_no_trace() {
        let mut board = Board::EMPTY;
        board.put(Square::A1, WHITE_KING);
        board.put(Square::B2, BLACK_ROOK);
        for to in [Square::B2, Square::B1] {
            let before = board.clone();
            let captured = board.shift(Square::A1, to);
            assert!(!board.occupied().contains(Square::A1));
            board.unshift(Square::A1, to, captured);
            assert_eq!(board, before, "{to}");
        }
    }

    #[test]
    fn every_piece_reads_back_from_its_cell() {
        let mut slots = std::collections::HashSet::from([Cell::EMPTY.slot()]);
        for role in Role::ALL {
            for color in Color::ALL {
                let piece = Piece::new(color, role);
                assert_eq!(Cell::of(piece).piece(), Some(piece));
                assert!(Cell::of(piece).is_role(role));
                assert_eq!(Cell::of(piece).color_index(), color.index());
            }
            assert!(slots.insert(Cell::of(Piece::new(Color::White, role)).slot()));
        }
        assert_eq!(Cell::EMPTY.piece(), None);
    }
}
