//! What holds of any bytes at all: nothing panics, nothing is lost, and every way of reading agrees.

use plydex::chess::notation::{self, san};
use plydex::chess::{Position, Variant};
use plydex::input::Sizes;
use plydex::output::{ColumnSet, Columns, Fens, Format, Games as GameRows};
use plydex::pgn::{Games, Lexeme, Step, Token, Tokens};
use plydex::pipeline::{Job, OnError, run_on_bytes};
use plydex::report::Summary;
use proptest::prelude::*;
use proptest::sample::select;

/// Pieces of PGN, whole and broken; strung together they come near every rule of the grammar.
const PIECES: &[&str] = &[
    "[Event \"a\"]",
    "[White \"b \\\"c\\\"\"]",
    "[FEN \"8/8/8/8/8/4k3/4p3/4K3 w - - 0 1\"]",
    "[Event \"",
    "[A b]",
    "[/pgn]",
    "[%clk 1:00]",
    "[",
    "]",
    "\"",
    "\\",
    "\\\"",
    "{",
    "}",
    "{comment}",
    ";",
    "; rest\n",
    "%",
    "\n%gone\n",
    "(",
    ")",
    "(=)",
    "(1. d4 d5)",
    "$1",
    "$",
    "$999",
    "!",
    "?!",
    "±",
    "=/∞",
    "=/",
    "∞",
    "+-",
    "N",
    "1-0",
    "0-1",
    "1/2-1/2",
    "½-½",
    "*",
    "0-0",
    "O-1",
    "1.",
    "1. ",
    "1... ",
    "12",
    "0.5",
    ".",
    "e4",
    "e5 ",
    " d4",
    " Nf3",
    "Nc6",
    "e4=",
    "(Q)",
    "e8",
    "O-O",
    "0-0-0",
    "--",
    "00",
    "5254",
    "Qxh8+",
    "Kd4",
    "prose ",
    "White resigns",
    "\n",
    "\n\n",
    "\r",
    "\r\n",
    "\r\n\r\n",
    " ",
    "\t",
    "\0",
    "\u{feff}",
    "\u{a0}",
    "\u{200b}",
    "\u{ad}",
    "é",
    "с5",
];

fn soup() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        20 => select(PIECES).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 1..4),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn input() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![4 => soup(), 1 => prop::collection::vec(any::<u8>(), 0..200)]
}

/// A game as it was read: where reading began, where it begins, its last byte, where the next begins.
type Read = (usize, usize, usize, usize);

/// Every whole game from `pos` on, and whether the slice held all to its end.
fn read(input: &[u8], pos: usize, whole: bool, mut each: impl FnMut(usize, &mut Tokens<'_>)) -> (Vec<Read>, bool) {
    let mut games = Games::new(input, pos, whole, notation::is_first_move);
    let mut found = Vec::new();
    loop {
        let begin = games.position();
        match games.next_game() {
            Step::Game(game, mut tokens) => {
                let start = game.start;
                each(begin, &mut tokens);
                tokens.skip();
                let last = tokens.last();
                if !games.advance(&tokens) {
                    return (found, false);
                }
                found.push((begin, start, last, games.position()));
            }
            Step::End(_) => return (found, true),
            Step::Incomplete => return (found, false),
        }
    }
}

fn text_of<'a>(token: &Token<'a>) -> &'a [u8] {
    match *token {
        Token::MoveNumber(text)
        | Token::Word(text)
        | Token::Nag(text)
        | Token::Glyph(text)
        | Token::Termination(text) => text,
        Token::Comment(comment) => comment.text,
        Token::Fault(fault) => fault.text,
        Token::DrawOffer => b"(=)",
        Token::VariationStart => b"(",
        Token::VariationEnd => b")",
    }
}

fn told(input: &[u8], rows: &dyn plydex::output::Rows, job: &Job) -> (String, Summary) {
    let mut out = Vec::new();
    let summary = run_on_bytes(input, rows, job, &mut out).expect("bytes can be read");
    (String::from_utf8(out).expect("rows are UTF-8"), summary)
}

