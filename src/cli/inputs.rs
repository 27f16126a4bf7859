//! The inputs that the arguments name: files, folders, a list of them, standard input.

use std::fs;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use crate::cli::args::Common;
use crate::input::{self, Source};
use crate::{Error, Result};

/// Every input, in order; standard input where none is named.
pub fn sources(common: &Common) -> Result<Vec<Source>> {
    let mut paths = paths(common)?;
    if paths.is_empty() && common.inputs.is_empty() && common.files_from.is_none() {
        if io::stdin().is_terminal() {
            return Err(Error::Usage(String::from("no input: name a file, or pipe PGN in")));
        }
        paths.push(PathBuf::from("-"));
    }
    let source = |path: PathBuf| match path.as_os_str() {
        dash if dash == "-" => Source::stdin(),
        _ => Source::file(path, !common.no_mmap),
    };
    Ok(paths.into_iter().map(|path| source(path).in_encoding(common.encoding.clone())).collect())
}

/// The files that are named: those of the command line, then those of the list; a folder's sorted by path.
pub fn paths(common: &Common) -> Result<Vec<PathBuf>> {
    let mut named = common.inputs.clone();
    if let Some(list) = &common.files_from {
        named.extend(listed(list)?);
    }
    let mut paths = Vec::with_capacity(named.len());
    for path in named {
        if path.as_os_str() != "-" && path.is_dir() {
            paths.extend(input::walk(&path)?);
        } else {
            paths.push(path);
        }
    }
    Ok(paths)
}

/// The names of a list: one a line, or parted by NUL bytes as `find -print0` writes them.
fn listed(list: &Path) -> Result<Vec<PathBuf>> {
    let bytes = if list.as_os_str() == "-" {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(list)
    };
    let bytes = bytes.map_err(|source| Error::input(list, source))?;
    let end = if bytes.contains(&0) { 0 } else { b'\n' };
    let names = bytes.split(|&byte| byte == end);
    let names = names.map(|name| if end == b'\n' { name.strip_suffix(b"\r").unwrap_or(name) } else { name });
    Ok(names.filter(|name| !name.is_empty()).map(path).collect())
}

/// A name that need not be UTF-8.
#[cfg(unix)]
fn path(name: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(std::ffi::OsStr::from_bytes(name))
}

#[cfg(not(unix))]
fn path(name: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(name).into_owned())
}
