//! `plydex normalize`.

use std::io::Write;

use crate::chess::Role;
use crate::chess::notation::{LANGUAGES, Language, Written};
use crate::cli::args::{self, NormalizeArguments, StripChoice, TagsChoice};
use crate::cli::sink::Sink;
use crate::output::{Format, Normalize, Strip};
use crate::{Error, Result};

const FORMATS: &[Format] = &[Format::Pgn, Format::Jsonl];

pub fn run(arguments: NormalizeArguments) -> Result<u8> {
    if arguments.list_languages {
        return list_languages();
    }
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
    let written = written(&arguments)?;
    super::give(common, &Normalize { format, strip, roster_only, written, from: common.from_lang }, Ok)
}

/// The notation to write: `--notation`, or SAN with the letters of `--lang`.
fn written(arguments: &NormalizeArguments) -> Result<Written> {
    let Some(code) = &arguments.lang else { return Ok(arguments.notation) };
    let language = Language::by_code(code)
        .ok_or_else(|| Error::Usage(format!("no language \"{code}\"; --list-languages names them")))?;
    if !language.can_write() {
        return Err(Error::Usage(format!("{} is read only: two of its pieces have one letter", language.name)));
    }
    Ok(Written::Language(language))
}

/// The table of languages, as `--list-languages` shows it.
fn list_languages() -> Result<u8> {
    let mut table = String::new();
    for language in LANGUAGES {
        let letters: Vec<&str> = Role::ALL.iter().rev().map(|&role| language.letter(role).unwrap_or("-")).collect();
        table.push_str(&format!("{:<8} {:<20} {}\n", language.code, language.name, letters.join(" ")));
    }
    let mut out = Sink::open(None)?;
    out.write_all(table.as_bytes()).map_err(|source| Error::output(out.name(), source))?;
    out.finish()?;
    Ok(super::DONE)
}
