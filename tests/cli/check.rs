//! `check`: the problems and nothing else.

use crate::support::{Dir, json_lines};

const ILLEGAL: &str = "1. e4 e4 *\n";
const WARNED: &str = "[White \"A\"]\n[White \"B\"]\n\n1. e4 *\n";
const MINOR: &str = "1. e4+ e5 3. Nf3 *\n";
const SOUND: &str = "1. e4 e5 *\n";

#[test]
fn problems_are_lines_of_text_with_their_place() {
    for (text, options, expected) in [
        (SOUND, "--all", ""),
        (ILLEGAL, "", "a.pgn:1:7: game 1: ply 2: illegal move \"e4\": no black pawn can reach e4\n"),
        ("1. d4 d5 2. Nf3 Nf6\n3. Nd2 *\n", "", "a.pgn:2:4: game 1: ply 5: ambiguous move \"Nd2\": b1 and f3\n"),
        (
            "[White \"A\"]\n\n1. e4 {open\n",
            "",
            "a.pgn:3:7: game 1: unterminated comment\n\
             a.pgn:3:12: game 1: warning: no result at the end of the game\n",
        ),
        (WARNED, "", "a.pgn:2:1: game 1: warning: duplicate tag \"[White \"B\"]\"\n"),
        (MINOR, "", ""),
        (
            MINOR,
            "--all",
            "a.pgn:1:4: game 1: ply 1: warning: wrong check mark \"e4+\"\n\
             a.pgn:1:11: game 1: ply 3: warning: wrong move number \"3\": it is move 2\n",
        ),
        ("1. e4 *\n\nprose\n", "", "a.pgn:3:1: warning: passed over \"prose\"\n"),
    ] {
        let run = Dir::with("a.pgn", text).run(&format!("check -q {options} a.pgn"));
        assert_eq!((run.stdout.as_str(), run.stderr.as_str()), (expected, ""), "{options} {text:?}");
    }
}

#[test]
fn exit_codes_tell_errors_and_if_strict_warnings_that_are_shown() {
    for (text, options, code) in [
        (SOUND, "", 0),
        (SOUND, "--strict --all", 0),
        (ILLEGAL, "", 1),
        (ILLEGAL, "--strict", 1),
        ("1. e4 (1. e5) e5 *\n", "", 1),
        ("no PGN at all\n", "", 1),
        ("", "--strict", 0),
        (WARNED, "", 0),
        (WARNED, "--strict", 1),
        (MINOR, "", 0),
        (MINOR, "--all", 0),
        (MINOR, "--strict", 0),
        (MINOR, "--strict --all", 1),
    ] {
        for format in ["text", "jsonl"] {
            let run = Dir::with("a.pgn", text).run(&format!("check -q -f {format} {options} a.pgn"));
            assert_eq!(run.code, code, "{options} -f {format} {text:?}: {}", run.stdout);
        }
    }
}

#[test]
fn json_lines_are_those_of_the_report() {
    let text = [ILLEGAL, WARNED, MINOR, "[White \"cut"].join("\n");
    let dir = Dir::with("a.pgn", text);
    let all = dir.run("check -q --all -f jsonl --report r.jsonl a.pgn").stdout;
    assert_eq!(all, dir.text("r.jsonl"));
    let kinds = |text: &str| -> Vec<String> {
        json_lines(text).iter().map(|entry| entry["kind"].as_str().expect("a kind").to_owned()).collect()
    };
    assert_eq!(
        kinds(&all),
        ["illegal-move", "duplicate-tag", "check-mark-mismatch", "move-number-mismatch", "unterminated-tag"]
    );
    let most = dir.run("check -q -f jsonl --report r.jsonl a.pgn").stdout;
    assert_eq!(kinds(&most), ["illegal-move", "duplicate-tag", "unterminated-tag"]);
    assert_eq!(dir.text("r.jsonl"), all, "a report is whole whatever is shown");
}

#[test]
fn a_json_line_has_the_fields_of_the_contract_in_order() {
    let run = Dir::with("a.pgn", "\n1. e4 {é} e5 2. Qd3 *\n").run("check -q -f jsonl a.pgn");
    let expected = "{\"file\":\"a.pgn\",\"game\":1,\"line\":2,\"column\":17,\"offset\":18,\"ply\":3,\"severity\":\"error\",\
                    \"kind\":\"illegal-move\",\"token\":\"Qd3\",\
                    \"message\":\"illegal move \\\"Qd3\\\": the queen on d1 is blocked\",\
                    \"fen\":\"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2\",\
                    \"action\":\"kept-prefix\"}\n";
    assert_eq!(run.stdout, expected);
}

#[test]
fn check_can_write_its_list_to_a_file() {
    let dir = Dir::with("a.pgn", ILLEGAL);
    let run = dir.run("check -q -o list.txt a.pgn");
    assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.code), ("", "", 1));
    assert_eq!(dir.text("list.txt"), dir.run("check -q a.pgn").stdout);
}

#[test]
fn the_summary_counts_errors_and_warnings_shown_or_not() {
    let text = [ILLEGAL, WARNED, MINOR].join("\n");
    let run = Dir::with("a.pgn", &text).run("check a.pgn");
    let begin = format!("games 3, positions 0, problems 1, warnings 3, bytes {}, seconds ", text.len());
    assert!(run.stderr.starts_with(&begin), "{}", run.stderr);
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
}
