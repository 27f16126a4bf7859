//! Where the input is cut, by how many workers it is read and from what kind of source changes
//! nothing: not the rows, not the problems with their places, not the summary.

use std::io::Write;
use std::path::Path;

use plydex::Result;
use plydex::input::{Sizes, Source};
use plydex::output::{Check, ColumnSet, Columns, Fens, Format, Games, Rows};
use plydex::pipeline::{self, Job, OnError};
use plydex::report::{Entry, Observer, Summary};

/// Longest input that is cut into chunks of a few bytes and at every byte.
const SHORT: usize = 600;

/// Everything that a run tells.
#[derive(Debug, Default, PartialEq)]
struct Told {
    rows: String,
    problems: Vec<String>,
    rejects: String,
    summary: Summary,
}

impl Observer for Told {
    fn problem(&mut self, entry: &Entry<'_>) -> Result<()> {
        self.problems.push(serde_json::to_string(entry).expect("an entry is JSON"));
        Ok(())
    }

    fn reject(&mut self, game: &[u8]) -> Result<()> {
        self.rejects.push_str(&String::from_utf8_lossy(game));
        Ok(())
    }

    fn wants_rejects(&self) -> bool {
        true
    }

    fn progress(&mut self, _bytes: u64, _games: u64) {}
}

fn told(source: Source, rows: &dyn Rows, job: &Job) -> Told {
    let (mut told, mut out) = (Told::default(), Vec::new());
    told.summary = pipeline::run(vec![source], rows, job, &mut out, &mut told).expect("the input can be read");
    told.rows = String::from_utf8_lossy(&out).into_owned();
    told
}

/// Rows of each kind: with and without game numbers, replayed and passed over.
fn kinds_of_rows() -> Vec<(&'static str, Box<dyn Rows>)> {
    let positions = |list| Columns::parse(list, ColumnSet::Positions).expect("a list of columns");
    let numbered = positions("game,offset,ply,san,nags,comment,Result,White");
    let plain = positions("offset,ply,line,text,fen");
    vec![
        ("fens text", Box::new(Fens::default())),
        ("fens csv", Box::new(Fens { format: Format::Csv, columns: numbered, ..Fens::default() })),
        ("fens jsonl", Box::new(Fens { format: Format::Jsonl, columns: plain, variations: true, ..Fens::default() })),
        ("games csv", Box::new(Games::default())),
        ("games pgn", Box::new(Games { format: Format::Pgn, ..Games::default() })),
        ("check", Box::new(Check::default())),
    ]
}

fn job(threads: usize, sizes: Sizes) -> Job {
    Job { threads, sizes, ..Job::default() }
}

/// A file with this text, and what it is called.
fn file(text: &[u8]) -> (tempfile::NamedTempFile, String) {
    let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
    file.write_all(text).expect("the file takes it");
    let name = file.path().display().to_string();
    (file, name)
}

