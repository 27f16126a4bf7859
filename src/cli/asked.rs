//! The position that a command asks for.

use std::io::Write;
use std::path::PathBuf;

use crate::chess::Position;
use crate::cli::args::{Asked, ColorsChoice, Common};
use crate::search::{self, AskedFor, Equality};
use crate::{Error, Result};

/// What counts as equal.
pub fn equality(asked: &Asked) -> Equality {
    Equality { board_only: asked.board, either_color: asked.colors == ColorsChoice::Either }
}

/// The position asked for. Where `--moves` tells it, the first argument is an input.
pub fn position(asked: &Asked, common: &mut Common) -> Result<Position> {
    if let Some(moves) = &asked.moves {
        first_is_input(asked, common);
        return search::position_after(moves, common.from_lang);
    }
    let Some(text) = &asked.position else {
        return Err(Error::Usage(String::from("no position: give a FEN, an EPD, startpos, or --moves")));
    };
    let AskedFor { position, dropped } = search::read_position(text)?;
    if !common.quiet {
        warn(text, &dropped);
    }
    Ok(position)
}

/// Says what was left out of a position.
pub fn warn(text: &str, dropped: &[&str]) {
    for what in dropped {
        let _ = writeln!(std::io::stderr(), "plydex: \"{text}\": warning: {what}: left out");
    }
}

/// Takes the argument in the place of the position for an input.
pub fn first_is_input(asked: &Asked, common: &mut Common) {
    if let Some(first) = &asked.position {
        common.inputs.insert(0, PathBuf::from(first));
    }
}
