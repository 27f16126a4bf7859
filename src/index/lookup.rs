//! Answers by key: games, and what was played. Only the pages that hold the key are read.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::Result;
use crate::index::directory::clean_if_idle;
use crate::index::failure;
use crate::index::manifest::{FileEntry, Manifest, Segment};
use crate::index::record::Record;
use crate::index::table_read::{Rows, Table};
use crate::index::tally::{Tally, Tallying};
use crate::output::Counts;

/// An index that is open for reading.
pub struct Index {
    directory: PathBuf,
    manifest: Manifest,
    segments: Vec<Tables>,
    places: RefCell<Option<Places>>,
}

/// A game that reaches a position, by the keys alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Number of the game.
    pub game: u64,
    /// The first ply with the key.
    pub ply: u32,
}

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GamePlace {
    pub source: usize,
    pub offset: u64,
    pub length: u64,
}

/// Tables of a segment, opened when they are needed.
struct Tables {
    games: OnceCell<Table>,
    tree: OnceCell<Table>,
    positions: Vec<OnceCell<Table>>,
}

/// Places of games whose numbers lie side by side: those of a page.
struct Places {
    games: Vec<i64>,
    sources: Vec<i32>,
    offsets: Vec<i64>,
    lengths: Vec<i64>,
}

fn opened<'t>(cell: &'t OnceCell<Table>, directory: &Path, entry: &FileEntry) -> Result<&'t Table> {
    if let Some(table) = cell.get() {
        return Ok(table);
    }
    let table = Table::open(directory, entry)?;
    Ok(cell.get_or_init(|| table))
}

impl Index {
    /// Opens the index in a directory, and removes what a command that did not end left in it.
    ///
    /// # Errors
    /// There is none, or its manifest is damaged.
    pub fn open(directory: &Path) -> Result<Self> {
        let manifest = Manifest::read(directory)?;
        clean_if_idle(directory, &manifest);
        let tables = |segment: &Segment| Tables {
            games: OnceCell::new(),
            tree: OnceCell::new(),
            positions: segment.position_files.iter().map(|_| OnceCell::new()).collect(),
        };
        let segments = manifest.segments.iter().map(tables).collect();
        Ok(Self { directory: directory.to_path_buf(), manifest, segments, places: RefCell::new(None) })
    }

    /// Where it is.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// What it consists of.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The games with one of these keys, in the order of their numbers.
    ///
    /// # Errors
    /// A table cannot be read, or is damaged.
    pub fn games_with(&self, keys: &[i64]) -> Result<Vec<Found>> {
        let mut plies: BTreeMap<u64, u32> = BTreeMap::new();
        for &key in keys {
            for (table, rows) in self.position_rows(key)? {
                let (games, ply) = (table.longs(&rows, 1)?, table.ints(&rows, 2)?);
                for (game, ply) in games.into_iter().zip(ply) {
                    let first = plies.entry(game as u64).or_insert(ply as u32);
                    *first = (*first).min(ply as u32);
                }
            }
        }
        Ok(plies.into_iter().map(|(game, ply)| Found { game, ply }).collect())
    }

    /// What was played from the position of this key.
    ///
    /// # Errors
    /// A table cannot be read, or is damaged.
    pub fn tally(&self, key: i64) -> Result<Tally> {
        let mut tally = Tally::default();
        for segment in 0..self.segments.len() {
            if !self.add_from_tree(segment, key, &mut tally)? {
                self.add_from_positions(segment, key, &mut tally)?;
            }
        }
        Ok(tally)
    }

    /// Adds what the tree says; false when it says nothing.
    fn add_from_tree(&self, segment: usize, key: i64, tally: &mut Tally) -> Result<bool> {
        let entry = &self.manifest.segments[segment].tree_file;
        if !entry.may_hold(key) {
            return Ok(false);
        }
        let table = opened(&self.segments[segment].tree, &self.directory, entry)?;
        let found = table.rows_of(key)?;
        for rows in &found {
            for (_, mv, counts) in tree_rows(table, rows)? {
                tally.add(mv, &counts);
            }
        }
        Ok(!found.is_empty())
    }

    /// A position seen once in a segment is in no tree.
    fn add_from_positions(&self, segment: usize, key: i64, tally: &mut Tally) -> Result<()> {
        let mut tallying = Tallying::default();
        for (table, rows) in self.segment_rows(segment, key)? {
            let (games, plies) = (table.longs(&rows, 1)?, table.ints(&rows, 2)?);
            let (moves, results) = (table.some_ints(&rows, 3)?, table.some_ints(&rows, 4)?);
            for row in 0..games.len() {
                let first = self.manifest.segments[segment].first_game;
                tallying.add(Record {
                    key,
                    game: (games[row] as u64 - first) as u32,
                    ply: plies[row] as u32,
                    mv: moves[row].map(|mv| mv as i16),
                    result: results[row].map(|result| result as i8),
                    ratings: self.ratings(games[row] as u64)?,
                });
            }
        }
        let (moves, _) = tallying.finish();
        moves.moves.iter().for_each(|(mv, counts)| tally.add(*mv, counts));
        Ok(())
    }

