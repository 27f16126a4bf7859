//! Words of movetext that are not plainly a move: signs, suffixes, prose, results in words,
//! and moves that cannot be read.

use crate::chess::notation::{self, CheckMark, MoveError, MoveErrorKind, ReadMove};
use crate::pgn::comment::{Comment, CommentStyle};
use crate::pgn::token::Fault;
use crate::pgn::{Lexeme, Nag, Outcome, Token, nag};
use crate::problem::{Problem, ProblemKind, Problems};
use crate::replay::{Event, Ply, Replay, annotation, plain, reader};

/// The problem that a fault of the tokenizer is.
pub(super) fn fault(fault: Fault<'_>, offset: u64) -> Problem {
    let problem = Problem::new(fault.kind, offset).token(fault.text);
    if fault.in_game { problem } else { problem.outside() }
}

/// The problem of a check mark that the position does not bear out.
#[cold]
pub(super) fn wrong_mark(text: &[u8], offset: u64, ply: u32) -> Problem {
    Problem::new(ProblemKind::CheckMarkMismatch, offset).token(text).ply(ply)
}

/// Adds the problem of a comment that nothing closes.
pub(super) fn unterminated(lexeme: &Lexeme<'_>, base: u64, problems: &mut Problems) {
    if let Token::Comment(Comment { style: CommentStyle::Unterminated, .. }) = lexeme.token {
        problems.push(Problem::new(ProblemKind::UnterminatedComment, base + lexeme.at as u64));
    }
}

