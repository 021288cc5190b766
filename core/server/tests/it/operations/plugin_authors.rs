//! The commands of `stoa plugin` for authors, by the program. What they do is tested in `plugins/author`.

use std::path::Path;
use std::process::{Command, Output};

use anyhow::{Result, ensure};

use crate::process::PROGRAM;

fn stoa(folder: &Path, arguments: &[&str]) -> Result<Output> {
    Ok(Command::new(PROGRAM).current_dir(folder).arg("plugin").args(arguments).output()?)
}

fn says(output: &Output, succeeds: bool, words: &str) -> Result<()> {
    let said = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    let said = String::from_utf8_lossy(&said);
    ensure!(output.status.success() == succeeds && said.contains(words), "{words} is missing: {said}");
    Ok(())
}

#[test]
fn authors_get_a_project_and_a_key() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    says(&stoa(folder, &["new", "acme.hours", "--kind", "block"])?, true, "stoa plugin build")?;
    let project = folder.join("hours");
    ensure!(project.join("sdk/rust/src/lib.rs").is_file() && project.join("src/lib.rs").is_file());
    says(&stoa(folder, &["new", "acme.hours", "--kind", "block"])?, false, "exists already")?;
    says(&stoa(folder, &["new", "hours", "--kind", "block"])?, false, "publisher.name")?;
    says(&stoa(folder, &["new", "acme.other", "--kind", "magic"])?, false, "none of block, formatter")?;
    says(&stoa(&project, &["check"])?, false, "plugin.wasm: error: is not built: run `stoa plugin build`")?;
    says(&stoa(folder, &["test"])?, false, "there is no plugin.toml")?;
    says(&stoa(folder, &["key", "new", "acme.key"])?, true, "Your public key is ed25519:")?;
    says(&stoa(folder, &["key", "show", "acme.key"])?, true, "ed25519:")?;
    says(&stoa(folder, &["pack", "hours", "--key", "acme.key"])?, false, "is not built")?;
    std::fs::write(folder.join("a.stoaplugin"), "no package")?;
    says(&stoa(folder, &["inspect", "a.stoaplugin"])?, false, "the file is no plugin package")
}

#[test]
fn authors_get_a_project_in_javascript_and_an_index() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    says(&stoa(folder, &["new", "acme.hours", "--kind", "block", "--lang", "js"])?, true, "stoa plugin build")?;
    let project = folder.join("hours");
    ensure!(project.join("src/plugin.js").is_file() && project.join("sdk/js/contract.d.ts").is_file());
    ensure!(!project.join("Cargo.toml").exists());
    ensure!(std::fs::read_to_string(project.join("plugin.toml"))?.contains("class = \"interpreted\""));
    says(&stoa(folder, &["key", "new", "index.key"])?, true, "Your public key is ed25519:")?;
    let new = ["index", "new", "public", "--name", "Acme", "--key", "index.key"];
    says(&stoa(folder, &new)?, true, "Operators of servers enter the public key ed25519:")?;
    says(&stoa(folder, &new)?, false, "exists already")?;
    says(&stoa(folder, &["index", "check", "public"])?, true, "serial number 1")?;
    std::fs::write(folder.join("a.stoaplugin"), "no package")?;
    let publish = ["publish", "a.stoaplugin", "--index", "public", "--key", "index.key"];
    says(&stoa(folder, &publish)?, false, "the file is no plugin package")?;
    let withdraw = ["index", "withdraw", "public", "acme.hours", "1.0.0", "--reason", "wrong", "--key", "index.key"];
    says(&stoa(folder, &withdraw)?, false, "the index has no acme.hours 1.0.0")?;
    says(&stoa(folder, &["bench", "hours"])?, false, "is not built")
}
