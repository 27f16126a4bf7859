//! Runs that cannot go on: exit code 2, and the file is named. Readers that go away.

use std::io::pipe;
use std::process::Stdio;

use crate::support::Dir;

const GAME: &str = "[White \"A\"]\n\n1. e4 e4 *\n";

#[test]
fn inputs_that_cannot_be_read_are_named() {
    for (arguments, named) in [
        ("fens missing.pgn", "missing.pgn"),
        ("fens a.pgn no/such/folder.pgn", "no/such/folder.pgn"),
        ("games missing.pgn", "missing.pgn"),
        ("check --no-mmap missing.pgn", "missing.pgn"),
        // A file that can be opened, but not read at its start.
        #[cfg(target_os = "linux")]
        ("fens /proc/self/mem", "/proc/self/mem"),
        #[cfg(target_os = "linux")]
        ("check a.pgn /proc/self/mem", "/proc/self/mem"),
    ] {
        let run = Dir::with("a.pgn", "1. e4 *\n").run(&format!("{arguments} -q"));
        assert_eq!(run.code, 2, "{arguments}: {}", run.stderr);
        assert!(run.stderr.starts_with(&format!("plydex: {named}: cannot read: ")), "{arguments}: {}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{arguments}: {}", run.stderr);
    }
}

#[test]
fn outputs_that_cannot_be_written_are_named() {
    for (arguments, named) in [
        ("fens -o no/such/folder.txt", "no/such/folder.txt"),
        ("games -o no/such/folder.csv", "no/such/folder.csv"),
        ("check -o no/such/folder.txt", "no/such/folder.txt"),
        ("fens -o .", "."),
        ("fens --report no/such/report.jsonl", "no/such/report.jsonl"),
        ("fens --rejects no/such/rejects.pgn", "no/such/rejects.pgn"),
        ("fens -o a.pgn/out.txt", "a.pgn/out.txt"),
    ] {
        let run = Dir::with("a.pgn", GAME).run(&format!("{arguments} -q a.pgn"));
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments}: {}", run.stderr);
        assert!(run.stderr.starts_with(&format!("plydex: {named}: cannot write: ")), "{arguments}: {}", run.stderr);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_named() {
    for (arguments, named) in [
        ("fens -o /dev/full", "/dev/full"),
        ("games -o /dev/full", "/dev/full"),
        ("games -f pgn -o /dev/full", "/dev/full"),
        ("check -o /dev/full", "/dev/full"),
        ("fens --report /dev/full", "/dev/full"),
        ("fens --rejects /dev/full", "/dev/full"),
        ("fens > /dev/full", "standard output"),
        ("fens -f jsonl > /dev/full", "standard output"),
        ("games > /dev/full", "standard output"),
        ("check > /dev/full", "standard output"),
        ("check -f jsonl > /dev/full", "standard output"),
    ] {
        let run = Dir::with("a.pgn", GAME).shell(&format!("$PLYDEX {arguments} a.pgn"));
        assert_eq!(run.code, 2, "{arguments}: {}", run.stderr);
        let message = format!("plydex: {named}: cannot write: ");
        assert!(run.stderr.lines().any(|line| line.starts_with(&message)), "{arguments}: {}", run.stderr);
    }
}

#[test]
fn what_was_read_before_an_input_that_cannot_be_opened_is_written() {
    let dir = Dir::with("a.pgn", "1. e4 *\n");
    let whole = dir.run("fens -q a.pgn").quiet();
    let run = dir.run("fens -q a.pgn missing.pgn a.pgn");
    assert_eq!((run.stdout, run.code), (whole, 2));
}

#[test]
fn a_closed_pipe_is_a_quiet_success() {
    let dir = Dir::with("a.pgn", "1. e4 e5 2. Nf3 *\n\n".repeat(20)).and("bad.pgn", GAME);
    for arguments in [
        "fens a.pgn",
        "fens -q -f csv a.pgn",
        "games a.pgn",
        "games -f pgn a.pgn",
        "check bad.pgn",
        "check -f jsonl bad.pgn",
    ] {
        let (reader, writer) = pipe().expect("a pipe");
        drop(reader);
        let mut command = dir.command(arguments);
        let output = command.stdin(Stdio::null()).stdout(writer).output().expect("the program starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!((&*stderr, output.status.code()), ("", Some(0)), "{arguments}");
    }
}

#[test]
fn a_closed_standard_error_changes_nothing_else() {
    let dir = Dir::with("a.pgn", GAME);
    for (arguments, code) in
        [("fens a.pgn", 0), ("check a.pgn", 1), ("fens --on-error stop a.pgn", 1), ("fens no.pgn", 2)]
    {
        let (reader, writer) = pipe().expect("a pipe");
        drop(reader);
        let mut command = dir.command(arguments);
        let output = command.stdin(Stdio::null()).stderr(writer).output().expect("the program starts");
        let known = dir.run(arguments);
        assert_eq!(String::from_utf8_lossy(&output.stdout), known.stdout, "{arguments}");
        assert_eq!((output.status.code(), known.code), (Some(code), code), "{arguments}");
    }
}
