//! Descriptive notation against a writer of its own: over seeded random games every move written
//! in full, and in every shorter form that no other legal move has, is read back as that move.
//! Famous games and single lines stand beside it, since the writer and the reader could share a
//! mistake.

use std::collections::BTreeMap;

use proptest::prelude::*;

use plydex::chess::notation::MoveErrorKind::{self, Ambiguous, Illegal, MissingPromotion, NotAMove};
use plydex::chess::notation::descriptive::Dialect::{self, English, Spanish};
use plydex::chess::notation::descriptive::{has_form, read};
use plydex::chess::notation::san;
use plydex::chess::{CastlingSide, Color, Move, MoveKind, Position, Role, Square};

/// xorshift64*: the same games in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % limit
    }
}

fn fen_of(position: &Position) -> String {
    let mut fen = Vec::new();
    position.write_fen(&mut fen);
    String::from_utf8(fen).expect("FEN is ASCII")
}

/// Random games. A pawn move is taken twice as often as chance has it, so that pawns get to promote.
fn for_each_position(games: usize, plies: usize, mut check: impl FnMut(&Position)) {
    let mut random = Random(7);
    for _ in 0..games {
        let mut position = Position::start();
        for _ in 0..plies {
            check(&position);
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mut mv = legal[random.below(legal.len())];
            if position.board().role_at(mv.from) != Some(Role::Pawn) {
                mv = legal[random.below(legal.len())];
            }
            position.play(mv);
        }
    }
}

#[test]
fn every_move_in_full_and_in_each_unique_shorter_form_is_read_as_that_move() {
    let (mut forms, mut promotions, mut en_passant) = (0, 0, 0);
    let mut dialect = Spanish;
    for_each_position(11, 130, |position| {
        dialect = if dialect == English { Spanish } else { English };
        let legal = position.legal_moves();
        let texts = Texts::of(position, &legal, dialect);
        for (mv, full) in legal.iter().zip(&texts.full) {
            let read = read(position, full.as_bytes(), dialect).map(|read| read.mv);
            assert_eq!(read, Ok(*mv), "{full} in {}", fen_of(position));
            promotions += usize::from(mv.promotion().is_some());
            en_passant += usize::from(mv.kind == MoveKind::EnPassant);
        }
        for (text, moves) in &texts.forms {
            let read = read(position, text.as_bytes(), dialect).map(|read| read.mv);
            let place = format!("{text} in {}", fen_of(position));
            match moves[..] {
                [index] => assert_eq!(read, Ok(legal[index]), "{place}"),
                _ => assert_eq!(read.map_err(|error| error.kind()), Err(Ambiguous), "{place}"),
            }
            forms += 1;
        }
    });
    let counts = format!("{forms} forms, {promotions} promotions, {en_passant} en passant");
    assert!(forms > 400_000 && promotions > 50 && en_passant > 5, "{counts}");
}

/// Replays `texts`, whose moves are those of `sans`.
fn assert_game(dialect: Dialect, texts: &str, sans: &str) {
    let mut position = Position::start();
    let mut texts = texts.split_whitespace().peekable();
    for san in sans.split_whitespace() {
        let mut text = texts.next().expect(san).to_owned();
        while let Some(word) = texts.next_if(|word| ["ch", "dbl", "mate", "jaque"].contains(word)) {
            text = format!("{text} {word}");
        }
        let read = read(&position, text.as_bytes(), dialect);
        let mv = read.unwrap_or_else(|error| panic!("{text} ({san}): {error}")).mv;
        let mut written = Vec::new();
        san::write(&position, mv, &mut written);
        position.play(mv);
        san::write_mark(&position, &mut written);
        assert_eq!(String::from_utf8_lossy(&written), san, "{text}");
    }
    assert_eq!(texts.next(), None);
}

const OPERA: &str = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 \
    O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#";

