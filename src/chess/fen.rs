//! Reading FEN and EPD.
//!
//! Takes one record as text, gives a position and notes on what had to be put right, or the field
//! at fault. Castling letters are read in `fen_castling`; writing is in `fen_write`.

use super::fen_castling;
use super::{Board, Castling, Color, FenError, FenErrorKind, File, Piece, Position, Rank, Role, Square, Variant};

/// What was put right while reading a FEN record. None of it makes the record unreadable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FenNotes {
    /// A castling right was dropped: no king or no rook stands where it must.
    pub castling_rights: bool,
    /// The en passant square was dropped: no pawn can have passed it.
    pub ep_square: bool,
    /// Fields at the end are missing, and read as `- - 0 1`.
    pub missing_fields: bool,
    /// The move number was 0, and read as 1.
    pub fullmove_number: bool,
}

impl Position {
    /// Reads a FEN record of standard chess. Missing fields after the side to move are read as
    /// `- - 0 1`; what else [`FenNotes`] names is put right as well.
    ///
    /// # Errors
    /// [`FenError`] names the field at fault and its byte offset in `text`.
    ///
    /// ```
    /// let position = plydex::chess::Position::from_fen(b"8/8/8/8/8/4k3/4p3/4K3 w - -")?;
    /// assert!(position.is_stalemate());
    /// # Ok::<_, plydex::chess::FenError>(())
    /// ```
    pub fn from_fen(text: &[u8]) -> Result<Position, FenError> {
        Self::read_fen(text, Variant::Standard).map(|(position, _)| position)
    }

    /// Reads a FEN or EPD record, and tells what had to be put right. EPD operations are passed
    /// over, as is a Crazyhouse pocket.
    ///
    /// A record read as standard chess whose castling rights fit Chess960 only gives a position
    /// of Chess960.
    ///
    /// # Errors
    /// [`FenError`] names the field at fault and its byte offset in `text`.
    ///
    /// ```
    /// use plydex::chess::{Position, Variant};
    /// let text = b"1r2kb1r/p4ppp/8/8/8/8/P4PPP/R3K2R w KQq - 0 1";
    /// let (position, notes) = Position::read_fen(text, Variant::Standard)?;
    /// assert!(notes.castling_rights); // no rook on a8
    /// assert_eq!(position.castling().rooks().count(), 2);
    /// # Ok::<_, plydex::chess::FenError>(())
    /// ```
    pub fn read_fen(text: &[u8], variant: Variant) -> Result<(Position, FenNotes), FenError> {
        let mut fields = Fields { text, at: 0 };
        let placement = fields.next();
        let board = read_placement(placement)?;
        let turn_field = fields.next();
        let turn = match turn_field.text {
            b"w" => Color::White,
            b"b" => Color::Black,
            _ => return Err(turn_field.error(FenErrorKind::Turn)),
        };
        let castling_field = fields.next();
        let ep_field = fields.next();
        let counters = Counters::read(&mut fields)?;
        check_pieces(&board, placement)?;

        let castling = fen_castling::read(castling_field.text, &board, variant);
        let mut position = Position::new(board, turn, Castling::NONE, castling.variant);
        position.castling = castling.rights;
        position.halfmove_clock = counters.halfmove_clock;
        position.fullmove_number = counters.fullmove_number.max(1);
        position.ep_square = Square::from_text(ep_field.text).filter(|&square| position.may_have_passed(square));
        if position.attacked_king(!turn) {
            return Err(turn_field.error(FenErrorKind::OpponentInCheck(!turn)));
        }
        let notes = FenNotes {
            castling_rights: castling.dropped,
            ep_square: position.ep_square.is_none() && !matches!(ep_field.text, b"-" | b""),
            missing_fields: counters.missing,
            fullmove_number: counters.fullmove_number == 0,
        };
        Ok((position, notes))
    }

    /// Whether a pawn of the side not to move can just have passed this square.
    fn may_have_passed(&self, square: Square) -> bool {
        let them = !self.turn;
        let (rank, origin, pawn) = match them {
            Color::White => (Rank::THIRD, Rank::SECOND, Rank::FOURTH),
            Color::Black => (Rank::SIXTH, Rank::SEVENTH, Rank::FIFTH),
        };
        let on = |rank| Square::new(square.file(), rank);
        square.rank() == rank
            && self.board.piece_at(square).is_none()
            && self.board.piece_at(on(origin)).is_none()
            && self.board.piece_at(on(pawn)) == Some(Piece::new(them, Role::Pawn))
    }

