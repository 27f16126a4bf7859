//! Output that is packed beside the workers, on a thread of its own.

use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread::{self, JoinHandle};

use crate::output::Pack;

/// Bytes that are handed over at a time.
const BLOCK: usize = 256 * 1024;

/// Blocks that may wait.
const WAITING: usize = 4;

/// A writer whose bytes another thread packs and writes.
pub struct Beside<W> {
    block: Vec<u8>,
    sender: Option<SyncSender<Vec<u8>>>,
    thread: Option<JoinHandle<io::Result<W>>>,
}

impl<W: Write + Send + 'static> Beside<W> {
    /// Packs what is written with what `open` gives, and writes it to `out`.
    ///
    /// # Errors
    /// The thread cannot be started.
    pub fn new(out: W, open: impl FnOnce() -> io::Result<Box<dyn Pack>> + Send + 'static) -> io::Result<Self> {
        let (sender, receiver) = mpsc::sync_channel(WAITING);
        let thread = thread::Builder::new().spawn(move || pack(out, open()?, &receiver))?;
        Ok(Self { block: Vec::with_capacity(BLOCK), sender: Some(sender), thread: Some(thread) })
    }

    /// Ends the packed file, and gives back what it was written to.
    ///
    /// # Errors
    /// Something could not be written, now or before.
    pub fn finish(mut self) -> io::Result<W> {
        self.hand_over()?;
        self.join()
    }
}

impl<W> Beside<W> {
    fn hand_over(&mut self) -> io::Result<()> {
        if self.block.is_empty() {
            return Ok(());
        }
        let block = std::mem::replace(&mut self.block, Vec::with_capacity(BLOCK));
        if self.sender.as_ref().is_some_and(|sender| sender.send(block).is_ok()) {
            return Ok(());
        }
        // The thread has ended, which it does before its time for an error only.
        self.join().and(Err(io::Error::from(io::ErrorKind::BrokenPipe)))
    }

    fn join(&mut self) -> io::Result<W> {
        self.sender = None;
        let thread = self.thread.take().ok_or_else(|| io::Error::from(io::ErrorKind::BrokenPipe))?;
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

impl<W> Drop for Beside<W> {
    /// What was written to is dropped before this is: a temporary file is gone then.
    fn drop(&mut self) {
        self.sender = None;
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

impl<W> Write for Beside<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.block.extend_from_slice(bytes);
        if self.block.len() >= BLOCK {
            self.hand_over()?;
        }
        Ok(bytes.len())
    }

    /// Hands over what is there; a packed file is whole only when it is finished.
    fn flush(&mut self) -> io::Result<()> {
        self.hand_over()
    }
}

fn pack<W: Write>(mut out: W, mut packer: Box<dyn Pack>, blocks: &Receiver<Vec<u8>>) -> io::Result<W> {
    let mut packed = Vec::new();
    for block in blocks {
        packer.pack(&block, &mut packed)?;
        out.write_all(&packed)?;
        packed.clear();
    }
    packer.finish(&mut packed)?;
    out.write_all(&packed)?;
    Ok(out)
}
