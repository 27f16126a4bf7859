//! `games`: one row a game, or the games' own bytes.

use crate::support::{Dir, json_lines, rows};

/// Games whose bytes do not lie side by side.
const THREE: &str = "\n{about the first} [White \"A\"]\n[Result \"1-0\"]\n\n1. e4 {a comment} e5 1-0\n\n\n\
    [White \"Bö\"]\n\n*\n\n1. d4 d5 2. c4 1/2-1/2\n";

#[test]
fn columns_are_all_of_the_table_unless_told_otherwise() {
    let dir = Dir::with("a.pgn", "[White \"A\"]\n[WhiteElo \"2700\"]\n[Date \"2024.05.31\"]\n\n1. e4 e5 1-0\n");
    let header = "game,file,offset,length,plies,Result,error,Event,Site,Date,Round,White,Black,WhiteTitle,BlackTitle,\
                  WhiteElo,BlackElo,WhiteRatingDiff,BlackRatingDiff,UTCDate,UTCTime,ECO,Opening,Termination,\
                  TimeControl,Variant,StartFEN";
    let row = "1,a.pgn,0,63,2,1-0,,,,2024-05-31,,A,,,,2700,,,,,,,,,,,";
    assert_eq!(dir.run("games -q a.pgn").quiet(), format!("{header}\n{row}\n"));
    let json = dir.run("games -q -f jsonl a.pgn").quiet();
    let members: Vec<_> = header
        .split(',')
        .map(|name| {
            let value = match name {
                "game" => "1",
                "file" => "\"a.pgn\"",
                "offset" => "0",
                "length" => "63",
                "plies" => "2",
                "Result" => "\"1-0\"",
                "Date" => "\"2024-05-31\"",
                "White" => "\"A\"",
                "WhiteElo" => "2700",
                _ => "null",
            };
            format!("\"{name}\":{value}")
        })
        .collect();
    assert_eq!(json, format!("{{{}}}\n", members.join(",")));
    assert_eq!(dir.run("games -q -f jsonl --columns all a.pgn").quiet(), json);
}

#[test]
fn offset_and_length_cut_each_game_out_of_its_file() {
    let dir = Dir::with("a.pgn", THREE);
    let games = [
        "{about the first} [White \"A\"]\n[Result \"1-0\"]\n\n1. e4 {a comment} e5 1-0",
        "[White \"Bö\"]\n\n*",
        "1. d4 d5 2. c4 1/2-1/2",
    ];
    for columns in ["offset,length", "offset,length,plies"] {
        let json = dir.run(&format!("games -q -f jsonl --columns {columns} a.pgn")).quiet();
        let cut: Vec<_> = json_lines(&json)
            .iter()
            .map(|row| {
                let number = |name: &str| row[name].as_u64().expect("a number") as usize;
                &THREE[number("offset")..number("offset") + number("length")]
            })
            .collect();
        assert_eq!(cut, games, "{columns}");
    }
}

#[test]
fn as_pgn_the_games_stand_as_they_are() {
    let text = "[White \"Tarr\u{0}\"]\r\n\r\n1. e4 {\u{e9}}\t e4\r\n 1-0\r\n\r\n\r\n[A \"b\"]\r\n*".as_bytes();
    let latin1: Vec<u8> = text.iter().map(|&byte| if byte == 0 { 0xe1 } else { byte }).collect();
    let dir = Dir::with("a.pgn", &latin1);
    let run = dir.run("games -q -o out.pgn a.pgn");
    assert_eq!((run.stderr.as_str(), run.code), ("", 0));
    let out = dir.bytes("out.pgn");
    let first_end = latin1.windows(3).position(|bytes| bytes == b"1-0").expect("a result") + 3;
    assert_eq!(out[..first_end], latin1[..first_end]);
    assert_eq!(String::from_utf8_lossy(&out[first_end..]), "\n\n[A \"b\"]\r\n*\n\n");
}

