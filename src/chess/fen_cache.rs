//! FEN along a game: only the ranks that a move touched are written again.
//!
//! Takes positions and styles, appends FEN. The bytes are those of
//! [`Position::write_fen_styled`], whatever was written before.

use super::fen_write::{Line, RankText, rank_text, ranks};
use super::{CastlingLetters, EnPassant, FenStyle, Position};

/// The texts of eight ranks, and the cells they were made from.
#[derive(Clone)]
pub struct FenCache {
    /// From the eighth rank to the first.
    ranks: [(u64, RankText); 8],
}

impl FenCache {
    /// A cache for any game; it need not be made anew for the next one.
    #[inline]
    pub fn new() -> FenCache {
        let mut text = [0; 16];
        text[..2].copy_from_slice(b"8/");
        FenCache { ranks: [(0, RankText { text, used: 2 }); 8] }
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
        let mut line = Line::new();
        self.add_placement(position, &mut line);
        line.add_state(position, style);
        line.add_counters(position);
        out.extend_from_slice(line.text());
    }

    /// Appends the first four fields, the en passant square only if taking there is legal.
    #[inline]
    pub fn write_epd(&mut self, position: &Position, castling: CastlingLetters, out: &mut Vec<u8>) {
        let mut line = Line::new();
        self.add_placement(position, &mut line);
        line.add_state(position, FenStyle { ep: EnPassant::Legal, castling });
        out.extend_from_slice(line.text());
    }

    #[inline]
    fn add_placement(&mut self, position: &Position, line: &mut Line) {
        for ((cells, cached), rank) in self.ranks.iter_mut().zip(ranks()) {
            let now = position.board().rank_cells(rank);
            if *cells != now {
                (*cells, *cached) = (now, rank_text(now));
            }
            line.add(&cached.text, cached.used);
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
