//! Folders: the files below one that hold games.

use std::io;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::input::names;
use crate::{Error, Result};

/// The files below a folder that have the name of PGN or zip, sorted by path. Symbolic links are followed, but not back to
/// a folder that they lie in; what is hidden (`.git`) is left out.
///
/// # Errors
/// A folder cannot be read.
pub fn walk(folder: &Path) -> Result<Vec<PathBuf>> {
    let is_hidden = |name: &std::ffi::OsStr| name.as_encoded_bytes().starts_with(b".");
    let entries = WalkDir::new(folder).follow_links(true).sort_by_file_name().into_iter();
    let shown = entries.filter_entry(|entry| entry.depth() == 0 || !is_hidden(entry.file_name()));
    let mut files = Vec::new();
    for entry in shown {
        match entry {
            Ok(entry) if !entry.file_type().is_dir() && names::is_wanted(entry.path()) => files.push(entry.into_path()),
            Ok(_) => {}
            Err(error) if error.loop_ancestor().is_some() => {}
            // A link to nothing is nothing that we would have read.
            Err(error) if is_gone(&error) && !error.path().is_some_and(names::is_wanted) => {}
            Err(error) => {
                let path = error.path().unwrap_or(folder).to_path_buf();
                let source = error.into_io_error().unwrap_or_else(|| io::Error::from(io::ErrorKind::Other));
                return Err(Error::input(&path, source));
            }
        }
    }
    Ok(files)
}

fn is_gone(error: &walkdir::Error) -> bool {
    error.io_error().is_some_and(|error| error.kind() == io::ErrorKind::NotFound)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn files_of_games_are_found_sorted_and_loops_end() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        for name in ["b.pgn", "a/2.PGN.zst", "a/1.zip", "a.pgn", "a/x.txt", "c/d/e.pgn.gz", ".git/x.pgn", "a/._1.pgn"] {
            let path = dir.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect(name);
            fs::write(&path, "").expect(name);
        }
        let mut expected = vec!["a/1.zip", "a/2.PGN.zst", "a.pgn", "b.pgn", "c/d/e.pgn.gz"];
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("..", dir.path().join("a/up")).expect("a link");
            std::os::unix::fs::symlink("../b.pgn", dir.path().join("c/again.pgn")).expect("a link");
            expected.insert(4, "c/again.pgn");
        }
        let found: Vec<_> = walk(dir.path())
            .expect("folders")
            .into_iter()
            .map(|path| path.strip_prefix(dir.path()).expect("below").to_string_lossy().replace('\\', "/"))
            .collect();
        assert_eq!(found, expected);
    }
}
