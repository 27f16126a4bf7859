//! The position a game starts from: its Variant, FEN and SetUp tags.

use crate::chess::{FenNotes, Position, Variant};
use crate::pgn::{Game, Tag};
use crate::problem::{Problem, ProblemKind, Problems};

/// Names of the Variant tag, in lower case and without blanks. A new variant is a new line.
const VARIANTS: &[(&str, Variant)] = &[
    ("", Variant::Standard),
    ("?", Variant::Standard),
    ("-", Variant::Standard),
    ("chess", Variant::Standard),
    ("classical", Variant::Standard),
    ("fromposition", Variant::Standard),
    ("normal", Variant::Standard),
    ("orthodox", Variant::Standard),
    ("regular", Variant::Standard),
    ("standard", Variant::Standard),
    ("standardchess", Variant::Standard),
    ("960", Variant::Chess960),
    ("chess960", Variant::Chess960),
    ("doublechess960", Variant::Chess960),
    ("dfrc", Variant::Chess960),
    ("fischerandom", Variant::Chess960),
    ("fischerandomchess", Variant::Chess960),
    ("fischerrandom", Variant::Chess960),
    ("fischerrandomchess", Variant::Chess960),
    ("frc", Variant::Chess960),
    ("freestyle", Variant::Chess960),
    ("freestylechess", Variant::Chess960),
    ("wild/fr", Variant::Chess960),
];

/// The variant that the game's Variant tag names; the tag itself when it names none of ours.
fn variant<'g, 'a>(game: &'g Game<'a>) -> Result<Variant, &'g Tag<'a>> {
    let Some(tag) = game.tag(b"Variant") else { return Ok(Variant::Standard) };
    let name: String = tag.value.text().chars().filter(|c| !c.is_whitespace()).collect();
    let name = name.to_ascii_lowercase();
    VARIANTS.iter().find(|(known, _)| *known == name).map(|&(_, variant)| variant).ok_or(tag)
}

/// The FEN tag: a name in other case counts, too.
pub fn fen_tag<'g, 'a>(game: &'g Game<'a>) -> Option<&'g Tag<'a>> {
    game.tag_in_any_case(b"FEN")
}

/// Whether the FEN tag holds more than nothing.
pub fn uses_fen(game: &Game<'_>) -> bool {
    fen_tag(game).is_some_and(|tag| !is_no_fen(tag.value.text().as_bytes()))
}

fn is_no_fen(fen: &[u8]) -> bool {
    matches!(fen.trim_ascii(), b"" | b"?" | b"-")
}

/// The start position; none when the game has no positions. Adds what is wrong.
pub(super) fn position(game: &Game<'_>, base: u64, keeps_hash: bool, problems: &mut Problems) -> Option<Position> {
    let mut start = read(game, base, problems)?;
    if !keeps_hash {
        start.keep_hash(false);
    }
    Some(start)
}

fn read(game: &Game<'_>, base: u64, problems: &mut Problems) -> Option<Position> {
    let at = |kind, tag: &Tag<'_>| Problem::new(kind, base + tag.at as u64).token(&tag.value.unescaped());
    let variant = match variant(game) {
        Ok(variant) => variant,
        Err(tag) => {
            problems.push(at(ProblemKind::UnknownVariant, tag).reason(String::from("the game has no positions here")));
            return None;
        }
    };
    let setup = game.tag(b"SetUp");
    let setup_says = |value: &str| setup.filter(|tag| tag.value.text().trim_ascii() == value);
    let Some(tag) = fen_tag(game) else {
        if let Some(setup) = setup_says("1") {
            problems.push(
                at(ProblemKind::SetupFenConflict, setup).reason(String::from("SetUp says 1, and there is no FEN")),
            );
        }
        return Some(normal_start(variant));
    };
    let fen = tag.value.text();
    if is_no_fen(fen.as_bytes()) {
        problems.push(at(ProblemKind::InvalidFenIgnored, tag).reason(String::new()));
        return Some(normal_start(variant));
    }
    match Position::read_fen(fen.as_bytes(), variant) {
        Ok((position, notes)) => {
            if let Some(setup) = setup_says("0") {
                problems.push(
                    at(ProblemKind::SetupFenConflict, setup)
                        .reason(String::from("SetUp says 0, and there is a FEN: it is used")),
                );
            }
            if notes.opponent_in_check {
                let reason = "the side not to move is in check; played on all the same";
                problems.push(at(ProblemKind::InvalidPosition, tag).reason(reason).mended());
            }
            for kind in kinds(notes) {
                problems.push(at(kind, tag).reason(String::new()));
            }
            Some(position)
        }
        Err(error) => {
            let kind = if error.is_syntax() { ProblemKind::InvalidFen } else { ProblemKind::InvalidPosition };
            problems.push(at(kind, tag).reason(error.to_string()));
            None
        }
    }
}

fn normal_start(variant: Variant) -> Position {
    let mut position = Position::start();
    position.set_variant(variant);
    position
}

fn kinds(notes: FenNotes) -> impl Iterator<Item = ProblemKind> {
    [
        (notes.castling_rights, ProblemKind::FenCastlingRights),
        (notes.ep_square, ProblemKind::FenEpSquare),
        (notes.missing_fields, ProblemKind::FenMissingFields),
        (notes.fullmove_number, ProblemKind::FenFullmoveNumber),
    ]
    .into_iter()
    .filter_map(|(noted, kind)| noted.then_some(kind))
}
