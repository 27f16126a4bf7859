//! What holds of any bytes whatever. Each is run by a target of `fuzz/` and, over seeds, by a test.

use plydex::Result;
use plydex::chess::notation::{self, is_first_move};
use plydex::chess::{FenStyle, Position, Variant};
use plydex::input::{Sizes, Source};
use plydex::output::{Check, ColumnSet, Columns, Fens, Format, Games as GameRows, Normalize, Rows};
use plydex::pgn::{Games, Step};
use plydex::pipeline::{self, Job, OnError};
use plydex::report::{Entry, Observer, Summary};

/// Games follow one another, tokens come in order, and passing over a game finds the end that reading it finds.
pub fn tokenizer(input: &[u8]) {
    assert_eq!(bounds(input, true), bounds(input, false));
}

fn bounds(input: &[u8], read: bool) -> Vec<(usize, usize)> {
    let mut games = Games::new(input, 0, true, is_first_move);
    let mut bounds = Vec::new();
    loop {
        let begin = games.position();
        let Step::Game(game, mut tokens) = games.next_game() else { return bounds };
        let mut last = game.start;
        while let Some(lexeme) = if read { tokens.next_lexeme() } else { None } {
            assert!(lexeme.at >= last && lexeme.at < input.len(), "{lexeme:?} behind {last}");
            last = lexeme.at;
        }
        tokens.skip();
        let end = tokens.end().expect("the input is whole");
        assert!(begin <= game.start && game.start < end && tokens.last() <= end);
        assert!(games.advance(&tokens));
        bounds.push((begin, end));
    }
}

/// Chunks of any size read by any number of workers give what one front-to-back reading gives. The first three bytes
/// say how it is cut.
pub fn split(data: &[u8]) {
    let [chunk, cut, threads, input @ ..] = data else { return };
    let sizes = Sizes {
        chunk: 1 + usize::from(*chunk),
        ahead: 1 + usize::from(*cut % 16),
        first_cut: Some(usize::from(*cut)).filter(|&cut| cut > 0),
    };
    let job = Job { threads: 1 + usize::from(threads % 3), sizes, ..Job::default() };
    for rows in [positions(), Box::new(GameRows::default())] {
        assert_eq!(told(input, &*rows, &job), told(input, &*rows, &Job { threads: 1, ..Job::default() }));
    }
}

/// Text that is read as a move is a legal one, and comes back from standard SAN. The first bytes choose the position.
pub fn san(data: &[u8]) {
    let [length, rest @ ..] = data else { return };
    let (choices, text) = rest.split_at(rest.len().min(usize::from(length % 80)));
    let mut position = Position::start();
    for &choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play(moves[usize::from(choice) % moves.len()]);
    }
    let Ok(read) = notation::read(&position, text) else { return };
    assert!(read.mv.is_null() || position.legal_moves().contains(&read.mv), "{:?} is no legal move", read.mv);
    let mut written = Vec::new();
    notation::san::write(&position, read.mv, &mut written);
    let again = notation::read(&position, &written).map(|read| read.mv);
    assert_eq!(again, Ok(read.mv), "{}", String::from_utf8_lossy(&written));
}

/// A FEN that is read is written, and read again as the same position.
pub fn fen(text: &[u8]) {
    for variant in [Variant::Standard, Variant::Chess960] {
        let Ok((position, _)) = Position::read_fen(text, variant) else { continue };
        let mut written = Vec::new();
        position.write_fen_styled(FenStyle::default(), &mut written);
        // A FEN of Chess960 with KQkq does not say that it is one; a game's Variant tag does.
        let (again, _) = Position::read_fen(&written, position.variant()).expect("what is written can be read");
        assert_eq!(again, position, "{}", String::from_utf8_lossy(&written));
        let mut twice = Vec::new();
        again.write_fen_styled(FenStyle::default(), &mut twice);
        assert_eq!(String::from_utf8_lossy(&twice), String::from_utf8_lossy(&written));
    }
}

/// Every command takes any bytes; its output is UTF-8, no game is lost, and what is normalized stays as it is.
pub fn whole_pipeline(input: &[u8]) {
    let columns = Columns::parse("all", ColumnSet::Positions).expect("a list of columns");
    let fens = Fens { format: Format::Csv, columns, variations: true, ..Fens::default() };
    let kinds: [Box<dyn Rows>; 3] = [Box::new(fens), Box::new(Check::default()), Box::new(GameRows::default())];
    for rows in kinds {
        for on_error in [OnError::Keep, OnError::Drop, OnError::Stop] {
            told(input, &*rows, &Job { on_error, threads: 1, ..Job::default() });
        }
    }
    let job = Job { threads: 1, ..Job::default() };
    let once = told(input, &Normalize::default(), &job).rows;
    assert_eq!(told(once.as_bytes(), &Normalize::default(), &job).rows, once);
}

/// Whatever is packed or damaged, the number of threads and the size of chunks show nowhere.
pub fn packed(data: &[u8]) {
    let rows = positions();
    let right = told(data, &*rows, &Job { threads: 1, ..Job::default() });
    let sizes = Sizes { chunk: 1 + data.len() % 300, ahead: 1 + data.len() % 7, first_cut: None };
    assert_eq!(told(data, &*rows, &Job { threads: 2, sizes, ..Job::default() }), right);
}

fn positions() -> Box<dyn Rows> {
    let list = "game,offset,ply,line,san,text,fen,nags,comment,Result,file";
    let columns = Columns::parse(list, ColumnSet::Positions).expect("a list of columns");
    Box::new(Fens { format: Format::Jsonl, columns, variations: true, ..Fens::default() })
}

/// Everything that a run tells.
#[derive(Debug, Default, PartialEq)]
struct Told {
    rows: String,
    problems: Vec<String>,
    rejects: Vec<u8>,
    summary: Summary,
}

impl Observer for Told {
    fn problem(&mut self, entry: &Entry<'_>) -> Result<()> {
        self.problems.push(format!("{entry}"));
        Ok(())
    }

    fn reject(&mut self, game: &[u8]) -> Result<()> {
        self.rejects.extend_from_slice(game);
        Ok(())
    }

    fn wants_rejects(&self) -> bool {
        true
    }

    fn progress(&mut self, _bytes: u64, _games: u64) {}
}

fn told(input: &[u8], rows: &dyn Rows, job: &Job) -> Told {
    let (mut told, mut out) = (Told::default(), Vec::new());
    let source = Source::bytes("a", input.to_vec());
    let summary = pipeline::run(vec![source], rows, job, &mut out, &mut told).expect("bytes can be read and written");
    assert_eq!(summary.games, summary.given + summary.filtered + summary.dropped);
    told.summary = summary;
    told.rows = String::from_utf8(out).expect("output is UTF-8");
    told
}
