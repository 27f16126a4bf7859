//! One rank as FEN text.
//!
//! Takes the letters of eight squares, gives letters and digits. Which ranks are written, and when,
//! is up to [`FenCache`](super::FenCache).

/// A rank's text, at most eight bytes, the first the lowest, with a `/` behind it if there is room
/// for that.
#[derive(Clone, Copy)]
pub(super) struct RankText {
    pub(super) text: u64,
    /// How many bytes it and the `/` have.
    pub(super) length: u64,
}

/// How the squares of a rank become text.
#[derive(Clone, Copy)]
struct Layout {
    /// The digit of each run of empty squares, in place of the first of them.
    digits: u64,
    /// The bytes that move down by one, then by two, then by four, to close the gaps.
    moves: [u64; 3],
    slash: u64,
    length: u64,
}

/// By the set of occupied squares. Which those are is hard to predict: a loop over the squares took
/// 33 ns a rank, a look-up for each byte of the text 12, this 4.
static LAYOUTS: [Layout; 256] = layouts();

/// Writes one rank from the letters of its squares.
#[inline(always)]
pub(super) fn rank_text(cells: u64) -> RankText {
    let layout = &LAYOUTS[occupied(cells)];
    let mut text = cells | layout.digits;
    let [one, two, four] = layout.moves;
    text = text & !one | (text & one) >> 8;
    text = text & !two | (text & two) >> 16;
    text = text & !four | (text & four) >> 32;
    RankText { text: text | layout.slash, length: layout.length }
}

/// The squares of a rank that are not empty, a bit each.
#[inline(always)]
fn occupied(cells: u64) -> usize {
    // Letters are above 63 and below 128: bit 6 tells that a byte is not 0. The product puts
    // these eight bits side by side in the top byte.
    let letters = cells >> 6 & 0x0101_0101_0101_0101;
    (letters.wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize
}

const fn layouts() -> [Layout; 256] {
    let mut table = [Layout { digits: 0, moves: [0; 3], slash: 0, length: 0 }; 256];
    let mut occupied = 0;
    while occupied < 256 {
        table[occupied] = layout(occupied);
        occupied += 1;
    }
    table
}

const fn layout(occupied: usize) -> Layout {
    let mut layout = Layout { digits: 0, moves: [0; 3], slash: 0, length: 1 };
    let mut used = 0;
    let mut file = 0;
    while file < 8 {
        let first = file;
        while file < 8 && occupied >> file & 1 == 0 {
            file += 1;
        }
        if file > first {
            layout.digits |= (b'0' as u64 + (file - first) as u64) << (8 * first);
        } else {
            file += 1;
        }
        // The byte goes down by as many places as are left out before it.
        let (mut at, down) = (first, first - used);
        let mut step = 0;
        while step < 3 {
            if down >> step & 1 == 1 {
                layout.moves[step] |= 0xff << (8 * at);
                at -= 1 << step;
            }
            step += 1;
        }
        used += 1;
    }
    if used < 8 {
        layout.slash = (b'/' as u64) << (8 * used);
    }
    layout.length += used as u64;
    layout
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
            let RankText { text, length } = rank_text(board.rank_cells(Rank::FIRST));
            assert_eq!(length, plain.len() as u64 + 1);
            plain.push('/');
            assert!(plain.as_bytes().starts_with(&text.to_le_bytes()[..plain.len().min(8)]), "{plain}");
        }
    }
}
