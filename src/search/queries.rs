//! Several positions looked for at once.

use std::collections::HashMap;

use crate::chess::Position;
use crate::search::Sought;

/// Up to so many positions are compared one by one, and out of reach together.
const FEW: usize = 4;

/// Positions looked for, each with its number.
#[derive(Clone, Debug)]
pub struct Queries {
    list: Vec<(u64, Sought)>,
    /// Where there are many: by key.
    by_key: HashMap<i64, Vec<usize>>,
}

impl Queries {
    /// Positions with the numbers that rows name them by.
    pub fn new(list: Vec<(u64, Sought)>) -> Self {
        let mut by_key: HashMap<i64, Vec<usize>> = HashMap::new();
        if list.len() > FEW {
            for (index, (_, sought)) in list.iter().enumerate() {
                for key in sought.keys() {
                    by_key.entry(key).or_default().push(index);
                }
            }
        }
        Self { list, by_key }
    }

    /// One position.
    pub fn one(sought: Sought) -> Self {
        Self::new(vec![(1, sought)])
    }

    /// The positions and their numbers.
    pub fn list(&self) -> &[(u64, Sought)] {
        &self.list
    }

    /// Whether positions are told apart by their hashes, which are then best kept up.
    pub fn ask_hash(&self) -> bool {
        self.list.len() > FEW
    }

    /// Tells the index of each query that this position answers.
    #[inline]
    pub fn each_reached(&self, position: &Position, mut tell: impl FnMut(usize)) {
        if self.list.len() <= FEW {
            for (index, (_, sought)) in self.list.iter().enumerate() {
                if sought.is_reached(position) {
                    tell(index);
                }
            }
            return;
        }
        let Some(candidates) = self.by_key.get(&(position.hash() as i64)) else { return };
        candidates.iter().filter(|&&index| self.list[index].1.is_reached(position)).for_each(|&index| tell(index));
    }

    /// Whether any of them can still be reached from here; yes where that would take too long
    /// to tell.
    #[inline]
    pub fn can_be_reached(&self, position: &Position) -> bool {
        self.list.len() > FEW || self.list.iter().any(|(_, sought)| sought.can_be_reached(position))
    }
}
