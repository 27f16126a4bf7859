//! Parquet files: the same rows as JSON lines, in the types of the columns; the same bytes however they were made.

use std::fs::File;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::{Value, json};

use crate::support::{Dir, json_lines};

const PGN: &str = "[White \"A \\\"x\\\"\"]\n[Date \"2024.02.29\"]\n[UTCTime \"23:59:58\"]\n[WhiteElo \"2000\"]\n[BlackElo \"-\"]\n\n\
                   1. e4 $1 $14 {good, \"they\" say} e5! (1... c5) 2. Ke2 e4 {same} 1-0\n\n\
                   [White \"\u{c5}se\"]\n[Date \"2024.??.??\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 1/2-1/2\n\n*\n";

/// A value as JSON lines have it.
fn value(name: &str, field: &Field) -> Value {
    match field {
        Field::Null => Value::Null,
        Field::Long(key) if name == "hash" => json!(format!("{key:016x}")),
        Field::Long(value) => json!(value),
        Field::Int(value) => json!(value),
        Field::Short(value) => json!(value),
        Field::Double(value) => json!(value),
        Field::Str(value) => json!(value),
        Field::Date(19_782) => json!("2024-02-29"),
        Field::TimeMillis(86_398_000) => json!("23:59:58"),
        Field::ListInternal(list) => list.elements().iter().map(|element| value(name, element)).collect(),
        other => panic!("{name}: {other:?}"),
    }
}

fn table(dir: &Dir, name: &str) -> (Vec<Value>, String) {
    let reader = SerializedFileReader::new(File::open(dir.path(name)).expect(name)).expect("Parquet");
    let mut schema = Vec::new();
    parquet::schema::printer::print_schema(&mut schema, reader.metadata().file_metadata().schema());
    let row = |row: Result<parquet::record::Row, parquet::errors::ParquetError>| {
        let row = row.expect("a row");
        row.get_column_iter().map(|(name, field)| (name.clone(), value(name, field))).collect()
    };
    (reader.get_row_iter(None).expect("rows").map(row).collect(), String::from_utf8(schema).expect("text"))
}

#[test]
fn the_rows_are_those_of_json_lines() {
    let dir = Dir::with("a.pgn", PGN);
    for arguments in [
        "fens",
        "fens --columns all,White,Elo --variations",
        "fens --columns san,nags --plies 1..1",
        "games",
        "games --columns all,movetext,DateText,ResultTag,Whatever",
        "positions --columns all",
        "positions --unique-by board",
    ] {
        let json = dir.run(&format!("{arguments} -q -f jsonl a.pgn"));
        let made = dir.run(&format!("{arguments} -q a.pgn -o out.parquet"));
        assert_eq!((made.stdout.as_str(), made.code), ("", 0), "{arguments}: {}", made.stderr);
        let (rows, _) = table(&dir, "out.parquet");
        assert_eq!(rows, json_lines(&json.stdout), "{arguments}");
        let piped = dir.shell(&format!("$PLYDEX {arguments} -q -f parquet - < a.pgn | cmp - out.parquet"));
        // The name of the input is a column of these.
        let names_input = arguments.contains("all") || arguments == "games";
        assert!(names_input || piped.code == 0, "{arguments}: {}", piped.stdout);
    }
}

#[test]
fn columns_have_their_types() {
    let dir = Dir::with("a.pgn", PGN);
    for (arguments, lines) in [
        (
            "fens --columns all,White",
            vec![
                "REQUIRED INT64 game;",
                "REQUIRED BYTE_ARRAY file (STRING);",
                "REQUIRED INT32 ply;",
                "OPTIONAL BYTE_ARRAY san (STRING);",
                "REQUIRED BYTE_ARRAY fen (STRING);",
                "REQUIRED INT64 hash;",
                "OPTIONAL group nags (LIST) {",
                "REQUIRED INT32 element;",
                "OPTIONAL BYTE_ARRAY White (STRING);",
            ],
        ),
        (
            "games",
            vec![
                "REQUIRED INT64 length;",
                "OPTIONAL INT32 WhiteElo (INTEGER(16,true));",
                "OPTIONAL INT32 Date (DATE);",
                "OPTIONAL INT32 UTCTime (TIME(MILLIS,false));",
                "OPTIONAL BYTE_ARRAY error (STRING);",
            ],
        ),
        (
            "positions --columns all",
            vec![
                "REQUIRED INT64 games;",
                "OPTIONAL DOUBLE rating;",
                "REQUIRED INT64 first_game;",
                "REQUIRED INT32 first_ply;",
            ],
        ),
    ] {
        dir.run(&format!("{arguments} -q a.pgn -o out.parquet"));
        let (_, schema) = table(&dir, "out.parquet");
        for line in lines {
            assert!(schema.contains(line), "{arguments}: {line}\n{schema}");
        }
    }
}

#[test]
fn the_bytes_are_the_same_for_any_threads_and_sizes_of_chunks() {
    let games = |n: usize| format!("[White \"W{n}\"]\n\n1. e4 e5 2. Nf3 {{{n}}} Nc6 $2 3. Bb5 a6 1-0\n\n");
    let dir = Dir::with("a.pgn", (0..21_000).map(games).collect::<String>());
    for arguments in ["fens --columns all", "games", "positions --unique-by fen"] {
        let run = |rest: &str, name: &str| {
            dir.run(&format!("{arguments} -q {rest} a.pgn -o {name}.parquet")).quiet();
            dir.bytes(&format!("{name}.parquet"))
        };
        let right = run("-j 1", "one");
        assert!(run("-j 2 --chunk-size 1000", "two") == right, "{arguments}");
        assert!(run("-j 7 --no-mmap", "seven") == right, "{arguments}");
    }
    // More rows than a row group holds.
    let reader = SerializedFileReader::new(File::open(dir.path("one.parquet")).expect("there")).expect("Parquet");
    assert_eq!(reader.metadata().file_metadata().num_rows(), 7);
    dir.run("fens -q --columns game,ply a.pgn -o fens.parquet").quiet();
    let reader = SerializedFileReader::new(File::open(dir.path("fens.parquet")).expect("there")).expect("Parquet");
    assert_eq!((reader.num_row_groups(), reader.metadata().file_metadata().num_rows()), (2, 147_000));
}

#[test]
fn a_table_that_is_not_finished_has_no_name() {
    let dir = Dir::with("a.pgn", PGN);
    let run = dir.run("fens -q --on-error stop a.pgn -o out.parquet");
    assert_eq!((run.code, dir.names()), (1, vec![String::from("a.pgn")]));
    let run = dir.run("fens -q --columns ply,White,white a.pgn -o out.parquet");
    assert!(run.code == 2 && run.stderr.contains("are one name twice"), "{}", run.stderr);
    #[cfg(target_os = "linux")]
    {
        let run = dir.run("fens -q -f parquet a.pgn -o /dev/full");
        assert!(run.code == 2 && run.stderr.contains("plydex: /dev/full: cannot write"), "{}", run.stderr);
    }
}
