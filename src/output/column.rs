//! The tables of columns: what `--columns` may name, for positions and for games.
//!
//! One table each drives CSV headers, JSON keys, help and the README. A name that is in no
//! table is a tag's.

use crate::Error;
use crate::output::record;
use crate::table::{ColumnType, Kind};

/// A column that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name, which heads it.
    pub name: String,
    /// What is in it.
    pub field: Field,
    pub(super) json_key: Vec<u8>,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Number of the game in the run.
    Game,
    /// The input as given.
    File,
    /// Byte of the game's first character.
    Offset,
    /// Half-moves since the game's start position.
    Ply,
    /// Path of the variation; empty in the mainline.
    Line,
    /// Who is to move.
    Turn,
    /// The move that led here, in standard SAN.
    San,
    /// The same, in UCI.
    Uci,
    /// The same, as the source wrote it.
    Text,
    /// Six fields.
    Fen,
    /// Four fields.
    Epd,
    /// Zobrist key.
    Hash,
    /// Annotation glyphs.
    Nags,
    /// Comment after the move.
    Comment,
    /// Bytes of the game.
    Length,
    /// The move played from here, in standard SAN.
    Next,
    /// Half-moves of the mainline.
    Plies,
    /// Kind of the first error.
    Error,
    /// The movetext as it stands.
    Movetext,
    /// The normalised result.
    Result,
    /// The Result tag as it stands.
    ResultTag,
    /// The FEN tag.
    StartFen,
    /// The Date tag as it stands.
    DateText,
    /// The first field of FEN.
    Placement,
    /// Games that reach a position.
    Games,
    /// Those that White won.
    White,
    /// Those drawn.
    Draws,
    /// Those that Black won.
    Black,
    /// White's points a game.
    Score,
    /// Mean of the ratings.
    Rating,
    /// Number of the first game that reaches it.
    FirstGame,
    /// The ply at which it does.
    FirstPly,
    /// The tag of the column's name, as text.
    Tag,
    /// The tag as a number.
    TagNumber,
    /// The tag as a date.
    TagDate,
    /// The tag as a time of day.
    TagTime,
}

impl Field {
    /// The type of its values in a table that has types.
    pub(super) fn kind(self) -> Kind {
        match self {
            Self::Game | Self::Offset | Self::Length | Self::Hash | Self::FirstGame => Kind::Long,
            Self::Games | Self::White | Self::Draws | Self::Black => Kind::Long,
            Self::Ply | Self::Plies | Self::FirstPly => Kind::Int,
            Self::Score | Self::Rating => Kind::Double,
            Self::Nags => Kind::Ints,
            Self::TagNumber => Kind::Short,
            Self::TagDate => Kind::Date,
            Self::TagTime => Kind::Time,
            Self::File | Self::Line | Self::Turn | Self::San | Self::Uci | Self::Text | Self::Fen | Self::Epd => {
                Kind::Text
            }
            Self::Comment | Self::Next | Self::Error | Self::Movetext | Self::Result | Self::ResultTag => Kind::Text,
            Self::StartFen | Self::DateText | Self::Placement | Self::Tag => Kind::Text,
        }
    }

    /// Whether there is a value in every row.
    fn is_always_there(self) -> bool {
        match self {
            Self::Game | Self::File | Self::Offset | Self::Length | Self::Ply | Self::Plies | Self::Line => true,
            Self::Turn | Self::Fen | Self::Epd | Self::Placement | Self::Hash | Self::Result | Self::Movetext => true,
            Self::Games | Self::White | Self::Draws | Self::Black | Self::FirstGame | Self::FirstPly => true,
            Self::San | Self::Uci | Self::Text | Self::Nags | Self::Comment | Self::Next | Self::Error => false,
            Self::ResultTag | Self::StartFen | Self::DateText | Self::Score | Self::Rating => false,
            Self::Tag | Self::TagNumber | Self::TagDate | Self::TagTime => false,
        }
    }
}

/// A line of a table: name, contents, meaning.
pub type Entry = (&'static str, Field, &'static str);

