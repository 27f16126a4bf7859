//! Every spelling of a move that is not standard SAN, with the piece letters of any language.
//!
//! `grammar` gives all that a word may mean; here the legal moves decide. The
//! readings come in classes, and the first class that fits a legal move settles it:
//! exactly one move is the answer, two are an ambiguity, never a guess.

use crate::chess::notation::found::Found;
use crate::chess::notation::pattern::{Class, Reading, Shape};
use crate::chess::notation::word::Word;
use crate::chess::notation::{Letters, MoveError, ReadMove, coordinates, explain, grammar};
use crate::chess::{File, Move, Position, Role, Square};

/// Reads a word with the given piece letters; a lower-case letter that may be a file is one, and
/// a piece only where no pawn move fits.
///
/// # Errors
/// As [`notation::read`](super::read).
///
/// ```
/// use plydex::chess::{Position, notation::{Letters, MoveErrorKind, sloppy}};
///
/// let position = Position::start();
/// assert!(sloppy::read(&position, b"P-e4", &Letters::ENGLISH)?.pawn_letter);
/// // A letter that is none of the table is never dropped.
/// let error = sloppy::read(&position, b"Sf3", &Letters::ENGLISH).unwrap_err();
/// assert_eq!(error.kind(), MoveErrorKind::NotAMove);
/// # Ok::<_, plydex::chess::notation::MoveError>(())
/// ```
pub fn read(position: &Position, text: &[u8], letters: &Letters<'_>) -> Result<ReadMove, MoveError> {
    let Some(word) = Word::new(text) else {
        return Err(MoveError::NOT_A_MOVE);
    };
    settle(position, &grammar::readings(word.chars(), *letters))
}

/// Reads a null move by any of its names, and nothing else: what codes have beside their squares.
pub(super) fn read_null(position: &Position, word: &Word) -> Result<ReadMove, MoveError> {
    let mut readings = grammar::readings(word.chars(), Letters::new(&[]));
    readings.retain(|reading| reading.shape == Shape::Null);
    settle(position, &readings)
}

/// The one legal move that fits the readings of a word, or the reason why there is none.
pub(super) fn settle(position: &Position, readings: &[Reading]) -> Result<ReadMove, MoveError> {
    let Some(first) = readings.iter().min_by_key(|reading| reading.class) else {
        return Err(MoveError::NOT_A_MOVE);
    };
    let legal = position.legal_moves();
    for class in Class::ALL {
        let mut found = Found::default();
        for reading in readings.iter().filter(|reading| reading.class == class) {
            found.add_fitting(position, &legal, reading);
        }
        if let Some(settled) = found.settle() {
            return settled;
        }
    }
    let mut found = Found::default();
    for reading in readings {
        if let Some(mv) = castling_by_king(position, reading) {
            found.add(mv, *reading);
        }
    }
    found.settle().unwrap_or_else(|| Err(explain::explain(position, first)))
}

/// Castling written as a move of the king: `Kg1` from e1, `e1g1`, `e1h1`. Asked only when the king
/// has no move that fits.
fn castling_by_king(position: &Position, reading: &Reading) -> Option<Move> {
    let Shape::Move(pattern) = reading.shape else {
        return None;
    };
    let king = position.board().king(position.turn());
    let to = pattern.target.single()?;
    let is_king = matches!(pattern.role, None | Some(Role::King));
    if !is_king || pattern.capture || pattern.promotion.is_some() || !pattern.origin.contains(king) {
        return None;
    }
    let from_square = pattern.origin.single().is_some();
    if from_square || is_two_steps(king, to) {
        return coordinates::castling(position, king, to);
    }
    None
}

