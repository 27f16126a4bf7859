//! The program from outside: files in; exact standard output, standard error, exit code and
//! files out.

mod archives;
mod check;
mod failures;
mod fens;
mod fens_columns;
mod find;
mod formats;
mod games;
mod games_result;
mod index;
mod inputs;
mod neighbours;
mod on_error;
mod positions;
mod problems;
mod show;
mod support;
mod tables;
mod text;
mod usage;
mod variations;
mod written;
