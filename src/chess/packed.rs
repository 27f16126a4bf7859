//! A position in some thirty bytes, which say all that FEN does.
//!
//! Equal bytes are equal positions and the other way round, so they serve as a key that never
//! takes two positions for one. The parts come in the order of what equality asks for: first the
//! placement, then what else [`Position::write_epd`] tells, then the rest of FEN; a beginning of
//! the bytes is the key of the coarser equality.

use super::{Bitboard, Board, CastlingSide, Color, File, Piece, Position, Role, Square, Variant};

/// Where the parts of a packed position end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedParts {
    /// The placement.
    pub board: usize,
    /// Placement, turn, castling rights and the square of a legal en passant capture.
    pub epd: usize,
    /// All of it.
    pub fen: usize,
}

/// In the place of a square or a file: there is none.
const NONE: u8 = 0xff;

impl Position {
    /// Appends the position as bytes; the ends of their parts count from where they begin.
    ///
    /// ```
    /// use plydex::chess::Position;
    /// let mut bytes = Vec::new();
    /// let parts = Position::start().write_packed(&mut bytes);
    /// assert_eq!((parts.board, parts.epd, parts.fen), (24, 28, 31));
    /// assert_eq!(Position::from_packed(&bytes).unwrap().hash(), Position::start().hash());
    /// ```
    pub fn write_packed(&self, out: &mut Vec<u8>) -> PackedParts {
        let start = out.len();
        let board = self.board();
        let occupied = board.occupied();
        out.extend_from_slice(&occupied.0.to_le_bytes());
        let mut half = None;
        for square in occupied {
            let code = board.piece_at(square).map_or(0, code);
            match half.take() {
                None => half = Some(code),
                Some(low) => out.push(low | code << 4),
            }
        }
        out.extend(half);
        let placement = out.len() - start;
        out.push(self.turn.index() as u8);
        for color in Color::ALL {
            let [king, queen] = CastlingSide::ALL
                .map(|side| self.castling.rook(color, side).map_or(NONE >> 4, |rook| rook.file().index() as u8));
            out.push(king | queen << 4);
        }
        let square = |square: Option<Square>| square.map_or(NONE, |square| square.index() as u8);
        out.push(square(self.legal_ep_square()));
        let epd = out.len() - start;
        out.push(square(self.ep_square));
        write_number(self.halfmove_clock, out);
        write_number(self.fullmove_number, out);
        PackedParts { board: placement, epd, fen: out.len() - start }
    }

    /// Reads a position from all of its bytes; none where they are none. Its castling is that of
    /// Chess960, of which standard chess is a case; its hash is worked out when it is asked for.
    pub fn from_packed(bytes: &[u8]) -> Option<Position> {
        let (occupied, mut rest) = bytes.split_first_chunk::<8>()?;
        let occupied = Bitboard(u64::from_le_bytes(*occupied));
        let mut board = Board::EMPTY;
        let pieces = rest.split_off(..occupied.count().div_ceil(2))?;
        for (number, square) in occupied.into_iter().enumerate() {
            board.put(square, piece(pieces[number / 2] >> (number % 2 * 4) & 15)?);
        }
        let kings = Color::ALL.map(|color| board.pieces(color, Role::King).count());
        let (&[turn, white, black, _, ep], mut rest) = rest.split_first_chunk::<5>()?;
        let (halfmove_clock, fullmove_number) = (read_number(&mut rest)?, read_number(&mut rest)?);
        if kings != [1, 1] || !rest.is_empty() {
            return None;
        }
        let mut position = Position {
            board,
            variant: Variant::Chess960,
            turn: *Color::ALL.get(usize::from(turn))?,
            ep_square: Square::from_index(ep),
            halfmove_clock,
            fullmove_number,
            // Few ask for the hash of a position that is only written.
            keeps_key: false,
            ..Position::start()
        };
        position.castling = super::Castling::NONE;
        for (color, files) in Color::ALL.into_iter().zip([white, black]) {
            for (side, file) in CastlingSide::ALL.into_iter().zip([files & 15, files >> 4]) {
                if let Some(file) = File::from_index(file) {
                    position.castling.set(color, side, Square::new(file, color.back_rank()));
                }
            }
        }
        position.refresh();
        Some(position)
    }
}

fn code(piece: Piece) -> u8 {
    (piece.role.index() << 1 | piece.color.index()) as u8
}

fn piece(code: u8) -> Option<Piece> {
    let role = *Role::ALL.get(usize::from(code >> 1))?;
    Some(Piece::new(Color::ALL[usize::from(code & 1)], role))
}

/// Seven bits a byte, the lowest first; the highest bit of a byte says that another follows.
fn write_number(mut number: u32, out: &mut Vec<u8>) {
    while number > 0x7f {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn read_number(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in (0..35).step_by(7) {
        let &byte = bytes.split_off_first()?;
        number |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::CastlingLetters;

    fn position(fen: &str) -> Position {
        Position::read_fen(fen.as_bytes(), Variant::Chess960).expect(fen).0
    }

    fn packed(fen: &str) -> (Vec<u8>, PackedParts) {
        let mut bytes = Vec::new();
        let parts = position(fen).write_packed(&mut bytes);
        (bytes, parts)
    }

    #[test]
    fn a_position_comes_back_from_its_bytes() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
            "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
            "8/8/8/8/8/4k3/4p3/4K3 w - - 127 4294967295",
            "4k3/8/8/8/8/8/8/4K2R w K - 128 16384",
            "1r2k1r1/8/8/8/8/8/8/1RR1K1R1 w GBgb - 3 9",
            "1r2k1r1/8/8/8/8/8/8/1RR1K1R1 w GCb - 3 9",
            "qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqkqqqq/QQQQQQQQ/QQQKQQQQ/QQQQQQQQ/RQQQQQQR b - - 0 1",
        ] {
            let (bytes, parts) = packed(fen);
            assert_eq!(parts.fen, bytes.len(), "{fen}");
            let (again, right) = (Position::from_packed(&bytes).expect(fen), position(fen));
            let texts = |position: &Position| {
                let mut text = Vec::new();
                position.write_fen(&mut text);
                position.write_epd(CastlingLetters::XFen, &mut text);
                position.write_epd(CastlingLetters::Shredder, &mut text);
                String::from_utf8(text).expect("ASCII")
            };
            assert_eq!(texts(&again), texts(&right));
            assert_eq!((again.hash(), again.checkers()), (right.hash(), right.checkers()), "{fen}");
            for length in 0..bytes.len() {
                assert_eq!(Position::from_packed(&bytes[..length]), None, "{fen}: {length} bytes");
            }
        }
    }

    #[test]
    fn each_equality_has_its_part_of_the_bytes() {
        // Equal by placement, by what EPD tells, by all of FEN.
        for (a, b, equal) in [
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", [true, true, true]),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 9 40", [true, true, false]),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", [true, false, false]),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R b K - 0 1", [true, false, false]),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4KR2 w - - 0 1", [false, false, false]),
            ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", [true, false, false]),
            ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", [true, true, false]),
        ] {
            let ((a_bytes, a_parts), (b_bytes, b_parts)) = (packed(a), packed(b));
            let same = [
                a_bytes[..a_parts.board] == b_bytes[..b_parts.board],
                a_bytes[..a_parts.epd] == b_bytes[..b_parts.epd],
                a_bytes == b_bytes,
            ];
            assert_eq!(same, equal, "{a}, {b}");
        }
    }
}
