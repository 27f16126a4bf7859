//! Nasty texts in CSV and JSON: what the csv crate and serde_json write for the same values.

use crate::support::Dir;

/// A tag value as it stands in the file, and the text it is.
const VALUES: &[(&[u8], &str)] = &[
    (b"plain", "plain"),
    (b"", ""),
    (b"a,b", "a,b"),
    (b"a;b", "a;b"),
    (b" blank at both ends ", " blank at both ends "),
    (br#"\"quoted\""#, "\"quoted\""),
    (br#"half \" quoted"#, "half \" quoted"),
    (br"back\\slash", r"back\slash"),
    (br"C:\chess\n", r"C:\chess\n"),
    (b"two\nlines", "two\nlines"),
    (b"two\r\nlines", "two\r\nlines"),
    (b"old\rMac", "old\rMac"),
    (b"tab\there", "tab\there"),
    (b"\x01\x02\x1f\x7f", "\u{1}\u{2}\u{1f}\u{7f}"),
    (b"\x08\x0c\x0b", "\u{8}\u{c}\u{b}"),
    (b"# no comment", "# no comment"),
    (b"=1+1", "=1+1"),
    (b"'single'", "'single'"),
    (b"[{(<$%&/>)}]", "[{(<$%&/>)}]"),
    ("Bölkow – “Schach”".as_bytes(), "Bölkow – “Schach”"),
    ("\u{2028}\u{2029}\u{feff}😀".as_bytes(), "\u{2028}\u{2029}\u{feff}😀"),
    (b"Tarr\xe1sch", "Tarrásch"),
    (b"\x93x\x94 \x80", "“x” €"),
    (b"\xc3\xa9\xe9", "éé"),
    (b"1-0", "1-0"),
    (b"null", "null"),
];

fn dir_with_all() -> Dir {
    let games: Vec<_> = VALUES
        .iter()
        .map(|(value, _)| [b"[Event \"x\"]\n[Site \"", *value, b"\"]\n[Round \"", *value, b"\"]\n\n*\n\n"].concat())
        .collect();
    Dir::with("a.pgn", games.concat())
}

fn csv_of<'r>(records: impl IntoIterator<Item = Vec<&'r str>>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    records.into_iter().for_each(|record| writer.write_record(record).expect("a Vec takes it"));
    String::from_utf8(writer.into_inner().expect("a Vec takes it")).expect("UTF-8")
}

#[test]
fn csv_of_tags_is_what_the_csv_crate_writes() {
    let dir = dir_with_all();
    for command in ["fens", "games"] {
        let two = std::iter::once(vec!["Site", "Round"]).chain(VALUES.iter().map(|(_, text)| vec![*text, *text]));
        let stdout = dir.run(&format!("{command} -q -f csv --columns Site,Round a.pgn")).stdout;
        assert_eq!(stdout, csv_of(two), "{command}");
        let one = std::iter::once(vec!["Site"]).chain(VALUES.iter().map(|(_, text)| vec![*text]));
        let stdout = dir.run(&format!("{command} -q -f csv --columns Site a.pgn")).stdout;
        assert_eq!(stdout, csv_of(one), "{command}");
    }
}

#[test]
fn json_of_tags_is_what_serde_json_writes() {
    let dir = dir_with_all();
    let lines: Vec<_> = VALUES
        .iter()
        .map(|(_, text)| {
            let text = serde_json::to_string(text).expect("a string is JSON");
            format!("{{\"Site\":{text},\"Round\":{text}}}\n")
        })
        .collect();
    for command in ["fens", "games"] {
        let stdout = dir.run(&format!("{command} -q -f jsonl --columns Site,Round a.pgn")).stdout;
        assert_eq!(stdout, lines.concat(), "{command}");
    }
}

#[test]
fn comments_and_words_of_the_source_are_quoted_too() {
    let dir = Dir::with("a.pgn", b"1. e4 {\"a\", \\ b\x01\xe9} e5 *\n".as_slice());
    let movetext = "1. e4 {\"a\", \\ b\u{1}é} e5 *";
    let columns = "comment,text";
    let stdout = dir.run(&format!("fens -q --plies 1..1 -f csv --columns {columns} a.pgn")).stdout;
    assert_eq!(stdout, csv_of([vec!["comment", "text"], vec!["\"a\", \\ b\u{1}é", "e4"]]));
    let stdout = dir.run("games -q -f jsonl --columns movetext a.pgn").stdout;
    let json = serde_json::to_string(movetext).expect("a string is JSON");
    assert_eq!(stdout, format!("{{\"movetext\":{json}}}\n"));
}

#[test]
fn column_and_file_names_are_quoted_too() {
    let dir = Dir::with("a,\"b\".pgn", "[White \"A\"]\n\n*\n");
    let stdout = dir.run("fens -q -f csv --columns file,Od\"d a,\"b\".pgn").quiet();
    assert_eq!(stdout, csv_of([vec!["file", "Od\"d"], vec!["a,\"b\".pgn", ""]]));
    let stdout = dir.run("fens -q -f jsonl --columns file,Od\"d a,\"b\".pgn").quiet();
    assert_eq!(stdout, "{\"file\":\"a,\\\"b\\\".pgn\",\"Od\\\"d\":null}\n");
}

#[test]
fn a_lone_missing_value_is_a_record_still() {
    let dir = Dir::with("a.pgn", "[White \"A\"]\n\n*\n\n[White \"B\"]\n\n*\n");
    for command in ["fens", "games"] {
        let stdout = dir.run(&format!("{command} -q -f csv --columns Black a.pgn")).quiet();
        assert_eq!(stdout, csv_of([vec!["Black"], vec![""], vec![""]]), "{command}");
    }
}

#[test]
fn a_report_is_json_whatever_the_token_holds() {
    let dir = Dir::with("a.pgn", b"[A \"b\"]\n\n1. N\xe9\"x *\n\n[A \"\x01\xff\"\\\"]\n*\n".as_slice());
    dir.run("fens -q --report r.jsonl a.pgn");
    let entries = dir.json_lines("r.jsonl");
    assert!(entries.len() >= 3, "{entries:?}");
    assert_eq!(entries[0]["token"], "Né", "{entries:?}");
}
