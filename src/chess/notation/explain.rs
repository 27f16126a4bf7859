//! Works out why a reading fits no legal move. Runs only when there is an error to report.

use crate::chess::notation::pattern::{Pattern, Reading, Shape};
use crate::chess::notation::reason::{OriginHint, Target};
use crate::chess::notation::resolve::behind;
use crate::chess::notation::{MoveError, Reason};
use crate::chess::{Bitboard, CastlingSide, File, Move, MoveKind, Position, Rank, Role, Square, attacks};

/// The error of a word whose best reading is `reading`, where no reading is legal.
pub(super) fn explain(position: &Position, reading: &Reading) -> MoveError {
    let turn = position.turn();
    match reading.shape {
        Shape::Drop => MoveError::DROP,
        Shape::Null => MoveError::illegal_null(turn),
        Shape::Castle(_) | Shape::Move(_) if position.is_checkmate() => MoveError::illegal(Reason::Checkmated(turn)),
        Shape::Castle(_) | Shape::Move(_) if position.is_stalemate() => MoveError::illegal(Reason::Stalemated(turn)),
        Shape::Castle(side) => MoveError::illegal(castling(position, side)),
        Shape::Move(pattern) => MoveError::illegal(piece_move(position, &pattern)),
    }
}

fn castling(position: &Position, side: CastlingSide) -> Reason {
    let us = position.turn();
    let board = position.board();
    let Some(rook) = position.castling().rook(us, side) else {
        return Reason::NoCastlingRight;
    };
    if position.in_check() {
        return Reason::CastlingOutOfCheck;
    }
    let king = board.king(us);
    let others = board.occupied().without(king).without(rook);
    let king_path = path(king, side.king_to(us));
    if (others & (king_path | path(rook, side.rook_to(us)))).any() {
        return Reason::CastlingBlocked;
    }
    let attacked = |square| (board.attackers(square, others) & board.color(!us)).any();
    if king_path.without(side.king_to(us)).into_iter().any(attacked) {
        return Reason::CastlingThroughCheck;
    }
    Reason::CastlingIntoCheck(side)
}

/// The squares from `from` to `to`, the last one included.
fn path(from: Square, to: Square) -> Bitboard {
    attacks::between(from, to).with(to)
}

fn piece_move(position: &Position, pattern: &Pattern) -> Reason {
    let us = position.turn();
    let board = position.board();
    let Some(role) = pattern.role.or_else(|| role_at(position, pattern.origin)) else {
        let square = pattern.origin.first().unwrap_or(Square::A1);
        return Reason::NothingThere(us, square);
    };
    if pattern.promotion.is_some() && (pattern.target & us.promotion_rank().bitboard()).is_empty() {
        return Reason::PromotionRank;
    }
    let Some(to) = pattern.target.single() else {
        return minimal_capture(position, pattern);
    };
    let target = Target::Square(to);
    let movers = board.pieces(us, role) & pattern.origin;
    if movers.is_empty() && hint(role, pattern) != OriginHint::Anywhere {
        return Reason::NoPieceOn(us, role, hint(role, pattern));
    }
    let reaching = reaching(position, role, movers, to);
    if reaching.is_empty() {
        return out_of_reach(position, role, movers, to);
    }
    if board.color(us).contains(to) {
        return Reason::Occupied(to);
    }
    let en_passant = role == Role::Pawn && position.ep_square() == Some(to);
    let diagonal = role == Role::Pawn && reaching.into_iter().all(|from| from.file() != to.file());
    if (pattern.capture || diagonal) && !board.occupied().contains(to) && !en_passant {
        return Reason::NothingToCapture(target);
    }
    unsafe_move(position, role, reaching, to, pattern)
}

/// The role of the piece that coordinates start from.
fn role_at(position: &Position, origin: Bitboard) -> Option<Role> {
    let piece = position.board().piece_at(origin.single()?)?;
    (piece.color == position.turn()).then_some(piece.role)
}

