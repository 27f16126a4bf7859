//! The legal moves of a position, all of them or whether there is one.
//!
//! Takes a position, gives legal moves. Reading SAN does without: it looks from the target square
//! and asks `is_safe`.

use std::ops::ControlFlow::{self, Break, Continue};

use super::{Bitboard, CastlingSide, Color, Move, MoveKind, MoveList, Position, Role, Square, attacks};

type Flow = ControlFlow<()>;

impl Position {
    /// All legal moves, in no order to rely on.
    ///
    /// ```
    /// assert_eq!(plydex::chess::Position::start().legal_moves().len(), 20);
    /// ```
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        let _ = self.visit_moves(&mut |mv| {
            moves.push(mv);
            Continue(())
        });
        moves
    }

    /// Whether there is a legal move. Stops at the first one, and looks at the king first.
    pub fn has_legal_move(&self) -> bool {
        self.visit_moves(&mut |_| Break(())).is_break()
    }

    /// Whether the side to move is in check and cannot move.
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && !self.has_legal_move()
    }

    /// Whether the side to move is not in check and cannot move.
    pub fn is_stalemate(&self) -> bool {
        !self.in_check() && !self.has_legal_move()
    }

    fn visit_moves(&self, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        let king = self.board.king(self.turn);
        // A king is never taken, even where a FEN lets it stand in check.
        let own = self.board.color(self.turn).with(self.board.king(!self.turn));
        for to in attacks::king(king) & !own {
            let mv = Move::normal(king, to);
            if self.is_safe(mv) {
                visit(mv)?;
            }
        }
        if self.checkers.more_than_one() {
            return Continue(());
        }
        let targets = match self.checkers.single() {
            Some(checker) => attacks::between(king, checker).with(checker) & !own,
            None => !own,
        };
        let pinned = self.pinned(king);
        self.visit_pieces(king, targets, pinned, visit)?;
        self.visit_pawns(king, targets, pinned, visit)?;
        for mv in CastlingSide::ALL.into_iter().filter_map(|side| self.castle_move(side)) {
            visit(mv)?;
        }
        Continue(())
    }

    fn visit_pieces(
        &self,
        king: Square,
        targets: Bitboard,
        pinned: Bitboard,
        visit: &mut impl FnMut(Move) -> Flow,
    ) -> Flow {
        let occupied = self.board.occupied();
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in self.board.pieces(self.turn, role) {
                let allowed = targets & pin_line(king, from, pinned);
                for to in attacks::of(role, from, occupied) & allowed {
                    visit(Move::normal(from, to))?;
                }
            }
        }
        Continue(())
    }

    fn visit_pawns(
        &self,
        king: Square,
        targets: Bitboard,
        pinned: Bitboard,
        visit: &mut impl FnMut(Move) -> Flow,
    ) -> Flow {
        let us = self.turn;
        let empty = !self.board.occupied();
        let enemies = self.board.color(!us);
        let last = us.promotion_rank().bitboard();
        for from in self.board.pieces(us, Role::Pawn) {
            let step = forward(us, from.bitboard()) & empty;
            let double = match from.rank() == us.pawn_rank() {
                true => forward(us, step) & empty,
                false => Bitboard::EMPTY,
            };
            let reached = step | double | attacks::pawn(us, from) & enemies;
            let reached = reached & targets & pin_line(king, from, pinned);
            for to in reached & !last {
                visit(Move::normal(from, to))?;
            }
            for to in reached & last {
                for role in Role::PROMOTIONS {
                    visit(Move { from, to, kind: MoveKind::Promotion(role) })?;
                }
            }
        }
        let Some(to) = self.ep_square else { return Continue(()) };
        // It may take the checker, which is not on the target square, or bare the king along the
        // rank by lifting two pawns at once: neither targets nor pins tell.
        for from in self.ep_origins(to) {
            let mv = Move { from, to, kind: MoveKind::EnPassant };
            if self.is_safe(mv) {
                visit(mv)?;
            }
        }
        Continue(())
    }
}

#[inline]
fn pin_line(king: Square, from: Square, pinned: Bitboard) -> Bitboard {
    if pinned.contains(from) { attacks::line(king, from) } else { Bitboard::FULL }
}

#[inline]
fn forward(color: Color, squares: Bitboard) -> Bitboard {
    match color {
        Color::White => Bitboard(squares.0 << 8),
        Color::Black => Bitboard(squares.0 >> 8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen.as_bytes()).expect(fen)
    }

    #[test]
    fn a_king_is_never_taken() {
        for text in
            ["4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "8/8/8/8/8/8/3k4/4K3 w - - 0 1", "8/8/8/8/3k4/4P3/8/4K3 w - - 0 1"]
        {
            let position = Position::from_fen(text.as_bytes()).unwrap();
            let king = position.board().king(Color::Black);
            assert!(position.legal_moves().iter().all(|mv| mv.to != king), "{text}");
        }
    }

    #[test]
    fn mate_stalemate_and_neither_are_told_apart() {
        for (fen, mate, stalemate) in [
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", false, true),
            ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", true, false),
            ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", true, false),
            ("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", false, true),
        ] {
            let position = position(fen);
            assert_eq!(position.is_checkmate(), mate, "{fen}");
            assert_eq!(position.is_stalemate(), stalemate, "{fen}");
            assert_eq!(position.has_legal_move(), !position.legal_moves().is_empty(), "{fen}");
        }
    }

    #[test]
    fn en_passant_is_tested_by_the_board_it_leaves() {
        for (why, fen, legal) in [
            ("the plain case", "4k3/8/8/8/2pP4/8/8/4K3 b - d3 0 1", true),
            ("takes the pawn that gives check", "8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 1", true),
            ("pinned along the way it takes", "8/8/1k6/8/3pP3/8/8/4K1B1 b - e3 0 1", true),
            ("pinned on a file", "3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", false),
            ("not on the line", "6k1/8/8/8/3pP3/8/8/B3K3 b - e3 0 1", true),
            ("pinned across the way it takes", "8/6k1/8/8/3pP3/8/8/B3K3 b - e3 0 1", false),
            ("both pawns leave the rank", "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", false),
            ("the taken pawn uncovers a diagonal", "4k3/8/8/1Q6/2pP4/8/8/4K3 b - d3 0 1", false),
            ("no pawn beside", "4k3/8/8/8/3P4/8/8/4K3 b - d3 0 1", false),
        ] {
            let position = position(fen);
            let found = position.legal_moves().iter().any(|mv| mv.kind == MoveKind::EnPassant);
            assert_eq!(found, legal, "{why}: {fen}");
            assert_eq!(position.legal_ep_square().is_some(), legal, "{why}: {fen}");
        }
    }
}