#[test]
fn morphys_opera_game_is_read_in_both_dialects() {
    assert_game(
        English,
        "P-K4 P-K4 N-KB3 P-Q3 P-Q4 B-N5 PxP BxN QxB PxP B-QB4 N-KB3 Q-QN3 Q-K2 N-B3 P-B3 B-KN5 P-N4 NxP PxN BxNPch \
        QN-Q2 O-O-O R-Q1 RxN RxR R-Q1 Q-K3 BxRch NxB Q-N8ch NxQ R-Q8 mate",
        OPERA,
    );
    assert_game(
        Spanish,
        "P4R P4R C3AR P3D P4D A5C PxP AxC DxA PxP A4AD C3AR D3CD D2R C3A P3A A5CR P4C CxP PxC AxPC+ CD2D O-O-O T1D \
        TxC TxT T1D D3R AxT jaque CxA D8Cj CxD T8D++",
        OPERA,
    );
}

#[test]
fn the_evergreen_game_is_read() {
    assert_game(
        English,
        "P-K4 P-K4 Kt-KB3 Kt-QB3 B-B4 B-B4 P-QKt4 BxKtP P-B3 B-R4 P-Q4 PxP Castles P-Q6 Q-Kt3 Q-B3 P-K5 Q-Kt3 R-K1 \
        KKt-K2 B-R3 P-Kt4 QxP R-QKt1 Q-R4 B-Kt3 QKt-Q2 B-Kt2 Kt-K4 Q-B4 BxQP Q-R4 Kt-B6ch PxKt PxP R-Kt1 QR-Q1 QxKt \
        RxKtch KtxR QxPch KxQ B-B5 dbl ch K-K1 B-Q7 ch K-B1 BxKt mate",
        "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O d3 Qb3 Qf6 e5 Qg6 Re1 Nge7 Ba3 b5 Qxb5 Rb8 Qa4 Bb6 Nbd2 \
        Bb7 Ne4 Qf5 Bxd3 Qh5 Nf6+ gxf6 exf6 Rg8 Rad1 Qxf3 Rxe7+ Nxe7 Qxd7+ Kxd7 Bf5+ Ke8 Bd7+ Kf8 Bxe7#",
    );
}

#[test]
fn the_immortal_game_is_read_in_both_dialects() {
    let sans = "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 h5 Qg5 Qf3 \
        Ng8 Bxf4 Qf6 Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#";
    assert_game(
        English,
        "P-K4 P-K4 P-KB4 PxP B-B4 Q-R5ch K-B1 P-QN4 BxNP N-KB3 N-KB3 Q-R3 P-Q3 N-R4 N-R4 Q-N4 N-B5 P-QB3 P-KN4 N-B3 \
        R-N1 PxB P-KR4 Q-N3 P-R5 Q-N4 Q-B3 N-N1 BxP Q-B3 N-B3 B-B4 N-Q5 QxP B-Q6 BxR P-K5 QxRch K-K2 N-QR3 NxPch \
        K-Q1 Q-B6ch NxQ B-K7 mate",
        sans,
    );
    assert_game(
        Spanish,
        "P4R P4R P4AR PxP A4A D5T+ R1A P4CD AxPC C3AR C3AR D3T P3D C4T C4T D4C C5A P3AD P4CR C3A T1C PxA P4TR D3C P5T \
        D4C D3A C1C AxP D3A C3A A4A C5D DxP A6D AxT P5R DxT+ R2R C3TD CxP+ R1D D6A+ CxD A7R mate",
        sans,
    );
}

/// The texts of all legal moves of a position.
struct Texts {
    /// The fullest text of each move.
    full: Vec<String>,
    /// Every shorter text, and the indices of the moves that it is a text of.
    forms: BTreeMap<String, Vec<usize>>,
}

impl Texts {
    fn of(position: &Position, legal: &[Move], dialect: Dialect) -> Self {
        let writer = Writer { position, dialect };
        let mut texts = Self { full: Vec::new(), forms: BTreeMap::new() };
        for (index, &mv) in legal.iter().enumerate() {
            let (full, mut shorter) = writer.texts(mv);
            texts.full.push(full);
            shorter.sort();
            shorter.dedup();
            for text in shorter {
                texts.forms.entry(text).or_default().push(index);
            }
        }
        texts
    }
}

struct Writer<'a> {
    position: &'a Position,
    dialect: Dialect,
}

