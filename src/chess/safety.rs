//! Whether a move leaves its own king safe: pins, checks, castling and en passant.
//!
//! Takes pseudo-legal moves, tells the legal ones. Making lists of moves is left to `movegen`.

use super::{Bitboard, CastlingSide, Move, MoveKind, Position, Role, Square, attacks};

impl Position {
    /// Whether a pseudo-legal move leaves the mover's king unattacked. A castling move must be
    /// legal altogether; the null move must not be out of check.
    #[inline(always)]
    pub fn is_safe(&self, mv: Move) -> bool {
        let king = self.board.king(self.turn);
        // Most moves need no more than this.
        let plain = (mv.from != king) & matches!(mv.kind, MoveKind::Normal | MoveKind::Promotion(_));
        (plain && !self.may_expose(king, mv.from)) || self.is_safe_by_looking(mv, king)
    }

    /// Whether it must be looked at more closely that a piece leaves its square, the king's apart:
    /// the king is in check, or stands on a line with the square and a slider.
    #[inline(always)]
    fn may_expose(&self, king: Square, from: Square) -> bool {
        self.in_check() | self.may_uncover(!self.turn, king, from.bitboard())
    }

    #[inline(never)]
    fn is_safe_by_looking(&self, mv: Move, king: Square) -> bool {
        let occupied = self.board.occupied();
        let Move { from, to, kind } = mv;
        match kind {
            MoveKind::Null => !self.in_check(),
            MoveKind::Castle(side) => self.castle_move(side) == Some(mv),
            MoveKind::EnPassant => {
                let taken = Square::new(to.file(), from.rank());
                let after = occupied.without(from).without(taken).with(to);
                !self.attacked(king, after, taken.into())
            }
            MoveKind::Normal | MoveKind::Promotion(_) if from == king => {
                !self.attacked(to, occupied.without(king), to.into())
            }
            MoveKind::Normal | MoveKind::Promotion(_) => {
                let after = occupied.without(from).with(to);
                if self.in_check() {
                    return !self.attacked(king, after, to.into());
                }
                let sliders = self.sliders_at(!self.turn, king).without(to);
                sliders.into_iter().all(|slider| (attacks::between(slider, king) & after).any())
            }
        }
    }

    /// The castling move to a side, if it is fully legal now.
    ///
    /// ```
    /// use plydex::chess::{CastlingSide, Position};
    /// let position = Position::from_fen(b"4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1")?;
    /// assert!(position.castle_move(CastlingSide::King).is_none()); // through check
    /// assert!(position.castle_move(CastlingSide::Queen).is_some());
    /// # Ok::<_, plydex::chess::FenError>(())
    /// ```
    pub fn castle_move(&self, side: CastlingSide) -> Option<Move> {
        let us = self.turn;
        let rook = self.castling.rook(us, side)?;
        if self.in_check() {
            return None;
        }
        let king = self.board.king(us);
        let (king_to, rook_to) = (side.king_to(us), side.rook_to(us));
        let others = self.board.occupied().without(king).without(rook);
        let king_path = attacks::between(king, king_to).with(king_to);
        let rook_path = attacks::between(rook, rook_to).with(rook_to);
        if (others & (king_path | rook_path)).any() {
            return None;
        }
        let lifted = others.with(rook);
        if king_path.into_iter().any(|square| self.attacked(square, lifted, Bitboard::EMPTY)) {
            return None;
        }
        // In Chess960 the rook may have shielded the king: king c1, rook b1, attacker a1.
        if self.attacked(king_to, others.with(rook_to), Bitboard::EMPTY) {
            return None;
        }
        Some(Move { from: king, to: rook, kind: MoveKind::Castle(side) })
    }

    /// The square of a pawn that has just made a double step, if taking it is legal.
    #[inline]
    pub fn legal_ep_square(&self) -> Option<Square> {
        let to = self.ep_square?;
        self.ep_origins(to)
            .into_iter()
            .any(|from| self.is_safe(Move { from, to, kind: MoveKind::EnPassant }))
            .then_some(to)
    }

    /// The square of a pawn that has just made a double step, if a pawn stands ready to take it,
    /// even a pinned one.
    #[inline]
    pub fn xfen_ep_square(&self) -> Option<Square> {
        self.ep_square.filter(|&to| self.ep_origins(to).any())
    }

    /// The pawns that may take en passant on this square.
    #[inline]
    pub(super) fn ep_origins(&self, to: Square) -> Bitboard {
        attacks::pawn(!self.turn, to) & self.board.pieces(self.turn, Role::Pawn)
    }

    /// The own pieces that alone stand between their king and a slider.
    pub(super) fn pinned(&self, king: Square) -> Bitboard {
        let board = &self.board;
        let them = !self.turn;
        let snipers = self.sliders_at(them, king);
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers {
            let blockers = attacks::between(king, sniper) & board.occupied();
            if !blockers.more_than_one() {
                pinned |= blockers & board.color(self.turn);
            }
        }
        pinned
    }

    /// Whether the side not to move attacks a square, with other squares occupied than now and
    /// some of its pieces gone.
    pub(super) fn attacked(&self, square: Square, occupied: Bitboard, gone: Bitboard) -> bool {
        let them = !self.turn;
        (self.board.attackers(square, occupied) & self.board.color(them) & !gone).any()
    }
}
