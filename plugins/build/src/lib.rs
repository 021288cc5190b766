//! Compiles crates for WebAssembly and turns them into components, for the commands of the repository and for authors
//! of plugins.
//!
//! Must not depend on the plugin host or another Stoa crate: `cargo xtask` builds with it in seconds.

pub mod component;
pub mod shell;
mod toolchain;

use std::path::Path;
use std::process::Command;

pub use toolchain::{SHORT_WAY, TARGET, Toolchain};

/// cargo in the folder of a workspace of guests, with the compiler for WebAssembly and a target folder.
#[must_use]
pub fn cargo_for_guests(workspace: &Path, target: &Path, toolchain: &Toolchain) -> Command {
    let mut cargo = shell::cargo(workspace);
    cargo
        .env("CARGO_TARGET_DIR", target)
        // A linter of the ordinary toolchain has no library for WebAssembly.
        .env_remove("RUSTC_WORKSPACE_WRAPPER")
        // Flags from the environment would replace those of the workspace.
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env_remove("CARGO_BUILD_TARGET")
        .envs(toolchain.environment());
    cargo
}