/// Columns of a position.
pub const POSITION_COLUMNS: &[Entry] = &[
    ("game", Field::Game, "number of the game in the run, from 1"),
    ("file", Field::File, "input as given on the command line"),
    ("offset", Field::Offset, "byte of the game's first character in the uncompressed input"),
    ("ply", Field::Ply, "half-moves since the game's start position; 0 is that position"),
    ("line", Field::Line, "empty in the mainline; in a variation its path, such as 12.1/14.2"),
    ("turn", Field::Turn, "w or b, who is to move here"),
    ("san", Field::San, "the move that led here, standard SAN; null at ply 0"),
    ("uci", Field::Uci, "the same, UCI"),
    ("text", Field::Text, "the same, as the source wrote it"),
    ("fen", Field::Fen, "six fields"),
    ("epd", Field::Epd, "first four fields, en passant square only if a capture is legal"),
    ("hash", Field::Hash, "Zobrist key of epd with Polyglot's constants, 16 hex digits"),
    ("nags", Field::Nags, "numeric annotation glyphs on the move"),
    ("comment", Field::Comment, "comment after the move, [%...] commands taken out"),
    ("Result", Field::Result, "the game's result: 1-0, 0-1, 1/2-1/2 or *"),
    ("ResultTag", Field::ResultTag, "the Result tag as it stands"),
    ("StartFEN", Field::StartFen, "the FEN tag"),
];

/// Columns of a game. Names and types of tags are those of the Lichess data set.
pub const GAME_COLUMNS: &[Entry] = &[
    ("game", Field::Game, "number of the game in the run, from 1"),
    ("file", Field::File, "input as given on the command line"),
    ("offset", Field::Offset, "byte of the game's first character in the uncompressed input"),
    ("length", Field::Length, "bytes of the game, from its first to its last character"),
    ("plies", Field::Plies, "half-moves of the mainline that were read"),
    ("Result", Field::Result, "the game's result: 1-0, 0-1, 1/2-1/2 or *"),
    ("error", Field::Error, "kind of the game's first error; null in a sound game"),
    ("Event", Field::Tag, "tag"),
    ("Site", Field::Tag, "tag"),
    ("Date", Field::TagDate, "tag as a date; null when partly unknown"),
    ("Round", Field::Tag, "tag"),
    ("White", Field::Tag, "tag"),
    ("Black", Field::Tag, "tag"),
    ("WhiteTitle", Field::Tag, "tag"),
    ("BlackTitle", Field::Tag, "tag"),
    ("WhiteElo", Field::TagNumber, "tag as a number"),
    ("BlackElo", Field::TagNumber, "tag as a number"),
    ("WhiteRatingDiff", Field::TagNumber, "tag as a number"),
    ("BlackRatingDiff", Field::TagNumber, "tag as a number"),
    ("UTCDate", Field::TagDate, "tag as a date"),
    ("UTCTime", Field::TagTime, "tag as a time of day"),
    ("ECO", Field::Tag, "tag"),
    ("Opening", Field::Tag, "tag"),
    ("Termination", Field::Tag, "tag"),
    ("TimeControl", Field::Tag, "tag"),
    ("Variant", Field::Tag, "tag"),
    ("StartFEN", Field::StartFen, "the FEN tag"),
];

/// Columns of a game that reaches a position.
pub const HIT_COLUMNS: &[Entry] = &[
    ("game", Field::Game, "number of the game in the run, from 1"),
    ("ply", Field::Ply, "half-moves to the position, the first time it is reached"),
    ("file", Field::File, "input as given on the command line"),
    ("offset", Field::Offset, "byte of the game's first character in the uncompressed input"),
    ("White", Field::Tag, "tag"),
    ("Black", Field::Tag, "tag"),
    ("Result", Field::Result, "the game's result: 1-0, 0-1, 1/2-1/2 or *"),
    ("Date", Field::TagDate, "tag as a date; null when partly unknown"),
    ("next", Field::Next, "the move played from the position, standard SAN; null at the game's end"),
];

/// Columns of a distinct position. What equal positions may differ in is that of the first.
pub const DISTINCT_COLUMNS: &[Entry] = &[
    ("epd", Field::Epd, "first four fields, en passant square only if a capture is legal"),
    ("fen", Field::Fen, "six fields"),
    ("placement", Field::Placement, "the first field"),
    ("hash", Field::Hash, "Zobrist key of epd with Polyglot's constants, 16 hex digits"),
    ("games", Field::Games, "games that reach the position; each counts once"),
    ("white", Field::White, "those that White won"),
    ("draws", Field::Draws, "those drawn"),
    ("black", Field::Black, "those that Black won"),
    ("score", Field::Score, "White's points a game, over the games with a result"),
    ("rating", Field::Rating, "mean of both players' ratings, over the games where both are known"),
    ("first_game", Field::FirstGame, "number of the first game that reaches it"),
    ("first_ply", Field::FirstPly, "half-moves to it in that game"),
];

/// Columns of a game that are given only when asked for by name.
const GAME_EXTRAS: &[Entry] = &[
    ("movetext", Field::Movetext, "the movetext as it stands"),
    ("DateText", Field::DateText, "the Date tag as it stands"),
    ("ResultTag", Field::ResultTag, "the Result tag as it stands"),
];

