//! Which format is written: `-f`, the extension of `-o`, the command's own.

use crate::support::Dir;

const GAME: &str = "1. e4 *\n";

#[test]
fn the_format_is_that_of_the_option_else_of_the_extension_else_the_commands_own() {
    const FEN: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    const EPD: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -";
    let text = format!("{FEN}\n");
    let csv = format!("game,ply,san,fen\n1,1,e4,{FEN}\n");
    let jsonl = format!("{{\"game\":1,\"ply\":1,\"san\":\"e4\",\"fen\":\"{FEN}\"}}\n");
    let epd = format!("{EPD}\n");
    let dir = Dir::with("a.pgn", GAME);
    for (options, file, expected) in [
        ("-o out.txt", "out.txt", &text),
        ("-o out.csv", "out.csv", &csv),
        ("-o out.jsonl", "out.jsonl", &jsonl),
        ("-o out.epd", "out.epd", &epd),
        ("-o out.fen", "out.fen", &text),
        ("-o out", "out", &text),
        ("-o out.csv -f jsonl", "out.csv", &jsonl),
        ("--output out.csv --format text", "out.csv", &text),
    ] {
        let stdout = dir.run(&format!("fens -q --no-start {options} a.pgn")).quiet();
        assert_eq!(stdout, "", "{options}");
        assert_eq!(&dir.text(file), expected, "{options}");
    }
}

#[test]
fn games_and_check_take_the_format_from_the_extension_too() {
    let dir = Dir::with("a.pgn", "[White \"A\"]\n\n1. e4 e4 *\n");
    for (arguments, file, begin) in [
        ("games -o g.pgn", "g.pgn", "[White \"A\"]\n\n1. e4 e4 *\n"),
        ("games -o g.csv", "g.csv", "game,"),
        ("games -o g.jsonl", "g.jsonl", "{\"game\":1,"),
        ("games -o g.txt", "g.txt", "game,"),
        ("check -o c.txt", "c.txt", "a.pgn:3:7: game 1: ply 2: illegal move \"e4\""),
        ("check -o c.jsonl", "c.jsonl", "{\"file\":\"a.pgn\","),
    ] {
        let run = dir.run(&format!("{arguments} -q a.pgn"));
        assert_eq!(run.stdout, "", "{arguments}: {}", run.stderr);
        assert!(dir.text(file).starts_with(begin), "{arguments}: {}", dir.text(file));
    }
}

#[test]
fn standard_output_may_be_named_by_a_dash() {
    let dir = Dir::with("a.pgn", GAME);
    assert_eq!(dir.run("fens -q -o - a.pgn").quiet(), dir.run("fens -q a.pgn").quiet());
    assert_eq!(dir.names(), ["a.pgn"]);
}
