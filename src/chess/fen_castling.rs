//! The castling field of FEN: letters into rights.
//!
//! Takes the letters and the board, gives the rights that can be, and the variant they belong to.
//! KQkq in standard chess means the corner rooks and a king on the e-file; in Chess960 it means
//! the outermost rooks (X-FEN), and a file letter names a rook (Shredder-FEN).

use super::{Bitboard, Board, Castling, CastlingSide, Color, File, Role, Square, Variant};

/// The rights that were read.
pub(super) struct Read {
    pub(super) rights: Castling,
    pub(super) variant: Variant,
    /// Whether a right that was claimed cannot be.
    pub(super) dropped: bool,
}

/// What one letter claims.
#[derive(Clone, Copy)]
struct Claim {
    color: Color,
    rook: Rook,
}

#[derive(Clone, Copy)]
enum Rook {
    Side(CastlingSide),
    File(File),
}

/// Reads the castling field. Letters that claim no possible right are dropped.
pub(super) fn read(text: &[u8], board: &Board, variant: Variant) -> Read {
    let letters = if text == b"-" { b"" } else { text };
    let claims = || letters.iter().map(|&letter| claim(letter));
    let chess960 = claims().flatten().any(|claim| needs_chess960(claim, board))
        || Color::ALL.into_iter().any(|color| both_sides_need_chess960(letters, color, board));
    let variant = if chess960 { Variant::Chess960 } else { variant };
    let mut read = Read { rights: Castling::NONE, variant, dropped: false };
    for claim in claims() {
        let right = claim.and_then(|claim| Some((claim.color, rook(claim, board, variant)?)));
        let Some((color, (side, square))) = right else {
            read.dropped = true;
            continue;
        };
        // Two letters may name one rook, but two rooks cannot castle to one side.
        match read.rights.rook(color, side) {
            Some(other) if other != square => read.dropped = true,
            _ => read.rights.set(color, side, square),
        }
    }
    read
}

fn claim(letter: u8) -> Option<Claim> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let rook = match letter.to_ascii_lowercase() {
        b'k' => Rook::Side(CastlingSide::King),
        b'q' => Rook::Side(CastlingSide::Queen),
        letter => Rook::File(File::from_letter(letter)?),
    };
    Some(Claim { color, rook })
}

/// Whether a claim makes no sense in standard chess, but does in Chess960.
fn needs_chess960(claim: Claim, board: &Board) -> bool {
    let Some((_, square)) = rook(claim, board, Variant::Chess960) else { return false };
    if board.king(claim.color).file() != File::E {
        return true;
    }
    match claim.rook {
        // A king on the e-file: KQkq mean the corners, and a right without its rook is an error
        // in the text more often than a game of Chess960.
        Rook::Side(_) => false,
        Rook::File(_) => square.file() != File::A && square.file() != File::H,
    }
}

/// Whether a colour claims both sides, and has a rook on each, but not both in the corners.
/// One such right alone is more often left over from a game of standard chess.
fn both_sides_need_chess960(letters: &[u8], color: Color, board: &Board) -> bool {
    let both = if color == Color::White { b"KQ" } else { b"kq" };
    let rook_of = |letter: &u8, variant| claim(*letter).and_then(|claim| rook(claim, board, variant));
    both.iter().all(|letter| letters.contains(letter) && rook_of(letter, Variant::Chess960).is_some())
        && both.iter().any(|letter| rook_of(letter, Variant::Standard).is_none())
}

/// The rook a claim means, if it and the king stand where they must.
fn rook(claim: Claim, board: &Board, variant: Variant) -> Option<(CastlingSide, Square)> {
    let king = board.king(claim.color);
    let back_rank = claim.color.back_rank();
    if king.rank() != back_rank {
        return None;
    }
    let rooks = board.pieces(claim.color, Role::Rook) & back_rank.bitboard();
    let square = match (claim.rook, variant) {
        (Rook::Side(side), Variant::Chess960) => outermost(rooks, king, side)?,
        (Rook::Side(CastlingSide::King), Variant::Standard) => Square::new(File::H, back_rank),
        (Rook::Side(CastlingSide::Queen), Variant::Standard) => Square::new(File::A, back_rank),
        (Rook::File(file), _) => Square::new(file, back_rank),
    };
    let e_file = king.file() == File::E || variant == Variant::Chess960;
    let side = if square > king { CastlingSide::King } else { CastlingSide::Queen };
    (e_file && rooks.contains(square)).then_some((side, square))
}

/// The rook furthest from the king on one side of it.
pub(super) fn outermost(rooks: Bitboard, king: Square, side: CastlingSide) -> Option<Square> {
    match side {
        CastlingSide::King => rooks.into_iter().filter(|&rook| rook > king).last(),
        CastlingSide::Queen => rooks.into_iter().find(|&rook| rook < king),
    }
}
