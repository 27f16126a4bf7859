//! `plydex index`.

use std::io::Write;
use std::time::Instant;

use crate::cli::args::{IndexCommand, WriteIndex};
use crate::cli::observer::Watcher;
use crate::cli::sink::Sink;
use crate::index::{self, Index, Settings};
use crate::input::Source;
use crate::{Error, Result};

pub fn run(command: IndexCommand) -> Result<u8> {
    match command {
        IndexCommand::Build(arguments) => write(&arguments, index::build),
        IndexCommand::Add(arguments) => write(&arguments, index::add),
        IndexCommand::Info { directory } => info(&Index::open(&directory)?),
    }
}

type Writes = fn(
    &std::path::Path,
    &[std::path::PathBuf],
    &Settings,
    &mut dyn crate::report::Observer,
) -> Result<crate::report::Summary>;

fn write(arguments: &WriteIndex, writes: Writes) -> Result<u8> {
    let common = &arguments.common;
    if common.output.is_some() {
        return Err(Error::Usage(String::from("-o: the index goes to its directory")));
    }
    if common.inputs.is_empty() || common.inputs.iter().any(|input| input.as_os_str() == "-") {
        return Err(Error::Usage(String::from("an index needs files, which it reads again: name them")));
    }
    let sources: Vec<Source> = common.inputs.iter().map(|path| Source::file(path, !common.no_mmap)).collect();
    let mut watcher = Watcher::new(common, &sources)?;
    let started = Instant::now();
    let settings =
        Settings { job: super::job(common), memory: arguments.memory, from: common.from_lang, map: !common.no_mmap };
    let summary = writes(&arguments.directory, &common.inputs, &settings, &mut watcher)?;
    watcher.finish()?;
    super::tell(common, &summary, started);
    Ok(if summary.stopped { super::NO } else { super::DONE })
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
    let mut out = Sink::open(None)?;
    out.write_all(text.as_bytes()).map_err(|source| Error::output(out.name(), source))?;
    out.finish()?;
    Ok(super::DONE)
}
