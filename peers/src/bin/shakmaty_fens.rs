//! `plydex fens`, `check`, `normalize` and `find`, as somebody careful would write them with pgn-reader
//! and shakmaty: one thread, one pass, no allocation for a ply or (a FEN tag apart) for a game.
//!
//! Mainlines only: a visitor that does not ask for variations is not shown any. A move that is illegal or ambiguous ends its game; what came before stays.

use std::{
    env,
    fs::File,
    io::{self, Read, StdoutLock, Write},
    ops::ControlFlow,
    process::ExitCode,
};

use pgn_reader::{RawTag, Reader, Visitor};
use shakmaty::{
    CastlingMode, Chess, EnPassantMode, FromSetup, Position, PositionError,
    fen::Fen,
    san::SanPlus,
    zobrist::Zobrist64,
};

const USAGE: &str = "\
usage: shakmaty_fens [--fens | --check | --san | --find FEN] [--ep always|xfen|legal] [--read] FILE

  --fens   the FEN of the start and after every ply, one a line (default)
  --check  replay only, and print the counts
  --san    every move rewritten in standard SAN, one game a line
  --find   the games that reach a position, and the ply: keys are compared at each ply
  --ep     when the en passant square is written (default: always)
  --read   read FILE with read(2) instead of mapping it";

/// Written to stdout in pieces of this size.
const FLUSH_AT: usize = 1 << 20;

/// Room above [`FLUSH_AT`] for the longest thing that is appended between two looks at the size.
const SLACK: usize = 1 << 10;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Job {
    Fens,
    Check,
    San,
    Find,
}

struct Options {
    job: Job,
    sought: Zobrist64,
    en_passant: EnPassantMode,
    map: bool,
    path: String,
}

fn options() -> Option<Options> {
    let mut options = Options {
        job: Job::Fens,
        sought: Zobrist64(0),
        en_passant: EnPassantMode::Always,
        map: true,
        path: String::new(),
    };
    let mut args = env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--fens" => options.job = Job::Fens,
            "--check" => options.job = Job::Check,
            "--san" => options.job = Job::San,
            "--find" => {
                options.job = Job::Find;
                options.sought = key(&start(args.next()?.as_bytes())?);
            }
            "--ep" => {
                options.en_passant = match args.next()?.as_str() {
                    "always" => EnPassantMode::Always,
                    "xfen" => EnPassantMode::PseudoLegal,
                    "legal" => EnPassantMode::Legal,
                    _ => return None,
                }
            }
            "--read" => options.map = false,
            _ if !arg.starts_with("--") && options.path.is_empty() => options.path = arg,
            _ => return None,
        }
    }
    (!options.path.is_empty()).then_some(options)
}

#[derive(Default)]
struct Counts {
    games: u64,
    /// Starts included, as `plydex` counts them.
    positions: u64,
    problems: u64,
}

/// `SHOW` is a constant of the type, so that each job is compiled without the others' branches.
struct Replay<'out, const SHOW: u8> {
    en_passant: EnPassantMode,
    sought: Zobrist64,
    found: bool,
    /// The key of the position reached, and its ply.
    reached: (Zobrist64, u32),
    out: Vec<u8>,
    stdout: StdoutLock<'out>,
    /// A broken pipe or a full disk; the reader is stopped by breaking out of the game.
    write_error: Option<io::Error>,
    counts: Counts,
}

const FENS: u8 = Job::Fens as u8;
const CHECK: u8 = Job::Check as u8;
const SAN: u8 = Job::San as u8;
const FIND: u8 = Job::Find as u8;

fn key(position: &Chess) -> Zobrist64 {
    position.zobrist_hash(EnPassantMode::Legal)
}

impl<const SHOW: u8> Replay<'_, SHOW> {
    /// Kept out of line: it runs once in some ten thousand plies.
    #[cold]
    #[inline(never)]
    fn flush(&mut self) {
        if self.write_error.is_none() {
            self.write_error = self.stdout.write_all(&self.out).err();
        }
        self.out.clear();
    }

    fn compare(&mut self) {
        if self.reached.0 == self.sought && !self.found {
            self.found = true;
            let row = format!("{},{}\n", self.counts.games, self.reached.1);
            self.out.extend_from_slice(row.as_bytes());
        }
    }

    fn show(&mut self, position: &Chess) {
        Fen::from_position(position, self.en_passant).append_ascii_to(&mut self.out);
        self.out.push(b'\n');
        if self.out.len() >= FLUSH_AT {
            self.flush();
        }
    }
}

