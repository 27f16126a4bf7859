//! A position as a diagram: text, or SVG with pieces drawn for plydex.

use std::fmt::Write;

use crate::chess::{Color, File, Piece, Position, Rank, Role, Square};

/// The board as eight lines, White below, with coordinates, then the FEN.
pub fn text(position: &Position) -> String {
    let mut text = String::new();
    for &rank in Rank::ALL.iter().rev() {
        let _ = write!(text, "{rank}");
        for file in File::ALL {
            let piece = position.board().piece_at(Square::new(file, rank));
            let _ = write!(text, " {}", piece.map_or('.', |piece| char::from(piece.fen_letter())));
        }
        text.push('\n');
    }
    let mut fen = Vec::new();
    position.write_fen(&mut fen);
    let _ = write!(text, "  a b c d e f g h\n\n{}\n", String::from_utf8_lossy(&fen));
    text
}

/// Side of a square.
const SIDE: usize = 45;

/// Outlines in a box of 45 by 45.
const OUTLINES: [(Role, &str); 6] = [
    (
        Role::Pawn,
        "M22.5 9a5.5 5.5 0 0 0-4 9.3c-3 1.8-4.5 4.5-4.5 7.7h4c0 5-2.5 7-6 11h21c-3.5-4-6-6-6-11h4c0-3.2-1.5-5.9-4.5-7.7a5.5 5.5 0 0 0-4-9.3z",
    ),
    (Role::Knight, "M14 37c0-8 9-11 8-18-3 3-6 5-10 7l-3-3c2-6 5-11 11-14l1-4 3 3c8 2 12 9 12 18v11z"),
    (
        Role::Bishop,
        "M22.5 6a3 3 0 0 0-2 5.2c-5 3.800-7.5 8-7.5 12.3 0 2.5 1.5 4.5 4 6l-1 3.5h-5v4h23v-4h-5l-1-3.5c2.5-1.5 4-3.5 4-6 0-4.3-2.5-8.5-7.5-12.3a3 3 0 0 0-2-5.2z",
    ),
    (Role::Rook, "M11 37v-4h3l1-15-4-3v-7h5v3h4v-3h5v3h4v-3h5v7l-4 3 1 15h3v4z"),
    (Role::Queen, "M12 37v-4l2-3-5-17 6 8 2-13 5.5 12 5.5-12 2 13 6-8-5 17 2 3v4z"),
    (Role::King, "M21 5h3v3h3v3h-3v4c2-2 11-3 12 4 0 5-4 8-4 11l1 7h-21l1-7c0-3-4-6-4-11 1-7 10-6 12-4v-4h-3v-3h3z"),
];

/// The board as SVG, White below.
pub fn svg(position: &Position) -> String {
    let size = 8 * SIDE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" width=\"{size}\" height=\"{size}\">\n"
    );
    let mut fen = Vec::new();
    position.write_fen(&mut fen);
    let _ = writeln!(svg, "<title>{}</title>\n<defs>", String::from_utf8_lossy(&fen));
    for (role, outline) in OUTLINES {
        let letter = char::from(role.letter());
        let _ = writeln!(
            svg,
            "<symbol id=\"{letter}\" viewBox=\"0 0 {SIDE} {SIDE}\"><path d=\"{outline}\" stroke-width=\"1.5\" stroke-linejoin=\"round\"/></symbol>"
        );
    }
    let _ = writeln!(svg, "</defs>\n<rect width=\"{size}\" height=\"{size}\" fill=\"#f0d9b5\"/>");
    for &rank in Rank::ALL.iter().rev() {
        for file in File::ALL {
            let (x, y) = (file.index() * SIDE, (7 - rank.index()) * SIDE);
            if (file.index() + rank.index()) % 2 == 0 {
                let _ =
                    writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"#b58863\"/>");
            }
            if let Some(Piece { color, role }) = position.board().piece_at(Square::new(file, rank)) {
                let (fill, line) = if color == Color::White { ("#fff", "#000") } else { ("#222", "#eee") };
                let letter = char::from(role.letter());
                let _ = writeln!(
                    svg,
                    "<use href=\"#{letter}\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\" stroke=\"{line}\"/>"
                );
            }
        }
    }
    svg.push_str("</svg>\n");
    svg
}
