//! The rules against another implementation, over random games of standard chess and Chess960.

use std::fmt::Write;

use plydex::chess::{
    Bitboard, CastlingLetters, CastlingSide, Color, EnPassant, FenCache, FenStyle, Move, MoveKind, Position, Role,
    Square, Undo, Variant, attacks,
};

/// Sebastiano Vigna's splitmix64, seeded: a failure comes back on the next run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits ^ (bits >> 31)) % bound as u64) as usize
    }
}

const SHREDDER: FenStyle = FenStyle { ep: EnPassant::Always, castling: CastlingLetters::Shredder };
const XFEN: FenStyle = FenStyle { ep: EnPassant::XFen, castling: CastlingLetters::XFen };

fn fen(position: &Position, style: FenStyle) -> String {
    let mut out = Vec::new();
    position.write_fen_styled(style, &mut out);
    String::from_utf8(out).expect("FEN is ASCII")
}

/// A move as text that both sides can make: king takes rook, promotion in lower case.
fn text(mv: Move) -> String {
    let mut text = format!("{}{}", mv.from, mv.to);
    if let Some(role) = mv.promotion() {
        write!(text, "{}", char::from(role.letter().to_ascii_lowercase())).expect("a string");
    }
    text
}

fn oracle_moves(board: &cozy_chess::Board) -> Vec<(String, cozy_chess::Move)> {
    let mut moves = Vec::new();
    board.generate_moves(|of_piece| {
        moves.extend(of_piece.into_iter().map(|mv| (mv.to_string(), mv)));
        false
    });
    moves.sort_by(|a, b| a.0.cmp(&b.0));
    moves
}

/// All pseudo-legal moves but castling and en passant, made without the generator.
fn pseudo_legal(position: &Position) -> Vec<Move> {
    let (board, us) = (position.board(), position.turn());
    let mut moves = Vec::new();
    for from in board.color(us) {
        let role = board.role_at(from).expect("occupied");
        let reached = if role == Role::Pawn {
            let captures = attacks::pawn(us, from) & board.color(!us);
            captures | pawn_steps(us, from, board.occupied())
        } else {
            attacks::of(role, from, board.occupied()) & !board.color(us)
        };
        for to in reached {
            let promotes = role == Role::Pawn && to.rank() == us.promotion_rank();
            let kind = if promotes { MoveKind::Promotion(Role::Queen) } else { MoveKind::Normal };
            moves.push(Move { from, to, kind });
        }
    }
    moves
}

fn pawn_steps(color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    let step = |from: Square| {
        let from = from.index() as u8;
        let to = if color == Color::White { from.checked_add(8) } else { from.checked_sub(8) };
        to.and_then(Square::from_index).filter(|&to| !occupied.contains(to))
    };
    let Some(one) = step(from) else { return Bitboard::EMPTY };
    let two = step(one).filter(|_| from.rank() == color.pawn_rank());
    two.into_iter().fold(one.bitboard(), Bitboard::with)
}

fn compare(position: &Position, oracle: &cozy_chess::Board, cache: &mut FenCache) {
    let shredder = fen(position, SHREDDER);
    assert_eq!(shredder, format!("{oracle:#}"));
    if position.variant() == Variant::Standard {
        assert_eq!(fen(position, FenStyle::default()), oracle.to_string());
    }
    for style in [SHREDDER, XFEN, FenStyle::default()] {
        let mut cached = b"kept ".to_vec();
        cache.write_fen(position, style, &mut cached);
        assert_eq!(cached, [b"kept ", fen(position, style).as_bytes()].concat());
    }

    // Reading the text works out anew what play keeps up: key, checkers, all of it.
    for style in [SHREDDER, FenStyle::default()] {
        let text = fen(position, style);
        let (read, notes) = Position::read_fen(text.as_bytes(), position.variant()).expect(&text);
        assert_eq!(&read, position, "{text}");
        assert_eq!(notes, Default::default(), "{text}");
        assert_eq!(read.hash(), position.hash(), "{text}");
    }

    let legal = position.legal_moves();
    let mut texts: Vec<_> = legal.iter().map(|&mv| text(mv)).collect();
    texts.sort();
    let expected = oracle_moves(oracle);
    assert!(texts.iter().eq(expected.iter().map(|(text, _)| text)), "{shredder}: {texts:?} {expected:?}");

    assert_eq!(position.checkers().0, oracle.checkers().0, "{shredder}");
    assert_eq!(position.has_legal_move(), !expected.is_empty(), "{shredder}");
    assert_eq!(position.is_checkmate(), expected.is_empty() && position.in_check(), "{shredder}");
    assert_eq!(position.is_stalemate(), expected.is_empty() && !position.in_check(), "{shredder}");
    for mv in pseudo_legal(position) {
        assert_eq!(position.is_safe(mv), legal.contains(&mv), "{shredder}: {mv:?}");
    }
    for side in CastlingSide::ALL {
        let listed = legal.iter().copied().find(|mv| mv.castling_side() == Some(side));
        assert_eq!(position.castle_move(side), listed, "{shredder}: {side:?}");
    }
    for &mv in &legal {
        assert!(position.is_safe(mv), "{shredder}: {mv:?}");
    }
    let taken = legal.iter().any(|mv| mv.kind == MoveKind::EnPassant);
    assert_eq!(position.legal_ep_square().is_some(), taken, "{shredder}");
}

