//! The same archive in every encoding gives the same positions; what text it holds comes back where the encoding is known.

use plydex::input::{Encoding, Source};

use crate::games::archive;
use crate::pack;
use crate::run::{Told, columns, fens, first_games, job, told};

fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(bytes).collect()
}

fn read(bytes: Vec<u8>, label: Option<&str>, list: &str, threads: usize, chunk: usize) -> Told {
    let encoding = label.map(|label| label.parse::<Encoding>().expect("an encoding"));
    told(vec![Source::bytes("a", bytes).in_encoding(encoding)], &columns(list), &job(threads, chunk))
}

/// The text in an encoding of one byte a character.
fn bytes_in(label: &str, text: &str) -> Vec<u8> {
    match label {
        "macintosh" => encoding_rs::MACINTOSH.encode(text).0.into_owned(),
        "windows-1252" => encoding_rs::WINDOWS_1252.encode(text).0.into_owned(),
        "cp850" => {
            text.chars()
                .map(|c| {
                    oem_cp::encode_char_checked(c, &oem_cp::code_table::ENCODING_TABLE_CP850)
                        .unwrap_or(if c.is_ascii() { c as u8 } else { b'?' })
                })
                .collect()
        }
        other => panic!("{other}"),
    }
}

#[test]
fn bytes_of_any_encoding_change_no_position() {
    let text = archive(60);
    let right = fens(text.as_bytes()).rows;
    let mark = "\u{feff}";
    let variants: Vec<(&str, Vec<u8>)> = vec![
        ("UTF-8 with a mark", format!("{mark}{text}").into_bytes()),
        ("UTF-16LE", utf16(&format!("{mark}{text}"), u16::to_le_bytes)),
        ("UTF-16BE", utf16(&format!("{mark}{text}"), u16::to_be_bytes)),
        ("lone CR", text.replace('\n', "\r").into_bytes()),
        ("CRLF", text.replace('\n', "\r\n").into_bytes()),
        ("code page 850", bytes_in("cp850", &text)),
        ("Mac Roman", bytes_in("macintosh", &text)),
        ("Windows-1252", bytes_in("windows-1252", &text)),
        ("a mark before every game", text.replace("[Event", &format!("{mark}[Event")).into_bytes()),
        (
            "UTF-16LE, a mark before every game",
            utf16(&text.replace("[Event", &format!("{mark}[Event")), u16::to_le_bytes),
        ),
        ("no newlines", text.replace('\n', " ").into_bytes()),
        ("no blank lines", text.replace("\n\n", "\n").into_bytes()),
        ("doubled newlines", text.replace('\n', "\n\n").into_bytes()),
        ("a NUL behind every blank", text.replace(' ', " \0").into_bytes()),
        ("Ctrl-Z at the end", format!("{text}\u{1a}").into_bytes()),
    ];
    for (name, bytes) in variants {
        let mut bytes = bytes;
        if name.contains("UTF-16LE, a mark") {
            bytes.splice(0..0, [0xff, 0xfe]);
        }
        for threads in [1, 2] {
            let given = read(bytes.clone(), None, "fen", threads, 2_000);
            let rows = given.rows.strip_prefix("fen\n").expect("a header");
            assert!(rows == right, "{name}: {:?}", given.problems.first());
            assert_eq!((given.summary.games, given.summary.errors), (60, 0), "{name}");
        }
        let packed = fens(&pack::gz(&bytes));
        assert!(packed.rows == right, "{name}, packed");
    }
}

#[test]
fn a_file_in_a_named_encoding_gives_its_text_and_places_in_its_bytes() {
    let text = archive(40);
    // These pages do not have all letters of the archive; what they lack is `?` in both.
    for label in ["windows-1252", "cp850", "macintosh"] {
        let bytes = bytes_in(label, &text);
        let given = read(bytes.clone(), Some(label), "game,offset,White", 2, 1_000);
        assert!(given.rows.contains("Réti"), "{label}");
        assert_eq!(given.summary.warnings, 0, "{label}");
        assert_eq!(given.summary.bytes, bytes.len() as u64, "{label}");
        places_are_right(&given, &bytes, b"[Event ", label);
    }
    for (label, unit) in [("utf-16le", u16::to_le_bytes as fn(u16) -> [u8; 2]), ("utf-16be", u16::to_be_bytes)] {
        for (mark, named) in [("", Some(label)), ("\u{feff}", None), ("\u{feff}", Some(label))] {
            let bytes = utf16(&format!("{mark}{text}"), unit);
            for (threads, chunk) in [(1, 512 * 1024), (2, 1_000), (2, 7)] {
                let given = read(bytes.clone(), named, "game,offset,White", threads, chunk);
                assert!(given.rows.contains("Čermánek"), "{label}");
                assert_eq!(given.summary.bytes, bytes.len() as u64, "{label}");
                places_are_right(&given, &bytes, &utf16("[Event ", unit), label);
            }
        }
    }
}

/// Every offset of the rows is where `tag` stands in the bytes.
fn places_are_right(given: &Told, bytes: &[u8], tag: &[u8], label: &str) {
    let mut games = 0;
    for row in given.rows.lines().skip(1) {
        let offset: usize = row.split(',').nth(1).and_then(|offset| offset.parse().ok()).expect("an offset");
        assert!(bytes[offset..].starts_with(tag), "{label}: {row}");
        games = row.split(',').next().and_then(|game| game.parse().ok()).expect("a number");
    }
    assert_eq!(games, 40, "{label}");
}

