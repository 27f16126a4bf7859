//! Problems: what is wrong with one game, as data.
//!
//! Takes nothing from the rest of the crate; the tokenizer, the replay and the pipeline
//! make [`Problem`]s, and the report shows them. Trouble that ends the whole run is an
//! [`Error`](crate::Error) instead. Offsets are bytes of the uncompressed input: lines,
//! columns and game numbers are worked out when a problem is shown.

/// What became of the game or the datum that has a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Moves are lost, or a datum is unusable.
    Error,
    /// Repaired or passed over; the game is whole.
    Warning,
}

impl Severity {
    /// The word used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $variant:ident $name:literal $severity:ident $phrase:literal;)*) => {
        /// The kinds of problem there are; one line each in the table of this file.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ProblemKind { $($(#[$doc])* $variant,)* }

        impl ProblemKind {
            /// Every kind, in the order of the table.
            pub const ALL: &'static [ProblemKind] = &[$(ProblemKind::$variant,)*];

            /// The name used in reports, such as `illegal-move`.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// Whether moves are lost by it.
            pub fn severity(self) -> Severity {
                match self { $(Self::$variant => Severity::$severity,)* }
            }

            /// How a message about it begins.
            fn phrase(self) -> &'static str {
                match self { $(Self::$variant => $phrase,)* }
            }
        }
    };
}

kinds! {
    /// No legal move fits the text.
    IllegalMove "illegal-move" Error "illegal move";
    /// Two or more legal moves fit the text.
    AmbiguousMove "ambiguous-move" Error "ambiguous move";
    /// A pawn reaches the last rank and no piece is named.
    MissingPromotionPiece "missing-promotion-piece" Error "promotion piece missing";
    /// Letters of more than one language fit and give different moves.
    UndecidedNotation "undecided-notation" Error "undecided notation";
    /// `N@f3` in a game without drops.
    DropInStandardGame "drop-in-standard-game" Error "drop in a game without drops";
    /// A null move while in check.
    IllegalNullMove "illegal-null-move" Error "null move while in check";
    /// The input ends inside a token.
    TruncatedMove "truncated-move" Error "input ends inside a move";
    /// One of the above inside a variation; the mainline is unharmed.
    IllegalMoveInVariation "illegal-move-in-variation" Error "illegal move in a variation";
    /// A `{` that nothing closes.
    UnterminatedComment "unterminated-comment" Error "unterminated comment";
    /// A `(` that nothing closes.
    UnterminatedVariation "unterminated-variation" Error "unterminated variation";
    /// The input ends inside a tag pair.
    UnterminatedTag "unterminated-tag" Error "unterminated tag";
    /// The FEN tag cannot be read.
    InvalidFen "invalid-fen" Error "invalid FEN";
    /// The FEN tag is no position of chess.
    InvalidPosition "invalid-position" Error "impossible position";
    /// The Variant tag names a game that is not played here.
    UnknownVariant "unknown-variant" Error "unknown variant";
    /// Nothing in the input looks like PGN.
    NotPgn "not-pgn" Error "no PGN in this input";
    /// A compressed stream ends early or is damaged.
    TruncatedInput "truncated-input" Error "input ends early";
    /// No result token; the Result tag is used.
    MissingTerminator "missing-terminator" Warning "no result at the end of the game";
    /// A result in another form than the four of the standard.
    NonstandardResult "nonstandard-result" Warning "nonstandard result";
    /// Result tag and termination marker disagree.
    ResultMismatch "result-mismatch" Warning "the Result tag disagrees with the end of the game";
    /// A second result after the first.
    ExtraResult "extra-result" Warning "second result";
    /// A tag pair that cannot be read as it stands.
    BadTag "bad-tag" Warning "bad tag";
    /// A tag name with characters that names do not have.
    BadTagName "bad-tag-name" Warning "bad tag name";
    /// A tag name that the game already has.
    DuplicateTag "duplicate-tag" Warning "duplicate tag";
    /// Text that means nothing where it stands.
    Garbage "garbage" Warning "passed over";
    /// A NUL byte.
    NulByte "nul-byte" Warning "NUL byte";
    /// Bytes that are not valid UTF-8.
    BadEncoding "bad-encoding" Warning "not UTF-8, read as Windows-1252";
    /// A move written with look-alikes of Latin letters.
    NonasciiMove "nonascii-move" Warning "look-alike letters in a move";
    /// A `$` without a number from 0 to 255, or an unknown glyph.
    BadNag "bad-nag" Warning "bad annotation glyph";
    /// A `)` that closes nothing.
    UnexpectedCloseParen "unexpected-close-paren" Warning "closing parenthesis without an opening one";
    /// A `}` that closes nothing.
    UnexpectedCloseBrace "unexpected-close-brace" Warning "closing brace without an opening one";
    /// A variation without moves.
    EmptyVariation "empty-variation" Warning "variation without moves";
    /// A variation with no move before it, or after the result.
    MisplacedVariation "misplaced-variation" Warning "variation with no move to replace";
    /// A move number that is not the position's.
    MoveNumberMismatch "move-number-mismatch" Warning "wrong move number";
    /// A `+` or `#` that the position does not bear out.
    CheckMarkMismatch "check-mark-mismatch" Warning "wrong check mark";
    /// Two languages in one game.
    MixedNotation "mixed-notation" Warning "more than one notation in a game";
    /// Castling rights of a FEN without king or rook in place.
    FenCastlingRights "fen-castling-rights" Warning "castling rights without king or rook in place dropped";
    /// An en passant square of a FEN that cannot be.
    FenEpSquare "fen-ep-square" Warning "impossible en passant square dropped";
    /// A FEN without its last fields.
    FenMissingFields "fen-missing-fields" Warning "FEN without all six fields";
    /// Move number 0 in a FEN.
    FenFullmoveNumber "fen-fullmove-number" Warning "move number 0 read as 1";
    /// SetUp 0 with a FEN, or SetUp 1 without one.
    SetupFenConflict "setup-fen-conflict" Warning "SetUp and FEN tags disagree";
    /// A FEN tag without a position in it; the normal start is used.
    InvalidFenIgnored "invalid-fen-ignored" Warning "empty FEN tag ignored";
}

