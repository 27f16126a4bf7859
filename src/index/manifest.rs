//! The manifest: what an index consists of, with the digests of all of it.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::index::failure;
use crate::{Error, Result};

/// Name of the file.
pub(super) const NAME: &str = "MANIFEST.json";

/// The layout that this program writes and reads.
const VERSION: u32 = 1;

/// How keys are made: Polyglot's numbers, the en passant file only where a capture is legal.
const KEYS: &str = "polyglot-legal-ep";

/// What an index consists of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    plydex_index: u32,
    keys: String,
    /// Number that the next segment gets.
    pub(super) next_segment: u32,
    /// The inputs, in the order added.
    pub sources: Vec<SourceEntry>,
    /// The parts, in the order of their games.
    pub segments: Vec<Segment>,
    /// Digest of all of the manifest but these digits.
    xxh3: String,
}

/// An input of an index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceEntry {
    /// As it was given.
    pub name: String,
    /// Where it is.
    pub path: String,
    /// Its size in bytes.
    pub size: u64,
    /// When it was changed last, in nanoseconds since 1970.
    pub modified: i64,
    /// Digest of its bytes.
    pub xxh3: String,
    /// Number of its first game.
    pub first_game: u64,
    /// How many games it has.
    pub games: u64,
    /// The notation it was read in; none where each game's own was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_lang: Option<String>,
    /// Games with an error were left out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub drops_errors: bool,
}

/// A part of an index: what one command added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Segment {
    /// Its number.
    pub id: u32,
    /// Number of its first game.
    pub first_game: u64,
    /// Games read.
    pub games: u64,
    /// Positions.
    pub positions: u64,
    /// Table of games.
    pub game_file: FileEntry,
    /// Tables of positions, in the order of their keys.
    pub position_files: Vec<FileEntry>,
    /// Table of moves.
    pub tree_file: FileEntry,
}

/// A file of an index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// Path from the directory of the index.
    pub path: String,
    /// Size in bytes.
    pub size: u64,
    /// Rows.
    pub rows: u64,
    /// First and last value of the first column.
    pub first: i64,
    /// See `first`.
    pub last: i64,
    /// Digest of the file.
    pub xxh3: String,
    /// Digests of its blocks, 16 digits each, so that a part of it can be checked as it is read.
    pub blocks: String,
}

impl Manifest {
    pub(super) fn empty() -> Self {
        Self {
            plydex_index: VERSION,
            keys: String::from(KEYS),
            next_segment: 0,
            sources: Vec::new(),
            segments: Vec::new(),
            xxh3: String::new(),
        }
    }

    /// Games of all segments.
    pub fn games(&self) -> u64 {
        self.segments.iter().map(|segment| segment.games).sum()
    }

    /// Positions of all segments.
    pub fn positions(&self) -> u64 {
        self.segments.iter().map(|segment| segment.positions).sum()
    }

    /// Reads the manifest of a directory.
    ///
    /// # Errors
    /// There is none, or it is damaged or of another version.
    pub fn read(directory: &Path) -> Result<Self> {
        let path = directory.join(NAME);
        let text = fs::read(&path).map_err(|source| Error::input(&path, source))?;
        let manifest: Self =
            serde_json::from_slice(&text).map_err(|error| failure(&path, format!("damaged: {error}")))?;
        if manifest.plydex_index != VERSION || manifest.keys != KEYS {
            return Err(failure(&path, "an index of another version of plydex"));
        }
        // Written again it must be the same bytes: what is read is what was digested.
        if text != manifest.to_bytes() {
            return Err(failure(&path, "damaged: its digest does not fit"));
        }
        Ok(manifest)
    }

    /// Writes the manifest in place of the one before. All that it names is on disk by then.
    pub(super) fn commit(&self, directory: &Path) -> Result<()> {
        let path = directory.join(NAME);
        let fresh = directory.join(format!("{NAME}.new"));
        let failed = |source| Error::output(path.display().to_string(), source);
        let mut file = File::create(&fresh).map_err(failed)?;
        file.write_all(&self.to_bytes()).and_then(|()| file.sync_all()).map_err(failed)?;
        fs::rename(&fresh, &path).map_err(failed)?;
        sync_folder(directory)
    }

    fn to_bytes(&self) -> Vec<u8> {
        let text = |xxh3: String| {
            let manifest = Self { xxh3, ..self.clone() };
            let mut text = serde_json::to_vec_pretty(&manifest).expect("a manifest is JSON");
            text.push(b'\n');
            text
        };
        text(format!("{:016x}", xxh3_64(&text("0".repeat(16)))))
    }

    /// Every file that it names.
    pub(super) fn files(&self) -> impl Iterator<Item = &FileEntry> {
        self.segments
            .iter()
            .flat_map(|segment| [&segment.game_file, &segment.tree_file].into_iter().chain(&segment.position_files))
    }
}

/// Has the names of a folder on disk.
pub(super) fn sync_folder(folder: &Path) -> Result<()> {
    // Only Unix opens folders.
    if cfg!(unix) {
        let synced = File::open(folder).and_then(|folder| folder.sync_all());
        synced.map_err(|source| Error::output(folder.display().to_string(), source))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_with_any_byte_changed_is_refused_or_the_same() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut manifest = Manifest::empty();
        manifest.next_segment = 7;
        manifest.commit(folder.path()).expect("written");
        let right = Manifest::read(folder.path()).expect("read");
        let path = folder.path().join(NAME);
        let bytes = fs::read(&path).expect("bytes");
        for at in 0..bytes.len() {
            for bit in [1, 4, 32] {
                let mut damaged = bytes.clone();
                damaged[at] ^= bit;
                fs::write(&path, &damaged).expect("written");
                assert!(Manifest::read(folder.path()).is_err(), "byte {at}");
            }
        }
        fs::write(&path, &bytes).expect("written");
        assert_eq!(Manifest::read(folder.path()).expect("read"), right);
    }
}
