//! The tables of notations: what people write, and the standard SAN, glyphs and results it is read as,
//! through the whole pipeline.

use plydex::output::{ColumnSet, Columns, Fens, Format, Games};
use plydex::pipeline::{Job, run, run_on_bytes};
use plydex::report::{Entry, Observer};

/// The rows of a game, without header, each as CSV.
fn rows(pgn: &str, columns: &str) -> Vec<String> {
    let columns = Columns::parse(columns, ColumnSet::Positions).expect("columns");
    let fens = Fens { format: Format::Csv, columns, ..Fens::default() };
    lines(|out| run_on_bytes(pgn.as_bytes(), &fens, &Job::default(), out))
}

fn lines(write: impl FnOnce(&mut Vec<u8>) -> plydex::Result<plydex::report::Summary>) -> Vec<String> {
    let mut out = Vec::new();
    write(&mut out).expect("bytes can be read");
    String::from_utf8(out).expect("rows are UTF-8").lines().skip(1).map(String::from).collect()
}

/// Standard SAN of the moves that were read, from a position.
fn san_from(fen: &str, movetext: &str) -> String {
    let pgn = if fen.is_empty() {
        format!("[White \"w\"]\n\n{movetext} *")
    } else {
        format!("[FEN \"{fen}\"]\n\n{movetext} *")
    };
    rows(&pgn, "san")[1..].join(" ")
}

fn san(movetext: &str) -> String {
    san_from("", movetext)
}

/// Moves with the glyphs on each, as `e4=1 e5`.
fn san_and_nags(movetext: &str) -> String {
    let rows = rows(&format!("[White \"w\"]\n\n{movetext}"), "san,nags");
    let moves: Vec<String> = rows[1..].iter().map(|row| row.trim_end_matches(',').replace(',', "=")).collect();
    moves.join(" ")
}

/// Kinds of the problems of a text.
fn problems(pgn: &str) -> Vec<&'static str> {
    #[derive(Default)]
    struct Kinds(Vec<&'static str>);
    impl Observer for Kinds {
        fn problem(&mut self, entry: &Entry<'_>) -> plydex::Result<()> {
            self.0.push(entry.kind);
            Ok(())
        }
        fn reject(&mut self, _game: &[u8]) -> plydex::Result<()> {
            Ok(())
        }
        fn wants_rejects(&self) -> bool {
            false
        }
        fn progress(&mut self, _bytes: u64, _games: u64) {}
    }
    let mut kinds = Kinds::default();
    let source = plydex::input::Source::bytes("-", pgn.as_bytes().to_vec());
    run(vec![source], &Fens::default(), &Job::default(), &mut std::io::sink(), &mut kinds).expect("bytes can be read");
    kinds.0
}

