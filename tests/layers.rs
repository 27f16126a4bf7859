//! Who may import whom (`ARCHITECTURE.md`): a part of the library knows the parts below it, its own, and nothing else.

use std::fs;
use std::path::{Path, PathBuf};

/// The parts of the library, each with those it may know. A new part is a new line.
const MAY_KNOW: &[(&str, &[&str])] = &[
    ("error", &[]),
    ("problem", &[]),
    ("offsets", &[]),
    ("table", &[]),
    ("chess", &[]),
    ("pgn", &["problem"]),
    ("replay", &["chess", "pgn", "problem", "error"]),
    ("search", &["replay", "chess", "pgn", "problem", "error"]),
    // The text of a token is made readable.
    ("report", &["problem", "error", "pgn::text"]),
    ("input", &["offsets", "error"]),
    ("output", &["table", "search", "replay", "chess", "pgn", "problem", "offsets", "error"]),
    ("pipeline", &["output", "search", "offsets", "input", "replay", "chess", "pgn", "report", "problem", "error"]),
    (
        "index",
        &[
            "table", "pipeline", "output", "offsets", "input", "search", "replay", "chess", "pgn", "report", "problem",
            "error",
        ],
    ),
    ("positions", &["index", "pipeline", "output", "input", "replay", "chess", "pgn", "report", "problem", "error"]),
    (
        "cli",
        &[
            "positions",
            "index",
            "pipeline",
            "output",
            "search",
            "input",
            "replay",
            "chess",
            "pgn",
            "report",
            "problem",
            "error",
        ],
    ),
    ("main", &["cli"]),
];

/// Words that may stand in the files of one place only.
const ONLY_IN: &[(&str, &str)] = &[
    ("clap::", "cli/"),
    ("indicatif::", "cli/"),
    ("unsafe {", "input/mmap.rs"),
    ("unsafe fn", "input/mmap.rs"),
    ("unsafe impl", "input/mmap.rs"),
    ("memmap2::", "input/"),
    ("thread::spawn", "pipeline/"),
    ("thread::Builder", "pipeline/"),
    ("rayon::", "pipeline/"),
    ("parquet::", "table/"),
    ("fs4::", "index/"),
    ("std::process", "cli/"),
    ("stderr()", "cli/"),
];

/// Files that may hold such a word all the same.
const EXEMPT: &[(&str, &str)] =
    &[("thread::Builder", "input/codec/pzstd.rs"), ("rayon::", "error.rs"), ("std::process", "main.rs")];

/// Words that may stand in the files of one place more.
const ALSO_IN: &[(&str, &str)] = &[("parquet::", "index/")];

/// Files under `src`, by their path from there.
fn files() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut folders, mut files): (Vec<PathBuf>, Vec<_>) = (vec![root.clone()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else if entry.extension().is_some_and(|extension| extension == "rs") {
                let name = entry.strip_prefix(&root).expect("below src").to_string_lossy().replace('\\', "/");
                files.push((name, fs::read_to_string(&entry).expect("text")));
            }
        }
    }
    files
}

/// The code, without comments and what is for tests only.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// Every path behind `crate::`, with each name of a list in braces: `crate::{Error, Result}` is two.
fn paths(code: &str) -> Vec<String> {
    let mut paths = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        let list = rest.strip_prefix('{').and_then(|list| Some(&list[..list.find('}')?]));
        let names = list.map_or_else(|| vec![rest], |list| list.split(',').collect());
        let is_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':');
        paths
            .extend(names.iter().map(|name| name.trim().split(|c| !is_path(c)).next().unwrap_or_default().to_string()));
    }
    paths.retain(|path| !path.is_empty());
    paths
}

/// The part that a path of the crate names; what `lib.rs` gives another name is `error`'s.
fn part(path: &str) -> &str {
    match path.split("::").next().unwrap_or_default() {
        "Error" | "Result" => "error",
        part => part,
    }
}

#[test]
fn each_part_knows_only_what_is_below_it() {
    let mut wrong = Vec::new();
    for (file, text) in files().iter().filter(|(file, _)| file != "lib.rs") {
        let own = file.split(['/', '.']).next().unwrap_or_default();
        let Some((_, may)) = MAY_KNOW.iter().find(|(name, _)| *name == own) else {
            wrong.push(format!("{file}: \"{own}\" is no part in the table"));
            continue;
        };
        for path in paths(&code(text)) {
            let part = part(&path);
            let known = part == own
                || may.iter().any(|&may| may == part || path.starts_with(&format!("{may}::")) || path == may);
            if !known {
                wrong.push(format!("{file}: crate::{path}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_table_goes_from_the_bottom_up() {
    for (row, (name, may)) in MAY_KNOW.iter().enumerate() {
        for known in *may {
            let part = part(known);
            assert!(
                MAY_KNOW[..row].iter().any(|(below, _)| *below == part),
                "{name} knows {known}, which is not below"
            );
        }
    }
}

#[test]
fn some_things_are_done_in_one_place_only() {
    for (file, text) in files() {
        let code = code(&text);
        for (word, place) in ONLY_IN {
            let also = ALSO_IN.iter().any(|(also, place)| also == word && file.starts_with(place));
            let allowed = file.starts_with(place) || also || EXEMPT.contains(&(*word, &*file));
            assert!(allowed || !code.contains(word), "{word} in {file}");
        }
    }
}

#[test]
fn paths_are_found_wherever_they_stand() {
    let code = code(
        "use crate::chess::{Move, Position};\nuse crate::{Error, Result};\n// crate::cli\nlet x = crate::pgn::text::decode(y);",
    );
    assert_eq!(paths(&code), ["chess::", "Error", "Result", "pgn::text::decode"]);
}
