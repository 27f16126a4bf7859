//! Coordinate moves as engines write them: `e2e4`, `e7e8q`, `0000`.
//!
//! Castling is the king's two steps (`e1g1`) in standard chess and king takes rook (`e1h1`) in
//! Chess960 when written; both are read in either. Coordinates with dashes, piece letters or
//! capitals are sloppy spellings and left to [`sloppy`].

use crate::chess::notation::coordinates::Coordinates;
use crate::chess::notation::{MoveError, sloppy};
use crate::chess::{Move, Position, Role, Square};

/// Appends `mv` as UCI. `position` is the one it is played in.
pub fn write(position: &Position, mv: Move, out: &mut Vec<u8>) {
    let Some(Coordinates { from, to, promotion }) = Coordinates::of(position, mv) else {
        return out.extend_from_slice(b"0000");
    };
    from.write(out);
    to.write(out);
    if let Some(role) = promotion {
        out.push(role.letter().to_ascii_lowercase());
    }
}

/// Reads a UCI move, or a null move `0000`, that is legal in `position`.
///
/// # Errors
/// As [`notation::read`](super::read); anything that is not plain UCI is
/// [`NotAMove`](super::MoveErrorKind::NotAMove).
///
/// ```
/// use plydex::chess::{Position, notation::uci};
///
/// let position = Position::start();
/// let mv = uci::read(&position, b"g1f3")?;
/// let mut text = Vec::new();
/// uci::write(&position, mv, &mut text);
/// assert_eq!(text, b"g1f3");
/// # Ok::<_, plydex::chess::notation::MoveError>(())
/// ```
pub fn read(position: &Position, text: &[u8]) -> Result<Move, MoveError> {
    if let Some(mv) = legal(position, text) {
        return Ok(mv);
    }
    if text != b"0000" && parse(text).is_none() {
        return Err(MoveError::NOT_A_MOVE);
    }
    sloppy::read(position, text, &super::Letters::ENGLISH).map(|read| read.mv)
}

/// The legal move that plain UCI names, without a list of moves; `None` tells no reason.
pub(super) fn legal(position: &Position, text: &[u8]) -> Option<Move> {
    parse(text)?.legal(position)
}

fn parse(text: &[u8]) -> Option<Coordinates> {
    let promotion = match text.get(4..)? {
        [] => None,
        b"q" => Some(Role::Queen),
        b"r" => Some(Role::Rook),
        b"b" => Some(Role::Bishop),
        b"n" => Some(Role::Knight),
        _ => return None,
    };
    Some(Coordinates { from: Square::from_text(&text[..2])?, to: Square::from_text(&text[2..4])?, promotion })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::tests::{CASTLING, PROMOTION, position};

    #[test]
    fn castling_is_written_by_the_variant_and_read_in_both_forms() {
        let chess960 = "r1k4r/pppppppp/8/8/8/8/PPPPPPPP/R1K4R w KQkq - 0 1";
        for (fen, text, written) in [
            (CASTLING, "e1g1", "e1g1"),
            (CASTLING, "e1h1", "e1g1"),
            (CASTLING, "e1c1", "e1c1"),
            (CASTLING, "e1a1", "e1c1"),
            (chess960, "c1h1", "c1h1"),
            (chess960, "c1g1", "c1h1"),
            (chess960, "c1a1", "c1a1"),
            (PROMOTION, "e7d8r", "e7d8r"),
            ("start", "0000", "0000"),
        ] {
            let position = position(fen);
            let mv = read(&position, text.as_bytes()).expect(text);
            let mut out = Vec::new();
            write(&position, mv, &mut out);
            assert_eq!(String::from_utf8_lossy(&out), written, "{text} in {fen}");
        }
    }

    #[test]
    fn other_text_is_no_uci() {
        for text in ["", "e4", "e2-e4", "Ng1f3", "e2e4Q", "E2E4", "e2e9", "O-O", "--"] {
            let error = read(&position("start"), text.as_bytes()).unwrap_err();
            assert_eq!(error, MoveError::NOT_A_MOVE, "{text}");
        }
    }
}
