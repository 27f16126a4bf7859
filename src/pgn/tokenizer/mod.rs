//! Movetext as tokens.
//!
//! Takes the input from a game's first movetext byte on, gives [`Lexeme`]s in order, and finds
//! where the game ends, which is where the next one begins. One look at the first byte, then
//! one small parser for each token (PGN standard, sections 7 and 8.2). The same tokens are
//! read to replay a game and to pass over it, so both find the same end.
//!
//! What a word means as a move is left to [`replay`](crate::replay).

mod between;
pub(crate) mod plain;
mod skip;
mod word;

use nom::bytes::complete::{take, take_while};
use nom::sequence::preceded;
use nom::{IResult, Parser};

use crate::pgn::comment::{Comment, CommentStyle};
use crate::pgn::scan::{self, Gap, Kind, kind};
use crate::pgn::tag::{self, InVain, ReadTag};
use crate::pgn::token::{Fault, Lexeme, Token};
use crate::problem::ProblemKind;

/// Whether a word is a legal first move: only such a word opens a game without tags.
pub type OpensGame = fn(&[u8]) -> bool;

/// A `{` without `}` within this many bytes counts as never closed.
pub const LONGEST_COMMENT: usize = 256 * 1024 * 1024;

/// Where the movetext stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The game goes on.
    Open,
    /// Its result was read, or none was begun: the next game may begin.
    Between,
    /// Between games, behind text that opens none: only a tag can open one.
    Garbage,
}

/// The tokens of one game's movetext, and of what stands between it and the next game.
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    input: &'a [u8],
    /// Whether the input ends where the slice ends.
    whole: bool,
    opens_game: OpensGame,
    pos: usize,
    /// Where the token being read begins.
    at: usize,
    stage: Stage,
    depth: u32,
    /// The outermost variation that is still open.
    open_variation: usize,
    /// The first result outside variations.
    outcome: Option<&'a [u8]>,
    /// Between games: where the numbers before a first move begin.
    numbers_at: Option<usize>,
    /// Between games: malformed tags that belong to the game that may follow.
    tags_at: Option<usize>,
    /// Behind the last byte that belongs to the game.
    last: usize,
    end: Option<usize>,
    in_vain: InVain,
}

impl<'a> Tokens<'a> {
    /// The movetext that begins at `pos` of `input`. Where the slice ends before the input
    /// does (`whole` is false), a game is complete only if the next one is seen to begin.
    pub fn new(input: &'a [u8], pos: usize, whole: bool, opens_game: OpensGame) -> Self {
        Self {
            input,
            whole,
            opens_game,
            pos,
            at: pos,
            stage: Stage::Open,
            depth: 0,
            open_variation: 0,
            outcome: None,
            numbers_at: None,
            tags_at: None,
            last: pos,
            end: None,
            in_vain: InVain::NOTHING,
        }
    }

    /// What stands at `pos` when no game is open there.
    pub(crate) fn between(input: &'a [u8], pos: usize, whole: bool, opens_game: OpensGame) -> Self {
        Self { stage: Stage::Between, ..Self::new(input, pos, whole, opens_game) }
    }

