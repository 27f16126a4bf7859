//! Mapping a file into memory: the only unsafe code of the crate.

use std::fs::File;
use std::io;

use memmap2::Mmap;

/// Maps a whole file for reading.
///
/// # Errors
/// What the system says.
pub(super) fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: read-only, and dropped with the last chunk. Another process that truncates the
    // file while it is read can still raise SIGBUS: README, "Limits"; `--no-mmap` avoids it.
    let map = unsafe { Mmap::map(file)? };
    #[cfg(unix)]
    map.advise(memmap2::Advice::Sequential)?;
    Ok(map)
}