/// The start of a game, or `None` when its FEN tag is no position.
fn start(fen: &[u8]) -> Option<Chess> {
    let setup = Fen::from_ascii(fen).ok()?.into_setup();
    // Chess960 castling reads ordinary rights too. Rights without a rook and an impossible en
    // passant square are dropped, as plydex drops them.
    Chess::from_setup(setup, CastlingMode::Chess960)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}

impl<const SHOW: u8> Visitor for Replay<'_, SHOW> {
    type Tags = Option<Chess>;
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Option<Chess>> {
        self.counts.games += 1;
        ControlFlow::Continue(Some(Chess::new()))
    }

    fn tag(
        &mut self,
        position: &mut Option<Chess>,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<()> {
        if name == b"FEN" {
            *position = start(&value.decode());
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, position: Option<Chess>) -> ControlFlow<(), Chess> {
        let Some(position) = position else {
            self.counts.problems += 1;
            return ControlFlow::Break(());
        };
        self.counts.positions += 1;
        if SHOW == FENS {
            self.show(&position);
        }
        if SHOW == FIND {
            self.found = false;
            self.reached = (key(&position), 0);
            self.compare();
        }
        ControlFlow::Continue(position)
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        let Ok(played) = san.san.to_move(position) else {
            self.counts.problems += 1;
            if SHOW == SAN {
                self.out.push(b'\n');
            }
            return ControlFlow::Break(());
        };
        self.counts.positions += 1;
        match SHOW {
            FENS => {
                position.play_unchecked(played);
                self.show(position);
            }
            SAN => {
                SanPlus::from_move_and_play_unchecked(position, played)
                    .append_ascii_to(&mut self.out);
                self.out.push(b' ');
                if self.out.len() >= FLUSH_AT {
                    self.flush();
                }
            }
            FIND => {
                // Kept up from move to move, where the crate can.
                let kept =
                    position.update_zobrist_hash(self.reached.0, played, EnPassantMode::Legal);
                position.play_unchecked(played);
                self.reached = (
                    kept.unwrap_or_else(|| key(position)),
                    self.reached.1 + 1,
                );
                self.compare();
            }
            _ => position.play_unchecked(played),
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _: Chess) {
        if SHOW == SAN {
            self.out.push(b'\n');
        }
    }
}

fn replay<const SHOW: u8>(input: impl Read, options: &Options) -> io::Result<Counts> {
    let mut visitor = Replay::<SHOW> {
        en_passant: options.en_passant,
        sought: options.sought,
        found: false,
        reached: (Zobrist64(0), 0),
        out: Vec::with_capacity(FLUSH_AT + SLACK),
        stdout: io::stdout().lock(),
        write_error: None,
        counts: Counts::default(),
    };
    let mut reader = Reader::new(input);
    while visitor.write_error.is_none() && reader.read_game(&mut visitor)?.is_some() {}
    visitor.flush();
    match visitor.write_error {
        Some(error) => Err(error),
        None => Ok(visitor.counts),
    }
}

fn run(options: &Options) -> io::Result<Counts> {
    let file = File::open(&options.path)?;
    if options.map {
        // SAFETY: a benchmark's own input, which nobody changes while it is read.
        let map = unsafe { memmap2::Mmap::map(&file)? };
        map.advise(memmap2::Advice::Sequential)?;
        replay_as(options, &map[..])
    } else {
        // The reader has a buffer of its own and asks that no other is put before it.
        replay_as(options, file)
    }
}

fn replay_as(options: &Options, input: impl Read) -> io::Result<Counts> {
    match options.job {
        Job::Fens => replay::<FENS>(input, options),
        Job::Check => replay::<CHECK>(input, options),
        Job::San => replay::<SAN>(input, options),
        Job::Find => replay::<FIND>(input, options),
    }
}

fn main() -> ExitCode {
    let Some(options) = options() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match run(&options) {
        Ok(Counts {
            games,
            positions,
            problems,
        }) => {
            let line = format!("games {games}, positions {positions}, problems {problems}");
            if options.job == Job::Check {
                println!("{line}");
            } else {
                eprintln!("{line}");
            }
            ExitCode::SUCCESS
        }
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: {error}", options.path);
            ExitCode::from(2)
        }
    }
}
