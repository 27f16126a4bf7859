//! Every command of the README is run, and prints what the README says it prints.
//!
//! In a `console` block a line that begins with `$ ` is a command; the lines behind it are its
//! output, both streams together. `...` stands for any lines.

use std::fs;
use std::path::Path;
use std::process::Command;

struct Example {
    command: String,
    output: Vec<String>,
}

fn examples(readme: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    for line in readme.lines() {
        match line {
            "```console" => inside = true,
            "```" => inside = false,
            _ if !inside => {}
            _ => match (line.strip_prefix("$ "), examples.last_mut()) {
                (Some(command), _) => examples.push(Example { command: command.to_owned(), output: Vec::new() }),
                (None, Some(example)) => example.output.push(line.to_owned()),
                (None, None) => panic!("output before any command: {line}"),
            },
        }
    }
    examples
}

/// Runs a command line as a shell would, with this build in place of an installed plydex.
fn run(command: &str, folder: &Path) -> Vec<String> {
    let binary = Path::new(env!("CARGO_BIN_EXE_plydex"));
    let mut path = binary.parent().expect("the binary is in a folder").as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let command = command.replace("cargo run --release -- ", "plydex ");
    let run = Command::new("sh")
        .args(["-c", &format!("{{ {command}; }} 2>&1")])
        .env("PATH", path)
        .current_dir(folder)
        .output()
        .expect("sh runs");
    String::from_utf8_lossy(&run.stdout).lines().map(str::to_owned).collect()
}

/// Whether `found` is `expected`, where a line `...` stands for any lines.
fn fits(expected: &[String], found: &[String]) -> bool {
    match expected.split_first() {
        None => found.is_empty(),
        Some((dots, rest)) if dots == "..." => (0..=found.len()).any(|skipped| fits(rest, &found[skipped..])),
        Some((line, rest)) => {
            found.split_first().is_some_and(|(first, others)| same(line, first) && fits(rest, others))
        }
    }
}

/// Two lines, but for the seconds that a run took.
fn same(expected: &str, found: &str) -> bool {
    let without_seconds = |line: &str| match line.split_once(", seconds ") {
        Some((before, after)) => {
            format!("{before}{}", after.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.'))
        }
        None => line.to_owned(),
    };
    without_seconds(expected) == without_seconds(found)
}

#[test]
#[cfg(unix)]
fn every_command_of_the_readme_prints_what_it_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).expect("there is a README");
    let examples = examples(&readme);
    assert!(examples.len() >= 6, "the README shows only {} commands", examples.len());
    // Commands write files beside the samples: they get a folder of their own.
    let folder = tempfile::tempdir().expect("a folder");
    std::os::unix::fs::symlink(root.join("sample-pgn"), folder.path().join("sample-pgn")).expect("a link");
    for Example { command, output } in examples.iter().filter(|example| !is_cargo(&example.command)) {
        let found = run(command, folder.path());
        assert!(fits(output, &found), "$ {command}\nREADME:\n{}\n\nfound:\n{}", output.join("\n"), found.join("\n"));
    }
}

/// Commands that build or test would run this test in itself.
fn is_cargo(command: &str) -> bool {
    command.starts_with("cargo test") || command.starts_with("cargo install")
}

#[test]
fn dots_stand_for_any_lines() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    for (expected, found, fit) in [
        ("a\nb", "a\nb", true),
        ("a\n...", "a\nb\nc", true),
        ("a\n...\nc", "a\nb\nc", true),
        ("a\n...\nd", "a\nb\nc", false),
        ("a", "a\nb", false),
        ("x, seconds 0.1, given 2", "x, seconds 12.345, given 2", true),
    ] {
        assert_eq!(fits(&lines(expected), &lines(found)), fit, "{expected:?} {found:?}");
    }
}
