//! Where games begin and end, and the tag section of each.
//!
//! Takes the bytes of one input, or as many of them as are at hand, and gives [`Game`]s in
//! order, tags read and movetext not yet. Games are told apart by the grammar, not by blank
//! lines: one begins at a tag section, or at movetext that follows a finished game. What it
//! gives depends on the bytes from a game's start on and on nothing before, so several
//! workers may read from several starts.

use std::collections::HashSet;

use crate::pgn::comment::Comment;
use crate::pgn::scan::{self, Gap};
use crate::pgn::tag::{self, InVain, ReadTag, Tag};
use crate::pgn::token::{Fault, Lexeme, Token};
use crate::pgn::tokenizer::{OpensGame, Tokens};
use crate::problem::ProblemKind;

/// The games of one input, in order.
#[derive(Debug)]
pub struct Games<'a> {
    input: &'a [u8],
    whole: bool,
    opens_game: OpensGame,
    pos: usize,
    in_vain: InVain,
    game: Game<'a>,
}

/// One game: its tag section, and where its movetext begins.
#[derive(Clone, Debug, Default)]
pub struct Game<'a> {
    /// Byte of the input where the game begins.
    pub start: usize,
    /// The tag pairs, in order; of two with one name both.
    pub tags: Vec<Tag<'a>>,
    /// Comments before and between the tags.
    pub comments: Vec<Lexeme<'a>>,
    /// What is wrong with the tags, and with text before the first game of an input.
    pub faults: Vec<(usize, Fault<'a>)>,
    /// Byte of the input where the movetext begins.
    pub movetext: usize,
    /// A bit for each of the names, by [`name_bit`]: most names asked for are not there.
    names: u64,
    /// Behind the last byte of the tag section.
    last: usize,
    /// The tag section is all there is of the game.
    ends_at: Option<usize>,
}

/// What comes next in an input.
#[derive(Debug)]
pub enum Step<'g, 'a> {
    /// A game, and its movetext; hand that back to [`Games::advance`] when it has been read.
    Game(&'g Game<'a>, Tokens<'a>),
    /// The end of the input, with what was wrong with text that belongs to no game.
    End(&'g [(usize, Fault<'a>)]),
    /// The slice ended before the game did, and more of the input follows.
    Incomplete,
}

impl<'a> Games<'a> {
    /// The games from `pos` on, where one begins, or the input does. Where the slice ends
    /// before the input does, `whole` is false.
    pub fn new(input: &'a [u8], pos: usize, whole: bool, opens_game: OpensGame) -> Self {
        Self { input, whole, opens_game, pos, in_vain: InVain::NOTHING, game: Game::default() }
    }

    /// Where the next game begins.
    pub fn position(&self) -> usize {
        self.pos
    }

    /// Goes on behind a game whose tokens have been read to the end; false when the slice
    /// ended before the game did.
    pub fn advance(&mut self, tokens: &Tokens<'a>) -> bool {
        self.in_vain = tokens.in_vain();
        match tokens.end() {
            Some(end) => {
                self.pos = end;
                true
            }
            None => false,
        }
    }

    /// Reads the next game's tags.
    pub fn next_game(&mut self) -> Step<'_, 'a> {
        self.game.clear();
        let Some(start) = self.before_game() else { return Step::Incomplete };
        self.pos = start;
        if start == self.input.len() {
            return Step::End(&self.game.faults);
        }
        self.game.start = self.game.comments.first().map_or(start, |comment| comment.at);
        if !self.tag_section(start) {
            return Step::Incomplete;
        }
        let from = self.game.ends_at.unwrap_or(self.game.movetext);
        let mut tokens = Tokens::new(self.input, from, self.whole, self.opens_game);
        tokens.set_in_vain(self.in_vain);
        if let Some(end) = self.game.ends_at {
            tokens.close(end, self.game.last);
        }
        Step::Game(&self.game, tokens)
    }

    /// Passes over what stands before the first game of an input; behind a game nothing
    /// does, since all that belongs to no game was passed over at its end.
    fn before_game(&mut self) -> Option<usize> {
        let (at, _) = scan::space(self.input, self.pos);
        if tag::plain(&self.input[at..]).is_some() {
            return Some(at);
        }
        let mut between = Tokens::between(self.input, self.pos, self.whole, self.opens_game);
        between.set_in_vain(self.in_vain);
        while let Some(Lexeme { token, at }) = between.next_lexeme() {
            match token {
                Token::Comment(_) => self.game.comments.push(Lexeme { token, at }),
                Token::Fault(fault) => self.game.fault(at, fault),
                Token::DrawOffer | Token::VariationStart | Token::VariationEnd | Token::MoveNumber(_) => {}
                Token::Termination(text) | Token::Word(text) | Token::Nag(text) | Token::Glyph(text) => {
                    self.game.fault(at, Fault { kind: ProblemKind::Garbage, text, in_game: false });
                }
            }
        }
        self.in_vain = between.in_vain();
        between.end()
    }

