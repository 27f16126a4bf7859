//! Writes a move as standard SAN.
//!
//! The mark is apart from the body: it belongs to the position after the move, which whoever
//! replays a game has anyway.

use crate::chess::{CastlingSide, Move, MoveKind, Position, Role, attacks};

/// Appends a legal move as standard SAN without its check mark; see [`write_mark`].
///
/// A hint of origin is given only against rivals that may legally go there too: the file if it
/// decides, else the rank, else both. A null move is `--`.
pub fn write(position: &Position, mv: Move, out: &mut Vec<u8>) {
    match mv.kind {
        MoveKind::Null => return out.extend_from_slice(b"--"),
        MoveKind::Castle(CastlingSide::King) => return out.extend_from_slice(b"O-O"),
        MoveKind::Castle(CastlingSide::Queen) => return out.extend_from_slice(b"O-O-O"),
        MoveKind::Normal | MoveKind::EnPassant | MoveKind::Promotion(_) => {}
    }
    let board = position.board();
    let (from, to) = (mv.from, mv.to);
    let capture = mv.kind == MoveKind::EnPassant || board.occupied().contains(to);
    let role = board.role_at(from).unwrap_or(Role::Pawn);
    if role == Role::Pawn {
        if capture {
            out.push(from.file().letter());
        }
    } else {
        out.push(role.letter());
        write_origin(position, role, mv, out);
    }
    if capture {
        out.push(b'x');
    }
    to.write(out);
    if let MoveKind::Promotion(role) = mv.kind {
        out.extend_from_slice(&[b'=', role.letter()]);
    }
}

fn write_origin(position: &Position, role: Role, mv: Move, out: &mut Vec<u8>) {
    let board = position.board();
    let (from, to) = (mv.from, mv.to);
    let pieces = board.pieces(position.turn(), role).without(from);
    let mut rivals = pieces & attacks::of(role, to, board.occupied());
    if rivals.is_empty() {
        return;
    }
    for rival in rivals {
        if !position.is_safe(Move::normal(rival, to)) {
            rivals = rivals.without(rival);
        }
    }
    if rivals.is_empty() {
        return;
    }
    let file_decides = (rivals & from.file().bitboard()).is_empty();
    let rank_decides = (rivals & from.rank().bitboard()).is_empty();
    if file_decides || !rank_decides {
        out.push(from.file().letter());
    }
    if !file_decides {
        out.push(from.rank().digit());
    }
}

/// Appends `+` or `#` if the side to move in `after` is in check or mated.
pub fn write_mark(after: &Position, out: &mut Vec<u8>) {
    if after.in_check() {
        out.push(mark(after));
    }
}

/// The mark of a move that gave check.
pub(crate) fn mark(after: &Position) -> u8 {
    if after.has_legal_move() { b'+' } else { b'#' }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::tests::{CASTLING, PAWNS, PROMOTION, position};
    use crate::chess::notation::uci;

    fn san_of(fen: &str, text: &str) -> String {
        let mut position = position(fen);
        let mv = uci::read(&position, text.as_bytes()).expect(text);
        let mut out = Vec::new();
        write(&position, mv, &mut out);
        position.play(mv);
        write_mark(&position, &mut out);
        String::from_utf8(out).expect("SAN is ASCII")
    }

    #[test]
    fn san_names_the_file_then_the_rank_and_skips_pinned_pieces() {
        for (fen, uci, san) in [
            ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "Nbd2"),
            ("4k3/8/8/8/8/1N6/8/1N2K3 w - - 0 1", "b1d2", "N1d2"),
            ("4kr2/8/8/8/8/5N2/8/1N3K2 w - - 0 1", "b1d2", "Nd2"),
            ("3r3r/k7/8/8/8/8/8/K7 b - - 0 1", "d8f8", "Rdf8"),
            ("7k/8/8/R7/8/8/8/R6K w - - 0 1", "a1a3", "R1a3"),
            ("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"),
            ("8/k7/8/8/4Q2Q/8/8/K3r2Q w - - 0 1", "h4e1", "Qh4xe1"),
            ("7k/8/8/8/4N3/8/N3N3/7K w - - 0 1", "e4c3", "N4c3"),
            ("7k/8/8/8/4N3/8/N3N3/7K w - - 0 1", "e2c3", "Ne2c3"),
            ("3rr1k1/8/8/8/R3R3/8/8/4K3 w - - 0 1", "a4d4", "Rd4"),
            (CASTLING, "e1g1", "O-O"),
            (CASTLING, "e1a1", "O-O-O"),
            (PAWNS, "e5d6", "exd6"),
            (PROMOTION, "e7d8n", "exd8=N"),
            ("6k1/P4ppp/8/8/8/8/8/5K2 w - - 0 1", "a7a8q", "a8=Q#"),
            ("start", "0000", "--"),
        ] {
            assert_eq!(san_of(fen, uci), san, "{uci} in {fen}");
        }
    }
}
