//! Replays one game: movetext and a start position in, a position after every ply out.
//!
//! Takes a [`Game`] and its [`Tokens`], gives [`Ply`]s in reading order, and decides legality;
//! what is wrong goes into the caller's list of [`Problem`]s. Where a game starts and ends is
//! settled before, in [`pgn::split`](crate::pgn::split); what is written of a ply is settled
//! after, in [`output`](crate::output).
//!
//! The rest of a mainline behind a move that cannot be read is never guessed at. A variation
//! that cannot be read is passed over and leaves the mainline unharmed.

mod ahead;
mod annotation;
mod asks;
mod decide;
mod events;
mod line;
mod pass;
mod plain;
mod ply;
mod reader;
mod result;
mod san_run;
pub mod start;
#[cfg(test)]
mod tests;
mod words;

use std::ops::ControlFlow;

use crate::chess::notation::{ReadMove, System, Written, gringmuth, san, uci, written};
use crate::chess::{Move, Position};
use crate::pgn::{Game, Lexeme, Nag, Outcome, Token, Tokens};
use crate::problem::{Mark, Problem, ProblemKind, Problems};

use ahead::Ahead;
use annotation::Annotations;
pub use asks::{Asks, Variations};
use decide::Decision;
pub use events::{Event, Told};
use line::{Line, Lines};
use plain::NO_OTHER;
pub use ply::{Ply, Reached};
use reader::Reader;
pub use result::outcome;

/// What a careful step came to.
enum Careful<'a> {
    Ply(Ply<'a>),
    /// Plain movetext may follow.
    Plain,
    End,
}

/// The replay of one game.
pub struct Replay<'r, 'a> {
    game: &'r Game<'a>,
    tokens: &'r mut Tokens<'a>,
    /// Offset in the input of the tokens' first byte.
    base: u64,
    asks: Asks,
    problems: &'r mut Problems,
    lines: Lines,
    /// A token read too early.
    held: Option<Lexeme<'a>>,
    /// A ply whose annotations are still being read.
    pending: Option<Ply<'a>>,
    has_positions: bool,
    started: bool,
    finished: bool,
    annotations: Annotations<'a>,
    ahead: Ahead<'a>,
    san: Vec<u8>,
    uci: Vec<u8>,
    /// The result that the movetext ends with: as the tokenizer saw it, or in words.
    terminated: bool,
    outcome: Option<Outcome>,
    /// How words are read, and what was seen of them.
    reader: Reader,
    is_decided: bool,
    is_trial: bool,
    is_mixed: bool,
    is_undecided: bool,
    is_foreign: bool,
    /// From this ply on several notations differ.
    undecided: Option<(u32, Vec<Reader>)>,
    /// The game must be read from its beginning again, in this way.
    again: Option<Decision>,
    /// The state before the first token.
    beginning: (Tokens<'a>, Mark),
    /// What a word came to beside a move: prose, or a glyph on the move.
    queued: Option<Event<'a>>,
    /// A score that PGN cannot say, as it stands.
    odd_result: Option<&'a [u8]>,
    /// Where text begins that cannot be read.
    unread_from: Option<usize>,
    /// How far the game's move numbers are from the position's.
    number_shift: i64,
    /// Variations that are plainly well formed are passed over.
    passes_variations: bool,
    /// A word was read that may not be standard SAN.
    met_careful_word: bool,
    /// Nothing is odd about the game so far: plain movetext may be read on the short way.
    is_plain: bool,
}

impl<'r, 'a> Replay<'r, 'a> {
    /// Begins to replay `game`. The start position is that of its FEN tag; where that is none,
    /// or the variant is not played here, the game has no positions.
    pub fn new(
        game: &'r Game<'a>,
        tokens: &'r mut Tokens<'a>,
        base: u64,
        asks: Asks,
        problems: &'r mut Problems,
    ) -> Self {
        for &(at, fault) in &game.faults {
            problems.push(words::fault(fault, base + at as u64));
        }
        let beginning = (tokens.clone(), problems.mark());
        let start = start::position(game, base, asks.hash, problems);
        let mut annotations = Annotations::default();
        if asks.annotations {
            game.comments.iter().for_each(|lexeme| annotations.lexeme(lexeme));
        }
        for lexeme in &game.comments {
            words::unterminated(lexeme, base, problems);
        }
        Self {
            game,
            tokens,
            base,
            asks,
            problems,
            has_positions: start.is_some(),
            started: start.is_none(),
            unread_from: None,
            lines: Lines::new(start),
            held: None,
            pending: None,
            finished: false,
            annotations,
            ahead: Ahead::default(),
            san: Vec::new(),
            uci: Vec::new(),
            terminated: false,
            outcome: None,
            reader: asks.from.map_or(Reader::ENGLISH, Reader::One),
            is_decided: asks.from.is_some(),
            is_trial: false,
            is_mixed: false,
            is_undecided: false,
            is_foreign: false,
            undecided: None,
            again: None,
            beginning,
            queued: None,
            odd_result: None,
            number_shift: 0,
            passes_variations: asks.variations == Variations::PassOver,
            met_careful_word: false,
            is_plain: false,
        }
    }

