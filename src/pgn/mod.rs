//! PGN as text: tag pairs, movetext tokens, and where one game ends and the next begins.
//!
//! Takes bytes and gives borrowed tokens; knows the grammar and nothing of chess. Whether a
//! word is a legal move is settled in [`replay`](crate::replay); the one rule of chess that
//! the splitting of games needs (is this word a legal first move?) is handed in as a function.

pub mod comment;
pub mod nag;
pub mod outcome;
mod scan;
pub mod split;
pub mod tag;
pub mod text;
pub mod token;
pub mod tokenizer;
pub mod writer;

pub use comment::Comment;
pub use nag::Nag;
pub use outcome::Outcome;
pub use split::{Game, Games, Step};
pub use tag::{Tag, TagValue};
pub use token::{Fault, Lexeme, Token};
pub(crate) use tokenizer::plain::PlainAnnotation;
pub use tokenizer::{OpensGame, Tokens};
