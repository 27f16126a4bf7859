//! `fens --variations`.

use crate::support::{Dir, rows};

#[test]
fn positions_of_variations_come_in_reading_order_with_their_path() {
    for (movetext, expected) in [
        ("1. e4 (1. d4) (1. c4 c5) e5 *", "0|| 1||e4 1|1.1|d4 1|1.2|c4 2|1.2|c5 2||e5"),
        (
            "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) e5 2. Nf3 *",
            "0|| 1||e4 1|1.1|d4 2|1.1|d5 2|1.1/2.1|Nf6 3|1.1/2.1|c4 3|1.1|c4 2||e5 3||Nf3",
        ),
        (
            "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 (2... Nf6)) (2. d4)) 2. f4 *",
            "0|| 1||e4 2||e5 2|2.1|c5 3|2.1|Nf3 3|2.1/3.1|c3 4|2.1/3.1|d5 4|2.1/3.1/4.1|Nf6 3|2.1/3.2|d4 3||f4",
        ),
        ("1. e4 e5 2. f4 (2. d4) * ", "0|| 1||e4 2||e5 3||f4 3|3.1|d4"),
    ] {
        let dir = Dir::with("a.pgn", format!("[White \"A\"]\n\n{movetext}\n"));
        for columns in ["ply,line,san", "ply,line,san,comment"] {
            let stdout = dir.run(&format!("fens -q --variations -f csv --columns {columns} a.pgn")).quiet();
            let given: Vec<_> =
                rows(&stdout).iter().map(|row| row.splitn(4, '|').take(3).collect::<Vec<_>>().join("|")).collect();
            assert_eq!(given.join(" "), expected, "{columns} of {movetext}");
        }
    }
}

#[test]
fn without_the_option_only_the_mainline_is_given() {
    let dir = Dir::with("a.pgn", "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) e5 2. Nf3 *\n");
    for columns in ["ply,line,san", "ply,line,san,nags"] {
        let stdout = dir.run(&format!("fens -q --no-start -f csv --columns {columns} a.pgn")).quiet();
        let given: Vec<_> = rows(&stdout).iter().map(|row| row.trim_end_matches('|').to_owned()).collect();
        assert_eq!(given, ["1||e4", "2||e5", "3||Nf3"], "{columns}");
    }
}

#[test]
fn a_variation_starts_from_the_position_before_the_move_it_replaces() {
    let dir = Dir::with("a.pgn", "1. e4 e5 (1... c5) 2. f4 *\n");
    let stdout = dir.run("fens -q --variations --plies 2..3 a.pgn").quiet();
    assert_eq!(
        stdout,
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2\n\
         rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2\n\
         rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq f3 0 2\n"
    );
}

#[test]
fn annotations_after_a_variation_belong_to_the_move_before_it() {
    const MOVETEXT: &str = "1. e4 {A} $1 (1. d4 {B} $2 d5 (1... c5) {D}) {C} $3 1... e5 {E} *\n";
    for (options, expected) in [
        ("", "1||e4|A C|1 3 2||e5|E|"),
        ("--variations", "1||e4|A C|1 3 1|1.1|d4|B|2 2|1.1|d5|D| 2|1.1/2.1|c5|| 2||e5|E|"),
    ] {
        let stdout = Dir::with("a.pgn", MOVETEXT)
            .run(&format!("fens -q --no-start {options} -f csv --columns ply,line,san,comment,nags a.pgn"))
            .quiet();
        assert_eq!(rows(&stdout).join(" "), expected, "{options}");
    }
}

#[test]
fn words_that_are_no_moves_part_no_comment_from_its_move() {
    for (movetext, comment) in [
        ("1. e4 f6 2. Qh5 ch {queen} 2... g6 *", "queen"),
        ("1. e4 f6 2. Qh5 + {queen} 2... g6 *", "queen"),
        ("1. e4 f6 2. Qh5 +- {queen} 2... g6 *", "queen"),
        ("1. e4 f6 2. Qh5 better {queen} 2... g6 *", "queen"),
        ("1. e4 f6 2. Qh5 (2. d4) better {queen} 2... g6 *", "queen"),
        ("1. e4 f6 2. Qh5 2... g6 {pawn} *", ""),
    ] {
        for options in ["", "--variations"] {
            let run = Dir::with("a.pgn", movetext)
                .run(&format!("fens -q {options} --plies 3..3 -f csv --columns san,comment a.pgn"));
            assert_eq!(rows(&run.stdout)[0], format!("Qh5+|{comment}"), "{options} {movetext}");
        }
    }
}

#[test]
fn a_variation_that_replaces_no_move_is_passed_over() {
    for movetext in
        ["(1. d4 {x} $1 d5 (1... Nf6)) 1. e4 e5 *", "((1. d4) 1. c4) 1. e4 e5 *", "1. e4 e5 ((1... c5) 1... c6) *"]
    {
        let dir = Dir::with("a.pgn", format!("[White \"A\"]\n\n{movetext}\n"));
        for (options, columns) in [("", "san"), ("", "san,comment,nags"), ("--variations", "san,comment,nags")] {
            let run = dir.run(&format!("fens -q {options} -f csv --columns ply,line,{columns} a.pgn"));
            let given: Vec<_> = rows(&run.stdout).iter().map(|row| row.trim_end_matches('|').to_owned()).collect();
            let mainline: Vec<_> = given.iter().filter(|row| !row.contains('.')).map(String::as_str).collect();
            assert_eq!(mainline, ["0", "1||e4", "2||e5"], "{options} {columns} {movetext}");
        }
    }
}

#[test]
fn a_bad_move_in_a_variation_loses_the_rest_of_that_variation_alone() {
    let run = Dir::with("a.pgn", "1. e4 (1. d4 Ke7 2. c4 (2. c3)) (1. c4) e5 *\n")
        .run("fens -q --no-start --variations -f csv --columns ply,line,san a.pgn");
    assert_eq!(rows(&run.stdout), ["1||e4", "1|1.1|d4", "1|1.2|c4", "2||e5"]);
    assert_eq!(run.stderr, "a.pgn:1:14: game 1: ply 2: illegal move in a variation \"Ke7\": e7 is occupied\n");
    assert_eq!(run.code, 0);
}
