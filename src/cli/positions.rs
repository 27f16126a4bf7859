//! `plydex positions`.

use std::time::Instant;

use crate::cli::args::{self, PositionsArguments};
use crate::cli::inputs;
use crate::cli::observer::Watcher;
use crate::cli::sink::Sink;
use crate::index::Index;
use crate::output::{ColumnSet, Distinct, Format, UniqueBy};
use crate::positions::{self, Settings};
use crate::{Error, Result};

const FORMATS: &[Format] = &[Format::Csv, Format::Jsonl, Format::Parquet, Format::Epd];

pub fn run(arguments: PositionsArguments) -> Result<u8> {
    let common = &arguments.common;
    let format = args::format(arguments.format.as_deref(), common.output.as_deref(), FORMATS)?;
    let by = UniqueBy::from(arguments.unique_by);
    let columns = match &arguments.columns {
        Some(list) => args::columns(Some(list), ColumnSet::Distinct, format)?,
        None => by.default_columns()?,
    };
    let distinct = Distinct { format, columns, by };
    let settings = Settings {
        min_count: arguments.min_count,
        max_ply: arguments.max_ply.unwrap_or(u32::MAX),
        top: arguments.top,
        memory: arguments.memory,
        from: common.from_lang,
        replay: common.asks_for_errors(),
        map: !common.no_mmap,
    };
    let started = Instant::now();
    let index = super::index_of(common)?;
    if index.is_some() && (common.asks_for_errors() || common.from_lang.is_some() || common.encoding.is_some()) {
        let what = "--on-error, --report, --rejects, --from-lang and --encoding belong to index build";
        return Err(Error::Usage(String::from(what)));
    }
    let sources = if index.is_some() { Vec::new() } else { inputs::sources(common)? };
    let mut out = Sink::open(common.output.as_deref())?.of_rows(format, &distinct.columns)?;
    let mut watcher = Watcher::new(common, &sources)?;
    let name = out.name();
    let summary = match index {
        Some(directory) => {
            let index = Index::open(&directory)?;
            let job = super::job(common);
            positions::of_index(&index, &settings, &distinct, &job, &mut out)
        }
        None => positions::of_sources(sources, &settings, &distinct, &super::job(common), &mut out, &mut watcher),
    };
    let summary = summary.map_err(|error| match error {
        Error::Output { source, name: output } if output == "output" => Error::output(name, source),
        other => other,
    })?;
    if summary.interrupted {
        return Ok(super::interrupted(common, watcher, &summary, started));
    }
    if !summary.stopped {
        out.finish()?;
    }
    watcher.finish()?;
    super::tell(common, &summary, started);
    Ok(if summary.stopped { super::NO } else { super::DONE })
}
