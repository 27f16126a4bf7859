//! A position, and the moves played in it.
//!
//! Takes legal moves and plays them or takes them back; answers what FEN holds, who gives check
//! and the hash. Which moves are legal is in `safety` and `movegen`, the texts in `fen` and
//! [`notation`](super::notation).

use super::board::Cell;
use super::{Bitboard, Board, Castling, Color, Move, MoveKind, Piece, Role, Square, attacks, zobrist};

/// The rules a game is played by.
// Further variants are added here: a Position is one concrete type, and what differs is asked of
// the variant where it differs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Chess, castling from the e-file with the corner rooks.
    #[default]
    Standard,
    /// Chess960, also called Fischer random: castling from any file.
    Chess960,
}

/// A position that can stand in a game: one king a side, no pawn on the first or last rank, the
/// side not to move not in check.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) board: Board,
    pub(super) castling: Castling,
    /// The key of the placement alone, unless it is not kept.
    pub(super) key: u64,
    pub(super) keeps_key: bool,
    pub(super) checkers: Bitboard,
    pub(super) halfmove_clock: u32,
    pub(super) fullmove_number: u32,
    pub(super) ep_square: Option<Square>,
    pub(super) turn: Color,
    pub(super) variant: Variant,
}

/// What [`Position::undo`] needs to take a move back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Undo {
    castling: Castling,
    halfmove_clock: u32,
    fullmove_number: u32,
    ep_square: Option<Square>,
    captured: Cell,
}

impl Undo {
    /// What the move captured. A pawn taken en passant is not told: the move says so.
    #[inline]
    pub const fn captured(&self) -> Option<Piece> {
        self.captured.piece()
    }
}

/// What follows from the rest, the key and the checkers, is not compared.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        let facts = |position: &Self| {
            (
                position.castling,
                position.halfmove_clock,
                position.fullmove_number,
                position.ep_square,
                position.turn,
                position.variant,
            )
        };
        self.board == other.board && facts(self) == facts(other)
    }
}

impl Eq for Position {}

impl Position {
    /// Piece placement.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    #[inline]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The castling rights.
    #[inline]
    pub const fn castling(&self) -> &Castling {
        &self.castling
    }

    /// The square behind a pawn that has just made a double step, whether it can be taken or not.
    #[inline]
    pub const fn ep_square(&self) -> Option<Square> {
        self.ep_square
    }

    /// Half-moves since a capture or a pawn move.
    #[inline]
    pub const fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// The number of the move to come, counted up after Black's.
    #[inline]
    pub const fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// The rules it is played by.
    #[inline]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Changes the rules; castling rights stay as they are.
    pub const fn set_variant(&mut self, variant: Variant) {
        self.variant = variant;
    }

    /// The pieces that give check.
    #[inline]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    pub const fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// The Zobrist key of placement, turn, castling rights and en passant file, with Polyglot's
    /// numbers.
    ///
    /// ```
    /// assert_eq!(plydex::chess::Position::start().hash(), 0x463b96181691fc9c);
    /// ```
    // Polyglot hashes the en passant file when a pawn stands beside, even a pinned one; ours only
    // when the capture is legal, so that equal positions have equal keys.
    #[inline]
    pub fn hash(&self) -> u64 {
        let key = if self.keeps_key { self.key } else { zobrist::placement(&self.board) };
        let turn = match self.turn {
            Color::White => zobrist::WHITE_TO_MOVE,
            Color::Black => 0,
        };
        let ep = self.legal_ep_square().map_or(0, |square| zobrist::en_passant(square.file()));
        key ^ turn ^ ep ^ zobrist::castling(&self.castling)
    }

    /// Whether the hash is kept up from move to move, as it is unless this is called, or worked out
    /// when it is asked for. It is the same either way.
    pub fn keep_hash(&mut self, keep: bool) {
        self.keeps_key = keep;
        self.refresh();
    }

    /// Plays a legal move.
    ///
    /// A move that is not legal here gives a position of no meaning.
    ///
    /// ```
    /// use plydex::chess::{Move, Position, Square};
    /// let mut position = Position::start();
    /// let e4 = Move::normal(Square::E2, Square::E4);
    /// let undo = position.play(e4);
    /// assert_eq!(position.ep_square(), Some(Square::E3));
    /// position.undo(e4, undo);
    /// assert_eq!(position, Position::start());
    /// ```
    #[inline]
    pub fn play(&mut self, mv: Move) -> Undo {
        let mut undo = Undo::default();
        self.play_noting(mv, &mut undo);
        undo
    }

