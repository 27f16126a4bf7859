//! `plydex fens`.

use crate::Result;
use crate::chess::FenStyle;
use crate::cli::args::{self, FensArguments};
use crate::output::{ColumnSet, Fens, Format, PlyRange};

const FORMATS: &[Format] = &[Format::Text, Format::Csv, Format::Jsonl, Format::Parquet, Format::Epd];

pub fn run(arguments: FensArguments) -> Result<u8> {
    let common = &arguments.common;
    let format = args::format(arguments.format.as_deref(), common.output.as_deref(), FORMATS)?;
    let mut plies = arguments.plies.unwrap_or(PlyRange::ALL);
    if arguments.no_start {
        plies.first = plies.first.max(1);
    }
    let fens = Fens {
        format,
        columns: args::columns(arguments.columns.as_deref(), ColumnSet::Positions, format)?,
        style: FenStyle { ep: arguments.ep.into(), castling: arguments.castling.into() },
        last_only: arguments.last_only,
        plies,
        variations: arguments.variations,
        checks_variations: common.asks_for_errors(),
        from: common.from_lang,
    };
    super::give(common, &fens, |out| out.of_rows(format, &fens.columns))
}