    /// The next token; none when the game, and what follows it, has ended.
    pub fn next_lexeme(&mut self) -> Option<Lexeme<'a>> {
        loop {
            if self.end.is_some() {
                return None;
            }
            let (at, gap) = scan::space(self.input, self.pos);
            let Some(&first) = self.input.get(at) else {
                return self.run_out();
            };
            self.at = at;
            let token = match kind(first) {
                Kind::Word | Kind::High if self.stage == Stage::Open => self.word(at),
                Kind::Digit if self.stage == Stage::Open => self.number_or_word(at),
                Kind::Structure => self.structure(at, first, gap),
                Kind::Dot => {
                    self.pos = at + 1;
                    None
                }
                Kind::Stray if self.stage == Stage::Open => Some(self.fault(ProblemKind::Garbage, at, 1)),
                _ => self.text_between(at, first),
            };
            if let Some(token) = token {
                if !matches!(token, Token::Fault(Fault { in_game: false, .. })) {
                    self.last = self.pos;
                }
                return Some(Lexeme { token, at: self.at });
            }
        }
    }

    /// Reads to the end of the game.
    pub fn skip(&mut self) {
        self.skip_plainly();
        while self.next_lexeme().is_some() {}
    }

    /// Where the next game begins, once all tokens are read. None when the slice ended first
    /// and was not the whole input.
    pub fn end(&self) -> Option<usize> {
        self.end
    }

    /// Behind the last byte read so far that belongs to the game.
    pub fn last(&self) -> usize {
        self.last
    }

    /// The text of the result, once it is read.
    pub fn outcome(&self) -> Option<&'a [u8]> {
        self.outcome
    }

    /// Where the outermost variation that is still open began.
    pub fn open_variation(&self) -> Option<usize> {
        (self.depth > 0).then_some(self.open_variation)
    }

    /// Whether the game has no result so far.
    pub fn is_open(&self) -> bool {
        self.stage == Stage::Open
    }

    /// Whether `at` is the end of the whole input.
    pub fn is_input_end(&self, at: usize) -> bool {
        self.whole && at == self.input.len()
    }

    /// A game that is nothing but its tag section, which ends behind `last`.
    pub(crate) fn close(&mut self, end: usize, last: usize) {
        self.end = Some(end);
        self.last = last;
    }

    /// What was searched for in vain, for the next game's tokens.
    pub(crate) fn in_vain(&self) -> InVain {
        self.in_vain
    }

    /// Spares these tokens the searches that an earlier game's have made.
    pub(crate) fn set_in_vain(&mut self, in_vain: InVain) {
        self.in_vain = in_vain;
    }

    /// The slice that the offsets of lexemes count in.
    pub fn input(&self) -> &'a [u8] {
        self.input
    }

    fn run_out(&mut self) -> Option<Lexeme<'a>> {
        let end = self.input.len();
        self.pos = end;
        if !self.whole {
            return None;
        }
        if let Some(token) = self.give_up_tags(end) {
            return Some(Lexeme { token, at: self.at });
        }
        if let Some(at) = self.numbers_at {
            let token = self.garbage_numbers(at);
            return Some(Lexeme { token, at });
        }
        self.end = Some(end);
        None
    }

    fn ends_at(&mut self, at: usize) -> Option<Token<'a>> {
        self.end = Some(at);
        None
    }

    fn fault(&mut self, kind: ProblemKind, at: usize, length: usize) -> Token<'a> {
        self.pos = at + length;
        Token::Fault(Fault { kind, text: &self.input[at..self.pos], in_game: self.stage == Stage::Open })
    }

    /// Takes what a small parser reads at `at`.
    fn take<T>(&mut self, at: usize, parsed: IResult<&'a [u8], T, ()>) -> Option<T> {
        let (rest, value) = parsed.ok()?;
        self.pos = self.input.len() - rest.len();
        debug_assert!(self.pos > at);
        Some(value)
    }

    fn structure(&mut self, at: usize, first: u8, gap: Gap) -> Option<Token<'a>> {
        if self.tags_at.is_some() && first != b'[' {
            return self.give_up_tags(at);
        }
        let rest = &self.input[at..];
        if self.numbers_at.is_some() && matches!(first, b'{' | b';') {
            // `1. {text} e4`: the comment belongs to the game that may begin here.
            self.comment(at, first)?;
            return None;
        }
        // Numbers that no move follows; a game that began at them would hold this token, too.
        self.numbers_at = None;
        match first {
            b'{' | b';' => self.comment(at, first),
            b'[' => self.bracket(at, gap),
            b'*' => {
                self.pos = at + 1;
                Some(self.termination(&rest[..1]))
            }
            b'(' => self.variation_start(at),
            b')' if self.depth > 0 => {
                self.pos = at + 1;
                self.depth -= 1;
                Some(Token::VariationEnd)
            }
            b'$' => self.take(at, numeric_glyph(rest)),
            b'!' | b'?' if self.stage == Stage::Open => self.take(at, glyph(rest)),
            b')' => Some(self.fault(ProblemKind::UnexpectedCloseParen, at, 1)),
            b'}' => Some(self.fault(ProblemKind::UnexpectedCloseBrace, at, 1)),
            _ => Some(self.fault(ProblemKind::Garbage, at, 1)),
        }
    }

    fn variation_start(&mut self, at: usize) -> Option<Token<'a>> {
        if self.input[at..].starts_with(b"(=)") {
            self.pos = at + 3;
            return Some(Token::DrawOffer);
        }
        if self.depth == 0 {
            self.open_variation = at;
        }
        self.depth += 1;
        self.pos = at + 1;
        Some(Token::VariationStart)
    }

    fn comment(&mut self, at: usize, first: u8) -> Option<Token<'a>> {
        if first == b'{' { self.brace_comment(at) } else { self.take(at, line_comment(&self.input[at..])) }
    }

    /// `{` to the first `}`: brace comments do not nest (PGN standard, section 5). Without a
    /// `}` the comment ends at the first blank line that is followed by a tag.
    fn brace_comment(&mut self, at: usize) -> Option<Token<'a>> {
        let body = &self.input[at + 1..];
        if let Some(length) = closed_comment(self.input, at, self.in_vain) {
            self.pos = at + length;
            return Some(Token::Comment(Comment { text: &body[..length - 2], style: CommentStyle::Brace }));
        }
        let window = &body[..body.len().min(LONGEST_COMMENT)];
        if !self.whole && window.len() == body.len() {
            self.pos = self.input.len();
            return None;
        }
        if window.len() == body.len() {
            self.in_vain.brace = self.in_vain.brace.min(at);
        }
        let length = self.tag_after_blank_line(at + 1);
        // The blank line before the tag is left: the tag must be seen to stand behind it.
        let text = scan::trim_end(&body[..length]);
        self.pos = at + 1 + text.len();
        Some(Token::Comment(Comment { text, style: CommentStyle::Unterminated }))
    }

    /// Length up to the first tag that follows a blank line; else all that is left.
    fn tag_after_blank_line(&mut self, from: usize) -> usize {
        // Where more input may follow, what is not there yet was not searched for in vain.
        let mut in_vain = if self.whole { self.in_vain } else { InVain::NOTHING };
        let text = &self.input[from..];
        let found = memchr::memchr_iter(b'[', text).find(|&at| {
            let breaks = text[..at].iter().rev().take_while(|&&byte| matches!(kind(byte), Kind::Blank | Kind::LineEnd));
            let line_ends = breaks.fold((0, 0), |(n, after), &byte| match byte {
                b'\n' => (n + 1, byte),
                b'\r' if after != b'\n' => (n + 1, byte),
                _ => (n, byte),
            });
            line_ends.0 > 1 && matches!(tag::read(self.input, from + at, true, &mut in_vain), ReadTag::Sound { .. })
        });
        if self.whole {
            self.in_vain = in_vain;
        }
        found.unwrap_or(text.len())
    }

    /// A `[`: the next game, or a tag that has no place here.
    fn bracket(&mut self, at: usize, gap: Gap) -> Option<Token<'a>> {
        let rest = &self.input[at..];
        let read = tag::read(self.input, at, self.whole, &mut self.in_vain);
        if self.stage == Stage::Open {
            let event = gap.line_start && rest.starts_with(b"[Event \"");
            let sound = matches!(read, ReadTag::Sound { .. });
            if event || (gap.line_start && gap.blank_line && sound) {
                return self.ends_at(at);
            }
        }
        match read {
            ReadTag::Sound { .. } if self.stage != Stage::Open => self.ends_at(self.tags_at.unwrap_or(at)),
            ReadTag::Sound { length, .. } => Some(self.fault(ProblemKind::BadTag, at, length)),
            ReadTag::Malformed { length, .. } if self.stage == Stage::Between => {
                self.tags_at.get_or_insert(at);
                self.pos = at + length;
                None
            }
            ReadTag::Malformed { length: 1, .. } => Some(self.fault(ProblemKind::Garbage, at, 1)),
            ReadTag::Malformed { length, .. } => Some(self.fault(ProblemKind::BadTag, at, length)),
            ReadTag::Open if self.whole => {
                let length = scan::trim_end(rest).len();
                self.give_up_tags(at).or_else(|| Some(self.fault(ProblemKind::UnterminatedTag, at, length)))
            }
            ReadTag::Open => {
                self.pos = self.input.len();
                None
            }
        }
    }

    fn termination(&mut self, text: &'a [u8]) -> Token<'a> {
        if self.depth == 0 {
            if self.stage == Stage::Open {
                self.stage = Stage::Between;
                self.outcome = Some(text);
            }
            self.numbers_at = None;
        }
        Token::Termination(text)
    }
}