/// What the text says of the origin. A pawn's own file is no hint: every pawn move has it.
fn hint(role: Role, pattern: &Pattern) -> OriginHint {
    if let Some(square) = pattern.origin.single() {
        return OriginHint::Square(square);
    }
    let is_file = |file: &File| file.bitboard() == pattern.origin;
    let is_rank = |rank: &Rank| rank.bitboard() == pattern.origin;
    if let Some(file) = File::ALL.into_iter().find(is_file) {
        let own_file = role == Role::Pawn && (pattern.target & pattern.origin).any();
        return if own_file { OriginHint::Anywhere } else { OriginHint::File(file) };
    }
    Rank::ALL.into_iter().find(is_rank).map_or(OriginHint::Anywhere, OriginHint::Rank)
}

/// The movers that would reach `to` if it were free to be gone to and no king in danger.
fn reaching(position: &Position, role: Role, movers: Bitboard, to: Square) -> Bitboard {
    let us = position.turn();
    let occupied = position.board().occupied();
    if role != Role::Pawn {
        return movers & attacks::of(role, to, occupied);
    }
    let taking = movers & attacks::pawn(!us, to);
    let stepping = match behind(us, to) {
        _ if occupied.contains(to) => Bitboard::EMPTY,
        Some(one) if occupied.contains(one) => movers & one.bitboard(),
        _ => movers & step_origins(position, to),
    };
    taking | stepping
}

/// Where pawns come from that step to `to`, by one step or two.
fn step_origins(position: &Position, to: Square) -> Bitboard {
    let us = position.turn();
    let one = behind(us, to);
    let two = one.and_then(|one| behind(us, one)).filter(|two| two.rank() == us.pawn_rank());
    one.into_iter().chain(two).map(Square::bitboard).fold(Bitboard::EMPTY, |a, b| a | b)
}

/// Nobody reaches `to`: one piece might on an empty board, or none.
fn out_of_reach(position: &Position, role: Role, movers: Bitboard, to: Square) -> Reason {
    let us = position.turn();
    let on_empty_board = match role {
        Role::Pawn => movers & step_origins(position, to),
        role => movers & attacks::of(role, to, Bitboard::EMPTY),
    };
    match on_empty_board.single() {
        Some(from) => Reason::Blocked(role, from),
        None if role == Role::King && is_castling_step(movers, us.back_rank(), to) => castling(position, side_of(to)),
        None => Reason::CannotReach(us, role, Target::Square(to)),
    }
}

/// The king's two steps, `e1g1`: only castling can have been meant.
fn is_castling_step(king: Bitboard, back_rank: Rank, to: Square) -> bool {
    king == Square::new(File::E, back_rank).bitboard()
        && to.rank() == back_rank
        && matches!(to.file(), File::C | File::G)
}

fn side_of(to: Square) -> CastlingSide {
    if to.file() == File::G { CastlingSide::King } else { CastlingSide::Queen }
}

/// `ed`: some pawn on the file, and no capture on the next.
fn minimal_capture(position: &Position, pattern: &Pattern) -> Reason {
    let us = position.turn();
    let board = position.board();
    let pawns = board.pieces(us, Role::Pawn) & pattern.origin;
    let file = pattern.target.first().unwrap_or(Square::A1).file();
    if pawns.is_empty() {
        return Reason::NoPieceOn(us, Role::Pawn, hint(Role::Pawn, pattern));
    }
    let takes = |from: Square| attacks::pawn(us, from) & pattern.target & board.color(!us);
    match pawns.into_iter().find(|&from| takes(from).any()) {
        Some(from) if position.in_check() || takes(from).is_empty() => Reason::InCheck(us),
        Some(from) => Reason::Pinned(Role::Pawn, from),
        None => Reason::NothingToCapture(Target::File(file)),
    }
}

/// The move is possible but for the mover's king, or for a word in the text.
fn unsafe_move(position: &Position, role: Role, reaching: Bitboard, to: Square, pattern: &Pattern) -> Reason {
    let us = position.turn();
    if role == Role::King {
        return Reason::KingAttacked(to);
    }
    if position.in_check() {
        return Reason::InCheck(us);
    }
    let empty = !position.board().occupied().contains(to);
    let is_capture = |from: Square| role == Role::Pawn && from.file() != to.file();
    let kind = |from| match is_capture(from) && empty {
        true => MoveKind::EnPassant,
        false => MoveKind::Normal,
    };
    let in_danger = |&from: &Square| !position.is_safe(Move { from, to, kind: kind(from) });
    let Some(from) = reaching.into_iter().find(in_danger) else {
        return match pattern.en_passant {
            true => Reason::NotEnPassant,
            false => Reason::CannotReach(us, role, Target::Square(to)),
        };
    };
    match kind(from) {
        MoveKind::EnPassant => Reason::UncoversKing,
        _ => Reason::Pinned(role, from),
    }
}

