//! What a worker does with a chunk.

use crate::chess::notation;
use crate::input::{Chunk, Fault};
use crate::output::{GameWriter, Given, Place, Rows};
use crate::pgn::{Game, Games, Step, Tokens, text};
use crate::pipeline::OnError;
use crate::problem::{Counts, Problem, ProblemKind, Problems};

/// What every worker is told.
pub(super) struct Task<'t> {
    pub rows: &'t dyn Rows,
    pub on_error: OnError,
    pub keep_rejects: bool,
}

/// What became of a chunk.
#[derive(Debug, Default)]
pub(super) struct Done {
    /// Rows of all games.
    pub bytes: Vec<u8>,
    /// Each game's part in all this.
    pub spans: Vec<Span>,
    /// Problems of all games, and of text behind the last.
    pub problems: Vec<Problem>,
    /// Source bytes of the games with errors.
    pub rejects: Vec<u8>,
    /// What the problems behind the last game come to.
    pub counts_at_end: Counts,
    pub end: End,
}

/// Where a chunk's games ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The next game begins here, in the chunk's bytes.
    Next(usize),
    /// The game that begins here is cut by the end of the bytes at hand.
    Cut(usize),
}

impl Default for End {
    fn default() -> Self {
        Self::Next(0)
    }
}

/// One game's part in the output of a chunk.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Span {
    /// Where reading it began, in the chunk's bytes.
    pub begin: usize,
    pub positions: u64,
    pub notation: Option<&'static str>,
    /// Ends of its parts of rows, problems and rejects.
    pub bytes: usize,
    pub problems: usize,
    pub rejects: usize,
    /// What its problems come to.
    pub counts: Counts,
    pub dropped: bool,
    pub filtered: bool,
}

impl Done {
    pub fn games(&self) -> usize {
        self.spans.len()
    }

    /// What was made of `chunk`, if that is right for `exact` too: the chunk from where its
    /// first game truly begins. A worker that began at a wrong cut soon found its way back to
    /// true game starts; what it made before is cut off. Else the chunk is read anew.
    pub fn right_for(self, chunk: &Chunk, exact: &Chunk, again: impl FnOnce() -> Self) -> Self {
        if chunk.base != exact.base || chunk.bytes.len() != exact.bytes.len() {
            return again();
        }
        if chunk.start == exact.start {
            return self;
        }
        match self.spans.binary_search_by_key(&exact.start, |span| span.begin) {
            Ok(index) if index > 0 => self.without_first(index),
            _ => again(),
        }
    }

    fn without_first(mut self, count: usize) -> Self {
        let before = self.spans[count - 1];
        self.bytes.drain(..before.bytes);
        self.problems.drain(..before.problems);
        self.rejects.drain(..before.rejects);
        self.spans.drain(..count);
        for span in &mut self.spans {
            span.bytes -= before.bytes;
            span.problems -= before.problems;
            span.rejects -= before.rejects;
        }
        self
    }
}

impl Task<'_> {
    /// Reads the chunk's games and writes their rows. The first has the number `first`.
    pub fn read(&self, chunk: &Chunk, first: u64) -> Done {
        self.read_into(chunk, first, Vec::new())
    }

    /// As [`read`](Self::read), into a buffer that was used before.
    pub fn read_into(&self, chunk: &Chunk, first: u64, bytes: Vec<u8>) -> Done {
        let mut writer = self.rows.writer();
        let done = Done { bytes, ..Done::default() };
        let problems = Problems::default();
        let is_plain_ascii = is_plain_ascii(chunk);
        let writer = &mut *writer;
        Reading { is_plain_ascii, task: self, chunk, writer, first, done, problems, fault_told: false }.run()
    }

    /// Finds the chunk's games and writes nothing.
    pub fn count(&self, chunk: &Chunk) -> Done {
        let task = Task { keep_rejects: false, ..*self };
        let reading = Reading {
            // What would be found is thrown away.
            is_plain_ascii: true,
            task: &task,
            chunk,
            writer: &mut Count,
            first: 0,
            done: Done::default(),
            problems: Problems::default(),
            fault_told: false,
        };
        let mut done = reading.run();
        done.problems.clear();
        done.spans.iter_mut().for_each(|span| span.problems = 0);
        done
    }
}

/// Passes over every game.
struct Count;

impl GameWriter for Count {
    fn game<'a>(
        &mut self,
        _game: &Game<'a>,
        tokens: &mut Tokens<'a>,
        _place: &Place<'_>,
        _out: &mut Vec<u8>,
        _problems: &mut Problems,
    ) -> Given {
        tokens.skip();
        Given::default()
    }
}

struct Reading<'r> {
    /// No byte of the chunk can be a problem by itself.
    is_plain_ascii: bool,
    task: &'r Task<'r>,
    chunk: &'r Chunk,
    writer: &'r mut dyn GameWriter,
    first: u64,
    done: Done,
    problems: Problems,
    /// It was told with a game that the input broke off in it.
    fault_told: bool,
}