    /// The position after the ply given last.
    pub fn position(&self) -> &Position {
        if self.gives_variations() { &self.lines.current.position } else { self.lines.mainline() }
    }

    /// The game's result, once all plies are given: the termination marker, else the Result tag.
    pub fn outcome(&self) -> Outcome {
        self.outcome.unwrap_or(Outcome::Unknown)
    }

    /// Whether the game has positions: its FEN could be read, and its variant is played here.
    pub fn has_positions(&self) -> bool {
        self.has_positions
    }

    /// A score that PGN cannot say, or a forfeit, where the movetext ends with one.
    pub fn odd_result(&self) -> Option<&'a [u8]> {
        self.odd_result
    }

    /// Has `each` told of every ply, in reading order.
    #[inline]
    pub fn each_ply(&mut self, mut each: impl FnMut(&Reached<'_, 'a>)) {
        let _ = self.each_ply_until(|reached| {
            each(reached);
            ControlFlow::Continue(())
        });
    }

    /// Has `each` told of the plies, in reading order, until it breaks off. Called again, it goes
    /// on with the next.
    #[inline]
    pub fn each_ply_until(&mut self, mut each: impl FnMut(&Reached<'_, 'a>) -> ControlFlow<()>) -> ControlFlow<()> {
        loop {
            if self.is_plain {
                self.plain_run(&mut each, NO_OTHER)?;
            }
            match self.careful_step() {
                Careful::Ply(ply) => each(&self.reached(&ply))?,
                Careful::Plain => {}
                Careful::End => return ControlFlow::Continue(()),
            }
        }
    }

