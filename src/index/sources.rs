//! The inputs of an index: that they are what they were, and reading one game of them.

use std::fs::{self, Metadata};
use std::path::Path;
use std::time::UNIX_EPOCH;

use crate::chess::notation;
use crate::index::manifest::SourceEntry;
use crate::index::{digest, failure};
use crate::input::Window;
use crate::pgn::{Game, Games, Step, Tokens};
use crate::{Error, Result};

/// Bytes behind a game that are read with it, so that the next is seen to begin.
const BEHIND: usize = 4096;

impl SourceEntry {
    /// An input as it is now; its games are not known yet.
    pub(super) fn of(path: &Path, from_lang: Option<String>, drops_errors: bool) -> Result<Self> {
        let metadata = fs::metadata(path).map_err(|source| Error::input(path, source))?;
        if !metadata.is_file() {
            return Err(Error::Usage(format!("{}: an index needs files, which it reads again", path.display())));
        }
        Window::open(path)?;
        let digests = digest::of_file(path).map_err(|source| Error::input(path, source))?;
        let absolute = fs::canonicalize(path).map_err(|source| Error::input(path, source))?;
        let text = |path: &Path| path.to_str().map(String::from);
        let (Some(name), Some(absolute)) = (text(path), text(&absolute)) else {
            return Err(Error::Usage(format!("{}: an index needs names that are UTF-8", path.display())));
        };
        Ok(Self {
            name,
            path: absolute,
            size: metadata.len(),
            modified: modified(&metadata),
            xxh3: digests.xxh3,
            first_game: 0,
            games: 0,
            from_lang,
            drops_errors,
        })
    }

    /// # Errors
    /// The file is not there any more, or has other bytes.
    pub(crate) fn check(&self) -> Result<()> {
        let path = Path::new(&self.path);
        let moved = |error| failure(path, format!("a source of the index that is not there any more: {error}"));
        let metadata = fs::metadata(path).map_err(moved)?;
        let changed = || failure(path, "a source of the index that has changed since it was added");
        if metadata.len() != self.size {
            return Err(changed());
        }
        // A copy with another date has the same bytes.
        if modified(&metadata) != self.modified { self.check_digest() } else { Ok(()) }
    }

    /// # Errors
    /// As [`check`](Self::check), by the bytes.
    pub(super) fn check_digest(&self) -> Result<()> {
        let path = Path::new(&self.path);
        let moved = |error| failure(path, format!("a source of the index that is not there any more: {error}"));
        let digests = digest::of_file(path).map_err(moved)?;
        if digests.xxh3 != self.xxh3 {
            return Err(failure(path, "a source of the index that has changed since it was added"));
        }
        Ok(())
    }
}

fn modified(metadata: &Metadata) -> i64 {
    let time = metadata.modified().ok();
    let since = time.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    since.map_or(0, |since| i64::try_from(since.as_nanos()).unwrap_or(i64::MAX))
}

/// Reads games of one input by their places.
#[derive(Debug)]
pub struct SourceReader {
    window: Window,
    path: String,
    buffer: Vec<u8>,
}

impl SourceReader {
    /// # Errors
    /// The input is not there any more, or has changed.
    pub fn open(entry: &SourceEntry) -> Result<Self> {
        entry.check()?;
        let window = Window::open(Path::new(&entry.path))?;
        Ok(Self { window, path: entry.path.clone(), buffer: Vec::new() })
    }

    /// Reads the game at `offset`; `read` is given it, its movetext, and the offset that its places count from.
    ///
    /// # Errors
    /// The file cannot be read, or no game of this length begins there.
    pub fn game<T>(
        &mut self,
        offset: u64,
        length: u64,
        mut read: impl for<'a> FnMut(&Game<'a>, &mut Tokens<'a>, u64) -> T,
    ) -> Result<T> {
        let mut wanted = usize::try_from(length).unwrap_or(usize::MAX).saturating_add(BEHIND);
        loop {
            let whole = self.window.read(offset, wanted, &mut self.buffer)?;
            let mut games = Games::new(&self.buffer, 0, whole, notation::is_first_move);
            let changed = || failure(Path::new(&self.path), format!("no game of the index at byte {offset} any more"));
            match games.next_game() {
                Step::Game(game, mut tokens) => {
                    let start = game.start;
                    let value = read(game, &mut tokens, offset);
                    tokens.skip();
                    if games.advance(&tokens) {
                        let found = tokens.last().saturating_sub(start) as u64;
                        return if start == 0 && found == length { Ok(value) } else { Err(changed()) };
                    }
                }
                Step::End(_) => return Err(changed()),
                Step::Incomplete => {}
            }
            if whole {
                return Err(changed());
            }
            wanted = wanted.saturating_mul(2);
        }
    }
}
