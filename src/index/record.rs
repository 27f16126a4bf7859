//! A position of a game on its way through the sort: 20 bytes.

use std::io;

use crate::index::buckets::Buckets;

/// Bytes of a record.
const SIZE: usize = 20;

/// Plies up to here can be told.
pub(super) const MOST_PLIES: u32 = 1 << 30;

/// A position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Record {
    /// Zobrist key, as the signed integer that it is sorted by.
    pub key: i64,
    /// The game, counted from the first of the segment.
    pub game: u32,
    pub ply: u32,
    /// The move played from here, packed; none at the game's end.
    pub mv: Option<i16>,
    /// 1 White won, 0 draw, -1 Black won.
    pub result: Option<i8>,
    /// Sum of both players' ratings; 0 where one is not known.
    pub ratings: u16,
}

impl Record {
    /// What buckets go by: the order of signed integers, from the highest bit on.
    #[inline]
    fn bucket_key(&self) -> u128 {
        u128::from(self.key as u64 ^ 1 << 63) << 64
    }

    /// Adds it to its bucket.
    #[inline]
    pub fn push_to(self, buckets: &mut Buckets) -> io::Result<()> {
        buckets.push(self.bucket_key(), |out| out.extend_from_slice(&self.to_bytes()))
    }

    /// Gives the records of a bucket, in the order in which they came.
    pub fn each_of(buckets: &Buckets, bucket: usize, mut give: impl FnMut(Self) -> io::Result<()>) -> io::Result<()> {
        buckets.read(bucket, |bytes| {
            let (records, _) = bytes.as_chunks::<SIZE>();
            records.iter().try_for_each(|record| give(Self::from_bytes(record)))
        })
    }

    /// What equal keys are sorted by.
    #[inline]
    pub fn order(&self) -> u64 {
        u64::from(self.game) << 32 | u64::from(self.ply)
    }

    #[inline]
    pub fn to_bytes(self) -> [u8; SIZE] {
        let result = match self.result {
            Some(-1) => 0,
            Some(0) => 1,
            Some(_) => 2,
            None => 3,
        };
        let mut bytes = [0; SIZE];
        bytes[..8].copy_from_slice(&self.key.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.game.to_le_bytes());
        bytes[12..16].copy_from_slice(&(self.ply | result << 30).to_le_bytes());
        bytes[16..18].copy_from_slice(&self.mv.unwrap_or(-1).to_le_bytes());
        bytes[18..].copy_from_slice(&self.ratings.to_le_bytes());
        bytes
    }

    #[inline]
    pub fn from_bytes(bytes: &[u8; SIZE]) -> Self {
        let [k0, k1, k2, k3, k4, k5, k6, k7, g0, g1, g2, g3, p0, p1, p2, p3, m0, m1, r0, r1] = *bytes;
        let ply = u32::from_le_bytes([p0, p1, p2, p3]);
        Self {
            key: i64::from_le_bytes([k0, k1, k2, k3, k4, k5, k6, k7]),
            game: u32::from_le_bytes([g0, g1, g2, g3]),
            ply: ply & (MOST_PLIES - 1),
            mv: Some(i16::from_le_bytes([m0, m1])).filter(|&mv| mv >= 0),
            result: [Some(-1), Some(0), Some(1), None][(ply >> 30) as usize],
            ratings: u16::from_le_bytes([r0, r1]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_comes_back_from_its_bytes() {
        for (key, ply, mv, result) in [
            (i64::MIN, 0, None, None),
            (-1, MOST_PLIES - 1, Some(0), Some(-1)),
            (7, 300, Some(i16::MAX), Some(0)),
            (i64::MAX, 1, Some(796), Some(1)),
        ] {
            let record = Record { key, game: u32::MAX - 3, ply, mv, result, ratings: 5501 };
            assert_eq!(Record::from_bytes(&record.to_bytes()), record);
        }
    }
}
