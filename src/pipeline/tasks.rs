//! Work that needs no input and no output in common: tasks by number.

use std::num::NonZero;
use std::thread;

use rayon::prelude::*;

use crate::Result;

/// Worker threads; 0 is one for each core.
pub(crate) fn threads(asked: usize) -> usize {
    match asked {
        0 => thread::available_parallelism().map_or(1, NonZero::get),
        threads => threads,
    }
}

/// Does tasks `0..count` on several threads; gives what became of them, in order.
///
/// # Errors
/// The first failure of a task; later ones may not have begun.
pub(crate) fn in_order<T: Send>(
    asked: usize,
    count: usize,
    task: impl Fn(usize) -> Result<T> + Sync + Send,
) -> Result<Vec<T>> {
    let workers = rayon::ThreadPoolBuilder::new().num_threads(threads(asked)).build()?;
    workers.install(|| (0..count).into_par_iter().with_max_len(1).map(task).collect())
}
