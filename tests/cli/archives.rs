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

/// Archives as the packers write them, and a zip archive of two members.
fn packed_archives(text: &str) -> Vec<(&'static str, Vec<u8>)> {
    let mut bz2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    bz2.write_all(text.as_bytes()).expect("a Vec takes it");
    let mut archives = vec![
        ("gz", gz(text)),
        ("bz2", bz2.finish().expect("a Vec takes it")),
        ("zst", zstd::stream::encode_all(text.as_bytes(), 1).expect("a Vec takes it")),
        ("zip", zip(&[("a.pgn", text), ("b.pgn", GAME)])),
    ];
    if cfg!(feature = "xz") {
        let mut xz = liblzma::write::XzEncoder::new(Vec::new(), 1);
        xz.write_all(text.as_bytes()).expect("a Vec takes it");
        archives.push(("xz", xz.finish().expect("a Vec takes it")));
    }
    archives
}

fn zip(members: &[(&str, &str)]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut archive = rawzip::ZipArchiveWriter::new(&mut out);
    for (name, text) in members {
        let method = rawzip::CompressionMethod::STORE;
        let (mut entry, config) = archive.new_file(name).compression_method(method).start().expect("a Vec takes it");
        let mut writer = config.wrap(&mut entry);
        writer.write_all(text.as_bytes()).expect("a Vec takes it");
        let descriptor = writer.finish().expect("a Vec takes it").1;
        entry.finish(descriptor).expect("a Vec takes it");
    }
    archive.finish().expect("a Vec takes it");
    out
}

#[test]
fn standard_input_is_unpacked_as_a_file_is() {
    // More than a pipe holds, and than is read at a time.
    let text = format!("[White \"R\u{e9}ti\"]\n\n{}", GAME.repeat(200_000));
    for (name, packed) in packed_archives(&text) {
        let dir = Dir::with("in", &packed);
        for list in ["game,file,offset,san,White", "fen"] {
            let run = |input: &str| format!("fens -q --no-start -f csv --columns {list} {input}");
            let right = dir.run(&run("in")).quiet().replace(",in", ",-");
            assert!(right.lines().count() > 200_000, "{name}");
            for arguments in [run("-"), run("-j 1 -"), run("")] {
                let piped = dir.run_piped(&arguments, &packed).quiet();
                assert!(piped == right, "{name}, {arguments}: {:?}", piped.lines().nth(1));
            }
        }
        let (file, piped) = (dir.run("check in"), dir.run_piped("check -", &packed[..packed.len() / 2]));
        assert_eq!((file.code, piped.code), (0, 1), "{name}: {}", piped.stderr);
        assert!(piped.stdout.contains("input ends early"), "{name}: {}", piped.stdout);
    }
}

/// The program stops where it waits for input, which is known without a clock: what was written to
/// the pipe, or the opening of a pipe behind a folder, says how far it has come.
#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_no_file_and_tells_what_was_done() {
    // Many chunks, so that some have come to the workers, whatever is read ahead.
    let text = format!("{{{}}} {GAME}", "x".repeat(500)).repeat(20_000);
    let dir = Dir::empty();
    fs::create_dir(dir.path("folder")).expect("a folder");
    for (name, packed) in packed_archives(&text) {
        fs::write(dir.path(&format!("folder/{name}.pgn.{name}")), packed).expect("a file");
    }
    let made = std::process::Command::new("mkfifo").arg(dir.path("fifo")).status();
    assert!(made.expect("mkfifo").success());
    let before = dir.names();
    for arguments in [
        "fens -j 2 -o out.txt --report r.jsonl -",
        "fens -j 2 -o out.txt.zst -",
        "games -j 2 -o out.csv.gz -",
        "games -j 1 -o out.csv -",
        "fens -j 2 -o out.txt.zst folder fifo",
        "fens -j 1 -o out.txt.bz2 --report r.jsonl.gz folder fifo",
        "normalize -j 2 -o out.pgn folder fifo",
        "games -j 2 -f jsonl -o out.jsonl.zst folder fifo",
    ] {
        let mut command = dir.command(arguments);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let fifo = if arguments.ends_with("fifo") {
            Some(fs::File::options().write(true).open(dir.path("fifo")).expect("it is opened to be read, too"))
        } else {
            stdin.write_all(text.as_bytes()).expect("it reads");
            None
        };
        let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(killed.expect("kill").success());
        let output = child.wait_with_output().expect("it ends");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{arguments}: {stderr}");
        assert!(stderr.starts_with("interrupted: games ") && !stderr.contains("games 0,"), "{arguments}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{arguments}: {stderr}");
        assert_eq!(dir.names(), before, "{arguments}");
        drop((stdin, fifo));
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
