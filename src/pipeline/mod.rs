//! Chunks to workers to one ordered output: the only threads of the crate.
//!
//! A reader thread makes [`Chunk`]s; rayon workers turn each into rows;
//! the calling thread puts the results in order, checks the cuts, numbers games and problems,
//! and writes. Chunks in flight are bounded, so memory follows the number of workers and not
//! the size of the input. The output is that of one front-to-back reading, byte for byte, for
//! any number of workers and any size of chunk.
//!
//! Three ways to run it, by what the rows need:
//! - rows without game numbers are written by the workers at once, and the cut is checked after;
//! - rows with numbers on several workers: a quick pass counts a chunk's games first;
//! - rows with numbers on one worker: chunk after chunk, so that the number is known.

mod beside;
mod chain;
mod emit;
mod lines;
mod pool;
mod tasks;
mod worker;

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::input::{Chunk, Chunks, Sizes, Source};
use crate::output::Rows;
use crate::report::{Observer, Summary, Unobserved};
use crate::{Error, Result};

pub use beside::Beside;

use chain::Chain;
use emit::Emitter;
use pool::{Buffers, Finished, Pool};
pub(crate) use tasks::{in_order, threads};
use worker::Task;

/// What is done with a game that has an error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnError {
    /// What is legal before the error is given.
    #[default]
    Keep,
    /// The whole game is left out.
    Drop,
    /// The run ends there.
    Stop,
}

/// How a run is done; what it gives is the business of [`Rows`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Job {
    /// Worker threads; 0 is one for each core.
    pub threads: usize,
    /// What is done with a game that has an error.
    pub on_error: OnError,
    /// How the input is cut.
    pub sizes: Sizes,
    /// The run ends when so many games have been given.
    pub limit: Option<u64>,
    /// Ends the run early when it is raised: what was read so far is given.
    pub interrupt: Option<&'static AtomicBool>,
}