    /// Sum of both players' ratings; 0 where one is not known.
    fn ratings(&self, game: u64) -> Result<u16> {
        let Some((table, rows)) = self.game_row(game)? else { return Ok(0) };
        let elo = |column| -> Result<Option<i32>> { Ok(table.some_ints(&rows, column)?.first().copied().flatten()) };
        Ok(match (elo(6)?, elo(7)?) {
            (Some(white @ 1..), Some(black @ 1..)) => (white + black) as u16,
            _ => 0,
        })
    }

    fn game_row(&self, game: u64) -> Result<Option<(&Table, Rows)>> {
        let holds = |segment: &Segment| (segment.first_game..segment.first_game + segment.games).contains(&game);
        let Some(segment) = self.manifest.segments.iter().position(holds) else { return Ok(None) };
        let entry = &self.manifest.segments[segment].game_file;
        let table = opened(&self.segments[segment].games, &self.directory, entry)?;
        Ok(table.rows_of(game as i64)?.into_iter().next().map(|rows| (table, rows)))
    }

    /// Where a game stands in its source.
    pub(super) fn place(&self, game: u64) -> Result<GamePlace> {
        if let Some(place) = self.places.borrow().as_ref().and_then(|places| places.get(game)) {
            return Ok(place);
        }
        let missing = || failure(&self.directory, format!("damaged: game {game} is in no table of games"));
        let (table, Rows { group, rows }) = self.game_row(game)?.ok_or_else(missing)?;
        // Games that reach a position come in order: the next ones are near.
        let end = table.groups().get(group).copied().unwrap_or(rows.end).min(rows.start + 1024);
        let rows = Rows { group, rows: Range { start: rows.start, end } };
        let places = Places {
            games: table.longs(&rows, 0)?,
            sources: table.ints(&rows, 1)?,
            offsets: table.longs(&rows, 2)?,
            lengths: table.longs(&rows, 3)?,
        };
        let place = places.get(game).ok_or_else(missing);
        *self.places.borrow_mut() = Some(places);
        place
    }

    fn position_rows(&self, key: i64) -> Result<Vec<(&Table, Rows)>> {
        let mut found = Vec::new();
        for segment in 0..self.segments.len() {
            found.extend(self.segment_rows(segment, key)?);
        }
        Ok(found)
    }

    fn segment_rows(&self, segment: usize, key: i64) -> Result<Vec<(&Table, Rows)>> {
        let mut found = Vec::new();
        let files = &self.manifest.segments[segment].position_files;
        for (entry, cell) in files.iter().zip(&self.segments[segment].positions) {
            if entry.may_hold(key) {
                let table = opened(cell, &self.directory, entry)?;
                found.extend(table.rows_of(key)?.into_iter().map(|rows| (table, rows)));
            }
        }
        Ok(found)
    }
}

impl FileEntry {
    fn may_hold(&self, key: i64) -> bool {
        self.rows > 0 && self.first <= key && key <= self.last
    }
}

impl Places {
    fn get(&self, game: u64) -> Option<GamePlace> {
        let row = self.games.binary_search(&(game as i64)).ok()?;
        Some(GamePlace {
            source: self.sources[row] as usize,
            offset: self.offsets[row] as u64,
            length: self.lengths[row] as u64,
        })
    }
}

/// Rows of a table of moves: key, move, sums.
pub(super) fn tree_rows(table: &Table, rows: &Rows) -> Result<Vec<(i64, Option<i16>, Counts)>> {
    let (keys, moves, sums) = (table.longs(rows, 0)?, table.some_ints(rows, 1)?, table.doubles(rows, 6)?);
    let (games, white, draws) = (table.longs(rows, 2)?, table.longs(rows, 3)?, table.longs(rows, 4)?);
    let (black, rated) = (table.longs(rows, 5)?, table.longs(rows, 7)?);
    let row = |at: usize| {
        let counts = Counts {
            games: games[at] as u64,
            white: white[at] as u64,
            draws: draws[at] as u64,
            black: black[at] as u64,
            rating_sum: sums[at],
            rated: rated[at] as u64,
        };
        (keys[at], moves[at].map(|mv| mv as i16), counts)
    };
    Ok((0..keys.len()).map(row).collect())
}