/// Every column, so that every way of asking is taken.
fn all_positions(format: Format) -> Fens {
    let columns = Columns::parse("all", ColumnSet::Positions).expect("all columns");
    Fens { format, columns, variations: true, ..Fens::default() }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn lexemes_stand_in_order_inside_the_input_and_apart(input in input()) {
        let mut end = 0;
        let (games, _) = read(&input, 0, true, |begin, tokens| {
            end = begin;
            while let Some(Lexeme { token, at }) = tokens.next_lexeme() {
                let text = text_of(&token);
                assert!(end <= at, "{token:?} at {at} begins before {end} in {:?}", String::from_utf8_lossy(&input));
                let inside = matches!(token, Token::VariationStart | Token::VariationEnd | Token::DrawOffer)
                    || input.as_ptr_range().contains(&text.as_ptr())
                    || text.is_empty();
                assert!(inside);
                end = at + text.len().max(1);
                assert!(end <= input.len());
            }
        });
        for (_, start, last, next) in games {
            prop_assert!(start <= last && last <= next, "{start} {last} {next}");
        }
    }

    #[test]
    fn games_part_the_input(input in input()) {
        let (games, whole) = read(&input, 0, true, |_, _| {});
        prop_assert!(whole);
        let mut expected = 0;
        for (begin, start, _, next) in games {
            prop_assert_eq!(begin, expected);
            prop_assert!(begin <= start && start < next);
            expected = next;
        }
    }

    #[test]
    fn a_game_is_the_same_whatever_was_read_before_it(input in input()) {
        let (games, _) = read(&input, 0, true, |_, _| {});
        for (index, &(begin, ..)) in games.iter().enumerate() {
            prop_assert_eq!(&read(&input, begin, true, |_, _| {}).0[..], &games[index..]);
        }
    }

    #[test]
    fn passing_over_a_game_and_reading_it_find_the_same_end(input in input()) {
        let skipped = read(&input, 0, true, |_, _| {});
        let half_read = read(&input, 0, true, |_, tokens| { tokens.next_lexeme(); });
        prop_assert_eq!(&skipped, &half_read);
        let replayed = told(&input, &all_positions(Format::Csv), &Job::default()).1;
        let columns = Columns::parse("game,Result,White", ColumnSet::Games).expect("columns that need no replay");
        let passed_over = told(&input, &GameRows { format: Format::Csv, columns }, &Job::default()).1;
        prop_assert_eq!(replayed.games, skipped.0.len() as u64);
        prop_assert_eq!(passed_over.games, replayed.games);
    }

    #[test]
    fn a_part_of_the_input_never_contradicts_the_whole(input in input()) {
        let (games, _) = read(&input, 0, true, |_, _| {});
        for end in 0..=input.len() {
            let (found, _) = read(&input[..end], 0, false, |_, _| {});
            prop_assert!(found.len() <= games.len() && found[..] == games[..found.len()], "{} bytes: {:?}, not {:?}", end, found, games);
        }
    }

    #[test]
    fn nothing_panics_and_every_game_is_counted_once(input in input(), drop in any::<bool>()) {
        let job = Job { threads: 2, on_error: if drop { OnError::Drop } else { OnError::Stop }, ..Job::default() };
        for format in [Format::Text, Format::Csv, Format::Jsonl, Format::Epd] {
            let (rows, summary) = told(&input, &all_positions(format), &job);
            prop_assert_eq!(summary.games, summary.given + summary.filtered + summary.dropped);
            let header = u64::from(format == Format::Csv);
            if format != Format::Csv {
                prop_assert_eq!(rows.lines().count() as u64, summary.positions + header);
            }
            if format == Format::Jsonl {
                for row in rows.lines() {
                    prop_assert!(serde_json::from_str::<serde_json::Value>(row).is_ok(), "{}", row);
                }
            }
        }
    }

    #[test]
    fn chunks_change_nothing(input in soup(), chunk in 1..60usize, threads in 1..4usize) {
        let rows = all_positions(Format::Jsonl);
        let cut = Job { threads, sizes: Sizes { chunk, ..Sizes::default() }, ..Job::default() };
        prop_assert_eq!(told(&input, &rows, &cut), told(&input, &rows, &Job { threads: 1, ..Job::default() }));
    }

    #[test]
    fn what_is_written_of_a_playout_is_read_back(seed in prop::collection::vec(any::<u16>(), 1..120), number in 0..960u16) {
        let mut position = if number % 2 == 0 { Position::start() } else { Position::chess960(number).expect("below 960") };
        let variant = if number % 2 == 0 { Variant::Standard } else { Variant::Chess960 };
        for choice in seed {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[usize::from(choice) % moves.len()];
            let mut text = Vec::new();
            san::write(&position, mv, &mut text);
            let back = notation::read(&position, &text).map(|read| read.mv);
            prop_assert_eq!(back, Ok(mv), "{}", String::from_utf8_lossy(&text));
            position.play(mv);
            let (mut fen, mut again) = (Vec::new(), Vec::new());
            position.write_fen(&mut fen);
            let read = Position::read_fen(&fen, variant).map_err(|error| TestCaseError::fail(error.to_string()))?.0;
            read.write_fen(&mut again);
            prop_assert_eq!(String::from_utf8_lossy(&again), String::from_utf8_lossy(&fen));
            prop_assert_eq!(read.hash(), position.hash());
        }
    }

    #[test]
    fn a_fen_that_is_read_is_written_so_that_it_reads_the_same(
        ranks in prop::collection::vec("[1-8]|[KQRBNPkqrbnp1-5]{1,8}|8|8", 8),
        rest in "( [wb] (-|[KQkqA-Ha-h]{1,4}) (-|[a-h][36])( [0-9]{1,3} [0-9]{1,3})?)?",
    ) {
        let fen = ranks.join("/") + &rest;
        if let Ok(position) = Position::from_fen(fen.as_bytes()) {
            let (mut first, mut second) = (Vec::new(), Vec::new());
            position.write_fen(&mut first);
            let variant = Variant::Chess960;
            Position::read_fen(&first, variant).expect("our own FEN").0.write_fen(&mut second);
            prop_assert_eq!(String::from_utf8_lossy(&first), String::from_utf8_lossy(&second), "{}", fen);
        }
    }
}
