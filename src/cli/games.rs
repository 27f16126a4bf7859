//! `plydex games`.

use crate::Result;
use crate::cli::args::{self, GamesArguments};
use crate::output::{ColumnSet, Format, Games};

const FORMATS: &[Format] = &[Format::Csv, Format::Jsonl, Format::Parquet, Format::Pgn];

pub fn run(arguments: GamesArguments) -> Result<u8> {
    let common = &arguments.common;
    let format = args::format(arguments.format.as_deref(), common.output.as_deref(), FORMATS)?;
    let columns = args::columns(arguments.columns.as_deref(), ColumnSet::Games, format)?;
    // What becomes of a game with an error must not hang on the columns.
    let replay = common.asks_for_errors();
    let games = Games { format, columns, replay, from: common.from_lang };
    super::give(common, &games, |out| out.of_rows(format, &games.columns))
}
