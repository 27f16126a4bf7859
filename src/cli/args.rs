//! The arguments, in the user's language.

use std::path::{Path, PathBuf};

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::chess::notation::{NOTATIONS, System, Written};
use crate::chess::{CastlingLetters, EnPassant};
use crate::input::Encoding;
use crate::output::column::Entry;
use crate::output::{Column, ColumnSet, Columns, Format, PlyRange, UniqueBy};
use crate::pipeline::OnError;
use crate::{Error, Result};

/// Reads PGN chess archives: every FEN, every game, every problem.
#[derive(Parser)]
#[command(version, max_term_width = 100, after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "\
Examples:
  plydex fens archive.pgn > fens.txt            the FEN of every position
  plydex fens -f csv --columns game,ply,san,fen,White archive.pgn
  plydex games archive.pgn -o games.csv         one row a game
  plydex check archive.pgn                      what is wrong, with line and column
  plydex fens archive.pgn.zst twic.zip games/   packed, and every PGN below a folder";

#[derive(Subcommand)]
pub enum Command {
    /// Every position of every game, from the start position to the last
    #[command(after_help = fens_help())]
    Fens(FensArguments),
    /// The games again as standard PGN, every move in standard SAN
    #[command(after_help = normalize_help())]
    Normalize(NormalizeArguments),
    /// One row a game: tags, plies, result, place in the file
    #[command(after_help = games_help())]
    Games(GamesArguments),
    /// The games that reach a position, by whatever moves; exit code 1 if there is none
    #[command(after_help = find_help())]
    Find(FindArguments),
    /// What was played from a position, with results
    #[command(after_help = TREE_HELP)]
    Tree(TreeArguments),
    /// The distinct positions, each with the number of its games and their results
    #[command(after_help = positions_help())]
    Positions(PositionsArguments),
    /// An index of positions on disk, in which find and tree answer in milliseconds
    #[command(subcommand)]
    Index(IndexCommand),
    /// A diagram of a position
    Show(ShowArguments),
    /// The problems, and nothing else; exit code 1 if there is an error
    #[command(after_help = CHECK_HELP)]
    Check(CheckArguments),
}

/// Arguments of every command.
#[derive(Args)]
pub struct Common {
    /// PGN files, plain or packed (gzip, bzip2, zstd, xz, zip), folders of them, or - for standard input; with none, standard input
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    /// Read the names of inputs from LIST, one a line or parted by NUL bytes; - is standard input. They follow those given here
    #[arg(long, value_name = "LIST")]
    pub files_from: Option<PathBuf>,
    /// Read all inputs in this encoding, such as windows-1251, cp850, macintosh, utf-16le [default: UTF-8; UTF-16 by its byte order mark; Windows-1252 for what is not UTF-8]
    #[arg(long, value_name = "LABEL")]
    pub encoding: Option<Encoding>,
    /// Write to FILE, which appears whole or not at all; packed if its name ends in .gz, .zst, .bz2 or .xz [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Language of the piece letters, or another notation, that moves are read in: a code of `normalize --list-languages`, uedemann, gringmuth, or auto: the one that fits the game
    #[arg(long, value_name = "CODE", default_value = "auto", value_parser = from_lang)]
    pub from_lang: std::option::Option<System>,
    /// Worker threads; 0 is one for each core. The output is the same for any number
    #[arg(short = 'j', long = "threads", value_name = "N", default_value_t = 0)]
    pub threads: usize,
    /// No summary and no progress on standard error
    #[arg(short, long)]
    pub quiet: bool,
    /// When to show a progress bar
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub progress: When,
    /// What to do with a game that has an error: keep what is legal before it, drop the game, or stop the run (exit code 1; no file is written then)
    #[arg(long, value_name = "WHAT", default_value = "keep")]
    pub on_error: OnErrorChoice,
    /// Write every problem to FILE, one JSON object a line
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Write the source of each game with an error to FILE, untouched
    #[arg(long, value_name = "FILE")]
    pub rejects: Option<PathBuf>,
    /// Read files instead of mapping them into memory
    #[arg(long)]
    pub no_mmap: bool,
    /// Bytes of input that a worker takes at a time
    #[arg(long, value_name = "BYTES", hide = true)]
    pub chunk_size: Option<usize>,
}