fn sources(path: &Path, name: &str, text: &[u8]) -> [(&'static str, Source, usize); 5] {
    let ahead = Sizes::default().ahead;
    [
        ("bytes", Source::bytes(name, text.to_vec()), ahead),
        ("mapped", Source::file(path, true), ahead),
        ("mapped, one byte ahead", Source::file(path, true), 1),
        ("stream", Source::file(path, false), ahead),
        ("stream, one byte ahead", Source::file(path, false), 1),
    ]
}

/// Holds one run against another; a failure shows the input and the first that differs.
#[track_caller]
fn same(told: &Told, right: &Told, how: impl Fn() -> String, text: &[u8]) {
    if told == right {
        return;
    }
    let shown = String::from_utf8_lossy(&text[..text.len().min(SHORT)]);
    eprintln!("{} of {shown:?}", how());
    for (line, right) in told.problems.iter().zip(&right.problems).chain([(&told.rows, &right.rows)]) {
        assert_eq!(line, right);
    }
    assert_eq!(told, right);
}

/// Inputs on which a cut is easily wrong.
fn nasty() -> Vec<Vec<u8>> {
    let mut inputs: Vec<Vec<u8>> = NASTY.iter().map(|text| text.as_bytes().to_vec()).collect();
    inputs.extend(NASTY_BYTES.iter().map(|bytes| bytes.to_vec()));
    let game = "[Event \"e\"]\n[White \"w\"]\n\n1. e4 e5 2. Nf3 $1 (2. f4 exf4) 2... Nc6 {c} 1-0\n\n";
    inputs.push(game.repeat(4).replace('\n', "\r").into_bytes());
    inputs.push(game.repeat(4).replace('\n', "\r\n").into_bytes());
    inputs.push(game.repeat(4).replace('\n', " ").into_bytes());
    inputs.push(game.repeat(3).replace("\n\n", "\n").into_bytes());
    inputs.push(game.repeat(60).into_bytes());
    for opening in ["[", "(", "{", ")", "[a\\\"", "\n\n{", "1. e4 * "] {
        inputs.push(opening.repeat(40).into_bytes());
        inputs.push(format!("1. e4 e5 *\n\n{}\n\n1. d4 *", opening.repeat(20)).into_bytes());
    }
    // A comment of many chunks, full of games.
    inputs.push(format!("1. e4 {{ {} }} e5 *\n\n[Event \"x\"]\n\n1. d4 *\n", game.repeat(2500)).into_bytes());
    inputs.push(format!("1. e4 {{ {} e5 *\n\n[Event \"x\"]\n\n1. d4 *\n", "text\n\n".repeat(35_000)).into_bytes());
    inputs
}

const NASTY: &[&str] = &[
    "",
    " \n\t\r\n ",
    "\u{feff}",
    "nothing like a game at all\n\nand more of it\n",
    "1. e4 {\n\n[Event \"fake\"]\n\n1. d4 d5 *\n\n[Event \"fake 2\"]\n\n1. c4 *\n} 1... e5 1-0\n\n[Event \"true\"]\n\n1. f4 *\n",
    "[Event \"a\n\n[Event \\\"fake\\\"]\n\n1. d4 *\n\n\"]\n\n1. e4 e5 1/2-1/2\n\n[Event \"b\"]\n\n1. c4 c5 0-1\n",
    "1. e4 e5 {never closed\n\nmore 2. Nf3",
    "1. e4 e5 {never closed\n\n[Event \"b\"]\n\n1. d4 d5 *\n\n[Event \"c\"]\n\n1. c4 {closed} *\n",
    "1. e4 e5 {never closed\n\n[Event \"b\"]\n\n1. d4 d5 *\n\n[Event \"c\"]\n\n1. c4 *\n",
    "[Event \"a\"]\n1. e4 1-0\n[Event \"b\"]\n1. d4 0-1\n[Event \"c\"]\n*\n[Event \"d\"]\n1. c4\n",
    "1. e4 e5 1-0 1. d4 d5 0-1",
    "1. e4 e5 1-0 1. d4 d5 0-1 1. c4",
    "1. e4 é é é * 1. d4 Qh9 * 1. ü e4 Qh9 * {ö} 1. e4 Kd4 * ö ö 1. d4 Kd4 *\né 1. e4 Kd4 *",
    "1. e4 *\n\ngarbage between games, 1. e4 among it\n\n[Event \"b\"]\n\n1. d4 *\n\nmore garbage",
    "garbage first\n\n1. e4 *\n\n; a comment\n1. d4 *\n%escaped 1. c4 *\n1. f4 *\n",
    "1. e4 *\0\0 1. d4\0 *\n\0[Event\0 \"a\0\"]\n\n1. c4 *\0",
    "\u{feff}[Event \"a\"]\n\n1. e4 *\n\n\u{feff}[Event \"b\"]\n\n1. d4 *\n\u{feff}1. c4 *",
    "[Event \"a\"]\n\n[Event \"b\"]\n\n\n[Event \"c\"]\n[Event \"d\"]\n\n1. e4",
    "[Event \"only tags\"]",
    "1. e4 (1. d4 (1. c4 (1. f4 e5\n\n[Event \"b\"]\n\n1. d4 *\n",
    "1. e4 e5 (1... c5 2. Nf3 (2. Nc3) d6) 2. Nf3) Nc6 * ( * ) 1. d4 * (1. c4) *",
    "1. e4 e5\n\n[Event \"b\"]\n\n1. d4 d5\n\n[Event \"c\"]\n\n1. c4",
    "1. e4 e5\n[Event \"b\n[Event \"c\"]\n1. d4 *\n",
    "1. e4 *\n[/pgn]\n1. d4 *\n[pgn]\n[/pgn]\n[Event \"b\"]\n1. c4 *[/pgn]",
    "[a b] e4 c]\ne4 * d4 *\n[a b] c4 * [c d] e]\n",
    "1. e4 * 1. {a} d4 * 1. ; b\n c4 * 1. $1 f4 * 2. \" e4 * 3. (d4) d4 * 1. [a] e4 *",
    "1. e4 * ([x] e4 ) 1. d4 * ([Event \"b\"] 1. c4 *",
    "1. e4 e5 2. Ke2 Ke7 3. Ke3 Kd6 4. Qh9 Kc6 *\n\n[FEN \"8/8\"]\n\n1. e4 *\n\n1. e4 e5 2. Nf",
    "1. e8(Q) * 1. e4=(Q) * 1. e4 * e4=/∞ * 1. d4 ± 1-0 ½-½ 0.5-0.5 1. 0.5 00 0000",
    "[Result \"1-0\"]\n\n1. e4 0-1\n\n[SetUp \"1\"]\n[Result \"+/-\"]\n\n*\n\n[Result \"1-0\"]\n\n1. e4\n",
    "1. e4! (1. d4 {x} d5) {y} (1. c4) $4 {z} e5 {never (closed \n\n[A \"b\"]\n\n{first} 1. Nf3 *",
    "[A \"1\"] {x} [B \"2\"] ; y\n[A \"3\"]\n\n{z}\n\n[A \"4\"]\n\n{w} 1. e4 *",
    "1. e4 1-0 {after} $1 (1. d4) ) } 1-0 Nf3 e4 d5 *\n\n[Event \"b\"]\n\n*",
    "1.e4\u{a0}e5\u{200b}2.Nf3\u{ad}Nc6 1–0\r\n\r\r\n[Event \"b\"]\r1.d4 *",
];

const NASTY_BYTES: &[&[u8]] = &[
    b"[White \"Tarr\xe1sch\"]\n\n1. e4 {caf\xe9} e5 \xff\xfe 1-0\n\n\xef\xbb\n[Event \"b\"]\n\n1. d4 \xe2\x88 *\n",
    b"\xff\xfe[\0E\0v\0e\0n\0t\0 \0\"\0a\0\"\0]\0\n\0\n\x001\0.\0 \0e\x004\0 \0*\0\n\0",
    b"PK\x03\x04\x00\x00\x1f\x8b[[(({{\"\"\n\n[E \"\x00",
];

#[test]
fn threads_chunks_and_sources_change_nothing() {
    for text in nasty() {
        let (file, name) = file(&text);
        let chunks: &[usize] = if text.len() <= SHORT { &[1, 2, 3, 7, 64, 1000] } else { &[4096, 100_000] };
        for (kind, rows) in kinds_of_rows() {
            let right = told(Source::bytes(&*name, text.clone()), &*rows, &job(1, Sizes::default()));
            for (source_name, source, ahead) in sources(file.path(), &name, &text) {
                for &chunk in chunks.iter().chain(&[Sizes::default().chunk]) {
                    // One worker, several, and more than there are chunks.
                    let threads: &[usize] = match source_name {
                        "bytes" => &[1, 2, 7],
                        "mapped" | "mapped, one byte ahead" => &[2],
                        _ => &[1, 2],
                    };
                    for &threads in threads {
                        let sizes = Sizes { chunk, ahead, ..Sizes::default() };
                        let told = told(source.clone(), &*rows, &job(threads, sizes));
                        let how = || format!("{kind}, {source_name}, chunks of {chunk}, {threads} threads");
                        same(&told, &right, how, &text);
                    }
                }
            }
        }
    }
}

#[test]
fn a_cut_at_any_byte_changes_nothing() {
    for text in nasty().into_iter().filter(|text| text.len() <= SHORT) {
        for (kind, rows) in kinds_of_rows().into_iter().skip(1).take(2) {
            let (file, name) = file(&text);
            let right = told(Source::bytes(&*name, text.clone()), &*rows, &job(1, Sizes::default()));
            for cut in 1..text.len() {
                let sizes = Sizes { first_cut: Some(cut), ahead: 1 + cut % 3, ..Sizes::default() };
                let threads = 1 + cut % 2;
                let cases =
                    [("bytes", Source::bytes(&*name, text.clone())), ("stream", Source::file(file.path(), false))];
                for (source_name, source) in cases {
                    let how = || format!("{kind}, {source_name}, {threads} threads, cut at {cut}");
                    same(&told(source, &*rows, &job(threads, sizes)), &right, how, &text);
                }
            }
        }
    }
}

#[test]
fn a_file_that_ends_at_any_byte_is_read_alike_for_any_cut() {
    let text = "\u{feff}[Event \"a \\\"b\\\"\"]\r\n[Result \"1-0\"]\r\n\r\n1. e4 {a } b} e5 $1 (1... c5 2. Nf3) 2. Nc3 1-0\r\n\
                \r\n[Event \"c\"]\r\n\r\n1. d4 d5 ½-½ {Schluß} 1. c4 * é\n\n[Site \"\n\n[\"] ; x\n1. e4 e5 2. Bb5+ 0-1 1. f4=";
    for end in 0..=text.len() {
        let text = &text.as_bytes()[..end];
        let (file, name) = file(text);
        let (_, rows) = kinds_of_rows().swap_remove(1);
        let right = told(Source::bytes(&*name, text.to_vec()), &*rows, &job(1, Sizes::default()));
        for chunk in [1, 2, 5, 40] {
            for (source_name, source, ahead) in sources(file.path(), &name, text) {
                let threads = 1 + (end + chunk) % 2;
                let told = told(source, &*rows, &job(threads, Sizes { chunk, ahead, ..Sizes::default() }));
                same(&told, &right, || format!("{source_name}, chunks of {chunk}, {threads} threads"), text);
            }
        }
    }
}

#[test]
fn what_is_done_with_errors_hangs_on_no_cut() {
    let text = "[White \"a\"]\n\n1. e4 e5 *\n\n1. e4 Ke7 *\n\n1. e4 e4 *\n\n) garbage\n\n[White \"b\"]\n\n1. d4 (1. Kd3) d5 *\n\n\
                1. d4 d5 2. c4 {open"
        .as_bytes();
    let (file, name) = file(text);
    for on_error in [OnError::Keep, OnError::Drop, OnError::Stop] {
        for (kind, rows) in kinds_of_rows() {
            let right = told(Source::bytes(&*name, text.to_vec()), &*rows, &Job { on_error, ..Job::default() });
            for (source_name, source, ahead) in sources(file.path(), &name, text) {
                for chunk in [1, 2, 3, 7, 20, 64] {
                    for threads in [1, 2, 7] {
                        let job = Job { on_error, ..job(threads, Sizes { chunk, ahead, ..Sizes::default() }) };
                        let how =
                            || format!("{on_error:?}: {kind}, {source_name}, chunks of {chunk}, {threads} threads");
                        same(&told(source.clone(), &*rows, &job), &right, how, text);
                    }
                }
            }
        }
    }
}

#[test]
fn sizes_of_nothing_and_of_everything_can_be_asked_for() {
    let (file, name) = file(b"1. e4 *\n\n1. d4 *\n");
    for chunk in [0, usize::MAX] {
        for ahead in [0, usize::MAX] {
            for source in [Source::file(file.path(), false), Source::bytes(&*name, b"1. e4 *\n\n1. d4 *\n".to_vec())] {
                let sizes = Sizes { chunk, ahead, first_cut: Some(chunk) };
                assert_eq!(
                    told(source, &Check::default(), &job(2, sizes)).summary.games,
                    2,
                    "chunk {chunk}, ahead {ahead}"
                );
            }
        }
    }
}