impl Writer<'_> {
    fn texts(&self, mv: Move) -> (String, Vec<String>) {
        if let MoveKind::Castle(side) = mv.kind {
            let text = if side == CastlingSide::King { "O-O" } else { "O-O-O" };
            return (text.to_owned(), vec![text.to_owned()]);
        }
        let board = self.position.board();
        let taken_on = match mv.kind {
            MoveKind::EnPassant => Square::new(mv.to.file(), mv.from.rank()),
            _ => mv.to,
        };
        let role = board.role_at(mv.from).expect("a piece moves");
        let [to, to_full] = self.square(mv.to);
        let [from, from_full] = self.square(mv.from);
        let rank = self.rank(mv.from);
        let mut movers = self.names(mv.from);
        movers.extend([&from, &from_full, &rank].map(|place| format!("{}({place})", self.letter(role))));
        if self.dialect == Spanish {
            movers.extend([&from, &from_full, &rank].map(|place| format!("{}{place}", self.letter(role))));
        }
        let full_mover = format!("{}({from_full})", self.letter(role));
        let mut ends = vec![match (mv.promotion(), self.dialect) {
            (Some(role), English) => format!("({})", self.letter(role)),
            (Some(role), Spanish) => format!("={}", self.letter(role)),
            (None, _) => String::new(),
        }];
        if mv.kind == MoveKind::EnPassant {
            ends.insert(0, if self.dialect == English { " e.p." } else { " a.p." }.to_owned());
        }
        let mut shorter = Vec::new();
        let Some(victim) = board.role_at(taken_on) else {
            for mover in &movers {
                let is_square_apart = mover.ends_with(')') || mover.contains(|char: char| char.is_ascii_digit());
                let dash = if self.dialect == English || is_square_apart { "-" } else { "" };
                shorter.extend([&to, &to_full].map(|to| format!("{mover}{dash}{to}{}", ends[0])));
            }
            return (format!("{full_mover}-{to_full}{}", ends[0]), shorter);
        };
        let mut victims = self.names(taken_on);
        victims.extend([to, to_full.clone(), format!("{}({to_full})", self.letter(victim))]);
        for mover in &movers {
            for victim in &victims {
                shorter.extend(ends.iter().map(|end| format!("{mover}x{victim}{end}")));
            }
        }
        (format!("{full_mover}x{}({to_full}){}", self.letter(victim), ends[0]), shorter)
    }

    fn letter(&self, role: Role) -> char {
        let index = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn]
            .into_iter()
            .position(|other| other == role)
            .expect("six roles");
        let letters = if self.dialect == English { "KQRBNP" } else { "RDTACP" };
        letters.chars().nth(index).expect("six letters")
    }

    /// The file without a wing and with it.
    fn file(&self, square: Square) -> [&'static str; 2] {
        let files = match self.dialect {
            English => [["R", "N", "B", "Q", "K", "B", "N", "R"], ["QR", "QN", "QB", "Q", "K", "KB", "KN", "KR"]],
            Spanish => [["T", "C", "A", "D", "R", "A", "C", "T"], ["TD", "CD", "AD", "D", "R", "AR", "CR", "TR"]],
        };
        files.map(|files| files[square.file().index()])
    }

    fn rank(&self, square: Square) -> String {
        let rank = square.rank().index() + 1;
        if self.position.turn() == Color::White { rank } else { 9 - rank }.to_string()
    }

    fn square(&self, square: Square) -> [String; 2] {
        let rank = self.rank(square);
        self.file(square).map(|file| match self.dialect {
            English => format!("{file}{rank}"),
            Spanish => format!("{rank}{file}"),
        })
    }

    /// What the man on a square is called: its letter, a pawn by its file, and of a pair of pieces
    /// the queen's and the king's.
    fn names(&self, square: Square) -> Vec<String> {
        let piece = self.position.board().piece_at(square).expect("a man stands there");
        let letter = self.letter(piece.role);
        let mut names = vec![letter.to_string()];
        let others = self.position.board().pieces(piece.color, piece.role).without(square);
        let is_dark = |square: Square| (square.file().index() + square.rank().index()).is_multiple_of(2);
        let queens = match (piece.role, others.single()) {
            (Role::Pawn, _) => {
                names.extend(self.file(square).map(|file| match self.dialect {
                    English => format!("{file}P"),
                    Spanish => format!("P{file}"),
                }));
                return names;
            }
            (Role::Rook | Role::Knight, Some(other)) if other.file() != square.file() => square.file() < other.file(),
            (Role::Bishop, Some(other)) if is_dark(other) != is_dark(square) => {
                is_dark(square) == (piece.color == Color::White)
            }
            _ => return names,
        };
        names.push(match (self.dialect, queens) {
            (English, true) => format!("Q{letter}"),
            (English, false) => format!("K{letter}"),
            (Spanish, true) => format!("{letter}D"),
            (Spanish, false) => format!("{letter}R"),
        });
        names
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CASTLING: &str = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
const PAWNS: &str = "k7/8/8/3pPp2/4P3/8/8/K7 w - d6 0 1";
const PROMOTION: &str = "3n4/P3P2k/8/8/8/8/8/K7 w - - 0 1";
/// Black counts from the other side.
const BLACK: &str = "4k3/8/2n1n3/8/3P4/8/8/4K3 b - - 0 1";
const ROOKS: &str = "7k/8/8/8/8/8/4R3/R3R2K w - - 0 1";
const BISHOPS: &str = "4k3/8/8/6B1/8/3B4/8/4K3 w - - 0 1";

type Case<'a> = (&'a str, &'a [&'a str], Result<&'a str, MoveErrorKind>);