/// The king's way in standard chess, from the e-file to c or g.
fn is_two_steps(king: Square, to: Square) -> bool {
    king.file() == File::E && matches!(to.file(), File::C | File::G) && king.rank() == to.rank()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::MoveErrorKind::{
        self, Ambiguous, Drop, Illegal, IllegalNull, MissingPromotion, NotAMove,
    };
    use crate::chess::notation::tests::{CASTLING, PAWNS, PROMOTION, position, san_of};
    use crate::chess::notation::uci;

    fn assert_read(cases: &[(&str, &[&str], Result<&str, MoveErrorKind>)]) {
        for (fen, texts, expected) in cases {
            for text in *texts {
                assert_eq!(san_of(fen, text).as_deref(), expected.as_ref().map(|san| *san), "{text} in {fen}");
            }
        }
    }

    #[test]
    fn castling_is_read_with_any_letter_and_any_dash() {
        assert_read(&[
            (
                CASTLING,
                &[
                    "O-O", "0-0", "o-o", "OO", "oo", "00", "0–0", "0—0", "O‐O", "O‑O", "0‒0", "0―0", "0−0", "О-О",
                    "0-0.", "O-O+", "0-0ch", "Kg1", "kg1", "KG1", "Ke1-g1", "Ke1g1", "e1g1", "e1-g1", "e1h1", "Ke1h1",
                ],
                Ok("O-O"),
            ),
            (
                CASTLING,
                &["O-O-O", "0-0-0", "o-o-o", "OOO", "000", "0–0–0", "0—0—0", "0−0−0", "O-OO", "Kc1", "e1c1", "e1a1"],
                Ok("O-O-O"),
            ),
            (CASTLING, &["0000", "--"], Ok("--")),
            (CASTLING, &["O-O-O-O", "O", "0"], Err(NotAMove)),
            // The king has a move of its own to g1.
            ("4k3/8/8/8/8/8/8/5K1R w - - 0 1", &["Kg1", "kg1"], Ok("Kg1")),
            ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", &["O-O", "Kg1", "e1g1"], Err(Illegal)),
            ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", &["O-O", "0-0", "Kg1", "e1g1"], Err(Illegal)),
            ("4k3/4r3/8/8/8/8/8/4K2R w K - 0 1", &["O-O", "Kg1"], Err(Illegal)),
        ]);
    }

    #[test]
    fn chess960_castling_is_king_takes_rook_in_coordinates() {
        let place = "nbbrqkrn/pppppppp/8/8/8/8/PPPPPPPP/NBBRQKRN w KQkq - 0 1";
        let stays = "r1k4r/pppppppp/8/8/8/8/PPPPPPPP/R1K4R w KQkq - 0 1";
        let free = "1k2r3/8/8/8/8/8/8/RK5R w KQ - 0 1";
        assert_read(&[
            (place, &["O-O", "0-0", "f1g1", "Kf1g1"], Ok("O-O")),
            (place, &["Kg1", "Kc1"], Err(Illegal)),
            (stays, &["O-O-O", "000", "c1a1", "Kc1-a1"], Ok("O-O-O")),
            (stays, &["c1h1", "c1g1"], Ok("O-O")),
            // The king's own move goes before castling.
            (free, &["b1c1", "Kc1"], Ok("Kc1")),
            (free, &["b1a1", "OOO"], Ok("O-O-O")),
            ("k7/8/8/8/8/8/8/qRK5 w Q - 0 1", &["O-O-O", "c1b1"], Err(Illegal)),
        ]);
    }

    #[test]
    fn over_disambiguation_is_read_and_pinned_pieces_do_not_count() {
        let pinned = "rnbqk2r/pppp1ppp/4pn2/8/1b1P4/2N1P3/PPP2PPP/R1BQKBNR w KQkq - 0 4";
        let three = "7k/8/8/8/4N3/8/N3N3/7K w - - 0 1";
        let rooks = "3rr1k1/8/8/8/R3R3/8/8/4K3 w - - 0 1";
        assert_read(&[
            (pinned, &["Ne2", "Nge2", "N1e2", "Ng1e2", "Ng1-e2", "Ng-e2", "N-e2", "nge2", "NGE2", "g1e2"], Ok("Ne2")),
            (
                "start",
                &["Ktf3", "KTF3", "Ktg1-f3", "Ng1f3", "Ng1-f3", "N1f3", "Ngf3", "ng1f3", "g1f3", "g1-f3", "G1F3"],
                Ok("Nf3"),
            ),
            (three, &["Nec3", "Nc3", "nc3"], Err(Ambiguous)),
            (three, &["N4c3"], Ok("N4c3")),
            (three, &["Ne2c3", "e2c3"], Ok("Ne2c3")),
            (rooks, &["Rd4", "Rad4", "Ra4d4"], Ok("Rd4")),
            (rooks, &["Red4", "Re4d4", "e4d4"], Err(Illegal)),
        ]);
    }

    #[test]
    fn captures_are_read_without_their_sign_and_with_any_sign() {
        let bishop = "4k3/8/8/4p3/8/8/1B6/4K3 w - - 0 1";
        assert_read(&[
            (
                bishop,
                &["Be5", "Bxe5", "B:e5", "B×e5", "BXe5", "Bхe5", "Be5:", "Bb2xe5", "b2e5", "BE5", "be5"],
                Ok("Bxe5"),
            ),
            (PAWNS, &["exd6", "ed6", "e5d6", "e5xd6", "e5:d6", "e:d6", "ed6:", "exd6:", "Pexd6", "EXD6"], Ok("exd6")),
            (PAWNS, &["exf5", "ef", "exf", "e:f", "ef5", "e4f5", "e4-f5", "EF"], Ok("exf5")),
            // One e-pawn takes on d5, the other en passant on d6.
            ("k7/8/8/3pP3/4P3/8/8/K7 w - d6 0 1", &["ed", "exd", "Ped"], Err(Ambiguous)),
            ("k7/8/8/3pP3/4P3/8/8/K7 w - d6 0 1", &["ede.p.", "exd ep"], Ok("exd6")),
            ("k7/8/8/3pP3/4P3/8/8/K7 w - - 0 1", &["ed", "exd", "Ped", "Pxd5"], Ok("exd5")),
            (bishop, &["Bxd4", "B:d4", "Bd4:", "b2xd4"], Err(Illegal)),
            (bishop, &["Bd4"], Ok("Bd4")),
            (bishop, &["xe5", "-e5", "eg", "Be"], Err(NotAMove)),
        ]);
    }

    #[test]
    fn a_promotion_names_its_piece_in_many_ways_or_is_an_error() {
        assert_read(&[
            (
                PROMOTION,
                &[
                    "e8=Q", "e8Q", "e8(Q)", "e8/Q", "e8=q", "e8=(Q)", "e8q", "e7e8q", "e7-e8=Q", "e8 =Q", "E8Q",
                    "e8Q+", "Pe8Q",
                ],
                Ok("e8=Q"),
            ),
            (PROMOTION, &["exd8N", "ed8=n", "edN", "exd=N", "e7xd8(N)", "e7d8n"], Ok("exd8=N")),
            (PROMOTION, &["e8B", "e8b", "e7e8b"], Ok("e8=B")),
            (PROMOTION, &["e8", "exd8", "ed", "e7e8", "e7-e8", "Pe8", "e8+"], Err(MissingPromotion)),
            (PROMOTION, &["e8=K", "e8=P", "e8S", "e8(Q"], Err(NotAMove)),
            ("start", &["e4=Q", "e4Q", "e2e4q"], Err(Illegal)),
            ("start", &["Nf3=Q"], Err(NotAMove)),
        ]);
    }

    #[test]
    fn en_passant_may_be_said_and_is_then_checked() {
        assert_read(&[
            (PAWNS, &["exd6 e.p.", "exd6ep", "exd6e.p.+", "exd6 e. p.", "ed6(ep)", "e5d6 ep", "ede.p."], Ok("exd6")),
            (PAWNS, &["exf5 e.p.", "Kb1 e.p."], Err(Illegal)),
        ]);
    }

    #[test]
    fn a_lower_case_b_is_a_pawn_and_a_bishop_only_when_no_pawn_fits() {
        let both = "4k3/8/8/8/8/2n5/1P1B4/4K3 w - - 0 1";
        let bishop = "4k3/8/8/8/8/2n5/3B4/4K3 w - - 0 1";
        assert_read(&[
            (both, &["bxc3", "bc3", "bc", "b:c3"], Ok("bxc3")),
            (both, &["Bxc3", "Bc3", "B:c3"], Ok("Bxc3")),
            (bishop, &["bxc3", "bc3", "b:c3", "Bc3"], Ok("Bxc3")),
            // The case is lost: it may be either.
            (both, &["BXC3", "BC3"], Err(Ambiguous)),
            (bishop, &["BXC3", "BC3"], Ok("Bxc3")),
            // A capital B before a small square is never a pawn.
            ("4k3/8/8/8/8/2n5/1P6/4K3 w - - 0 1", &["Bxc3"], Err(Illegal)),
            // The pawn is asked first, even if its promotion piece is missing.
            ("2n1k3/1P6/4B3/8/8/8/8/4K3 w - - 0 1", &["bxc8"], Err(MissingPromotion)),
        ]);
        // Coordinates are no bishop with a rank: the knight goes.
        assert_eq!(san_of("4k3/8/8/8/8/8/8/1N2KB2 w - - 0 1", "b1d2").as_deref(), Ok("Nd2"));
        assert_eq!(
            san_of("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", "bb5").as_deref(),
            Ok("Bb5")
        );
    }

    #[test]
    fn every_case_of_letters_and_squares_is_read() {
        assert_read(&[
            ("start", &["nf3", "NF3", "nF3", "Nf3"], Ok("Nf3")),
            ("start", &["E4", "Pe4", "P-e4", "pe4", "PE4", "e4.", " e4,"], Ok("e4")),
            (
                "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4",
                &["BXC6", "bxc6", "B×c6"],
                Ok("Bxc6"),
            ),
        ]);
    }

    #[test]
    fn a_letter_of_no_piece_is_never_dropped() {
        assert_read(&[(
            "start",
            &["Sf3", "Кf3", "☺f3", "Xf3", "zf3", "ff3", "Nf3?", "e4e5e6", "Nf33", ""],
            Err(NotAMove),
        )]);
    }

    #[test]
    fn a_null_move_has_many_names_and_is_none_in_check() {
        let names = ["--", "––", "Z0", "z0", "<>", "@@@@", "null", "NULL", "pass", "0000"];
        assert_read(&[
            ("start", &names, Ok("--")),
            ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", &names, Err(IllegalNull)),
            ("start", &["N@f3", "@e4", "P@e4", "Q@h5+"], Err(Drop)),
        ]);
    }

    #[test]
    fn a_lookalike_and_a_pawn_letter_are_reported() {
        let after_e4 = position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
        for (text, lookalike, pawn_letter) in
            [("c5", false, false), ("с5", true, false), ("Nс6", true, false), ("pc5", false, true), ("Pс5", true, true)]
        {
            let read = super::super::read(&after_e4, text.as_bytes()).expect(text);
            assert_eq!((read.lookalike, read.pawn_letter), (lookalike, pawn_letter), "{text}");
        }
    }

    #[test]
    fn letters_of_other_languages_go_through_the_same_grammar() {
        let russian = Letters::new(&[
            ("Кр", Role::King),
            ("Ф", Role::Queen),
            ("Л", Role::Rook),
            ("С", Role::Bishop),
            ("К", Role::Knight),
            ("п", Role::Pawn),
        ]);
        let german = Letters::new(&[("D", Role::Queen), ("S", Role::Knight), ("L", Role::Bishop), ("B", Role::Pawn)]);
        let figurines = Letters::new(&[("♘", Role::Knight), ("♞", Role::Knight), ("♛", Role::Queen)]);
        let game = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
        for (fen, letters, text, uci) in [
            ("start", russian, "Кf3", "g1f3"),
            ("start", russian, "Кg1-f3", "g1f3"),
            ("start", russian, "кf3", "g1f3"),
            ("start", russian, "пe4", "e2e4"),
            (game, russian, "К:e5", "f3e5"),
            (game, russian, "Крe2", "e1e2"),
            (game, russian, "Сb5", "f1b5"),
            (PROMOTION, russian, "e8Ф", "e7e8q"),
            (PROMOTION, russian, "ed8=К", "e7d8n"),
            (game, german, "Sxe5", "f3e5"),
            (game, german, "Lb5", "f1b5"),
            (game, german, "Ba3", "a2a3"),
            (PROMOTION, german, "e8D", "e7e8q"),
            ("start", figurines, "♘\u{fe0e}f3", "g1f3"),
            ("start", figurines, "♞f3", "g1f3"),
            (PROMOTION, figurines, "e8=♛", "e7e8q"),
        ] {
            let position = position(fen);
            let read = read(&position, text.as_bytes(), &letters).expect(text);
            let mut out = Vec::new();
            uci::write(&position, read.mv, &mut out);
            assert_eq!(String::from_utf8_lossy(&out), uci, "{text} in {fen}");
        }
    }
}
