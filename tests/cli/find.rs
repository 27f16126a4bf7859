//! `find` and `tree`: games that reach a position, and what was played from it.

use crate::support::{Dir, Run, rows};

const THREE: &str = "[White \"A\"]\n[Black \"B\"]\n[Date \"2020.01.02\"]\n[WhiteElo \"2500\"]\n[BlackElo \"2401\"]\n\n1. d4 d5 2. c4 e6 1-0\n\n\
    [White \"C\"]\n[Black \"D\"]\n\n1. c4 e6 2. d4 d5 3. Nc3 Nf6 1/2-1/2\n\n[White \"E\"]\n[Black \"F\"]\n\n1. e4 e5 0-1\n";

/// The Queen's Gambit Declined, by the first two games in two orders.
const FEN: &str = "rnbqkbnr/ppp2ppp/4p3/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq -";

/// Runs with one argument of several words.
fn run(dir: &Dir, command: &str, position: &str, arguments: &str) -> Run {
    dir.run_with(command, position, &format!("-q {arguments}"))
}

#[test]
fn games_are_found_by_any_move_order() {
    let dir = Dir::with("a.pgn", THREE);
    let text = run(&dir, "find", FEN, "a.pgn").quiet();
    assert_eq!(text, "game 1, ply 4: A - B, 1-0, 2020.01.02, end\ngame 2, ply 4: C - D, 1/2-1/2, ?, Nc3\n");
    let csv = run(&dir, "find", FEN, "-f csv a.pgn").quiet();
    assert_eq!(
        csv,
        "game,ply,file,offset,White,Black,Result,Date,next\n1,4,a.pgn,0,A,B,1-0,2020-01-02,\n\
         2,4,a.pgn,104,C,D,1/2-1/2,,Nc3\n"
    );
    let pgn = run(&dir, "find", FEN, "-f pgn --limit 1 a.pgn").quiet();
    assert_eq!(pgn, THREE.split("\n\n[White \"C\"]").next().expect("a game").to_owned() + "\n\n");
    for threads in 1..4 {
        let arguments = format!("-f csv -j {threads} --chunk-size 40 a.pgn");
        assert_eq!(run(&dir, "find", FEN, &arguments).quiet(), csv);
    }
}

#[test]
fn positions_may_be_written_in_several_ways() {
    let dir = Dir::with("a.pgn", THREE);
    for position in [FEN, &format!("{FEN} 0 3"), &format!("{FEN} id \"QGD\"; c0 \"x\";")] {
        assert_eq!(run(&dir, "find", position, "--count a.pgn").quiet(), "2\n", "{position}");
    }
    assert_eq!(dir.run("find -q startpos --count a.pgn").quiet(), "3\n");
    assert_eq!(run(&dir, "find --count a.pgn --moves", "1. c4 e6 2. d4 d5", "").quiet(), "2\n");
    assert_eq!(run(&dir, "find --count a.pgn --moves", "c4 e6 d4 d5 Sc3", "").quiet(), "1\n");
    let black = FEN.replace(" w ", " b ");
    for (arguments, count) in [("", "0\n"), ("--board", "2\n")] {
        assert_eq!(run(&dir, "find", &black, &format!("--count {arguments} a.pgn")).stdout, count);
    }
    let reversed = "rnbqkbnr/pp2pppp/8/2pp4/3P4/4P3/PPP2PPP/RNBQKBNR b KQkq -";
    for (arguments, count) in [("", "0\n"), ("--colors either", "2\n")] {
        assert_eq!(run(&dir, "find", reversed, &format!("--count {arguments} a.pgn")).stdout, count);
    }
}