impl ProblemKind {
    /// Whether a move could not be read, in the mainline or in a variation.
    pub fn is_illegal_move(self) -> bool {
        matches!(
            self,
            Self::IllegalMove
                | Self::AmbiguousMove
                | Self::MissingPromotionPiece
                | Self::UndecidedNotation
                | Self::DropInStandardGame
                | Self::IllegalNullMove
                | Self::TruncatedMove
                | Self::IllegalMoveInVariation
        )
    }

    /// Whether `check` leaves it out unless asked for all: it is common, and harms nothing.
    pub fn is_minor(self) -> bool {
        matches!(self, Self::MoveNumberMismatch | Self::CheckMarkMismatch)
    }
}

/// What was done about a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The moves before it were given.
    KeptPrefix,
    /// The whole game was left out.
    Dropped,
    /// Read as it was meant.
    Repaired,
    /// Passed over.
    Ignored,
    /// The run ended here.
    Stopped,
}

impl Action {
    /// The word used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::KeptPrefix => "kept-prefix",
            Self::Dropped => "dropped",
            Self::Repaired => "repaired",
            Self::Ignored => "ignored",
            Self::Stopped => "stopped",
        }
    }
}

/// Longest token that a problem keeps, in bytes; a longer one is cut and ends in `...`.
pub const TOKEN_LIMIT: usize = 200;

/// One problem, with its place in the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong.
    pub kind: ProblemKind,
    /// Whether moves are lost by it; that of the kind, unless it was mended.
    severity: Severity,
    /// Byte of the uncompressed input where it stands.
    pub offset: u64,
    /// Whether it lies in a game, rather than between games.
    pub in_game: bool,
    /// The ply whose move is at fault.
    pub ply: Option<u32>,
    /// The text at fault, as it stands (at most [`TOKEN_LIMIT`] bytes of it).
    pub token: Option<Vec<u8>>,
    /// Why, in words; empty where the kind says it all.
    pub reason: String,
    /// The position before the move at fault.
    pub fen: Option<String>,
}

impl Problem {
    /// A problem of a game, at a byte of the input, about nothing more than its kind says.
    pub fn new(kind: ProblemKind, offset: u64) -> Self {
        Self {
            kind,
            severity: kind.severity(),
            offset,
            in_game: true,
            ply: None,
            token: None,
            reason: String::new(),
            fen: None,
        }
    }

    /// With the text at fault.
    pub fn token(mut self, token: &[u8]) -> Self {
        self.token = Some(match token.get(..TOKEN_LIMIT) {
            Some(head) if token.len() > TOKEN_LIMIT => [head, b"..."].concat(),
            _ => token.to_vec(),
        });
        self
    }

    /// With the reason in words.
    pub fn reason(mut self, reason: impl Into<String>) -> Self {
        self.reason = reason.into();
        self
    }

    /// With the ply whose move is at fault.
    pub fn ply(mut self, ply: u32) -> Self {
        self.ply = Some(ply);
        self
    }

    /// Marked as lying between games.
    pub fn outside(mut self) -> Self {
        self.in_game = false;
        self
    }

    /// Whether moves are lost by it.
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// Marked as mended, where its kind usually is an error.
    pub fn mended(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }

