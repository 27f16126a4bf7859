//! Positions that are looked for: what they equal, and whether a game can still reach them.
//!
//! Takes a FEN, an EPD or moves, gives [`Sought`], which a position is compared with after every
//! ply: bitboards first, text never. Reading games and writing rows is left to
//! [`output`](crate::output), looking keys up in an index to whoever has one.

mod keys;
mod mirror;
mod queries;
mod reach;
mod read;

use crate::chess::{Bitboard, Color, Position, Role};

pub use queries::Queries;
pub use read::{AskedFor, position_after, read_position};

use reach::Reach;

/// What counts as equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Equality {
    /// The placement alone; else also the side to move, the castling rights and an en passant
    /// capture that is legal. Counters never count.
    pub board_only: bool,
    /// The position with colours reversed, too.
    pub either_color: bool,
}

/// A position that is looked for.
#[derive(Clone, Debug)]
pub struct Sought {
    targets: Vec<Target>,
    board_only: bool,
}

/// One position that counts as found.
#[derive(Clone, Debug)]
struct Target {
    position: Position,
    reach: Reach,
}

impl Sought {
    /// The position, under what counts as equal.
    ///
    /// ```
    /// use plydex::chess::Position;
    /// use plydex::search::{Equality, Sought};
    ///
    /// let sought = Sought::new(&Position::start(), Equality::default());
    /// assert!(sought.is_reached(&Position::start()));
    /// ```
    pub fn new(position: &Position, equality: Equality) -> Self {
        let mut targets = vec![Target::new(position.clone())];
        if equality.either_color {
            let mirrored = mirror::mirrored(position);
            if mirrored.board() != position.board() || mirrored.turn() != position.turn() {
                targets.push(Target::new(mirrored));
            }
        }
        Self { targets, board_only: equality.board_only }
    }

    /// Whether this is a position looked for.
    #[inline]
    pub fn is_reached(&self, position: &Position) -> bool {
        self.targets.iter().any(|target| target.is(position, self.board_only))
    }

    /// Whether a game that has come to this position can still come to one looked for. May say
    /// yes where it cannot, never no where it can.
    #[inline]
    pub fn can_be_reached(&self, position: &Position) -> bool {
        self.targets.iter().any(|target| target.reach.is_open(position, self.board_only))
    }

    /// The Zobrist keys that a position looked for may have, in the order of signed integers.
    pub fn keys(&self) -> Vec<i64> {
        let mut keys: Vec<i64> = match self.board_only {
            false => self.targets.iter().map(|target| target.position.hash() as i64).collect(),
            true => self.targets.iter().flat_map(|target| keys::of_placement(target.position.board())).collect(),
        };
        keys.sort_unstable();
        keys.dedup();
        keys
    }
}

/// Follows a game and tells its irreversible moves: only they can put a position out of reach.
#[derive(Debug, Default)]
pub struct Irreversible {
    rights: Option<Bitboard>,
}

impl Irreversible {
    /// Whether such a move, or the start of the game, led to this position, the next of its game.
    #[inline]
    pub fn led_to(&mut self, position: &Position) -> bool {
        let rights = Some(position.castling().rooks());
        let before = std::mem::replace(&mut self.rights, rights);
        position.halfmove_clock() == 0 || before != rights
    }
}

impl Target {
    fn new(position: Position) -> Self {
        let reach = Reach::to(&position);
        Self { position, reach }
    }

    #[inline]
    fn is(&self, other: &Position, board_only: bool) -> bool {
        let (ours, theirs) = (self.position.board(), other.board());
        let same_squares = Color::ALL.iter().all(|&color| ours.color(color) == theirs.color(color));
        same_squares
            && Role::ALL.iter().all(|&role| ours.role(role) == theirs.role(role))
            && (board_only
                || self.position.turn() == other.turn()
                    && self.position.castling() == other.castling()
                    && self.position.legal_ep_square() == other.legal_ep_square())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen.as_bytes()).expect(fen)
    }

    #[test]
    fn equal_is_all_but_the_counters_and_an_en_passant_square_that_nobody_can_use() {
        for (a, b, equal, board) in [
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 9 40", true, true),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", false, true),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R b K - 0 1", false, true),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4KR2 w - - 0 1", false, false),
            ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", false, true),
            ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", true, true),
        ] {
            for (board_only, expected) in [(false, equal), (true, board)] {
                let sought = Sought::new(&position(a), Equality { board_only, either_color: false });
                assert_eq!(sought.is_reached(&position(b)), expected, "{a}, {b}, {board_only}");
                let key = position(b).hash() as i64;
                assert_eq!(sought.keys().contains(&key), expected, "key: {a}, {b}, {board_only}");
            }
        }
    }

    #[test]
    fn colors_are_reversed_on_demand() {
        let sought = position("r3k2r/8/8/8/3pP3/8/8/4K3 b kq e3 0 1");
        let reversed = position("4k3/8/8/3Pp3/8/8/8/R3K2R w KQ e6 0 1");
        for (either_color, found) in [(false, false), (true, true)] {
            let sought = Sought::new(&sought, Equality { board_only: false, either_color });
            assert_eq!(sought.is_reached(&reversed), found);
        }
    }
}