#[cfg(test)]
mod tests {
    use crate::chess::notation::read;
    use crate::chess::notation::tests::{PROMOTION, position};

    #[test]
    fn the_reason_says_what_stands_in_the_way() {
        let italian = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
        let pinned = "rnbqk2r/pppp1ppp/4pn2/8/1b1P4/2N1P3/PPP2PPP/R1BQKBNR w KQkq - 0 4";
        for (fen, text, reason) in [
            ("start", "Nf4", "no white knight can reach f4"),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e4", "no black pawn can reach e4"),
            ("start", "Nbf3", "no white knight can reach f3"),
            ("start", "Ncf3", "there is no white knight on the c-file"),
            ("start", "N2f3", "there is no white knight on rank 2"),
            ("start", "Ng2f3", "there is no white knight on g2"),
            ("start", "e3e4", "no white piece on e3"),
            ("start", "e7e5", "no white piece on e7"),
            ("start", "Bf1b5", "the bishop on f1 is blocked"),
            ("start", "Bb5", "the bishop on f1 is blocked"),
            ("start", "Ra1", "the rook on h1 is blocked"),
            ("start", "Ra2", "a2 is occupied"),
            ("start", "e5", "no white pawn can reach e5"),
            ("start", "e4=Q", "a pawn is promoted on the last rank only"),
            ("start", "exd3", "nothing to capture on d3"),
            ("start", "ed", "nothing to capture on the d-file"),
            ("start", "Nxf3", "nothing to capture on f3"),
            ("start", "0-0", "a piece stands in the way of castling"),
            ("start", "N@f3", "there are no drops in this game"),
            ("start", "Sf3", "it has no form of a move"),
            ("4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e4", "the pawn on e2 is blocked"),
            (italian, "axb3", "nothing to capture on b3"),
            (italian, "exf5", "nothing to capture on f5"),
            (italian, "Nd4 ep", "it is no capture en passant"),
            (pinned, "Nce2", "the knight on c3 is pinned"),
            (pinned, "Nb5", "the knight on c3 is pinned"),
            ("7k/8/8/8/8/5N2/8/1N5K w - - 0 1", "Nd2", "b1 and f3"),
            ("7k/8/8/8/4N3/8/N3N3/7K w - - 0 1", "Nc3", "a2, e2 and e4"),
            (PROMOTION, "e8", "the promotion piece is missing"),
            ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "--", "white is in check"),
            ("4k3/8/8/8/8/8/P3r3/4K3 w - - 0 1", "a3", "white is in check"),
            ("4k3/8/8/8/8/8/3r4/K7 w - - 0 1", "Kb2", "the king would be in check on b2"),
            ("8/8/8/K1Pp3r/8/8/8/4k3 w - d6 0 2", "cxd6", "the capture uncovers the king"),
            ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "a3", "white is checkmated"),
            ("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", "Kg8", "black is stalemated"),
            ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "castling through check"),
            ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "Kc1", "the king has moved or the rook is gone"),
            ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "Kf1", "the king would be in check on f1"),
            ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "castling through check"),
            ("4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "castling into check"),
            ("4k3/4r3/8/8/8/8/8/4K2R w K - 0 1", "O-O", "castling out of check"),
            ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", "the king has moved or the rook is gone"),
            ("k7/8/8/8/8/8/8/qRK5 w Q - 0 1", "O-O-O", "castling into check"),
        ] {
            let text_of = read(&position(fen), text.as_bytes()).map_err(|error| error.to_string());
            let found = match text_of {
                Err(found) => found,
                Ok(read) => format!("read as {:?}", read.mv),
            };
            assert_eq!(found, reason, "{text} in {fen}");
        }
    }
}
