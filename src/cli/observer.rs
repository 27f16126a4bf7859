//! Where problems are shown: standard error, the report, the rejects, the list of `check`.

use std::io::{BufWriter, Write};

use crate::cli::args::Common;
use crate::cli::progress::Progress;
use crate::cli::sink::Sink;
use crate::input::Source;
use crate::report::{Entry, Observer};
use crate::{Error, Result};

/// Errors that standard error shows; more are counted.
const SHOWN: u64 = 20;

/// Watches a run.
pub struct Watcher {
    progress: Progress,
    report: Option<JsonLines>,
    rejects: Option<BufWriter<Sink>>,
    listing: Option<Listing>,
    errors: u64,
}

/// What a list of problems held.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shown {
    pub errors: u64,
    pub warnings: u64,
}

impl Watcher {
    pub fn new(common: &Common, sources: &[Source]) -> Result<Self> {
        let open = |path: &Option<std::path::PathBuf>| path.as_deref().map(|path| Sink::open(Some(path))).transpose();
        Ok(Self {
            progress: Progress::new(common, sources),
            report: open(&common.report)?.map(JsonLines::new),
            rejects: open(&common.rejects)?.map(BufWriter::new),
            listing: None,
            errors: 0,
        })
    }

    /// Lists problems as the command's output, rather than on standard error.
    pub fn list(&mut self, listing: Listing) {
        self.listing = Some(listing);
    }

    /// Leaves what was opened as it is: no file gets its final name.
    pub fn abandon(self) {
        self.progress.finish();
    }

    /// Closes what was opened; gives what was listed.
    pub fn finish(self) -> Result<Shown> {
        self.progress.finish();
        if self.listing.is_none() && self.errors > SHOWN {
            let more = self.errors - SHOWN;
            let errors = if more == 1 { "error" } else { "errors" };
            self.progress.print(&format!("... and {more} more {errors}; --report FILE lists them all"));
        }
        if let Some(report) = self.report {
            close(report.out)?;
        }
        if let Some(rejects) = self.rejects {
            close(rejects)?;
        }
        self.listing.map_or(Ok(Shown::default()), Listing::finish)
    }
}

impl Observer for Watcher {
    fn problem(&mut self, entry: &Entry<'_>) -> Result<()> {
        if let Some(report) = &mut self.report {
            report.write(entry)?;
        }
        if let Some(listing) = &mut self.listing {
            return listing.write(entry);
        }
        if entry.is_error() {
            self.errors += 1;
            if self.errors <= SHOWN {
                self.progress.print(&entry.to_string());
            }
        }
        Ok(())
    }

    fn reject(&mut self, game: &[u8]) -> Result<()> {
        let Some(rejects) = &mut self.rejects else { return Ok(()) };
        rejects.write_all(game).map_err(|source| Error::output(rejects.get_ref().name(), source))
    }

    fn wants_rejects(&self) -> bool {
        self.rejects.is_some()
    }

    fn progress(&mut self, bytes: u64, games: u64) {
        self.progress.at(bytes, games);
    }
}

/// The output of `check`.
pub struct Listing {
    lines: JsonLines,
    json: bool,
    all: bool,
    shown: Shown,
}

impl Listing {
    pub fn new(out: Sink, json: bool, all: bool) -> Self {
        Self { lines: JsonLines::new(out), json, all, shown: Shown::default() }
    }

    fn write(&mut self, entry: &Entry<'_>) -> Result<()> {
        if entry.minor && !self.all {
            return Ok(());
        }
        let count = if entry.is_error() { &mut self.shown.errors } else { &mut self.shown.warnings };
        *count += 1;
        if self.json {
            return self.lines.write(entry);
        }
        let out = &mut self.lines.out;
        writeln!(out, "{entry}").map_err(|source| Error::output(out.get_ref().name(), source))
    }

    fn finish(self) -> Result<Shown> {
        close(self.lines.out)?;
        Ok(self.shown)
    }
}

/// A file of one JSON object a line.
struct JsonLines {
    out: BufWriter<Sink>,
}

impl JsonLines {
    fn new(out: Sink) -> Self {
        Self { out: BufWriter::new(out) }
    }

    fn write(&mut self, entry: &Entry<'_>) -> Result<()> {
        let mut line = serde_json::to_vec(entry).expect("an entry is JSON");
        line.push(b'\n');
        self.out.write_all(&line).map_err(|source| Error::output(self.out.get_ref().name(), source))
    }
}

fn close(out: BufWriter<Sink>) -> Result<()> {
    let name = out.get_ref().name();
    out.into_inner().map_err(|error| Error::output(name, error.into_error()))?.finish()
}
