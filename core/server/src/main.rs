//! The program `stoa`.

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    // The first call in the process sets the one TLS provider.
    let _ = rustls::crypto::ring::default_provider().install_default();
    stoa_server::cli::run(stoa_server::cli::Cli::parse())
}