impl Common {
    /// Whether errors of games decide what is written, and where.
    pub fn asks_for_errors(&self) -> bool {
        self.on_error != OnErrorChoice::Keep || self.report.is_some() || self.rejects.is_some()
    }
}

#[derive(Args)]
pub struct FensArguments {
    #[command(flatten)]
    pub common: Common,
    /// text, csv, jsonl, parquet or epd [default: by the extension of -o, else text]
    #[arg(short, long, value_name = "FORMAT")]
    pub format: Option<String>,
    /// Columns of csv, jsonl and parquet, parted by commas; see below
    #[arg(long, value_name = "LIST")]
    pub columns: Option<String>,
    /// En passant square: behind any double step (as the FEN standard says), only when a pawn stands beside to capture, or only when a capture is legal
    #[arg(long, value_name = "WHEN", default_value = "always")]
    pub ep: EpChoice,
    /// Castling rights: KQkq wherever that is unambiguous, or file letters
    #[arg(long, value_name = "LETTERS", default_value = "xfen")]
    pub castling: CastlingChoice,
    /// The last position of each game only
    #[arg(long = "final")]
    pub last_only: bool,
    /// Leave out the start positions
    #[arg(long)]
    pub no_start: bool,
    /// Plies A to B only, both included; either may be left out
    #[arg(long, value_name = "A..B", value_parser = plies)]
    pub plies: Option<PlyRange>,
    /// The positions inside variations too, in reading order
    #[arg(long, conflicts_with = "last_only")]
    pub variations: bool,
}

#[derive(Args)]
pub struct NormalizeArguments {
    #[command(flatten)]
    pub common: Common,
    /// pgn or jsonl [default: by the extension of -o, else pgn]
    #[arg(short, long, value_name = "FORMAT")]
    pub format: Option<String>,
    /// What to leave out, parted by commas
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    pub strip: Vec<StripChoice>,
    /// Notation to write moves in; see below
    #[arg(long, value_name = "NAME", default_value = "san", value_parser = notation)]
    pub notation: Written,
    /// Write SAN with the piece letters of this language
    #[arg(long, value_name = "CODE", conflicts_with = "notation")]
    pub lang: Option<String>,
    /// Show the languages, their codes and piece letters, and do nothing else
    #[arg(long)]
    pub list_languages: bool,
    /// All tags, or the seven of the roster and those that the moves need
    #[arg(long, value_name = "WHICH", default_value = "all")]
    pub tags: TagsChoice,
}

#[derive(Args)]
pub struct GamesArguments {
    #[command(flatten)]
    pub common: Common,
    /// csv, jsonl, parquet, or pgn: the games as they stand [default: by the extension of -o, else csv]
    #[arg(short, long, value_name = "FORMAT")]
    pub format: Option<String>,
    /// Columns of csv, jsonl and parquet, parted by commas; see below
    #[arg(long, value_name = "LIST")]
    pub columns: Option<String>,
}

#[derive(Args)]
pub struct FindArguments {
    #[command(flatten)]
    pub asked: Asked,
    #[command(flatten)]
    pub common: Common,
    /// text, csv, jsonl, or pgn: the games as they stand [default: by the extension of -o, else text]
    #[arg(short, long, value_name = "FORMAT")]
    pub format: Option<String>,
    /// Columns of csv and jsonl, parted by commas; see below
    #[arg(long, value_name = "LIST")]
    pub columns: Option<String>,
    /// Look for every position of FILE, one a line; rows begin with the number of their line
    #[arg(long, value_name = "FILE", conflicts_with = "moves")]
    pub batch: Option<PathBuf>,
    /// At most N games (of each position)
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
    /// Write the number of games and nothing else
    #[arg(long, conflicts_with_all = ["format", "columns"])]
    pub count: bool,
}

#[derive(Args)]
pub struct TreeArguments {
    /// A FEN of 4 or 6 fields, an EPD, or startpos; none with --moves
    #[arg(value_name = "POSITION")]
    pub position: Option<String>,
    /// The position after these moves, in any notation
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    #[command(flatten)]
    pub common: Common,
    /// text, csv or jsonl [default: by the extension of -o, else text]
    #[arg(short, long, value_name = "FORMAT")]
    pub format: Option<String>,
}

