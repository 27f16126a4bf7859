//! `--on-error`, `--report`, `--rejects`, the summary, and errors on standard error.

use std::collections::HashMap;

use crate::support::{Dir, Run, rows};

const FIRST: &str = "[White \"First\"]\n\n1. e4 *";
const BAD: &str = "[White \"Bad\"]\r\n\r\n1. e4  e4 {x\ty}\r\n*";
const WARNED: &str = "[White \"Warned\"]\n[White \"Again\"]\n\n1. c4 c5 *";
const WORSE: &str = "[White \"Worse\"]\n\n1. d4 d5 2. c4 (2. c5) c4 2. c9 *";
const LAST: &str = "[White \"Last\"]\n\n1. f4 *";

fn five() -> Dir {
    Dir::with("a.pgn", [FIRST, BAD, WARNED, WORSE, LAST].join("\n\n"))
}

/// Numbers of the summary, which is the last line on standard error.
fn summary(run: &Run) -> HashMap<String, f64> {
    let line = run.stderr.lines().last().expect("a summary");
    line.split(", ")
        .map(|field| {
            let (name, number) = field.split_once(' ').expect(line);
            (name.to_owned(), number.parse().expect(line))
        })
        .collect()
}

#[test]
fn games_with_errors_are_kept_dropped_or_end_the_run() {
    let first = "1|1|e4";
    for (option, expected, code) in [
        ("", "1|1|e4 2|1|e4 3|1|c4 3|2|c5 4|1|d4 4|2|d5 4|3|c4 5|1|f4", 0),
        ("--on-error keep", "1|1|e4 2|1|e4 3|1|c4 3|2|c5 4|1|d4 4|2|d5 4|3|c4 5|1|f4", 0),
        ("--on-error drop", "1|1|e4 3|1|c4 3|2|c5 5|1|f4", 0),
        ("--on-error stop", first, 1),
    ] {
        for threads in ["-j 1", "-j 3", "-j 3 --chunk-size 8"] {
            let run = five().run(&format!("fens -q --no-start -f csv --columns game,ply,san {option} {threads} a.pgn"));
            assert_eq!((rows(&run.stdout).join(" ").as_str(), run.code), (expected, code), "{option} {threads}");
        }
    }
}

#[test]
fn games_as_rows_and_as_pgn_are_kept_dropped_or_end_the_run() {
    for (option, names, code) in
        [("keep", "First Bad Warned Worse Last", 0), ("drop", "First Warned Last", 0), ("stop", "First", 1)]
    {
        let run = five().run(&format!("games -q -f csv --columns White,error --on-error {option} a.pgn"));
        let given: Vec<_> = rows(&run.stdout).iter().map(|row| row.split('|').next().map(str::to_owned)).collect();
        let expected: Vec<_> = names.split(' ').map(|name| Some(name.to_owned())).collect();
        assert_eq!((given, run.code), (expected, code), "{option}");
    }
}

#[test]
fn the_report_says_what_was_done() {
    for (command, option, actions) in [
        ("fens", "keep", "2:kept-prefix 3:ignored 4:kept-prefix 4:kept-prefix"),
        ("fens", "drop", "2:dropped 3:ignored 4:dropped 4:dropped"),
        ("fens", "stop", "2:stopped"),
        ("games", "drop", "2:dropped 3:ignored 4:dropped 4:dropped"),
        ("check", "keep", "2:kept-prefix 3:ignored 4:kept-prefix 4:kept-prefix"),
        ("check", "stop", "2:stopped"),
    ] {
        let dir = five();
        dir.run(&format!("{command} -q --on-error {option} --report r.jsonl a.pgn"));
        let given: Vec<_> = dir
            .json_lines("r.jsonl")
            .iter()
            .map(|entry| format!("{}:{}", entry["game"], entry["action"].as_str().expect("an action")))
            .collect();
        assert_eq!(given.join(" "), actions, "{command} {option}");
    }
}

#[test]
fn rejects_are_the_untouched_bytes_of_games_with_errors() {
    for (option, games) in [("keep", &[BAD, WORSE][..]), ("drop", &[BAD, WORSE]), ("stop", &[BAD])] {
        for command in ["fens", "games", "check"] {
            let dir = five();
            dir.run(&format!("{command} -q --on-error {option} --rejects r.pgn a.pgn"));
            let expected: Vec<_> = games.iter().map(|game| format!("{game}\n\n")).collect();
            assert_eq!(dir.text("r.pgn"), expected.concat(), "{command} {option}");
        }
    }
}

#[test]
fn rejects_keep_bytes_that_are_not_utf8() {
    let bad = b"[White \"\xe9\0\xff\"]\n\n1. e4 e4 *";
    let dir = Dir::with("a.pgn", [b"1. d4 *\n\n", &bad[..], b"\n"].concat());
    dir.run("fens -q --rejects r.pgn a.pgn");
    assert_eq!(dir.bytes("r.pgn"), [&bad[..], b"\n\n"].concat());
}

#[test]
fn a_sound_run_leaves_an_empty_report_and_no_rejects() {
    let dir = Dir::with("a.pgn", FIRST);
    dir.run("fens -q --report r.jsonl --rejects r.pgn a.pgn").quiet();
    assert_eq!((dir.text("r.jsonl").as_str(), dir.text("r.pgn").as_str()), ("", ""));
}