fn play_random_game(mut position: Position, mut oracle: cozy_chess::Board, plies: usize, random: &mut Random) {
    let mut played: Vec<(Position, Move, Undo)> = Vec::new();
    let mut cache = FenCache::new();
    for _ in 0..plies {
        compare(&position, &oracle, &mut cache);
        let legal = position.legal_moves();
        // The oracle's clock stops at 100.
        if legal.is_empty() || position.halfmove_clock() == 100 {
            break;
        }
        // Castling, en passant and promotion are rare in random games: take them when they are there.
        let rare: Vec<_> = legal.iter().filter(|mv| mv.kind != MoveKind::Normal).collect();
        let mv = match !rare.is_empty() && random.below(3) == 0 {
            true => *rare[random.below(rare.len())],
            false => legal[random.below(legal.len())],
        };
        let (_, theirs) = oracle_moves(&oracle).into_iter().find(|(name, _)| *name == text(mv)).expect("in both lists");
        let before = position.clone();
        let undo = position.play(mv);
        oracle.play_unchecked(theirs);
        played.push((before, mv, undo));
    }
    for (before, mv, undo) in played.into_iter().rev() {
        position.undo(mv, undo);
        assert_eq!(position, before, "{} {}", fen(&before, SHREDDER), text(mv));
    }
}

#[test]
fn random_standard_games_agree() {
    let mut random = Random(1);
    for _ in 0..200 {
        play_random_game(Position::start(), cozy_chess::Board::default(), 300, &mut random);
    }
}

#[test]
fn random_games_from_every_chess960_start_agree() {
    let mut random = Random(2);
    for number in 0..960 {
        let start = Position::chess960(number).expect("below 960");
        let oracle = cozy_chess::Board::chess960_startpos(u32::from(number));
        play_random_game(start, oracle, 60, &mut random);
    }
}

#[test]
fn random_games_with_a_different_array_a_side_agree() {
    let mut random = Random(3);
    for _ in 0..200 {
        let (white, black) = (random.below(960) as u32, random.below(960) as u32);
        let oracle = cozy_chess::Board::double_chess960_startpos(white, black);
        let text = format!("{oracle:#}");
        let (start, _) = Position::read_fen(text.as_bytes(), Variant::Chess960).expect(&text);
        play_random_game(start, oracle, 60, &mut random);
    }
}

#[test]
fn castling_races_agree() {
    // Nothing but kings, rooks and a few pieces: rights, checks and shields come up all the time.
    let mut random = Random(4);
    let mut games = 0;
    while games < 1000 {
        let text = sparse_castling_fen(&mut random);
        let Ok(oracle) = cozy_chess::Board::from_fen(&text, true) else { continue };
        let (start, notes) = Position::read_fen(text.as_bytes(), Variant::Chess960).expect(&text);
        assert!(!notes.castling_rights, "{text}");
        play_random_game(start, oracle, 20, &mut random);
        games += 1;
    }
}

fn sparse_castling_fen(random: &mut Random) -> String {
    let mut rows = [[b'1'; 8]; 8];
    let mut rights = String::new();
    for (row, king, rook) in [(7, b'K', b'R'), (0, b'k', b'r')] {
        let middle = 1 + random.below(6);
        let queen_side = random.below(middle);
        let king_side = middle + 1 + random.below(7 - middle);
        rows[row][middle] = king;
        for file in [king_side, queen_side] {
            rows[row][file] = rook;
            rights.push(char::from(if rook == b'R' { b'A' } else { b'a' } + file as u8));
        }
    }
    for piece in *b"QqRrBbNnBb" {
        let cell = &mut rows[random.below(8)][random.below(8)];
        if *cell == b'1' && random.below(3) > 0 {
            *cell = piece;
        }
    }
    let placement = rows.map(|row| row.map(char::from).iter().collect::<String>()).join("/");
    let turn = ["w", "b"][random.below(2)];
    format!("{placement} {turn} {rights} - 0 1")
}