/// Columns of a game that reaches a position that are given only when asked for by name.
const HIT_EXTRAS: &[Entry] = &[
    ("length", Field::Length, "bytes of the game, from its first to its last character"),
    ("WhiteElo", Field::TagNumber, "tag as a number"),
    ("BlackElo", Field::TagNumber, "tag as a number"),
    ("UTCDate", Field::TagDate, "tag as a date"),
    ("UTCTime", Field::TagTime, "tag as a time of day"),
    ("StartFEN", Field::StartFen, "the FEN tag"),
    ("DateText", Field::DateText, "the Date tag as it stands"),
    ("ResultTag", Field::ResultTag, "the Result tag as it stands"),
];

/// Names of the contract that this build cannot fill yet. They are refused rather than
/// taken for tags, which would be null in every row.
const NOT_YET: &[&str] = &["clock", "elapsed", "eval", "mate"];

/// Whose columns they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnSet {
    /// Rows of positions.
    Positions,
    /// Rows of games.
    Games,
    /// Rows of games that reach a position.
    Hits,
    /// Rows of distinct positions.
    Distinct,
}

impl ColumnSet {
    /// The table.
    pub fn entries(self) -> &'static [Entry] {
        match self {
            Self::Positions => POSITION_COLUMNS,
            Self::Games => GAME_COLUMNS,
            Self::Hits => HIT_COLUMNS,
            Self::Distinct => DISTINCT_COLUMNS,
        }
    }

    fn field(self, name: &str) -> Option<Field> {
        let extras = match self {
            Self::Positions | Self::Distinct => &[],
            Self::Games => GAME_EXTRAS,
            Self::Hits => HIT_EXTRAS,
        };
        let mut known = self.entries().iter().chain(extras);
        let known = known.find(|entry| entry.0 == name).map(|entry| entry.1);
        // A position of many games has no tags.
        known.or((self != Self::Distinct).then_some(Field::Tag))
    }

    fn default_list(self) -> String {
        match self {
            Self::Positions => String::from("game,ply,san,fen"),
            Self::Games | Self::Hits => String::from("all"),
            Self::Distinct => String::from("epd,games,white,draws,black,rating,first_game,first_ply"),
        }
    }
}

/// The columns of a table, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns(pub(super) Vec<Column>);

impl Columns {
    /// The columns that are given when none are named.
    pub fn default_for(set: ColumnSet) -> Self {
        Self::parse(&set.default_list(), set).expect("the default list is a list")
    }

    /// Reads a list such as `game,ply,san,White`; `all` is every column of the table.
    ///
    /// # Errors
    /// An empty list or name, a name twice (also in other case), one that this build cannot
    /// fill, or one that is no column where there are no tags.
    pub fn parse(list: &str, set: ColumnSet) -> Result<Self, Error> {
        let mut columns: Vec<Column> = Vec::new();
        let names = list.split(',').map(str::trim).flat_map(|name| match name {
            "all" => set.entries().iter().map(|entry| entry.0).collect(),
            name => vec![name],
        });
        for name in names {
            if name.is_empty() {
                return Err(Error::Usage(String::from("a column without a name in --columns")));
            }
            if NOT_YET.contains(&name) {
                return Err(Error::Usage(format!("column \"{name}\" is not in this version")));
            }
            if let Some(twin) = columns.iter().find(|column| column.name.eq_ignore_ascii_case(name)) {
                return Err(Error::Usage(format!("columns \"{}\" and \"{name}\" are one name twice", twin.name)));
            }
            let field = set.field(name).ok_or_else(|| {
                let names: Vec<_> = set.entries().iter().map(|entry| entry.0).collect();
                Error::Usage(format!("no column \"{name}\" here; there are {}", names.join(", ")))
            })?;
            columns.push(Column { name: String::from(name), field, json_key: record::json_key(name) });
        }
        Ok(Self(columns))
    }

    /// Their names and types.
    pub(super) fn types(&self) -> Vec<ColumnType> {
        let about = |Column { name, field, .. }: &Column| {
            let (kind, optional) = (field.kind(), !field.is_always_there());
            ColumnType { name: name.clone(), kind, optional }
        };
        self.0.iter().map(about).collect()
    }

    /// The columns, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Column> {
        self.0.iter()
    }

    /// How often it is asked for.
    pub fn count(&self, field: Field) -> usize {
        self.0.iter().filter(|column| column.field == field).count()
    }

    /// Whether any of these is asked for.
    pub fn any(&self, fields: &[Field]) -> bool {
        self.0.iter().any(|column| fields.contains(&column.field))
    }
}
