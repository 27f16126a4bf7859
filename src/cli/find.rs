//! `plydex find`.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use crate::cli::args::{self, FindArguments};
use crate::cli::asked;
use crate::cli::batch::Batch;
use crate::cli::observer::Watcher;
use crate::cli::sink::Sink;
use crate::index::{self, Index};
use crate::output::{ColumnSet, Find, Format, Rows};
use crate::pipeline::{self, Job};
use crate::report::{Observer, Summary};
use crate::search::{Queries, Sought};
use crate::{Error, Result};

const FORMATS: &[Format] = &[Format::Text, Format::Csv, Format::Jsonl, Format::Pgn];

pub fn run(mut arguments: FindArguments) -> Result<u8> {
    let queries = queries(&mut arguments)?;
    let common = &arguments.common;
    let format = args::format(arguments.format.as_deref(), common.output.as_deref(), FORMATS)?;
    let find = Find {
        format,
        columns: args::columns(arguments.columns.as_deref(), ColumnSet::Hits, format)?,
        numbered: arguments.batch.is_some(),
        count_only: arguments.count,
        replay: common.asks_for_errors(),
        from: common.from_lang,
        ..Find::new(queries)
    };
    if let Some(directory) = super::index_of(common)? {
        return on_index(&arguments, &directory, &find);
    }
    let started = Instant::now();
    let mut out = Sink::open(common.output.as_deref())?;
    let sources = super::inputs::sources(common)?;
    let mut watcher = Watcher::new(common, &sources)?;
    let limit = arguments.limit.filter(|_| arguments.batch.is_none());
    let job = Job { limit, ..super::job(common) };
    let search = |rows: &mut dyn Write, watcher: &mut dyn Observer| match limit {
        Some(0) => Ok(Summary::default()),
        _ => pipeline::run(sources.clone(), &find, &job, rows, watcher),
    };
    let summary = match &arguments.batch {
        None if arguments.count => {
            let summary = search(&mut io::sink(), &mut watcher)?;
            write(&mut out, |out| writeln!(out, "{}", summary.given))?;
            summary
        }
        None => {
            let result = search(&mut out, &mut watcher);
            named_with(&out.name(), result)?
        }
        Some(_) => {
            let mut header = Vec::new();
            find.header(&mut header);
            let limit = arguments.limit.unwrap_or(u64::MAX);
            let temporary = |source| Error::output("temporary file", source);
            let mut batch = Batch::new(find.queries.list().len(), limit, header.len()).map_err(temporary)?;
            let summary = search(&mut batch, &mut watcher)?;
            if arguments.count {
                for ((line, _), count) in find.queries.list().iter().zip(batch.counts()) {
                    write(&mut out, |out| writeln!(out, "{line} {count}"))?;
                }
            } else {
                write(&mut out, |out| batch.write_to(out))?;
            }
            summary
        }
    };
    if !summary.stopped {
        out.finish()?;
    }
    watcher.finish()?;
    super::tell(common, &summary, started);
    Ok(if summary.stopped || summary.given == 0 { super::NO } else { super::DONE })
}

fn on_index(arguments: &FindArguments, directory: &Path, find: &Find) -> Result<u8> {
    let common = &arguments.common;
    if common.asks_for_errors() || common.from_lang.is_some() {
        return Err(Error::Usage(String::from(
            "--on-error, --report, --rejects and --from-lang belong to index build",
        )));
    }
    let started = Instant::now();
    let mut out = Sink::open(common.output.as_deref())?;
    let index = Index::open(directory)?;
    let limit = arguments.limit.unwrap_or(u64::MAX);
    let finds = named_with(&out.name(), index::find(&index, find, limit, &mut out))?;
    if arguments.count {
        let numbers = find.queries.list().iter().map(|(number, _)| number);
        for (number, count) in numbers.zip(&finds.counts) {
            let line = if find.numbered { format!("{number} {count}") } else { count.to_string() };
            write(&mut out, |out| writeln!(out, "{line}"))?;
        }
    }
    out.finish()?;
    super::tell(common, &finds.summary, started);
    Ok(if finds.summary.given == 0 { super::NO } else { super::DONE })
}

/// The positions to look for.
fn queries(arguments: &mut FindArguments) -> Result<Queries> {
    let equality = asked::equality(&arguments.asked);
    let Some(path) = &arguments.batch else {
        let position = asked::position(&arguments.asked, &mut arguments.common)?;
        return Ok(Queries::one(Sought::new(&position, equality)));
    };
    asked::first_is_input(&arguments.asked, &mut arguments.common);
    let text = fs::read_to_string(path).map_err(|source| Error::input(path, source))?;
    let mut list = Vec::new();
    for (number, line) in (1u64..).zip(text.lines()) {
        if line.trim().is_empty() {
            continue;
        }
        let asked = crate::search::read_position(line)
            .map_err(|error| Error::Usage(format!("{}:{number}: {error}", path.display())))?;
        if !arguments.common.quiet {
            asked::warn(line, &asked.dropped);
        }
        list.push((number, Sought::new(&asked.position, equality)));
    }
    Ok(Queries::new(list))
}

/// A failure to write names the output.
fn named_with<T>(name: &str, result: Result<T>) -> Result<T> {
    result.map_err(|error| match error {
        Error::Output { source, .. } => Error::output(name, source),
        other => other,
    })
}

fn write(out: &mut Sink, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    let name = out.name();
    let mut buffered = io::BufWriter::new(out);
    write(&mut buffered).and_then(|()| buffered.flush()).map_err(|source| Error::output(name, source))
}
