//! Packed archives that break off or are damaged: all whole games before that are given, and it is told.

use plydex::input::Source;
use plydex::output::Games;

use crate::games::archive;
use crate::pack;
use crate::run::{columns, fens, first_games, job, told};

const ROWS: &str = "game,ply,san,fen";

#[test]
fn a_file_cut_anywhere_gives_every_whole_game_before_the_cut() {
    let text = archive(160);
    let right = told(vec![Source::bytes("a", text.clone().into_bytes())], &columns(ROWS), &job(1, 100_000)).rows;
    for packed in pack::all(text.as_bytes()) {
        let length = packed.bytes.len();
        let mut most = 0;
        for cut in (0..200).map(|step| 4 + step * (length - 5) / 200) {
            let how = format!("{} of {length} bytes cut at {cut}", packed.name);
            let part = packed.bytes[..cut].to_vec();
            let given = told(vec![Source::bytes("a", part.clone())], &columns(ROWS), &job(1 + cut % 2, 300 + cut));
            let broken_off = given.broken_off();
            if packed.name == "zip" {
                // The member, and the directory at the end.
                assert!(!broken_off.is_empty() && broken_off.len() <= 2, "{how}: {:?}", given.problems);
            } else if broken_off.is_empty() {
                // Between two streams nothing shows that more should follow.
                assert!(given.summary.games < 160 && given.rows == fens_of_streams(&packed, cut, &right), "{how}");
            } else {
                assert_eq!(broken_off.len(), 1, "{how}: {:?}", given.problems);
            }
            // All games but the one that is cut are whole.
            let whole = (given.summary.games as usize).saturating_sub(1);
            assert!(given.rows.starts_with(first_games(&right, whole)), "{how}: games differ");
            // What is given of the last is right, too: no token that lost its end was trusted.
            assert!(right.starts_with(&given.rows), "{how}: {}", &given.rows[given.rows.len().saturating_sub(200)..]);
            assert_eq!(given.summary.games, given.summary.given, "{how}");
            most = most.max(given.summary.games);
            let again = told(vec![Source::bytes("a", part)], &columns(ROWS), &job(2 - cut % 2, 50_000));
            assert_eq!(again.problems, given.problems, "{how}: chunks or threads show");
            assert!(again.rows == given.rows, "{how}: chunks or threads show");
        }
        // These pack 100 kB at a time and more, and unpack all of that or nothing.
        let one_block = ["bz2", "zst"].contains(&packed.name);
        assert!(most > 100 || one_block, "{}: at most {most} games", packed.name);
    }
}

/// What a cut between two streams leaves is an archive of its own.
fn fens_of_streams(packed: &pack::Packed, cut: usize, right: &str) -> String {
    let given = told(vec![Source::bytes("a", packed.bytes[..cut].to_vec())], &columns(ROWS), &job(1, 1000)).rows;
    assert!(right.starts_with(&given), "{} cut at {cut}", packed.name);
    given
}

#[test]
fn the_token_that_touches_the_cut_is_not_trusted() {
    // `O-O` may be `O-O-O`, `Qd1` may be `Qd1-d8`, `1.e4` may be `1.e4e5`.
    for (text, plies, token) in [
        ("1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd3 e6 5. O-O", 8, Some("O-O")),
        ("1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd3 e6 5. O-O-O ", 9, None),
        ("1.e4", 0, Some("1.e4")),
        ("1. e4 e5 {a comm", 2, Some("comm")),
        ("1. e4 e5 1-0", 2, Some("1-0")),
        ("1. e4 e5 1-0\n", 2, None),
    ] {
        let mut packed = pack::zst(text.as_bytes());
        packed.truncate(packed.len() - 1);
        let given = told(vec![Source::bytes("a", packed)], &columns("ply"), &job(1, 1000));
        let last = given.rows.lines().last().and_then(|ply| ply.parse().ok());
        assert_eq!(last.unwrap_or(0), plies, "{text:?}: {}", given.rows);
        let [problem] = given.broken_off()[..] else { panic!("{text:?}: {:?}", given.problems) };
        assert_eq!(problem["token"].as_str(), token, "{text:?}");
        assert_eq!(problem["offset"], text.len() - token.map_or(0, str::len), "{text:?}");
        assert_eq!(problem["severity"], "error");
        assert!(problem["message"].as_str().unwrap().contains("zstd: the stream ends early at byte"), "{problem}");
    }
}

