//! `plydex index`.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::cli::args::{self, IndexCommand, WriteIndex};
use crate::cli::inputs;
use crate::cli::observer::Watcher;
use crate::cli::sink::Sink;
use crate::index::{self, Exported, Index, Settings};
use crate::input::Source;
use crate::output::Format;
use crate::pipeline::Job;
use crate::report::{Observer, Summary};
use crate::{Error, Result};

pub fn run(command: IndexCommand) -> Result<u8> {
    match command {
        IndexCommand::Build(arguments) => write(&arguments, index::build),
        IndexCommand::Add(arguments) => write(&arguments, index::add),
        IndexCommand::Verify { directory, deep, threads } => verify(&directory, deep, threads),
        IndexCommand::Compact { directory, threads } => index::compact(&directory, threads).map(|_| super::DONE),
        IndexCommand::Export { directory, output, format } => export(&directory, output.as_deref(), format.as_deref()),
        IndexCommand::Info { directory } => info(&Index::open(&directory)?),
    }
}

type Writes = fn(&Path, &[PathBuf], &Settings, &mut dyn Observer) -> Result<Summary>;

const EXPORTS: &[Format] = &[Format::Csv, Format::Jsonl, Format::Parquet];

fn write(arguments: &WriteIndex, writes: Writes) -> Result<u8> {
    let common = &arguments.common;
    if common.output.is_some() {
        return Err(Error::Usage(String::from("-o: the index goes to its directory")));
    }
    if common.encoding.is_some() {
        return Err(Error::Usage(String::from("--encoding: an index reads its sources as they stand")));
    }
    let inputs = inputs::paths(common)?;
    if inputs.is_empty() || inputs.iter().any(|input| input.as_os_str() == "-") {
        return Err(Error::Usage(String::from("an index needs files, which it reads again: name them")));
    }
    let sources: Vec<Source> = inputs.iter().map(|path| Source::file(path, !common.no_mmap)).collect();
    let mut watcher = Watcher::new(common, &sources)?;
    let started = Instant::now();
    let settings =
        Settings { job: super::job(common), memory: arguments.memory, from: common.from_lang, map: !common.no_mmap };
    let summary = writes(&arguments.directory, &inputs, &settings, &mut watcher)?;
    watcher.finish()?;
    super::tell(common, &summary, started);
    Ok(if summary.stopped { super::NO } else { super::DONE })
}

fn verify(directory: &Path, deep: bool, threads: usize) -> Result<u8> {
    let job = Job { threads, ..Job::default() };
    let verdict = index::verify(directory, deep.then_some(&job))?;
    let mut text = String::new();
    for fault in &verdict.faults {
        text.push_str(&format!("{fault}\n"));
    }
    for other in &verdict.others {
        text.push_str(&format!("{other}: not of the index\n"));
    }
    print(&text)?;
    Ok(if verdict.faults.is_empty() { super::DONE } else { super::NO })
}

fn export(directory: &Path, output: Option<&Path>, format: Option<&str>) -> Result<u8> {
    let format = args::format(format, output, EXPORTS)?;
    let index = Index::open(directory)?;
    let sink = Sink::open(output)?;
    let name = sink.name();
    let failed = |source| Error::output(&name, source);
    let mut out = BufWriter::with_capacity(1 << 16, sink);
    match format {
        Format::Parquet => index::export_parquet(&index, &mut out)?,
        Format::Jsonl => index::export(&index, |row| writeln!(out, "{}", json(row)).map_err(failed))?,
        _ => {
            let mut rows = csv::Writer::from_writer(&mut out);
            rows.write_record(HEADER).map_err(|error| failed(error.into()))?;
            index::export(&index, |row| rows.write_record(cells(row)).map_err(|error| failed(error.into())))?;
            rows.flush().map_err(failed)?;
        }
    }
    out.into_inner().map_err(|error| failed(error.into_error()))?.finish()?;
    Ok(super::DONE)
}

const HEADER: [&str; 7] = ["epd", "hash", "game", "ply", "offset", "next", "result"];

fn cells(row: &Exported) -> [String; 7] {
    [
        row.epd.clone(),
        format!("{:016x}", row.hash),
        row.game.to_string(),
        row.ply.to_string(),
        row.offset.to_string(),
        row.next.clone().unwrap_or_default(),
        row.result.map_or(String::new(), |result| result.to_string()),
    ]
}

/// An object with its members in the order of the columns; none of the texts needs an escape.
fn json(row: &Exported) -> String {
    let [epd, hash, game, ply, offset, ..] = cells(row);
    let next = row.next.as_ref().map_or(String::from("null"), |next| format!("\"{next}\""));
    let result = row.result.map_or(String::from("null"), |result| result.to_string());
    format!(
        "{{\"epd\":\"{epd}\",\"hash\":\"{hash}\",\"game\":{game},\"ply\":{ply},\"offset\":{offset},\"next\":{next},\"result\":{result}}}"
    )
}

fn print(text: &str) -> Result<()> {
    let mut out = Sink::open(None)?;
    out.write_all(text.as_bytes()).map_err(|source| Error::output(out.name(), source))?;
    out.finish()
}

fn info(index: &Index) -> Result<u8> {
    let manifest = index.manifest();
    let mut text = format!("games {}\npositions {}\n", manifest.games(), manifest.positions());
    for segment in &manifest.segments {
        let bytes = |files: &[index::FileEntry]| files.iter().map(|file| file.size).sum::<u64>();
        text.push_str(&format!(
            "segment {:06}: games {}, positions {}, files {}, bytes of positions {}, of tree {}, of games {}\n",
            segment.id,
            segment.games,
            segment.positions,
            segment.position_files.len() + 2,
            bytes(&segment.position_files),
            segment.tree_file.size,
            segment.game_file.size,
        ));
    }
    for source in &manifest.sources {
        text.push_str(&format!(
            "source {}: games {} from {}, bytes {}, xxh3 {}\n",
            source.name, source.games, source.first_game, source.size, source.xxh3
        ));
    }
    print(&text)?;
    Ok(super::DONE)
}
