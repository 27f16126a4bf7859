//! A folder of input files to run the program in, and what a run gave.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// The program under test.
pub const PLYDEX: &str = env!("CARGO_BIN_EXE_plydex");

/// A folder that is gone with the test. Runs have it as their working directory, so that
/// file names in arguments and messages are short.
pub struct Dir(TempDir);

impl Dir {
    pub fn empty() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    pub fn with(name: &str, text: impl AsRef<[u8]>) -> Self {
        Self::empty().and(name, text)
    }

    /// With one file more.
    pub fn and(self, name: &str, text: impl AsRef<[u8]>) -> Self {
        fs::write(self.path(name), text).expect(name);
        self
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs the program with arguments parted by blanks and nothing on standard input.
    pub fn run(&self, arguments: &str) -> Run {
        let output = self.command(arguments).stdin(Stdio::null()).output();
        Run::new(output.expect("the program starts"))
    }

    /// Runs the program with one argument of several words between others.
    pub fn run_with(&self, before: &str, words: &str, after: &str) -> Run {
        let mut command = self.command(before);
        let output = command.arg(words).args(after.split_whitespace()).stdin(Stdio::null()).output();
        Run::new(output.expect("the program starts"))
    }

    /// Runs the program with `input` piped to it.
    pub fn run_piped(&self, arguments: &str, input: impl AsRef<[u8]> + Send) -> Run {
        let mut command = self.command(arguments);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        std::thread::scope(|scope| {
            // A program that does not read its input to the end closes the pipe on us.
            scope.spawn(move || stdin.write_all(input.as_ref()).ok());
            Run::new(child.wait_with_output().expect("the program ends"))
        })
    }

    /// The program, not started yet.
    pub fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(PLYDEX);
        command.current_dir(self.0.path()).args(arguments.split_whitespace());
        command
    }

    /// Runs a line of shell script in which `$PLYDEX` is the program.
    #[cfg(unix)]
    pub fn shell(&self, script: &str) -> Run {
        let mut command = Command::new("sh");
        command.current_dir(self.0.path()).env("PLYDEX", PLYDEX).args(["-c", script]);
        Run::new(command.stdin(Stdio::null()).output().expect("a shell"))
    }

    pub fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect(name)
    }

    pub fn text(&self, name: &str) -> String {
        utf8(self.bytes(name))
    }

    /// The objects of a file of JSON lines.
    pub fn json_lines(&self, name: &str) -> Vec<Value> {
        json_lines(&self.text(name))
    }

    /// Names of all files, hidden ones too, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("the folder is there");
        let mut names: Vec<_> =
            entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("a plain name")).collect();
        names.sort();
        names
    }
}

/// What a run gave.
#[derive(Debug)]
pub struct Run {
    pub stdout: String,
    pub stderr: String,
    pub code: i32,
}

impl Run {
    fn new(output: Output) -> Self {
        let code = output.status.code().expect("no signal ended the program");
        Self { stdout: utf8(output.stdout), stderr: utf8(output.stderr), code }
    }

    /// The output of a run that had nothing to complain of.
    #[track_caller]
    pub fn quiet(self) -> String {
        assert_eq!((self.stderr.as_str(), self.code), ("", 0), "after {:?}", self.stdout);
        self.stdout
    }
}

/// The objects of JSON lines.
pub fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// The cells of CSV without its header, a row a line, joined by `|`.
pub fn rows(csv: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    reader.records().map(|record| record.expect(csv).iter().collect::<Vec<_>>().join("|")).collect()
}

fn utf8(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("output is UTF-8")
}
