//! Writing FEN and EPD.
//!
//! Takes a position and a style, appends text. [`FenCache`] writes the same bytes faster along a
//! game; both put a record together in a [`Line`].

use super::fen_castling::outermost;
use super::{CastlingSide, Color, FenCache, Position, Role, Square, Variant};

/// When FEN tells the en passant square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EnPassant {
    /// After every double step, as the PGN standard has it.
    #[default]
    Always,
    /// When a pawn stands ready to take, even a pinned one, as X-FEN has it.
    XFen,
    /// When taking is legal.
    Legal,
}

/// How FEN tells castling rights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CastlingLetters {
    /// `KQkq`, and the file of a rook that is not the outermost one.
    #[default]
    XFen,
    /// The file of each rook, `HAha`.
    Shredder,
}

/// How FEN is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FenStyle {
    /// When the en passant square is told.
    pub ep: EnPassant,
    /// How castling rights are told.
    pub castling: CastlingLetters,
}

impl Position {
    /// Appends the position as FEN, in the default style.
    ///
    /// ```
    /// use plydex::chess::{Move, Position, Square};
    /// let mut position = Position::start();
    /// position.play(Move::normal(Square::E2, Square::E4));
    /// let mut fen = Vec::new();
    /// position.write_fen(&mut fen);
    /// assert_eq!(fen, b"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    /// ```
    pub fn write_fen(&self, out: &mut Vec<u8>) {
        self.write_fen_styled(FenStyle::default(), out);
    }

    /// Appends the position as FEN, in a style.
    pub fn write_fen_styled(&self, style: FenStyle, out: &mut Vec<u8>) {
        FenCache::new().write_fen(self, style, out);
    }

    /// Appends the first four fields, the en passant square only if taking there is legal.
    pub fn write_epd(&self, castling: CastlingLetters, out: &mut Vec<u8>) {
        FenCache::new().write_epd(self, castling, out);
    }
}

/// A record while it is put together, at the end of the caller's buffer. The longest takes 71
/// bytes of placement and 37 of the rest. Writing pieces of fixed size into room of fixed size is
/// a store each, and nothing is copied afterwards.
pub(super) struct Line<'a> {
    bytes: &'a mut [u8; Line::ROOM],
    length: usize,
}

impl Line<'_> {
    /// No piece begins beyond the first 128 bytes, and none is longer than eight.
    const ROOM: usize = 128 + 8;

    /// Makes room at the end of the buffer; what is not used of it is to be cut off again.
    #[inline(always)]
    pub(super) fn begin(out: &mut Vec<u8>) -> Line<'_> {
        out.extend_from_slice(&[0; Line::ROOM]);
        Line { bytes: out.last_chunk_mut().expect("the room just made"), length: 0 }
    }

    /// Bytes added so far.
    #[inline(always)]
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// Puts a piece of text at a place; the mask spares a check.
    #[inline(always)]
    pub(super) fn set<const N: usize>(&mut self, at: usize, text: [u8; N]) {
        const { assert!(N <= 8) };
        let at = at & 127;
        self.bytes[at..at + N].copy_from_slice(&text);
    }

    /// Goes on at this length.
    #[inline(always)]
    pub(super) fn go_to(&mut self, length: usize) {
        self.length = length;
    }

    /// Adds the first bytes of a piece of text.
    #[inline(always)]
    pub(super) fn add<const N: usize>(&mut self, text: &[u8; N], used: usize) {
        self.set(self.length, *text);
        self.length += used;
    }

    /// Adds the turn, the castling rights and the en passant square, and no blank behind them.
    #[inline(always)]
    pub(super) fn add_state(&mut self, position: &Position, style: FenStyle) {
        if position.variant == Variant::Standard && style.castling == CastlingLetters::XFen {
            let (text, used) = &STATES[position.turn.index()][position.castling.bits()];
            self.add(text, usize::from(*used));
        } else {
            self.add(&[b' ', position.turn.fen_letter(), b' ', b'-'], 3);
            self.add_castling(position, style.castling);
            self.add(b" ", 1);
        }
        let square = match style.ep {
            EnPassant::Always => position.ep_square,
            EnPassant::XFen => position.xfen_ep_square(),
            EnPassant::Legal => position.legal_ep_square(),
        };
        match square {
            Some(square) => self.add(&square.text(), 2),
            None => self.add(b"-", 1),
        }
    }

    /// Adds both counters.
    #[inline(always)]
    pub(super) fn add_counters(&mut self, position: &Position) {
        self.add_number(position.halfmove_clock);
        self.add_number(position.fullmove_number);
    }

    #[inline(never)]
    fn add_castling(&mut self, position: &Position, letters: CastlingLetters) {
        if position.castling.is_empty() {
            return self.add(b"-", 1);
        }
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if let Some(rook) = position.castling.rook(color, side) {
                    self.add(&[castling_letter(position, color, side, rook, letters)], 1);
                }
            }
        }
    }

    #[inline(always)]
    fn add_number(&mut self, number: u32) {
        match NUMBERS.get(number as usize) {
            Some(&text) => self.add(&text, if number < 10 { 2 } else { 3 }),
            None => self.add_long_number(number),
        }
    }

    #[inline(never)]
    fn add_long_number(&mut self, number: u32) {
        self.add(b" ", 1);
        for &digit in itoa::Buffer::new().format(number).as_bytes() {
            self.add(&[digit], 1);
        }
    }
}

/// ` w KQkq ` by turn and rights, and how long it is.
static STATES: [[([u8; 8], u8); 16]; 2] = states();

const fn states() -> [[([u8; 8], u8); 16]; 2] {
    let mut table = [[([b' '; 8], 0); 16]; 2];
    let mut turn = 0;
    while turn < 2 {
        let mut bits = 0;
        while bits < 16 {
            let (text, used) = &mut table[turn][bits];
            text[1] = b"wb"[turn];
            text[3] = b'-';
            let mut length = 3;
            let mut right = 0;
            while right < 4 {
                if bits >> right & 1 == 1 {
                    text[length] = b"KQkq"[right];
                    length += 1;
                }
                right += 1;
            }
            *used = if bits == 0 { 5 } else { length as u8 + 1 };
            bits += 1;
        }
        turn += 1;
    }
    table
}

/// Numbers below 100 with a blank before them.
static NUMBERS: [[u8; 4]; 100] = {
    let mut table = [[b' '; 4]; 100];
    let mut number = 0;
    while number < 100 {
        let (tens, ones) = (b'0' + number as u8 / 10, b'0' + number as u8 % 10);
        table[number] = if number < 10 { [b' ', ones, b' ', b' '] } else { [b' ', tens, ones, b' '] };
        number += 1;
    }
    table
};

#[inline]
fn castling_letter(
    position: &Position,
    color: Color,
    side: CastlingSide,
    rook: Square,
    letters: CastlingLetters,
) -> u8 {
    let by_side = match letters {
        CastlingLetters::Shredder => false,
        CastlingLetters::XFen => position.variant == Variant::Standard || is_outermost(position, color, side, rook),
    };
    let letter = match (by_side, side) {
        (true, CastlingSide::King) => b'k',
        (true, CastlingSide::Queen) => b'q',
        (false, _) => rook.file().letter(),
    };
    match color {
        Color::White => letter.to_ascii_uppercase(),
        Color::Black => letter,
    }
}

fn is_outermost(position: &Position, color: Color, side: CastlingSide, rook: Square) -> bool {
    let rooks = position.board.pieces(color, Role::Rook) & color.back_rank().bitboard();
    outermost(rooks, position.board.king(color), side) == Some(rook)
}
