//! `fens`: what each column holds.

use crate::support::{Dir, json_lines, rows};

/// One game with something for every column. A blank line comes first.
const GAME: &str = "
[White \"Ann\"]
[Result \"½-½\"]

{Before.} 1. e2-e4! {Best [%clk 0:01:00] by
test} 1... e5 $2 $10 2. Ng1f3 1/2-1/2
";

const FENS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
];

const EPDS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -",
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -",
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq -",
];

#[test]
fn each_column_holds_what_its_name_says() {
    let dir = Dir::with("a.pgn", GAME);
    for (column, values) in [
        ("game", ["1", "1", "1", "1"]),
        ("file", ["a.pgn", "a.pgn", "a.pgn", "a.pgn"]),
        ("offset", ["1", "1", "1", "1"]),
        ("ply", ["0", "1", "2", "3"]),
        ("line", ["", "", "", ""]),
        ("san", ["", "e4", "e5", "Nf3"]),
        ("uci", ["", "e2e4", "e7e5", "g1f3"]),
        ("text", ["", "e2-e4", "e5", "Ng1f3"]),
        ("fen", FENS),
        ("epd", EPDS),
        ("nags", ["", "1", "2 10", ""]),
        ("comment", ["Before.", "Best by test", "", ""]),
        ("White", ["Ann", "Ann", "Ann", "Ann"]),
        ("Black", ["", "", "", ""]),
        ("Result", ["1/2-1/2", "1/2-1/2", "1/2-1/2", "1/2-1/2"]),
        ("ResultTag", ["½-½", "½-½", "½-½", "½-½"]),
        ("StartFEN", ["", "", "", ""]),
    ] {
        let stdout = dir.run(&format!("fens -q -f csv --columns {column},turn a.pgn")).quiet();
        let turns = ["w", "b", "w", "b"];
        let expected: Vec<_> = values.iter().zip(turns).map(|(value, turn)| format!("{value}|{turn}")).collect();
        assert_eq!(stdout.lines().next(), Some(format!("{column},turn").as_str()));
        assert_eq!(rows(&stdout), expected, "{column}");
    }
}

#[test]
fn json_has_numbers_lists_and_nulls() {
    let list = "game,file,offset,ply,line,turn,san,nags,comment,Black,ResultTag,StartFEN";
    let stdout = Dir::with("a.pgn", GAME).run(&format!("fens -q -f jsonl --columns {list} a.pgn")).quiet();
    let lines: Vec<_> = stdout.lines().collect();
    assert_eq!(
        lines[0],
        "{\"game\":1,\"file\":\"a.pgn\",\"offset\":1,\"ply\":0,\"line\":\"\",\"turn\":\"w\",\"san\":null,\
         \"nags\":null,\"comment\":\"Before.\",\"Black\":null,\"ResultTag\":\"½-½\",\"StartFEN\":null}"
    );
    assert_eq!(
        lines[2],
        "{\"game\":1,\"file\":\"a.pgn\",\"offset\":1,\"ply\":2,\"line\":\"\",\"turn\":\"w\",\"san\":\"e5\",\
         \"nags\":[2,10],\"comment\":null,\"Black\":null,\"ResultTag\":\"½-½\",\"StartFEN\":null}"
    );
    assert_eq!(lines.len(), 4);
}

#[test]
fn all_is_every_column_once_and_may_stand_beside_tags() {
    let dir = Dir::with("a.pgn", GAME);
    let stdout = dir.run("fens -q -f csv --columns White,all,ECO a.pgn").quiet();
    let header: Vec<_> = stdout.lines().next().expect("a header").split(',').collect();
    let known = "game file offset ply line turn san uci text fen epd hash nags comment Result ResultTag StartFEN";
    for name in known.split(' ') {
        assert_eq!(header.iter().filter(|&&column| column == name).count(), 1, "{name} in {header:?}");
    }
    assert_eq!((header[0], header[header.len() - 1]), ("White", "ECO"));
    let json = dir.run("fens -q -f jsonl --columns White,all,ECO a.pgn").quiet();
    for row in json_lines(&json) {
        assert_eq!(row.as_object().map(serde_json::Map::len), Some(header.len()), "{row}");
    }
}

/// Keys published with the description of Polyglot's book format.
#[test]
fn hashes_are_the_published_keys_of_polyglot() {
    for (moves, hash) in [
        ("*", "463b96181691fc9c"),
        ("1. e4 *", "823c9b50fd114196"),
        ("1. e4 d5 *", "0756b94461c50fb0"),
        ("1. e4 d5 2. e5 *", "662fafb965db29d4"),
        ("1. e4 d5 2. e5 f5 *", "22a48b5a8e47ff78"),
        ("1. e4 d5 2. e5 f5 3. Ke2 *", "652a607ca3f242c1"),
        ("1. e4 d5 2. e5 f5 3. Ke2 Kf7 *", "00fdd303c946bdd9"),
        ("1. a4 b5 2. h4 b4 3. c4 *", "3c8123ea7b067637"),
        ("1. a4 b5 2. h4 b4 3. c4 bxc3 4. Ra3 *", "5c3f9b829b279560"),
    ] {
        let dir = Dir::with("a.pgn", format!("[White \"A\"]\n\n{moves}\n"));
        let stdout = dir.run("fens -q --final -f csv --columns hash a.pgn").quiet();
        assert_eq!(stdout, format!("hash\n{hash}\n"), "{moves}");
        let json = dir.run("fens -q --final -f jsonl --columns hash a.pgn").quiet();
        assert_eq!(json, format!("{{\"hash\":\"{hash}\"}}\n"), "{moves}");
    }
}