    /// Reads tags from `start` on; false when the slice ended first.
    fn tag_section(&mut self, start: usize) -> bool {
        let mut names = ManyNames::default();
        let mut pos = start;
        let mut movetext = None;
        let mut comments = self.game.comments.len();
        loop {
            let (at, gap) = scan::space(self.input, pos);
            match self.input.get(at) {
                Some(b'[') => {
                    let apart = Gap { blank_line: gap.blank_line || movetext.is_some(), ..gap };
                    match self.tag(at, apart, &mut names) {
                        After::Tag(length) => pos = at + length,
                        After::NextGame => {
                            self.game.ends_at = Some(at);
                            self.game.movetext = at;
                            return true;
                        }
                        After::Incomplete => return false,
                    }
                    movetext = None;
                    comments = self.game.comments.len();
                    self.game.last = pos;
                }
                Some(b'{' | b';') => {
                    movetext.get_or_insert(at);
                    let mut tokens = Tokens::new(self.input, at, self.whole, self.opens_game);
                    tokens.set_in_vain(self.in_vain);
                    let Some(lexeme @ Lexeme { token: Token::Comment(comment), .. }) = tokens.next_lexeme() else {
                        return false;
                    };
                    self.in_vain = tokens.in_vain();
                    self.game.comments.push(lexeme);
                    pos = end_of(self.input, comment);
                }
                _ => {
                    // Comments behind the last tag are the movetext's.
                    self.game.comments.truncate(comments);
                    self.game.movetext = movetext.unwrap_or(at);
                    return true;
                }
            }
        }
    }

    fn tag(&mut self, at: usize, gap: Gap, names: &mut ManyNames<'a>) -> After {
        let rest = &self.input[at..];
        let (name, value, length) = match tag::read(self.input, at, self.whole, &mut self.in_vain) {
            ReadTag::Sound { name, value, odd_name, length } => {
                if gap.blank_line && self.game.holds(name, names) {
                    return After::NextGame;
                }
                if odd_name {
                    self.game.fault(at, Fault { kind: ProblemKind::BadTagName, text: name, in_game: true });
                }
                (name, value, length)
            }
            ReadTag::Malformed { pair, length } => {
                let kind = if length == 1 { ProblemKind::Garbage } else { ProblemKind::BadTag };
                self.game.fault(at, Fault { kind, text: &rest[..length], in_game: true });
                let Some((name, value)) = pair else { return After::Tag(length) };
                (name, value, length)
            }
            ReadTag::Open if self.whole => {
                let text = scan::trim_end(rest);
                self.game.fault(at, Fault { kind: ProblemKind::UnterminatedTag, text, in_game: true });
                return After::Tag(rest.len());
            }
            ReadTag::Open => return After::Incomplete,
        };
        if self.game.holds(name, names) {
            self.game.fault(at, Fault { kind: ProblemKind::DuplicateTag, text: &rest[..length], in_game: true });
        }
        self.game.names |= name_bit(name);
        self.game.tags.push(Tag { name, value, at });
        if self.game.tags.len() > FEW {
            names.insert(name);
        }
        After::Tag(length)
    }
}

/// What follows a `[` in a tag section.
enum After {
    /// A tag of this many bytes, or something that was passed over.
    Tag(usize),
    NextGame,
    Incomplete,
}

/// Behind a comment of `input`.
fn end_of(input: &[u8], comment: Comment<'_>) -> usize {
    use crate::pgn::comment::CommentStyle;
    let start = comment.text.as_ptr() as usize - input.as_ptr() as usize;
    let end = start + comment.text.len();
    if comment.style == CommentStyle::Brace { end + 1 } else { end }
}

impl<'a> Game<'a> {
    /// The first tag of that name.
    pub fn tag(&self, name: &[u8]) -> Option<&Tag<'a>> {
        if !self.may_have(name) {
            return None;
        }
        self.tags.iter().find(|tag| tag.name == name)
    }

    /// The first tag of that name in whatever case.
    pub fn tag_in_any_case(&self, name: &[u8]) -> Option<&Tag<'a>> {
        if !self.may_have(name) {
            return None;
        }
        self.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    fn may_have(&self, name: &[u8]) -> bool {
        self.names & name_bit(name) != 0
    }

    /// Whether there is a tag of that name already.
    fn holds(&self, name: &[u8], many: &ManyNames<'_>) -> bool {
        self.may_have(name) && (self.tags.iter().take(FEW).any(|tag| tag.name == name) || many.contains(name))
    }

    fn clear(&mut self) {
        self.tags.clear();
        self.comments.clear();
        self.faults.clear();
        (self.start, self.movetext, self.names, self.last, self.ends_at) = (0, 0, 0, 0, None);
    }

    fn fault(&mut self, at: usize, fault: Fault<'a>) {
        self.faults.push((at, fault));
    }
}

/// The names of a section beyond the first [`FEW`]: one with a million must not take the square
/// of it.
type ManyNames<'a> = HashSet<&'a [u8]>;

const FEW: usize = 48;

