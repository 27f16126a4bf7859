//! `positions`: formats, flags, inputs; what is counted is in `tests/positions.rs`.

use std::process::Stdio;
use std::time::Duration;

use crate::support::{Dir, json_lines};

const PGN: &str = "[WhiteElo \"2000\"]\n[BlackElo \"2101\"]\n\n1. Nf3 d5 2. d4 1-0\n\n\
                   [WhiteElo \"2400\"]\n\n1. d4 d5 2. Nf3 1/2-1/2\n\n1. e4 (1. d4 d5) e5 *\n";

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const TRANSPOSED: &str = "rnbqkbnr/ppp1pppp/8/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R";

#[test]
fn rows_with_most_games_come_first_then_those_that_come_first() {
    let dir = Dir::with("a.pgn", PGN);
    let csv = dir.run("positions -q --min-count 2 a.pgn").quiet();
    assert_eq!(
        csv,
        format!(
            "epd,games,white,draws,black,rating,first_game,first_ply\n{START} w KQkq -,3,1,1,0,2050.5,1,0\n\
             {TRANSPOSED} b KQkq -,2,1,1,0,2050.5,1,3\n"
        )
    );
    let first = dir.run("positions -q --columns first_game,first_ply,games --max-ply 1 --top 3 a.pgn").quiet();
    assert_eq!(first, "first_game,first_ply,games\n1,0,3\n1,1,1\n2,1,1\n");
    assert_eq!(dir.run("positions -q --top 0 --columns epd a.pgn").quiet(), "epd\n");
}

#[test]
fn what_makes_positions_equal_is_chosen() {
    let dir = Dir::with("a.pgn", PGN);
    for (by, columns, transposed) in [
        // The one comes of a pawn's double step with a clock of 0, the other of a knight's move.
        ("fen", "fen", vec![format!("{TRANSPOSED} b KQkq - 1 2"), format!("{TRANSPOSED} b KQkq d3 0 2")]),
        ("epd", "epd", vec![format!("{TRANSPOSED} b KQkq -")]),
        ("board", "placement", vec![String::from(TRANSPOSED)]),
    ] {
        let csv = dir.run(&format!("positions -q --unique-by {by} --columns {columns} a.pgn")).quiet();
        let mut found: Vec<_> = csv.lines().filter(|line| line.starts_with(TRANSPOSED)).collect();
        found.sort_unstable();
        assert_eq!(found, transposed, "{by}");
        let default = dir.run(&format!("positions -q --unique-by {by} --top 1 a.pgn")).quiet();
        assert!(
            default.starts_with(&format!("{columns},games,white,draws,black,rating,first_game,first_ply\n")),
            "{default}"
        );
    }
    // What equal positions differ in is that of the first.
    let fen = dir.run("positions -q --top 2 --min-count 2 --columns fen a.pgn").quiet();
    assert!(fen.ends_with(&format!("\n{TRANSPOSED} b KQkq d3 0 2\n")), "{fen}");
}

#[test]
fn every_format_says_the_same() {
    let dir = Dir::with("a.pgn", PGN);
    let json = json_lines(&dir.run("positions -q -f jsonl --columns all a.pgn").quiet());
    assert_eq!(json.len(), 8);
    let hashes = dir.run("fens -q -f csv --columns hash --plies 3..3 a.pgn").quiet();
    let hash = hashes.lines().nth(1).expect("a row");
    assert_eq!(
        json[1].to_string(),
        serde_json::json!({
            "epd": format!("{TRANSPOSED} b KQkq -"), "fen": format!("{TRANSPOSED} b KQkq d3 0 2"), "placement": TRANSPOSED,
            "hash": hash, "games": 2, "white": 1, "draws": 1, "black": 0, "score": 0.75,
            "rating": 2050.5, "first_game": 1, "first_ply": 3,
        })
        .to_string()
    );
    assert!(json[7]["rating"].is_null() && json[7]["score"].is_null(), "{}", json[7]);
    let counts = "c0 \"games=2 white=1 draws=1 black=0 rating=2050.5 first_game=1 first_ply=3\";";
    let epd = dir.run("positions -q -f epd --min-count 2 a.pgn").quiet();
    assert_eq!(epd.lines().nth(1), Some(format!("{TRANSPOSED} b KQkq - {counts}").as_str()));
    let epd = dir.run("positions -q -f epd --unique-by fen --top 1 a.pgn").quiet();
    assert_eq!(
        epd,
        format!(
            "{START} w KQkq - c0 \"games=3 white=1 draws=1 black=0 rating=2050.5 first_game=1 first_ply=0\"; fmvn 1; hmvc 0;\n"
        )
    );
    let csv = dir.run("positions -q a.pgn").quiet();
    dir.run("positions -q a.pgn -o out.csv.gz").quiet();
    assert_eq!(dir.shell("gzip -dc out.csv.gz").quiet(), csv);
    dir.run("positions -q a.pgn -o out.parquet").quiet();
    let table = dir.bytes("out.parquet");
    assert!(table.starts_with(b"PAR1") && table.ends_with(b"PAR1"));
    dir.run("positions -q -j 1 -f parquet a.pgn -o again").quiet();
    assert_eq!(dir.bytes("again"), table);
}