    fn attacked_king(&self, color: Color) -> bool {
        let king = self.board.king(color);
        let attackers = self.board.attackers(king, self.board.occupied());
        (attackers & self.board.color(!color)).any()
    }
}

/// A field, empty when it is missing, and where it stands.
#[derive(Clone, Copy)]
struct Field<'a> {
    text: &'a [u8],
    offset: usize,
}

impl Field<'_> {
    fn error(self, kind: FenErrorKind) -> FenError {
        FenError { kind, offset: self.offset }
    }
}

/// The fields of a record, any number of blanks apart.
struct Fields<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Fields<'a> {
    fn next(&mut self) -> Field<'a> {
        let rest = &self.text[self.at..];
        let blanks = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let rest = &rest[blanks..];
        let length = rest.iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
        let offset = self.at + blanks;
        self.at = offset + length;
        Field { text: &rest[..length], offset }
    }
}

struct Counters {
    halfmove_clock: u32,
    fullmove_number: u32,
    missing: bool,
}

impl Counters {
    fn read(fields: &mut Fields<'_>) -> Result<Counters, FenError> {
        let mut counters = Counters { halfmove_clock: 0, fullmove_number: 1, missing: true };
        let halfmove = fields.next();
        // An EPD operation begins with a letter, a counter never does.
        if halfmove.text.first().is_none_or(u8::is_ascii_alphabetic) {
            return Ok(counters);
        }
        counters.halfmove_clock = number(halfmove, FenErrorKind::HalfmoveClock)?;
        let fullmove = fields.next();
        if fullmove.text.is_empty() {
            return Ok(counters);
        }
        counters.fullmove_number = number(fullmove, FenErrorKind::FullmoveNumber)?;
        counters.missing = false;
        Ok(counters)
    }
}

fn number(field: Field<'_>, kind: FenErrorKind) -> Result<u32, FenError> {
    field
        .text
        .iter()
        .try_fold(0_u32, |number, byte| {
            let digit = byte.is_ascii_digit().then(|| u32::from(byte - b'0'))?;
            number.checked_mul(10)?.checked_add(digit)
        })
        .ok_or_else(|| field.error(kind))
}

/// Reads the first field, which is Forsyth's own notation.
fn read_placement(field: Field<'_>) -> Result<Board, FenError> {
    let text = without_pocket(field.text);
    let mut board = Board::EMPTY;
    let mut ranks = Rank::ALL.into_iter().rev();
    let mut offset = field.offset;
    for row in text.split(|&byte| byte == b'/') {
        let Some(rank) = ranks.next() else { break };
        read_rank(&mut board, rank, Field { text: row, offset })?;
        offset += row.len() + 1;
    }
    match text.split(|&byte| byte == b'/').count() {
        8 => Ok(board),
        count => Err(field.error(FenErrorKind::RankCount(count))),
    }
}

fn read_rank(board: &mut Board, rank: Rank, row: Field<'_>) -> Result<(), FenError> {
    let mut files = 0_u8;
    for (at, &byte) in row.text.iter().enumerate() {
        if matches!(byte, b'1'..=b'8') {
            files = files.saturating_add(byte - b'0');
            continue;
        }
        let Some(piece) = Piece::from_fen_letter(byte) else {
            return Err(FenError { kind: FenErrorKind::Letter(byte), offset: row.offset + at });
        };
        if let Some(file) = File::from_index(files) {
            board.put(Square::new(file, rank), piece);
        }
        files = files.saturating_add(1);
    }
    if files != 8 {
        return Err(row.error(FenErrorKind::RankWidth(rank)));
    }
    Ok(())
}

/// Cuts the pieces in hand, `[Qn]`, off a placement.
fn without_pocket(text: &[u8]) -> &[u8] {
    match text.iter().position(|&byte| byte == b'[') {
        Some(at) if text.ends_with(b"]") => &text[..at],
        _ => text,
    }
}

fn check_pieces(board: &Board, placement: Field<'_>) -> Result<(), FenError> {
    for color in Color::ALL {
        let kings = board.pieces(color, Role::King).count();
        if kings != 1 {
            return Err(placement.error(FenErrorKind::Kings(color, kings)));
        }
    }
    let ends = Rank::FIRST.bitboard() | Rank::EIGHTH.bitboard();
    match (board.role(Role::Pawn) & ends).first() {
        Some(square) => Err(placement.error(FenErrorKind::PawnRank(square))),
        None => Ok(()),
    }
}