fn assert_read(dialect: Dialect, cases: &[Case<'_>]) {
    for (fen, texts, expected) in cases {
        let position = Position::from_fen(fen.as_bytes()).expect(fen);
        for text in *texts {
            let read = read(&position, text.as_bytes(), dialect).map_err(|error| error.kind());
            let san = read.map(|read| {
                let mut out = Vec::new();
                san::write(&position, read.mv, &mut out);
                String::from_utf8(out).expect("SAN is ASCII")
            });
            assert_eq!(san.as_deref(), expected.as_ref().map(|san| *san), "{text} in {fen}");
            assert_eq!(has_form(text.as_bytes(), dialect), *expected != Err(NotAMove), "{text}");
        }
    }
}

#[test]
fn english_lines_are_read_as_books_mean_them() {
    assert_read(
        English,
        &[
            (START, &["P-K4", "P - K4", "P–K4", "PK4", "KP-K4", "P(K2)-K4", "P/K2-K4"], Ok("e4")),
            (START, &["N-KB3", "Kt-KB3", "KT-KB3", "NKB3", "KN-B3", "N(N1)-KB3", "N(KN1)-B3", "KKt-KB3"], Ok("Nf3")),
            (START, &["QN-B3", "N-QB3", "QKt-B3"], Ok("Nc3")),
            (START, &["N-B3", "P-B3", "RP-R3"], Err(Ambiguous)),
            (START, &["P-K5", "PxP", "N-K2", "O-O", "B-N5", "P-K8=Q", "PxPe.p."], Err(Illegal)),
            (CASTLING, &["O-O", "0-0", "o–o", "Castles KR", "Castles K"], Ok("O-O")),
            (CASTLING, &["O-O-O", "0-0-0", "Castles QR"], Ok("O-O-O")),
            (CASTLING, &["Castles"], Err(Ambiguous)),
            (PAWNS, &["PxP e.p.", "PxPe.p.", "PxPep", "KPxP(Q6)", "PxP(Q6)"], Ok("exd6")),
            (PAWNS, &["PxBP", "PxKBP", "KPxBP", "P(K4)xBP", "PXBP", "P×BP"], Ok("exf5")),
            (PAWNS, &["P(K4)xQP", "PxQ5"], Ok("exd5")),
            (PAWNS, &["PxP", "PxQP"], Err(Ambiguous)),
            (PAWNS, &["P-Q5", "PxN", "PxKNP", "P-B5"], Err(Illegal)),
            (PROMOTION, &["P-K8(Q)", "P-K8=Q", "P-K8/Q", "P-K8Q", "P-K8 = Q", "KP-K8(Q)"], Ok("e8=Q")),
            (PROMOTION, &["PxN(Kt)", "PxN=N", "PxN(Q8)=N"], Ok("exd8=N")),
            (PROMOTION, &["P-K8", "P-R8", "PxN"], Err(MissingPromotion)),
            (PROMOTION, &["P-K8=K", "P-K8=P", "N-K8=Q"], Err(NotAMove)),
            (BLACK, &["QNxP", "N(B3)xP", "N(QB3)xP", "N/QB3xP"], Ok("Ncxd4")),
            (BLACK, &["KNxP", "N(K3)xQP"], Ok("Nexd4")),
            (BLACK, &["NxP", "N(3)xP", "NxQ5"], Err(Ambiguous)),
            (BLACK, &["N-Q5", "NxN", "N(K4)xP"], Err(Illegal)),
            (ROOKS, &["QR-Q1", "R(R1)-Q1", "R(QR1)-Q1"], Ok("Rad1")),
            (ROOKS, &["KR-Q1", "R(K1)-Q1"], Ok("Red1")),
            (ROOKS, &["R-Q2", "R(K2)-Q2", "R/2-Q2", "R(2)-Q2", "KR-Q2"], Ok("Rd2")),
            // Either bishop has a square of its own; which one began on the wing is its colour.
            (BISHOPS, &["KB-B4", "B-QB4"], Ok("Bc4")),
            (BISHOPS, &["QB-B4", "B-KB4"], Ok("Bf4")),
            (BISHOPS, &["B-B4"], Err(Ambiguous)),
        ],
    );
}

#[test]
fn a_mark_decides_where_the_rest_does_not() {
    let check = "2k5/8/8/8/8/3R4/8/7K w - - 0 1";
    let none = "7k/8/8/8/8/3R4/8/7K w - - 0 1";
    let mate = "4b2k/6pp/8/8/8/8/5R2/2R4K w - - 0 1";
    assert_read(
        English,
        &[
            (check, &["R-B3ch", "R-B3 ch.", "R-B3+", "R-B3 dbl ch"], Ok("Rc3")),
            (check, &["R-B3", "R-B3 mate"], Err(Ambiguous)),
            (none, &["R-B3ch"], Err(Ambiguous)),
            (none, &["R-QB3ch"], Ok("Rc3")),
            (mate, &["R-B8 mate", "R-B8++", "R-B8ch"], Ok("Rf8")),
            (mate, &["R-B8"], Err(Ambiguous)),
        ],
    );
    assert_read(
        Spanish,
        &[
            (check, &["T3A+", "T3Aj", "T3A jaque", "T3A jaque doble"], Ok("Rc3")),
            (mate, &["T8A++", "T8A mate", "T8A jaque mate"], Ok("Rf8")),
        ],
    );
}

#[test]
fn spanish_lines_are_read_as_books_mean_them() {
    assert_read(
        Spanish,
        &[
            (START, &["P4R", "P 4R", "P-4R", "PR4R", "P2R-4R", "P(2R)-4R"], Ok("e4")),
            (START, &["C3AR", "CR3A", "C1C-3AR", "C(1CR)-3AR", "C-3AR"], Ok("Nf3")),
            (START, &["C3A", "P3A"], Err(Ambiguous)),
            (START, &["P5R", "PxP", "O-O"], Err(Illegal)),
            (PAWNS, &["PxP a.p.", "PxP al paso", "PxPap", "PxP (a.p.)", "PxP e.p."], Ok("exd6")),
            (PAWNS, &["PxPA", "PxPAR", "PRxPA", "PXPA"], Ok("exf5")),
            (PROMOTION, &["P8R=D", "P8R(D)", "P8RD", "P8R=D+"], Ok("e8=Q")),
            (PROMOTION, &["PxC=C", "PxC(C)"], Ok("exd8=N")),
            // The queen's rook's file, or a rook's file and a queen: only one is a whole move.
            (PROMOTION, &["P8TD", "P8T=D"], Ok("a8=Q")),
            (PROMOTION, &["P8R", "PxC"], Err(MissingPromotion)),
            (BLACK, &["CDxP", "C3ADxP", "C(3AD)xP"], Ok("Ncxd4")),
            (BLACK, &["CxP", "C3xP"], Err(Ambiguous)),
            (ROOKS, &["TD1D", "T1T-1D"], Ok("Rad1")),
            (ROOKS, &["T2-2D", "T2R-2D"], Ok("Rd2")),
        ],
    );
}

#[test]
fn two_wings_that_no_move_has_both_decide_nothing() {
    // The queen's knight can take the queen's bishop alone, and the king's knight the king's.
    let fen = "7k/8/8/8/2b2b2/8/1N4N1/7K w - - 0 1";
    assert_read(
        English,
        &[
            (fen, &["NxQB", "QNxB", "QNxQB"], Ok("Nxc4")),
            (fen, &["NxKB", "KNxB", "KNxKB"], Ok("Nxf4")),
            (fen, &["NxB", "QNxKB", "KNxQB"], Err(Ambiguous)),
        ],
    );
}

#[test]
fn plain_san_and_prose_have_no_descriptive_form() {
    let words = [
        "e4", "Nf3", "Bxc6", "exd5", "e8=Q", "Qh4xe1", "Rad1", "R1a3", "Kg1", "--", "Z0", "", "the", "Better", "Black",
        "King", "PK", "N-", "P-", "P-K9", "P-K0", "NxK", "N-QK3", "Q", "1-0", "1/2-1/2", "P-K4x5", "p-k4", "n-kb3",
        "NB3", "BB5", "KB1", "RB1", "QB3", "QBB4", "P4R", "Castle", "B", "Q+", "e2e4", "5254", "DOGO", "N", "+-",
    ];
    assert_read(English, &[(START, &words, Err(NotAMove))]);
    let words = [
        "e4", "Cf3", "Nf3", "Axc6", "P-K4", "d4", "C3", "A5", "D", "la", "Reyes", "PR", "Torre", "P9R", "1-0", "T1",
        "R2", "D1D2", "N-KB3", "Castles", "p4r", "CxR", "", "0-1", "C3ARD", "Tabla", "DOGO",
    ];
    assert_read(Spanish, &[(START, &words, Err(NotAMove))]);
}

#[test]
fn the_reason_says_what_stands_in_the_way() {
    for (fen, text, reason) in [
        (START, "P-K5", "no white pawn can reach e5"),
        (START, "N-K2", "e2 is occupied"),
        (START, "P-K8=Q", "e8 is occupied"),
        (START, "P-K4=Q", "a pawn is promoted on the last rank only"),
        (START, "B-N5", "the bishop on f1 is blocked"),
        (START, "NxQ", "no white knight can reach d8"),
        (START, "BxN5", "the bishop on f1 is blocked"),
        (START, "O-O", "a piece stands in the way of castling"),
        (START, "PxP e.p.", "it is no capture en passant"),
        (START, "N(Q2)-KB3", "there is no white knight on d2"),
        (START, "N-B3", "b1 and g1"),
        (START, "Nf3", "it has no form of a move"),
        (PAWNS, "PxN", "there is no black knight"),
        (PAWNS, "PxKNP", "there is no black pawn on the g-file"),
        (PAWNS, "P-Q5", "d5 is occupied"),
        (PROMOTION, "P-K8", "the promotion piece is missing"),
        (BLACK, "PxP", "no black pawn can reach d4"),
        ("4k3/8/8/8/8/8/3r4/K7 w - - 0 1", "K-N2", "the king would be in check on b2"),
        ("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", "K-N1", "black is stalemated"),
        ("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "N-Q4", "the knight on e2 is pinned"),
    ] {
        let position = Position::from_fen(fen.as_bytes()).expect(fen);
        let error = read(&position, text.as_bytes(), English).expect_err(text);
        assert_eq!(error.to_string(), reason, "{text} in {fen}");
    }
}

proptest! {
    #[test]
    fn any_bytes_are_read_without_a_panic(text in proptest::collection::vec(any::<u8>(), 0..40)) {
        for fen in [START, CASTLING, PAWNS, PROMOTION, BLACK] {
            let position = Position::from_fen(fen.as_bytes()).expect(fen);
            for dialect in [English, Spanish] {
                let _ = (read(&position, &text, dialect), has_form(&text, dialect));
            }
        }
    }

    #[test]
    fn anything_like_a_move_is_read_without_a_panic(text in "[PKQRBNTDACOt0-9x:=()/+jaep.×–-]{0,12}") {
        for fen in [START, CASTLING, PAWNS, PROMOTION, BLACK] {
            let position = Position::from_fen(fen.as_bytes()).expect(fen);
            for dialect in [English, Spanish] {
                if let Err(error) = read(&position, text.as_bytes(), dialect) {
                    prop_assert!(!error.to_string().is_empty());
                    prop_assert_eq!(error.kind() != NotAMove, has_form(text.as_bytes(), dialect));
                }
            }
        }
    }
}
