//! `fens`: which positions it gives, and the options for FEN.

use crate::support::{Dir, rows};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
const E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n";
const D5: &str = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2\n";
const NF3: &str = "rnbqkbnr/ppp1pppp/8/3p4/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\n";
const KD7: &str = "rnbq1bnr/pppkpppp/8/3p4/4P3/5N2/PPPP1PPP/RNBQKB1R w KQ - 2 3\n";

#[test]
fn text_is_the_fen_of_every_position_from_the_start_to_the_last() {
    let stdout = Dir::with("a.pgn", "1. e4 d5 2. Nf3 Kd7 *\n").run("fens -q a.pgn").quiet();
    assert_eq!(stdout, [START, E4, D5, NF3, KD7].concat());
}

#[test]
fn a_bad_move_keeps_what_is_legal_before_it_and_the_games_after_it() {
    let run =
        Dir::with("two.pgn", "1. e4 e4 *\n\n1. d4 *\n").run("fens -q --no-start -f csv --columns game,ply,san two.pgn");
    assert_eq!(run.stdout, "game,ply,san\n1,1,e4\n2,1,d4\n");
    assert_eq!(run.stderr, "two.pgn:1:7: game 1: ply 2: illegal move \"e4\": no black pawn can reach e4\n");
    assert_eq!(run.code, 0);
}

#[test]
fn csv_and_json_have_game_ply_san_and_fen_unless_told_otherwise() {
    let dir = Dir::with("a.pgn", "1. e4 *\n");
    let (start, e4) = (START.trim_end(), E4.trim_end());
    let csv = dir.run("fens -q -f csv a.pgn").quiet();
    assert_eq!(csv, format!("game,ply,san,fen\n1,0,,{start}\n1,1,e4,{e4}\n"));
    let jsonl = dir.run("fens -q -f jsonl a.pgn").quiet();
    let rows = format!(
        "{{\"game\":1,\"ply\":0,\"san\":null,\"fen\":\"{start}\"}}\n{{\"game\":1,\"ply\":1,\"san\":\"e4\",\"fen\":\"{e4}\"}}\n"
    );
    assert_eq!(jsonl, rows);
}

