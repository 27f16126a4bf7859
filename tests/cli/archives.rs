//! Packed inputs and outputs, folders, lists of files, encodings, and a run that is interrupted.

use std::fs;
use std::io::{Read, Write};
use std::process::Stdio;

use crate::support::{Dir, rows};

const GAME: &str = "1. e4 *\n";
const COLUMNS: &str = "fens -q --no-start -f csv --columns game,file,offset,san";

fn gz(text: &str) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text.as_bytes()).expect("a Vec takes it");
    encoder.finish().expect("a Vec takes it")
}

fn unpacked(name: &str, bytes: &[u8]) -> String {
    let mut text = String::new();
    let mut reader: Box<dyn Read + '_> = match name.rsplit('.').next() {
        Some("gz") => Box::new(flate2::read::GzDecoder::new(bytes)),
        Some("zst") => Box::new(zstd::stream::read::Decoder::new(bytes).expect("a decoder")),
        Some("bz2") => Box::new(bzip2::read::BzDecoder::new(bytes)),
        _ => Box::new(bytes),
    };
    reader.read_to_string(&mut text).expect(name);
    text
}

#[test]
fn a_folder_is_read_sorted_by_path_and_a_file_named_twice_twice() {
    let dir = Dir::with("b.pgn", GAME).and("notes.txt", "none").and("x y.pgn.gz", gz("1. d4 *\n"));
    fs::create_dir_all(dir.path("a/deep")).expect("a folder");
    fs::write(dir.path("a/deep/z.PGN"), "1. c4 *\n").expect("a file");
    for (inputs, expected) in [
        (".", "1|./a/deep/z.PGN|0|c4 2|./b.pgn|0|e4 3|./x y.pgn.gz|0|d4"),
        ("a b.pgn a", "1|a/deep/z.PGN|0|c4 2|b.pgn|0|e4 3|a/deep/z.PGN|0|c4"),
    ] {
        let stdout = dir.run(&format!("{COLUMNS} {inputs}")).quiet();
        assert_eq!(rows(&stdout).join(" "), expected, "{inputs}");
    }
    fs::create_dir(dir.path("empty")).expect("a folder");
    assert_eq!(dir.run("fens -q empty").quiet(), "");
}

#[test]
fn a_list_names_inputs_a_line_or_a_nul_each() {
    let dir = Dir::with("a.pgn", GAME)
        .and("b c.pgn", "1. d4 *\n")
        .and("list", "b c.pgn\r\n\na.pgn\n")
        .and("zero", "b c.pgn\0a.pgn\0");
    for (list, expected) in [
        ("--files-from list", "1|b c.pgn|0|e4"),
        ("--files-from zero", "1|b c.pgn|0|e4"),
        ("a.pgn --files-from list", "1|a.pgn|0|e4"),
    ] {
        let stdout = dir.run(&format!("{COLUMNS} {list}")).quiet();
        let first = rows(&stdout).swap_remove(0);
        assert_eq!(first.replace("d4", "e4"), expected, "{list}");
        assert_eq!(rows(&stdout).len(), if list.starts_with('a') { 3 } else { 2 }, "{list}");
    }
    let stdout = dir.run_piped(&format!("{COLUMNS} --files-from -"), "a.pgn\n").quiet();
    assert_eq!(rows(&stdout), ["1|a.pgn|0|e4"]);
    let run = dir.run("fens --files-from none");
    assert_eq!(run.code, 2, "{}", run.stderr);
}

#[cfg(unix)]
#[test]
fn names_need_not_be_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let dir = Dir::empty();
    let name = OsStr::from_bytes(b"R\xe9ti.pgn");
    fs::write(dir.path("").join(name), GAME).expect("a file");
    let (list, folder) = (dir.path("list"), rows(&dir.run(&format!("{COLUMNS} .")).quiet()));
    fs::write(list, b"R\xe9ti.pgn").expect("a file");
    assert_eq!(folder, ["1|./R\u{fffd}ti.pgn|0|e4"]);
    assert_eq!(rows(&dir.run(&format!("{COLUMNS} --files-from list")).quiet()), ["1|R\u{fffd}ti.pgn|0|e4"]);
}