#[derive(Args)]
pub struct PositionsArguments {
    #[command(flatten)]
    pub common: Common,
    /// csv, jsonl, parquet or epd [default: by the extension of -o, else csv]
    #[arg(short, long, value_name = "FORMAT")]
    pub format: Option<String>,
    /// Columns of csv, jsonl and parquet, parted by commas; see below
    #[arg(long, value_name = "LIST")]
    pub columns: Option<String>,
    /// When two positions are one: equal in all six fields (fen), in placement, side to move, castling rights and legal en passant capture (epd), in placement alone (board)
    #[arg(long, value_name = "WHAT", default_value = "epd")]
    pub unique_by: UniqueByChoice,
    /// Only positions of at least N games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub min_count: u64,
    /// Only positions up to this ply of their games; 0 is the start position
    #[arg(long, value_name = "N")]
    pub max_ply: Option<u32>,
    /// The first N rows only
    #[arg(long, value_name = "N")]
    pub top: Option<u64>,
    /// Memory for the count, such as 256M or 2G; what does not fit is in temporary files
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = memory)]
    pub memory: usize,
}

#[derive(Args)]
pub struct ShowArguments {
    /// A FEN of 4 or 6 fields, an EPD, or startpos
    #[arg(value_name = "POSITION")]
    pub position: Option<String>,
    /// The position after these moves, in any notation
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// Write to FILE, which appears whole or not at all [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// text or svg [default: by the extension of -o, else text]
    #[arg(short, long, value_name = "FORMAT")]
    pub format: Option<String>,
    /// The first field of the FEN alone, in Forsyth's notation
    #[arg(long)]
    pub placement: bool,
}

#[derive(Subcommand)]
pub enum IndexCommand {
    /// Make an index of PGN files in a new directory
    Build(WriteIndex),
    /// Add PGN files to an index
    Add(WriteIndex),
    /// Look whether an index is sound; exit code 1 if it is not
    Verify {
        /// The directory of the index
        #[arg(value_name = "DIR")]
        directory: PathBuf,
        /// Replay the sources, too, and compare every position
        #[arg(long)]
        deep: bool,
        /// Worker threads; 0 is one for each core
        #[arg(short = 'j', long = "threads", value_name = "N", default_value_t = 0)]
        threads: usize,
    },
    /// Merge all that was added into one segment
    Compact {
        /// The directory of the index
        #[arg(value_name = "DIR")]
        directory: PathBuf,
        /// Worker threads; 0 is one for each core
        #[arg(short = 'j', long = "threads", value_name = "N", default_value_t = 0)]
        threads: usize,
    },
    /// The index as text, one row a position and game, sorted by hash: epd,hash,game,ply,offset,next,result
    Export {
        /// The directory of the index
        #[arg(value_name = "DIR")]
        directory: PathBuf,
        /// Write to FILE, which appears whole or not at all [default: standard output]
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
        /// csv, jsonl or parquet [default: by the extension of -o, else csv]
        #[arg(short, long, value_name = "FORMAT")]
        format: Option<String>,
    },
    /// What an index consists of
    Info {
        /// The directory of the index
        #[arg(value_name = "DIR")]
        directory: PathBuf,
    },
}

#[derive(Args)]
pub struct WriteIndex {
    /// The directory of the index
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
    #[command(flatten)]
    pub common: Common,
    /// Memory for the sort, such as 256M or 2G; what does not fit is on disk
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = memory)]
    pub memory: usize,
}