    /// As [`play`](Position::play), for a caller that keeps the undo in one place. It is written
    /// there field by field: a copy right behind would wait for each of them.
    #[inline(always)]
    pub(crate) fn play_noting(&mut self, mv: Move, undo: &mut Undo) {
        let us = self.turn;
        undo.castling = self.castling;
        undo.halfmove_clock = self.halfmove_clock;
        undo.fullmove_number = self.fullmove_number;
        undo.ep_square = self.ep_square;
        undo.captured = Cell::EMPTY;
        self.ep_square = None;
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.fullmove_number = self.fullmove_number.saturating_add(us as u32);
        self.turn = !us;
        let Move { from, to, kind } = mv;
        // Only squares that are left can open a line to the other king.
        let mut left = from.bitboard();
        match kind {
            MoveKind::Normal => undo.captured = self.play_normal(us, from, to),
            MoveKind::Promotion(role) => {
                undo.captured = self.play_normal(us, from, to);
                self.replace(to, Cell::of(Piece::new(us, role)));
            }
            MoveKind::EnPassant => {
                let taken = Square::new(to.file(), from.rank());
                self.play_normal(us, from, to);
                self.lift(taken);
                left |= taken.bitboard();
            }
            MoveKind::Castle(side) => {
                let king = self.lift(from);
                let rook = self.lift(to);
                self.drop(side.king_to(us), king);
                self.drop(side.rook_to(us), rook);
                self.castling.remove_color(us);
                left = Bitboard::FULL;
            }
            MoveKind::Null => {}
        }
        self.checkers = self.checks_after(us, to, left);
    }

    /// Takes back the move just played.
    #[inline]
    pub fn undo(&mut self, mv: Move, undo: Undo) {
        let us = !self.turn;
        let Move { from, to, kind } = mv;
        match kind {
            MoveKind::Normal => self.board.unshift(from, to, undo.captured),
            MoveKind::Promotion(_) => {
                self.board.set(to, Cell::of(Piece::new(us, Role::Pawn)));
                self.board.unshift(from, to, undo.captured);
            }
            MoveKind::EnPassant => {
                self.board.unshift(from, to, Cell::EMPTY);
                let taken = Square::new(to.file(), from.rank());
                self.board.put(taken, Piece::new(!us, Role::Pawn));
            }
            MoveKind::Castle(side) => {
                self.board.clear(side.king_to(us));
                self.board.clear(side.rook_to(us));
                self.board.put(from, Piece::new(us, Role::King));
                self.board.put(to, Piece::new(us, Role::Rook));
            }
            MoveKind::Null => {}
        }
        self.turn = us;
        self.castling = undo.castling;
        self.halfmove_clock = undo.halfmove_clock;
        self.fullmove_number = undo.fullmove_number;
        self.ep_square = undo.ep_square;
        self.refresh();
    }

    /// One piece from square to square, with its captured piece, clock, rights and key.
    #[inline(always)]
    fn play_normal(&mut self, us: Color, from: Square, to: Square) -> Cell {
        let cell = self.board.cell(from);
        let captured = self.board.shift(from, to);
        if self.keeps_key {
            self.key ^= zobrist::piece(cell, from) ^ zobrist::piece(cell, to) ^ zobrist::piece(captured, to);
        }
        let pawn = cell.is_role(Role::Pawn);
        let quiet = !pawn & (captured == Cell::EMPTY);
        self.halfmove_clock *= u32::from(quiet);
        if pawn && from.index() ^ to.index() == 16 {
            self.ep_square = Some(from.halfway(to));
        }
        let moved = from.bitboard() | to.bitboard();
        let by_king = cell.is_role(Role::King) & !self.castling.is_empty();
        if by_king | (moved & self.castling.rooks()).any() {
            self.castling_after(us, by_king, moved);
        }
        captured
    }

    /// Takes the rights that go with a king's or a rook's first move, or with a rook.
    #[cold]
    #[inline(never)]
    fn castling_after(&mut self, us: Color, by_king: bool, moved: Bitboard) {
        if by_king {
            self.castling.remove_color(us);
        }
        self.castling.remove(moved);
    }

    /// What gives check once `us` has moved something to `to` and left these squares.
    #[inline(always)]
    fn checks_after(&self, us: Color, to: Square, left: Bitboard) -> Bitboard {
        let board = &self.board;
        let king = board.king(!us);
        let pawns = attacks::pawn(!us, king) & board.role(Role::Pawn);
        let knights = attacks::knight(king) & board.role(Role::Knight);
        let mut checkers = (pawns | knights) & board.color(us);
        let sliders = self.sliders_at(us, king);
        if sliders.contains(to) | self.may_uncover(us, king, left) {
            let occupied = board.occupied();
            for slider in sliders {
                if (attacks::between(slider, king) & occupied).is_empty() {
                    checkers |= slider.bitboard();
                }
            }
        }
        checkers
    }

