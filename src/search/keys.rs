//! The keys of one placement under every turn, castling right and en passant file.

use std::collections::BTreeSet;

use crate::chess::{Board, Position, Rank, Square, Variant};

/// The Zobrist keys of all positions with these pieces on these squares.
pub(super) fn of_placement(board: &Board) -> BTreeSet<i64> {
    let placement = placement(board);
    let mut keys = BTreeSet::new();
    for (turn, ep_rank) in [("w", '6'), ("b", '3')] {
        for rights in 0..16 {
            let letters: String = "KQkq"
                .chars()
                .enumerate()
                .filter(|(bit, _)| rights >> bit & 1 == 1)
                .map(|(_, letter)| letter)
                .collect();
            let letters = if letters.is_empty() { "-" } else { &letters };
            let squares = ('a'..='h').map(|file| format!("{file}{ep_rank}"));
            for ep in std::iter::once(String::from("-")).chain(squares) {
                let fen = format!("{placement} {turn} {letters} {ep} 0 1");
                // What no king, rook or pawn fits is read as if it were not there: a key again.
                if let Ok((position, _)) = Position::read_fen(fen.as_bytes(), Variant::Chess960) {
                    keys.insert(position.hash() as i64);
                }
            }
        }
    }
    keys
}

/// The first field of a FEN.
fn placement(board: &Board) -> String {
    let mut text = String::new();
    for &rank in Rank::ALL.iter().rev() {
        let mut empty = 0;
        let end_gap = |text: &mut String, empty: &mut u32| {
            if *empty > 0 {
                text.push_str(&std::mem::take(empty).to_string());
            }
        };
        for file in crate::chess::File::ALL {
            match board.piece_at(Square::new(file, rank)) {
                Some(piece) => {
                    end_gap(&mut text, &mut empty);
                    text.push(char::from(piece.fen_letter()));
                }
                None => empty += 1,
            }
        }
        end_gap(&mut text, &mut empty);
        if rank != Rank::FIRST {
            text.push('/');
        }
    }
    text
}
