//! The games again, as standard PGN (export format, PGN standard section 3.2), or as JSON lines.
//!
//! Nothing of a game is lost: words that are no moves become comments, and so does what
//! follows a move that cannot be read, marked as [`UNREAD`].

use std::borrow::Cow;

use crate::chess::Color;
use crate::chess::notation::{System, Written};
use crate::output::cell::{Cell, write_json_text};
use crate::output::{Format, GameWriter, Given, Place, Rows};
use crate::pgn::writer::{self, Movetext, ROSTER};
use crate::pgn::{Comment, Game, Nag, Outcome, Token, Tokens, text};
use crate::problem::Problems;
use crate::replay::{Asks, Event, Reached, Replay, Told, Variations, start};

/// What a comment begins with that holds movetext which could not be read.
pub const UNREAD: &str = "unread:";

/// How games are written again.
#[derive(Clone, Copy, Debug)]
pub struct Normalize {
    /// PGN or JSON lines.
    pub format: Format,
    /// What is left out.
    pub strip: Strip,
    /// The seven tag roster only, and the tags without which the moves cannot be replayed.
    pub roster_only: bool,
    /// The notation that moves are written in.
    pub written: Written,
    /// The notation that they are read in; where none is named, the one that fits.
    pub from: Option<System>,
}

/// What is left out of the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strip {
    /// Comments.
    pub comments: bool,
    /// Annotation glyphs.
    pub nags: bool,
    /// Variations, with all that is in them.
    pub variations: bool,
    /// Clock commands in comments, `[%clk]` and `[%emt]`.
    pub clocks: bool,
}

impl Default for Normalize {
    fn default() -> Self {
        Self { format: Format::Pgn, strip: Strip::default(), roster_only: false, written: Written::San, from: None }
    }
}

impl Rows for Normalize {
    fn header(&self, _out: &mut Vec<u8>) {}

    fn writer(&self) -> Box<dyn GameWriter + '_> {
        Box::new(Writer { normalize: self, movetext: Vec::new(), moves: Vec::new() })
    }

    fn needs_numbers(&self) -> bool {
        self.format == Format::Jsonl
    }
}

struct Writer<'n> {
    normalize: &'n Normalize,
    movetext: Vec<u8>,
    /// The mainline's moves as JSON texts, where they are asked for.
    moves: Vec<u8>,
}

/// Tags as they are written: names and values in order.
type Tags<'a> = Vec<(Cow<'a, [u8]>, Cow<'a, [u8]>)>;

impl GameWriter for Writer<'_> {
    fn game<'a>(
        &mut self,
        game: &Game<'a>,
        tokens: &mut Tokens<'a>,
        place: &Place<'_>,
        out: &mut Vec<u8>,
        problems: &mut Problems,
    ) -> Given {
        let Normalize { written, from, strip, .. } = *self.normalize;
        let asks = Asks { san: true, variations: Variations::Give, written, from, ..Asks::default() };
        let mut replay = Replay::new(game, tokens, place.base, asks, problems);
        let json = self.normalize.format == Format::Jsonl;
        loop {
            self.movetext.clear();
            self.moves.clear();
            let movetext =
                if json { Movetext::on_one_line(&mut self.movetext) } else { Movetext::wrapped(&mut self.movetext) };
            let mut body = Body::new(strip, movetext, json.then_some(&mut self.moves));
            for lexeme in &game.comments {
                if let Token::Comment(comment) = lexeme.token {
                    body.comment(&comment);
                }
            }
            replay.each_event(|told| match told {
                Told::Ply(reached) => body.move_played(reached),
                Told::Event(event) => body.event(event),
            });
            if !replay.begin_again() {
                body.finish(replay.outcome());
                break;
            }
        }
        let notation = replay.notation();
        let (outcome, odd_result, starts) = (replay.outcome(), replay.odd_result(), replay.has_positions());
        let tags = self.tags(game, outcome, odd_result, starts);
        if json {
            self.json(&tags, outcome, place, out);
        } else {
            tags.iter().for_each(|(name, value)| writer::write_tag(name, value, out));
            out.push(b'\n');
            out.extend_from_slice(&self.movetext);
            out.push(b'\n');
        }
        Given { notation, ..Given::default() }
    }
}