    /// The next ply, in reading order.
    pub fn next_ply(&mut self) -> Option<Ply<'a>> {
        loop {
            if self.is_plain {
                let (mut next, mut short_san) = (None, None);
                let _ = self.plain_run(
                    &mut |reached| {
                        next = Some(*reached.ply);
                        short_san = reached.short_san.map(|text| (*text, reached.san.len()));
                        ControlFlow::Break(())
                    },
                    NO_OTHER,
                );
                if let Some((text, length)) = short_san {
                    self.san.clear();
                    self.san.extend_from_slice(&text[..length]);
                }
                if next.is_some() {
                    return next;
                }
            }
            match self.careful_step() {
                Careful::Ply(ply) => return Some(ply),
                Careful::Plain => {}
                Careful::End => return None,
            }
        }
    }

    /// What can be told of the ply given last.
    pub fn reached<'s>(&'s self, ply: &'s Ply<'a>) -> Reached<'s, 'a> {
        Reached {
            ply,
            position: self.position(),
            san: &self.san,
            short_san: None,
            uci: &self.uci,
            line: self.lines.path(),
            nags: &self.annotations.nags,
            comments: &self.annotations.comments,
        }
    }

    /// Goes on at movetext that is not plain, up to the next ply or to plain movetext.
    #[inline(never)]
    fn careful_step(&mut self) -> Careful<'a> {
        let step = self.careful();
        self.is_plain = self.may_be_plain();
        step
    }

    fn careful(&mut self) -> Careful<'a> {
        if !self.started {
            self.started = true;
            let start = Ply { number: self.lines.current.ply, mv: Move::NULL, text: b"" };
            if !self.asks.annotations {
                return Careful::Ply(start);
            }
            self.pending = Some(start);
        }
        while let Some(lexeme) = self.held.take().or_else(|| self.tokens.next_lexeme()) {
            match lexeme.token {
                Token::Word(text) => {
                    self.met_careful_word = true;
                    if self.lines.is_passing() {
                        if self.is_trial && self.lines.is_mainline_dead() {
                            return Careful::End;
                        }
                        continue;
                    }
                    if !self.is_aside(text) && self.is_due(&lexeme) {
                        return self.waiting();
                    }
                    if let Some(ply) = self.word(text, lexeme.at) {
                        return Careful::Ply(ply);
                    }
                    if self.again.is_some() {
                        return Careful::End;
                    }
                }
                Token::MoveNumber(digits) => self.move_number(digits, lexeme.at),
                Token::Comment(_) | Token::Nag(_) | Token::Glyph(_) | Token::DrawOffer => self.annotation(&lexeme),
                Token::VariationStart => {
                    if self.gives_variations() && self.is_due(&lexeme) {
                        let ahead = self.ahead.of(lexeme.at, self.tokens);
                        self.annotations.read_ahead(&ahead, &self.lines.current.position);
                        return self.waiting();
                    }
                    self.variation_start(lexeme.at);
                    if self.may_be_plain() {
                        return Careful::Plain;
                    }
                }
                Token::VariationEnd => {
                    if self.lines.depth() > 0 && self.gives_variations() && self.is_due(&lexeme) {
                        return self.waiting();
                    }
                    self.variation_end(lexeme.at);
                    if self.may_be_plain() {
                        return Careful::Plain;
                    }
                }
                Token::Termination(text) => self.termination(text, lexeme.at),
                Token::Fault(fault) => self.problems.push(words::fault(fault, self.base + lexeme.at as u64)),
            }
        }
        if !self.finished {
            self.finished = true;
            self.finish();
        }
        self.waiting()
    }

    /// The ply that waited for its annotations.
    fn waiting(&mut self) -> Careful<'a> {
        self.pending.take().map_or(Careful::End, Careful::Ply)
    }

    /// Plays to the end for the problems and the result alone.
    pub fn run(&mut self) -> u32 {
        let mut plies = 0;
        loop {
            self.each_ply(|reached| plies = reached.ply.number);
            if !self.begin_again() {
                return plies;
            }
        }
    }

    /// After the last ply: whether the game turned out to be written in another notation, in
    /// which what was given reads otherwise. Then all of it is to be forgotten, and is given anew.
    pub fn begin_again(&mut self) -> bool {
        let Some(decision) = self.again.take() else { return false };
        let (tokens, mark) = self.beginning.clone();
        *self.tokens = tokens;
        self.problems.rewind(&mark);
        let start = start::position(self.game, self.base, self.asks.hash, self.problems);
        self.started = start.is_none();
        self.lines = Lines::new(start);
        (self.held, self.pending, self.queued, self.unread_from) = (None, None, None, None);
        (self.terminated, self.outcome, self.odd_result, self.number_shift) = (false, None, None, 0);
        self.is_plain = false;
        self.annotations.clear();
        if self.asks.annotations {
            self.game.comments.iter().for_each(|lexeme| self.annotations.lexeme(lexeme));
        }
        self.follow(decision);
        true
    }

    /// The notation that the game turned out to be written in; none when it is English.
    pub fn notation(&self) -> Option<&'static str> {
        self.reader.name().filter(|_| !self.is_undecided)
    }

    /// Reads words in one way, and stops at the first that does not fit.
    fn try_reader(&mut self, reader: Reader) {
        (self.reader, self.is_decided, self.is_trial) = (reader, true, true);
    }

    fn follow(&mut self, decision: Decision) {
        self.is_decided = true;
        self.reader = decision.reader;
        self.is_undecided = decision.undecided.is_some();
        self.undecided = decision.undecided;
    }

    /// Whether a ply waits whose annotations end before this token, which is then held back.
    fn is_due(&mut self, lexeme: &Lexeme<'a>) -> bool {
        let own = self.gives_variations() || self.lines.depth() == 0;
        let due = self.pending.is_some() && own;
        if due {
            self.held = Some(*lexeme);
        }
        due
    }

    /// Whether the word is no move and leaves the ply that waits for its annotations waiting.
    fn is_aside(&self, text: &[u8]) -> bool {
        self.pending.is_some() && words::is_aside(text)
    }

    /// Reads a word as a move and plays it. Gives the ply unless it must wait for annotations
    /// or is one of a variation that was not asked for.
    fn word(&mut self, text: &'a [u8], at: usize) -> Option<Ply<'a>> {
        if self.is_forfeit(text, at) {
            return None;
        }
        let text = self.first_of_pair(text, at);
        if self.undecided.is_some() && self.is_undecided_here() {
            self.undecided_word(text, at);
            return None;
        }
        match self.reader.read(&self.lines.current.position, text) {
            Ok(word) if word.read.pawn_letter && !self.is_decided => {
                if self.decide(true) {
                    self.word(text, at)
                } else {
                    self.play(word.read, text, at)
                }
            }
            Ok(word) => {
                if word.mixed && !std::mem::replace(&mut self.is_mixed, true) {
                    let ply = self.lines.current.ply + 1;
                    let problem = Problem::new(ProblemKind::MixedNotation, self.base + at as u64).token(text);
                    self.push(problem.ply(ply));
                }
                self.is_foreign |= word.foreign;
                self.play(word.read, text, at)
            }
            Err(error) => self.odd_word(text, at, error),
        }
    }

    /// In Gringmuth's code two moves may be one word: the second is held back.
    fn first_of_pair(&mut self, text: &'a [u8], at: usize) -> &'a [u8] {
        if self.reader != Reader::One(System::Gringmuth) || self.held.is_some() {
            return text;
        }
        let Some((first, second)) = gringmuth::split_pair(text) else { return text };
        self.held = Some(Lexeme { token: Token::Word(second), at: at + first.len() });
        first
    }

    fn is_undecided_here(&self) -> bool {
        let ply = self.lines.current.moves + 1;
        self.lines.depth() == 0 && self.undecided.as_ref().is_some_and(|(from, _)| *from == ply)
    }

    /// Looks for the notation that the game is written in. False when it is left to English, or
    /// when the game must begin again.
    fn decide(&mut self, pawn_letter: bool) -> bool {
        self.is_decided = true;
        let Some(decision) = decide::decide(self.game, &self.beginning.0, pawn_letter) else { return false };
        let english = decide::english(self.game, &self.beginning.0);
        let plies = self.lines.mainline_plies() as usize;
        let agreed = decision.undecided.as_ref().map_or(plies, |(ply, _)| plies.min(*ply as usize - 1));
        let same = decision.moves.get(..agreed) == english.get(..agreed);
        if same && self.lines.depth() == 0 && agreed == plies {
            self.follow(decision);
            return true;
        }
        self.again = Some(decision);
        false
    }

    fn play(&mut self, read: ReadMove, text: &'a [u8], at: usize) -> Option<Ply<'a>> {
        let given = self.gives_variations() || self.lines.depth() == 0;
        let line = &mut self.lines.current;
        if given {
            if self.asks.san && self.asks.written == Written::San {
                self.san.clear();
                san::write(&line.position, read.mv, &mut self.san);
            }
            if self.asks.uci {
                self.uci.clear();
                uci::write(&line.position, read.mv, &mut self.uci);
            }
        }
        let before = (given && self.asks.san && self.asks.written != Written::San).then(|| line.position.clone());
        line.play(read.mv);
        let number = line.ply;
        if let Some(before) = before {
            self.san.clear();
            written::write(self.asks.written, &before, read.mv, &line.position, &mut self.san);
        } else if given && self.asks.san {
            san::write_mark(&line.position, &mut self.san);
        }
        if let Some(mark) = read.mark {
            self.check_mark(mark, text, at);
        }
        if read.lookalike {
            let problem = Problem::new(ProblemKind::NonasciiMove, self.base + at as u64).token(text);
            self.push(problem.ply(number));
        }
        if !given {
            return None;
        }
        let ply = Ply { number, mv: read.mv, text };
        if self.asks.annotations {
            self.annotations.clear();
            self.pending = Some(ply);
            return None;
        }
        Some(ply)
    }

    fn annotation(&mut self, lexeme: &Lexeme<'a>) {
        words::unterminated(lexeme, self.base, self.problems);
        let nag = match lexeme.token {
            Token::Nag(digits) => Some((1 + digits.len(), Nag::from_digits(digits))),
            Token::Glyph(glyph) => Some((glyph.len(), Nag::from_glyph(glyph))),
            _ => None,
        };
        if let Some((length, None)) = nag {
            let text = &self.tokens.input()[lexeme.at..lexeme.at + length];
            self.problem(ProblemKind::BadNag, lexeme.at, text);
        }
        let own = !self.lines.is_passing() && (self.gives_variations() || self.lines.depth() == 0);
        if self.asks.annotations && self.pending.is_some() && own {
            self.annotations.lexeme_at(lexeme, &self.lines.current.position);
        }
    }

    fn variation_start(&mut self, at: usize) {
        match self.lines.open() {
            Ok(()) if self.terminated && self.lines.depth() == 1 => {
                self.problem(ProblemKind::MisplacedVariation, at, b"(")
            }
            Ok(()) => {}
            Err(line::NotOpened::NoMove) => self.problem(ProblemKind::MisplacedVariation, at, b"("),
            Err(line::NotOpened::TooDeep) => {
                let reason = format!("variations nested deeper than {} are passed over", line::DEEPEST);
                self.push(Problem::new(ProblemKind::IllegalMoveInVariation, self.base + at as u64).reason(reason));
            }
            Err(line::NotOpened::Dead) => {}
        }
    }

    fn variation_end(&mut self, at: usize) {
        if let Some(Line { moves: 0, dead: false, .. }) = self.lines.close() {
            self.problem(ProblemKind::EmptyVariation, at, b")");
        }
    }

    fn termination(&mut self, text: &'a [u8], at: usize) {
        if self.lines.is_inside() {
            return;
        }
        if self.terminated {
            self.problem(ProblemKind::ExtraResult, at, text);
        }
        self.terminated = true;
    }

    fn finish(&mut self) {
        if let Some(at) = self.tokens.open_variation() {
            self.push(Problem::new(ProblemKind::UnterminatedVariation, self.base + at as u64));
        }
        result::finish(self);
    }

    fn gives_variations(&self) -> bool {
        self.asks.variations == Variations::Give
    }

    fn problem(&mut self, kind: ProblemKind, at: usize, token: &[u8]) {
        self.push(Problem::new(kind, self.base + at as u64).token(token));
    }

    fn push(&mut self, problem: Problem) {
        self.problems.push(problem);
    }
}
