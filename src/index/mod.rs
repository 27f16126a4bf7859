//! A position index on disk: which games reached a position, and what was played from it.
//!
//! A directory of plain sorted Parquet files and one manifest that names them. Takes games through
//! the [`pipeline`](crate::pipeline), sorts their positions in bounded memory, and answers by key.
//! A commit is the renaming of the manifest; what no manifest names is nothing.
//!
//! ```text
//! MANIFEST.json                 segments, sources, digests
//! games/SEGMENT.parquet         a row a game: source, place, result, main tags
//! positions/SEGMENT/NNN.parquet a row a position of a game, sorted by hash, game, ply
//! tree/SEGMENT.parquet          sums a move, of positions seen more than once
//! ```

mod buckets;
mod checked;
mod collect;
mod compact;
mod deep;
mod digest;
mod directory;
mod export;
mod export_parquet;
mod find;
pub(crate) mod frames;
mod games;
mod keys;
mod lookup;
mod manifest;
mod packed;
mod record;
mod segment;
mod sources;
mod stream;
mod table;
mod table_read;
mod tally;
mod verify;
mod write;

pub use crate::output::Counts;
pub(crate) use buckets::{Buckets, KEY_BITS};
pub use compact::compact;
pub use directory::{Directory, is_index};
pub use export::{Exported, export};
pub use export_parquet::export_parquet;
pub use find::{Finds, find};
pub use keys::KeyCount;
pub use lookup::{Found, Index};
pub use manifest::{FileEntry, Manifest, Segment, SourceEntry};
pub use packed::{pack, unpack};
pub use sources::SourceReader;
pub use tally::Tally;
pub use verify::{Verdict, verify};
pub use write::{Settings, add, build};

use std::path::Path;

use crate::Error;

/// A failure about a file of an index.
fn failure(path: &Path, reason: impl std::fmt::Display) -> Error {
    Error::Index { name: path.display().to_string(), reason: reason.to_string() }
}
