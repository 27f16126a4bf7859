//! `plydex normalize`.

use crate::Result;
use crate::cli::args::{self, NormalizeArguments, StripChoice, TagsChoice};
use crate::output::{Format, Normalize, Strip};

const FORMATS: &[Format] = &[Format::Pgn, Format::Jsonl];

pub fn run(arguments: NormalizeArguments) -> Result<u8> {
    let common = &arguments.common;
    let format = args::format(arguments.format.as_deref(), common.output.as_deref(), FORMATS)?;
    let strips = |choice| arguments.strip.contains(&choice);
    let strip = Strip {
        comments: strips(StripChoice::Comments),
        nags: strips(StripChoice::Nags),
        variations: strips(StripChoice::Variations),
        clocks: strips(StripChoice::Clocks),
    };
    let roster_only = arguments.tags == TagsChoice::Roster;
    super::give(common, &Normalize { format, strip, roster_only })
}
