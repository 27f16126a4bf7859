//! A bad game leaves those around it alone.

use crate::problems::CASES;
use crate::support::Dir;

const BEFORE: &[u8] = b"[Event \"Before\"]\n[White \"A\"]\n\n1. e4 e5 2. Nf3 {a comment} (2. f4) 1-0\n\n";
const AFTER: &[u8] = b"[Event \"After\"]\n[Black \"B\"]\n\n1. d4 $1 d5 2. c4 1/2-1/2\n";

/// Rows of the two sound games, whatever stands between them.
fn rows(between: &[u8], options: &str) -> Vec<String> {
    let dir = Dir::with("a.pgn", [BEFORE, between, b"\n\n", AFTER].concat());
    let columns = "Event,ply,line,san,fen,comment,nags,White,Black,Result";
    let run = dir.run(&format!("fens -q -f csv --columns {columns} {options} a.pgn"));
    assert_eq!(run.code, 0, "{}", run.stderr);
    let is_sound = |line: &&str| line.starts_with("Before,") || line.starts_with("After,");
    run.stdout.lines().filter(is_sound).map(str::to_owned).collect()
}

#[test]
fn games_before_and_after_a_bad_one_are_byte_for_byte_what_they_are_without_it() {
    for options in ["", "--on-error drop", "--variations"] {
        let alone = rows(b"", options);
        assert_eq!(alone.len(), if options == "--variations" { 9 } else { 8 });
        for (bad, _) in CASES {
            assert_eq!(rows(bad, options), alone, "{options} around {:?}", String::from_utf8_lossy(bad));
        }
    }
}

#[test]
fn the_bytes_of_games_before_and_after_a_bad_one_are_given_whole() {
    for (bad, _) in CASES {
        let dir = Dir::with("a.pgn", [BEFORE, *bad, b"\n\n", AFTER].concat());
        dir.run("games -q -o out.pgn a.pgn");
        let out = dir.bytes("out.pgn");
        let sound = |game: &[u8]| out.windows(game.len()).any(|bytes| bytes == game);
        let shown = String::from_utf8_lossy(&out);
        assert!(sound(BEFORE) && out.ends_with(&[AFTER, b"\n"].concat()), "{shown:?}");
    }
}
