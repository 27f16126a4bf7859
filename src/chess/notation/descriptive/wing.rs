//! Which of two like men a wing means: `QR`, `KN`, and the bishop that `NxKB` takes.

use crate::chess::notation::descriptive::pattern::{Pattern, taken_on};
use crate::chess::{Bitboard, CastlingSide, Color, File, Move, Position, Role, Square};

/// Keeps of `moves`, which all fit, those whose men stand on the wings that are written.
///
/// Writers name a wing to tell two men apart, so a wing that tells nothing apart is passed over,
/// and so are two that no move has both.
pub(super) fn tell_apart(position: &Position, pattern: &Pattern, moves: &mut Vec<Move>) {
    let us = position.turn();
    let movers = moves.iter().map(|mv| mv.from).collect();
    let movers = on_wing(us, pattern.role, pattern.wing, movers);
    let victims = moves.iter().map(|&mv| taken_on(mv)).collect();
    let victims = pattern.victim.map_or(victims, |role| on_wing(!us, role, pattern.victim_wing, victims));
    let meant = |mv: &Move| movers.contains(mv.from) && victims.contains(taken_on(*mv));
    if moves.iter().any(meant) {
        moves.retain(meant);
    }
}

/// The one of `men` that a wing means, or all of them.
fn on_wing(color: Color, role: Role, wing: Option<CastlingSide>, men: Bitboard) -> Bitboard {
    let Some(wing) = wing else {
        return men;
    };
    // A bishop keeps the colour it began on, wherever it goes. Knights and rooks forget their
    // wing, and books then name them by where they stand.
    let meant = match role {
        Role::Bishop => men.into_iter().filter(|&square| bishop_wing(color, square) == wing).collect(),
        _ => outermost(wing, men),
    };
    if meant.single().is_some() { meant } else { men }
}

/// The wing where a bishop that stands on `square` began: f1 is light, f8 dark.
fn bishop_wing(color: Color, square: Square) -> CastlingSide {
    let is_light = (square.file().index() + square.rank().index()) % 2 == 1;
    match is_light == (color == Color::White) {
        true => CastlingSide::King,
        false => CastlingSide::Queen,
    }
}

/// The men on the file nearest to the wing's edge of the board.
fn outermost(wing: CastlingSide, men: Bitboard) -> Bitboard {
    let mut files = File::ALL.map(|file| men & file.bitboard());
    if wing == CastlingSide::King {
        files.reverse();
    }
    files.into_iter().find(|men| men.any()).unwrap_or(Bitboard::EMPTY)
}
