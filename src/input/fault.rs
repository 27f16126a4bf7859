//! Damage: why an input gave fewer bytes than it should have.
//!
//! It travels as an [`io::Error`] through the readers that decode, so that each layer passes it on; a failure of the system is
//! any other error. What came before it is read all the same.

use std::fmt;
use std::io;

/// A compressed stream ended early, or what it holds is not what was packed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong, and where.
    pub reason: String,
    /// The last token before it, which may have lost its end and is not read.
    pub token: Vec<u8>,
}

impl Fault {
    pub(super) fn error(reason: impl Into<String>) -> io::Error {
        io::Error::other(Self { reason: reason.into(), token: Vec::new() })
    }

    /// The fault that an error stands for; else the error.
    pub(super) fn of(error: io::Error) -> io::Result<Self> {
        match error.downcast::<Self>() {
            Ok(fault) => Ok(fault),
            Err(error) => Err(error),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Fault {}