#[test]
fn problems_of_utf16_have_places_in_its_bytes() {
    let text = "\u{feff}[White \"Ž😀\"]\n\n1. e4 {é} e4 *\n";
    for (unit, name) in [(u16::to_le_bytes as fn(u16) -> [u8; 2], "LE"), (u16::to_be_bytes, "BE")] {
        let bytes = utf16(text, unit);
        let given = read(bytes.clone(), None, "ply", 1, 10);
        let problem = &given.problems[0];
        let offset = problem["offset"].as_u64().expect("an offset") as usize;
        assert!(bytes[offset..].starts_with(&utf16("e4 *", unit)), "{name}: {problem}");
        assert_eq!((&problem["line"], &problem["column"]), (&3.into(), &11.into()), "{name}");
    }
}

#[test]
fn runs_that_are_not_utf8_are_windows_1252_each_for_itself() {
    let given = read(
        "[White \"Réti\"]\n[Black \"R\u{fffd}ti\"]\n\n1. e4 *\n"
            .replace('\u{fffd}', "\u{1}")
            .into_bytes()
            .iter()
            .map(|&byte| if byte == 1 { 0xe9 } else { byte })
            .collect(),
        None,
        "White,Black",
        1,
        100,
    );
    assert!(given.rows.contains("Réti,Réti"), "{}", given.rows);
    assert_eq!(given.problems[0]["kind"], "bad-encoding");
}

/// A file in each encoding, with what names it where its bytes do not.
fn in_each_encoding(text: &str) -> Vec<(&'static str, Option<&'static str>, Vec<u8>)> {
    let marked = format!("\u{feff}{text}");
    vec![
        ("UTF-8 with a mark", None, marked.clone().into_bytes()),
        ("UTF-16LE", None, utf16(&marked, u16::to_le_bytes)),
        ("UTF-16BE", None, utf16(&marked, u16::to_be_bytes)),
        ("UTF-16LE, named", Some("utf-16le"), utf16(text, u16::to_le_bytes)),
        ("UTF-16BE, named", Some("utf-16be"), utf16(text, u16::to_be_bytes)),
        ("Windows-1252", None, bytes_in("windows-1252", text)),
        ("Windows-1252, named", Some("windows-1252"), bytes_in("windows-1252", text)),
        ("code page 850", Some("cp850"), bytes_in("cp850", text)),
        ("Mac Roman", Some("macintosh"), bytes_in("macintosh", text)),
        ("lone CR", None, text.replace('\n', "\r").into_bytes()),
        ("lone CR, UTF-16LE", None, utf16(&marked.replace('\n', "\r"), u16::to_le_bytes)),
    ]
}

/// Cuts the file off there: every game that lies before the cut is given as it is without it.
fn holds_when_cut(how: &str, label: Option<&str>, bytes: &[u8], cuts: impl Iterator<Item = usize>) {
    const ROWS: &str = "game,offset,ply,san,White,Result,comment";
    let right = read(bytes.to_vec(), label, ROWS, 1, 512 * 1024);
    let mut starts: Vec<usize> = Vec::new();
    for row in right.rows.lines().skip(1) {
        starts.extend(row.split(',').nth(1).and_then(|offset| offset.parse::<usize>().ok()));
    }
    starts.dedup();
    assert_eq!((starts.len() as u64, right.summary.errors), (right.summary.games, 0), "{how}");
    for cut in cuts {
        let how = format!("{how}, {} bytes cut at {cut}", bytes.len());
        let given = read(bytes[..cut].to_vec(), label, ROWS, 1 + cut % 2, 1 + cut % 997);
        // Those behind which the next one begins.
        let whole = starts.iter().filter(|&&start| start <= cut).count().saturating_sub(1);
        assert!(given.summary.games >= whole as u64, "{how}: {} games", given.summary.games);
        assert!(given.rows.starts_with(first_games(&right.rows, whole)), "{how}: {}", given.rows);
        let summary = &given.summary;
        assert_eq!(summary.games, summary.given, "{how}: no game is left out");
        assert_eq!(summary.bytes, cut as u64, "{how}: all bytes are read");
        assert!(given.problems.iter().all(|problem| problem["offset"].as_u64() <= Some(cut as u64)), "{how}");
        let again = read(bytes[..cut].to_vec(), label, ROWS, 2 - cut % 2, 100_000);
        assert!(again == given, "{how}: chunks or threads show: {:?} {:?}", again.problems, given.problems);
    }
}

#[test]
fn a_file_of_any_encoding_cut_anywhere_gives_every_game_before_the_cut() {
    let text = archive(3);
    for (how, label, bytes) in in_each_encoding(&text) {
        holds_when_cut(how, label, &bytes, 0..bytes.len());
    }
}

#[test]
fn a_longer_file_of_any_encoding_cut_anywhere_gives_every_game_before_the_cut() {
    let text = archive(400);
    for (how, label, bytes) in in_each_encoding(&text) {
        let length = bytes.len();
        // Odd steps, so that characters of two bytes are cut, too.
        holds_when_cut(how, label, &bytes, (0..100).map(|step| (step * length / 100 + 7 * step + 1) % length));
    }
}
