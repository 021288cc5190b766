//! The OpenAPI document, and the TypeScript types and rules of request bodies generated from it.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::frontend::{API, LESS};
use crate::repository::Repository;
use crate::shell;

const DOCUMENT: &str = "api-spec/openapi.json";
const TYPES: &str = "api-spec/ts/src/schema.ts";
const RULES: &str = "api-spec/ts/src/rules.ts";

/// Builds the server and generates the document from its routes, and types and rules from the document.
pub(crate) fn write(repository: &Repository) -> Result<()> {
    LESS.build(repository)?;
    shell::run(shell::cargo(repository.root()).args(["build", "--bin", "stoa"]))?;
    let document = derive_document(repository)?;
    fs::write(repository.path(DOCUMENT), document).with_context(|| format!("could not write {DOCUMENT}"))?;
    println!("wrote {DOCUMENT}");
    API.install(repository)?;
    generate_types(repository, &repository.path(TYPES))?;
    println!("wrote {TYPES}");
    fs::write(repository.path(RULES), derive_rules(repository)?).with_context(|| format!("could not write {RULES}"))?;
    println!("wrote {RULES}");
    Ok(())
}

/// Fails when the committed document differs from that of the built server.
pub(crate) fn check_document(repository: &Repository) -> Result<()> {
    let committed = fs::read_to_string(repository.path(DOCUMENT)).with_context(|| format!("{DOCUMENT} is missing"))?;
    compare(DOCUMENT, &committed, &derive_document(repository)?)
}

/// Fails when the committed types or rules differ from those generated from the committed document.
pub(crate) fn check_types(repository: &Repository) -> Result<()> {
    let committed = fs::read_to_string(repository.path(TYPES)).with_context(|| format!("{TYPES} is missing"))?;
    let folder = tempfile::tempdir().context("could not create a temporary folder")?;
    let generated = folder.path().join("schema.ts");
    generate_types(repository, &generated)?;
    let generated = fs::read_to_string(&generated).context("the generated types cannot be read")?;
    compare(TYPES, &committed, &generated)?;
    let committed = fs::read_to_string(repository.path(RULES)).with_context(|| format!("{RULES} is missing"))?;
    compare(RULES, &committed, &derive_rules(repository)?)
}

fn derive_document(repository: &Repository) -> Result<String> {
    let program = repository.server_program(false);
    if !program.is_file() {
        bail!("{} is not built", program.display());
    }
    let mut document = shell::output(shell::command(&program, repository.root()).arg("openapi"))?;
    if !document.ends_with('\n') {
        document.push('\n');
    }
    Ok(document)
}

fn generate_types(repository: &Repository, output: &Path) -> Result<()> {
    let generator = API.path(repository).join("node_modules/.bin/openapi-typescript");
    if let Some(folder) = output.parent() {
        fs::create_dir_all(folder).with_context(|| format!("could not create {}", folder.display()))?;
    }
    let mut command = shell::command(generator, repository.root());
    command.arg(repository.path(DOCUMENT)).arg("--empty-objects-unknown").arg("--output").arg(output);
    shell::output(&mut command).map(drop)
}

fn derive_rules(repository: &Repository) -> Result<String> {
    let generator = API.path(repository).join("scripts/rules.mjs");
    let mut command = shell::command("node", repository.root());
    shell::output(command.arg(generator).arg(repository.path(DOCUMENT)))
}

fn compare(name: &str, committed: &str, derived: &str) -> Result<()> {
    if committed.trim_end() == derived.trim_end() {
        return Ok(());
    }
    let line = committed.lines().zip(derived.lines()).position(|(left, right)| left != right);
    let line = line.unwrap_or_else(|| committed.lines().count().min(derived.lines().count())) + 1;
    let shown = |text: &str| text.lines().nth(line - 1).unwrap_or("(end of file)").trim().to_owned();
    bail!(
        "{name} is out of date from line {line} on:\n      committed: {}\n      derived:   {}\n    run `cargo xtask openapi`",
        shown(committed),
        shown(derived)
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drift_names_the_first_differing_line() {
        let error = compare("x.json", "{\n\"a\": 1\n}\n", "{\n\"a\": 2\n}\n").unwrap_err().to_string();
        assert!(error.contains("from line 2 on"), "{error}");
        assert!(error.contains("committed: \"a\": 1"), "{error}");
        compare("x.json", "{}\n", "{}").unwrap();
    }

    #[test]
    fn longer_document_is_drift() {
        let error = compare("x.json", "a\n", "a\nb\n").unwrap_err().to_string();
        assert!(error.contains("committed: (end of file)"), "{error}");
    }
}
