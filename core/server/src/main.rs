//! The program `stoa`.

use std::process::ExitCode;

use clap::Parser as _;

/// Requests allocate many small short-lived values, for which the system allocator is slower.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // The first call in the process installs the TLS provider.
    let _ = rustls::crypto::ring::default_provider().install_default();
    stoa_server::cli::run(stoa_server::cli::Cli::parse())
}
