//! The program `stoa`.

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    stoa_server::cli::run(stoa_server::cli::Cli::parse())
}
