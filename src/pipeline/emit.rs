//! The end of the line: results in order become output, problems with their places, counts.

use std::io::Write;
use std::sync::Arc;

use crate::input::Chunk;
use crate::output::Rows;
use crate::pipeline::lines::Lines;
use crate::pipeline::worker::{Done, End, Span};
use crate::pipeline::{Job, OnError};
use crate::problem::{Action, Counts, Problem, ProblemKind, Severity};
use crate::report::{Entry, Observer, Summary};
use crate::{Error, Result};

/// Writes what the workers made, chunk after chunk.
pub(super) struct Emitter<'e> {
    job: &'e Job,
    limit: u64,
    out: &'e mut dyn Write,
    observer: &'e mut dyn Observer,
    summary: Summary,
    /// The source being written, and what is known of it.
    source: usize,
    name: Arc<str>,
    lines: Lines,
    games_in_source: u64,
    /// Text of the source that is no PGN, first of all: its offset, line and column.
    garbage_at: Option<(u64, (u64, u64))>,
    bytes_before: u64,
    bytes_in_source: u64,
}

impl<'e> Emitter<'e> {
    pub fn new(job: &'e Job, out: &'e mut dyn Write, observer: &'e mut dyn Observer) -> Self {
        Self {
            job,
            limit: job.limit.unwrap_or(u64::MAX),
            out,
            observer,
            summary: Summary::default(),
            source: 0,
            name: "".into(),
            lines: Lines::default(),
            games_in_source: 0,
            garbage_at: None,
            bytes_before: 0,
            bytes_in_source: 0,
        }
    }

    /// Writes what comes before the first game.
    pub fn header(&mut self, rows: &dyn Rows) -> Result<()> {
        let mut header = Vec::new();
        rows.header(&mut header);
        self.write(&header)
    }

    /// Whether the run ends here: at a problem, with all that it was to give, or because somebody
    /// asked for it.
    pub fn ended(&self) -> bool {
        self.summary.stopped || self.summary.given >= self.limit || self.job.is_interrupted()
    }

    /// How many of the games are still wanted; all of them where the limit is further away.
    fn wanted(&self, spans: &[Span]) -> usize {
        let room = self.limit.saturating_sub(self.summary.given);
        let mut given = spans.iter().enumerate().filter(|(_, span)| !span.dropped && !span.filtered);
        usize::try_from(room.saturating_sub(1))
            .ok()
            .and_then(|n| given.nth(n))
            .map_or(spans.len(), |(last, _)| last + 1)
    }

    /// Writes a chunk's rows and tells of its problems; gives its buffer back.
    pub fn emit(&mut self, chunk: &Chunk, done: Done) -> Result<Vec<u8>> {
        if chunk.source != self.source {
            self.end_source()?;
            self.source = chunk.source;
        }
        self.name = Arc::clone(&chunk.name);
        let stop = (self.job.on_error == OnError::Stop)
            .then(|| done.spans.iter().position(|span| span.counts.has_error))
            .flatten();
        let given = &done.spans[..stop.unwrap_or(done.spans.len())];
        let wanted = self.wanted(given);
        let given = &given[..wanted];
        self.write(&done.bytes[..given.last().map_or(0, |span| span.bytes)])?;
        self.spans(chunk, &done, given)?;
        if self.ended() {
            self.bytes_in_source = chunk.offset(done.spans.get(wanted).map_or(chunk.end, |span| span.begin));
        } else if let Some(stop) = stop {
            let before = given.last().copied().unwrap_or_default();
            self.stop(chunk, &done, &before, &done.spans[stop])?;
        } else {
            let listed = given.last().map_or(0, |span| span.problems);
            self.problems(chunk, &done.problems[listed..], None)?;
            self.count_unlisted(&done.counts_at_end);
            let end = match done.end {
                End::Next(at) | End::Cut(at) => chunk.offset(at),
            };
            if !matches!(chunk.bytes, crate::input::Bytes::Mapped(_)) {
                // These bytes are gone afterwards: their lines must be counted now.
                self.lines.advance(&chunk.bytes, chunk.base, end);
            }
            self.bytes_in_source = chunk.offsets.in_source(end);
        }
        self.observer.progress(chunk.progress, self.summary.games);
        Ok(done.bytes)
    }

