//! A position with colours reversed.

use crate::chess::{CastlingLetters, EnPassant, FenStyle, Position, Variant};

/// The position as the other side would have it: ranks turned over, colours exchanged.
pub(super) fn mirrored(position: &Position) -> Position {
    let mut fen = Vec::new();
    position.write_fen_styled(FenStyle { ep: EnPassant::Always, castling: CastlingLetters::Shredder }, &mut fen);
    let fields: Vec<&[u8]> = fen.split(|&byte| byte == b' ').collect();
    let mut ranks: Vec<&[u8]> = fields[0].split(|&byte| byte == b'/').collect();
    ranks.reverse();
    let mut text = other_case(&ranks.join(&b'/'));
    text.extend_from_slice(if fields[1] == b"w" { b" b " } else { b" w " });
    text.extend_from_slice(&other_case(fields[2]));
    text.push(b' ');
    text.extend(fields[3].iter().map(|&byte| match byte {
        b'3' => b'6',
        b'6' => b'3',
        other => other,
    }));
    let read = Position::read_fen(&text, Variant::Chess960);
    let (mut mirrored, _) = read.expect("the mirror of a position is one");
    mirrored.set_variant(position.variant());
    mirrored
}

fn other_case(text: &[u8]) -> Vec<u8> {
    let turn =
        |byte: &u8| if byte.is_ascii_uppercase() { byte.to_ascii_lowercase() } else { byte.to_ascii_uppercase() };
    text.iter().map(turn).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirrored_twice_it_is_the_same() {
        for fen in [
            "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1",
            "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1",
            "rk2r2r/8/8/8/8/8/8/RK2R2R w EAea - 0 1",
        ] {
            let (position, _) = Position::read_fen(fen.as_bytes(), Variant::Chess960).expect(fen);
            let twice = mirrored(&mirrored(&position));
            assert_eq!(twice.hash(), position.hash(), "{fen}");
            assert_eq!(twice.castling(), position.castling(), "{fen}");
        }
    }
}