/// Length of the brace comment at `at` with its braces, if it is closed. Where that was searched
/// in vain it is not searched again: a file of comments never closed is read in linear time.
#[inline]
fn closed_comment(input: &[u8], at: usize, in_vain: InVain) -> Option<usize> {
    if at >= in_vain.brace {
        return None;
    }
    let body = &input[at + 1..];
    // Most are short: for them a call of memchr would cost as much again.
    let mut near = 0;
    while near < NEAR
        && let Some(text) = body[near..].first_chunk()
    {
        let marks = scan::marks_of(u64::from_le_bytes(*text), b'}');
        if marks != 0 {
            return Some(near + (marks.trailing_zeros() / 8) as usize + 2);
        }
        near += text.len();
    }
    Some(near + memchr::memchr(b'}', &body[near..body.len().min(LONGEST_COMMENT)])? + 2)
}

/// So far a comment's end is looked for eight bytes at a time.
const NEAR: usize = 64;

/// `;` to the end of the line.
fn line_comment(input: &[u8]) -> IResult<&[u8], Token<'_>, ()> {
    let (input, _) = take(1usize).parse(input)?;
    let (text, rest) = input.split_at(scan::line(input));
    Ok((rest, Token::Comment(Comment { text, style: CommentStyle::Line })))
}

