//! The notations that moves are written in.
//!
//! Each is one entry of [`NOTATIONS`], or a language of [`LANGUAGES`](super::LANGUAGES); reading
//! back by [`read_back_system`] what was written gives the same move.

use crate::chess::notation::{Language, System, figurine, gringmuth, iccf, san, uci, uedemann};
use crate::chess::{Move, MoveKind, Position, Role};

/// A notation to write moves in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Written {
    /// Standard SAN: `Nf3`.
    #[default]
    San,
    /// Long algebraic: `Ng1-f3`.
    Lan,
    /// As engines write: `g1f3`.
    Uci,
    /// SAN with figurines: `♘f3`.
    Fan,
    /// Digits of ICCF: `7163`.
    Iccf,
    /// Uedemann's code: `BEFI`.
    Uedemann,
    /// Gringmuth's code: `KAHI`.
    Gringmuth,
    /// SAN with the piece letters of a language: `Sf3`.
    Language(&'static Language),
}

/// The values of `--notation`: name, notation, and what it is.
pub const NOTATIONS: &[(&str, Written, &str)] = &[
    ("san", Written::San, "standard algebraic: Nf3, exd5, e8=Q"),
    ("lan", Written::Lan, "long algebraic: Ng1-f3, e4xd5, e7-e8=Q"),
    ("uci", Written::Uci, "coordinates, as engines write them: g1f3, e4d5, e7e8q"),
    ("fan", Written::Fan, "figurines: ♘f3, exd5, e8=♕"),
    ("iccf", Written::Iccf, "digits, as in correspondence chess: 7163, 5445, 57581"),
    ("uedemann", Written::Uedemann, "Uedemann's code for telegraphs: BEFI, GOOH, LOPOQ"),
    ("gringmuth", Written::Gringmuth, "Gringmuth's code for telegraphs: KAHI, GORO, SESAq"),
];

impl Written {
    /// The notation of a name in [`NOTATIONS`].
    pub fn by_name(name: &str) -> Option<Self> {
        NOTATIONS.iter().find(|entry| entry.0 == name).map(|entry| entry.1)
    }
}

/// Appends a legal move of `before` that leads to `after`, with the check mark where the notation
/// has one.
///
/// ```
/// use plydex::chess::{Position, notation::{uci, written, Written}};
///
/// let before = Position::from_fen(b"4k3/8/8/8/8/8/8/R3K3 w - - 0 1")?;
/// let mv = uci::read(&before, b"a1a8")?;
/// let mut after = before.clone();
/// after.play(mv);
/// let mut out = Vec::new();
/// written::write(Written::Lan, &before, mv, &after, &mut out);
/// assert_eq!(out, b"Ra1-a8+");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn write(written: Written, before: &Position, mv: Move, after: &Position, out: &mut Vec<u8>) {
    match written {
        Written::San => san::write(before, mv, out),
        Written::Lan => write_long(before, mv, out),
        Written::Fan => write_letters(before, mv, figurine::of, out),
        Written::Language(language) => {
            write_letters(before, mv, |role| language.letter(role).unwrap_or_default(), out);
        }
        Written::Uci => return uci::write(before, mv, out),
        Written::Iccf => return iccf::write(before, mv, out),
        Written::Uedemann => return uedemann::write(before, mv, out),
        Written::Gringmuth => return gringmuth::write(before, mv, out),
    }
    san::write_mark(after, out);
}

/// The system that what was written is read back by.
pub fn read_back_system(written: Written) -> System {
    match written {
        Written::San | Written::Lan | Written::Uci | Written::Fan | Written::Iccf => System::English,
        Written::Uedemann => System::Uedemann,
        Written::Gringmuth => System::Gringmuth,
        Written::Language(language) => System::Language(language),
    }
}

/// SAN with other piece letters. In a move of SAN a capital is a piece, or the `O` of castling.
fn write_letters(before: &Position, mv: Move, letter: impl Fn(Role) -> &'static str, out: &mut Vec<u8>) {
    let start = out.len();
    san::write(before, mv, out);
    let mut index = start;
    while let Some(&byte) = out.get(index) {
        let text = Role::from_letter(byte).map_or("", &letter);
        if text.is_empty() {
            index += 1;
        } else {
            out.splice(index..=index, text.bytes());
            index += text.len();
        }
    }
}

