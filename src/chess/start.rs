//! The positions games start from: the normal one and the 960 of Chess960.
//!
//! Takes a Scharnagl number, gives the position. Others come as FEN.

use std::sync::LazyLock;

use super::{Board, Castling, CastlingSide, Color, File, Piece, Position, Role, Square, Variant};

/// The free squares the two knights take, by the last digit of Scharnagl's number.
const KNIGHTS: [(usize, usize); 10] = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

/// The number of the normal array.
const NORMAL: u16 = 518;

impl Position {
    /// The normal start of a game.
    ///
    /// ```
    /// let mut fen = Vec::new();
    /// plydex::chess::Position::start().write_fen(&mut fen);
    /// assert_eq!(fen, b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    /// ```
    pub fn start() -> Position {
        static START: LazyLock<Position> = LazyLock::new(|| from_array(array(NORMAL), Variant::Standard));
        START.clone()
    }

    /// A start of Chess960 by Scharnagl's number, 0 to 959; 518 is the normal array.
    ///
    /// ```
    /// use plydex::chess::Position;
    /// let mut fen = Vec::new();
    /// Position::chess960(0).expect("below 960").write_fen(&mut fen);
    /// assert_eq!(fen, b"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    /// assert!(Position::chess960(960).is_none());
    /// ```
    pub fn chess960(number: u16) -> Option<Position> {
        (number < 960).then(|| from_array(array(number), Variant::Chess960))
    }
}

/// The back rank from the a-file to the h-file: bishops, queen and knights are told by the digits
/// of the number, the king goes between the rooks on what is left.
fn array(number: u16) -> [Role; 8] {
    let number = usize::from(number);
    let mut array = [None; 8];
    array[number % 4 * 2 + 1] = Some(Role::Bishop);
    array[number / 4 % 4 * 2] = Some(Role::Bishop);
    place(&mut array, number / 16 % 6, Role::Queen);
    let (first, second) = KNIGHTS[number / 96 % 10];
    // The further knight first, so that the other's place still counts the same free squares.
    place(&mut array, second, Role::Knight);
    place(&mut array, first, Role::Knight);
    for role in [Role::Rook, Role::King, Role::Rook] {
        place(&mut array, 0, role);
    }
    array.map(|role| role.expect("eight pieces fill eight files"))
}

/// Puts a piece on the free file that comes after so many other free ones.
fn place(array: &mut [Option<Role>; 8], skipped: usize, role: Role) {
    let free = array.iter_mut().filter(|file| file.is_none()).nth(skipped);
    *free.expect("fewer pieces than files") = Some(role);
}

fn from_array(array: [Role; 8], variant: Variant) -> Position {
    let mut board = Board::EMPTY;
    let mut castling = Castling::NONE;
    for color in Color::ALL {
        let mut side = CastlingSide::Queen;
        for (file, role) in File::ALL.into_iter().zip(array) {
            let square = Square::new(file, color.back_rank());
            board.put(square, Piece::new(color, role));
            board.put(Square::new(file, color.pawn_rank()), Piece::new(color, Role::Pawn));
            match role {
                Role::King => side = CastlingSide::King,
                Role::Rook => castling.set(color, side, square),
                Role::Pawn | Role::Knight | Role::Bishop | Role::Queen => {}
            }
        }
    }
    Position::new(board, Color::White, castling, variant)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn number_518_is_the_normal_array() {
        let mut normal = Position::chess960(518).expect("below 960");
        normal.set_variant(Variant::Standard);
        assert_eq!(normal, Position::start());
    }

    #[test]
    fn all_arrays_differ_and_have_the_king_between_rooks_and_bishops_apart() {
        let arrays: HashSet<[Role; 8]> = (0..960).map(array).collect();
        assert_eq!(arrays.len(), 960);
        for array in arrays {
            let files = |role| (0..8).filter(|&file| array[file] == role).collect::<Vec<_>>();
            let (rooks, king) = (files(Role::Rook), files(Role::King)[0]);
            assert!(rooks[0] < king && king < rooks[1], "{array:?}");
            assert_eq!((files(Role::Bishop)[0] + files(Role::Bishop)[1]) % 2, 1, "{array:?}");
        }
    }
}