/// A position, and what is equal to it.
#[derive(Args)]
pub struct Asked {
    /// A FEN of 4 or 6 fields, an EPD, or startpos; none with --moves or --batch
    #[arg(value_name = "POSITION")]
    pub position: Option<String>,
    /// The position after these moves, in any notation
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// Compare the placement only, not the side to move, castling rights and en passant
    #[arg(long)]
    pub board: bool,
    /// Also find the position with colours reversed
    #[arg(long, value_name = "WHICH", default_value = "same")]
    pub colors: ColorsChoice,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ColorsChoice {
    Same,
    Either,
}

#[derive(Args)]
pub struct CheckArguments {
    #[command(flatten)]
    pub common: Common,
    /// text or jsonl [default: by the extension of -o, else text]
    #[arg(short, long, value_name = "FORMAT")]
    pub format: Option<String>,
    /// Show wrong move numbers and check marks too
    #[arg(long)]
    pub all: bool,
    /// Exit code 1 for a warning, too
    #[arg(long)]
    pub strict: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// On a terminal
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum StripChoice {
    Comments,
    Nags,
    Variations,
    /// [%clk] and [%emt]
    Clocks,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TagsChoice {
    Roster,
    All,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OnErrorChoice {
    Keep,
    Drop,
    Stop,
}

impl From<OnErrorChoice> for OnError {
    fn from(choice: OnErrorChoice) -> Self {
        match choice {
            OnErrorChoice::Keep => Self::Keep,
            OnErrorChoice::Drop => Self::Drop,
            OnErrorChoice::Stop => Self::Stop,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub enum EpChoice {
    Always,
    Xfen,
    Legal,
}

impl From<EpChoice> for EnPassant {
    fn from(choice: EpChoice) -> Self {
        match choice {
            EpChoice::Always => Self::Always,
            EpChoice::Xfen => Self::XFen,
            EpChoice::Legal => Self::Legal,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub enum UniqueByChoice {
    Fen,
    Epd,
    Board,
}

impl From<UniqueByChoice> for UniqueBy {
    fn from(choice: UniqueByChoice) -> Self {
        match choice {
            UniqueByChoice::Fen => Self::Fen,
            UniqueByChoice::Epd => Self::Epd,
            UniqueByChoice::Board => Self::Board,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub enum CastlingChoice {
    Xfen,
    Shredder,
}

impl From<CastlingChoice> for CastlingLetters {
    fn from(choice: CastlingChoice) -> Self {
        match choice {
            CastlingChoice::Xfen => Self::XFen,
            CastlingChoice::Shredder => Self::Shredder,
        }
    }
}

/// Reads the value of `--from-lang`.
fn from_lang(name: &str) -> std::result::Result<Option<System>, String> {
    match name {
        "auto" => Ok(None),
        name => System::by_name(name)
            .map(Some)
            .ok_or_else(|| String::from("no such notation; `plydex normalize --list-languages` names the languages")),
    }
}

/// Reads a number of bytes: `256M`.
fn memory(text: &str) -> std::result::Result<usize, String> {
    let wrong = || format!("\"{text}\" is no size such as 256M or 2G");
    let (digits, shift) = match text.as_bytes() {
        [.., b'K' | b'k'] => (&text[..text.len() - 1], 10),
        [.., b'M' | b'm'] => (&text[..text.len() - 1], 20),
        [.., b'G' | b'g'] => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let number: usize = digits.parse().map_err(|_| wrong())?;
    let bytes = number.checked_mul(1 << shift).ok_or_else(wrong)?;
    if bytes < 1 << 20 { Err(String::from("at least 1M")) } else { Ok(bytes) }
}

/// Reads the value of `--notation`.
fn notation(name: &str) -> std::result::Result<Written, String> {
    let names = || NOTATIONS.iter().map(|entry| entry.0).collect::<Vec<_>>().join(", ");
    Written::by_name(name).ok_or_else(|| format!("there are {}", names()))
}

/// Reads `A..B`.
fn plies(text: &str) -> std::result::Result<PlyRange, String> {
    let wrong = || format!("\"{text}\" is no range such as 1..20, 10.. or ..20");
    let (first, last) = text.split_once("..").ok_or_else(wrong)?;
    let number = |text: &str, default| if text.is_empty() { Ok(default) } else { text.parse().map_err(|_| wrong()) };
    let range = PlyRange { first: number(first, 0)?, last: number(last, u32::MAX)? };
    if range.first > range.last { Err(wrong()) } else { Ok(range) }
}

/// The format asked for: by name, else by the extension of the output, else `allowed`'s first.
pub fn format(name: Option<&str>, output: Option<&Path>, allowed: &[Format]) -> Result<Format> {
    match (name, output) {
        (Some(name), _) => Format::parse(name, allowed),
        (None, Some(path)) => Ok(Format::of_path(path, allowed).unwrap_or(allowed[0])),
        (None, None) => Ok(allowed[0]),
    }
}

/// The columns asked for; only formats that have columns take any.
pub fn columns(list: Option<&str>, set: ColumnSet, format: Format) -> Result<Columns> {
    match list {
        Some(_) if !format.has_columns() => Err(Error::Usage(format!(
            "--columns needs a format that has them, such as csv: {} has no columns",
            format.name()
        ))),
        Some(list) => Columns::parse(list, set),
        None => Ok(Columns::default_for(set)),
    }
}

fn normalize_help() -> String {
    let notations: String = NOTATIONS.iter().map(|(name, _, meaning)| format!("  {name:<10} {meaning}\n")).collect();
    format!("Notations to write:\n{notations}\n{NORMALIZE_HELP}")
}

const NORMALIZE_HELP: &str = "\
Export format of the PGN standard: the seven tag roster first, movetext in 79 columns, comments in
braces, glyphs as $n. What cannot be read is kept in a comment that begins with \"unread:\".

Examples:
  plydex normalize sloppy.pgn > standard.pgn
  plydex normalize --from-lang de partien.pgn
  plydex normalize --notation uci games.pgn
  plydex normalize --strip comments,nags,variations archive.pgn -o moves.pgn";

const TREE_HELP: &str = "\
A game counts once, with the last move that it played from the position. Score is White's, in percent of
the games with a result; rating is the mean of both players. Games that end there have no move.

Examples:
  plydex tree startpos archive.pgn
  plydex tree --moves \"1. e4 c5\" -f csv archive.plydex";

const CHECK_HELP: &str = "\
Each problem is one line, FILE:LINE:COLUMN: game G: ply N: MESSAGE. Errors lose moves;
warnings are repaired or passed over.

Examples:
  plydex check archive.pgn
  plydex check -f jsonl archive.pgn | jq -r .kind | sort | uniq -c";

fn fens_help() -> String {
    let columns = table(ColumnSet::Positions.entries());
    format!(
        "Columns of csv, jsonl and parquet [default: {}]; `all` is every one of them:\n{columns}\nAny other name is a tag's, such as White or ECO.\n\n\
         Examples:\n  plydex fens archive.pgn > fens.txt\n  plydex fens --final -f csv --columns game,fen,Result archive.pgn\n  \
         plydex fens --plies 20..40 -f jsonl --columns game,ply,epd,hash archive.pgn",
        names(&Columns::default_for(ColumnSet::Positions))
    )
}

fn games_help() -> String {
    let columns = table(ColumnSet::Games.entries());
    format!(
        "Columns of csv, jsonl and parquet [default: all]:\n{columns}\nAlso movetext, DateText, ResultTag, and the name of any other tag. Without plies and\nerror the moves are \
         passed over, which is much faster, unless --on-error, --report or\n--rejects ask for games with errors.\n\nExamples:\n  plydex games archive.pgn -o games.csv\n  \
         plydex games --columns game,White,Black,Result archive.pgn\n  plydex games -f pgn a.pgn b.pgn -o both.pgn"
    )
}

fn find_help() -> String {
    let columns = table(ColumnSet::Hits.entries());
    format!(
        "Equal are positions with the same placement, side to move, castling rights and legal en passant capture.\n\n\
         Columns of csv and jsonl [default: all]:\n{columns}\nAlso length, WhiteElo, DateText, ResultTag, StartFEN and the name of any other tag.\nA game is read only as far as \
         it can still reach the position, unless --on-error, --report or --rejects\nask for games with errors.\n\nExamples:\n  \
         plydex find --moves \"1. e4 c5 2. Nf3 d6\" archive.pgn\n  plydex find \"8/8/8/8/8/4k3/4p3/4K3 w - -\" -f pgn archive.pgn\n  \
         plydex find startpos --count archive.pgn"
    )
}

fn positions_help() -> String {
    let columns = table(ColumnSet::Distinct.entries());
    format!(
        "A game counts once for a position, however often it comes to it. Rows with most games come first, among them\n\
         those whose first game, and its ply, comes first.\n\n\
         Columns of csv, jsonl and parquet [default: {}, with fen or placement in the place of epd where that is what rows are unique by]:\n{columns}\n\
         What equal positions may differ in is that of the first. epd has the counts in the comment c0.\nA game is read only up to --max-ply, unless --on-error, \
         --report or --rejects ask for games with errors.\n\nExamples:\n  plydex positions archive.pgn -o positions.csv.gz\n  \
         plydex positions --top 100 --max-ply 20 archive.pgn\n  plydex positions --min-count 5 -f epd archive.plydex > book.epd",
        names(&Columns::default_for(ColumnSet::Distinct))
    )
}

fn table(entries: &[Entry]) -> String {
    entries.iter().map(|(name, _, meaning)| format!("  {name:<16} {meaning}\n")).collect()
}

fn names(columns: &Columns) -> String {
    columns.iter().map(|column: &Column| column.name.as_str()).collect::<Vec<_>>().join(",")
}
