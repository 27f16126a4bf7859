//! SAN against an independent writer built on cozy-chess, and every mechanical misspelling of a
//! legal move read back as that move, over seeded random games from all start arrays.

use plydex::chess::notation::{self, MoveErrorKind, san, uci};
use plydex::chess::{Move, MoveKind, Position, Role, Variant};

const GAMES: u16 = 60;
const PLIES: usize = 120;

/// xorshift64*: the same games in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % limit
    }
}

/// Calls `check` with every position of random games; standard and Chess960 starts take turns.
fn for_each_position(seed: u64, mut check: impl FnMut(&Position, &cozy_chess::Board, &mut Random)) {
    let mut random = Random(seed);
    for game in 0..GAMES {
        let number = if game % 2 == 0 { 518 } else { random.below(960) as u16 };
        let mut position = match number {
            518 => Position::start(),
            number => Position::chess960(number).expect("a number below 960"),
        };
        let mut board = cozy_chess::Board::chess960_startpos(number.into());
        for _ in 0..PLIES {
            check(&position, &board, &mut random);
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[random.below(legal.len())];
            board.play(cozy_move(mv));
            position.play(mv);
        }
    }
}

fn cozy_move(mv: Move) -> cozy_chess::Move {
    let mut text = format!("{}{}", mv.from, mv.to);
    text.extend(mv.promotion().map(|role| char::from(role.letter().to_ascii_lowercase())));
    text.parse().expect("coordinates")
}

fn san_of(position: &Position, mv: Move) -> String {
    let mut out = Vec::new();
    san::write(position, mv, &mut out);
    let mut after = position.clone();
    after.play(mv);
    san::write_mark(&after, &mut out);
    String::from_utf8(out).expect("SAN is ASCII")
}

/// SAN as slowly as it may be: the legal moves filtered, the move played for its mark.
fn naive_san(board: &cozy_chess::Board, mv: cozy_chess::Move) -> String {
    let us = board.side_to_move();
    let piece = board.piece_on(mv.from).expect("a piece moves");
    let mut san = String::new();
    if board.color_on(mv.to) == Some(us) {
        san.push_str(if mv.to.file() > mv.from.file() { "O-O" } else { "O-O-O" });
    } else {
        let en_passant = piece == cozy_chess::Piece::Pawn && mv.from.file() != mv.to.file();
        let capture = en_passant || board.color_on(mv.to).is_some();
        let (file, rank) = (mv.from.file().to_string(), mv.from.rank().to_string());
        if piece == cozy_chess::Piece::Pawn {
            san.push_str(if capture { &file } else { "" });
        } else {
            san.push_str(&piece.to_string().to_uppercase());
            let mut rivals = Vec::new();
            board.generate_moves(|moves| {
                let same = moves.piece == piece && moves.from != mv.from;
                rivals.extend(moves.into_iter().filter(|rival| same && rival.to == mv.to).map(|rival| rival.from));
                false
            });
            let on_file = rivals.iter().any(|from| from.file() == mv.from.file());
            let on_rank = rivals.iter().any(|from| from.rank() == mv.from.rank());
            match (rivals.is_empty(), on_file, on_rank) {
                (true, _, _) => {}
                (_, false, _) => san.push_str(&file),
                (_, true, false) => san.push_str(&rank),
                (_, true, true) => san.push_str(&(file + &rank)),
            }
        }
        san.push_str(if capture { "x" } else { "" });
        san.push_str(&mv.to.to_string());
        if let Some(promotion) = mv.promotion {
            san.push_str(&format!("={}", promotion.to_string().to_uppercase()));
        }
    }
    let mut after = board.clone();
    after.play(mv);
    if !after.checkers().is_empty() {
        san.push(if after.status() == cozy_chess::GameStatus::Won { '#' } else { '+' });
    }
    san
}

#[test]
fn san_equals_that_of_another_writer_and_reads_back() {
    let mut count = 0;
    for_each_position(1, |position, board, _| {
        for &mv in position.legal_moves().iter() {
            let san = san_of(position, mv);
            assert_eq!(san, naive_san(board, cozy_move(mv)), "{mv:?} in {board}");
            let read = notation::read(position, san.as_bytes());
            assert_eq!(read.map(|read| read.mv), Ok(mv), "{san} in {board}");
            count += 1;
        }
    });
    assert!(count > 50_000, "{count} moves");
}

