//! Members of zip archives.

use plydex::input::Source;

use crate::games::archive;
use crate::pack::zip;
use crate::run::{columns, job, told};

fn files(bytes: Vec<u8>) -> (Vec<String>, Vec<serde_json::Value>) {
    let given = told(vec![Source::bytes("x.zip", bytes)], &columns("file"), &job(2, 1000));
    let mut files: Vec<_> = given.rows.lines().skip(1).map(str::to_owned).collect();
    files.dedup();
    (files, given.problems)
}

#[test]
fn members_are_named_and_read_in_the_order_of_the_archive() {
    let game = archive(2);
    let (bytes, note) = (game.as_bytes(), b"read me".as_slice());
    for (members, expected) in [
        (vec![("b.pgn", bytes, true), ("a.pgn", bytes, false)], vec!["x.zip/b.pgn", "x.zip/a.pgn"]),
        (vec![("readme.txt", note, true), ("a.PGN", bytes, true)], vec!["x.zip/a.PGN"]),
        (
            vec![("d/", b"".as_slice(), false), ("d/a.pgn", bytes, true), ("__MACOSX/d/._a.pgn", note, true)],
            vec!["x.zip/d/a.pgn"],
        ),
        (vec![("games", bytes, true)], vec!["x.zip/games"]),
        (vec![("Žižka é.pgn", bytes, true)], vec!["x.zip/Žižka é.pgn"]),
        (vec![], vec![]),
    ] {
        let (found, problems) = files(zip(&members));
        assert_eq!((found, problems), (expected.iter().map(|name| name.to_string()).collect(), vec![]));
    }
}

#[test]
fn a_member_that_fails_leaves_the_others_alone() {
    let game = archive(30);
    let bytes = game.as_bytes();
    let mut packed = zip(&[("a.pgn", bytes, true), ("b.pgn", bytes, true), ("c.pgn", bytes, true)]);
    let second = packed.windows(5).position(|name| name == b"b.pgn").expect("a header") + 200;
    packed[second] ^= 0xff;
    let (found, problems) = files(packed);
    assert!(found.contains(&"x.zip/a.pgn".into()) && found.contains(&"x.zip/c.pgn".into()), "{found:?}");
    let broken: Vec<_> = problems.iter().filter(|problem| problem["kind"] == "truncated-input").collect();
    assert_eq!(broken.len(), 1, "{problems:?}");
    assert_eq!(broken[0]["file"], "x.zip/b.pgn");
}

#[test]
fn an_encrypted_member_and_an_unknown_method_are_told() {
    let game = archive(1);
    let sound = zip(&[("a.pgn", game.as_bytes(), false), ("b.pgn", game.as_bytes(), false)]);
    let entry = sound.windows(4).position(|four| four == b"PK\x01\x02").expect("a directory");
    for (at, value, message) in [(8, 1, "the member is encrypted"), (10, 98, "a method that is not read")] {
        let mut packed = sound.clone();
        packed[entry + at] |= value;
        let (found, problems) = files(packed);
        assert_eq!(found, ["x.zip/b.pgn"]);
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert_eq!(problems[0]["file"], "x.zip/a.pgn");
        assert!(problems[0]["message"].as_str().unwrap().contains(message), "{problems:?}");
    }
}

#[test]
fn members_of_an_archive_without_its_directory_are_found() {
    let game = archive(30);
    let bytes = game.as_bytes();
    let packed = zip(&[("a.pgn", bytes, true), ("b.pgn", bytes, true), ("c.pgn", bytes, true)]);
    let third = packed.windows(5).position(|name| name == b"c.pgn").expect("a header");
    let (found, problems) = files(packed[..third + 300].to_vec());
    assert_eq!(found, ["x.zip/a.pgn", "x.zip/b.pgn", "x.zip/c.pgn"]);
    let broken: Vec<_> = problems
        .iter()
        .filter(|problem| problem["kind"] == "truncated-input")
        .map(|problem| problem["file"].as_str().unwrap())
        .collect();
    assert_eq!(broken, ["x.zip/c.pgn", "x.zip"]);
}
