//! `plydex tree`.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::Instant;

use crate::chess::Position;
use crate::chess::notation::san;
use crate::cli::args::{self, Asked, ColorsChoice, TreeArguments};
use crate::cli::asked;
use crate::cli::observer::Watcher;
use crate::cli::sink::Sink;
use crate::index::{self, Counts, Index, Tally};
use crate::output::{Format, Played, PlayedRow};
use crate::pipeline;
use crate::report::Summary;
use crate::search::{Equality, Sought};
use crate::{Error, Result};

const FORMATS: &[Format] = &[Format::Text, Format::Csv, Format::Jsonl];

pub fn run(arguments: TreeArguments) -> Result<u8> {
    let TreeArguments { position, moves, mut common, format } = arguments;
    let asked = Asked { position, moves, board: false, colors: ColorsChoice::Same };
    let position = asked::position(&asked, &mut common)?;
    let format = args::format(format.as_deref(), common.output.as_deref(), FORMATS)?;
    let sought = Sought::new(&position, Equality::default());
    let started = Instant::now();
    let mut out = Sink::open(common.output.as_deref())?;
    let (tally, summary) = match super::index_of(&common)? {
        Some(directory) => {
            let index = Index::open(&directory)?;
            let tally = index.tally(position.hash() as i64)?;
            let (games, given) = (index.manifest().games(), tally.total().games);
            (tally, Summary { games, given, filtered: games - given, positions: given, ..Summary::default() })
        }
        None => {
            let sources = super::inputs::sources(&common)?;
            let mut watcher = Watcher::new(&common, &sources)?;
            let played = Played { sought, pack: index::pack, replay: common.asks_for_errors(), from: common.from_lang };
            let mut sums = Sums::default();
            let summary = pipeline::run(sources, &played, &super::job(&common), &mut sums, &mut watcher)?;
            watcher.finish()?;
            (sums.tally, summary)
        }
    };
    let rows = rows(&position, &tally)?;
    let text = match format {
        Format::Csv => csv(&rows),
        Format::Jsonl => jsonl(&rows),
        _ => table(&rows, &tally.total()),
    };
    out.write_all(text.as_bytes()).map_err(|source| Error::output(out.name(), source))?;
    if !summary.stopped {
        out.finish()?;
    }
    super::tell(&common, &summary, started);
    Ok(if summary.stopped || rows.is_empty() { super::NO } else { super::DONE })
}

/// A move, in SAN, and what came of it.
struct Row {
    san: Option<String>,
    uci: Option<String>,
    counts: Counts,
}

/// The moves, by games; those of as many by their SAN.
fn rows(position: &Position, tally: &Tally) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for (mv, counts) in &tally.moves {
        let (mut san, mut uci) = (None, None);
        if let Some(packed) = *mv {
            let mv = index::unpack(position, packed).ok_or_else(|| {
                Error::Usage(format!("two positions have the key {:016x}: use find", position.hash()))
            })?;
            let mut text = Vec::new();
            let mut after = position.clone();
            san::write(&after, mv, &mut text);
            after.play(mv);
            san::write_mark(&after, &mut text);
            san = String::from_utf8(text).ok();
            let mut text = Vec::new();
            crate::chess::notation::uci::write(position, mv, &mut text);
            uci = String::from_utf8(text).ok();
        }
        rows.push(Row { san, uci, counts: *counts });
    }
    rows.sort_by(|a, b| (b.counts.games.cmp(&a.counts.games)).then_with(|| a.san.cmp(&b.san)));
    Ok(rows)
}

/// Sums up what the workers tell.
#[derive(Default)]
struct Sums {
    tally: Tally,
    rest: Vec<u8>,
}

impl Write for Sums {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend_from_slice(bytes);
        let (rows, rest) = self.rest.as_chunks::<{ PlayedRow::SIZE }>();
        for row in rows {
            let row = PlayedRow::read(row);
            self.tally.moves.entry(row.mv).or_default().add_game(row.result, row.ratings);
        }
        self.rest = rest.to_vec();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn csv(rows: &[Row]) -> String {
    let mut text = String::from("move,uci,games,white,draws,black,score,rating\n");
    for Row { san, uci, counts } in rows {
        let number = |value: Option<f64>, digits| value.map_or(String::new(), |value| format!("{value:.digits$}"));
        let _ = writeln!(
            text,
            "{},{},{},{},{},{},{},{}",
            san.as_deref().unwrap_or_default(),
            uci.as_deref().unwrap_or_default(),
            counts.games,
            counts.white,
            counts.draws,
            counts.black,
            number(counts.score(), 4),
            number(counts.rating(), 1),
        );
    }
    text
}

fn jsonl(rows: &[Row]) -> String {
    let mut text = String::new();
    for Row { san, uci, counts } in rows {
        let quoted = |text: &Option<String>| text.as_ref().map_or(String::from("null"), |text| format!("\"{text}\""));
        let number =
            |value: Option<f64>, digits| value.map_or(String::from("null"), |value| format!("{value:.digits$}"));
        let _ = writeln!(
            text,
            "{{\"move\":{},\"uci\":{},\"games\":{},\"white\":{},\"draws\":{},\"black\":{},\"score\":{},\"rating\":{}}}",
            quoted(san),
            quoted(uci),
            counts.games,
            counts.white,
            counts.draws,
            counts.black,
            number(counts.score(), 4),
            number(counts.rating(), 1),
        );
    }
    text
}

/// Characters of a bar of results.
const BAR: u64 = 30;

fn table(rows: &[Row], total: &Counts) -> String {
    let mut text = String::from("move        games  share   score  rating  white/draw/black\n");
    let mut line = |name: &str, counts: &Counts| {
        let share = 100.0 * counts.games as f64 / total.games.max(1) as f64;
        let score = counts.score().map_or(String::from("-"), |score| format!("{:.1}%", 100.0 * score));
        let rating = counts.rating().map_or(String::from("-"), |rating| format!("{rating:.0}"));
        let _ = writeln!(text, "{name:<8} {:>8} {share:>5.1}% {score:>7} {rating:>7}  {}", counts.games, bar(counts));
    };
    for Row { san, counts, .. } in rows {
        line(san.as_deref().unwrap_or("(end)"), counts);
    }
    line("all", total);
    text
}

/// Wins, draws and losses as a bar: `=====---......`.
fn bar(counts: &Counts) -> String {
    let decided = counts.white + counts.draws + counts.black;
    if decided == 0 {
        return String::from("-");
    }
    let place = |games: u64| ((games * BAR + decided / 2) / decided) as usize;
    let (white, draws) = (place(counts.white), place(counts.white + counts.draws));
    let bar = ["W".repeat(white), "=".repeat(draws - white), "b".repeat(BAR as usize - draws)].concat();
    format!("{bar} {}/{}/{}", counts.white, counts.draws, counts.black)
}