/// `$` and digits.
fn numeric_glyph(input: &[u8]) -> IResult<&[u8], Token<'_>, ()> {
    preceded(take(1usize), take_while(|byte: u8| byte.is_ascii_digit())).map(Token::Nag).parse(input)
}

/// A run of `!` and `?`.
fn glyph(input: &[u8]) -> IResult<&[u8], Token<'_>, ()> {
    take_while(|byte| matches!(byte, b'!' | b'?')).map(Token::Glyph).parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opens(word: &[u8]) -> bool {
        matches!(word, b"e4" | b"d4" | b"c4" | b"e4=")
    }

    /// The tokens of movetext as short texts, and where the next game begins.
    fn tokens(input: &str, whole: bool) -> (Vec<String>, Option<usize>) {
        let mut tokens = Tokens::new(input.as_bytes(), 0, whole, opens);
        let mut shown = Vec::new();
        while let Some(lexeme) = tokens.next_lexeme() {
            shown.push(show(lexeme.token));
        }
        (shown, tokens.end())
    }

    fn show(token: Token<'_>) -> String {
        let text = |text| String::from_utf8_lossy(text).into_owned();
        match token {
            Token::MoveNumber(digits) => format!("#{}", text(digits)),
            Token::Word(word) => text(word),
            Token::Nag(digits) => format!("${}", text(digits)),
            Token::Glyph(glyph) => format!("!{}", text(glyph)),
            Token::Comment(Comment { text: t, style: CommentStyle::Brace }) => format!("{{{}}}", text(t)),
            Token::Comment(Comment { text: t, style: CommentStyle::Line }) => format!(";{}", text(t)),
            Token::Comment(Comment { text: t, style: CommentStyle::Unterminated }) => format!("{{{}", text(t)),
            Token::DrawOffer => String::from("(=)"),
            Token::VariationStart => String::from("("),
            Token::VariationEnd => String::from(")"),
            Token::Termination(result) => format!("={}", text(result)),
            Token::Fault(fault) => format!("{}:{}", fault.kind.name(), text(fault.text)),
        }
    }

    #[test]
    fn movetext_is_read_token_by_token() {
        let long = |n: usize| "9".repeat(n);
        for (input, expected) in [
            ("1. e4 e5 2.Nf3", "#1 e4 e5 #2 Nf3"),
            ("1... e5 1) e4 1)... e5 3 . d4 1… e5", "#1 e5 #1 e4 #1 e5 #3 d4 #1 e5"),
            ("1e4 12Nf3", "#1 e4 #12 Nf3"),
            ("0-0 0-0-0 O-O 00 000 0000", "0-0 0-0-0 O-O 00 000 0000"),
            ("5254 57553 9999", "5254 57553 #9999"),
            ("e8=(Q) e1(N) e8(Q)+ d4(=) (e4)", "e8=(Q) e1(N) e8(Q)+ d4 (=) ( e4 )"),
            ("e4! e5?! d4$1 $ $256 !!!", "e4 !! e5 !?! d4 $1 $ $256 !!!!"),
            ("Bc4± ∓ =/∞ e4⩲ e4=/∞", "Bc4 !± !∓ !=/∞ e4 !⩲ e4 !=/∞"),
            ("{a ( b} e4 ; c { d\ne5 {}", "{a ( b} e4 ; c { d e5 {}"),
            ("e4 {never", "e4 {never"),
            ("(e4 (d4) 1-0 *) e5", "( e4 ( d4 ) =1-0 =* ) e5"),
            ("e4 ) } \" ^ e5", "e4 unexpected-close-paren:) unexpected-close-brace:} garbage:\" garbage:^ e5"),
            ("e4\n%gone e5\nd5 %", "e4 d5 garbage:%"),
            ("Nc60-1", "Nc6 =0-1"),
            ("e4 ½-½", "e4 =½-½"),
            ("e4 1/2", "e4 =1/2"),
            ("e4 O-1", "e4 =O-1"),
            ("e4\u{a0}e5\u{200b}d4", "e4 e5\u{200b}d4"),
            ("e4 \0e5\u{1a}", "e4 e5"),
            ("e4 [a b] e5 [/pgn] d4 [ d5", "e4 bad-tag:[a b] e5 bad-tag:[/pgn] d4 unterminated-tag:[ d5"),
            ("e4 * 1-0 d5 Nf3", "e4 =* =1-0 garbage:d5 Nf3"),
            ("e4 * {c} $1 (d5) )", "e4 =* {c} $1 ( d5 ) unexpected-close-paren:)"),
            (&long(40), &format!("#{}", long(40))),
        ] {
            let (shown, end) = tokens(input, true);
            assert_eq!((shown.join(" ").as_str(), end), (expected, Some(input.len())), "{input:?}");
        }
    }

    #[test]
    fn a_game_ends_where_the_next_begins() {
        // A bar stands where the next game begins.
        for marked in [
            "e4 * |1. d4",
            "e4 *|1. d4",
            "e4 * {of the first} |d4",
            "e4 * |1. {of the second} d4",
            "e4 * |1. ; of the second\n d4",
            "e4 * 1. $1 |d4",
            "e4 * 1. \" |d4",
            "e4 * 1. (c4) |d4",
            "e4 * 1. |[a] d4",
            "e4 * ([x] c4) |d4",
            "e4 * |[a b] [c d] 1. d4",
            "e4 * |[a b]\n[Event \"x\"]",
            "e4\n\n|[Event \"x\"]",
            "e4\n|[Event \"x\"]",
            "e4 [Event \"x\"] d5\n[Site \"no blank line\"]\n\n|[Site \"y\"]",
            "e4 {[Event \"x\"]\n\n[Event \"x\"]\n} (\n\n|[Event \"y\"]",
            "e4 {never\n\nclosed [a \"b\"]\n\n|[Event \"y\"]",
            "e4 * garbage d4 * |[Event \"y\"]",
            "e4 * [/pgn] {c} |d4",
            "e4 * 1. 2. [/pgn] Nonsense d4 *|",
        ] {
            let end = marked.find('|').expect("a bar");
            let input = marked.replace('|', "");
            assert_eq!(tokens(&input, true).1, Some(end), "{marked:?}");
        }
    }

    #[test]
    fn a_closing_brace_that_was_searched_in_vain_is_not_searched_again() {
        let found = |brace| closed_comment(b"e4 {c} e5", 3, InVain { brace, ..InVain::NOTHING });
        assert_eq!((found(usize::MAX), found(4), found(3)), (Some(3), Some(3), None));
    }

    #[test]
    fn a_slice_that_ends_before_its_game_has_no_end() {
        for (input, end) in [
            ("e4", None),
            ("e4 *", None),
            ("e4 * d4", None),
            ("e4 * d4 d5", Some(5)),
            ("e4 * e4=(Q", None),
            ("e4 * d41-0", None),
            ("e4 * 12", None),
            ("e4 {", None),
            ("e4\n\n[Site \"x\"", None),
            ("e4\n\n[Event ", None),
            ("e4\n\n[Event \"x\"\n", Some(4)),
            ("e4\n\n[Event \"x\"]", Some(4)),
            ("e4 * [a b] d4 d5", None),
            ("e4 * [a b] d4 d5\n", Some(5)),
        ] {
            assert_eq!(tokens(input, false).1, end, "{input:?}");
        }
    }

    #[test]
    fn tokens_between_games_stand_in_order_and_before_the_next_game() {
        for input in
            ["e4 * 1. {c} d4 *", "e4 * 1. \" d4 *", "e4 * ([x] c4 ) d4 *", "e4 * 1. [a] 2. {b} d4", "e4 * [a b][c"]
        {
            let mut tokens = Tokens::new(input.as_bytes(), 0, true, opens);
            let mut last = 0;
            while let Some(lexeme) = tokens.next_lexeme() {
                assert!(last <= lexeme.at, "{lexeme:?} of {input:?}");
                last = lexeme.at;
            }
            assert!(Some(last) < tokens.end() && Some(tokens.last()) <= tokens.end(), "{input:?}");
        }
    }
}
