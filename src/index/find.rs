//! `find` on an index: each game that the keys name is replayed before it is told of.

use std::io::Write;
use std::ops::ControlFlow;

use crate::chess::notation::System;
use crate::index::Index;
use crate::index::failure;
use crate::index::lookup::Found;
use crate::index::sources::SourceReader;
use crate::offsets::Offsets;
use crate::output::{Find, Place, Rows};
use crate::pgn::{Game, Tokens};
use crate::problem::Problems;
use crate::replay::{Asks, Replay, Variations};
use crate::report::Summary;
use crate::search::Queries;
use crate::{Error, Result};

/// Rows are written out when there are so many bytes of them.
const FULL: usize = 1 << 16;

/// Writes the games that reach the positions: the rows that a scan of the sources gives, position
/// after position, with at most `limit` games each. A scan's frames are not written.
///
/// # Errors
/// The index is damaged, a source of a game has moved or changed, or the output cannot be written.
pub fn find(index: &Index, find: &Find, limit: u64, out: &mut dyn Write) -> Result<Finds> {
    let mut bytes = Vec::new();
    find.header(&mut bytes);
    let mut sources: Vec<Option<SourceReader>> = index.manifest().sources.iter().map(|_| None).collect();
    let mut finds = Finds::default();
    let written = |source| Error::output("output", source);
    let mut rows = Vec::new();
    for (number, sought) in find.queries.list() {
        let keys = sought.keys();
        let one = Find { queries: Queries::new(vec![(*number, sought.clone())]), replay: false, ..find.clone() };
        let mut count = 0;
        for found in index.games_with(&keys)? {
            if count == limit {
                break;
            }
            let place = index.place(found.game)?;
            let entry = index.manifest().sources.get(place.source);
            let entry = entry.ok_or_else(|| failure(index.directory(), "damaged: a game of no source"))?;
            let source = match &mut sources[place.source] {
                Some(source) => source,
                none => none.insert(SourceReader::open(entry)?),
            };
            // Each source is read as it was read for the index.
            let as_built;
            let from = entry.from_lang.as_deref().and_then(System::by_name);
            let one = match from {
                None => &one,
                Some(_) => {
                    as_built = Find { from, ..one.clone() };
                    &as_built
                }
            };
            let mut writer = one.writer();
            let is_game = source.game(place.offset, place.length, |game, tokens, base| {
                rows.clear();
                let before = tokens.clone();
                let mut problems = Problems::default();
                let at = Place { file: &entry.name, number: found.game, base, offsets: &Offsets::SAME };
                let given = writer.game(game, tokens, &at, &mut rows, &mut problems);
                // Two positions may have one key, once in a very long while.
                match given.filtered {
                    true if has_key(game, &mut before.clone(), &found, &keys, from) => Some(false),
                    true => None,
                    false => Some(true),
                }
            })?;
            match is_game {
                None => {
                    let what = format!("a source of the index that has changed: game {} reads otherwise", found.game);
                    return Err(failure(entry.path.as_ref(), what));
                }
                Some(false) => continue,
                Some(true) => {}
            }
            count += 1;
            bytes.extend_from_slice(if find.numbered {
                rows.get(crate::output::FRAME..).unwrap_or_default()
            } else {
                &rows
            });
            if bytes.len() >= FULL {
                out.write_all(&bytes).map_err(written)?;
                bytes.clear();
            }
        }
        finds.counts.push(count);
    }
    out.write_all(&bytes).and_then(|()| out.flush()).map_err(written)?;
    let given = finds.counts.iter().sum();
    finds.summary = Summary { games: index.manifest().games(), positions: given, given, ..Summary::default() };
    finds.summary.filtered = finds.summary.games.saturating_sub(given);
    Ok(finds)
}

/// What a search came to.
#[derive(Clone, Debug, Default)]
pub struct Finds {
    /// Games of each position.
    pub counts: Vec<u64>,
    /// Of all.
    pub summary: Summary,
}

/// Whether the game has one of the keys at the ply that the index tells.
fn has_key<'a>(game: &Game<'a>, tokens: &mut Tokens<'a>, found: &Found, keys: &[i64], from: Option<System>) -> bool {
    let mut problems = Problems::default();
    let asks = Asks { from, hash: true, variations: Variations::PassOver, ..Asks::default() };
    let mut replay = Replay::new(game, tokens, 0, asks, &mut problems);
    loop {
        let mut has = false;
        let there = replay.each_ply_until(|reached| {
            if reached.ply.number < found.ply {
                return ControlFlow::Continue(());
            }
            has = keys.contains(&(reached.position.hash() as i64));
            ControlFlow::Break(())
        });
        if there.is_break() {
            if replay.pass_over_rest() {
                return has;
            }
            replay.each_ply(|_| {});
        }
        if !replay.begin_again() {
            return has;
        }
    }
}
