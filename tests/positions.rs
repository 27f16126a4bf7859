//! The distinct positions of random archives, against a count of every ply that another
//! implementation of the rules has played.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square};
use plydex::index::{self, Index};
use plydex::input::{Sizes, Source};
use plydex::output::{Distinct, Format, Normalize, UniqueBy};
use plydex::pipeline::{Job, OnError, run_on_bytes};
use plydex::positions::{Settings, of_index, of_sources};
use plydex::report::{Summary, Unobserved};
use proptest::prelude::*;

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

/// A position as the other implementation has it, and the square behind a double step that led to it.
#[derive(Clone)]
struct Reached {
    board: Board,
    passed: Option<Square>,
}

#[derive(Clone)]
struct Played {
    start: Option<&'static str>,
    plies: Vec<Reached>,
    moves: Vec<String>,
    /// Moves of a variation, before this move of the game.
    variation: Option<(usize, Vec<String>)>,
    /// A move that cannot be stands before this one: there the game ends.
    bad_at: Option<usize>,
    ratings: Option<(u32, u32)>,
    result: &'static str,
}

/// Start positions with en passant, castling and promotion close by, and one in which games go in circles.
const STARTS: [&str; 4] = [
    "4k3/3p1p2/8/4P3/2p1p3/8/1P1P1P2/R3K2R w KQ - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9",
    "4k3/P6P/8/8/8/8/p6p/4K3 b - - 0 40",
    "7k/8/8/8/8/8/8/K5R1 w - - 0 1",
];

fn legal(board: &Board) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::new();
    board.generate_moves(|of_piece| {
        moves.extend(of_piece);
        false
    });
    moves.sort_by_key(|mv| mv.to_string());
    moves
}

/// Few first moves and few pieces, so that positions come again, by other orders, too.
fn random_game(random: &mut Random) -> Played {
    let start = (random.below(3) == 0).then(|| STARTS[random.below(STARTS.len())]);
    let board = start.map_or_else(Board::default, |fen| fen.parse().expect(fen));
    let mut game = Played {
        start,
        plies: vec![Reached { board, passed: None }],
        moves: Vec::new(),
        variation: None,
        bad_at: None,
        ratings: (random.below(3) > 0).then(|| (1400 + random.below(900) as u32, 1500 + random.below(7) as u32)),
        result: ["1-0", "0-1", "1/2-1/2", "*"][random.below(4)],
    };
    let length = random.below(36);
    let variation_at = random.below(36);
    for ply in 0..length {
        let board = game.plies.last().expect("a start").board.clone();
        let moves = legal(&board);
        if moves.is_empty() {
            break;
        }
        if ply == variation_at + 1 {
            // In the place of the move before.
            let before = &game.plies[ply - 1].board;
            let other = legal(before)[0];
            game.variation = Some((ply, vec![uci(before, other)]));
        }
        let choice = if ply < 8 { moves.len().min(3) } else { moves.len() };
        let mv = moves[random.below(choice)];
        let pawn = board.piece_on(mv.from) == Some(Piece::Pawn);
        let double = pawn && (mv.from.rank() as i32 - mv.to.rank() as i32).abs() == 2;
        let middle = if board.side_to_move() == Color::White { Rank::Third } else { Rank::Sixth };
        game.moves.push(uci(&board, mv));
        let mut board = board;
        board.play(mv);
        game.plies.push(Reached { board, passed: double.then(|| Square::new(mv.from.file(), middle)) });
    }
    game
}

/// Castling is the king's two steps; the other implementation has him take the rook.
fn uci(board: &Board, mv: Move) -> String {
    let castles = board.colors(board.side_to_move()).has(mv.to);
    let to = match castles {
        true => Square::new(if mv.to.file() > mv.from.file() { File::G } else { File::C }, mv.to.rank()),
        false => mv.to,
    };
    format!("{}{to}{}", mv.from, mv.promotion.map_or(String::new(), |piece| piece.to_string()))
}

fn random_games(random: &mut Random, count: usize, bad: bool) -> Vec<Played> {
    let mut games: Vec<Played> = Vec::new();
    for _ in 0..count {
        let mut game = match games.len() {
            1.. if random.below(6) == 0 => games[random.below(games.len())].clone(),
            _ => random_game(random),
        };
        if bad && game.bad_at.is_none() && random.below(5) == 0 {
            let at = random.below(game.moves.len() + 1);
            game.bad_at = Some(at);
            game.plies.truncate(at + 1);
        }
        games.push(game);
    }
    games
}

