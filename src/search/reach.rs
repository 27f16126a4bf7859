//! Whether a game can still come to a position: what only goes one way.
//!
//! Men are taken and never come back, pawns only go forward and change files only by taking,
//! pieces come into being only from pawns, castling rights are only lost.

use crate::chess::{Bitboard, Castling, Color, File, Position, Rank, Role, Square};

/// What must still be there for a position to be reached.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    men: [usize; 2],
    pawns: [usize; 2],
    /// By colour; knights, bishops of either colour of squares, rooks, queens.
    pieces: [[usize; 5]; 2],
    /// Each pawn of the position: its colour, and where it can have come from by so many
    /// captures (the last entry: any more of them).
    origins: Vec<(Color, [Bitboard; 6])>,
    castling: Castling,
    /// Pawns that never moved, by colour.
    unmoved: [Bitboard; 2],
}

/// a1 and all other dark squares.
const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);

impl Reach {
    pub fn to(position: &Position) -> Self {
        let board = position.board();
        let origins = Color::ALL
            .into_iter()
            .flat_map(|color| board.pieces(color, Role::Pawn).into_iter().map(move |pawn| (color, pawn)))
            .map(|(color, pawn)| (color, std::array::from_fn(|captures| origins(color, pawn, captures))))
            .collect();
        Self {
            men: Color::ALL.map(|color| board.color(color).count()),
            pawns: Color::ALL.map(|color| board.pieces(color, Role::Pawn).count()),
            pieces: Color::ALL.map(|color| pieces(position, color)),
            origins,
            castling: *position.castling(),
            unmoved: Color::ALL.map(|color| board.pieces(color, Role::Pawn) & color.pawn_rank().bitboard()),
        }
    }

    /// False where the position is out of reach from `current`.
    pub fn is_open(&self, current: &Position, board_only: bool) -> bool {
        let board = current.board();
        let pawns = Color::ALL.map(|color| board.pieces(color, Role::Pawn));
        // Where games part is told by a pawn that moved, mostly.
        if ((self.unmoved[0] & !pawns[0]) | (self.unmoved[1] & !pawns[1])).any() {
            return false;
        }
        let men = Color::ALL.map(|color| board.color(color).count());
        if men[0] < self.men[0] || men[1] < self.men[1] {
            return false;
        }
        if !board_only && (self.castling.rooks() & !current.castling().rooks()).any() {
            return false;
        }
        let captures = [men[1] - self.men[1], men[0] - self.men[0]];
        for (color, origins) in &self.origins {
            let captures = captures[color.index()].min(origins.len() - 1);
            if (origins[captures] & pawns[color.index()]).is_empty() {
                return false;
            }
        }
        Color::ALL.into_iter().all(|color| {
            let index = color.index();
            let Some(spare) = pawns[index].count().checked_sub(self.pawns[index]) else { return false };
            let now = pieces(current, color);
            let promoted: usize =
                self.pieces[index].iter().zip(now).map(|(want, have)| want.saturating_sub(have)).sum();
            promoted <= spare
        })
    }
}

fn pieces(position: &Position, color: Color) -> [usize; 5] {
    let board = position.board();
    let of = |role| board.pieces(color, role);
    let bishops = of(Role::Bishop);
    [
        of(Role::Knight).count(),
        (bishops & DARK).count(),
        (bishops & !DARK).count(),
        of(Role::Rook).count(),
        of(Role::Queen).count(),
    ]
}

/// The squares that a pawn on `pawn` can stand on before it gets there by at most so many captures.
fn origins(color: Color, pawn: Square, captures: usize) -> Bitboard {
    let mut squares = Bitboard::EMPTY;
    for rank in Rank::ALL {
        let steps = match color {
            Color::White => pawn.rank().index().checked_sub(rank.index()),
            Color::Black => rank.index().checked_sub(pawn.rank().index()),
        };
        let Some(steps) = steps else { continue };
        for file in File::ALL {
            let aside = file.index().abs_diff(pawn.file().index());
            if aside <= steps && (aside <= captures || captures == 5) {
                squares = squares.with(Square::new(file, rank));
            }
        }
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_one_way_decides() {
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for (why, from, to, open) in [
            ("itself", START, START, true),
            ("a pawn back", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false),
            ("a pawn forward", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", true),
            (
                "a file aside without a man to take",
                "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
                "4k3/8/8/8/5P2/8/8/4K3 w - - 0 1",
                false,
            ),
            ("a file aside with one", "4k3/8/8/8/8/8/4P2r/4K3 w - - 0 1", "4k3/8/8/8/5P2/8/8/4K3 w - - 0 1", true),
            ("a man more", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", false),
            ("a queen from a pawn", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", true),
            ("a queen and the pawn", "4k3/P7/8/8/8/8/8/4K2R w - - 0 1", "4k3/P7/8/8/8/8/8/Q3K3 w - - 0 1", false),
            (
                "a bishop of the other colour",
                "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
                "4k3/8/8/8/8/8/8/3BK3 w - - 0 1",
                false,
            ),
            ("rights that are gone", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", false),
            ("rights lost", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", true),
        ] {
            let read = |fen: &str| Position::from_fen(fen.as_bytes()).expect(fen);
            assert_eq!(Reach::to(&read(to)).is_open(&read(from), false), open, "{why}");
        }
    }
}
