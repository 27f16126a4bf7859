//! Every kind of problem, with its place and what is done about it.

use plydex::problem::ProblemKind;
use serde_json::Value;

use crate::support::Dir;

/// Inputs, and all that is wrong with each: line and column, game, ply, severity, kind, token,
/// action.
pub const CASES: &[(&[u8], &[&str])] = &[
    // Moves.
    (b"1. e4 e4 *\n", &[r#"1:7 game 1 ply 2 error illegal-move "e4" kept-prefix"#]),
    (
        b"[White \"A\"]\n\n1. e4 {two\nlines} e5 2. Nd3 *\n",
        &[r#"4:14 game 1 ply 3 error illegal-move "Nd3" kept-prefix"#],
    ),
    (b"1. e4 Wf6 *\n", &[r#"1:7 game 1 ply 2 error illegal-move "Wf6" kept-prefix"#]),
    (b"1. e4 e5 2. Se2 Se7 *\n", &["1:13 game 1 ply 3 error undecided-notation \"Se2\" kept-prefix"]),
    (b"1. e4 e5 2. Jf3 Jc6 3. Bb5 a6 *\n", &["1:24 game 1 ply 5 warning mixed-notation \"Bb5\" repaired"]),
    ("1. e4 {Ä ½} e5 2. Nd3 *\n".as_bytes(), &[r#"1:19 game 1 ply 3 error illegal-move "Nd3" kept-prefix"#]),
    (b"1. d4 d5 2. Nf3 Nf6 3. Nd2 *\n", &[r#"1:24 game 1 ply 5 error ambiguous-move "Nd2" kept-prefix"#]),
    (
        b"[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8 *\n",
        &[r#"3:4 game 1 ply 1 error missing-promotion-piece "a8" kept-prefix"#],
    ),
    (b"1. e4 e5 2. N@f3 *\n", &[r#"1:13 game 1 ply 3 error drop-in-standard-game "N@f3" kept-prefix"#]),
    (b"1. e4 f6 2. Qh5+ -- *\n", &[r#"1:18 game 1 ply 4 error illegal-null-move "--" kept-prefix"#]),
    (b"1. e4 (1. e5) e5 *\n", &[r#"1:11 game 1 ply 1 error illegal-move-in-variation "e5" kept-prefix"#]),
    (
        b"1. e4 e5 (1... Nd2 2. xyz) (1... a5 2. e9) 2. Nf3 *\n",
        &[
            r#"1:16 game 1 ply 2 error illegal-move-in-variation "Nd2" kept-prefix"#,
            r#"1:40 game 1 ply 3 error illegal-move-in-variation "e9" kept-prefix"#,
        ],
    ),
    // What the end of the game or of the input cuts off.
    (
        b"1. e4 {never closed\n\n[Event \"Next\"]\n\n1. d4 *\n",
        &[
            "1:7 game 1 ply null error unterminated-comment null kept-prefix",
            "1:20 game 1 ply null warning missing-terminator null repaired",
        ],
    ),
    (b"1. e4 e5 (1... c5 *\n", &["1:10 game 1 ply null error unterminated-variation null kept-prefix"]),
    (
        b"[Event \"Whole\"]\n[Site \"Cut",
        &[
            r#"2:1 game 1 ply null error unterminated-tag "[Site \"Cut" kept-prefix"#,
            "2:11 game 1 ply null warning missing-terminator null repaired",
        ],
    ),
    (
        b"1. e4 e5 2. N",
        &[
            r#"1:13 game 1 ply 3 error truncated-move "N" kept-prefix"#,
            "1:14 game 1 ply null warning missing-terminator null repaired",
        ],
    ),
    // Where a game starts from.
    (b"[FEN \"8/8/8 w - - 0 1\"]\n\n*\n", &[r#"1:1 game 1 ply null error invalid-fen "8/8/8 w - - 0 1" kept-prefix"#]),
    (
        b"[White \"A\"]\n[FEN \"8/8/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. Ka2 *\n",
        &[r#"2:1 game 1 ply null error invalid-position "8/8/8/8/8/8/8/K7 w - - 0 1" kept-prefix"#],
    ),
    (b"[Variant \"Atomic\"]\n\n1. e4 *\n", &[r#"1:1 game 1 ply null error unknown-variant "Atomic" kept-prefix"#]),
    (
        b"[FEN \"4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1\"]\n\n*\n",
        &[r#"1:1 game 1 ply null warning fen-castling-rights "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1" repaired"#],
    ),
    (
        b"[FEN \"4k3/8/8/8/8/8/8/4K3 w - e6 0 1\"]\n\n*\n",
        &[r#"1:1 game 1 ply null warning fen-ep-square "4k3/8/8/8/8/8/8/4K3 w - e6 0 1" repaired"#],
    ),
    (
        b"[FEN \"4k3/8/8/8/8/8/8/4K3 w - -\"]\n\n*\n",
        &[r#"1:1 game 1 ply null warning fen-missing-fields "4k3/8/8/8/8/8/8/4K3 w - -" repaired"#],
    ),
    (
        b"[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 0\"]\n\n*\n",
        &[r#"1:1 game 1 ply null warning fen-fullmove-number "4k3/8/8/8/8/8/8/4K3 w - - 0 0" repaired"#],
    ),
    (b"[SetUp \"1\"]\n\n1. e4 *\n", &[r#"1:1 game 1 ply null warning setup-fen-conflict "1" repaired"#]),
    (
        b"[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n[SetUp \"0\"]\n\n1. Kd1 *\n",
        &[r#"2:1 game 1 ply null warning setup-fen-conflict "0" repaired"#],
    ),
    (b"[FEN \"\"]\n\n1. e4 *\n", &[r#"1:1 game 1 ply null warning invalid-fen-ignored "" ignored"#]),
    (b"[FEN \"?\"]\n\n1. e4 *\n", &[r#"1:1 game 1 ply null warning invalid-fen-ignored "?" ignored"#]),
    // Results.
    (b"1. e4 e5\n\n[Event \"Next\"]\n\n1. d4 *\n", &["1:9 game 1 ply null warning missing-terminator null repaired"]),
    ("1. e4 e5 ½-½\n".as_bytes(), &[r#"1:10 game 1 ply null warning nonstandard-result "½-½" repaired"#]),
    (b"[Result \"1:0\"]\n\n1. e4 1-0\n", &[r#"1:1 game 1 ply null warning nonstandard-result "1:0" repaired"#]),
    (b"[Result \"1-0\"]\n\n1. e4 0-1\n", &["1:1 game 1 ply null warning result-mismatch null repaired"]),
    (b"1. e4 1-0 0-1\n", &[r#"1:11 game 1 ply null warning extra-result "0-1" ignored"#]),
    // Tags.
    (
        b"[Event \"A\"]\n[White \"Joe \"The Pawn\" O\"]\n\n*\n",
        &[r#"2:1 game 1 ply null warning bad-tag "[White \"Joe \"The Pawn\" O\"]" repaired"#],
    ),
    (b"[White-Elo \"1\"]\n\n*\n", &[r#"1:1 game 1 ply null warning bad-tag-name "White-Elo" repaired"#]),
    (b"[White \"A\"]\n[White \"B\"]\n\n*\n", &[r#"2:1 game 1 ply null warning duplicate-tag "[White \"B\"]" ignored"#]),
    // Text.
    (
        b"prose, and no PGN\nat all\n",
        &[
            r#"1:1 game null ply null warning garbage "prose, and no PGN\nat all" ignored"#,
            "1:1 game null ply null error not-pgn null ignored",
        ],
    ),
    (
        b"\n\n  prose\n",
        &[
            r#"3:3 game null ply null warning garbage "prose" ignored"#,
            "3:3 game null ply null error not-pgn null ignored",
        ],
    ),
    (
        b"1. e4 *\n\nsome prose here\n\n[Event \"Next\"]\n\n1. d4 *\n",
        &[r#"3:1 game null ply null warning garbage "some prose here" ignored"#],
    ),
    (b"1. e4 hello e5 *\n", &[r#"1:7 game 1 ply null warning garbage "hello" ignored"#]),
    (b"1. e4\0 e5 *\n", &["1:6 game 1 ply null warning nul-byte null ignored"]),
    (b"[White \"Tarr\xe1sch\"]\n\n*\n", &[r#"1:13 game 1 ply null warning bad-encoding "á" repaired"#]),
    ("1. e4 с5 *\n".as_bytes(), &[r#"1:7 game 1 ply 2 warning nonascii-move "с5" repaired"#]),
    (b"1. e4 $256 e5 *\n", &[r#"1:7 game 1 ply null warning bad-nag "$256" ignored"#]),
    (b"1. e4 $ e5 *\n", &[r#"1:7 game 1 ply null warning bad-nag "$" ignored"#]),
    (b"1. e4 !!! e5 *\n", &[r#"1:7 game 1 ply null warning bad-nag "!!!" ignored"#]),
    // Brackets.
    (b"1. e4 ) e5 *\n", &[r#"1:7 game 1 ply null warning unexpected-close-paren ")" ignored"#]),
    (b"1. e4 } e5 *\n", &[r#"1:7 game 1 ply null warning unexpected-close-brace "}" ignored"#]),
    (b"1. e4 () e5 *\n", &[r#"1:8 game 1 ply null warning empty-variation ")" ignored"#]),
    (b"[White \"A\"]\n\n(1. d4) 1. e4 *\n", &[r#"3:1 game 1 ply null warning misplaced-variation "(" ignored"#]),
    (b"1. e4 e5 * (1... c5)\n", &[r#"1:12 game 1 ply null warning misplaced-variation "(" ignored"#]),
    // What is common and harms nothing.
    (b"1. e4 e5 3. Nf3 *\n", &[r#"1:10 game 1 ply 3 warning move-number-mismatch "3" repaired"#]),
    (b"1. e4+ e5 *\n", &[r#"1:4 game 1 ply 1 warning check-mark-mismatch "e4+" repaired"#]),
    (b"1. f3 e5 2. g4 Qh4+ *\n", &[r#"1:16 game 1 ply 4 warning check-mark-mismatch "Qh4+" repaired"#]),
];

/// Kinds that no input of this table can have.
const ELSEWHERE: &[&str] = &["truncated-input"];

fn reported(input: &[u8]) -> Vec<Value> {
    let dir = Dir::with("a.pgn", input);
    let run = dir.run("fens -q --report r.jsonl a.pgn");
    assert_eq!(run.code, 0, "{}", run.stderr);
    dir.json_lines("r.jsonl")
}

#[test]
fn each_problem_is_reported_with_its_place_its_token_and_what_was_done() {
    let mut wrong = Vec::new();
    for (input, expected) in CASES {
        let given: Vec<_> = reported(input)
            .iter()
            .map(|entry| {
                let text = |name: &str| entry[name].as_str().unwrap_or("?").to_owned();
                format!(
                    "{}:{} game {} ply {} {} {} {} {}",
                    entry["line"],
                    entry["column"],
                    entry["game"],
                    entry["ply"],
                    text("severity"),
                    text("kind"),
                    entry["token"],
                    text("action")
                )
            })
            .collect();
        if given != *expected {
            wrong.push(format!("{:?}\n  is   {given:?}\n  not  {expected:?}\n", String::from_utf8_lossy(input)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.concat());
}

#[test]
fn every_kind_of_problem_is_in_the_table() {
    for kind in ProblemKind::ALL {
        let wanted = format!(" {} {} ", kind.severity().name(), kind.name());
        let in_table = CASES.iter().flat_map(|(_, expected)| *expected).any(|entry| entry.contains(&wanted));
        assert!(in_table != ELSEWHERE.contains(&kind.name()), "{}", kind.name());
    }
}

#[test]
fn line_and_column_are_those_of_the_offset() {
    for (input, _) in CASES {
        for entry in reported(input) {
            let offset = entry["offset"].as_u64().expect("a number") as usize;
            let before = String::from_utf8_lossy(&input[..offset]).into_owned();
            let line = before.matches('\n').count() + 1;
            let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
            assert_eq!(
                (entry["line"].as_u64(), entry["column"].as_u64()),
                (Some(line as u64), Some(column as u64)),
                "{entry}"
            );
        }
    }
}

#[test]
fn columns_count_characters_whatever_the_encoding_and_the_line_ends() {
    for (input, place) in [
        ("1. e4 {Ä€😀} e4 *".as_bytes(), (1, 13)),
        (b"1. e4 {\x93\xe9\x94} e4 *", (1, 13)),
        (b"1. e4\r\n{x} e4 *", (2, 5)),
        (b"1. e4\r{x}\r\re4 *", (4, 1)),
        (b"1.\te4\te4 *", (1, 7)),
    ] {
        let entry = reported(input).into_iter().find(|entry| entry["kind"] == "illegal-move").expect("the bad move");
        assert_eq!((entry["line"].as_u64(), entry["column"].as_u64()), (Some(place.0), Some(place.1)), "{entry}");
    }
}

#[test]
fn the_fen_is_the_position_before_the_move_at_fault() {
    for (input, fen) in [
        ("1. e4 e4 *", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
        ("1. e4 e5 (1... e4) 2. Nf3 *", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
        ("1. N@f3 *", ""),
        ("[White \"A\"]\n\n1. N@f3 *", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("[FEN \"8/P6k/8/8/8/8/8/K7 w - - 5 9\"]\n\n9. a8 *", "8/P6k/8/8/8/8/8/K7 w - - 5 9"),
        ("[FEN \"8/8/8 w - - 0 1\"]\n\n*", ""),
    ] {
        let entries = reported(input.as_bytes());
        let error = entries.iter().find(|entry| entry["severity"] == "error").expect("an error");
        assert_eq!(error["fen"].as_str().unwrap_or_default(), fen, "{input:?}");
    }
}

#[test]
fn a_message_names_the_token_and_the_reason() {
    for (input, message) in [
        ("1. Nf6 *", "no PGN in this input"),
        ("[A \"b\"]\n\n1. Nf6 *", "illegal move \"Nf6\": no white knight can reach f6"),
        ("1. d4 d5 2. Nf3 Nf6 3. Nd2 *", "ambiguous move \"Nd2\": b1 and f3"),
        ("1. e4 {", "unterminated comment"),
        ("1. e4 (1. d4", "unterminated variation"),
    ] {
        let entries = reported(input.as_bytes());
        let error = entries.iter().find(|entry| entry["severity"] == "error").expect("an error");
        assert_eq!(error["message"], message, "{input:?}");
    }
}

#[test]
fn more_problems_than_a_game_may_list_are_counted_still() {
    let run = Dir::with("a.pgn", format!("1. e4 {} e5 *\n", ") ".repeat(1500))).run("fens a.pgn");
    assert!(run.stderr.starts_with("games 1, positions 3, problems 0, warnings 1500, "), "{}", run.stderr);
}