#[test]
fn a_pinned_pawn_puts_no_en_passant_file_into_the_hash() {
    let hash = |fen: &str| {
        let dir = Dir::with("a.pgn", format!("[FEN \"{fen}\"]\n\n*\n"));
        dir.run("fens -q -f csv --columns hash a.pgn").quiet()
    };
    let pinned = "4k3/8/8/8/3Pp3/8/8/K3R3 b - d3 0 1";
    assert_eq!(hash(pinned), hash("4k3/8/8/8/3Pp3/8/8/K3R3 b - - 0 1"));
    let free = "4k3/8/8/8/3Pp3/8/8/K7 b - d3 0 1";
    assert_ne!(hash(free), hash("4k3/8/8/8/3Pp3/8/8/K7 b - - 0 1"));
}

#[test]
fn offsets_are_those_of_each_games_first_character() {
    for (text, offsets) in [
        ("1. e4 *\n\n1. d4 *\n", [0, 9]),
        ("\n\n[White \"A\"]\n\n*\n\n\n[White \"B\"]\n\n*\n", [2, 19]),
        ("[White \"A\"]\r\n\r\n*\r\n\r\n[White \"B\"]\r\n\r\n*\r\n", [0, 20]),
        ("\u{feff}[White \"Ä\"]\n\n*\n\n[White \"B\"]\n\n*\n", [3, 20]),
        ("[White \"A\"]\n\n* [White \"B\"]\n\n*\n", [0, 15]),
    ] {
        let stdout = Dir::with("a.pgn", text).run("fens -q --final -f csv --columns offset,ply a.pgn").quiet();
        let given: Vec<_> = rows(&stdout).iter().map(|row| row.split('|').next().map(str::to_owned)).collect();
        let expected: Vec<_> = offsets.iter().map(|offset| Some(offset.to_string())).collect();
        assert_eq!(given, expected, "{text:?}");
    }
}

#[test]
fn nags_are_numbers_and_glyphs_in_their_order() {
    for (movetext, nags) in [
        ("1. e4! *", "1"),
        ("1. e4 !? $14 *", "5 14"),
        ("1. e4?? $1 *", "4 1"),
        ("1. e4 ± *", "16"),
        ("1. e4+/- *", "16"),
        ("1. e4 $255 $0 *", "255 0"),
        ("1. e4 N *", "146"),
        ("1. e4 {text} $3 *", "3"),
        ("1. e4 +- *", "18"),
        ("1. e4 += $1 *", "14 1"),
        ("1. e4 +-", "18"),
        ("1. e4 (1. d4 -+) $1 +- *", "1 18"),
    ] {
        let stdout = Dir::with("a.pgn", movetext).run("fens -q --no-start -f csv --columns ply,nags a.pgn").quiet();
        assert_eq!(rows(&stdout), [format!("1|{nags}")], "{movetext}");
    }
}

#[test]
fn comments_lose_commands_and_are_joined() {
    for (movetext, comments) in [
        ("1. e4 {one} {two} e5 *", ["", "one two", ""]),
        ("1. e4 ; to the end\ne5 {x} *", ["", "to the end", "x"]),
        ("{a} {b} 1. e4 e5 *", ["a b", "", ""]),
        ("1. e4 {[%eval 0.3] [%clk 0:01:00]} e5 *", ["", "", ""]),
        ("1. e4 {a [%cal Ge2e4] b} e5 *", ["", "a b", ""]),
        ("1. e4 {a ( ) ; [b] \"c\"} e5 *", ["", "a ( ) ; [b] \"c\"", ""]),
        ("1. e4 (=) e5 *", ["", "draw offered", ""]),
    ] {
        let dir = Dir::with("a.pgn", format!("[White \"A\"]\n\n{movetext}\n"));
        let stdout = dir.run("fens -q -f csv --columns ply,comment a.pgn").quiet();
        let expected: Vec<_> = comments.iter().enumerate().map(|(ply, comment)| format!("{ply}|{comment}")).collect();
        assert_eq!(rows(&stdout), expected, "{movetext}");
    }
}

#[test]
fn a_tag_of_any_name_is_a_column() {
    let dir = Dir::with("a.pgn", "[WhiteElo \"2700\"]\n[My_Tag1 \"x\"]\n[fen \"\"]\n[ECO \"\"]\n\n*\n");
    let stdout = dir.run("fens -q -f jsonl --columns WhiteElo,My_Tag1,ECO,Opening a.pgn").quiet();
    assert_eq!(stdout, "{\"WhiteElo\":\"2700\",\"My_Tag1\":\"x\",\"ECO\":\"\",\"Opening\":null}\n");
}

#[test]
fn start_fen_is_the_fen_tag_as_it_stands() {
    let dir = Dir::with("a.pgn", "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 3 20\"]\n\n20. Kd1 *\n");
    let stdout = dir.run("fens -q --final -f csv --columns ply,StartFEN,fen a.pgn").quiet();
    assert_eq!(rows(&stdout), ["1|4k3/8/8/8/8/8/8/4K3 w - - 3 20|4k3/8/8/8/8/8/8/3K4 b - - 4 20"]);
}