impl Writer<'_> {
    /// The roster first and in order, then the other tags in ASCII order (section 8.1).
    fn tags<'a>(&self, game: &Game<'a>, outcome: Outcome, odd_result: Option<&'a [u8]>, starts: bool) -> Tags<'a> {
        let mut tags = Tags::new();
        let mut used = Vec::new();
        for (name, missing) in ROSTER {
            let found = game.tags.iter().position(|tag| tag.name == name.as_bytes());
            used.extend(found);
            let value = match found {
                _ if name == "Result" => Cow::Borrowed(outcome.text().as_bytes()),
                Some(index) => game.tags[index].value.unescaped(),
                None => Cow::Borrowed(missing.as_bytes()),
            };
            tags.push((Cow::Borrowed(name.as_bytes()), value));
        }
        let mut others = Tags::new();
        for (_, tag) in game.tags.iter().enumerate().filter(|(index, _)| !used.contains(index)) {
            let name = plain_name(tag.name);
            if !self.normalize.roster_only || matches!(&*name, b"FEN" | b"SetUp" | b"Variant") {
                others.push((name, tag.value.unescaped()));
            }
        }
        set_up(&mut others, game, starts);
        keep_odd_result(&mut others, game, odd_result);
        others.sort_by(|a, b| a.0.cmp(&b.0));
        tags.append(&mut others);
        tags
    }

    fn json(&self, tags: &Tags<'_>, outcome: Outcome, place: &Place<'_>, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"game\":");
        Cell::Int(place.number as i64).write_json(out);
        out.extend_from_slice(b",\"tags\":{");
        let mut written: Vec<&[u8]> = Vec::new();
        for (name, value) in tags {
            if written.contains(&&**name) {
                continue;
            }
            if !written.is_empty() {
                out.push(b',');
            }
            written.push(name);
            write_json_text(&text::decode(name), out);
            out.push(b':');
            Cell::Text(value).write_json(out);
        }
        out.extend_from_slice(b"},\"moves\":[");
        out.extend_from_slice(&self.moves);
        out.extend_from_slice(b"],\"result\":");
        Cell::Plain(outcome.text().as_bytes()).write_json(out);
        out.extend_from_slice(b",\"movetext\":");
        Cell::Text(self.movetext.trim_ascii_end()).write_json(out);
        out.extend_from_slice(b"}\n");
    }
}

/// A tag name without the characters that names do not have.
fn plain_name(name: &[u8]) -> Cow<'_, [u8]> {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    if name.eq_ignore_ascii_case(b"FEN") {
        return Cow::Borrowed(b"FEN");
    }
    if name.iter().all(is_plain) {
        return Cow::Borrowed(name);
    }
    let mut plain: Vec<u8> = name.iter().copied().filter(is_plain).collect();
    // What was no FEN tag, for one, must not become one.
    if has_meaning(&plain) {
        plain.push(b'_');
    }
    if plain.is_empty() { Cow::Borrowed(b"Unnamed") } else { Cow::Owned(plain) }
}

fn has_meaning(name: &[u8]) -> bool {
    let others = ["FEN", "SetUp", "Variant", "Termination"];
    ROSTER.iter().map(|(name, _)| *name).chain(others).any(|meant| meant.as_bytes().eq_ignore_ascii_case(name))
}

/// A game from a FEN says `[SetUp "1"]`, and no other game does (section 9.7.1).
fn set_up(tags: &mut Tags<'_>, game: &Game<'_>, starts: bool) {
    if !starts {
        return;
    }
    let from_fen = start::uses_fen(game);
    let says: &[u8] = if from_fen { b"1" } else { b"0" };
    match tags.iter_mut().find(|(name, _)| &**name == b"SetUp") {
        Some((_, value)) => *value = Cow::Borrowed(says),
        None if from_fen => tags.push((Cow::Borrowed(b"SetUp"), Cow::Borrowed(says))),
        None => {}
    }
}

/// A forfeit, or a score that PGN has no result for, is kept in the Termination tag where
/// that is free.
fn keep_odd_result<'a>(tags: &mut Tags<'a>, game: &Game<'a>, odd_result: Option<&'a [u8]>) {
    if tags.iter().any(|(name, _)| &**name == b"Termination") {
        return;
    }
    let of_tag = || {
        let text = game.tag(b"Result").map(|tag| tag.value.text())?.into_owned().into_bytes();
        Outcome::read(text.trim_ascii()).is_none().then_some(Cow::Owned(text))
    };
    let Some(score) = odd_result.map(Cow::Borrowed).or_else(of_tag) else { return };
    let Some(read) = Outcome::read_tag(score.trim_ascii()) else { return };
    let termination = if read.outcome == Outcome::Unknown { score } else { Cow::Borrowed(b"forfeit".as_slice()) };
    tags.push((Cow::Borrowed(b"Termination"), termination));
}

/// The movetext of one game as it is written.
struct Body<'m> {
    strip: Strip,
    movetext: Movetext<'m>,
    moves: Option<&'m mut Vec<u8>>,
    /// The next move must have its number, also when it is Black's.
    number_due: bool,
    /// Variations open, and those of them that are left out.
    depth: usize,
    left_out: usize,
    prose: String,
    /// The annotations of a variation without a move so far. Only a move opens it: readers
    /// refuse variations that have none (section 8.2.5 wants a move to replace).
    waiting: Option<Vec<String>>,
    /// Glyphs that stand before the first move of their line: they are said of that move, and
    /// are written behind it.
    early: Vec<Nag>,
    /// No move of the line has been written yet.
    at_start: bool,
}

impl<'m> Body<'m> {
    fn new(strip: Strip, movetext: Movetext<'m>, moves: Option<&'m mut Vec<u8>>) -> Self {
        Self {
            strip,
            movetext,
            moves,
            number_due: true,
            depth: 0,
            left_out: 0,
            prose: String::new(),
            waiting: None,
            early: Vec::new(),
            at_start: true,
        }
    }

