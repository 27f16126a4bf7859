//! Workers: chunks go in, what became of them comes out in the order they went in.

use std::collections::VecDeque;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use rayon::Scope;

use crate::input::Chunk;
use crate::pipeline::worker::{Done, Task};

/// A chunk that a worker has finished.
pub(super) enum Finished {
    /// Its games were counted.
    Counted(Chunk, Done),
    /// Its games were read and their rows written.
    Read(Chunk, Done),
}

/// The workers, with the chunks in flight.
pub(super) struct Pool<'p, 'scope> {
    scope: &'p Scope<'scope>,
    task: &'scope Task<'scope>,
    buffers: &'scope Buffers,
    counting: Queue,
    reading: Queue,
    most: usize,
}

/// Buffers that were written out, to be filled again: fresh memory costs page faults.
#[derive(Default)]
pub(super) struct Buffers(Mutex<Vec<Vec<u8>>>);

impl Buffers {
    fn take(&self) -> Vec<u8> {
        self.0.lock().ok().and_then(|mut buffers| buffers.pop()).unwrap_or_default()
    }
}

/// Chunks of one kind of work, in order.
struct Queue {
    sender: Sender<(u64, thread::Result<(Chunk, Done)>)>,
    receiver: Receiver<(u64, thread::Result<(Chunk, Done)>)>,
    /// Results that came early; the front is the next in order.
    waiting: VecDeque<Option<(Chunk, Done)>>,
    next: u64,
}

impl Queue {
    fn new() -> Self {
        let (sender, receiver) = mpsc::channel();
        Self { sender, receiver, waiting: VecDeque::new(), next: 0 }
    }

    /// The number of a chunk that is handed to the workers.
    fn enter(&mut self) -> u64 {
        self.waiting.push_back(None);
        self.next + self.waiting.len() as u64 - 1
    }

    fn is_ready(&mut self) -> bool {
        while let Ok(result) = self.receiver.try_recv() {
            self.arrived(result);
        }
        matches!(self.waiting.front(), Some(Some(_)))
    }

    /// The next in order; waits for it.
    fn next(&mut self) -> Option<(Chunk, Done)> {
        while !self.is_ready() {
            self.waiting.front()?;
            let result = self.receiver.recv().ok()?;
            self.arrived(result);
        }
        self.next += 1;
        self.waiting.pop_front()?
    }

    fn arrived(&mut self, (number, result): (u64, thread::Result<(Chunk, Done)>)) {
        // A worker that panicked has broken a promise of ours: the run ends as it did.
        let result = result.unwrap_or_else(|panic| panic::resume_unwind(panic));
        let index = (number - self.next) as usize;
        self.waiting[index] = Some(result);
    }
}

impl<'p, 'scope> Pool<'p, 'scope> {
    /// Workers of `scope` that have at most so many chunks at a time.
    pub fn new(scope: &'p Scope<'scope>, task: &'scope Task<'scope>, buffers: &'scope Buffers, most: usize) -> Self {
        Self { scope, task, buffers, counting: Queue::new(), reading: Queue::new(), most }
    }

    pub fn task(&self) -> &'scope Task<'scope> {
        self.task
    }

    /// Whether another chunk may come in.
    pub fn has_room(&self) -> bool {
        self.counting.waiting.len() + self.reading.waiting.len() < self.most
    }

    /// Has the chunk's rows written; its first game has the number `first`.
    pub fn read(&mut self, chunk: Chunk, first: u64) {
        let buffers = self.buffers;
        spawn(self.scope, &mut self.reading, chunk, self.task, move |task, chunk| {
            task.read_into(chunk, first, buffers.take())
        });
    }

    /// Has the chunk's games counted.
    pub fn count(&mut self, chunk: Chunk) {
        spawn(self.scope, &mut self.counting, chunk, self.task, |task, chunk| task.count(chunk));
    }

    /// The next chunk that was read, in order; none when none is being read.
    pub fn next_read(&mut self) -> Option<(Chunk, Done)> {
        self.reading.next()
    }

    /// The next chunk of either work, each in its order: counted ones first, since those that
    /// were read can wait, and the workers must not.
    pub fn next_of_any(&mut self) -> Option<Finished> {
        if self.counting.is_ready() || (self.reading.waiting.is_empty() && !self.counting.waiting.is_empty()) {
            return self.counting.next().map(|(chunk, done)| Finished::Counted(chunk, done));
        }
        self.reading.next().map(|(chunk, done)| Finished::Read(chunk, done))
    }

    /// Takes back a buffer that has been written out.
    pub fn recycle(&mut self, mut buffer: Vec<u8>) {
        buffer.clear();
        if let Ok(mut buffers) = self.buffers.0.lock() {
            buffers.push(buffer);
        }
    }
}

fn spawn<'scope>(
    scope: &Scope<'scope>,
    queue: &mut Queue,
    chunk: Chunk,
    task: &'scope Task<'scope>,
    work: impl FnOnce(&Task<'_>, &Chunk) -> Done + Send + 'scope,
) {
    let number = queue.enter();
    let sender = queue.sender.clone();
    scope.spawn(move |_| {
        let result = panic::catch_unwind(AssertUnwindSafe(|| {
            let done = work(task, &chunk);
            (chunk, done)
        }));
        // Nobody listens any more when the run has ended early.
        let _ = sender.send((number, result));
    });
}
