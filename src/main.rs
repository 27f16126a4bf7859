//! The program `plydex`: see [`plydex::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    plydex::cli::main()
}
