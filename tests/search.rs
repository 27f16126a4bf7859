//! Scan, index and brute force give the same games and plies, on random archives that another
//! implementation of the rules has played.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cozy_chess::{Board, Color, Move, Piece};
use plydex::index::{self, Index, Settings, Tally};
use plydex::input::{Sizes, Source};
use plydex::output::{ColumnSet, Columns, Find, Format, Normalize};
use plydex::pipeline::{self, Job, run_on_bytes};
use plydex::report::Unobserved;
use plydex::search::{Equality, Queries, Sought, read_position};

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

/// A game as the other implementation played it: its positions, and the moves between.
struct Played {
    boards: Vec<Board>,
    moves: Vec<Move>,
    result: &'static str,
}

/// What makes positions equal: the first three fields, and an en passant capture that is legal.
fn key(board: &Board) -> String {
    let text = format!("{board:#}");
    let fields: Vec<&str> = text.split(' ').collect();
    let ep = board.en_passant().filter(|&file| {
        let rank = if board.side_to_move() == Color::White { cozy_chess::Rank::Sixth } else { cozy_chess::Rank::Third };
        let square = cozy_chess::Square::new(file, rank);
        let pawns = board.colored_pieces(board.side_to_move(), Piece::Pawn);
        let mut legal = false;
        board.generate_moves_for(pawns, |moves| {
            legal |= moves.into_iter().any(|mv| mv.to == square && mv.from.file() != file);
            legal
        });
        legal
    });
    format!("{} {} {} {ep:?}", fields[0], fields[1], fields[2])
}

/// Few first moves and short games, so that positions come again, by other orders, too.
fn random_games(random: &mut Random, count: usize) -> Vec<Played> {
    let game = |random: &mut Random| {
        let (mut boards, mut moves) = (vec![Board::default()], Vec::new());
        for ply in 0..random.below(40) {
            let board = boards.last().expect("a board").clone();
            let mut legal: Vec<Move> = Vec::new();
            board.generate_moves(|of_piece| {
                legal.extend(of_piece);
                false
            });
            legal.sort_by_key(|mv| mv.to_string());
            if legal.is_empty() {
                break;
            }
            let choice = if ply < 8 { legal.len().min(4) } else { legal.len() };
            let mv = legal[random.below(choice)];
            let mut next = board;
            next.play(mv);
            boards.push(next);
            moves.push(mv);
        }
        Played { boards, moves, result: ["1-0", "0-1", "1/2-1/2", "*"][random.below(4)] }
    };
    (0..count).map(|_| game(random)).collect()
}

fn uci_archive(games: &[Played]) -> Vec<u8> {
    let mut text = String::new();
    for (number, game) in games.iter().enumerate() {
        let moves: Vec<String> = game.moves.iter().map(Move::to_string).collect();
        let elo = if number % 3 == 0 {
            String::new()
        } else {
            format!("[WhiteElo \"{}\"]\n[BlackElo \"1501\"]\n", 1400 + number)
        };
        text += &format!("[White \"W{number}\"]\n[Result \"{1}\"]\n{elo}\n{0} {1}\n\n", moves.join(" "), game.result);
    }
    text.into_bytes()
}

/// The same games in standard SAN, of which a scan passes over what it can.
fn san_archive(uci: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    run_on_bytes(uci, &Normalize { format: Format::Pgn, ..Normalize::default() }, &Job::default(), &mut out)
        .expect("runs");
    out
}

fn rows(csv: &[u8]) -> Vec<(u64, u32, Option<String>)> {
    let mut reader = csv::Reader::from_reader(csv);
    let row = |record: csv::StringRecord| {
        (
            record[0].parse().expect("a game"),
            record[1].parse().expect("a ply"),
            Some(record[2].to_owned()).filter(|next| !next.is_empty()),
        )
    };
    reader.records().map(|record| row(record.expect("a record"))).collect()
}

fn find_rows(sought: Sought) -> Find {
    let columns = Columns::parse("game,ply,next,offset,White,Result", ColumnSet::Hits).expect("columns");
    Find { columns, ..Find::new(Queries::one(sought)) }
}

fn scan(sources: &[PathBuf], sought: &Sought, threads: usize, replay: bool) -> Vec<u8> {
    let sources = sources.iter().map(|path| Source::file(path, threads == 1)).collect();
    let job = Job { threads, sizes: Sizes { chunk: 700, ..Sizes::default() }, ..Job::default() };
    let mut out = Vec::new();
    let rows = Find { replay, ..find_rows(sought.clone()) };
    pipeline::run(sources, &rows, &job, &mut out, &mut Unobserved).expect("runs");
    out
}

fn look_up(index: &Index, sought: &Sought) -> Vec<u8> {
    let mut out = Vec::new();
    index::find(index, &find_rows(sought.clone()), u64::MAX, &mut out).expect("runs");
    out
}

