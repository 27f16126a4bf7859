//! The result of a game, as every command that names it tells it.

use crate::support::{Dir, rows};

#[test]
fn the_result_is_the_markers_unless_that_is_a_star_or_missing() {
    let mut wrong = Vec::new();
    for (text, result) in [
        ("1. e4 1-0", "1-0"),
        ("1. e4 0-1", "0-1"),
        ("1. e4 1/2-1/2", "1/2-1/2"),
        ("1. e4 *", "*"),
        ("1. e4", "*"),
        ("[Result \"1-0\"]\n\n1. e4 0-1", "0-1"),
        ("[Result \"1-0\"]\n\n1. e4 *", "1-0"),
        ("[Result \"1-0\"]\n\n1. e4", "1-0"),
        ("[Result \"0:1\"]\n\n1. e4", "0-1"),
        ("[Result \"½\"]\n\n1. e4", "1/2-1/2"),
        ("[Result \"nobody won\"]\n\n1. e4", "*"),
        ("1. e4 ½-½", "1/2-1/2"),
        ("1. e4 1:0", "1-0"),
        ("1. e4 O-1", "0-1"),
        ("1. e4 1–0", "1-0"),
        ("1. e4 e51-0", "1-0"),
        ("1. e4 White resigns", "0-1"),
        ("1. e4 Black resigns", "1-0"),
        ("[Result \"1-0\"]\n\n1. e4 Black resigns *", "1-0"),
        ("[Result \"+/-\"]\n\n*", "1-0"),
        ("[White \"A\"]\n\n+/-", "1-0"),
        ("[White \"A\"]\n\n-:+", "0-1"),
        ("[White \"A\"]\n\n0-0", "*"),
        ("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 *", "*"),
        ("1. e4 (1. d4 0-1) e5 1-0", "1-0"),
        ("1. e4 e4 1-0", "1-0"),
    ] {
        let dir = Dir::with("a.pgn", format!("{text}\n\n[White \"Next\"]\n\n*\n"));
        for arguments in [
            "games -q -f csv --columns Result,White",
            "games -q -f csv --columns Result,White,plies",
            "fens -q --final -f csv --columns Result,White",
        ] {
            let run = dir.run(&format!("{arguments} a.pgn"));
            let rows = rows(&run.stdout);
            let given = rows.first().and_then(|row| row.split('|').next());
            if (given, rows.len()) != (Some(result), 2) {
                wrong.push(format!("{arguments}: {text:?} is not {result}: {rows:?}\n"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.concat());
}