#[test]
fn a_wrong_byte_is_told_and_what_came_before_it_is_given() {
    let text = archive(3000);
    let right = fens(text.as_bytes()).rows;
    for packed in pack::all(text.as_bytes()) {
        for at in [packed.bytes.len() / 2, packed.bytes.len() * 3 / 4] {
            let mut bytes = packed.bytes.clone();
            bytes[at] ^= 0x55;
            let given = fens(&bytes);
            let how = format!("{} of {} bytes wrong at {at}", packed.name, bytes.len());
            // A zip archive that stores its members has a checksum and nothing else that could tell.
            assert_eq!(given.broken_off().len(), 1, "{how}: {:?}", given.problems.first());
            let same = given.rows.lines().zip(right.lines()).take_while(|(given, right)| given == right).count();
            // bzip2 packs 100 kB at a time here, and unpacks all or nothing of it; the others less.
            let least = right.lines().count() / 2 * at / bytes.len();
            assert!(same > least, "{how}: {same} of {} lines", right.lines().count());
        }
    }
}

#[test]
fn checksums_are_held_against_what_was_unpacked() {
    let text = archive(50);
    let right = fens(text.as_bytes()).rows;
    for (name, mut bytes, from_end) in [
        ("gz", pack::gz(text.as_bytes()), 6),
        ("zst", pack::zst(text.as_bytes()), 2),
        ("zip", pack::zip(&[("a.pgn", text.as_bytes(), true)]), 0),
    ] {
        let at = match from_end {
            // The checksum of the member, as the directory has it.
            0 => bytes.windows(4).rposition(|four| four == b"PK\x01\x02").expect("a directory") + 16,
            from_end => bytes.len() - from_end,
        };
        bytes[at] ^= 1;
        let given = fens(&bytes);
        assert!(
            given.rows == right,
            "{name}: all games are there: {:?}, {} of {}",
            given.problems,
            given.rows.len(),
            right.len()
        );
        assert_eq!(given.broken_off().len(), 1, "{name}: {:?}", given.problems);
    }
}

#[test]
fn what_follows_a_stream_and_is_none_is_told() {
    let text = archive(5);
    for (name, packed) in [("gzip", pack::gz(text.as_bytes())), ("zstd", pack::zst(text.as_bytes()))] {
        let given = fens(&[&packed[..], b"trailing text"].concat());
        assert_eq!(given.summary.games, 5, "{name}");
        let [problem] = given.broken_off()[..] else { panic!("{:?}", given.problems) };
        assert!(problem["message"].as_str().unwrap().contains(&format!("{name}: bytes that are none of it follow")));
        assert_eq!(problem["game"], serde_json::Value::Null, "the games are whole");
    }
}

#[test]
fn an_input_that_breaks_off_leaves_the_next_alone() {
    let text = archive(10);
    let packed = pack::gz(text.as_bytes());
    let cut = packed[..packed.len() / 2].to_vec();
    let sources = vec![Source::bytes("a", cut), Source::bytes("b", text.into_bytes())];
    let given = told(sources, &Games { replay: true, ..Games::default() }, &job(2, 1000));
    assert_eq!(given.rows.lines().filter(|line| line.contains(",b,")).count(), 10);
    assert_eq!(given.broken_off().len(), 1);
    assert_eq!(given.broken_off()[0]["file"], "a");
}
