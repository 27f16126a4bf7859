//! Perft: the number of games of so many plies, against published numbers.

use plydex::chess::{Position, Variant};

fn perft(position: &mut Position, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut nodes = 0;
    for &mv in &moves {
        let undo = position.play(mv);
        nodes += perft(position, depth - 1);
        position.undo(mv, undo);
    }
    nodes
}

fn check(variant: Variant, cases: &[(&str, &[u64])]) {
    for &(fen, counts) in cases {
        let (mut position, notes) = Position::read_fen(fen.as_bytes(), variant).expect(fen);
        assert_eq!(notes, Default::default(), "{fen}");
        for (depth, &nodes) in (1..).zip(counts) {
            assert_eq!(perft(&mut position, depth), nodes, "{fen} at depth {depth}");
        }
    }
}

/// <https://www.chessprogramming.org/Perft_Results>
#[test]
fn standard_positions_have_the_published_numbers() {
    check(
        Variant::Standard,
        &[
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8902, 197_281, 4_865_609]),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", &[48, 2039, 97_862, 4_085_603]),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2812, 43_238, 674_624]),
            ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9467, 422_333]),
            ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1486, 62_379, 2_103_487]),
            (
                "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
                &[46, 2079, 89_890, 3_894_594],
            ),
        ],
    );
}

/// <https://www.chessprogramming.org/Chess960_Perft_Results>
#[test]
fn chess960_positions_have_the_published_numbers() {
    check(
        Variant::Chess960,
        &[
            ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", &[21, 528, 12_189, 326_672]),
            ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", &[21, 807, 18_002, 667_366]),
            ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", &[20, 479, 10_471, 273_318]),
        ],
    );
}

/// Small ones, each about one rule; the numbers are those of Martin Sedlak's list.
#[test]
fn single_rules_have_the_published_numbers() {
    for (rule, fen, depth, nodes) in [
        ("en passant would bare the king on its rank", "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6, 1_134_888),
        ("en passant would bare the king on a diagonal", "8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1", 6, 824_064),
        ("en passant gives check", "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 6, 1_440_467),
        ("short castling gives check", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", 6, 661_072),
        ("long castling gives check", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", 6, 803_711),
        ("a rook that is taken cannot castle", "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 4, 1_274_206),
        ("no castling through check", "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 4, 1_720_476),
        ("promotion out of check", "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 6, 3_821_001),
        ("discovered check", "8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 5, 1_004_658),
        ("promotion gives check", "4k3/1P6/8/8/8/8/K7/8 w - - 0 1", 6, 217_342),
        ("underpromotion gives check", "8/P1k5/K7/8/8/8/8/8 w - - 0 1", 6, 92_683),
        ("self stalemate", "K1k5/8/P7/8/8/8/8/8 w - - 0 1", 6, 2217),
        ("stalemate and checkmate", "8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 7, 567_584),
        ("double check", "8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", 4, 23_527),
    ] {
        let mut position = Position::from_fen(fen.as_bytes()).expect(fen);
        assert_eq!(perft(&mut position, depth), nodes, "{rule}: {fen} at depth {depth}");
    }
}