impl Reading<'_> {
    fn run(mut self) -> Done {
        let chunk = self.chunk;
        let (bytes, whole) = chunk.in_sight();
        let mut games = Games::new(bytes, chunk.start, whole, notation::is_first_move);
        self.done.end = loop {
            let begin = games.position();
            // Where the input breaks off, its end is come to, so that it is told.
            let tells = chunk.fault.is_some() && begin == bytes.len();
            if begin >= chunk.end && !self.done.spans.is_empty() && !tells {
                break End::Next(begin);
            }
            match games.next_game() {
                Step::Game(game, mut tokens) => {
                    // A game of many chunks is not replayed in vain, in every notation there is, where it has no end yet.
                    if self.done.spans.is_empty() && !ends_in_sight(&tokens) {
                        break End::Cut(begin);
                    }
                    let span = self.game(begin, game, &mut tokens);
                    if !games.advance(&tokens) {
                        self.forget_last();
                        break End::Cut(begin);
                    }
                    self.done.spans.push(span);
                }
                Step::End(faults) => {
                    self.problems.begin_game();
                    for &(at, fault) in faults {
                        self.problems.push(Problem::new(fault.kind, chunk.offset(at)).token(fault.text).outside());
                    }
                    if let Some(fault) = chunk.fault.as_ref().filter(|_| !self.fault_told) {
                        self.problems.push(broken_off(chunk, fault).outside());
                    }
                    self.done.counts_at_end = self.problems.end_game();
                    break End::Next(chunk.bytes.len());
                }
                Step::Incomplete => break End::Cut(begin),
            }
        };
        self.done.problems = self.problems.into_list();
        self.done
    }

    fn game<'a>(&mut self, begin: usize, game: &Game<'a>, tokens: &mut Tokens<'a>) -> Span {
        let done = &mut self.done;
        let number = self.first + done.spans.len() as u64;
        let chunk = self.chunk;
        let place = Place { file: &chunk.name, number, base: chunk.base, offsets: &chunk.offsets };
        self.problems.begin_game();
        let known = done.bytes.len();
        let mut given = self.writer.game(game, tokens, &place, &mut done.bytes, &mut self.problems);
        tokens.skip();
        if !self.is_plain_ascii {
            byte_problems(self.chunk, begin, game, tokens, &mut self.problems);
        }
        if let Some(fault) =
            chunk.fault.as_ref().filter(|_| tokens.is_open() && tokens.end() == Some(chunk.bytes.len()))
        {
            self.problems.push(broken_off(chunk, fault));
            self.fault_told = true;
        }
        let counts = self.problems.end_game();
        let has_error = counts.has_error;
        let dropped = has_error && self.task.on_error == OnError::Drop;
        if dropped {
            if !self.task.rows.tells_of_dropped() {
                done.bytes.truncate(known);
            }
            (given.positions, given.filtered) = (0, false);
        }
        if has_error && self.task.keep_rejects {
            done.rejects.extend_from_slice(&tokens.input()[game.start..tokens.last()]);
            done.rejects.extend_from_slice(b"\n\n");
        }
        Span {
            begin,
            positions: given.positions,
            notation: given.notation,
            bytes: done.bytes.len(),
            problems: self.problems.len(),
            rejects: done.rejects.len(),
            counts,
            dropped,
            filtered: given.filtered,
        }
    }

    /// Takes back what a game that is not whole has written.
    fn forget_last(&mut self) {
        let before = self.done.spans.last().copied().unwrap_or_default();
        self.done.bytes.truncate(before.bytes);
        self.done.rejects.truncate(before.rejects);
        self.problems.truncate(before.problems);
    }
}

/// Whether the bytes in which the chunk's games lie are ASCII without NUL.
fn is_plain_ascii(chunk: &Chunk) -> bool {
    // Games may end behind the chunk's own bytes, as far as is in sight.
    let bytes = chunk.in_sight().0.get(chunk.start..).unwrap_or_default();
    bytes.is_ascii() && memchr::memchr(0, bytes).is_none()
}

fn ends_in_sight(tokens: &Tokens<'_>) -> bool {
    let mut tokens = tokens.clone();
    tokens.skip();
    tokens.end().is_some()
}

/// The input ends here, and should not.
fn broken_off(chunk: &Chunk, fault: &Fault) -> Problem {
    let problem = Problem::new(ProblemKind::TruncatedInput, chunk.offset(chunk.bytes.len())).reason(&fault.reason);
    if fault.token.is_empty() { problem } else { problem.token(&fault.token) }
}

/// NUL bytes and bytes that are not UTF-8: one problem each a game, at the first.
fn byte_problems(chunk: &Chunk, begin: usize, game: &Game<'_>, tokens: &Tokens<'_>, problems: &mut Problems) {
    let input = tokens.input();
    let (start, last) = (game.start, tokens.last());
    let end = tokens.end().unwrap_or(last);
    for (from, to, in_game) in [(begin, start, false), (start, last, true), (last, end, false)] {
        let Some(part) = input.get(from..to) else { continue };
        let problem = |kind, at: usize| {
            let problem = Problem::new(kind, chunk.offset(from + at));
            if in_game { problem } else { problem.outside() }
        };
        if let Some(at) = memchr::memchr(0, part) {
            problems.push(problem(ProblemKind::NulByte, at));
        }
        if let Some((at, run)) = in_game.then(|| text::first_invalid(part)).flatten() {
            problems.push(problem(ProblemKind::BadEncoding, at).token(run));
        }
    }
}
