//! The command line: arguments, standard error and exit codes. The work is the library's.

mod args;
mod asked;
mod batch;
mod check;
mod fens;
mod find;
mod games;
mod index;
mod inputs;
mod interrupt;
mod normalize;
mod observer;
mod positions;
mod progress;
mod show;
mod sink;
mod tree;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;

use crate::index as index_dir;
use crate::input::Sizes;
use crate::output::Rows;
use crate::pipeline::{self, Job, OnError};
use crate::report::Summary;
use crate::{Error, Result};

use args::{Arguments, Command, Common};
use observer::Watcher;
use sink::Sink;

/// Exit codes of the contract with scripts.
const DONE: u8 = 0;
const NO: u8 = 1;
const FAILED: u8 = 2;

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = match arguments.command {
        Command::Fens(fens) => fens::run(fens),
        Command::Normalize(normalize) => normalize::run(normalize),
        Command::Games(games) => games::run(games),
        Command::Find(find) => find::run(find),
        Command::Index(command) => index::run(command),
        Command::Tree(tree) => tree::run(tree),
        Command::Positions(positions) => positions::run(positions),
        Command::Show(show) => show::run(show),
        Command::Check(check) => check::run(check),
    };
    match result {
        Ok(code) => ExitCode::from(code),
        Err(Error::OutputClosed) => ExitCode::from(DONE),
        Err(error) => {
            // Nothing is left to be done when standard error is closed, too.
            let _ = writeln!(io::stderr(), "plydex: {}", with_causes(&error));
            ExitCode::from(FAILED)
        }
    }
}

/// The message and those of its causes, parted by colons.
fn with_causes(error: &Error) -> String {
    let mut message = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        message.push_str(": ");
        message.push_str(&error.to_string());
        cause = error.source();
    }
    message
}

/// Runs a command whose rows go to the output, as `open` takes them, and tells the exit code.
fn give(common: &Common, rows: &dyn Rows, open: impl FnOnce(Sink) -> Result<Sink>) -> Result<u8> {
    let sources = inputs::sources(common)?;
    let mut out = open(Sink::open(common.output.as_deref())?)?;
    let mut watcher = Watcher::new(common, &sources)?;
    let started = Instant::now();
    let summary = match pipeline::run(sources, rows, &job(common), &mut out, &mut watcher) {
        Err(Error::Output { source, .. }) => return Err(Error::output(out.name(), source)),
        result => result?,
    };
    if summary.interrupted {
        return Ok(interrupted(common, watcher, &summary, started));
    }
    if !summary.stopped {
        out.finish()?;
    }
    watcher.finish()?;
    tell(common, &summary, started);
    Ok(if summary.stopped { NO } else { DONE })
}

/// Ends a run that was asked to end: no file gets its final name, and what was done is told.
fn interrupted(common: &Common, watcher: Watcher, summary: &Summary, started: Instant) -> u8 {
    watcher.abandon();
    tell(common, summary, started);
    interrupt::CODE
}

/// The last line on standard error.
fn tell(common: &Common, summary: &Summary, started: Instant) {
    if common.quiet {
        return;
    }
    let Summary { games, given, filtered, dropped, notations, .. } = summary;
    let before = if summary.interrupted { "interrupted: " } else { "" };
    let mut line = format!("{before}{summary}, seconds {:.3}", started.elapsed().as_secs_f64());
    if *games > 0 {
        line.push_str(&format!(", given {given}, filtered {filtered}, dropped {dropped}"));
    }
    for (notation, games) in notations {
        line.push_str(&format!(", in {notation} {games}"));
    }
    let _ = writeln!(io::stderr(), "{line}");
}

fn job(common: &Common) -> Job {
    let sizes = Sizes { chunk: common.chunk_size.unwrap_or(Sizes::default().chunk), ..Sizes::default() };
    let on_error = OnError::from(common.on_error);
    Job { threads: common.threads, on_error, sizes, limit: None, interrupt: Some(interrupt::flag()) }
}

/// The index that is the input, where it is one.
fn index_of(common: &Common) -> Result<Option<PathBuf>> {
    let mut indexes = common.inputs.iter().filter(|path| index_dir::is_index(path));
    match (indexes.next(), common.inputs.len()) {
        (Some(directory), 1) => Ok(Some(directory.clone())),
        (Some(directory), _) => Err(Error::Usage(format!("{}: an index is the only input", directory.display()))),
        (None, _) => Ok(None),
    }
}