impl Job {
    /// Whether the run was asked to end.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// How long a wait for input lasts until it is looked whether the run is to end.
const GLANCE: Duration = Duration::from_millis(100);

/// Chunks that the reader may be ahead of the workers.
const READ_AHEAD: usize = 2;

/// Reads the sources as one stream of games and writes their rows.
///
/// # Errors
/// An input cannot be opened or read, or the output or the observer's files cannot be written.
/// Problems of games are no errors: the observer is told of them.
pub fn run(
    sources: Vec<Source>,
    rows: &dyn Rows,
    job: &Job,
    out: &mut dyn Write,
    observer: &mut dyn Observer,
) -> Result<Summary> {
    let threads = tasks::threads(job.threads);
    let chunks = read_ahead(sources, job, threads);
    let workers = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let task = Task { rows, on_error: job.on_error, keep_rejects: observer.wants_rejects() };
    let mut emitter = Emitter::new(job, out, observer);
    emitter.header(rows)?;
    let buffers = Buffers::default();
    workers.in_place_scope(|scope| {
        let mut pool = Pool::new(scope, &task, &buffers, 2 * threads + 2);
        match (rows.needs_numbers(), threads) {
            (false, _) => guess(chunks, &mut pool, &mut emitter),
            (true, 1) => lockstep(chunks, &mut pool, &mut emitter),
            (true, _) => survey(chunks, &mut pool, &mut emitter),
        }
    })?;
    emitter.finish()
}

/// Reads bytes at hand, with nobody watching.
///
/// # Errors
/// See [`run`].
pub fn run_on_bytes(input: &[u8], rows: &dyn Rows, job: &Job, out: &mut dyn Write) -> Result<Summary> {
    run(vec![Source::bytes("-", input.to_vec())], rows, job, out, &mut Unobserved)
}

/// A thread that reads. It is not waited for: it may hang in a read that nobody needs any more.
fn read_ahead(sources: Vec<Source>, job: &Job, threads: usize) -> Incoming {
    let sizes = job.sizes;
    let (sender, receiver) = mpsc::sync_channel(READ_AHEAD);
    thread::spawn(move || {
        for chunk in Chunks::new(sources, sizes, threads) {
            let failed = chunk.is_err();
            if sender.send(chunk).is_err() || failed {
                break;
            }
        }
    });
    Incoming { chunks: receiver, job: *job, failure: None }
}

/// Chunks are read by the workers as they are cut; a wrong cut is put right afterwards.
fn guess(mut chunks: Incoming, pool: &mut Pool<'_, '_>, emitter: &mut Emitter<'_>) -> Result<()> {
    let mut chain = Chain::default();
    loop {
        while let Some(chunk) = chunks.next_if(pool.has_room()) {
            pool.read(chunk, 0);
        }
        let Some((chunk, done)) = pool.next_read() else { break };
        if let Some(exact) = chain.exact(&chunk) {
            let done = done.right_for(&chunk, &exact, || pool.task().read(&exact, 0));
            chain.follow(&exact, done.end);
            pool.recycle(emitter.emit(&exact, done)?);
            if emitter.ended() {
                return Ok(());
            }
        }
    }
    chunks.finish()
}

/// Chunks are read one after the other, each from where the games of the one before ended.
fn lockstep(mut chunks: Incoming, pool: &mut Pool<'_, '_>, emitter: &mut Emitter<'_>) -> Result<()> {
    let mut chain = Chain::default();
    let mut first = 1;
    let mut read_next = |chain: &mut Chain, pool: &mut Pool<'_, '_>, first| {
        while let Some(chunk) = chunks.next_if(true) {
            if let Some(exact) = chain.exact(&chunk) {
                pool.read(exact, first);
                break;
            }
        }
    };
    read_next(&mut chain, pool, first);
    while let Some((exact, done)) = pool.next_read() {
        chain.follow(&exact, done.end);
        first += done.games() as u64;
        read_next(&mut chain, pool, first);
        pool.recycle(emitter.emit(&exact, done)?);
        if emitter.ended() {
            return Ok(());
        }
    }
    chunks.finish()
}

/// The games of each chunk are counted first, which checks the cut and gives the number of
/// the next chunk's first game; then they are read.
fn survey(mut chunks: Incoming, pool: &mut Pool<'_, '_>, emitter: &mut Emitter<'_>) -> Result<()> {
    let mut chain = Chain::default();
    let mut first = 1;
    loop {
        while let Some(chunk) = chunks.next_if(pool.has_room()) {
            pool.count(chunk);
        }
        match pool.next_of_any() {
            Some(Finished::Counted(chunk, done)) => {
                if let Some(exact) = chain.exact(&chunk) {
                    let done = done.right_for(&chunk, &exact, || pool.task().count(&exact));
                    chain.follow(&exact, done.end);
                    pool.read(exact, first);
                    first += done.games() as u64;
                }
            }
            Some(Finished::Read(exact, done)) => {
                pool.recycle(emitter.emit(&exact, done)?);
                if emitter.ended() {
                    return Ok(());
                }
            }
            None => break,
        }
    }
    chunks.finish()
}

/// The chunks as the reader thread makes them, up to the first failure.
struct Incoming {
    chunks: Receiver<Result<Chunk>>,
    job: Job,
    failure: Option<Error>,
}

impl Incoming {
    fn next_if(&mut self, room: bool) -> Option<Chunk> {
        if !room || self.failure.is_some() {
            return None;
        }
        let chunk = loop {
            if self.job.is_interrupted() {
                return None;
            }
            match self.chunks.recv_timeout(GLANCE) {
                Ok(chunk) => break chunk,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        };
        match chunk {
            Ok(chunk) => Some(chunk),
            Err(error) => {
                self.failure = Some(error);
                None
            }
        }
    }

    /// What was read before a failure has been written; now the failure ends the run.
    fn finish(self) -> Result<()> {
        self.failure.map_or(Ok(()), Err)
    }
}
