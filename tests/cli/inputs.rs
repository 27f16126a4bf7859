//! Inputs: files, several of them, standard input.

use crate::support::{Dir, rows};

const COLUMNS: &str = "fens -q --no-start -f csv --columns game,file,offset,ply,san";

fn three() -> Dir {
    Dir::with("a.pgn", "1. e4 *\n\n1. d4 *\n").and("b.pgn", "1. c4 *\n").and("empty.pgn", "")
}

#[test]
fn games_are_numbered_through_all_inputs_in_the_order_given() {
    for (inputs, expected) in [
        ("a.pgn b.pgn", "1|a.pgn|0|1|e4 2|a.pgn|9|1|d4 3|b.pgn|0|1|c4"),
        ("b.pgn a.pgn", "1|b.pgn|0|1|c4 2|a.pgn|0|1|e4 3|a.pgn|9|1|d4"),
        ("b.pgn empty.pgn b.pgn", "1|b.pgn|0|1|c4 2|b.pgn|0|1|c4"),
        ("./b.pgn", "1|./b.pgn|0|1|c4"),
    ] {
        for threads in ["-j 1", "-j 3", "--no-mmap"] {
            let stdout = three().run(&format!("{COLUMNS} {threads} {inputs}")).quiet();
            assert_eq!(rows(&stdout).join(" "), expected, "{threads} {inputs}");
        }
    }
}

#[test]
fn a_game_does_not_run_on_into_the_next_input() {
    let dir = Dir::with("a.pgn", "1. e4 e5").and("b.pgn", "1. d4 d5 *");
    let run = dir.run(&format!("{COLUMNS} a.pgn b.pgn"));
    assert_eq!(
        rows(&run.stdout),
        ["1|a.pgn|0|1|e4", "1|a.pgn|0|2|e5", "2|b.pgn|0|1|d4", "2|b.pgn|0|2|d5"],
        "{}",
        run.stderr
    );
}

#[test]
fn standard_input_is_read_without_a_name_or_by_a_dash() {
    for (inputs, expected) in [
        ("", "1|-|0|1|Nf3"),
        ("-", "1|-|0|1|Nf3"),
        ("- b.pgn", "1|-|0|1|Nf3 2|b.pgn|0|1|c4"),
        ("b.pgn -", "1|b.pgn|0|1|c4 2|-|0|1|Nf3"),
    ] {
        let stdout = three().run_piped(&format!("{COLUMNS} {inputs}"), "1. Nf3 *").quiet();
        assert_eq!(rows(&stdout).join(" "), expected, "{inputs:?}");
    }
}

#[test]
fn lines_and_offsets_of_problems_begin_anew_with_each_input() {
    let dir = Dir::with("a.pgn", "\n\n1. e4 e4 *\n").and("b.pgn", "\n1. d4 d4 *\n");
    let run = dir.run_piped("fens -q --report r.jsonl a.pgn b.pgn -", "1. c4 c4 *\n");
    assert_eq!(
        run.stderr,
        "a.pgn:3:7: game 1: ply 2: illegal move \"e4\": no black pawn can reach e4\n\
         b.pgn:2:7: game 2: ply 2: illegal move \"d4\": no black pawn can reach d4\n\
         -:1:7: game 3: ply 2: illegal move \"c4\": no black pawn can reach c4\n"
    );
    let places: Vec<_> = dir
        .json_lines("r.jsonl")
        .iter()
        .map(|entry| format!("{}:{}:{}", entry["file"], entry["line"], entry["offset"]))
        .collect();
    assert_eq!(places, ["\"a.pgn\":3:8", "\"b.pgn\":2:7", "\"-\":1:6"]);
}

#[test]
fn input_without_games_gives_no_rows_and_no_problem() {
    for text in ["", "\n", " \r\n\n", "\u{feff}", "% an escaped line\n"] {
        let dir = Dir::with("a.pgn", text);
        assert_eq!(dir.run("fens -q a.pgn").quiet(), "", "{text:?}");
        assert_eq!(dir.run("fens -q -f csv a.pgn").quiet(), "game,ply,san,fen\n", "{text:?}");
        assert_eq!(dir.run("check -q --all a.pgn").quiet(), "", "{text:?}");
        assert_eq!(dir.run_piped("fens -q", text).quiet(), "", "{text:?}");
    }
}

#[test]
fn line_ends_and_a_byte_order_mark_change_nothing() {
    let lf = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 {two\nlines} e5\n2. Nf3 *\n\n[White \"C\"]\n\n1. d4 *\n";
    let expected = Dir::with("a.pgn", lf).run("fens -q -f csv --columns game,ply,san,fen,White,comment a.pgn").quiet();
    assert_eq!(expected.lines().count(), 1 + 4 + 2);
    for text in [lf.replace('\n', "\r\n"), lf.replace('\n', "\r"), format!("\u{feff}{lf}")] {
        let given = Dir::with("a.pgn", &text).run("fens -q -f csv --columns game,ply,san,fen,White,comment a.pgn");
        assert_eq!(given.quiet(), expected, "{text:?}");
    }
}