/// One of 64 bits, by the name's length and its first letter in whatever case.
fn name_bit(name: &[u8]) -> u64 {
    let first = name.first().map_or(0, |byte| usize::from(byte.to_ascii_lowercase()));
    1 << ((7 * first + 13 * name.len()) & 63)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opens(word: &[u8]) -> bool {
        matches!(word, b"e4" | b"d4" | b"c4")
    }

    /// Each game as its start, its end, the names of its tags and the kinds of its faults; then those of text behind them.
    fn games(input: &str) -> Vec<String> {
        let mut games = Games::new(input.as_bytes(), 0, true, opens);
        let mut shown = Vec::new();
        loop {
            match games.next_game() {
                Step::Game(game, mut tokens) => {
                    tokens.skip();
                    let names: Vec<_> = game.tags.iter().map(|tag| String::from_utf8_lossy(tag.name)).collect();
                    let text = &input[game.start..tokens.last().max(game.start)];
                    shown.push(format!("{text:?} {} {}", names.join(","), kinds(&game.faults)).trim_end().to_string());
                    assert!(games.advance(&tokens));
                }
                Step::End(faults) => {
                    shown.extend((!faults.is_empty()).then(|| kinds(faults)));
                    return shown;
                }
                Step::Incomplete => panic!("{input:?} is whole"),
            }
        }
    }

    fn kinds(faults: &[(usize, Fault<'_>)]) -> String {
        faults.iter().map(|(_, fault)| fault.kind.name()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn games_are_told_apart_by_the_grammar() {
        for (input, expected) in [
            ("", &[][..]),
            (" \n\u{feff} ", &[]),
            ("prose about chess", &["garbage"]),
            ("1. e4 * 1. d4 *", &[r#""1. e4 *""#, r#""1. d4 *""#]),
            ("[A \"1\"]\n[B \"2\"]", &[r#""[A \"1\"]\n[B \"2\"]" A,B"#]),
            ("[A \"1\"]\n\n[B \"2\"]\n\ne4 *", &[r#""[A \"1\"]\n\n[B \"2\"]\n\ne4 *" A,B"#]),
            ("[A \"1\"]\n\n[A \"2\"]\n\ne4 *", &[r#""[A \"1\"]" A"#, r#""[A \"2\"]\n\ne4 *" A"#]),
            ("[A \"1\"]\n[A \"2\"]\n\ne4 *", &[r#""[A \"1\"]\n[A \"2\"]\n\ne4 *" A,A duplicate-tag"#]),
            ("[A \"1\"] {c}\n[A \"2\"] *", &[r#""[A \"1\"]" A"#, r#""[A \"2\"] *" A"#]),
            ("[A \"1\"\n[B \"2\"] *", &[r#""[A \"1\"\n[B \"2\"] *" B bad-tag"#]),
            ("[A-B \"1\"] *", &[r#""[A-B \"1\"] *" A-B bad-tag-name"#]),
            ("[A \"1\"] e4\n[Event \"2\"] *", &[r#""[A \"1\"] e4" A"#, r#""[Event \"2\"] *" Event"#]),
            ("e4 *\n[/pgn]\nd4 *\n[/pgn]", &[r#""e4 *""#, r#""[/pgn]\nd4 *"  bad-tag"#]),
            ("prose\n[A \"1\"] *", &[r#""[A \"1\"] *" A garbage"#]),
            ("[A \"1", &["unterminated-tag"]),
            ("{c} [A \"1\"] *", &[r#""{c} [A \"1\"] *" A"#]),
        ] {
            assert_eq!(games(input), expected, "{input:?}");
        }
    }

    #[test]
    fn a_game_knows_where_its_movetext_begins() {
        for marked in
            ["[A \"1\"]\n\n|1. e4 *", "[A \"1\"] |{c} 1. e4 *", "[A \"1\"] {c} [B \"2\"]\n|; d\ne4", "|e4", "{c} |e4 *"]
        {
            let at = marked.find('|').expect("a bar");
            let input = marked.replace('|', "");
            let mut games = Games::new(input.as_bytes(), 0, true, opens);
            let Step::Game(game, _) = games.next_game() else { panic!("{marked:?} holds a game") };
            assert_eq!(game.movetext, at, "{marked:?}");
        }
    }

    #[test]
    fn a_slice_gives_only_games_that_are_whole() {
        let input = "[A \"1\"]\n\n1. e4 *\n\n[B \"2\"]\n\n1. d4 *\n";
        for end in 0..input.len() {
            let mut games = Games::new(&input.as_bytes()[..end], 0, false, opens);
            let first = match games.next_game() {
                Step::Game(_, mut tokens) => {
                    tokens.skip();
                    games.advance(&tokens)
                }
                Step::End(_) | Step::Incomplete => false,
            };
            // The second is seen to begin when its tag is whole.
            assert_eq!(first, end >= input.find("[B \"2\"]").expect("a tag") + 7, "{end} bytes");
        }
    }

    #[test]
    fn many_names_of_tags_are_still_told_apart() {
        let tags: String = (0..200).map(|i| format!("[T{i} \"x\"]\n")).collect();
        assert_eq!(games(&format!("{tags}\n[T199 \"y\"]\n\n*")).len(), 2);
        assert_eq!(games(&format!("{tags}\n[T200 \"y\"]\n\n*")).len(), 1);
    }
}
