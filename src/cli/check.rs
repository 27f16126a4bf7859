//! `plydex check`.

use std::io;
use std::time::Instant;

use crate::Result;
use crate::cli::args::{self, CheckArguments};
use crate::cli::observer::{Listing, Watcher};
use crate::cli::sink::Sink;
use crate::output::{Check, Format};
use crate::pipeline;

const FORMATS: &[Format] = &[Format::Text, Format::Jsonl];

pub fn run(arguments: CheckArguments) -> Result<u8> {
    let common = &arguments.common;
    let format = args::format(arguments.format.as_deref(), common.output.as_deref(), FORMATS)?;
    let sources = super::inputs::sources(common)?;
    let out = Sink::open(common.output.as_deref())?;
    let mut watcher = Watcher::new(common, &sources)?;
    watcher.list(Listing::new(out, format == Format::Jsonl, arguments.all));
    let started = Instant::now();
    let summary =
        pipeline::run(sources, &Check { from: common.from_lang }, &super::job(common), &mut io::sink(), &mut watcher)?;
    if summary.interrupted {
        return Ok(super::interrupted(common, watcher, &summary, started));
    }
    let shown = watcher.finish()?;
    super::tell(common, &summary, started);
    let no = shown.errors > 0 || summary.stopped || (arguments.strict && shown.warnings > 0);
    Ok(if no { super::NO } else { super::DONE })
}
