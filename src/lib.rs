//! plydex reads PGN archives: every FEN of every game, the games that reach a position, and
//! move text in standard SAN.
//!
//! The library is the product; the program `plydex` is a thin shell around it. From the
//! bottom up: [`chess`] knows the rules, [`pgn`] the grammar, [`replay`] brings both together
//! for one game, [`input`] and [`output`] deal with bytes at either end, and [`pipeline`]
//! runs it all on several cores, in order and in bounded memory.
//!
//! ```
//! use plydex::output::{Fens, Format};
//! use plydex::pipeline::{Job, run_on_bytes};
//!
//! let fens = Fens { format: Format::Text, ..Fens::default() };
//! let mut out = Vec::new();
//! let summary = run_on_bytes(b"1. e4 e5 *", &fens, &Job::default(), &mut out)?;
//! assert_eq!(summary.positions, 3);
//! assert!(out.starts_with(b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"));
//! # Ok::<_, plydex::Error>(())
//! ```

#![forbid(unsafe_op_in_unsafe_fn)]
#![warn(missing_docs)]

pub mod chess;
#[cfg(feature = "cli")]
pub mod cli;
mod error;
pub mod index;
pub mod input;
pub mod offsets;
pub mod output;
pub mod pgn;
pub mod pipeline;
pub mod positions;
pub mod problem;
pub mod replay;
pub mod report;
pub mod search;
mod table;

pub use error::{Error, Result};
