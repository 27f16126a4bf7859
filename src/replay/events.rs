//! A game's whole structure, for whoever writes it again: moves, annotations and variations
//! in the order of the source.
//!
//! What cannot be read is given as it stands, so that nothing of a game is lost.

use std::cell::RefCell;
use std::ops::ControlFlow;

use crate::chess::Position;
use crate::pgn::comment::CommentStyle;
use crate::pgn::{Comment, Lexeme, Nag, PlainAnnotation, Token};
use crate::replay::annotation::DRAW_OFFERED;
use crate::replay::{Ply, Reached, Replay, annotation, words};

/// What comes next in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// A move was played, in the mainline or in a variation.
    Ply(Ply<'a>),
    /// A comment.
    Comment(Comment<'a>),
    /// An annotation glyph.
    Nag(Nag),
    /// A variation begins: it replaces the move before.
    VariationStart,
    /// A variation ends.
    VariationEnd,
    /// Words that are no moves, passed over.
    Prose(&'a [u8]),
    /// Movetext that was not read: what follows a move that cannot be read, to the end of its line.
    Unread(&'a [u8]),
}

/// What [`Replay::each_event`] tells of.
#[derive(Clone, Copy, Debug)]
pub enum Told<'e, 'a> {
    /// A move was played, in the mainline or in a variation.
    Ply(&'e Reached<'e, 'a>),
    /// Anything else.
    Event(&'e Event<'a>),
}

/// The event that an annotation is.
fn plain_event<'a>(annotation: PlainAnnotation<'a>, position: &Position) -> Option<Event<'a>> {
    match annotation {
        PlainAnnotation::Comment(text) => Some(Event::Comment(Comment { text, style: CommentStyle::Brace })),
        PlainAnnotation::Nag(digits) => Nag::from_digits(digits).map(Event::Nag),
        PlainAnnotation::Glyph(glyph) => annotation::glyph(glyph, position).map(Event::Nag),
    }
}

impl<'a> Replay<'_, 'a> {
    /// Has `each` told of every event, in the order of the source. To be used instead of
    /// [`each_ply`](Self::each_ply), on a replay that was asked for variations.
    pub fn each_event(&mut self, mut each: impl FnMut(Told<'_, 'a>)) {
        let each = RefCell::new(&mut each);
        let tell = |told: Told<'_, 'a>| (each.borrow_mut())(told);
        loop {
            if self.is_plain {
                let mut ply = |reached: &Reached<'_, 'a>| {
                    tell(Told::Ply(reached));
                    ControlFlow::Continue(())
                };
                let mut other = |annotation: PlainAnnotation<'a>, position: &Position| {
                    if let Some(event) = plain_event(annotation, position) {
                        tell(Told::Event(&event));
                    }
                };
                let _ = self.plain_run(&mut ply, Some(&mut other));
            }
            let Some(event) = self.careful_event() else { return };
            self.is_plain = self.unread_from.is_none() && self.may_be_plain();
            match event {
                Event::Ply(ply) => tell(Told::Ply(&self.reached(&ply))),
                event => tell(Told::Event(&event)),
            }
        }
    }

    /// The next event, whatever the movetext.
    #[inline(never)]
    fn careful_event(&mut self) -> Option<Event<'a>> {
        self.started = true;
        if let Some(event) = self.queued.take() {
            return Some(event);
        }
        while let Some(lexeme) = self.held.take().or_else(|| self.tokens.next_lexeme()) {
            if let Some(event) = self.event(&lexeme) {
                return Some(event);
            }
        }
        if let Some(from) = self.unread_from.take() {
            return self.unread(from, self.tokens.last());
        }
        while self.lines.is_inside() {
            if self.lines.close().is_some() {
                return Some(Event::VariationEnd);
            }
        }
        if !self.finished {
            self.finished = true;
            self.finish();
        }
        None
    }

    fn event(&mut self, lexeme: &Lexeme<'a>) -> Option<Event<'a>> {
        let passing = self.lines.is_passing();
        let has_begun = matches!(lexeme.token, Token::Word(_) | Token::MoveNumber(_) | Token::VariationStart);
        if !self.has_positions && has_begun && !self.terminated {
            // A game that is not played here: all but its comments up to here is unread.
            self.unread_from.get_or_insert(lexeme.at);
        }
        match lexeme.token {
            Token::Word(_) if passing => None,
            Token::Word(text) => self.word(text, lexeme.at).map(Event::Ply).or_else(|| self.queued.take()),
            Token::MoveNumber(digits) => {
                self.move_number(digits, lexeme.at);
                None
            }
            Token::Comment(_) | Token::Nag(_) | Token::Glyph(_) | Token::DrawOffer => {
                self.annotation(lexeme);
                if self.unread_from.is_some() { None } else { self.annotation_event(lexeme) }
            }
            Token::VariationStart => {
                let depth = self.lines.depth();
                self.variation_start(lexeme.at);
                if self.lines.depth() > depth {
                    return Some(Event::VariationStart);
                }
                if !passing {
                    self.unread_from = Some(lexeme.at);
                }
                None
            }
            Token::VariationEnd => self.variation_end_event(lexeme),
            Token::Termination(text) => {
                if !self.lines.is_inside()
                    && let Some(from) = self.unread_from.take()
                {
                    self.held = Some(*lexeme);
                    return self.unread(from, lexeme.at);
                }
                self.termination(text, lexeme.at);
                None
            }
            Token::Fault(fault) => {
                self.push(words::fault(fault, self.base + lexeme.at as u64));
                None
            }
        }
    }

    fn annotation_event(&self, lexeme: &Lexeme<'a>) -> Option<Event<'a>> {
        match lexeme.token {
            Token::Comment(comment) => Some(Event::Comment(comment)),
            Token::DrawOffer => Some(Event::Comment(DRAW_OFFERED)),
            Token::Nag(digits) => Nag::from_digits(digits).map(Event::Nag),
            Token::Glyph(glyph) => annotation::glyph(glyph, &self.lines.current.position).map(Event::Nag),
            _ => None,
        }
    }

    /// The end of a variation: of one that was played, behind what of it was not read; or of
    /// one that was passed over as a whole.
    fn variation_end_event(&mut self, lexeme: &Lexeme<'a>) -> Option<Event<'a>> {
        if self.lines.passed_over() == 0
            && let Some(from) = self.unread_from.take()
        {
            self.held = Some(*lexeme);
            return self.unread(from, lexeme.at);
        }
        let depth = self.lines.depth();
        self.variation_end(lexeme.at);
        if self.lines.depth() < depth {
            return Some(Event::VariationEnd);
        }
        if !self.lines.is_passing() {
            let from = self.unread_from.take()?;
            return self.unread(from, lexeme.at + 1);
        }
        None
    }

    fn unread(&self, from: usize, to: usize) -> Option<Event<'a>> {
        let text = self.tokens.input().get(from..to)?.trim_ascii();
        (!text.is_empty()).then_some(Event::Unread(text))
    }
}
