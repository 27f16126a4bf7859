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
    /// The side not to move is in check. No game has such a position, but studies and tests
    /// of notation do; it is played on, and a king is never taken.
    pub opponent_in_check: bool,
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
        let notes = FenNotes {
            castling_rights: castling.dropped,
            ep_square: position.ep_square.is_none() && !matches!(ep_field.text, b"-" | b""),
            missing_fields: counters.missing,
            fullmove_number: counters.fullmove_number == 0,
            opponent_in_check: position.attacked_king(!turn),
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

#[cfg(test)]
mod tests {
    use super::super::{CastlingLetters, EnPassant, FenStyle};
    use super::*;

    const PLAIN: FenNotes = FenNotes {
        castling_rights: false,
        ep_square: false,
        missing_fields: false,
        fullmove_number: false,
        opponent_in_check: false,
    };
    const CASTLING: FenNotes = FenNotes { castling_rights: true, ..PLAIN };
    const EP: FenNotes = FenNotes { ep_square: true, ..PLAIN };
    const MISSING: FenNotes = FenNotes { missing_fields: true, ..PLAIN };
    const CHECKED: FenNotes = FenNotes { opponent_in_check: true, ..PLAIN };
    const NUMBER: FenNotes = FenNotes { fullmove_number: true, ..PLAIN };

    fn read(text: &str, variant: Variant) -> (Position, FenNotes) {
        Position::read_fen(text.as_bytes(), variant).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn written(position: &Position, style: FenStyle) -> String {
        let mut out = Vec::new();
        position.write_fen_styled(style, &mut out);
        String::from_utf8(out).expect("FEN is ASCII")
    }

    #[test]
    fn what_is_put_right_is_told() {
        for (text, normal, notes) in [
            ("4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", PLAIN),
            ("4k3/8/8/8/8/8/3P4/4K3   w  -   -", "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", MISSING),
            (" 4k3/8/8/8/8/8/3P4/4K3\tw - - 7", "4k3/8/8/8/8/8/3P4/4K3 w - - 7 1", MISSING),
            ("4k3/8/8/8/8/8/3P4/4K3 w -", "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", MISSING),
            ("4k3/8/8/8/8/8/3P4/4K3 b", "4k3/8/8/8/8/8/3P4/4K3 b - - 0 1", MISSING),
            ("4k3/8/8/8/8/8/3P4/4K3 w - - bm d4; id \"a 0 1\";", "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", MISSING),
            ("4k3/8/8/8/8/8/3P4/4K3 w - - 3 4 bm d4;", "4k3/8/8/8/8/8/3P4/4K3 w - - 3 4", PLAIN),
            ("4k3/8/8/8/8/8/3P4/4K3 w - - 3 0", "4k3/8/8/8/8/8/3P4/4K3 w - - 3 1", NUMBER),
            ("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", CHECKED),
            ("4k3/8/8/8/8/8/8/4K2R b - - 255 65535", "4k3/8/8/8/8/8/8/4K2R b - - 255 65535", PLAIN),
            (
                "4k3/8/8/8/8/8/8/4K3 b - - 4294967295 4294967295",
                "4k3/8/8/8/8/8/8/4K3 b - - 4294967295 4294967295",
                PLAIN,
            ),
            ("4k3/8/8/8/8/8/3P4/4K3[Qn] w - - 0 1", "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", PLAIN),
            ("4k3/8/8/8/8/8/3P4/4K3[] w - - 0 1", "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", PLAIN),
            ("4k3/44/8/8/8/8/3P4/4K3 w - - 0 1", "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", PLAIN),
        ] {
            let (position, found) = read(text, Variant::Standard);
            assert_eq!(written(&position, FenStyle::default()), normal, "{text}");
            assert_eq!(found, notes, "{text}");
        }
    }

    #[test]
    fn castling_letters_are_read_by_the_variant_they_fit() {
        use Variant::{Chess960, Standard};
        for (text, given, rights, variant, notes) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", Standard, "KQkq", Standard, PLAIN),
            ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", Standard, "KQkq", Standard, PLAIN),
            ("r3k2r/8/8/8/8/8/8/R3K2R w KHh - 0 1", Standard, "Kk", Standard, PLAIN),
            ("1r2kb1r/p4ppp/8/8/8/8/P4PPP/R3K2R w KQq - 0 1", Standard, "KQ", Standard, CASTLING),
            ("3rkb1r/8/8/8/8/8/8/4K3 w kq - 0 1", Standard, "kq", Chess960, PLAIN),
            ("3rkb1r/8/8/8/8/8/8/4K3 w q - 0 1", Standard, "-", Standard, CASTLING),
            ("k7/2K5/7R/8/8/8/8/8 w KQkq - 0 1", Standard, "-", Standard, CASTLING),
            ("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", Standard, "-", Standard, CASTLING),
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQxkq - 0 1", Standard, "KQkq", Standard, CASTLING),
            ("k7/8/8/8/8/8/8/qRK5 w Q - 0 1", Standard, "Q", Chess960, PLAIN),
            ("r1k4r/8/8/8/8/8/8/R1K4R w KQkq - 0 1", Standard, "KQkq", Chess960, PLAIN),
            ("rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1", Standard, "KQkq", Chess960, PLAIN),
            ("4k3/8/8/8/8/8/8/R3K1RR w G - 0 1", Standard, "G", Chess960, PLAIN),
            ("4k3/8/8/8/8/8/8/R3K1RR w K - 0 1", Chess960, "K", Chess960, PLAIN),
            ("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", Chess960, "K", Chess960, PLAIN),
            ("4k3/8/8/8/8/8/8/4K1R1 w KQ - 0 1", Chess960, "K", Chess960, CASTLING),
            ("4k3/8/8/8/8/8/8/R3K1RR w HG - 0 1", Chess960, "K", Chess960, CASTLING),
            ("4k3/8/8/8/8/8/8/R3K1RR w D - 0 1", Chess960, "-", Chess960, CASTLING),
            ("1r3k1r/8/8/8/8/8/8/R1K4R w KQkq - 0 1", Chess960, "KQkq", Chess960, PLAIN),
            ("r3k2r/8/8/8/8/8/8/R1K4R w KQkq - 0 1", Standard, "KQkq", Chess960, PLAIN),
        ] {
            let (position, found) = read(text, given);
            let fen = written(&position, FenStyle::default());
            assert_eq!(fen.split(' ').nth(2), Some(rights), "{text} as {given:?}");
            assert_eq!(position.variant(), variant, "{text} as {given:?}");
            assert_eq!(found, notes, "{text} as {given:?}");
        }
    }

    #[test]
    fn an_inner_rook_is_named_by_its_file_and_every_rook_in_shredder_style() {
        let style = |castling| FenStyle { castling, ..FenStyle::default() };
        for (text, xfen, shredder) in [
            ("4k3/8/8/8/8/8/8/R3K1RR w GA - 0 1", "GQ", "GA"),
            ("rr2k2r/8/8/8/8/8/8/4K3 w hb - 0 1", "kb", "hb"),
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQkq", "HAha"),
        ] {
            let (position, _) = read(text, Variant::Chess960);
            for (letters, rights) in [(CastlingLetters::XFen, xfen), (CastlingLetters::Shredder, shredder)] {
                assert_eq!(written(&position, style(letters)).split(' ').nth(2), Some(rights), "{text}");
            }
        }
    }

    #[test]
    fn an_en_passant_square_must_lie_behind_a_double_step() {
        for (why, text, kept) in [
            ("no pawn can take it", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", true),
            ("no pawn in front", "4k3/8/8/8/8/8/3P4/4K3 w - e6 0 1", false),
            ("own pawn in front", "4k3/8/8/4P3/8/8/8/4K3 w - e6 0 1", false),
            ("the other side's rank", "4k3/8/8/8/4P3/8/8/4K3 b - e6 0 1", false),
            ("occupied", "4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1", false),
            ("the pawn cannot have come from there", "4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1", false),
            ("no square", "4k3/8/8/8/4P3/8/8/4K3 b - e 0 1", false),
            ("no square", "4k3/8/8/8/4P3/8/8/4K3 b - E3 0 1", false),
        ] {
            let (position, notes) = read(text, Variant::Standard);
            assert_eq!(position.ep_square().is_some(), kept, "{why}: {text}");
            assert_eq!(notes, if kept { PLAIN } else { EP }, "{why}: {text}");
        }
    }

    #[test]
    fn the_three_en_passant_styles_tell_double_steps_threats_and_legal_captures() {
        for (text, always, xfen, legal) in [
            ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "e3", "-", "-"),
            ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "e3", "e3", "e3"),
            ("3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", "e3", "e3", "-"),
            ("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "d3", "d3", "-"),
            ("8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 1", "d3", "d3", "d3"),
        ] {
            let (position, _) = read(text, Variant::Standard);
            for (ep, square) in [(EnPassant::Always, always), (EnPassant::XFen, xfen), (EnPassant::Legal, legal)] {
                let fen = written(&position, FenStyle { ep, ..FenStyle::default() });
                assert_eq!(fen.split(' ').nth(3), Some(square), "{text} {ep:?}");
            }
            let mut epd = Vec::new();
            position.write_epd(CastlingLetters::XFen, &mut epd);
            let expected = text.split(' ').take(3).chain([legal]).collect::<Vec<_>>().join(" ");
            assert_eq!(String::from_utf8(epd).expect("ASCII"), expected);
        }
    }

    #[test]
    fn an_error_names_the_field_and_its_byte() {
        use FenErrorKind::*;
        for (text, kind, offset, syntax) in [
            ("", RankWidth(Rank::EIGHTH), 0, true),
            ("8/8/8 w - - 0 1", RankCount(3), 0, true),
            ("4k3/8/8/8/8/8/8/4K3/8 w - - 0 1", RankCount(9), 0, true),
            ("4k3/8/7/8/8/8/8/4K3 w - - 0 1", RankWidth(Rank::SIXTH), 6, true),
            ("4k3/8/8/8/8/8/8/4K4 w - - 0 1", RankWidth(Rank::FIRST), 16, true),
            ("4k3/8/8x/8/8/8/8/4K3 w - - 0 1", Letter(b'x'), 7, true),
            ("4k3/8/9/8/8/8/8/4K3 w - - 0 1", Letter(b'9'), 6, true),
            ("4k3/8/8/8/8/8/8/4K3", Turn, 19, true),
            ("4k3/8/8/8/8/8/8/4K3  x - - 0 1", Turn, 21, true),
            ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", HalfmoveClock, 26, true),
            ("4k3/8/8/8/8/8/8/4K3 w - - 1.5 1", HalfmoveClock, 26, true),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 4294967296", FullmoveNumber, 28, true),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 one", FullmoveNumber, 28, true),
            ("8/8/8/8/8/8/8/4K3 w - - 0 1", Kings(Color::Black, 0), 0, false),
            ("4k3/8/8/8/8/8/8/4K2K w - - 0 1", Kings(Color::White, 2), 0, false),
            (" 4k2P/8/8/8/8/8/8/4K3 w - - 0 1", PawnRank(Square::H8), 1, false),
            ("4k3/8/8/8/8/8/8/4K2p w - - 0 1", PawnRank(Square::H1), 0, false),
        ] {
            let error = Position::from_fen(text.as_bytes()).expect_err(text);
            assert_eq!(error, FenError { kind, offset }, "{text}");
            assert_eq!(error.is_syntax(), syntax, "{text}");
        }
        let error = Position::from_fen(b"4k3/8/8x/8/8/8/8/4K3 w - - 0 1").expect_err("x");
        assert_eq!(error.to_string(), "piece placement: \"x\" is no piece (byte 7 of the FEN)");
    }
}