fn archive(games: &[Played]) -> Vec<u8> {
    let mut text = String::new();
    for Played { start, plies, moves, variation, bad_at, ratings, result } in games {
        let _ = write!(text, "[Event \"?\"]\n[Result \"{result}\"]\n");
        if let Some((white, black)) = ratings {
            let _ = write!(text, "[WhiteElo \"{white}\"]\n[BlackElo \"{black}\"]\n");
        }
        if let Some(fen) = start {
            let _ = writeln!(text, "[FEN \"{fen}\"]");
        }
        text.push('\n');
        for (ply, mv) in moves.iter().map(String::as_str).chain(["", ""]).enumerate() {
            if *bad_at == Some(ply) {
                // A king never stays where he is.
                let king = plies[ply].board.king(plies[ply].board.side_to_move());
                let _ = write!(text, "{king}{king} ");
            }
            if let Some((at, moves)) = variation
                && *at == ply
                && bad_at.is_none()
            {
                let _ = write!(text, "({}) ", moves.join(" "));
            }
            let _ = write!(text, "{mv} ");
        }
        let _ = write!(text, "{result}\n\n");
    }
    text.into_bytes()
}

/// The square where taking en passant is legal.
fn legal_ep(board: &Board) -> Option<Square> {
    let rank = if board.side_to_move() == Color::White { Rank::Sixth } else { Rank::Third };
    let square = Square::new(board.en_passant()?, rank);
    let pawns = board.colored_pieces(board.side_to_move(), Piece::Pawn);
    let mut is_legal = false;
    board.generate_moves_for(pawns, |moves| {
        is_legal |= moves.into_iter().any(|mv| mv.to == square && mv.from.file() != square.file());
        is_legal
    });
    is_legal.then_some(square)
}

fn text(by: UniqueBy, reached: &Reached) -> String {
    let fen = reached.board.to_string();
    let fields: Vec<&str> = fen.split(' ').collect();
    let square = |square: Option<Square>| square.map_or(String::from("-"), |square| square.to_string());
    match by {
        UniqueBy::Board => String::from(fields[0]),
        UniqueBy::Epd => format!("{} {}", fields[..3].join(" "), square(legal_ep(&reached.board))),
        UniqueBy::Fen => format!("{} {} {}", fields[..3].join(" "), square(reached.passed), fields[4..].join(" ")),
    }
}

#[derive(Default)]
struct Counted {
    games: u64,
    white: u64,
    draws: u64,
    black: u64,
    ratings: u64,
    rated: u64,
    first: (usize, usize),
    last: usize,
}

/// The rows that must come out, header and all.
fn model(games: &[Played], by: UniqueBy, settings: &Settings, drop: bool) -> String {
    let mut counted: HashMap<String, Counted> = HashMap::new();
    for (number, game) in (1..).zip(games) {
        if drop && game.bad_at.is_some() {
            continue;
        }
        for (ply, reached) in game.plies.iter().enumerate().filter(|(ply, _)| *ply as u32 <= settings.max_ply) {
            let position = counted.entry(text(by, reached)).or_default();
            if position.last == number {
                continue;
            }
            position.last = number;
            if position.games == 0 {
                position.first = (number, ply);
            }
            position.games += 1;
            match game.result {
                "1-0" => position.white += 1,
                "0-1" => position.black += 1,
                "1/2-1/2" => position.draws += 1,
                _ => {}
            }
            if let Some((white, black)) = game.ratings {
                position.ratings += u64::from(white + black);
                position.rated += 1;
            }
        }
    }
    let mut rows: Vec<(String, Counted)> =
        counted.into_iter().filter(|(_, position)| position.games >= settings.min_count).collect();
    rows.sort_by_key(|(_, position)| (std::cmp::Reverse(position.games), position.first));
    rows.truncate(settings.top.map_or(usize::MAX, |top| top as usize));
    let name = match by {
        UniqueBy::Fen => "fen",
        UniqueBy::Epd => "epd",
        UniqueBy::Board => "placement",
    };
    let mut csv = format!("{name},games,white,draws,black,rating,first_game,first_ply\n");
    for (text, Counted { games, white, draws, black, ratings, rated, first, .. }) in rows {
        let rating = match rated {
            0 => String::new(),
            _ => format!("{:.1}", ratings as f64 / 2.0 / rated as f64),
        };
        let _ = writeln!(csv, "{text},{games},{white},{draws},{black},{rating},{},{}", first.0, first.1);
    }
    csv
}

fn distinct(by: UniqueBy) -> Distinct {
    Distinct { format: Format::Csv, columns: by.default_columns().expect("columns"), by }
}

fn job(threads: usize) -> Job {
    Job { threads, sizes: Sizes { chunk: 900, ..Sizes::default() }, ..Job::default() }
}