    /// Counts games and tells of their problems.
    fn spans(&mut self, chunk: &Chunk, done: &Done, spans: &[Span]) -> Result<()> {
        let (mut problems, mut rejects) = (0, 0);
        for span in spans {
            self.summary.games += 1;
            self.games_in_source += 1;
            self.summary.positions += span.positions;
            if let Some(notation) = span.notation {
                *self.summary.notations.entry(notation).or_default() += 1;
            }
            let kind = match (span.dropped, span.filtered) {
                (true, _) => &mut self.summary.dropped,
                (false, true) => &mut self.summary.filtered,
                (false, false) => &mut self.summary.given,
            };
            *kind += 1;
            self.count_unlisted(&span.counts);
            if span.problems > problems {
                let action = span.dropped.then_some(Action::Dropped);
                self.problems(chunk, &done.problems[problems..span.problems], action)?;
                problems = span.problems;
            }
            if span.rejects > rejects {
                self.observer.reject(&done.rejects[rejects..span.rejects])?;
                rejects = span.rejects;
            }
        }
        Ok(())
    }

    fn count_unlisted(&mut self, counts: &Counts) {
        self.summary.errors += counts.unlisted_errors;
        self.summary.warnings += counts.unlisted_warnings;
    }

    /// Ends the run at a game with an error.
    fn stop(&mut self, chunk: &Chunk, done: &Done, before: &Span, span: &Span) -> Result<()> {
        self.summary.games += 1;
        self.summary.dropped += 1;
        self.summary.stopped = true;
        self.games_in_source += 1;
        self.problems(chunk, &done.problems[before.problems..span.problems], Some(Action::Stopped))?;
        self.count_unlisted(&span.counts);
        if span.rejects > before.rejects {
            self.observer.reject(&done.rejects[before.rejects..span.rejects])?;
        }
        self.bytes_in_source = chunk.offsets.in_source(chunk.offset(span.begin));
        Ok(())
    }

    /// Tells of problems. `action` is what was done about errors, where it is not the usual.
    fn problems(&mut self, chunk: &Chunk, problems: &[Problem], action: Option<Action>) -> Result<()> {
        for problem in problems {
            let is_error = problem.severity() == Severity::Error;
            let count = if is_error { &mut self.summary.errors } else { &mut self.summary.warnings };
            *count += 1;
            let place = self.lines.place(&chunk.bytes, chunk.base, problem.offset);
            let offset = chunk.offsets.in_source(problem.offset);
            if !problem.in_game && problem.kind != ProblemKind::TruncatedInput {
                self.garbage_at.get_or_insert((offset, place));
            }
            let action = action.filter(|_| is_error && problem.in_game).unwrap_or(problem.usual_action());
            let mut entry = Entry::new(problem, &chunk.name, self.summary.games, place, action);
            entry.offset = offset;
            self.observer.problem(&entry)?;
        }
        Ok(())
    }

    /// A source without a single game, but with text in it, is none of ours.
    fn end_source(&mut self) -> Result<()> {
        if let (0, Some((at, place))) = (self.games_in_source, self.garbage_at) {
            let problem = Problem::new(ProblemKind::NotPgn, at).outside();
            self.summary.errors += 1;
            let entry = Entry::new(&problem, &self.name, 0, place, problem.usual_action());
            self.observer.problem(&entry)?;
        }
        self.bytes_before += self.bytes_in_source;
        (self.lines, self.games_in_source, self.garbage_at, self.bytes_in_source) = (Lines::default(), 0, None, 0);
        Ok(())
    }

    /// Ends the last source and writes out what is buffered.
    pub fn finish(mut self) -> Result<Summary> {
        self.end_source()?;
        self.out.flush().map_err(|source| Error::output("output", source))?;
        self.summary.bytes = self.bytes_before;
        self.summary.interrupted = self.job.is_interrupted();
        Ok(self.summary)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.out.write_all(bytes).map_err(|source| Error::output("output", source))
    }
}
