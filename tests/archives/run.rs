//! A run of the library, and all that it tells.

use plydex::Result;
use plydex::input::{Sizes, Source};
use plydex::output::{ColumnSet, Columns, Fens, Format, Rows};
use plydex::pipeline::{self, Job};
use plydex::report::{Entry, Observer, Summary};
use serde_json::Value;

/// Everything that a run tells.
#[derive(Debug, Default, PartialEq)]
pub struct Told {
    pub rows: String,
    pub problems: Vec<Value>,
    pub summary: Summary,
}

impl Observer for Told {
    fn problem(&mut self, entry: &Entry<'_>) -> Result<()> {
        self.problems.push(serde_json::to_value(entry).expect("an entry is JSON"));
        Ok(())
    }

    fn reject(&mut self, _game: &[u8]) -> Result<()> {
        Ok(())
    }

    fn wants_rejects(&self) -> bool {
        false
    }

    fn progress(&mut self, _bytes: u64, _games: u64) {}
}

impl Told {
    /// Those problems that say that the input breaks off.
    pub fn broken_off(&self) -> Vec<&Value> {
        self.problems.iter().filter(|problem| problem["kind"] == "truncated-input").collect()
    }
}

pub fn job(threads: usize, chunk: usize) -> Job {
    Job { threads, sizes: Sizes { chunk, ..Sizes::default() }, ..Job::default() }
}

pub fn told(sources: Vec<Source>, rows: &dyn Rows, job: &Job) -> Told {
    let (mut told, mut out) = (Told::default(), Vec::new());
    told.summary = pipeline::run(sources, rows, job, &mut out, &mut told).expect("the input can be read");
    told.rows = String::from_utf8(out).expect("output is UTF-8");
    told
}

/// FENs, one a line.
pub fn fens(bytes: &[u8]) -> Told {
    told(vec![Source::bytes("a", bytes.to_vec())], &Fens::default(), &job(2, 30_000))
}

/// Positions with the columns named.
pub fn columns(list: &str) -> Fens {
    let columns = Columns::parse(list, ColumnSet::Positions).expect("a list of columns");
    Fens { format: Format::Csv, columns, ..Fens::default() }
}

/// Rows of the first so many games.
pub fn first_games(rows: &str, games: usize) -> &str {
    let end = rows.lines().skip(1).position(|line| line.split(',').next() == Some(&(games + 1).to_string()));
    let lines = end.map_or(usize::MAX, |line| line + 1);
    let length: usize = rows.split_inclusive('\n').take(lines).map(str::len).sum();
    &rows[..length]
}
