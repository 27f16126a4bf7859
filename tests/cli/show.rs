//! `show`: a diagram of a position.

use crate::support::Dir;

#[test]
fn a_diagram_has_a_rank_a_line_and_the_fen() {
    let dir = Dir::empty();
    let board = dir.run_with("show", "8/8/8/8/3pP3/2k5/p7/4K3 b - e3 0 1", "").quiet();
    assert_eq!(
        board,
        "8 . . . . . . . .\n7 . . . . . . . .\n6 . . . . . . . .\n5 . . . . . . . .\n4 . . . p P . . .\n\
         3 . . k . . . . .\n2 p . . . . . . .\n1 . . . . K . . .\n  a b c d e f g h\n\n\
         8/8/8/8/3pP3/2k5/p7/4K3 b - e3 0 1\n"
    );
    assert_eq!(dir.run("show startpos --placement").quiet(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n");
    let after = dir.run_with("show --placement --moves", "1. e4 c5", "").quiet();
    assert_eq!(after, "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR\n");
}

#[test]
fn svg_draws_every_piece_once() {
    let dir = Dir::empty();
    let svg = dir.run("show startpos -f svg").quiet();
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"") && svg.ends_with("</svg>\n"), "{svg}");
    assert_eq!(svg.matches("<use ").count(), 32);
    for symbol in ["P", "N", "B", "R", "Q", "K"] {
        assert_eq!(svg.matches(&format!("<symbol id=\"{symbol}\"")).count(), 1, "{symbol}");
    }
    dir.run("show startpos -o board.svg").quiet();
    assert_eq!(dir.text("board.svg"), svg);
}