/// Spellings that name the move as exactly as SAN does.
fn exact_spellings(position: &Position, mv: Move) -> Vec<String> {
    let san = san_of(position, mv);
    let san = san.trim_end_matches(['+', '#']);
    let mut coordinates = Vec::new();
    uci::write(position, mv, &mut coordinates);
    let mut texts = vec![String::from_utf8(coordinates).expect("UCI is ASCII")];
    if let MoveKind::Castle(_) = mv.kind {
        for (o, dash) in [("0", "-"), ("o", "-"), ("O", ""), ("0", ""), ("0", "–"), ("O", "—"), ("О", "-")] {
            texts.push(san.replace('-', dash).replace('O', o));
        }
        texts.push(format!("{}{}", mv.from, mv.to));
        texts.push(format!("K{}-{}", mv.from, mv.to));
        return texts;
    }
    let role = position.board().role_at(mv.from).expect("a piece moves");
    let letter = if role == Role::Pawn { String::new() } else { char::from(role.letter()).to_string() };
    let promotion = mv.promotion().map_or(String::new(), |role| format!("={}", char::from(role.letter())));
    let capture = san.contains('x');
    let (from, to) = (mv.from, mv.to);
    for sign in if capture { &["x", ":", "×", "", "-"][..] } else { &["-", "", "–"] } {
        texts.push(format!("{letter}{from}{sign}{to}{promotion}"));
        texts.push(format!("{letter}{from}{sign}{to}{promotion}").to_uppercase());
    }
    for mark in [".", "+", "†", "ch", " dis ch", "++", "#", "mate", "x", "‡"] {
        texts.push(format!("{san}{mark}"));
    }
    if capture {
        texts.extend(["", ":", "×", "X"].map(|sign| san.replace('x', sign)));
        texts.push(format!("{}:", san.replace('x', "")));
    }
    if mv.kind == MoveKind::EnPassant {
        texts.extend(["ep", " e.p.", "e.p.+"].map(|suffix| format!("{san}{suffix}")));
    }
    if role == Role::Pawn {
        texts.extend(["P", "P-", "p"].map(|pawn| format!("{pawn}{san}")));
    }
    if let Some(role) = mv.promotion() {
        let (body, _) = san.split_once('=').expect("a promotion");
        let (upper, lower) = (char::from(role.letter()), char::from(role.letter().to_ascii_lowercase()));
        texts.extend([format!("{body}{upper}"), format!("{body}({upper})"), format!("{body}/{upper}")]);
        texts.extend([format!("{body}={lower}"), format!("{body}=({upper})"), format!("{body} ={upper}")]);
    }
    if !matches!(role, Role::Pawn | Role::Bishop) {
        texts.push(format!("{}{}", letter.to_lowercase(), &san[1..]));
    }
    texts
}

/// Spellings that say less than SAN: they may be ambiguous, or be meant for a pawn.
fn loose_spellings(position: &Position, mv: Move) -> Vec<String> {
    let san = san_of(position, mv);
    let san = san.trim_end_matches(['+', '#']);
    if let MoveKind::Castle(_) = mv.kind {
        return Vec::new();
    }
    let mut texts = vec![san.to_uppercase()];
    let (from, to) = (mv.from, mv.to);
    let role = position.board().role_at(from).expect("a piece moves");
    let (file, rank) = (char::from(from.file().letter()), char::from(from.rank().digit()));
    if role == Role::Pawn {
        if from.file() != to.file() {
            let promotion = mv.promotion().map_or(String::new(), |role| format!("={}", char::from(role.letter())));
            let to_file = char::from(to.file().letter());
            texts.push(format!("{file}{to_file}{promotion}"));
            texts.push(format!("{file}x{to_file}{promotion}"));
            texts.push(format!("Px{to}{promotion}"));
        }
    } else {
        let letter = char::from(role.letter());
        texts.push(format!("{letter}{to}"));
        texts.push(format!("{letter}{file}{to}"));
        texts.push(format!("{letter}{rank}{to}"));
        texts.push(format!("{letter}{file}-{to}"));
        texts.push(format!("{letter}-{to}"));
    }
    texts
}