#[test]
fn what_games_give_as_pgn_reads_as_the_same_games() {
    let dir = Dir::with("a.pgn", THREE);
    let columns = "game,ply,san,comment,White,Result";
    let before = dir.run(&format!("fens -q -f csv --columns {columns} a.pgn")).quiet();
    dir.run("games -q -o again.pgn a.pgn").quiet();
    let after = dir.run(&format!("fens -q -f csv --columns {columns} again.pgn")).quiet();
    assert_eq!(after, before);
    dir.run("games -q -o twice.pgn again.pgn").quiet();
    assert_eq!(dir.text("twice.pgn"), dir.text("again.pgn"));
}

#[test]
fn tags_have_types_and_are_null_where_they_do_not_fit() {
    for (name, value, json) in [
        ("WhiteElo", "2700", "2700"),
        ("BlackElo", "?", "null"),
        ("BlackElo", "", "null"),
        ("BlackElo", "1500?", "null"),
        ("WhiteElo", "32767", "32767"),
        ("WhiteElo", "32768", "null"),
        ("WhiteRatingDiff", "+9", "9"),
        ("BlackRatingDiff", "-12", "-12"),
        ("Date", "2024.05.31", "\"2024-05-31\""),
        ("Date", "2024.05.??", "null"),
        ("Date", "2024.02.30", "null"),
        ("Date", "????.??.??", "null"),
        ("UTCDate", "2023.12.01", "\"2023-12-01\""),
        ("UTCTime", "23:59:01", "\"23:59:01\""),
        ("UTCTime", "24:00:00", "null"),
        ("UTCTime", "??:??:??", "null"),
        ("Round", "1.2", "\"1.2\""),
        ("ECO", "", "\"\""),
        ("PlyCount", "40", "\"40\""),
    ] {
        let dir = Dir::with("a.pgn", format!("[{name} \"{value}\"]\n\n*\n"));
        let stdout = dir.run(&format!("games -q -f jsonl --columns {name} a.pgn")).quiet();
        assert_eq!(stdout, format!("{{\"{name}\":{json}}}\n"), "{name} \"{value}\"");
    }
}

#[test]
fn the_texts_behind_typed_columns_can_be_asked_for() {
    let dir = Dir::with(
        "a.pgn",
        "[Date \"2024.??.??\"]\n[Result \"1:0\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. Kd1 {c}\n Kd8 1-0\n",
    );
    let stdout = dir.run("games -q -f csv --columns Date,DateText,Result,ResultTag,StartFEN,movetext a.pgn").quiet();
    assert_eq!(rows(&stdout), ["|2024.??.??|1-0|1:0|4k3/8/8/8/8/8/8/4K3 w - - 0 1|1. Kd1 {c}\n Kd8 1-0"]);
}

#[test]
fn plies_are_those_read_of_the_mainline_and_error_is_the_first() {
    for (text, plies, error) in [
        ("1. e4 e5 2. Nf3 *", "3", ""),
        ("1. e4 (1. d4 d5 2. c4) e5 *", "2", ""),
        ("1. e4 -- 2. d4 *", "3", ""),
        ("[White \"A\"]\n\n*", "0", ""),
        ("1. e4 e4 2. N@f3 *", "1", "illegal-move"),
        ("1. e4 (1. e5) d5 2. N@f3 *", "2", "illegal-move-in-variation"),
        ("1. e4 $999 e5 *", "2", ""),
        ("[FEN \"nonsense\"]\n\n1. e4 *", "0", "invalid-fen"),
    ] {
        let run = Dir::with("a.pgn", text).run("games -q -f csv --columns plies,error a.pgn");
        assert_eq!(rows(&run.stdout), [format!("{plies}|{error}")], "{text:?}: {}", run.stderr);
        assert_eq!(run.code, 0, "{text:?}");
    }
}

#[test]
fn rows_are_the_same_whether_the_moves_are_played_or_passed_over() {
    let dir = Dir::with("a.pgn", THREE);
    let columns = "game,file,offset,length,Result,White";
    let passed = dir.run(&format!("games -q -f csv --columns {columns} a.pgn")).quiet();
    let played = dir.run(&format!("games -q -f csv --columns {columns},plies a.pgn")).quiet();
    let without_plies: Vec<_> =
        played.lines().map(|line| line.rsplit_once(',').expect("a column").0.to_owned() + "\n").collect();
    assert_eq!(passed, without_plies.concat());
}
