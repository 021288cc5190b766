//! Fails with instructions if the Less compiler script was not built, before `include_str!` fails without any.

use std::path::Path;

const SCRIPT: &str = "script/dist/compiler.js";

fn main() {
    println!("cargo::rerun-if-changed={SCRIPT}");
    if !Path::new(SCRIPT).is_file() {
        println!(
            "cargo::error=core/less/{SCRIPT} is missing. Make it with: npm --prefix core/less/script ci && \
             npm --prefix core/less/script run build"
        );
    }
}