#[test]
fn the_exit_code_tells_whether_there_is_one() {
    let dir = Dir::with("a.pgn", THREE);
    let none = run(&dir, "find", "8/8/8/8/8/4k3/4p3/4K3 w - -", "a.pgn");
    assert_eq!((none.stdout.as_str(), none.stderr.as_str(), none.code), ("", "", 1));
    let wrong = run(&dir, "find", "8/8 w", "a.pgn");
    assert_eq!(wrong.code, 2);
    assert!(wrong.stderr.starts_with("plydex: \"8/8 w\" is no position: piece placement"), "{}", wrong.stderr);
    let wrong = run(&dir, "find a.pgn --moves", "1. e4 e4", "");
    assert_eq!(wrong.code, 2);
    assert!(wrong.stderr.contains("illegal move \"e4\""), "{}", wrong.stderr);
}

#[test]
fn a_batch_gives_the_games_of_each_line() {
    let batch = format!("startpos\n\n{FEN}\n8/8/8/8/8/4k3/4p3/4K3 w - -\n");
    let dir = Dir::with("a.pgn", THREE).and("batch", batch);
    dir.run("index build -q games a.pgn").quiet();
    for input in ["a.pgn", "-j 3 --chunk-size 30 a.pgn", "games"] {
        let csv = dir.run(&format!("find -q --batch batch -f csv --columns game,ply,White --limit 2 {input}")).quiet();
        assert_eq!(csv, "query,game,ply,White\n1,1,0,A\n1,2,0,C\n3,1,4,A\n3,2,4,C\n", "{input}");
        assert_eq!(dir.run(&format!("find -q --batch batch --count {input}")).quiet(), "1 3\n3 2\n4 0\n", "{input}");
    }
    let run = Dir::with("a.pgn", THREE).and("batch", "startpos\nx\n").run("find -q --batch batch a.pgn");
    assert_eq!(run.code, 2);
    assert!(run.stderr.starts_with("plydex: batch:2: \"x\" is no position"), "{}", run.stderr);
}

#[test]
fn a_game_of_another_notation_is_read_as_such_though_the_position_is_early() {
    // Only the last word shows that the game is in German.
    let dir =
        Dir::with("a.pgn", "1. e4 e5 2. Bc4 d6 3. d3 c6 *\n\n1. e4 e5 2. Sf3 Sc6 *\n\n1. e4 e5 2. f4 d6 3. Lc4 *\n");
    let found = dir.run_with("find -q -f csv --columns game,ply,next a.pgn --moves", "1. e4 e5", "").quiet();
    assert_eq!(rows(&found), ["1|2|Bc4", "2|2|Nf3", "3|2|f4"]);
}

#[test]
fn a_tree_counts_games_by_their_last_move_from_the_position() {
    let again = "1. Nf3 Nf6 2. Ng1 Ng8 3. d4 *\n\n";
    let dir = Dir::with("a.pgn", format!("{again}{THREE}"));
    dir.run("index build -q games a.pgn").quiet();
    for input in ["a.pgn", "games", "-j 3 --chunk-size 30 a.pgn"] {
        let csv = dir.run(&format!("tree -q startpos -f csv {input}")).quiet();
        assert_eq!(
            csv,
            "move,uci,games,white,draws,black,score,rating\nd4,d2d4,2,1,0,0,1.0000,2450.5\nc4,c2c4,1,0,1,0,0.5000,\n\
             e4,e2e4,1,0,0,1,0.0000,\n",
            "{input}"
        );
        let json = run(&dir, "tree", FEN, &format!("-f jsonl {input}")).quiet();
        assert_eq!(
            json,
            "{\"move\":null,\"uci\":null,\"games\":1,\"white\":1,\"draws\":0,\"black\":0,\"score\":1.0000,\"rating\":2450.5}\n\
             {\"move\":\"Nc3\",\"uci\":\"b1c3\",\"games\":1,\"white\":0,\"draws\":1,\"black\":0,\"score\":0.5000,\"rating\":null}\n",
            "{input}"
        );
    }
    let text = dir.run("tree -q startpos a.pgn").quiet();
    assert!(text.lines().nth(1).is_some_and(|line| line.starts_with("d4 ") && line.ends_with(" 1/0/0")), "{text}");
    assert_eq!(run(&dir, "tree", "8/8/8/8/8/4k3/4p3/4K3 w - -", "games").code, 1);
}
