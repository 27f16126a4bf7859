//! Games in, plies and problems out.

use super::*;
use crate::chess::notation;
use crate::pgn::{Games, Step};

/// The first game's plies as `line:number:san`, its result, and its problems as `kind@offset`.
fn replay(input: &str, asks: Asks) -> (String, &'static str, String) {
    let mut games = Games::new(input.as_bytes(), 0, true, notation::is_first_move);
    let Step::Game(game, mut tokens) = games.next_game() else { panic!("{input:?} holds a game") };
    let mut problems = Problems::default();
    let mut replay = Replay::new(game, &mut tokens, 0, Asks { san: true, ..asks }, &mut problems);
    let mut plies = Vec::new();
    while let Some(ply) = replay.next_ply() {
        let text = |text| String::from_utf8_lossy(text).into_owned();
        let reached = replay.reached(&ply);
        let mut shown = if ply.number == 0 { String::from("start") } else { text(reached.san) };
        if !reached.line.is_empty() {
            shown = format!("{}:{shown}", text(reached.line));
        }
        shown.extend(reached.nags.iter().map(|nag| format!("${}", nag.0)));
        shown.extend(reached.comments.iter().map(|comment| format!("{{{}}}", text(comment.text))));
        plies.push(shown);
    }
    let outcome = replay.outcome().text();
    problems.end_game();
    let kinds: Vec<_> =
        problems.of_game().iter().map(|problem| format!("{}@{}", problem.kind.name(), problem.offset)).collect();
    (plies.join(" "), outcome, kinds.join(" "))
}

const ALL: Asks = Asks {
    san: true,
    uci: false,
    annotations: true,
    hash: false,
    variations: Variations::Give,
    written: Written::San,
    from: None,
};

#[test]
fn the_mainline_is_played_up_to_what_cannot_be_read() {
    for (input, plies, outcome, problems) in [
        ("1. e4 e5 1-0", "start e4 e5", "1-0", ""),
        ("1. e4 e5", "start e4 e5", "*", "missing-terminator@8"),
        ("1. e4 Ke7 2. d4 *", "start e4", "*", "illegal-move@6"),
        ("1. e4 (1. Ke2) e5 *", "start e4 e5", "*", "illegal-move-in-variation@10"),
        ("1. e4 (1. d4 Ke7 (1... d5)) e5 *", "start e4 e5", "*", "illegal-move-in-variation@13"),
        ("1. e4 (1. d4 e5 *", "start e4", "*", "unterminated-variation@6"),
        ("1. e4 () e5 *", "start e4 e5", "*", "empty-variation@7"),
        ("[A \"1\"] (1. d4) 1. e4 *", "start e4", "*", "misplaced-variation@8"),
        ("1. e4 e5 1-0 0-1", "start e4 e5", "1-0", "extra-result@13"),
        ("1. e4 e5 good 2. Nf3 *", "start e4 e5 Nf3", "*", "garbage@9"),
        ("1. e4 e5 2. N", "start e4 e5", "*", "truncated-move@12 missing-terminator@13"),
        ("1. e4 e5 White resigns", "start e4 e5", "0-1", ""),
        ("[Result \"1-0\"] 1. e4 0-1", "start e4", "0-1", "result-mismatch@0"),
        ("[Result \"1-0\"] 1. e4 *", "start e4", "1-0", "result-mismatch@0"),
        ("[Result \"1:0\"] 1. e4 1:0", "start e4", "1-0", "nonstandard-result@0 nonstandard-result@21"),
        ("[FEN \"8/8\"] 1. e4 *", "", "*", "invalid-fen@0"),
        ("[FEN \"?\"] 1. e4 *", "start e4", "*", "invalid-fen-ignored@0"),
        ("[Variant \"Chaturanga\"] 1. e4 *", "", "*", "unknown-variant@0"),
        ("1. e4 e5 3. Nf3 Nc6 4. Bb5 *", "start e4 e5 Nf3 Nc6 Bb5", "*", "move-number-mismatch@9"),
        ("1. e4 e5 2. Nf3+ *", "start e4 e5 Nf3", "*", "check-mark-mismatch@12"),
        (
            "1. e4 $256 $ e5 {open",
            "start e4 e5",
            "*",
            "bad-nag@6 bad-nag@11 unterminated-comment@16 missing-terminator@21",
        ),
    ] {
        let found = replay(input, Asks::default());
        assert_eq!((&*found.0, found.1, &*found.2), (plies, outcome, problems), "{input:?}");
    }
}

#[test]
fn variations_come_in_reading_order_with_their_paths() {
    for (input, plies) in [
        ("1. e4 (1. d4 d5) (1. c4) e5 *", "start e4 1.1:d4 1.1:d5 1.2:c4 e5"),
        ("1. e4 e5 (1... c5 2. Nf3 (2. Nc3) d6) 2. f4 *", "start e4 e5 2.1:c5 2.1:Nf3 2.1/3.1:Nc3 2.1:d6 f4"),
        ("1. e4 (1. d4 Ke7 2. c4) e5 *", "start e4 1.1:d4 e5"),
    ] {
        assert_eq!(replay(input, ALL).0, plies, "{input:?}");
    }
}

#[test]
fn annotations_belong_to_the_move_before_them() {
    for (input, asks, plies) in [
        ("1. e4! {a} $10 e5 {b} *", ALL, "start e4$1$10{a} e5{b}"),
        ("[A \"1\"] {before} 1. e4 {a} *", ALL, "start{before} e4{a}"),
        (
            "1. e4 {a} (1. d4 {x} d5 {y}) {b} $2 (1. c4) {c} e5 *",
            ALL,
            "start e4$2{a}{b}{c} 1.1:d4{x} 1.1:d5{y} 1.2:c4 e5",
        ),
        ("1. e4 (1. d4 (1. c4 {w}) {x} d5) {b} e5 *", ALL, "start e4{b} 1.1:d4{x} 1.1/1.1:c4{w} 1.1:d5 e5"),
        (
            "1. e4 (1. d4 (1. c4 (1. f4) {w} e5) {x} (1. g4) $3 d5 (1... c5) {y}) {b} e5 (1... c5) {z} *",
            ALL,
            "start e4{b} 1.1:d4$3{x} 1.1/1.1:c4{w} 1.1/1.1/1.1:f4 1.1/1.1:e5 1.1/1.2:g4 1.1:d5{y} 1.1/2.1:c5 e5{z} 2.1:c5",
        ),
        ("1. e4 {a} (1. d4 {x}) {b} e5 *", Asks { variations: Variations::Check, ..ALL }, "start e4{a}{b} e5"),
        ("1. e4 e5 * {after}", ALL, "start e4 e5{after}"),
        ("1. e4 (=) e5 +/- *", ALL, "start e4{draw offered} e5$16"),
    ] {
        assert_eq!(replay(input, asks).0, plies, "{input:?}");
    }
}
