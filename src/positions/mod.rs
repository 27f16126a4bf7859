//! The distinct positions of an archive, each with its games and their results.
//!
//! Takes games through the [`pipeline`](crate::pipeline) or from an index, counts in bounded memory,
//! and writes rows in one order. A position is told from others by its own bytes
//! ([`Position::write_packed`](crate::chess::Position::write_packed)) and not by a hash of them.
//!
//! ```text
//! games -> occurrences, parted by the hash of the position (collect, occurrence)
//!       -> bucket by bucket: a count a position         (count)
//!       -> parted by the order of rows                  (order)
//!       -> bucket by bucket: sorted, written            (write)
//! ```

mod collect;
mod count;
mod narrow;
mod numbers;
mod occurrence;
mod order;
mod row;
mod run;
mod write;

pub use run::{Settings, of_index, of_sources};
