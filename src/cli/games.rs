//! `plydex games`.

use crate::Result;
use crate::cli::args::{self, GamesArguments};
use crate::output::{ColumnSet, Format, Games};

const FORMATS: &[Format] = &[Format::Csv, Format::Jsonl, Format::Pgn];

pub fn run(arguments: GamesArguments) -> Result<u8> {
    let common = &arguments.common;
    let format = args::format(arguments.format.as_deref(), common.output.as_deref(), FORMATS)?;
    let columns = args::columns(arguments.columns.as_deref(), ColumnSet::Games, format)?;
    super::give(common, &Games { format, columns, from: common.from_lang })
}
