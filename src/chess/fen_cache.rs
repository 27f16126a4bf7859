//! FEN along a game: only the ranks that a move touched are written again.
//!
//! Takes positions and styles, appends FEN. The bytes are those of
//! [`Position::write_fen_styled`], whatever was written before.

use super::fen_rank::{RankText, rank_text};
use super::fen_write::Line;
use super::{CastlingLetters, EnPassant, FenStyle, Position, Rank};

/// The texts of eight ranks, and the cells they were made from.
#[derive(Clone)]
pub struct FenCache {
    /// From the first rank to the eighth, as the board has them.
    cells: [u64; 8],
    texts: [RankText; 8],
}

impl FenCache {
    /// A cache for any game; it need not be made anew for the next one.
    #[inline]
    pub fn new() -> FenCache {
        FenCache { cells: [0; 8], texts: [rank_text(0); 8] }
    }

    /// Appends the position as FEN.
    ///
    /// ```
    /// use plydex::chess::{FenCache, FenStyle, Position};
    /// let (mut cache, mut fen) = (FenCache::new(), Vec::new());
    /// cache.write_fen(&Position::start(), FenStyle::default(), &mut fen);
    /// assert_eq!(fen, b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    /// ```
    #[inline]
    pub fn write_fen(&mut self, position: &Position, style: FenStyle, out: &mut Vec<u8>) {
        self.update(position);
        Line::append(out, |line| {
            self.add_placement(line);
            line.add_state(position, style);
            line.add_counters(position);
        });
    }

    /// Appends the first four fields, the en passant square only if taking there is legal.
    #[inline]
    pub fn write_epd(&mut self, position: &Position, castling: CastlingLetters, out: &mut Vec<u8>) {
        self.update(position);
        Line::append(out, |line| {
            self.add_placement(line);
            line.add_state(position, FenStyle { ep: EnPassant::Legal, castling });
        });
    }

    /// Writes the ranks that changed.
    #[inline]
    fn update(&mut self, position: &Position) {
        // Which ranks change is hard to predict, how many is not: one or two.
        let mut changed = 0_u32;
        for rank in Rank::ALL {
            let now = position.board().rank_cells(rank);
            changed |= u32::from(now != self.cells[rank.index()]) << rank.index();
        }
        while changed != 0 {
            let rank = changed.trailing_zeros() as usize & 7;
            let now = position.board().rank_cells(Rank::ALL[rank]);
            self.cells[rank] = now;
            self.texts[rank] = rank_text(now);
            changed &= changed - 1;
        }
    }

    #[inline]
    fn add_placement(&self, line: &mut Line<'_>) {
        for rank in self.texts.iter().rev() {
            line.add(&rank.text, rank.used);
            line.add(b"/", 1);
        }
        line.cut();
    }
}

impl Default for FenCache {
    fn default() -> FenCache {
        FenCache::new()
    }
}

impl std::fmt::Debug for FenCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FenCache").finish_non_exhaustive()
    }
}
