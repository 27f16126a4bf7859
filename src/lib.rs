pub mod pgn;
pub mod problem;
