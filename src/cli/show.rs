//! `plydex show`.

use std::io::Write;

use crate::cli::args::{self, ShowArguments};
use crate::cli::asked;
use crate::cli::sink::Sink;
use crate::output::{Format, diagram};
use crate::search;
use crate::{Error, Result};

const FORMATS: &[Format] = &[Format::Text, Format::Svg];

pub fn run(arguments: ShowArguments) -> Result<u8> {
    let ShowArguments { position, moves, output, format, placement } = arguments;
    let position = match (&position, &moves) {
        (Some(_), Some(_)) => return Err(Error::Usage(String::from("a position, or --moves, and not both"))),
        (_, Some(moves)) => search::position_after(moves, None)?,
        (Some(text), None) => {
            let asked = search::read_position(text)?;
            asked::warn(text, &asked.dropped);
            asked.position
        }
        (None, None) => {
            return Err(Error::Usage(String::from("no position: give a FEN, an EPD, startpos, or --moves")));
        }
    };
    let format = args::format(format.as_deref(), output.as_deref(), FORMATS)?;
    let text = if placement {
        let mut fen = Vec::new();
        position.write_fen(&mut fen);
        let end = fen.iter().position(|&byte| byte == b' ').unwrap_or(fen.len());
        format!("{}\n", String::from_utf8_lossy(&fen[..end]))
    } else if format == Format::Svg {
        diagram::svg(&position)
    } else {
        diagram::text(&position)
    };
    let mut out = Sink::open(output.as_deref())?;
    out.write_all(text.as_bytes()).map_err(|source| Error::output(out.name(), source))?;
    out.finish()?;
    Ok(super::DONE)
}