#[test]
fn the_positions_of_the_reference_texts_come_out() {
    for (movetext, last) in [
        ("1. e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
        ("1. e4 d5", "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2"),
        ("1. e4 d5 2. Nf3", "rnbqkbnr/ppp1pppp/8/3p4/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"),
        ("1. e4 d5 2. Nf3 Kd7", "rnbq1bnr/pppkpppp/8/3p4/4P3/5N2/PPPP1PPP/RNBQKB1R w KQ - 2 3"),
        ("1. e4 e5 2. Nc3 Nc6", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 2 3"),
    ] {
        assert_eq!(rows(movetext, "fen").last().map(String::as_str), Some(last), "{movetext}");
    }
}

#[test]
fn disambiguation_and_glyphs_of_the_reference_texts_come_out() {
    for (fen, movetext, expected) in [
        ("3r3r/7k/8/8/8/8/8/K7 b - - 0 1", "Rdf8", "Rdf8"),
        ("3r3r/7k/8/8/8/8/8/K7 b - - 0 1", "Rd8f8", "Rdf8"),
        ("8/7k/8/R7/8/8/8/R6K w - - 0 1", "R1a3", "R1a3"),
        ("8/7k/8/R7/8/8/8/R6K w - - 0 1", "Ra1a3", "R1a3"),
        ("k7/8/8/8/4Q2Q/8/K7/7Q w - - 0 1", "Qh4e1", "Qh4e1"),
        ("k7/8/8/8/4Q2Q/8/K7/4r2Q w - - 0 1", "Qh4xe1", "Qh4xe1"),
    ] {
        assert_eq!(san_from(fen, movetext), expected, "{movetext} in {fen}");
    }
    assert_eq!(san_and_nags("1. d4 e5?! 2. dxe5 f6 3. e4! Nc6 4. Bc4+/-"), "d4 e5=6 dxe5 f6 e4=1 Nc6 Bc4=16");
}

const CASTLING: &str = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
/// Captures and promotions at hand; no check among them.
const PROMOTION: &str = "3r4/4P3/8/8/7k/8/8/K7 w - - 0 1";
const PASSANT: &str = "k7/8/8/3pP3/8/8/8/K7 w - d6 0 1";
const CAPTURES: &str = "k7/8/3p4/4n3/3P1P2/2B5/8/K7 w - - 0 1";
/// The knight on c3 is pinned: the one on g1 alone may go to e2.
const PINNED: &str = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1";

#[test]
fn sloppy_san_is_read_row_by_row() {
    let rows: &[(&str, &str, &[&str])] = &[
        (CASTLING, "O-O", &["0-0", "o-o", "O-O", "OO", "00", "0–0", "O—O", "0−0", "Kg1", "e1g1", "e1h1"]),
        (CASTLING, "O-O-O", &["0-0-0", "o-o-o", "OOO", "000", "0–0–0", "Kc1", "e1c1", "e1a1"]),
        (PINNED, "Ne2", &["Ne2", "Nge2", "Ng1e2", "Ng1-e2", "N1e2", "g1e2", "g1-e2"]),
        (CAPTURES, "dxe5", &["dxe5", "de5", "de5:", "dxe", "de", "d4e5", "d:e5", "dxe5:", "d×e5", "d4xe5"]),
        (PROMOTION, "e8=Q", &["e8=Q", "e8Q", "e8(Q)", "e8/Q", "e8=q", "e8=(Q)", "e8 =Q", "e7e8q", "e7-e8=Q"]),
        (PASSANT, "exd6", &["exd6 e.p.", "exd6ep", "exd6e.p.", "ed6", "ed", "exd", "e5d6", "exd6 ep"]),
        (
            "",
            "e4",
            &[
                "Pe4",
                "P-e4",
                "pe4",
                "e2e4",
                "e2-e4",
                "E4",
                "E2-E4",
                "1.e4",
                "1 e4",
                "1) e4",
                "3 . e4",
                "17. e4",
                "e4\u{ad}",
                "\u{200b}e4",
            ],
        ),
        ("", "Nf3", &["nf3", "NF3", "Ng1f3", "Ng1-f3", "N1f3", "g1f3", "Ngf3"]),
        (
            "k7/8/2p5/1B6/8/8/8/K7 w - - 0 1",
            "Bxc6+",
            &["BXC6", "Bxc6", "B:c6", "Bc6:", "B×c6", "Bc6", "bxc6", "Bb5xc6", "Bxc6 ch.", "Bxc6+", "Bxc6 †"],
        ),
        (
            "",
            "e4 c5",
            &["e4 с5", "1. e4 1... c5", "1. e4 1. ... c5", "1. e4 c5", "1. e4, c5", "1. e4 1)... c5", "e2e4 c7c5"],
        ),
        ("", "-- e5", &["-- e5", "Z0 e5", "<> e5", "@@@@ e5", "null e5", "pass e5", "0000 e5"]),
        (
            "",
            "f3 e5 g4 Qh4#",
            &[
                "f3 e5 g4 Qh4",
                "f3 e5 g4 Qh4#",
                "f3 e5 g4 Qh4+",
                "f3 e5 g4 Qh4++",
                "f3 e5 g4 Qh4 mate",
                "f3 e5 g4 Qh4‡",
                "f3 e5 g4 Qh4≠",
                "f3 e5 g4 Qh4 X",
                "f3 e5 g4 Qh4x",
                "f3 e5 g4 Qh4 ×",
                "f3 e5 g4 Qh4 ch",
                "f3 e5 g4 Qh4 ch.",
                "f3 e5 g4 Qh4 dis ch",
                "f3 e5 g4 Qh4 dbl ch",
                "f3 e5 g4 Qh4†",
            ],
        ),
    ];
    let mut wrong = Vec::new();
    for (fen, expected, texts) in rows {
        for text in *texts {
            let found = san_from(fen, text);
            if found != *expected {
                wrong.push(format!("{text:?} is {found:?}, not {expected:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn sloppy_san_that_is_told_of_is_told_of() {
    for (pgn, kinds) in [
        (format!("[FEN \"{PROMOTION}\"]\n[SetUp \"1\"]\n\ne8 *"), &["missing-promotion-piece"][..]),
        (String::from("1. e4 \u{441}5 *"), &["nonascii-move"]),
        (String::from("2. e4 *"), &["move-number-mismatch"]),
        (String::from("1. e4+ *"), &["check-mark-mismatch"]),
        (String::from("1. f3 e5 2. g4 Qh4 *"), &[]),
    ] {
        assert_eq!(problems(&pgn), kinds, "{pgn:?}");
    }
}

#[test]
fn a_draw_offer_is_a_comment_and_no_glyph() {
    assert_eq!(rows("1. e4 (=) e5 *", "san,nags,comment")[1..], ["e4,,draw offered", "e5,,"]);
    assert_eq!(rows("1. e4(=) e5 *", "san,nags,comment")[1..], ["e4,,draw offered", "e5,,"]);
}

#[test]
fn what_follows_a_sign_apart_belongs_to_the_same_move() {
    let rows = rows("1. e4 d5 2. exd5 +- {a} ch. {b} Qxd5 N $1 {c} *", "san,nags,comment");
    assert_eq!(rows[1..], ["e4,,", "d5,,", "exd5,18,a b", "Qxd5,146 1,c"]);
}

#[test]
fn glyphs_are_read_apart_and_joined() {
    let mut wrong = Vec::new();
    for (glyphs, nag) in [
        (&["!"][..], 1),
        (&["?"], 2),
        (&["!!", "‼"], 3),
        (&["??", "⁇"], 4),
        (&["!?", "⁉"], 5),
        (&["?!", "⁈"], 6),
        (&["="], 10),
        (&["∞"], 13),
        (&["+/=", "+=", "⩲"], 14),
        (&["=/+", "=+", "⩱"], 15),
        (&["+/-", "±"], 16),
        (&["-/+", "∓"], 17),
        (&["+-", "+−"], 18),
        (&["-+", "−+"], 19),
        (&["=/∞"], 45),
        (&["N", "TN"], 146),
        (&["⌓"], 142),
        (&["□"], 7),
    ] {
        for glyph in glyphs {
            let letters = glyph.starts_with(['N', 'T']);
            for text in [format!("1. e4 {glyph} e5"), format!("1. e4{glyph} e5"), format!("1. e4 ${nag} e5")] {
                let joined = text.contains(&format!("e4{glyph}"));
                let found = san_and_nags(&text);
                if found != format!("e4={nag} e5") && !(joined && letters) {
                    wrong.push(format!("{text:?} is {found:?}, not {nag}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_sign_of_compensation_is_said_of_the_side_that_is_down() {
    assert_eq!(san_and_nags("1. e4 d5 2. d4 dxe4 =/∞"), "e4 d5 d4 dxe4=44");
    assert_eq!(san_and_nags("1. e4 d5 2. exd5 =/∞"), "e4 d5 exd5=45");
    assert_eq!(san_and_nags("1. e4 e5 2. Nf3 +-"), "e4 e5 Nf3=18", "the last token is still the glyph");
    assert_eq!(san_and_nags("1. e4 e5 2. Nf3 +- *"), "e4 e5 Nf3=18");
}

/// The normalised result of a game.
fn result(pgn: &str) -> String {
    let columns = Columns::parse("Result,plies", ColumnSet::Games).expect("columns");
    let rows = lines(|out| run_on_bytes(pgn.as_bytes(), &Games { columns, ..Games::default() }, &Job::default(), out));
    assert_eq!(rows.len(), 1, "{pgn:?}");
    rows[0].split(',').next().unwrap_or_default().to_string()
}

#[test]
fn results_are_read_at_the_end_and_in_the_tag() {
    let both: &[(&str, &[&str])] = &[
        ("1-0", &["1-0", "1:0", "1–0", "1—0", "1−0", "1-O"]),
        ("0-1", &["0-1", "0:1", "0–1", "O-1"]),
        ("1/2-1/2", &["1/2-1/2", "½-½", "½–½", "1/2", "0.5-0.5", "½", "1/2:1/2"]),
        ("*", &["*"]),
    ];
    let tag_only: &[(&str, &[&str])] = &[
        ("1-0", &["+/-", "+:-", "+--", "+/−"]),
        ("0-1", &["-/+", "-:+", "--+", "−/+"]),
        ("*", &["0-0", "-/-", "½-0", "0-½", "0–0", "–/–"]),
    ];
    let mut wrong = Vec::new();
    let mut hold = |pgn: String, expected: &str| {
        let found = result(&pgn);
        if found != expected {
            wrong.push(format!("{pgn:?} is {found:?}, not {expected:?}"));
        }
    };
    for (expected, texts) in both {
        for text in *texts {
            hold(format!("1. e4 e5 {text}"), expected);
            hold(format!("[Result \"{text}\"]\n\n1. e4 e5"), expected);
        }
    }
    for (expected, texts) in tag_only {
        for text in *texts {
            hold(format!("[Result \"{text}\"]\n\n1. e4 e5 *"), expected);
            hold(format!("[Event \"without moves\"]\n\n{text}"), expected);
        }
    }
    hold(String::from("1. e4 e5 White resigns"), "0-1");
    hold(String::from("1. e4 e5 Black resigns"), "1-0");
    hold(String::from("[Result \"1-0\"]\n\n1. e4 e5 0-1"), "0-1");
    hold(String::from("[Result \"1-0\"]\n\n1. e4 e5 *"), "1-0");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn noughts_are_castling_wherever_that_is_legal() {
    assert_eq!(san_from(CASTLING, "0-0"), "O-O");
    assert_eq!(san("1. e4 e5 0-0"), "e4 e5");
    assert_eq!(result("1. e4 e5 0-0"), "*");
}