#[test]
fn a_packed_output_is_the_plain_one_packed_in_the_format_below() {
    let dir = Dir::with("a.pgn", GAME.repeat(3));
    for name in ["x.txt", "x.csv", "x.jsonl"] {
        dir.run(&format!("fens -q a.pgn -o {name}")).quiet();
        for packing in ["gz", "zst", "bz2"] {
            let packed = format!("{name}.{packing}");
            dir.run(&format!("fens -q a.pgn -o {packed}")).quiet();
            assert_eq!(unpacked(&packed, &dir.bytes(&packed)), dir.text(name), "{packed}");
        }
    }
    dir.run("normalize -q a.pgn -o n.pgn.zst").quiet();
    assert_eq!(rows(&dir.run(&format!("{COLUMNS} n.pgn.zst")).quiet()).len(), 3, "what is written can be read");
    dir.run("fens -q --report r.jsonl.gz a.pgn");
    assert_eq!(unpacked("r.gz", &dir.bytes("r.jsonl.gz")), "");
    let run = dir.run("fens -q a.pgn -o x.zip");
    assert_eq!((run.code, dir.names().contains(&"x.zip".into())), (2, false), "{}", run.stderr);
}

#[test]
fn a_named_encoding_holds_for_every_input() {
    let dir = Dir::with("a.pgn", b"[White \"\xcc\xe8\xf8\xe0\"]\n\n1. e4 *\n".as_slice());
    for (label, expected) in [("windows-1251", "Миша"), ("cp1251", "Миша"), ("macintosh", "ÃË¯‡")] {
        let stdout = dir.run(&format!("games -q --columns White --encoding {label} a.pgn")).quiet();
        assert_eq!(stdout, format!("White\n{expected}\n"), "{label}");
    }
    let run = dir.run("fens --encoding klingon a.pgn");
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("no encoding \"klingon\""), "{}", run.stderr);
}

#[test]
fn a_packed_input_that_breaks_off_is_a_problem_and_no_failure() {
    let text = GAME.repeat(200);
    let packed = gz(&text);
    let dir = Dir::with("a.pgn.gz", &packed[..packed.len() - 8]);
    let run = dir.run("fens -q a.pgn.gz --no-start");
    assert_eq!((run.stdout.lines().count(), run.code), (200, 0));
    assert_eq!(
        run.stderr,
        format!("a.pgn.gz:201:1: input ends early: gzip: the stream ends early at byte {}\n", packed.len() - 8)
    );
    assert_eq!(dir.run("check -q a.pgn.gz").code, 1);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_no_file_and_tells_what_was_done() {
    let dir = Dir::empty();
    for arguments in
        ["fens -j 2 -o out.txt --report r.jsonl -", "games -j 2 -o out.csv.gz -", "games -j 1 -o out.csv -"]
    {
        let mut command = dir.command(arguments);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        // More than a chunk and what is read ahead of it; then nothing more comes.
        stdin.write_all(GAME.repeat(400_000).as_bytes()).expect("it reads");
        std::thread::sleep(std::time::Duration::from_millis(300));
        let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(killed.expect("kill").success());
        let output = child.wait_with_output().expect("it ends");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{arguments}: {stderr}");
        assert!(stderr.starts_with("interrupted: games ") && !stderr.contains("games 0,"), "{arguments}: {stderr}");
        assert_eq!(dir.names(), [""; 0], "{arguments}");
        drop(stdin);
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_a_quiet_end() {
    let dir = Dir::with("a.pgn", GAME.repeat(100_000)).and("a.pgn.gz", gz(&GAME.repeat(100_000)));
    for input in ["a.pgn", "a.pgn.gz", "- < a.pgn.gz"] {
        let run = dir.shell(&format!("{{ $PLYDEX fens {input}; echo $? >&2; }} | head -n 1"));
        assert_eq!(run.stderr, "0\n", "{input}");
    }
}