fn scan(sources: &[PathBuf], by: UniqueBy, settings: &Settings, job: &Job) -> (String, Summary) {
    let sources = sources.iter().map(|path| Source::file(path, job.threads == 1)).collect();
    let mut out = Vec::new();
    let summary = of_sources(sources, settings, &distinct(by), job, &mut out, &mut Unobserved).expect("runs");
    (String::from_utf8(out).expect("ASCII"), summary)
}

fn look_up(index: &Index, by: UniqueBy, settings: &Settings, threads: usize) -> String {
    let mut out = Vec::new();
    of_index(index, settings, &distinct(by), &job(threads), &mut out).expect("runs");
    String::from_utf8(out).expect("ASCII")
}

const ALL: [UniqueBy; 3] = [UniqueBy::Fen, UniqueBy::Epd, UniqueBy::Board];

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_distinct_position_is_there_once_with_all_its_games(seed: u64, counts in (0_usize..40, 0_usize..25)) {
        let mut random = Random(seed);
        let parts = [random_games(&mut random, counts.0, true), random_games(&mut random, counts.1, false)];
        let folder = tempfile::tempdir().expect("a folder");
        let paths = [folder.path().join("a.pgn"), folder.path().join("b.pgn")];
        std::fs::write(&paths[0], archive(&parts[0])).expect("written");
        // The second in SAN, which another way of reading knows.
        let mut san = Vec::new();
        let normalize = Normalize { format: Format::Pgn, ..Normalize::default() };
        run_on_bytes(&archive(&parts[1]), &normalize, &Job::default(), &mut san).expect("runs");
        std::fs::write(&paths[1], san).expect("written");
        let games = parts.concat();
        let bad = games.iter().filter(|game| game.bad_at.is_some()).count() as u64;

        let directory = folder.path().join("index");
        let building = index::Settings { job: Job { threads: 2, ..Job::default() }, ..index::Settings::default() };
        index::build(&directory, &paths[..1], &building, &mut Unobserved).expect("built");
        let dropping = Job { on_error: OnError::Drop, ..building.job };
        index::add(&directory, &paths[1..], &index::Settings { job: dropping, ..building }, &mut Unobserved).expect("added");
        let index = Index::open(&directory).expect("opens");

        for by in ALL {
            let narrow = Settings {
                min_count: 1 + random.below(4) as u64,
                max_ply: random.below(30) as u32,
                top: (random.below(2) == 0).then(|| random.below(40) as u64),
                ..Settings::default()
            };
            let top = Settings { top: Some(1 + random.below(30) as u64), ..Settings::default() };
            for settings in [Settings::default(), narrow, top] {
                let right = model(&games, by, &settings, false);
                for (threads, memory) in [(1, 1 << 30), (2, 1 << 20), (7, 1 << 12)] {
                    let settings = Settings { memory, ..settings };
                    let (found, summary) = scan(&paths, by, &settings, &job(threads));
                    prop_assert_eq!(&found, &right, "{:?}, {:?}, {} threads", by, settings, threads);
                    prop_assert_eq!(summary.games, games.len() as u64);
                    prop_assert_eq!(summary.positions, right.lines().count() as u64 - 1);
                    let found = look_up(&index, by, &settings, threads);
                    prop_assert_eq!(&found, &right, "index: {:?}, {:?}, {} threads", by, settings, threads);
                }
            }
            let replay = Settings { replay: true, max_ply: 5, ..Settings::default() };
            let (found, summary) = scan(&paths, by, &replay, &job(2));
            prop_assert_eq!(found, model(&games, by, &replay, false));
            prop_assert_eq!(summary.errors, bad);
            let dropping = Job { on_error: OnError::Drop, ..job(2) };
            let all = Settings::default();
            let (found, summary) = scan(&paths, by, &all, &dropping);
            prop_assert_eq!(found, model(&games, by, &all, true));
            prop_assert_eq!((summary.games, summary.dropped), (games.len() as u64, bad));
        }
    }
}

#[test]
fn an_index_whose_games_were_dropped_gives_what_a_scan_that_drops_them_gives() {
    let mut random = Random(3);
    let games = random_games(&mut random, 60, true);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.pgn");
    std::fs::write(&path, archive(&games)).expect("written");
    let directory = folder.path().join("index");
    let building =
        index::Settings { job: Job { on_error: OnError::Drop, ..Job::default() }, ..index::Settings::default() };
    index::build(&directory, &[path], &building, &mut Unobserved).expect("built");
    let index = Index::open(&directory).expect("opens");
    for by in ALL {
        for min_count in [1, 2] {
            let settings = Settings { min_count, ..Settings::default() };
            assert_eq!(look_up(&index, by, &settings, 2), model(&games, by, &settings, true), "{by:?}, {min_count}");
        }
    }
}