    /// The message: what is wrong, the token, the reason.
    pub fn message(&self) -> String {
        let mut message = String::from(self.kind.phrase());
        if let Some(token) = &self.token {
            message.push_str(" \"");
            message.extend(String::from_utf8_lossy(token).chars().map(|c| if c.is_control() { ' ' } else { c }));
            message.push('"');
        }
        if !self.reason.is_empty() {
            message.push_str(": ");
            message.push_str(&self.reason);
        }
        message
    }

    /// What is done about it when games with problems are kept.
    pub fn usual_action(&self) -> Action {
        use ProblemKind as K;
        match self.kind {
            K::BadTag
            | K::BadTagName
            | K::MissingTerminator
            | K::NonstandardResult
            | K::ResultMismatch
            | K::BadEncoding
            | K::NonasciiMove
            | K::MoveNumberMismatch
            | K::CheckMarkMismatch
            | K::MixedNotation
            | K::FenMissingFields
            | K::FenFullmoveNumber
            | K::FenCastlingRights
            | K::FenEpSquare
            | K::SetupFenConflict => Action::Repaired,
            K::InvalidPosition if self.severity == Severity::Warning => Action::Repaired,
            _ if self.severity() == Severity::Error && self.in_game => Action::KeptPrefix,
            _ => Action::Ignored,
        }
    }
}

/// Most problems that are listed of one game; more are counted only. A bound, so that a
/// damaged file does not fill the memory.
pub const MOST_LISTED: usize = 1000;

/// The problems of several games, game by game.
#[derive(Debug, Default)]
pub struct Problems {
    list: Vec<Problem>,
    /// Where those of the game being read begin.
    start: usize,
    counts: Counts,
}

/// A state of a game's problems.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    length: usize,
    counts: Counts,
}

/// What a game's problems come to beside the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Whether the game has an error.
    pub has_error: bool,
    /// Errors beyond those listed.
    pub unlisted_errors: u64,
    /// Warnings beyond those listed.
    pub unlisted_warnings: u64,
}

impl Problems {
    /// Adds one to those of the game being read.
    pub fn push(&mut self, problem: Problem) {
        let severity = problem.severity();
        self.counts.has_error |= severity == Severity::Error && problem.in_game;
        if self.list.len() - self.start < MOST_LISTED {
            self.list.push(problem);
        } else if severity == Severity::Error {
            self.counts.unlisted_errors += 1;
        } else {
            self.counts.unlisted_warnings += 1;
        }
    }

    /// The state of the game's problems now, to come back to.
    pub fn mark(&self) -> Mark {
        Mark { length: self.list.len(), counts: self.counts }
    }

    /// Forgets what was added since the mark was made.
    pub fn rewind(&mut self, mark: &Mark) {
        self.list.truncate(mark.length);
        self.counts = mark.counts;
    }

    /// From now on problems are the next game's.
    pub fn begin_game(&mut self) {
        self.start = self.list.len();
        self.counts = Counts::default();
    }

    /// Puts the game's problems in the order of their places.
    pub fn end_game(&mut self) -> Counts {
        self.list[self.start..].sort_by_key(|problem| problem.offset);
        self.counts
    }

    /// Whether the game being read has an error so far.
    pub fn has_error(&self) -> bool {
        self.counts.has_error
    }

    /// Those of the game being read.
    pub fn of_game(&self) -> &[Problem] {
        &self.list[self.start..]
    }

    /// How many are listed, of all games.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether none is listed.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Keeps the first `length` only.
    pub fn truncate(&mut self, length: usize) {
        self.list.truncate(length);
    }

    /// All that are listed.
    pub fn into_list(self) -> Vec<Problem> {
        self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_kind_token_and_reason() {
        let problem = Problem::new(ProblemKind::IllegalMove, 6).token(b"Nf3").reason("no white knight can reach f3");
        assert_eq!(problem.message(), "illegal move \"Nf3\": no white knight can reach f3");
        assert_eq!(Problem::new(ProblemKind::UnterminatedComment, 0).message(), "unterminated comment");
    }

    #[test]
    fn a_long_token_is_cut() {
        let problem = Problem::new(ProblemKind::IllegalMove, 0).token(&[b'N'; 10_000]);
        assert_eq!(problem.token.map(|t| t.len()), Some(TOKEN_LIMIT + 3));
    }

    #[test]
    fn names_are_kebab_case_and_differ() {
        let mut names: Vec<_> = ProblemKind::ALL.iter().map(|kind| kind.name()).collect();
        assert!(names.iter().all(|name| name.bytes().all(|b| b == b'-' || b.is_ascii_lowercase())));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ProblemKind::ALL.len());
    }
}
