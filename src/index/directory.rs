//! The directory of an index: who writes in it, and what an ended command left there.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use fs4::{FileExt, TryLockError};

use crate::index::failure;
use crate::index::manifest::{self, Manifest};
use crate::{Error, Result};

/// Name of the file that a command locks while it writes.
const LOCK: &str = "LOCK";

/// How often a lock is tried for, 50 ms apart: one that cleans up is soon gone.
const TRIES: u32 = 40;

/// Whether there is an index in this directory.
pub fn is_index(path: &Path) -> bool {
    path.join(manifest::NAME).is_file()
}

/// A directory in which nobody else writes.
#[derive(Debug)]
pub struct Directory {
    path: PathBuf,
    _lock: File,
}

impl Directory {
    /// Takes a directory to write in, which is made where it is not there.
    ///
    /// # Errors
    /// It cannot be made, or another command writes in it.
    pub fn take(path: &Path) -> Result<Self> {
        let failed = |source| Error::output(path.display().to_string(), source);
        fs::create_dir_all(path).map_err(failed)?;
        let lock = File::create(path.join(LOCK)).map_err(failed)?;
        for _ in 0..TRIES {
            if is_locked(&lock).map_err(failed)? {
                return Ok(Self { path: path.to_path_buf(), _lock: lock });
            }
            thread::sleep(Duration::from_millis(50));
        }
        Err(failure(path, "another command is changing this index"))
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes what no manifest names and only a command that did not end can have left.
    ///
    /// # Errors
    /// It cannot be read or removed.
    pub fn clean(&self, manifest: &Manifest) -> Result<()> {
        for path in leftovers(&self.path, manifest)? {
            let removed = if path.is_dir() { fs::remove_dir(&path) } else { fs::remove_file(&path) };
            match removed {
                Err(error) if !path.is_dir() => return Err(Error::output(path.display().to_string(), error)),
                _ => {}
            }
        }
        Ok(())
    }
}

/// Removes what a command that did not end left in an index, unless one is at work in it.
pub(super) fn clean_if_idle(path: &Path, manifest: &Manifest) {
    // A reader need not be able to write there: then nothing is removed.
    let Ok(lock) = File::options().write(true).open(path.join(LOCK)) else { return };
    if matches!(is_locked(&lock), Ok(true)) {
        // The index may have changed since it was read, which an idle one has not.
        let unchanged = Manifest::read(path).is_ok_and(|now| now == *manifest);
        if unchanged {
            let _ = Directory { path: path.to_path_buf(), _lock: lock }.clean(manifest);
        }
    }
}

fn is_locked(lock: &File) -> io::Result<bool> {
    match FileExt::try_lock(lock) {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Our files that the manifest does not name, and folders for them, in the order of removal.
fn leftovers(directory: &Path, manifest: &Manifest) -> Result<Vec<PathBuf>> {
    let named: Vec<PathBuf> = manifest.files().map(|file| directory.join(&file.path)).collect();
    let mut found = vec![directory.join(format!("{}.new", manifest::NAME))];
    found.retain(|path| path.exists());
    for folder in ["games", "tree"] {
        found.extend(entries(&directory.join(folder))?.into_iter().filter(|path| is_numbered(path, 6)));
    }
    for folder in entries(&directory.join("positions"))?.into_iter().filter(|path| path.is_dir()) {
        let is_ours = folder.file_name().and_then(|name| name.to_str()).is_some_and(|name| is_number(name, 6));
        if is_ours {
            found.extend(entries(&folder)?.into_iter().filter(|path| is_numbered(path, 3)));
            found.push(folder);
        }
    }
    found.retain(|path| named.iter().all(|named| named != path && named.parent() != Some(path)));
    Ok(found)
}

/// Every file below the directory that is not named: for `verify`, which tells of them.
pub(super) fn unnamed(directory: &Path, manifest: &Manifest) -> Result<Vec<PathBuf>> {
    let mut named: Vec<PathBuf> = manifest.files().map(|file| directory.join(&file.path)).collect();
    named.extend([directory.join(LOCK), directory.join(manifest::NAME)]);
    let (mut folders, mut found) = (vec![directory.to_path_buf()], Vec::new());
    while let Some(folder) = folders.pop() {
        for path in entries(&folder)? {
            if path.is_dir() {
                folders.push(path);
            } else if !named.contains(&path) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(Error::input(folder, error)),
        Ok(entries) => {
            let paths: io::Result<Vec<PathBuf>> = entries.map(|entry| entry.map(|entry| entry.path())).collect();
            paths.map_err(|error| Error::input(folder, error))
        }
    }
}

/// `000012.parquet`, or `003-1.parquet`.
fn is_numbered(path: &Path, digits: usize) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(".parquet"));
    name.is_some_and(|name| {
        let (number, part) = name.split_once('-').unwrap_or((name, "0"));
        is_number(number, digits) && !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit())
    })
}

fn is_number(text: &str, digits: usize) -> bool {
    text.len() >= digits && text.bytes().all(|byte| byte.is_ascii_digit())
}
