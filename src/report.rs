//! What is said about a run: problems with their places, and the summary.
//!
//! Takes [`Problem`]s as the workers found them; the [`pipeline`](crate::pipeline) adds game
//! numbers, lines and columns. Where all this is shown is up to an [`Observer`].

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use crate::Result;
use crate::problem::{Action, Problem, Severity};

/// A problem with its place, ready to be shown or written as one line of a report.
#[derive(Clone, Debug, Serialize)]
pub struct Entry<'a> {
    /// The input, as it was given.
    pub file: &'a str,
    /// The game's number in the run; none outside any game.
    pub game: Option<u64>,
    /// Line, from 1.
    pub line: u64,
    /// Column in characters, from 1.
    pub column: u64,
    /// Byte of the uncompressed input, from 0.
    pub offset: u64,
    /// The ply whose move is at fault.
    pub ply: Option<u32>,
    /// `error` or `warning`.
    pub severity: &'static str,
    /// Kind of problem.
    pub kind: &'static str,
    /// The text at fault.
    pub token: Option<String>,
    /// What is wrong, in words.
    pub message: String,
    /// The position before the move at fault.
    pub fen: Option<&'a str>,
    /// What was done about it.
    pub action: &'static str,
    /// Whether `check` leaves it out unless asked for all.
    #[serde(skip)]
    pub minor: bool,
}

impl<'a> Entry<'a> {
    pub(crate) fn new(
        problem: &'a Problem,
        file: &'a str,
        game: u64,
        (line, column): (u64, u64),
        action: Action,
    ) -> Self {
        Self {
            file,
            game: problem.in_game.then_some(game),
            line,
            column,
            offset: problem.offset,
            ply: problem.ply,
            severity: problem.severity().name(),
            kind: problem.kind.name(),
            token: problem.token.as_deref().map(|token| crate::pgn::text::decode(token).into_owned()),
            message: problem.message(),
            fen: problem.fen.as_deref(),
            action: action.name(),
            minor: problem.kind.is_minor(),
        }
    }

    /// Whether moves are lost by it.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error.name()
    }
}

impl fmt::Display for Entry<'_> {
    /// `FILE:LINE:COLUMN: game G: ply N: MESSAGE`; a warning says that it is one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: ", self.file, self.line, self.column)?;
        if let Some(game) = self.game {
            write!(f, "game {game}: ")?;
        }
        if let Some(ply) = self.ply {
            write!(f, "ply {ply}: ")?;
        }
        if !self.is_error() {
            f.write_str("warning: ")?;
        }
        f.write_str(&self.message)
    }
}

/// Is told what happens in a run, in the order of the input.
pub trait Observer {
    /// A problem of a game, or of text between games.
    ///
    /// # Errors
    /// It cannot be written down.
    fn problem(&mut self, entry: &Entry<'_>) -> Result<()>;

    /// The source bytes of a game with an error.
    ///
    /// # Errors
    /// They cannot be written down.
    fn reject(&mut self, game: &[u8]) -> Result<()>;

    /// Whether [`reject`](Self::reject) wants to be called.
    fn wants_rejects(&self) -> bool;

    /// How far the run has come, in bytes of input and in games.
    fn progress(&mut self, bytes: u64, games: u64);
}

/// An observer that is interested in nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {
    fn problem(&mut self, _entry: &Entry<'_>) -> Result<()> {
        Ok(())
    }

    fn reject(&mut self, _game: &[u8]) -> Result<()> {
        Ok(())
    }

    fn wants_rejects(&self) -> bool {
        false
    }

    fn progress(&mut self, _bytes: u64, _games: u64) {}
}

/// What a run came to. Always `games = given + filtered + dropped`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Games read.
    pub games: u64,
    /// Positions written.
    pub positions: u64,
    /// Problems that lose something.
    pub errors: u64,
    /// Problems that lose nothing.
    pub warnings: u64,
    /// Bytes of uncompressed input.
    pub bytes: u64,
    /// Games written, whole or up to their problem.
    pub given: u64,
    /// Games left out because nobody asked for them.
    pub filtered: u64,
    /// Games left out because of a problem.
    pub dropped: u64,
    /// The run ended at a problem, as it was told to.
    pub stopped: bool,
    /// The run was asked to end before its end.
    pub interrupted: bool,
    /// Games in each notation other than English SAN.
    pub notations: BTreeMap<&'static str, u64>,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, positions, errors, warnings, bytes, .. } = self;
        write!(f, "games {games}, positions {positions}, problems {errors}, warnings {warnings}, bytes {bytes}")
    }
}