    /// The sliders of a colour that attack a square but for what stands between.
    #[inline(always)]
    pub(super) fn sliders_at(&self, color: Color, square: Square) -> Bitboard {
        attacks::rook_lines(square) & self.board.straight_sliders(color)
            | attacks::bishop_lines(square) & self.board.diagonal_sliders(color)
    }

    /// Whether a slider of this colour may attack a square once these others are left: a quick
    /// look, which says yes now and then where none does, and never no where one does.
    #[inline(always)]
    pub(super) fn may_uncover(&self, color: Color, square: Square, left: Bitboard) -> bool {
        let (straight, diagonal) = (attacks::rook_lines(square), attacks::bishop_lines(square));
        let rooks = straight & self.board.straight_sliders(color);
        let bishops = diagonal & self.board.diagonal_sliders(color);
        ((straight & left).any() & rooks.any()) | ((diagonal & left).any() & bishops.any())
    }

    /// Takes a piece off the board and out of the key.
    #[inline]
    fn lift(&mut self, square: Square) -> Cell {
        let cell = self.board.cell(square);
        self.key ^= zobrist::piece(cell, square);
        self.board.clear(square);
        cell
    }

    /// Puts a piece on an empty square.
    #[inline]
    fn drop(&mut self, square: Square, cell: Cell) {
        self.key ^= zobrist::piece(cell, square);
        self.board.set(square, cell);
    }

    #[inline]
    fn replace(&mut self, square: Square, cell: Cell) {
        self.lift(square);
        self.drop(square, cell);
    }

    /// A position at move 1 with fresh clocks.
    pub(super) fn new(board: Board, turn: Color, castling: Castling, variant: Variant) -> Position {
        let mut position = Position {
            board,
            castling,
            key: 0,
            keeps_key: true,
            checkers: Bitboard::EMPTY,
            halfmove_clock: 0,
            fullmove_number: 1,
            ep_square: None,
            turn,
            variant,
        };
        position.refresh();
        position
    }

    /// Works out what [`Position::play`] keeps up: the key and the checkers.
    pub(super) fn refresh(&mut self) {
        if self.keeps_key {
            self.key = zobrist::placement(&self.board);
        }
        let king = self.board.king(self.turn);
        self.checkers = self.board.attackers(king, self.board.occupied()) & self.board.color(!self.turn);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::CastlingSide;

    #[test]
    fn a_null_move_passes_the_turn_and_takes_back() {
        let text = b"rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 3 7";
        let before = Position::from_fen(text).expect("a position");
        let mut position = before.clone();
        let undo = position.play(Move::NULL);
        let mut fen = Vec::new();
        position.write_fen(&mut fen);
        assert_eq!(fen, b"rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR w KQkq - 4 8");
        position.undo(Move::NULL, undo);
        assert_eq!(position, before);
    }

    #[test]
    fn castling_is_legal_only_with_a_free_and_safe_way() {
        for (why, fen, king_side, queen_side) in [
            ("free", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", true, true),
            ("no rights", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", false, false),
            ("in check", "4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", false, false),
            ("through check", "3rkr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", false, false),
            ("into check", "2r1k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", false, false),
            ("only the rook passes an attacked square", "1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", true, true),
            ("a piece between", "4k3/8/8/8/8/8/8/RN2KB1R w KQ - 0 1", false, false),
            ("the rook shields its king", "k7/8/8/8/8/8/8/qRK5 w Q - 0 1", false, false),
            ("the rook need not move for the king", "k7/8/8/8/8/8/8/1RK5 w Q - 0 1", false, true),
            ("king and rook change places", "k7/8/8/8/8/8/8/5KR1 w K - 0 1", true, false),
        ] {
            let position = Position::from_fen(fen.as_bytes()).expect(fen);
            for (side, legal) in [(CastlingSide::King, king_side), (CastlingSide::Queen, queen_side)] {
                assert_eq!(position.castle_move(side).is_some(), legal, "{why}: {fen} {side:?}");
            }
        }
    }

    #[test]
    fn counters_stop_at_their_end() {
        let text = b"4k3/8/8/8/8/8/8/4K3 b - - 4294967295 4294967295";
        let mut position = Position::from_fen(text).expect("a position");
        position.play(Move::normal(Square::E8, Square::E7));
        assert_eq!(position.halfmove_clock(), u32::MAX);
        assert_eq!(position.fullmove_number(), u32::MAX);
    }
}
