//! Bad usage: exit code 2 and a message that says what is wrong.

use crate::support::Dir;

#[test]
fn bad_usage_is_told_and_nothing_is_written() {
    for (arguments, said) in [
        ("", "Usage"),
        ("frobnicate a.pgn", "frobnicate"),
        ("fens --frobnicate a.pgn", "--frobnicate"),
        ("fens -f xml a.pgn", "no format \"xml\" here; there are text, csv, jsonl, parquet, epd"),
        ("games -f text a.pgn", "no format \"text\" here; there are csv, jsonl, parquet, pgn"),
        ("check -f csv a.pgn", "no format \"csv\" here; there are text, jsonl"),
        ("fens --columns game,ply a.pgn", "--columns needs a format that has them, such as csv: text has no columns"),
        ("fens -f epd --columns game a.pgn", "--columns needs a format that has them, such as csv: epd has no columns"),
        (
            "games -f pgn --columns game a.pgn",
            "--columns needs a format that has them, such as csv: pgn has no columns",
        ),
        ("fens -f csv --columns game,,ply a.pgn", "a column without a name"),
        ("fens -f csv --columns , a.pgn", "a column without a name"),
        ("fens -f csv --columns ply,fen,ply a.pgn", "columns \"ply\" and \"ply\" are one name twice"),
        ("fens -f csv --columns White,white a.pgn", "columns \"White\" and \"white\" are one name twice"),
        ("fens -f csv --columns all,fen a.pgn", "columns \"fen\" and \"fen\" are one name twice"),
        ("fens --plies 3 a.pgn", "\"3\" is no range"),
        ("fens --plies 5..3 a.pgn", "\"5..3\" is no range"),
        ("fens --plies a..b a.pgn", "\"a..b\" is no range"),
        ("fens --plies -1..3 a.pgn", "-1"),
        ("fens --ep sometimes a.pgn", "always, xfen, legal"),
        ("fens --castling fide a.pgn", "xfen, shredder"),
        ("fens --on-error explode a.pgn", "keep, drop, stop"),
        ("fens --progress maybe a.pgn", "auto, always, never"),
        ("fens -j many a.pgn", "many"),
        ("fens -j -1 a.pgn", "-1"),
        ("check --columns game a.pgn", "--columns"),
        ("games --variations a.pgn", "--variations"),
    ] {
        let dir = Dir::with("a.pgn", "1. e4 *\n");
        let run = dir.run(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments}: {}", run.stderr);
        assert!(run.stderr.contains(said), "{arguments}: {}", run.stderr);
        assert_eq!(dir.names(), ["a.pgn"], "{arguments}");
    }
}

#[test]
fn bad_usage_makes_no_files() {
    let dir = Dir::with("a.pgn", "1. e4 *\n");
    for arguments in
        ["fens -o out.xyz -f xml a.pgn", "fens -o out.csv --columns ply,ply a.pgn", "fens -o out.txt --ep no a.pgn"]
    {
        assert_eq!(dir.run(arguments).code, 2, "{arguments}");
        assert_eq!(dir.names(), ["a.pgn"], "{arguments}");
    }
}

#[test]
fn help_and_version_go_to_standard_output() {
    let dir = Dir::empty();
    for (arguments, said) in [
        ("--help", "Usage: plydex"),
        ("--version", concat!("plydex ", env!("CARGO_PKG_VERSION"))),
        ("fens --help", "--variations"),
        ("games --help", "WhiteElo"),
        ("check --help", "--strict"),
        ("help fens", "--plies"),
    ] {
        let stdout = dir.run(arguments).quiet();
        assert!(stdout.contains(said), "{arguments}: {stdout}");
    }
}

#[test]
fn help_names_every_column_of_the_position_table() {
    let dir = Dir::with("a.pgn", "1. e4 *\n");
    let help = dir.run("fens --help").quiet();
    let csv = dir.run("fens -q -f csv --columns all a.pgn").quiet();
    for name in csv.lines().next().expect("a header").split(',') {
        let named = help.lines().any(|line| line.split_whitespace().next() == Some(name));
        assert!(named, "{name} in {help}");
    }
}
