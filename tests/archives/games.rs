//! An archive to pack: real openings, cut short; comments, variations and names that are not ASCII.

const LINES: &[(&str, &str)] = &[
    ("Réti, Richard", "1. Nf3 d5 2. c4 d4 3. g3 Nc6 4. Bg2 e5 5. O-O Nf6 6. d3 Be7 1/2-1/2"),
    (
        "Čermánek, Tomáš",
        "1. e4 c5 {Sicilian – “open”} 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 (5... g6 6. Be3 Bg7) 6. Bg5 e6 0-1",
    ),
    ("Lindqvarn, Åse", "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. Qc2 O-O 5. a3 Bxc3+ 6. Qxc3 b6 $14 7. Bg5 Bb7 *"),
    ("Oakhanger, Ilse", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4! Bxb4 5. c3 Ba5 6. d4 exd4 7. O-O dxc3 1-0"),
    ("Brookswell, Gwen", "1. d4 d5 2. Nc3 Nf6 3. Bg5 e6 4. Qd2 Be7 5. O-O-O O-O 6. f3 c5 7. e4 1-0"),
];

/// So many games, each other than the one before.
pub fn archive(games: usize) -> String {
    let game = |number: usize| {
        let (name, movetext) = LINES[number % LINES.len()];
        let result = movetext.rsplit(' ').next().unwrap_or("*");
        // A comment that no two games share, so that packers have something to do.
        let noise = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (number << 7);
        format!("[Event \"{number}\"]\n[White \"{name}\"]\n[Result \"{result}\"]\n\n{{{noise:x}}} {movetext}\n\n")
    };
    (0..games).map(game).collect()
}
