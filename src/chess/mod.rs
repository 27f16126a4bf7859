//! The game of chess: positions, moves, and the texts that stand for them.
//!
//! Takes FEN and move texts, gives legal positions and moves. It knows nothing of games, files
//! or output, and imports nothing from the rest of the crate.

pub mod attacks;
mod bitboard;
mod board;
mod castling;
mod fen;
mod fen_cache;
mod fen_castling;
mod fen_error;
mod fen_rank;
mod fen_write;
mod movegen;
mod moves;
pub mod notation;
mod packed;
mod piece;
mod position;
mod safety;
mod square;
mod start;
mod zobrist;
mod zobrist_table;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use castling::{Castling, CastlingSide};
pub use fen::FenNotes;
pub use fen_cache::FenCache;
pub use fen_error::{FenError, FenErrorKind};
pub use fen_write::{CastlingLetters, EnPassant, FenStyle};
pub use moves::{Move, MoveKind, MoveList};
pub use packed::PackedParts;
pub use piece::{Color, Piece, Role};
pub use position::{Position, Undo, Variant};
pub use square::{File, Rank, Square};
