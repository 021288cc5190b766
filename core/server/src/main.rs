//! The program `stoa`.

use std::process::ExitCode;

use clap::Parser as _;

/// Requests make many small values that live shortly; the usual allocator of the system is slower at those.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // The first call in the process sets the one TLS provider.
    let _ = rustls::crypto::ring::default_provider().install_default();
    stoa_server::cli::run(stoa_server::cli::Cli::parse())
}