#[test]
fn the_summary_is_the_last_line_with_its_fields_in_order() {
    let text = [FIRST, BAD, WARNED, WORSE, LAST].join("\n\n");
    for (option, expected) in [
        // One of the errors lies in a variation, which is looked at where errors are asked for.
        ("--on-error keep", "games 5, positions 13, problems 2, warnings 1, bytes "),
        ("--report r.jsonl", "games 5, positions 13, problems 3, warnings 1, bytes "),
        ("--on-error drop", "games 5, positions 7, problems 3, warnings 1, bytes "),
        ("--on-error keep --final", "games 5, positions 5, problems 2, warnings 1, bytes "),
    ] {
        let run = five().run(&format!("fens {option} a.pgn"));
        let line = run.stderr.lines().last().expect("a summary");
        let expected = format!("{expected}{}, seconds ", text.len());
        assert!(line.starts_with(&expected), "{option}: {line}");
        assert_eq!(run.stdout.lines().count() as f64, summary(&run)["positions"], "{option}");
    }
}

#[test]
fn games_read_are_those_given_filtered_out_and_dropped() {
    for (option, [games, given, dropped]) in
        [("keep", [5.0, 5.0, 0.0]), ("drop", [5.0, 3.0, 2.0]), ("stop", [2.0, 1.0, 1.0])]
    {
        for command in ["fens", "games", "check"] {
            let run = five().run(&format!("{command} --on-error {option} a.pgn"));
            let fields = summary(&run);
            let numbers = ["games", "given", "dropped", "filtered"].map(|name| fields[name]);
            assert_eq!(numbers, [games, given, dropped, 0.0], "{command} {option}: {}", run.stderr);
        }
    }
}

#[test]
fn bytes_are_those_of_all_inputs() {
    let dir = five().and("b.pgn", "\n1. e4 *\n\n\n").and("empty.pgn", "");
    let size = dir.bytes("a.pgn").len() + 11;
    for inputs in ["a.pgn b.pgn", "b.pgn empty.pgn a.pgn", "--no-mmap a.pgn b.pgn"] {
        let run = dir.run(&format!("fens {inputs}"));
        assert_eq!(summary(&run)["bytes"], size as f64, "{inputs}");
    }
}

#[test]
fn quiet_leaves_the_errors_and_nothing_else_on_standard_error() {
    let errors = "a.pgn:7:8: game 2: ply 2: illegal move \"e4\": no black pawn can reach e4\n";
    let dir = Dir::with("a.pgn", [FIRST, BAD].join("\n\n"));
    assert_eq!(dir.run("fens -q a.pgn").stderr, errors);
    assert_eq!(dir.run("fens --quiet --progress always a.pgn").stderr, errors);
    let loud = dir.run("fens a.pgn").stderr;
    assert!(loud.starts_with(&format!("{errors}games 2, ")), "{loud}");
    assert_eq!(loud.lines().count(), 2, "{loud}");
}

#[test]
fn twenty_errors_are_shown_and_more_are_counted() {
    for (bad, more) in [
        (1, None),
        (20, None),
        (21, Some("... and 1 more error; --report FILE lists them all")),
        (25, Some("... and 5 more errors; --report FILE lists them all")),
    ] {
        let text: Vec<_> = (0..bad).map(|_| "1. e4 e4 *\n\n[A \"x\"]\n[A \"y\"]\n\n*\n\n").collect();
        let run = Dir::with("a.pgn", text.concat()).run("fens -q a.pgn");
        let lines: Vec<_> = run.stderr.lines().collect();
        let shown = lines.iter().filter(|line| line.contains("illegal move")).count();
        assert_eq!(shown, bad.min(20), "{bad}");
        assert_eq!(lines.get(shown).copied(), more, "{bad}");
        assert_eq!(lines.len(), shown + usize::from(more.is_some()), "{bad}");
    }
}

#[test]
fn only_errors_in_games_make_rejects_and_only_errors_end_a_run() {
    let text = [WARNED, "1. e4 *\n\nprose between games\n\n[A \"b\"]\n\n*"].join("\n\n");
    let dir = Dir::with("a.pgn", text);
    let run = dir.run("fens -q --final -f csv --columns game,ply --on-error stop --rejects r.pgn a.pgn");
    assert_eq!(rows(&run.stdout), ["1|2", "2|1", "3|0"]);
    assert_eq!((run.code, dir.text("r.pgn").as_str()), (0, ""));
}

#[test]
fn what_becomes_of_a_game_does_not_hang_on_the_columns() {
    for (option, names, code) in [("drop", "First Warned Last", 0), ("stop", "First", 1)] {
        for arguments in ["-f csv --columns White", "-f pgn"] {
            let run = five().run(&format!("games -q {arguments} --on-error {option} --rejects r.pgn a.pgn"));
            let given = ["First", "Bad", "Warned", "Worse", "Last"].map(|name| run.stdout.contains(name));
            let expected = ["First", "Bad", "Warned", "Worse", "Last"].map(|name| names.contains(name));
            assert_eq!((given, run.code), (expected, code), "{arguments} {option}: {}", run.stdout);
        }
    }
    for arguments in ["--columns White", "-f pgn"] {
        let dir = five();
        dir.run(&format!("games -q {arguments} --report r.jsonl --rejects r.pgn a.pgn"));
        let (report, rejects) = (dir.text("r.jsonl"), dir.text("r.pgn"));
        dir.run("check -q --report r.jsonl --rejects r.pgn a.pgn");
        assert_eq!((report, rejects), (dir.text("r.jsonl"), dir.text("r.pgn")), "{arguments}");
    }
}
