//! Every legal move of seeded random games in every notation and every language that is written:
//! the system it was written in reads it back as the same move.

use plydex::chess::notation::written::{read_back_system, write};
use plydex::chess::notation::{LANGUAGES, Language, NOTATIONS, Written, read_in, san, uses_foreign_letter};
use plydex::chess::{Move, MoveKind, Position, Role};

const GAMES: u16 = 8;
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

/// Calls `check` with every legal move of random games, the position before and the one after;
/// standard and Chess960 starts take turns. A null move is among them where it is one.
fn for_each_move(seed: u64, mut check: impl FnMut(&Position, Move, &Position)) {
    let mut random = Random(seed);
    for game in 0..GAMES {
        let mut position = match game % 2 {
            0 => Position::start(),
            _ => Position::chess960(random.below(960) as u16).expect("a number below 960"),
        };
        for _ in 0..PLIES {
            let legal = position.legal_moves();
            let null = (!position.in_check()).then_some(Move::NULL);
            for mv in legal.iter().copied().chain(null) {
                let mut after = position.clone();
                after.play(mv);
                check(&position, mv, &after);
            }
            if legal.is_empty() {
                break;
            }
            position.play(legal[random.below(legal.len())]);
        }
    }
}

/// Positions that random games seldom come to: promotions, many alike pieces, en passant.
const RARE: &[&str] = &[
    "3n1b2/4P2k/8/8/8/8/8/K7 w - - 0 1",
    "rn2k3/PPPPPPPP/8/8/8/8/8/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/pppppppp/RN2K2R b KQ - 0 1",
    "7k/8/8/8/4N3/8/N3N3/7K w - - 0 1",
    "8/k7/8/8/4Q2Q/8/8/K3r2Q w - - 0 1",
    "k7/8/8/3pPp2/4P3/8/8/K7 w - d6 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "rkr5/8/8/8/8/8/8/RKR5 w KQkq - 0 1",
    "4Q3/6k1/8/8/R7/2NKP3/8/7B w - - 0 1",
    "2bqk3/1P6/2B5/8/1B2b3/2n5/1P1B4/4K3 w - - 0 1",
];

fn for_each_rare_move(mut check: impl FnMut(&Position, Move, &Position)) {
    for fen in RARE {
        let position = Position::from_fen(fen.as_bytes()).expect(fen);
        for &mv in position.legal_moves().iter() {
            let mut after = position.clone();
            after.play(mv);
            check(&position, mv, &after);
        }
    }
}

fn assert_reads_back(written: Written, before: &Position, mv: Move, after: &Position) {
    let mut text = Vec::new();
    write(written, before, mv, after, &mut text);
    let read = read_in(read_back_system(written), before, &text);
    let place = || format!("{} as {written:?} in {}", String::from_utf8_lossy(&text), fen(before));
    let read = read.unwrap_or_else(|error| panic!("{}: {error}", place()));
    assert_eq!(read.mv, mv, "{}", place());
    assert!(!read.pawn_letter && !read.lookalike, "{}", place());
}

fn fen(position: &Position) -> String {
    let mut fen = Vec::new();
    position.write_fen(&mut fen);
    String::from_utf8(fen).expect("FEN is ASCII")
}

fn writable_languages() -> impl Iterator<Item = &'static Language> {
    LANGUAGES.iter().filter(|language| language.can_write())
}

#[test]
fn every_move_in_every_notation_reads_back_as_itself() {
    let mut count = 0;
    let mut check = |before: &Position, mv: Move, after: &Position| {
        for (_, written, _) in NOTATIONS {
            assert_reads_back(*written, before, mv, after);
            count += 1;
        }
    };
    for_each_move(1, &mut check);
    for_each_rare_move(&mut check);
    assert!(count > 100_000, "{count} texts");
}

#[test]
fn every_move_in_every_language_reads_back_as_itself() {
    let check = |before: &Position, mv: Move, after: &Position| {
        for language in writable_languages() {
            assert_reads_back(Written::Language(language), before, mv, after);
        }
    };
    for_each_move(2, check);
    for_each_rare_move(check);
}

#[test]
fn only_algebraic_notations_have_check_marks() {
    for_each_move(3, |before, mv, after| {
        for (name, written, _) in NOTATIONS {
            let mut text = Vec::new();
            write(*written, before, mv, after, &mut text);
            let marked = text.ends_with(b"+") || text.ends_with(b"#");
            let has_marks = matches!(*name, "san" | "lan" | "fan");
            assert_eq!(marked, has_marks && after.in_check(), "{name} in {}", fen(before));
        }
    });
}

#[test]
fn a_written_language_is_told_by_its_letters() {
    for_each_move(4, |before, mv, after| {
        let role = before.board().role_at(mv.from).filter(|_| mv.kind == MoveKind::Normal);
        for code in ["de", "fr", "pl", "ru"] {
            let language = Language::by_code(code).expect(code);
            let written = Written::Language(language);
            let mut text = Vec::new();
            write(written, before, mv, after, &mut text);
            let letter = role.filter(|&role| role != Role::Pawn).and_then(|role| language.letter(role));
            let foreign = letter.is_some_and(|letter| !["K", "Q", "R", "B", "N"].contains(&letter));
            let found = uses_foreign_letter(read_back_system(written), &text);
            assert_eq!(found, foreign, "{} in {}", String::from_utf8_lossy(&text), fen(before));
        }
    });
}

#[test]
fn lan_names_the_squares_of_the_move() {
    for_each_move(5, |before, mv, after| {
        let (mut long, mut short) = (Vec::new(), Vec::new());
        write(Written::Lan, before, mv, after, &mut long);
        write(Written::San, before, mv, after, &mut short);
        if matches!(mv.kind, MoveKind::Castle(_) | MoveKind::Null) {
            assert_eq!(long, short);
            return;
        }
        let (long, short) = (String::from_utf8(long).expect("ASCII"), String::from_utf8(short).expect("ASCII"));
        assert_eq!(long.contains('x'), short.contains('x'), "{long} and {short}");
        let sign = if short.contains('x') { 'x' } else { '-' };
        assert!(long.contains(&format!("{}{sign}{}", mv.from, mv.to)), "{long} for {mv:?}");
        let mut body = Vec::new();
        san::write(before, mv, &mut body);
        assert_eq!(long.starts_with(char::is_uppercase), body[0].is_ascii_uppercase(), "{long} and {short}");
    });
}
