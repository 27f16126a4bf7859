//! What ends a run.
//!
//! A game that cannot be read does not: that is a [`Problem`](crate::problem::Problem).

use std::io;
use std::path::PathBuf;

/// Why a run could not go on. None of these is about a single game.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An input could not be opened or read.
    #[error("{name}: cannot read")]
    Input {
        /// The input as it was given.
        name: String,
        /// What the system said.
        source: io::Error,
    },
    /// The output could not be written.
    #[error("{name}: cannot write")]
    Output {
        /// The output as it was given, or `standard output`.
        name: String,
        /// What the system said.
        source: io::Error,
    },
    /// The reader of our output went away (a closed pipe); not a failure.
    #[error("output closed")]
    OutputClosed,
    /// A file of an index, or a source of it, is not as it must be.
    #[error("{name}: {reason}")]
    Index {
        /// The file.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Options that do not fit together, or a value that means nothing.
    #[error("{0}")]
    Usage(String),
    /// The worker threads could not be started.
    #[error("cannot start worker threads")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

impl Error {
    /// An output failure; a closed pipe is told apart.
    pub fn output(name: impl Into<String>, source: io::Error) -> Self {
        match source.kind() {
            io::ErrorKind::BrokenPipe => Self::OutputClosed,
            _ => Self::Output { name: name.into(), source },
        }
    }

    /// An input failure.
    pub fn input(path: &std::path::Path, source: io::Error) -> Self {
        Self::Input { name: PathBuf::from(path).display().to_string(), source }
    }
}

/// A result whose failure ends the run.
pub type Result<T> = std::result::Result<T, Error>;