fn settings(threads: usize, memory: usize) -> Settings {
    Settings { job: Job { threads, ..Job::default() }, memory, ..Settings::default() }
}

fn build(folder: &Path, name: &str, sources: &[PathBuf], threads: usize, memory: usize) -> Index {
    let directory = folder.join(name);
    index::build(&directory, sources, &settings(threads, memory), &mut Unobserved).expect("built");
    Index::open(&directory).expect("opens")
}

#[test]
fn scan_index_and_brute_force_agree() {
    let mut random = Random(5);
    let folder = tempfile::tempdir().expect("a folder");
    for round in 0..3 {
        let parts: Vec<Vec<Played>> = (0..3).map(|_| random_games(&mut random, 40)).collect();
        let mut sources = Vec::new();
        for (number, part) in parts.iter().enumerate() {
            let uci = uci_archive(part);
            let path = folder.path().join(format!("{round}-{number}.pgn"));
            std::fs::write(&path, if round % 2 == 0 { san_archive(&uci) } else { uci }).expect("written");
            sources.push(path);
        }
        let games: Vec<&Played> = parts.iter().flatten().collect();

        // At once, in three steps, and those compacted; with little memory and with much.
        let at_once = build(folder.path(), &format!("{round}-once"), &sources, 1, 1 << 20);
        let name = format!("{round}-steps");
        build(folder.path(), &name, &sources[..1], 2, 64 << 20);
        for source in &sources[1..] {
            index::add(
                &folder.path().join(&name),
                std::slice::from_ref(source),
                &settings(2, 1 << 20),
                &mut Unobserved,
            )
            .expect("added");
        }
        let in_steps = Index::open(&folder.path().join(&name)).expect("opens");
        let compacted_path = folder.path().join(format!("{round}-compact"));
        copy(&folder.path().join(&name), &compacted_path);
        index::compact(&compacted_path, 2).expect("compacted");
        let compacted = Index::open(&compacted_path).expect("opens");
        assert_eq!(compacted.manifest().segments.len(), 1);

        for _ in 0..25 {
            let game = games[random.below(games.len())];
            let board = &game.boards[random.below(game.boards.len())];
            let wanted = key(board);
            let mut expected = Vec::new();
            let mut tally: BTreeMap<Option<String>, u64> = BTreeMap::new();
            for (number, game) in games.iter().enumerate() {
                let places: Vec<usize> =
                    (0..game.boards.len()).filter(|&ply| key(&game.boards[ply]) == wanted).collect();
                let (Some(&first), Some(&last)) = (places.first(), places.last()) else { continue };
                expected.push((number as u64 + 1, first as u32, game.moves.get(first).is_some()));
                *tally.entry(game.moves.get(last).map(Move::to_string)).or_default() += 1;
            }
            let fen = board.to_string();
            let position = read_position(&fen).expect(&fen).position;
            let sought = Sought::new(&position, Equality::default());
            let right = scan(&sources, &sought, 1, false);
            let found: Vec<_> = rows(&right).into_iter().map(|(game, ply, next)| (game, ply, next.is_some())).collect();
            assert_eq!(found, expected, "round {round}: {fen}");
            assert_eq!(scan(&sources, &sought, 2, false), right, "two threads: {fen}");
            assert_eq!(scan(&sources, &sought, 2, true), right, "every game replayed: {fen}");
            let tallies: Vec<Tally> = [&at_once, &in_steps, &compacted]
                .iter()
                .map(|index| index.tally(position.hash() as i64).expect("a tally"))
                .collect();
            for (name, index) in [("at once", &at_once), ("in steps", &in_steps), ("compacted", &compacted)] {
                assert_eq!(look_up(index, &sought), right, "{name}: {fen}");
            }
            assert!(tallies.iter().all(|other| *other == tallies[0]), "{fen}");
            let told: BTreeMap<Option<String>, u64> = tallies[0]
                .moves
                .iter()
                .map(|(mv, counts)| {
                    let mv = mv.map(|packed| index::unpack(&position, packed).expect("legal"));
                    (mv.map(|mv| format!("{}{}{}", mv.from, mv.to, promotion(mv))), counts.games)
                })
                .collect();
            assert_eq!(told, tally, "{fen}");
        }
        for directory in [format!("{round}-once"), name, format!("{round}-compact")] {
            let verdict = index::verify(&folder.path().join(directory), Some(&Job::default())).expect("verifies");
            assert_eq!((verdict.faults, verdict.others), (vec![], vec![]));
        }
    }
}

fn promotion(mv: plydex::chess::Move) -> String {
    mv.promotion().map_or(String::new(), |role| char::from(role.letter().to_ascii_lowercase()).to_string())
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder").map(|entry| entry.expect("an entry")) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target)
        } else {
            std::fs::copy(entry.path(), target).map(|_| ()).expect("copied")
        }
    }
}