#[test]
fn an_index_gives_the_same_rows_in_every_format() {
    let dir = Dir::with("a.pgn", PGN).and("b.pgn", "1. d4 d5 2. e3 *\n\n1. d4 d5 2. Nf3 e6 0-1\n");
    dir.run("index build -q games a.pgn").quiet();
    dir.run("index add -q games b.pgn").quiet();
    for arguments in [
        "",
        "-f jsonl --columns all",
        "-f epd",
        "--min-count 2",
        "--top 3",
        "--max-ply 2 --top 2",
        "--unique-by board",
        "--unique-by fen --min-count 2",
        "--min-count 99",
        "--top 5 --min-count 2 --memory 1M -j 7",
    ] {
        let right = dir.run(&format!("positions -q {arguments} a.pgn b.pgn")).quiet();
        assert_eq!(dir.run(&format!("positions -q {arguments} games")).quiet(), right, "{arguments}");
    }
    for option in ["--on-error drop", "--report r.jsonl", "--from-lang de", "--encoding cp850"] {
        let run = dir.run(&format!("positions -q {option} games"));
        assert!(run.code == 2 && run.stderr.contains("belong to index build"), "{option}: {}", run.stderr);
    }
    let dir = dir.and("b.pgn", "1. e4 *\n");
    let run = dir.run("positions -q games -o out.csv");
    assert!(run.code == 2 && run.stderr.contains("has changed since it was added"), "{}", run.stderr);
    assert!(!dir.names().contains(&String::from("out.csv")));
}

#[test]
fn nothing_in_gives_no_rows() {
    let dir = Dir::with("empty.pgn", "");
    assert_eq!(dir.run("positions -q empty.pgn").quiet(), "epd,games,white,draws,black,rating,first_game,first_ply\n");
    assert_eq!(dir.run("positions -q -f epd empty.pgn").quiet(), "");
    dir.run("positions -q empty.pgn -o out.parquet").quiet();
    assert!(dir.bytes("out.parquet").ends_with(b"PAR1"));
    assert_eq!(dir.run_piped("positions -q --columns games -", "").quiet(), "games\n");
    dir.run("index build -q games empty.pgn").quiet();
    assert_eq!(dir.run("positions -q --columns games games").quiet(), "games\n");
    assert_eq!(dir.run("positions -q --columns games --top 2 games").quiet(), "games\n");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let dir = Dir::with("a.pgn", PGN);
    for (arguments, message) in [
        ("positions -q -f pgn a.pgn", "no format \"pgn\" here; there are csv, jsonl, parquet, epd"),
        ("positions -q --columns epd,epd a.pgn", "columns \"epd\" and \"epd\" are one name twice"),
        (
            "positions -q -f epd --columns epd a.pgn",
            "--columns needs a format that has them, such as csv: epd has no columns",
        ),
        (
            "positions -q --columns White a.pgn",
            "no column \"White\" here; there are epd, fen, placement, hash, games, white, draws, black, score, rating, \
             first_game, first_ply",
        ),
        ("positions -q missing.pgn", "missing.pgn: cannot read: No such file or directory (os error 2)"),
    ] {
        let run = dir.run(arguments);
        assert_eq!((run.stderr, run.stdout.as_str(), run.code), (format!("plydex: {message}\n"), "", 2), "{arguments}");
    }
    for arguments in ["--unique-by hash", "--min-count -1", "--top x", "--memory 10", "--max-ply -2"] {
        assert_eq!(dir.run(&format!("positions -q {arguments} a.pgn")).code, 2, "{arguments}");
    }
}

#[test]
fn games_with_errors_are_kept_dropped_or_end_the_run() {
    let dir = Dir::with("a.pgn", "1. e4 e4 *\n\n1. d4 1-0\n");
    let columns = "--columns games,first_game,first_ply a.pgn";
    let keep = dir.run(&format!("positions -q {columns}"));
    assert_eq!(keep.stdout, "games,first_game,first_ply\n2,1,0\n1,1,1\n1,2,1\n");
    let drop = dir.run(&format!("positions -q --on-error drop {columns}"));
    assert_eq!(drop.stdout, "games,first_game,first_ply\n1,2,0\n1,2,1\n");
    let stop = dir.run(&format!("positions -q --on-error stop -o out.csv {columns}"));
    assert_eq!((stop.code, dir.names()), (1, vec![String::from("a.pgn")]));
    // Behind the last ply asked for only those who ask about errors are told.
    assert_eq!(dir.run("positions -q --max-ply 0 --columns games a.pgn").stderr, "");
    let run = dir.run("positions --max-ply 0 --report r.jsonl --columns games a.pgn");
    assert!(run.stderr.contains("games 2, positions 1, problems 1"), "{}", run.stderr);
}

#[test]
#[cfg(unix)]
fn a_run_that_is_ended_leaves_nothing_behind() {
    let many: String = (0..3000).map(|n| format!("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {{{n}}} *\n\n")).collect();
    let dir = Dir::with("a.pgn", many);
    std::fs::create_dir(dir.path("tmp")).expect("a folder");
    for (signal, milliseconds) in [("-INT", 0), ("-INT", 20), ("-TERM", 60), ("-KILL", 40)] {
        let mut command = dir.command("positions -q --memory 1M a.pgn -o tmp/out.csv");
        let mut child = command.env("TMPDIR", dir.path("tmp")).stdin(Stdio::null()).spawn().expect("starts");
        std::thread::sleep(Duration::from_millis(milliseconds));
        let kill = std::process::Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(kill.is_ok());
        child.wait().expect("ended");
        let left: Vec<_> = std::fs::read_dir(dir.path("tmp"))
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
            // Nobody can clean up behind `kill -9`; what it leaves is named as ours.
            .filter(|name| name != "out.csv" && !(signal == "-KILL" && name.starts_with(".plydex-")))
            .collect();
        assert_eq!(left, Vec::<String>::new(), "{signal} after {milliseconds} ms");
        std::fs::remove_dir_all(dir.path("tmp")).and_then(|()| std::fs::create_dir(dir.path("tmp"))).expect("emptied");
    }
}
