//! A move in 16 bits, as Polyglot packs it.

use crate::chess::{Move, MoveKind, Position, Role};

/// What a pawn becomes, by Polyglot's numbers; 0 is nothing.
const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// The square it goes to in 6 bits, the one it comes from in 6, the promotion in 3; castling is king takes rook, a
/// null move is 0.
pub fn pack(mv: Move) -> i16 {
    if mv.is_null() {
        return 0;
    }
    let promotion = mv.promotion().and_then(|role| PROMOTIONS.iter().position(|&known| known == role));
    (mv.to.index() | mv.from.index() << 6 | promotion.map_or(0, |index| index + 1) << 12) as i16
}

/// The move of this position; none when it has no such move.
pub fn unpack(position: &Position, packed: i16) -> Option<Move> {
    if packed == 0 {
        return Some(Move::NULL);
    }
    position.legal_moves().iter().copied().find(|&mv| pack(mv) == packed && mv.kind != MoveKind::Null)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_of_a_position_comes_back() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/1P6/8/3pP3/8/8/6p1/R3K2R w KQkq d6 0 1",
            "r3k2r/1P6/8/8/3pP3/8/6p1/R3K2R b KQkq e3 0 1",
        ] {
            let position = Position::from_fen(fen.as_bytes()).expect(fen);
            for &mv in &position.legal_moves() {
                assert!(pack(mv) > 0);
                assert_eq!(unpack(&position, pack(mv)), Some(mv), "{fen}");
            }
        }
        // Polyglot's page: e1 to h1 is castling.
        let position = Position::from_fen(b"4k3/8/8/8/8/8/8/4K2R w K - 0 1").expect("a position");
        let castling =
            position.legal_moves().iter().copied().find(|mv| mv.castling_side().is_some()).expect("castling");
        assert_eq!(pack(castling), 4 << 6 | 7);
    }
}