#[test]
fn epd_is_four_fields_with_an_en_passant_square_only_where_a_capture_is_legal() {
    for (input, last) in [
        ("1. e4 *", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n"),
        ("1. e4 a6 2. e5 d5 *", "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6\n"),
        ("[FEN \"4k3/8/8/8/4p3/8/3P4/K3R3 w - - 0 1\"]\n\n1. d4 *", "4k3/8/8/8/3Pp3/8/8/K3R3 b - -\n"),
    ] {
        let stdout = Dir::with("a.pgn", input).run("fens -q --final -f epd a.pgn").quiet();
        assert_eq!(stdout, last, "{input}");
    }
}

#[test]
fn the_en_passant_square_follows_the_option() {
    const PINNED: &str = "[FEN \"4k3/8/8/8/4p3/8/3P4/K3R3 w - - 0 1\"]\n\n1. d4 *";
    const FREE: &str = "[FEN \"4k3/8/8/8/4p3/8/3P4/K7 w - - 0 1\"]\n\n1. d4 *";
    for (input, option, field) in [
        ("1. e4 *", "", "e3"),
        ("1. e4 *", "--ep always", "e3"),
        ("1. e4 *", "--ep xfen", "-"),
        ("1. e4 *", "--ep legal", "-"),
        (PINNED, "--ep always", "d3"),
        (PINNED, "--ep xfen", "d3"),
        (PINNED, "--ep legal", "-"),
        (FREE, "--ep always", "d3"),
        (FREE, "--ep xfen", "d3"),
        (FREE, "--ep legal", "d3"),
    ] {
        let stdout = Dir::with("a.pgn", input).run(&format!("fens -q --final {option} a.pgn")).quiet();
        assert_eq!(stdout.split(' ').nth(3), Some(field), "{option} of {input}: {stdout}");
    }
}

#[test]
fn castling_rights_are_letters_of_files_where_asked_for_or_needed() {
    const OUTER: &str = "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/4K1RR w H - 0 1\"]\n\n*";
    const INNER: &str = "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/4K1RR w G - 0 1\"]\n\n*";
    for (input, option, field) in [
        ("[White \"A\"]\n\n*", "", "KQkq"),
        ("[White \"A\"]\n\n*", "--castling xfen", "KQkq"),
        ("[White \"A\"]\n\n*", "--castling shredder", "HAha"),
        (OUTER, "--castling xfen", "K"),
        (OUTER, "--castling shredder", "H"),
        (INNER, "--castling xfen", "G"),
        (INNER, "--castling shredder", "G"),
    ] {
        let dir = Dir::with("a.pgn", input);
        for format in ["text", "epd"] {
            let stdout = dir.run(&format!("fens -q -f {format} {option} a.pgn")).quiet();
            assert_eq!(stdout.split(' ').nth(2), Some(field), "{option} -f {format} of {input}: {stdout}");
        }
    }
}

#[test]
fn options_choose_the_plies_of_each_game() {
    let dir = Dir::with("a.pgn", "1. e4 d5 2. Nf3 Kd7 *\n\n[White \"No moves\"]\n\n*\n\n1. d4 *\n");
    for (options, plies) in [
        ("", "1|0 1|1 1|2 1|3 1|4 2|0 3|0 3|1"),
        ("--no-start", "1|1 1|2 1|3 1|4 3|1"),
        ("--final", "1|4 2|0 3|1"),
        ("--final --no-start", "1|4 3|1"),
        ("--plies 1..2", "1|1 1|2 3|1"),
        ("--plies 2..2", "1|2"),
        ("--plies 3..", "1|3 1|4"),
        ("--plies ..1", "1|0 1|1 2|0 3|0 3|1"),
        ("--plies ..", "1|0 1|1 1|2 1|3 1|4 2|0 3|0 3|1"),
        ("--plies 0..1 --no-start", "1|1 3|1"),
        ("--plies 9..12", ""),
    ] {
        let stdout = dir.run(&format!("fens -q -f csv --columns game,ply {options} a.pgn")).quiet();
        assert_eq!(rows(&stdout).join(" "), plies, "{options}");
    }
}

#[test]
fn the_final_position_is_that_of_the_mainline() {
    let dir = Dir::with("a.pgn", "1. e4 d5 (1... e5 2. f4 exf4) 2. Nf3 (2. d4) *\n");
    assert_eq!(dir.run("fens -q --final a.pgn").quiet(), NF3);
}

#[test]
fn a_game_whose_start_cannot_be_read_gives_no_positions() {
    for tag in ["[FEN \"8/8/8 w - - 0 1\"]", "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]", "[Variant \"Atomic\"]"] {
        let run = Dir::with("a.pgn", format!("{tag}\n\n1. e4 *\n\n[White \"Next\"]\n\n1. d4 *\n"))
            .run("fens -q -f csv --columns game,ply,san a.pgn");
        assert_eq!((run.stdout.as_str(), run.code), ("game,ply,san\n2,0,\n2,1,d4\n", 0), "{tag}: {}", run.stderr);
    }
}

#[test]
fn chess960_castling_is_king_takes_rook_in_uci_and_two_steps_in_standard_chess() {
    for (tags, uci) in [
        ("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]", "e1g1"),
        ("[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]", "e1h1"),
    ] {
        let stdout = Dir::with("a.pgn", format!("{tags}\n\n1. O-O *\n"))
            .run("fens -q --no-start -f csv --columns san,uci,fen a.pgn")
            .quiet();
        assert_eq!(rows(&stdout), [format!("O-O|{uci}|4k3/8/8/8/8/8/8/5RK1 b - - 1 1")], "{tags}");
    }
}