impl<'a> Replay<'_, 'a> {
    /// A word that is no move as it stands.
    pub(super) fn odd_word(&mut self, text: &'a [u8], at: usize, error: MoveError) -> Option<Ply<'a>> {
        let cut = self.tokens.is_input_end(at + text.len());
        if error.kind() == MoveErrorKind::MissingPromotion
            && let Some(ply) = self.promotion_apart(text, at)
        {
            return ply;
        }
        // Where the input is cut, `N` is the begin of a move; `+-` can be none.
        let may_be_sign = !cut || !text.iter().any(u8::is_ascii_alphanumeric);
        if may_be_sign && self.lines.current.moves > 0 && self.sign(text, at) {
            return None;
        }
        if let Some((before, nag)) = nag::split_suffix(text)
            && let Ok(read) = self.read(before)
        {
            let ply = self.play(read, before, at);
            self.queued = Some(Event::Nag(nag));
            if self.pending.is_some() {
                self.annotations.nags.push(nag);
            }
            return ply;
        }
        if self.is_result(text, at) || self.resignation(text, at) {
            return None;
        }
        if is_prose(text) {
            self.problem(ProblemKind::Garbage, at, text);
            self.queued = Some(Event::Prose(text));
            return None;
        }
        if !self.is_decided && !cut {
            if self.decide(false) {
                return self.word(text, at);
            }
            if self.again.is_some() {
                return None;
            }
        }
        self.unreadable(text, at, error, cut);
        None
    }

    /// A word that several notations read differently: nothing is guessed.
    pub(super) fn undecided_word(&mut self, text: &[u8], at: usize) {
        let readers = self.undecided.take().map(|(_, readers)| readers).unwrap_or_default();
        let reason = reader::readings(&readers, &self.lines.current.position, text);
        self.end_line(ProblemKind::UndecidedNotation, text, at, reason);
    }

    fn read(&self, text: &[u8]) -> Result<ReadMove, MoveError> {
        self.reader.read(&self.lines.current.position, text).map(|word| word.read)
    }

    /// `e8 =Q`: the piece stands apart from the move.
    fn promotion_apart(&mut self, text: &'a [u8], at: usize) -> Option<Option<Ply<'a>>> {
        let lexeme = self.tokens.next_lexeme()?;
        if let Token::Word(suffix) = lexeme.token
            && notation::is_move_suffix(suffix)
            && let Ok(read) = self.read(&[text, suffix].concat())
        {
            return Some(self.play(read, text, at));
        }
        self.held = Some(lexeme);
        None
    }

    /// A sign that belongs to the move before: `+/-`, `N`, `ch`, `e.p.`.
    fn sign(&mut self, text: &'a [u8], at: usize) -> bool {
        if Nag::from_glyph(text).is_some() {
            self.annotation(&Lexeme { token: Token::Glyph(text), at });
            self.queued = annotation::glyph(text, &self.lines.current.position).map(Event::Nag);
            return true;
        }
        notation::is_move_suffix(text)
    }

    /// `--+`, the last word of a game without moves: Black wins, and no null move with check.
    pub(super) fn is_forfeit(&mut self, text: &'a [u8], at: usize) -> bool {
        self.lines.current.moves == 0 && text.starts_with(b"--") && self.is_result(text, at)
    }

    /// A score that PGN cannot say, `0-0` where castling is not legal, or a forfeit in a game
    /// without moves; only as the last word.
    fn is_result(&mut self, text: &'a [u8], at: usize) -> bool {
        let Some(read) = Outcome::read_tag(text).filter(|_| !self.lines.is_inside() && self.held.is_none()) else {
            return false;
        };
        if read.outcome != Outcome::Unknown && self.lines.current.moves > 0 {
            return false;
        }
        self.held = self.tokens.next_lexeme();
        if self.held.is_some_and(|next| !matches!(next.token, Token::Fault(_))) {
            return false;
        }
        self.problem(ProblemKind::NonstandardResult, at, text);
        self.outcome = Some(read.outcome);
        self.odd_result = Some(text);
        true
    }

    /// `White resigns`.
    fn resignation(&mut self, text: &'a [u8], at: usize) -> bool {
        let outcome = match text {
            b"White" => Outcome::BlackWins,
            b"Black" => Outcome::WhiteWins,
            _ => return false,
        };
        if self.held.is_some() {
            return false;
        }
        self.held = self.tokens.next_lexeme();
        const VERBS: [&[u8]; 4] = [b"resigns", b"resigns.", b"resigned", b"resigned."];
        let Some(Lexeme { token: Token::Word(verb), at: verb_at }) = self.held else { return false };
        if !VERBS.contains(&verb) {
            return false;
        }
        self.queued = self.tokens.input().get(at..verb_at + verb.len()).map(Event::Prose);
        self.held = None;
        if !self.lines.is_inside() {
            self.outcome.get_or_insert(outcome);
        }
        true
    }

    /// A move that cannot be read: the rest of the line is passed over.
    fn unreadable(&mut self, text: &[u8], at: usize, error: MoveError, cut: bool) {
        let in_variation = self.lines.depth() > 0;
        let kind = match error.kind() {
            _ if in_variation => ProblemKind::IllegalMoveInVariation,
            _ if cut => ProblemKind::TruncatedMove,
            MoveErrorKind::Illegal | MoveErrorKind::NotAMove => ProblemKind::IllegalMove,
            MoveErrorKind::Ambiguous => ProblemKind::AmbiguousMove,
            MoveErrorKind::MissingPromotion => ProblemKind::MissingPromotionPiece,
            MoveErrorKind::IllegalNull => ProblemKind::IllegalNullMove,
            MoveErrorKind::Drop => ProblemKind::DropInStandardGame,
        };
        let tells_all = [ProblemKind::TruncatedMove, ProblemKind::MissingPromotionPiece, ProblemKind::IllegalNullMove];
        let reason = if tells_all.contains(&kind) { String::new() } else { error.to_string() };
        self.end_line(kind, text, at, reason);
    }

    /// Passes over the rest of the line, for this reason.
    fn end_line(&mut self, kind: ProblemKind, text: &[u8], at: usize, reason: String) {
        let mut fen = Vec::new();
        self.lines.current.position.write_fen(&mut fen);
        let problem = Problem::new(kind, self.base + at as u64).token(text).ply(self.lines.current.ply + 1);
        let mut problem = problem.reason(reason);
        problem.fen = String::from_utf8(fen).ok();
        self.lines.current.dead = true;
        self.unread_from = Some(at);
        self.push(problem);
    }

    /// Compares a check mark with the position after the move.
    pub(super) fn check_mark(&mut self, mark: CheckMark, text: &[u8], at: usize) {
        if !plain::is_right(mark, &self.lines.current.position) {
            self.push(wrong_mark(text, self.base + at as u64, self.lines.current.ply));
        }
    }

    /// Compares a move number with the position's. A shift that goes on is told once.
    pub(super) fn move_number(&mut self, digits: &[u8], at: usize) {
        if self.lines.is_passing() || self.terminated {
            return;
        }
        let number =
            digits.iter().fold(0i64, |sum, digit| (sum * 10 + i64::from(digit - b'0')).min(i64::from(u32::MAX)));
        let line = &self.lines.current;
        let shift = number - i64::from(line.position.fullmove_number());
        if shift == self.number_shift || shift == 0 {
            self.number_shift = shift;
            return;
        }
        self.number_shift = shift;
        let (ply, expected) = (line.ply + 1, line.position.fullmove_number());
        let problem = Problem::new(ProblemKind::MoveNumberMismatch, self.base + at as u64).token(digits).ply(ply);
        self.push(problem.reason(format!("it is move {expected}")));
    }
}

/// Whether a word behind a move is a sign, a part of that move that stands apart, or prose: what
/// follows may still belong to the move.
pub(super) fn is_aside(text: &[u8]) -> bool {
    // Nearly every word is standard SAN.
    notation::San::parse(text).is_none()
        && (Nag::from_glyph(text).is_some() || notation::is_move_suffix(text) || is_prose(text))
}

/// A word in lower case, or of signs alone, that has no form of a move.
fn is_prose(text: &[u8]) -> bool {
    !String::from_utf8_lossy(text).chars().any(char::is_uppercase) && !notation::has_move_form(text)
}