fn write_long(before: &Position, mv: Move, out: &mut Vec<u8>) {
    let en_passant = match mv.kind {
        MoveKind::Castle(_) | MoveKind::Null => return san::write(before, mv, out),
        MoveKind::EnPassant => true,
        MoveKind::Normal | MoveKind::Promotion(_) => false,
    };
    let board = before.board();
    let piece = board.role_at(mv.from).filter(|&role| role != Role::Pawn);
    out.extend(piece.map(Role::letter));
    mv.from.write(out);
    let capture = en_passant || board.occupied().contains(mv.to);
    out.push(if capture { b'x' } else { b'-' });
    mv.to.write(out);
    if let Some(role) = mv.promotion() {
        out.extend_from_slice(&[b'=', role.letter()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::tests::{CASTLING, PAWNS, PROMOTION, position};

    fn written(written: Written, fen: &str, text: &str) -> String {
        let before = position(fen);
        let mv = uci::read(&before, text.as_bytes()).expect(text);
        let mut after = before.clone();
        after.play(mv);
        let mut out = Vec::new();
        write(written, &before, mv, &after, &mut out);
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn a_move_is_written_in_every_notation() {
        let rooks = "7k/8/8/R7/8/8/8/R6K w - - 0 1";
        let mate = "6k1/P4ppp/8/8/8/8/8/5K2 w - - 0 1";
        let chess960 = "r1k4r/pppppppp/8/8/8/8/PPPPPPPP/R1K4R w KQkq - 0 1";
        for (fen, uci, texts) in [
            ("start", "g1f3", ["Nf3", "Ng1-f3", "g1f3", "♘f3", "7163", "BEFI", "KAHI"]),
            ("start", "e2e4", ["e4", "e2-e4", "e2e4", "e4", "5254", "DOGO", "GEGO"]),
            ("start", "0000", ["--", "--", "0000", "--", "0000", "--", "--"]),
            (rooks, "a1a3", ["R1a3", "Ra1-a3", "a1a3", "♖1a3", "1113", "ABAF", "BABI"]),
            (rooks, "a5a8", ["Ra8+", "Ra5-a8+", "a5a8", "♖a8+", "1518", "AHAP", "MOMA"]),
            (mate, "a7a8q", ["a8=Q#", "a7-a8=Q#", "a7a8q", "a8=♕#", "17181", "ALAPQ", "MEMAq"]),
            (PROMOTION, "e7d8n", ["exd8=N", "e7xd8=N", "e7d8n", "exd8=♘", "57484", "LOOPN", "SERAk"]),
            (PAWNS, "e5d6", ["exd6", "e5xd6", "e5d6", "exd6", "5546", "HOOK", "SORI"]),
            (CASTLING, "e1c1", ["O-O-O", "O-O-O", "e1c1", "O-O-O", "5131", "BOIB", "GADA"]),
            (CASTLING, "e1d1", ["Kd1", "Ke1-d1", "e1d1", "♔d1", "5141", "BOOB", "GAFA"]),
            (chess960, "c1h1", ["O-O", "O-O", "c1h1", "O-O", "3181", "IBBA", "DALA"]),
        ] {
            let found: Vec<_> = NOTATIONS.iter().map(|entry| written(entry.1, fen, uci)).collect();
            assert_eq!(found, texts, "{uci} in {fen}");
        }
    }

    #[test]
    fn a_language_changes_the_letters_alone() {
        for (code, fen, uci, text) in [
            ("de", "start", "g1f3", "Sf3"),
            ("de", "6k1/P4ppp/8/8/8/8/8/5K2 w - - 0 1", "a7a8q", "a8=D#"),
            ("de", CASTLING, "e1g1", "O-O"),
            ("ru", CASTLING, "e1d1", "Крd1"),
            ("ru", PROMOTION, "e7d8n", "exd8=К"),
            ("ro", PROMOTION, "e7d8b", "exd8=N"),
            ("ko", "start", "g1f3", "나이트f3"),
            ("et", "start", "0000", "--"),
        ] {
            let language = Language::by_code(code).expect(code);
            assert_eq!(written(Written::Language(language), fen, uci), text, "{uci} in {code}");
        }
    }

    #[test]
    fn the_table_has_the_notations_and_their_own_examples() {
        assert_eq!(Written::by_name("lan"), Some(Written::Lan));
        assert_eq!(Written::by_name("LAN"), None);
        for (name, notation, meaning) in NOTATIONS {
            for (fen, uci) in [
                ("start", "g1f3"),
                ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5"),
                ("8/4P2k/8/8/8/8/8/K7 w - - 0 1", "e7e8q"),
            ] {
                let text = written(*notation, fen, uci);
                assert!(meaning.contains(&text), "{name}: {text} is not in {meaning}");
            }
        }
    }
}
