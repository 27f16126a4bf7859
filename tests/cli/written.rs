//! Files that the program writes: whole or not at all.

use std::fs;

use crate::support::Dir;

const SOUND: &str = "1. e4 *\n";
const BAD: &str = "1. d4 *\n\n1. e4 e4 *\n";

#[test]
fn a_file_is_written_whole_and_nothing_is_left_beside_it() {
    let dir = Dir::with("a.pgn", BAD).and("out.txt", "what was there before");
    let expected = dir.run("fens -q a.pgn").stdout;
    let run = dir.run("fens -q -o out.txt --report r.jsonl --rejects r.pgn a.pgn");
    assert_eq!((run.stdout.as_str(), run.code), ("", 0));
    assert_eq!(dir.text("out.txt"), expected);
    assert_eq!(dir.names(), ["a.pgn", "out.txt", "r.jsonl", "r.pgn"]);
}

#[test]
fn a_run_that_fails_or_stops_leaves_no_file_and_an_old_one_as_it_was() {
    for (arguments, code) in [
        ("fens -o OUT a.pgn missing.pgn", 2),
        ("games -o OUT a.pgn missing.pgn", 2),
        ("check -o OUT a.pgn missing.pgn", 2),
        ("fens -o OUT --report no/such/r.jsonl a.pgn", 2),
        ("fens -o OUT --on-error stop bad.pgn", 1),
        ("games -o OUT --on-error stop bad.pgn", 1),
    ] {
        let dir = Dir::with("a.pgn", SOUND).and("bad.pgn", BAD);
        let run = dir.run(&arguments.replace("OUT", "new.csv"));
        assert_eq!(run.code, code, "{arguments}: {}", run.stderr);
        assert_eq!(dir.names(), ["a.pgn", "bad.pgn"], "{arguments}");

        let dir = dir.and("old.csv", "as it was");
        dir.run(&arguments.replace("OUT", "old.csv"));
        assert_eq!(dir.text("old.csv"), "as it was", "{arguments}");
        assert_eq!(dir.names(), ["a.pgn", "bad.pgn", "old.csv"], "{arguments}");
    }
}

#[test]
fn a_report_of_a_run_that_stopped_is_written() {
    let dir = Dir::with("bad.pgn", BAD);
    let run = dir.run("fens -q --on-error stop -o out.txt --report r.jsonl --rejects r.pgn bad.pgn");
    assert_eq!(run.code, 1);
    assert_eq!(dir.names(), ["bad.pgn", "r.jsonl", "r.pgn"]);
    assert_eq!((dir.json_lines("r.jsonl").len(), dir.text("r.pgn").as_str()), (1, "1. e4 e4 *\n\n"));
}

#[cfg(unix)]
#[test]
fn permissions_are_those_that_the_umask_leaves() {
    use std::os::unix::fs::PermissionsExt;
    for (umask, mode) in [("022", 0o644), ("077", 0o600), ("007", 0o660)] {
        let dir = Dir::with("a.pgn", SOUND);
        dir.shell(&format!("umask {umask}; $PLYDEX fens -q -o out.txt --report r.jsonl --rejects r.pgn a.pgn")).quiet();
        for name in ["out.txt", "r.jsonl", "r.pgn"] {
            let permissions = fs::metadata(dir.path(name)).expect(name).permissions();
            assert_eq!(permissions.mode() & 0o777, mode, "{name} under {umask}");
        }
    }
}

#[test]
fn an_input_may_be_written_over() {
    let dir = Dir::with("a.pgn", "\n\n1. e4 *\n\n\n\n1. d4 *\n");
    dir.run("games -q -o a.pgn a.pgn").quiet();
    assert_eq!(dir.text("a.pgn"), "1. e4 *\n\n1. d4 *\n\n");
}

#[test]
fn the_same_bytes_come_from_any_number_of_threads_and_any_way_of_reading() {
    let text: Vec<_> = (0..60)
        .map(|number| match number % 4 {
            0 => format!("[White \"{number}\"]\n\n1. e4 e5 2. Nf3 {{a\n\n[Event \"no game\"]\n}} *\n\n"),
            1 => format!("1. d4 d5 2. c4 e{number} *\n\n"),
            2 => String::from("1. c4 (1. c5) c5\n\n[Event \"x\"]\n*\n"),
            _ => String::from("prose\n\n[Site \"y\"]\n\n*\n"),
        })
        .collect();
    let text = text.concat();
    for arguments in
        ["fens -q", "fens -q -f csv --variations", "games -q -f jsonl", "games -q -f pgn", "check -q --all"]
    {
        let dir = Dir::with("-", &text);
        let report = "--report r.jsonl --rejects r.pgn";
        let one = dir.run(&format!("{arguments} {report} -j 1 ./-"));
        let (entries, rejects) = (dir.text("r.jsonl"), dir.text("r.pgn"));
        assert!(one.stdout.len() > 1000 && entries.len() > 1000 && rejects.len() > 100, "{arguments}");
        for options in ["-j 3", "-j 3 --chunk-size 10", "-j 1 --chunk-size 100", "--no-mmap --chunk-size 64"] {
            let run = dir.run(&format!("{arguments} {report} {options} ./-"));
            assert_eq!(
                (&run.stdout, &run.stderr, run.code),
                (&one.stdout, &one.stderr, one.code),
                "{arguments} {options}"
            );
            assert_eq!(
                (dir.text("r.jsonl"), dir.text("r.pgn")),
                (entries.clone(), rejects.clone()),
                "{arguments} {options}"
            );
        }
    }
}
