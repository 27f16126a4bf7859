//! Archives as they come: packed, in other encodings, broken off, damaged. The games in them are the same.

mod damage;
mod encodings;
mod games;
mod pack;
mod packings;
mod run;
mod zip;