#[test]
fn every_exact_spelling_of_a_legal_move_is_read_as_that_move() {
    for_each_position(2, |position, board, random| {
        let legal = position.legal_moves();
        for _ in 0..legal.len().min(6) {
            let mv = legal[random.below(legal.len())];
            for text in exact_spellings(position, mv) {
                let read = notation::read(position, text.as_bytes()).map(|read| read.mv);
                // In capitals a file may be a piece letter: `B1C3`.
                let capital_b =
                    text.starts_with('B') && read.is_err_and(|error| error.kind() == MoveErrorKind::Ambiguous);
                assert!(read == Ok(mv) || capital_b, "{text} in {board}: {read:?}, not {mv:?}");
            }
        }
    });
}

#[test]
fn a_loose_spelling_is_read_as_its_move_or_is_ambiguous() {
    let mut ambiguous = 0;
    for_each_position(3, |position, board, random| {
        let legal = position.legal_moves();
        for _ in 0..legal.len().min(6) {
            let mv = legal[random.below(legal.len())];
            for text in loose_spellings(position, mv) {
                match notation::read(position, text.as_bytes()) {
                    Ok(read) => assert_eq!(read.mv, mv, "{text} in {board}"),
                    Err(error) => {
                        assert_eq!(error.kind(), MoveErrorKind::Ambiguous, "{text} in {board}: {error}");
                        ambiguous += 1;
                    }
                }
            }
        }
    });
    assert!(ambiguous > 0);
}

/// A word of move-like parts, most of them no legal move.
fn random_word(random: &mut Random) -> String {
    let mut word = String::new();
    let mut part = |parts: &[&str]| word.push_str(parts[random.below(parts.len())]);
    let files = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let ranks = ["1", "2", "3", "4", "5", "6", "7", "8"];
    part(&["", "", "N", "B", "R", "Q", "K", "b", "n", "P", "S", "L"]);
    part(&[&files[..], &[""; 16]].concat());
    part(&[&ranks[..], &[""; 16]].concat());
    part(&["", "", "x", "-", ":"]);
    part(&[&files[..], &[""; 1]].concat());
    part(&[&ranks[..], &[""; 1]].concat());
    part(&["", "", "", "=Q", "n", "+", "ep"]);
    word
}

#[test]
fn a_random_word_is_read_as_a_legal_move_that_it_names_or_not_at_all() {
    let mut read_moves = 0;
    for_each_position(4, |position, board, random| {
        let legal = position.legal_moves();
        for _ in 0..20 {
            let text = random_word(random);
            let Ok(read) = notation::read(position, text.as_bytes()) else {
                continue;
            };
            read_moves += 1;
            let place = format!("{text} in {board} read as {:?}", read.mv);
            assert!(read.mv.kind == MoveKind::Null || legal.contains(&read.mv), "{place}");
            assert!(!text.starts_with(['S', 'L']), "{place}");
            let role = position.board().role_at(read.mv.from).expect("a piece moves");
            // `B3` and `BXC3` in capitals may be pawn moves; `Bxc3` may not.
            let lower_case = text.contains(|char| ('a'..='h').contains(&char));
            if let Some(named) = text.bytes().next().and_then(Role::from_letter) {
                assert!(named == role || !lower_case, "{place}");
            }
            if !matches!(read.mv.kind, MoveKind::Castle(_)) {
                let to = read.mv.to.to_string();
                let minimal = role == Role::Pawn && !text.contains(&to);
                assert!(text.contains(&to) || minimal, "{place}");
            }
        }
    });
    assert!(read_moves > 1000, "{read_moves} words read");
}

#[test]
fn uci_reads_back_and_castles_as_the_variant_has_it() {
    for_each_position(5, |position, board, _| {
        for &mv in position.legal_moves().iter() {
            let mut text = Vec::new();
            uci::write(position, mv, &mut text);
            assert_eq!(uci::read(position, &text), Ok(mv), "{mv:?} in {board}");
            if position.variant() == Variant::Chess960 {
                assert_eq!(text, cozy_move(mv).to_string().as_bytes(), "{mv:?} in {board}");
            }
        }
    });
}
