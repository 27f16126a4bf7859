//! The lines of a game: the mainline and the variations open at one moment.

use crate::chess::{Move, Position, Undo};

/// Variations nested deeper than this are passed over. Each open one keeps a position, so
/// that a file of parentheses must not take memory without end.
pub(super) const DEEPEST: usize = 4096;

/// One line being played.
#[derive(Debug)]
pub(super) struct Line {
    pub position: Position,
    /// Half-moves since the start of the game.
    pub ply: u32,
    /// Moves played in this line itself.
    pub moves: u32,
    /// A move could not be read: the rest of the line is passed over.
    pub dead: bool,
    /// The move played last, for a variation that replaces it; none before the first.
    last: Option<Move>,
    /// What takes it back.
    undo: Undo,
    /// Variations to that move so far.
    variations: u32,
    /// Length of the path of the line that this one is a variation of.
    outer_path: usize,
}

impl Line {
    fn new(position: Position, ply: u32, dead: bool, outer_path: usize) -> Self {
        Self { position, ply, moves: 0, dead, last: None, undo: Undo::default(), variations: 0, outer_path }
    }

    #[inline(always)]
    pub fn play(&mut self, mv: Move) {
        self.position.play_noting(mv, &mut self.undo);
        self.last = Some(mv);
        self.variations = 0;
        self.ply += 1;
        self.moves += 1;
    }
}

/// Why a variation is passed over.
#[derive(Debug)]
pub(super) enum NotOpened {
    /// There is no move that it could replace.
    NoMove,
    TooDeep,
    /// The line around it is passed over.
    Dead,
}

/// The line being read and those around it.
#[derive(Debug)]
pub(super) struct Lines {
    pub current: Line,
    outer: Vec<Line>,
    /// Variations open inside the current line that are passed over.
    passed_over: u32,
    path: Vec<u8>,
}

impl Lines {
    /// The mainline from `start`; dead from the beginning when there is none.
    pub fn new(start: Option<Position>) -> Self {
        let dead = start.is_none();
        let position = start.unwrap_or_else(Position::start);
        let current = Line::new(position, 0, dead, 0);
        Self { current, outer: Vec::new(), passed_over: 0, path: Vec::new() }
    }

    /// The position reached in the mainline.
    pub fn mainline(&self) -> &Position {
        &self.outer.first().unwrap_or(&self.current).position
    }

    /// Variations around the line being played.
    pub fn depth(&self) -> usize {
        self.outer.len()
    }

    /// Whether a move of the mainline could not be read.
    pub fn is_mainline_dead(&self) -> bool {
        self.outer.first().unwrap_or(&self.current).dead
    }

    /// Half-moves of the mainline so far.
    pub fn mainline_plies(&self) -> u32 {
        self.outer.first().unwrap_or(&self.current).moves
    }

    /// Whether tokens here are passed over: behind a move that could not be read, or in a
    /// variation that has no move to replace.
    pub fn is_passing(&self) -> bool {
        self.current.dead || self.passed_over > 0
    }

    /// Variations open inside the current line that are passed over.
    pub fn passed_over(&self) -> u32 {
        self.passed_over
    }

    /// Whether the token being read is inside any variation, played or passed over.
    pub fn is_inside(&self) -> bool {
        self.depth() > 0 || self.passed_over > 0
    }

    /// Path of the current line: ply and number of each variation, `12.1/14.2`.
    pub fn path(&self) -> &[u8] {
        &self.path
    }

    /// The line being read, and its path.
    pub fn current_and_path(&mut self) -> (&mut Line, &[u8]) {
        (&mut self.current, &self.path)
    }

    /// Enters a variation, which begins before the move played last.
    pub fn open(&mut self) -> Result<(), NotOpened> {
        if self.is_passing() {
            self.passed_over += 1;
            return Err(NotOpened::Dead);
        }
        let Some(mv) = self.current.last else {
            self.passed_over += 1;
            return Err(NotOpened::NoMove);
        };
        if self.outer.len() == DEEPEST {
            self.passed_over += 1;
            return Err(NotOpened::TooDeep);
        }
        self.current.variations += 1;
        let outer_path = self.path.len();
        if outer_path > 0 {
            self.path.push(b'/');
        }
        let mut digits = itoa::Buffer::new();
        self.path.extend_from_slice(digits.format(self.current.ply).as_bytes());
        self.path.push(b'.');
        self.path.extend_from_slice(digits.format(self.current.variations).as_bytes());
        let mut position = self.current.position.clone();
        position.undo(mv, self.current.undo);
        let line = Line::new(position, self.current.ply - 1, false, outer_path);
        self.outer.push(std::mem::replace(&mut self.current, line));
        Ok(())
    }

    /// Leaves a variation; gives the line if it was one that was played.
    pub fn close(&mut self) -> Option<Line> {
        if self.passed_over > 0 {
            self.passed_over -= 1;
            return None;
        }
        let outer = self.outer.pop()?;
        let line = std::mem::replace(&mut self.current, outer);
        self.path.truncate(line.outer_path);
        Some(line)
    }
}
