//! FEN along a game: only the ranks that a move touched are written again.
//!
//! Takes positions and styles, appends FEN. The bytes are those of
//! [`Position::write_fen_styled`], whatever was written before.

use super::fen_rank::{RankText, rank_text};
use super::fen_write::Line;
use super::{CastlingLetters, EnPassant, FenStyle, Move, Position, Rank};

/// The texts of eight ranks, and the cells they were made from.
#[derive(Clone)]
pub struct FenCache {
    /// From the first rank to the eighth, as the board has them.
    cells: [u64; 8],
    /// From the eighth rank to the first, as FEN has them.
    texts: [u64; 8],
    /// Lengths of the texts and the `/` behind each, a byte each, the eighth rank's the lowest.
    lengths: u64,
}

impl FenCache {
    /// A cache for any game; it need not be made anew for the next one.
    #[inline]
    pub fn new() -> FenCache {
        let RankText { text, length } = rank_text(0);
        FenCache { cells: [0; 8], texts: [text; 8], lengths: u64::from_le_bytes([length as u8; 8]) }
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
        self.write_fen_and(b"", position, style, out);
    }

    /// As [`write_fen`](FenCache::write_fen), with text right behind it.
    #[inline]
    pub(crate) fn write_fen_and<const N: usize>(
        &mut self,
        behind: &[u8; N],
        position: &Position,
        style: FenStyle,
        out: &mut Vec<u8>,
    ) {
        self.update(position);
        self.append_fen(behind, position, style, out);
    }

    /// As [`write_fen_and`](FenCache::write_fen_and), where the position is the one written last
    /// and this move: both ranks that it touches are written, and none is compared.
    #[inline(always)]
    pub(crate) fn write_fen_after<const N: usize>(
        &mut self,
        mv: Move,
        behind: &[u8; N],
        position: &Position,
        style: FenStyle,
        out: &mut Vec<u8>,
    ) {
        // A pawn taken en passant stands on the rank that its taker leaves, a castling rook on its
        // king's.
        self.update_rank(position, mv.from.rank());
        self.update_rank(position, mv.to.rank());
        debug_assert!(Rank::ALL.iter().all(|&rank| position.board().rank_cells(rank) == self.cells[rank.index()]));
        self.append_fen(behind, position, style, out);
    }

    #[inline(always)]
    fn append_fen<const N: usize>(&self, behind: &[u8; N], position: &Position, style: FenStyle, out: &mut Vec<u8>) {
        let start = out.len();
        let mut line = Line::begin(out);
        self.add_placement(&mut line);
        line.add_state(position, style);
        line.add_counters(position);
        line.add(behind, N);
        let length = line.length();
        out.truncate(start + length);
    }

    /// Appends the first four fields, the en passant square only if taking there is legal.
    #[inline]
    pub fn write_epd(&mut self, position: &Position, castling: CastlingLetters, out: &mut Vec<u8>) {
        self.update(position);
        let start = out.len();
        let mut line = Line::begin(out);
        self.add_placement(&mut line);
        line.add_state(position, FenStyle { ep: EnPassant::Legal, castling });
        let length = line.length();
        out.truncate(start + length);
    }

    /// Writes the ranks that changed.
    #[inline]
    fn update(&mut self, position: &Position) {
        for rank in Rank::ALL {
            if position.board().rank_cells(rank) != self.cells[rank.index()] {
                self.update_rank(position, rank);
            }
        }
    }

    #[inline(always)]
    fn update_rank(&mut self, position: &Position, rank: Rank) {
        let now = position.board().rank_cells(rank);
        let RankText { text, length } = rank_text(now);
        let rank = rank.index();
        self.cells[rank] = now;
        self.texts[7 - rank] = text;
        let shift = 8 * (7 - rank);
        self.lengths = self.lengths & !(0xff << shift) | length << shift;
    }

    #[inline(always)]
    fn add_placement(&self, line: &mut Line<'_>) {
        // The product adds up the lengths of each text and those before it: no text waits for
        // the one before.
        let ends = self.lengths.wrapping_mul(0x0101_0101_0101_0101);
        let starts = ends << 8;
        for (i, text) in self.texts.iter().enumerate() {
            let at = (starts >> (8 * i)) as usize;
            line.set(at, text.to_le_bytes());
            // Of eight bytes this is the one behind them; of fewer, the next text covers it.
            line.set(at + 8, *b"/");
        }
        line.go_to((ends >> 56) as usize - 1);
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
