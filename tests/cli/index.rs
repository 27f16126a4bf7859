//! `index`: built, added to, looked at; sources that change; commands that are killed.

use std::process::Stdio;
use std::time::Duration;

use crate::support::Dir;

const A: &str = "[White \"A\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[White \"B\"]\n\n1. d4 d5 0-1\n";
const B: &str = "[White \"C\"]\n\n1. e4 c5 1/2-1/2\n";

#[test]
fn games_are_numbered_through_all_that_was_added() {
    let dir = Dir::with("a.pgn", A).and("b.pgn", B);
    dir.run("index build -q games a.pgn").quiet();
    dir.run("index add -q games b.pgn").quiet();
    let find = "find -q startpos -f csv --columns game,file,offset,White,next";
    let right = dir.run(&format!("{find} a.pgn b.pgn")).quiet();
    assert_eq!(dir.run(&format!("{find} games")).quiet(), right);
    dir.run("index compact games").quiet();
    assert_eq!(dir.run(&format!("{find} games")).quiet(), right);
    assert_eq!(dir.run("index verify --deep games").quiet(), "");
    let info = dir.run("index info games").quiet();
    assert!(info.starts_with("games 3\npositions 10\nsegment 000002: games 3, positions 10, files 3"), "{info}");
}

#[test]
fn an_export_has_a_row_a_position_and_game() {
    let dir = Dir::with("b.pgn", B);
    dir.run("index build -q games b.pgn").quiet();
    let csv = dir.run("index export games").quiet();
    let mut lines: Vec<_> = csv.lines().collect();
    assert_eq!(lines[0], "epd,hash,game,ply,offset,next,result");
    assert_eq!(lines[1..].len(), 3);
    lines.sort_unstable();
    assert!(
        lines.contains(&"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -,463b96181691fc9c,1,0,0,e4,0"),
        "{csv}"
    );
    let json = dir.run("index export games -f jsonl").quiet();
    assert!(
        json.contains(
            "{\"epd\":\"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\",\"hash\":\"644d4afe02564aeb\",\
             \"game\":1,\"ply\":2,\"offset\":0,\"next\":null,\"result\":0}"
        ),
        "{json}"
    );
    dir.run("index export games -o out.parquet").quiet();
    assert!(dir.bytes("out.parquet").ends_with(b"PAR1"));
}

#[test]
fn what_cannot_be_built_or_added_is_refused() {
    let dir = Dir::with("a.pgn", A).and("again.pgn", A);
    dir.run("index build -q games a.pgn").quiet();
    for (arguments, message) in [
        ("index build -q games a.pgn", "games: holds an index; `plydex index add` adds to it"),
        ("index add -q games a.pgn", "a.pgn: in the index already"),
        ("index add -q nothing a.pgn", "nothing/MANIFEST.json: cannot read: No such file or directory (os error 2)"),
        ("index add -q games missing.pgn", "missing.pgn: cannot read: No such file or directory (os error 2)"),
        ("index build -q other -", "an index needs files, which it reads again: name them"),
        ("find -q startpos games a.pgn", "games: an index is the only input"),
    ] {
        let run = dir.run(arguments);
        assert_eq!((run.stderr, run.code), (format!("plydex: {message}\n"), 2), "{arguments}");
    }
    let run = dir.run("index add -q games again.pgn");
    assert!(run.stderr.contains("in the index already, as ") && run.code == 2, "{}", run.stderr);
    assert_eq!(dir.run("index verify games").quiet(), "");
}

#[test]
fn a_source_that_moved_or_changed_is_named() {
    let dir = Dir::with("a.pgn", A);
    dir.run("index build -q games a.pgn").quiet();
    // Another date and the same bytes are no change.
    std::fs::write(dir.path("a.pgn"), A).expect("written");
    assert_eq!(dir.run("find -q startpos --count games").quiet(), "2\n");
    std::fs::write(dir.path("a.pgn"), A.replace("e5", "c5")).expect("written");
    let run = dir.run("find -q startpos games");
    assert!(run.stderr.contains("a.pgn: a source of the index that has changed since it was added"), "{}", run.stderr);
    assert_eq!((run.stdout.as_str(), run.code), ("", 2));
    let run = dir.run("index verify --deep games");
    assert!(run.stdout.contains("a.pgn: a source of the index that has changed") && run.code == 1, "{}", run.stdout);
    assert_eq!(dir.run("index verify games").quiet(), "");
    std::fs::remove_file(dir.path("a.pgn")).expect("removed");
    let run = dir.run("find -q startpos games");
    assert!(run.stderr.contains("a.pgn: a source of the index that is not there any more"), "{}", run.stderr);
}

#[test]
fn folders_and_lists_are_inputs_and_an_encoding_is_refused() {
    let dir = Dir::with("list", "games/b.pgn\n");
    std::fs::create_dir(dir.path("games")).expect("a folder");
    let dir = dir.and("games/b.pgn", "1. d4 *\n").and("games/a.pgn", "1. e4 *\n");
    dir.run("index build -q folder games").quiet();
    dir.run("index build -q listed --files-from list").quiet();
    let found = |index| dir.run(&format!("find -q startpos -f csv --columns game,file,next {index}")).quiet();
    assert_eq!(found("folder"), "game,file,next\n1,games/a.pgn,e4\n2,games/b.pgn,d4\n");
    assert_eq!(found("listed"), "game,file,next\n1,games/b.pgn,d4\n");
    let run = dir.run("index build --encoding cp850 other games");
    assert!(run.code == 2 && run.stderr.contains("--encoding"), "{}", run.stderr);
}

#[test]
fn games_with_errors_keep_their_numbers_when_they_are_dropped() {
    let dir = Dir::with("a.pgn", "1. e4 e4 *\n\n1. d4 *\n");
    for (on_error, games) in [("keep", "2\n"), ("drop", "1\n")] {
        dir.run(&format!("index build -q --on-error {on_error} {on_error} a.pgn"));
        assert_eq!(dir.run(&format!("find -q startpos --count {on_error}")).quiet(), games);
        let last = dir.run(&format!("find -q startpos -f csv --columns game,next {on_error}")).quiet();
        assert!(last.ends_with("2,d4\n"), "{last}");
        assert_eq!(dir.run(&format!("index verify --deep {on_error}")).quiet(), "");
    }
    let run = dir.run("index build -q --on-error stop stopped a.pgn");
    assert_eq!(run.code, 1);
    assert_eq!(dir.run("index info stopped").code, 2);
}

#[test]
fn a_command_that_is_killed_changes_nothing_or_all_of_it() {
    let many: String = (0..400).map(|n| format!("[White \"W{n}\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n")).collect();
    let dir = Dir::with("a.pgn", A).and("b.pgn", many);
    for milliseconds in [0, 3, 6, 10, 15, 25] {
        let name = format!("games{milliseconds}");
        dir.run(&format!("index build -q {name} a.pgn")).quiet();
        let mut command = dir.command(&format!("index add -q {name} b.pgn"));
        let mut child = command.stdin(Stdio::null()).spawn().expect("starts");
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().expect("killed");
        child.wait().expect("ended");
        let count = dir.run(&format!("find -q startpos --count {name}")).quiet();
        assert!(count == "2\n" || count == "402\n", "{count}");
        // What was left there is gone with the command after it.
        assert_eq!(dir.run(&format!("index verify --deep {name}")).quiet(), "");
    }
}
