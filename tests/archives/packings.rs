//! The same archive in every packing, by every way in, gives the same rows.

use std::fs;

use plydex::input::Source;

use crate::games::archive;
use crate::pack;
use crate::run::{columns, fens, job, told};

#[test]
fn every_packing_gives_the_same_positions_and_places() {
    let text = archive(500);
    let dir = tempfile::tempdir().expect("a temporary folder");
    let rows = columns("game,offset,ply,san,fen,White,comment");
    let right = told(vec![Source::bytes("a", text.clone().into_bytes())], &rows, &job(1, 512 * 1024));
    assert_eq!((right.summary.games, right.summary.errors, right.summary.warnings), (500, 0, 0));
    for (index, packed) in pack::all(text.as_bytes()).into_iter().enumerate() {
        let path = dir.path().join(index.to_string());
        fs::write(&path, &packed.bytes).expect("a file");
        for (threads, chunk) in [(1, 100), (2, 5_000), (3, 512 * 1024)] {
            let bytes = Source::bytes("a", packed.bytes.clone());
            for (way, source) in
                [("bytes", bytes), ("mapped", Source::file(&path, true)), ("read", Source::file(&path, false))]
            {
                let given = told(vec![source], &rows, &job(threads, chunk));
                let how = format!("{} {index}, {way}, {threads} threads, chunks of {chunk}", packed.name);
                assert!(given.rows == right.rows, "{how}: rows differ: {:?}", given.problems);
                assert_eq!((given.problems, given.summary), (Vec::new(), right.summary.clone()), "{how}");
            }
        }
    }
}

#[test]
fn inputs_of_different_kinds_are_read_as_one_stream() {
    let text = archive(40);
    let parts: Vec<&[u8]> = text.as_bytes().chunks(text.len() / 8).collect();
    let whole: Vec<_> = std::iter::once(text.as_bytes().to_vec())
        .chain(pack::all(text.as_bytes()).into_iter().map(|packed| packed.bytes))
        .collect();
    let sources = whole.iter().map(|bytes| Source::bytes("a", bytes.clone())).collect();
    let given = told(sources, &columns("fen"), &job(2, 3_000));
    let once = told(vec![Source::bytes("a", whole[0].clone())], &columns("fen"), &job(1, 3_000)).rows;
    let body = once.strip_prefix("fen\n").expect("a header");
    assert!(given.rows == format!("fen\n{}", body.repeat(whole.len())));
    assert_eq!(given.summary.games, 40 * whole.len() as u64);
    // Halves of a game in two streams of one file are one game.
    let streams: Vec<u8> = parts.iter().flat_map(|part| pack::gz(part)).collect();
    assert_eq!(fens(&streams).rows, fens(text.as_bytes()).rows);
}

#[test]
fn packings_lie_in_one_another() {
    let text = archive(20);
    let right = fens(text.as_bytes()).rows;
    for (name, packed) in [
        ("zst in gz", pack::gz(&pack::zst(text.as_bytes()))),
        ("gz in zip", pack::zip(&[("a.pgn.gz", &pack::gz(text.as_bytes()), false)])),
        ("zip in zip", pack::zip(&[("a.pgn.zip", &pack::zip(&[("a.pgn", text.as_bytes(), true)]), true)])),
        ("zip in xz", pack::xz(&pack::zip(&[("a.pgn", text.as_bytes(), true)]))),
    ] {
        let given = fens(&packed);
        assert_eq!((given.rows == right, given.problems), (true, Vec::new()), "{name}");
    }
}

#[test]
fn padding_skippable_frames_and_empty_streams_are_passed_over() {
    let text = archive(20);
    let (bytes, half) = (text.as_bytes(), text.len() / 2);
    let skippable = [&[0x5a, 0x2a, 0x4d, 0x18, 7, 0, 0, 0][..], b"ignored"].concat();
    let right = fens(bytes).rows;
    for (name, packed) in [
        ("zeros behind gz", [pack::gz(bytes), vec![0; 5000]].concat()),
        ("zeros between gz", [pack::gz(&bytes[..half]), vec![0; 3], pack::gz(&bytes[half..])].concat()),
        ("empty gz", [pack::gz(b""), pack::gz(bytes), pack::gz(b"")].concat()),
        ("empty bz2", [pack::bz2(b""), pack::bz2(bytes)].concat()),
        ("skippable first", [&skippable[..], &pack::zst(bytes)].concat()),
        (
            "skippable between",
            [&pack::zst(&bytes[..half]), &skippable[..], &pack::zst(&bytes[half..]), &skippable[..]].concat(),
        ),
        ("xz padding", [pack::xz(&bytes[..half]), vec![0; 8], pack::xz(&bytes[half..])].concat()),
    ] {
        let given = fens(&packed);
        assert_eq!((given.rows == right, given.problems), (true, Vec::new()), "{name}");
    }
}