    #[inline]
    fn move_played(&mut self, reached: &Reached<'_, '_>) {
        self.end_prose();
        if self.left_out == 0 {
            self.ply(reached);
        }
    }

    fn event(&mut self, event: &Event<'_>) {
        if let Event::Prose(words) = event {
            self.prose.push(' ');
            self.prose.push_str(&text::decode(words));
            return;
        }
        self.end_prose();
        match event {
            Event::VariationStart if self.strip.variations => self.left_out += 1,
            Event::VariationEnd if self.left_out > 0 => self.left_out -= 1,
            _ if self.left_out > 0 => {}
            Event::Comment(comment) => self.comment(comment),
            Event::Nag(_) if self.strip.nags => {}
            Event::Nag(nag) if self.at_start => self.early.push(*nag),
            Event::Nag(nag) => self.nag(*nag),
            Event::VariationStart => {
                self.depth += 1;
                self.waiting = Some(Vec::new());
                self.at_start = true;
            }
            Event::VariationEnd => self.variation_end(),
            Event::Unread(unread) if self.waiting.is_some() => {
                self.write_comment(&format!("{UNREAD} ({})", text::decode(unread)));
            }
            Event::Unread(unread) => self.write_comment(&format!("{UNREAD} {}", text::decode(unread))),
            Event::Prose(_) | Event::Ply(_) => {}
        }
    }

    /// A move, with its number if it is White's or something stands between it and the one
    /// before (section 8.2.2.2).
    fn ply(&mut self, reached: &Reached<'_, '_>) {
        if let Some(waiting) = self.waiting.take() {
            self.movetext.open_variation();
            self.number_due = true;
            waiting.iter().for_each(|comment| self.write_comment(comment));
        }
        let after = reached.position;
        match after.turn() {
            Color::Black => self.movetext.number(after.fullmove_number(), "."),
            Color::White if self.number_due => {
                self.movetext.number(after.fullmove_number().saturating_sub(1), "...");
            }
            Color::White => {}
        }
        self.number_due = false;
        match reached.short_san {
            Some(text) => self.movetext.short(text, reached.san.len()),
            None => self.movetext.token(reached.san),
        }
        self.at_start = false;
        self.end_early();
        if let Some(moves) = self.moves.as_deref_mut().filter(|_| self.depth == 0) {
            if !moves.is_empty() {
                moves.push(b',');
            }
            Cell::Plain(reached.san).write_json(moves);
        }
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        if self.strip.comments {
            return;
        }
        if !self.strip.clocks && self.waiting.is_none() && self.movetext.plain_comment(comment.text.trim_ascii()) {
            self.number_due = true;
            return;
        }
        let text = text::decode(comment.text);
        if !self.strip.clocks {
            return self.write_comment(&text);
        }
        let kept = without_clocks(&text);
        if !kept.trim_ascii().is_empty() || text.trim_ascii().is_empty() {
            self.write_comment(&kept);
        }
    }

    fn write_comment(&mut self, comment: &str) {
        match &mut self.waiting {
            _ if self.strip.comments => {}
            Some(waiting) => waiting.push(comment.to_owned()),
            None => {
                self.movetext.comment(comment);
                self.number_due = true;
            }
        }
    }

    fn nag(&mut self, nag: Nag) {
        self.movetext.token(format!("${}", nag.0).as_bytes());
    }

    fn end_early(&mut self) {
        if self.early.is_empty() {
            return;
        }
        std::mem::take(&mut self.early).into_iter().for_each(|nag| self.nag(nag));
    }

    /// Closes a variation; of one without moves only the annotations are left.
    fn variation_end(&mut self) {
        self.depth -= 1;
        self.at_start = false;
        self.end_early();
        match self.waiting.take() {
            Some(waiting) => waiting.iter().for_each(|comment| self.write_comment(comment)),
            None => {
                self.movetext.close_variation();
                self.number_due = true;
            }
        }
    }

    fn end_prose(&mut self) {
        if !self.prose.is_empty() && self.left_out == 0 {
            let prose = std::mem::take(&mut self.prose);
            self.write_comment(&prose);
        }
        self.prose.clear();
    }

    fn finish(mut self, outcome: Outcome) {
        self.end_prose();
        self.end_early();
        self.movetext.token(outcome.text().as_bytes());
        self.movetext.finish();
    }
}

/// The comment without `[%clk ...]` and `[%emt ...]`.
fn without_clocks(comment: &str) -> Cow<'_, str> {
    if !comment.contains("[%clk") && !comment.contains("[%emt") {
        return Cow::Borrowed(comment);
    }
    let mut kept = String::with_capacity(comment.len());
    let mut rest = comment;
    while let Some(at) = rest.find("[%") {
        let command = &rest[at..];
        let length = command.find(']').map_or(command.len(), |end| end + 1);
        let is_clock = command.starts_with("[%clk") || command.starts_with("[%emt");
        kept.push_str(&rest[..at]);
        if !is_clock || length == command.len() && !command.ends_with(']') {
            kept.push_str(&command[..length]);
        }
        rest = &command[length..];
    }
    kept.push_str(rest);
    Cow::Owned(kept)
}
