//! Whether an index is sound: digests, order, counts; on demand also that it says what its sources say.

use std::path::Path;

use crate::index::compact::Ratings;
use crate::index::deep;
use crate::index::digest;
use crate::index::directory::{self, clean_if_idle};
use crate::index::games;
use crate::index::manifest::{FileEntry, Manifest, Segment};
use crate::index::record::Record;
use crate::index::stream::{Pieces, PositionStream};
use crate::index::tally::{Tally, Tallying};
use crate::output::Counts;
use crate::pipeline::Job;
use crate::{Error, Result};

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// What is wrong, each with the file at fault.
    pub faults: Vec<String>,
    /// Files that are not the index's: no fault.
    pub others: Vec<String>,
}

/// Looks at every file that the manifest names; with `deep`, replays the sources too.
///
/// # Errors
/// There is no index, or its manifest is damaged: then nothing else can be told.
pub fn verify(path: &Path, deep: Option<&Job>) -> Result<Verdict> {
    let manifest = Manifest::read(path)?;
    clean_if_idle(path, &manifest);
    let mut verdict = Verdict::default();
    let mut fault = |what: String| verdict.faults.push(what);
    let mut ratings = Ratings::new(&manifest)?;
    let mut sound = true;
    let mut next_game = 1;
    for segment in &manifest.segments {
        if segment.first_game != next_game {
            fault(format!("segment {:06}: its first game is {} and not {next_game}", segment.id, segment.first_game));
        }
        next_game = segment.first_game + segment.games;
        let files = [&segment.game_file, &segment.tree_file];
        let mut whole = true;
        for file in files.into_iter().chain(&segment.position_files) {
            if let Some(what) = damage(path, file) {
                fault(format!("{}: {what}", file.path));
                whole = false;
            }
        }
        sound &= whole;
        // What is in a damaged file says nothing.
        if whole && let Err(error) = contents(path, segment, &mut ratings) {
            fault(told(&error));
            sound = false;
        }
    }
    if manifest.sources.iter().map(|source| source.games).sum::<u64>() != manifest.games() {
        fault(String::from("MANIFEST.json: the games of sources and segments are not as many"));
    }
    if let Some(job) = deep.filter(|_| sound) {
        for what in deep::compare(path, &manifest, job)? {
            verdict.faults.push(what);
        }
    }
    let others = directory::unnamed(path, &manifest)?;
    verdict.others = others.iter().map(|other| other.display().to_string()).collect();
    Ok(verdict)
}

/// An error with its cause.
fn told(error: &Error) -> String {
    match std::error::Error::source(error) {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}

fn damage(path: &Path, file: &FileEntry) -> Option<String> {
    match digest::of_file(&path.join(&file.path)) {
        Err(error) => Some(format!("cannot read: {error}")),
        Ok(found) if found.size != file.size => {
            Some(format!("damaged: it has {} bytes and not {}", found.size, file.size))
        }
        Ok(found) if found.xxh3 != file.xxh3 || found.blocks != file.blocks => {
            Some(String::from("damaged: its digest does not fit"))
        }
        Ok(_) => None,
    }
}

/// Order and counts of a segment's tables, and that the tree is the sums of the positions.
fn contents(path: &Path, segment: &Segment, ratings: &mut Ratings) -> Result<()> {
    let wrong = |file: &FileEntry, what: &str| super::failure(&path.join(&file.path), what);
    let (mut before, mut rows) = (0, 0);
    games::each_row(path, &segment.game_file, |row| {
        let game = row.game as u64;
        ratings.set(game, row.ratings());
        let is_ours = (segment.first_game..segment.first_game + segment.games).contains(&game);
        if !is_ours || game <= before {
            return Err(wrong(&segment.game_file, "games are not in order"));
        }
        (before, rows) = (game, rows + 1);
        Ok(())
    })?;
    if rows != segment.game_file.rows {
        return Err(wrong(&segment.game_file, "its number of rows does not fit"));
    }
    let mut tree = TreeStream::of(path, &segment.tree_file)?;
    let mut positions = PositionStream::of(path, segment, i64::MIN..=i64::MAX);
    let (mut last, mut count): (Option<(i64, u64, u32)>, u64) = (None, 0);
    let mut tallying = Tallying::default();
    let file = segment.position_files.first().unwrap_or(&segment.tree_file);
    while let Some(row) = positions.next_row()? {
        let order = (row.key, row.game, row.ply);
        if last.is_some_and(|last| last >= order) {
            return Err(wrong(file, "positions are not in order"));
        }
        if let Some((key, ..)) = last.filter(|(key, ..)| *key != row.key) {
            tree.expect(key, std::mem::take(&mut tallying))?;
        }
        tallying.add(Record {
            key: row.key,
            game: (row.game - segment.first_game) as u32,
            ply: row.ply,
            mv: row.mv,
            result: row.result,
            ratings: ratings.of(row.game),
        });
        last = Some(order);
        count += 1;
    }
    if let Some((key, ..)) = last {
        tree.expect(key, tallying)?;
    }
    if count != segment.positions {
        return Err(wrong(file, "the number of positions does not fit"));
    }
    tree.expect_end()
}

/// The rows of a table of moves, against what they should be.
struct TreeStream {
    name: std::path::PathBuf,
    pieces: Pieces,
    rows: std::vec::IntoIter<(i64, Option<i16>, Counts)>,
}

impl TreeStream {
    fn of(path: &Path, file: &FileEntry) -> Result<Self> {
        Ok(Self { name: path.join(&file.path), pieces: Pieces::of(path, file)?, rows: Vec::new().into_iter() })
    }

    fn next(&mut self) -> Result<Option<(i64, Option<i16>, Counts)>> {
        loop {
            if let Some(row) = self.rows.next() {
                return Ok(Some(row));
            }
            let Some((table, rows)) = self.pieces.next_rows() else { return Ok(None) };
            self.rows = super::lookup::tree_rows(table, &rows)?.into_iter();
        }
    }

    /// Compares with the tally of a key, which has rows if it is of more than one position.
    fn expect(&mut self, key: i64, tallying: Tallying) -> Result<()> {
        let (Tally { moves }, records) = tallying.finish();
        if records < 2 {
            return Ok(());
        }
        for (mv, counts) in moves {
            if self.next()? != Some((key, mv, counts)) {
                return Err(super::failure(&self.name, format!("not the sums of the positions, at key {key:016x}")));
            }
        }
        Ok(())
    }

    fn expect_end(&mut self) -> Result<()> {
        match self.next()? {
            None => Ok(()),
            Some(_) => Err(super::failure(&self.name, "moves of positions that are not there")),
        }
    }
}
