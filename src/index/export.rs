//! The position index as rows of text: one a position and game, sorted by hash, game and ply.
//!
//! The tables hold keys; the positions themselves come from the sources. Rows are taken in
//! pieces that fit in memory; the games of a piece are replayed once for it.

use crate::Result;
use crate::chess::notation::{San, System, san};
use crate::chess::{CastlingLetters, FenCache, Position};
use crate::index::failure;
use crate::index::lookup::Index;
use crate::index::packed::unpack;
use crate::index::sources::SourceReader;
use crate::index::stream::{PositionRow, PositionStream};
use crate::problem::Problems;
use crate::replay::{Asks, Replay};

/// A row of the export.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// First four fields of the FEN.
    pub epd: String,
    /// Zobrist key.
    pub hash: i64,
    /// Number of the game.
    pub game: u64,
    /// Half-moves since the game's start.
    pub ply: u32,
    /// Byte of the game's first character in its source.
    pub offset: u64,
    /// The move played from here, in SAN; none at the game's end.
    pub next: Option<String>,
    /// 1 White won, 0 draw, -1 Black won.
    pub result: Option<i8>,
}

/// Rows that are in memory at a time.
const PIECE: usize = 1 << 21;

/// Gives every row of the index, in order.
///
/// # Errors
/// The index is damaged, a source has moved or changed, or `give` fails.
pub fn export(index: &Index, mut give: impl FnMut(&Exported) -> Result<()>) -> Result<()> {
    let segments = &index.manifest().segments;
    let mut streams: Vec<PositionStream<'_>> =
        segments.iter().map(|segment| PositionStream::of(index.directory(), segment, i64::MIN..=i64::MAX)).collect();
    let mut heads = streams.iter_mut().map(PositionStream::next_row).collect::<Result<Vec<_>>>()?;
    let mut sources = index.manifest().sources.iter().map(|_| None).collect::<Vec<_>>();
    loop {
        let mut rows = Vec::new();
        while rows.len() < PIECE {
            let next = heads.iter().enumerate().filter_map(|(number, head)| Some((head.as_ref()?.key, number))).min();
            let Some((_, number)) = next else { break };
            rows.extend(std::mem::replace(&mut heads[number], streams[number].next_row()?));
        }
        if rows.is_empty() {
            return Ok(());
        }
        for row in piece(index, &rows, &mut sources)? {
            give(&row)?;
        }
    }
}

fn piece(index: &Index, rows: &[PositionRow], sources: &mut [Option<SourceReader>]) -> Result<Vec<Exported>> {
    let mut by_game: Vec<u32> = (0..rows.len() as u32).collect();
    by_game.sort_unstable_by_key(|&row| (rows[row as usize].game, rows[row as usize].ply));
    let mut exported = vec![Exported::default(); rows.len()];
    let mut cache = FenCache::new();
    for of_game in by_game.chunk_by(|&a, &b| rows[a as usize].game == rows[b as usize].game) {
        let number = rows[of_game[0] as usize].game;
        let place = index.place(number)?;
        let entry = index.manifest().sources.get(place.source);
        let entry = entry.ok_or_else(|| failure(index.directory(), "damaged: a game of no source"))?;
        let source = match &mut sources[place.source] {
            Some(source) => source,
            none => none.insert(SourceReader::open(entry)?),
        };
        let from = entry.from_lang.as_deref().and_then(System::by_name);
        let done = source.game(place.offset, place.length, |game, tokens, base| {
            let mut problems = Problems::default();
            let mut replay =
                Replay::new(game, tokens, base, Asks { from, hash: true, ..Asks::default() }, &mut problems);
            loop {
                let mut wanted = of_game.iter().peekable();
                while let Some(ply) = replay.next_ply() {
                    let Some(&row) = wanted.next_if(|&&row| rows[row as usize].ply == ply.number) else { continue };
                    let (position, row) = (replay.position(), row as usize);
                    if position.hash() as i64 != rows[row].key {
                        continue;
                    }
                    exported[row] = exported_row(position, &rows[row], place.offset, &mut cache);
                }
                if !replay.begin_again() {
                    break;
                }
            }
            of_game.iter().all(|&row| !exported[row as usize].epd.is_empty())
        })?;
        if !done {
            let what = format!("a source of the index that has changed: game {number} reads otherwise");
            return Err(failure(entry.path.as_ref(), what));
        }
    }
    Ok(exported)
}

fn exported_row(position: &Position, row: &PositionRow, offset: u64, cache: &mut FenCache) -> Exported {
    let mut epd = Vec::new();
    cache.write_epd(position, CastlingLetters::XFen, &mut epd);
    let next = row.mv.and_then(|packed| unpack(position, packed)).map(|mv| {
        let mut text = Vec::new();
        let mut after = position.clone();
        san::write(&after, mv, &mut text);
        after.play(mv);
        san::write_mark(&after, &mut text);
        debug_assert!(San::parse(&text).is_some());
        String::from_utf8_lossy(&text).into_owned()
    });
    let epd = String::from_utf8_lossy(&epd).into_owned();
    let PositionRow { key: hash, game, ply, result, .. } = *row;
    Exported { epd, hash, game, ply, offset, next, result }
}
