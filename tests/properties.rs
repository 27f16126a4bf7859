//! Properties that hold for any bytes: nothing panics, games partition their input, passing over a
//! game finds the end that reading it finds, chunks change nothing, FEN and SAN come back.

use plydex::chess::notation::{self, is_first_move};
use plydex::chess::{FenStyle, Position, Variant};
use plydex::input::Sizes;
use plydex::output::{ColumnSet, Columns, Fens, Format, Normalize};
use plydex::pgn::{Games, Step};
use plydex::pipeline::{Job, run_on_bytes};
use proptest::prelude::*;

/// Pieces that PGN is made of, sound and damaged, in any order.
fn soup() -> impl Strategy<Value = Vec<u8>> {
    const PIECES: &[&str] = &[
        "[Event \"x\"]",
        "[White \"a \\\" b\"]",
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]",
        "[Result \"1-0\"]",
        "[",
        "]",
        "\"",
        "[pgn]",
        "[/pgn]",
        "\n",
        "\n\n",
        "\r\n\r\n",
        "\r",
        " ",
        "{",
        "}",
        "{comment}",
        "; to the end\n",
        "(",
        ")",
        "(=)",
        "%",
        "\n% escaped\n",
        "1.",
        "2...",
        "12",
        "e4",
        "e5",
        "Nf3",
        "Nc6",
        "exd5",
        "O-O",
        "0-0",
        "e8=Q",
        "Sf3",
        "5254",
        "P-K4",
        "♘f3",
        "--",
        "$1",
        "$",
        "!?",
        "±",
        "1-0",
        "0-1",
        "1/2-1/2",
        "*",
        "½-½",
        "Nc60-1",
        "\u{feff}",
        "\0",
        "\u{a0}",
        "better",
        "White resigns",
    ];
    let piece = prop_oneof![
        8 => prop::sample::select(PIECES).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 1..4),
    ];
    let spaced = (piece, any::<bool>()).prop_map(|(mut piece, space)| {
        piece.extend(space.then_some(b' '));
        piece
    });
    prop::collection::vec(spaced, 0..60).prop_map(|pieces| pieces.concat())
}

fn rows(input: &[u8], job: &Job) -> Vec<u8> {
    let columns =
        Columns::parse("game,offset,ply,line,san,text,fen,nags,comment,Result", ColumnSet::Positions).unwrap();
    let fens = Fens { format: Format::Jsonl, columns, variations: true, ..Fens::default() };
    let mut out = Vec::new();
    let summary = run_on_bytes(input, &fens, job, &mut out).expect("bytes can be read and written");
    assert_eq!(summary.games, summary.given + summary.filtered + summary.dropped);
    // UTF-16 is counted as the UTF-8 that it is read as.
    if !matches!(input, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]) {
        assert_eq!(summary.bytes, input.len() as u64);
    }
    assert!(std::str::from_utf8(&out).is_ok(), "output is UTF-8");
    out
}

/// Start and end of each game, read or passed over.
fn bounds(input: &[u8], read: bool) -> Vec<(usize, usize)> {
    bounds_from(input, 0, read)
}

fn bounds_from(input: &[u8], start: usize, read: bool) -> Vec<(usize, usize)> {
    let mut games = Games::new(input, start, true, is_first_move);
    let mut bounds = Vec::new();
    loop {
        let begin = games.position();
        let Step::Game(game, mut tokens) = games.next_game() else { break };
        let start = game.start;
        let mut last = start;
        let lexemes = std::iter::from_fn(|| tokens.next_lexeme());
        for lexeme in lexemes.take(if read { usize::MAX } else { 0 }) {
            assert!(lexeme.at >= last && lexeme.at < input.len(), "tokens come in order: {lexeme:?} behind {last}");
            last = lexeme.at;
        }
        tokens.skip();
        let end = tokens.end().expect("the input is whole");
        assert!(begin <= start && start < end && tokens.last() <= end, "{begin} {start} {} {end}", tokens.last());
        assert!(games.advance(&tokens));
        bounds.push((begin, end));
    }
    bounds
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_make_it_panic(input in prop::collection::vec(any::<u8>(), 0..300)) {
        rows(&input, &Job::default());
    }

    #[test]
    fn games_follow_one_another_and_end_where_passing_over_them_ends(input in soup()) {
        let read = bounds(&input, true);
        prop_assert_eq!(&read, &bounds(&input, false));
        for pair in read.windows(2) {
            prop_assert_eq!(pair[0].1, pair[1].0, "a game begins where the one before ends");
        }
    }

    #[test]
    fn a_game_is_the_same_whatever_was_read_before_it(input in soup()) {
        let games = bounds(&input, false);
        for (index, &(begin, _)) in games.iter().enumerate() {
            prop_assert_eq!(&bounds_from(&input, begin, true)[..], &games[index..]);
        }
    }

    #[test]
    fn chunks_and_workers_change_nothing(input in soup(), chunk in 1usize..40, threads in 1usize..4) {
        let sizes = Sizes { chunk, ..Sizes::default() };
        prop_assert_eq!(rows(&input, &Job { threads: 1, ..Job::default() }), rows(&input, &Job { threads, sizes, ..Job::default() }));
    }

    #[test]
    fn part_of_an_input_never_gives_another_game_than_the_whole(input in soup(), cut in 0usize..400) {
        let part = &input[..cut.min(input.len())];
        let whole = bounds(&input, false);
        let mut games = Games::new(part, 0, false, is_first_move);
        for &(begin, end) in &whole {
            prop_assert_eq!(games.position(), begin);
            let Step::Game(_, mut tokens) = games.next_game() else { break };
            tokens.skip();
            match tokens.end() {
                Some(found) => prop_assert_eq!(found, end),
                None => break,
            }
            games.advance(&tokens);
        }
    }

    #[test]
    fn normalizing_twice_is_normalizing_once(input in soup()) {
        let normalized = |input: &[u8]| {
            let mut out = Vec::new();
            run_on_bytes(input, &Normalize::default(), &Job::default(), &mut out).expect("bytes can be read and written");
            out
        };
        let once = normalized(&input);
        let twice = normalized(&once);
        prop_assert_eq!(String::from_utf8_lossy(&twice), String::from_utf8_lossy(&once));
    }

    #[test]
    fn fen_and_san_come_back(number in 0u16..960, choices in prop::collection::vec(any::<u16>(), 0..80)) {
        let mut position = Position::chess960(number).expect("a number below 960");
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[usize::from(choice) % moves.len()];
            let mut san = Vec::new();
            notation::san::write(&position, mv, &mut san);
            prop_assert_eq!(notation::read(&position, &san).map(|read| read.mv), Ok(mv));
            position.play(mv);
            let mut fen = Vec::new();
            position.write_fen_styled(FenStyle::default(), &mut fen);
            let (read, notes) = Position::read_fen(&fen, Variant::Chess960).expect("what is written can be read");
            prop_assert_eq!(&read, &position);
            prop_assert_eq!(notes, Default::default());
        }
    }

    #[test]
    fn no_fen_makes_it_panic(text in prop::collection::vec(prop::sample::select(b"rnbqkpRNBQKP12345678/ wb-KQkqAHah0e36[]".to_vec()), 0..90)) {
        let _ = Position::read_fen(&text, Variant::Standard);
    }
}