#[test]
fn the_board_alone_and_colors_reversed_agree_too() {
    let mut random = Random(9);
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("a.pgn");
    let games = random_games(&mut random, 120);
    std::fs::write(&source, san_archive(&uci_archive(&games))).expect("written");
    let sources = [source];
    let index = build(folder.path(), "index", &sources, 2, 1 << 20);
    for _ in 0..30 {
        let game = &games[random.below(games.len())];
        let fen = game.boards[random.below(game.boards.len())].to_string();
        let position = read_position(&fen).expect(&fen).position;
        for (board_only, either_color) in [(true, false), (false, true), (true, true)] {
            let sought = Sought::new(&position, Equality { board_only, either_color });
            let every = scan(&sources, &sought, 1, true);
            assert!(!rows(&every).is_empty(), "{fen}");
            assert_eq!(scan(&sources, &sought, 2, false), every, "{fen}");
            assert_eq!(look_up(&index, &sought), every, "{fen}");
        }
        let boards = games
            .iter()
            .filter(|game| game.boards.iter().any(|board| placement(&board.to_string()) == placement(&fen)));
        let sought = Sought::new(&position, Equality { board_only: true, either_color: false });
        assert_eq!(rows(&look_up(&index, &sought)).len(), boards.count(), "{fen}");
    }
}

fn placement(fen: &str) -> &str {
    fen.split(' ').next().unwrap_or_default()
}

#[test]
fn any_damage_is_named_and_never_gives_another_answer() {
    let mut random = Random(11);
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("a.pgn");
    let games = random_games(&mut random, 60);
    std::fs::write(&source, san_archive(&uci_archive(&games))).expect("written");
    let index = build(folder.path(), "index", &[source], 1, 1 << 20);
    let files: Vec<String> = index
        .manifest()
        .segments
        .iter()
        .flat_map(|segment| [&segment.game_file, &segment.tree_file].into_iter().chain(&segment.position_files))
        .map(|file| file.path.clone())
        .collect();
    let queries: Vec<Sought> = (0..10)
        .map(|_| {
            let game = &games[random.below(games.len())];
            let fen = game.boards[random.below(game.boards.len())].to_string();
            Sought::new(&read_position(&fen).expect(&fen).position, Equality::default())
        })
        .collect();
    let right: Vec<Vec<u8>> = queries.iter().map(|sought| look_up(&index, sought)).collect();
    drop(index);
    let directory = folder.path().join("index");
    for file in &files {
        let path = directory.join(file);
        let bytes = std::fs::read(&path).expect(file);
        for damage in 0..9 {
            let mut damaged = bytes.clone();
            let at = random.below(bytes.len());
            match damage % 3 {
                0 => damaged[at] ^= 1 << random.below(8),
                1 => damaged.truncate(at),
                _ => damaged = games[0].moves.iter().map(Move::to_string).collect::<String>().repeat(40).into_bytes(),
            }
            std::fs::write(&path, &damaged).expect("written");
            let verdict = index::verify(&directory, None).expect("the manifest is sound");
            assert!(verdict.faults.iter().any(|fault| fault.contains(file.as_str())), "{file}, {damage}: {verdict:?}");
            for (sought, right) in queries.iter().zip(&right) {
                let index = Index::open(&directory).expect("opens");
                let mut out = Vec::new();
                if index::find(&index, &find_rows(sought.clone()), u64::MAX, &mut out).is_ok() {
                    assert_eq!(&out, right, "{file}, damage {damage} at {at}");
                }
            }
        }
        std::fs::write(&path, &bytes).expect("written");
    }
    std::fs::write(directory.join("positions/foreign.parquet"), "x").expect("written");
    let verdict = index::verify(&directory, None).expect("verifies");
    assert!(verdict.faults.is_empty(), "{verdict:?}");
    assert!(verdict.others[0].ends_with("foreign.parquet"));
}

#[test]
fn the_files_are_the_same_for_any_threads_and_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("a.pgn");
    std::fs::write(&source, uci_archive(&random_games(&mut Random(3), 200))).expect("written");
    let digests = |threads, memory| {
        let index =
            build(folder.path(), &format!("{threads}-{memory}"), std::slice::from_ref(&source), threads, memory);
        let segment = &index.manifest().segments[0];
        let files = [&segment.game_file, &segment.tree_file].into_iter().chain(&segment.position_files);
        files.map(|file| (file.path.clone(), file.xxh3.clone())).collect::<Vec<_>>()
    };
    let right = digests(1, 1 << 30);
    for (threads, memory) in [(2, 1 << 20), (7, 64 << 20)] {
        assert_eq!(digests(threads, memory), right);
    }
}
