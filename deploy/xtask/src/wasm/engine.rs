//! Builds what browsers run of the server into `target/engine/`: the compiled template engine with a blob of locale
//! data for each language, and the compiled editing rules, each with its JavaScript wrapper.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use stoa_plugin_build::TARGET;
use wasm_bindgen_cli_support::Bindgen;

use super::{cargo_for_guests, clear, toolchain};
use crate::frontend::ADMIN;
use crate::prerequisites;
use crate::repository::Repository;
use crate::{build_cache, rust_tests, shell};

/// Inputs of the engine build.
const SOURCES: [&str; 9] = [
    "Cargo.lock",
    "core/locale",
    "core/template/src",
    "core/document/src",
    "core/page/src",
    "core/editor-wasm/src",
    "core/editor-wasm/Cargo.toml",
    "core/document-wasm/src",
    "core/document-wasm/Cargo.toml",
];
/// Version of the build procedure; increment it when the procedure changes.
const RECIPE: u32 = 3;
const DESTINATION: &str = "target/engine";
/// The program that writes the blobs, in a separate workspace.
const EXPORT: &str = "core/locale/export";
/// Maximum compressed size of the engine with English data, in bytes.
const BUDGET: u64 = 451_000;
/// Maximum compressed size of the editing rules, in bytes.
const RULES_BUDGET: u64 = 110_000;

/// Builds the engine and its locale data, unless the inputs are unchanged.
pub(crate) fn build(root: &Path) -> Result<()> {
    build_with(root, export_cargo(root))
}

/// As [`build`], and lints the program that writes the blobs.
pub(crate) fn build_and_lint(root: &Path) -> Result<()> {
    let linting_cargo = || {
        let mut cargo = export_cargo(root);
        rust_tests::lint(&mut cargo, root).map(|()| cargo)
    };
    build_with(root, linting_cargo()?)?;
    // Nothing is left to do here, unless the blobs were written by a program that was not linted.
    shell::run(linting_cargo()?.args(["build", "--quiet", "--locked"]))
}

/// `exporting` is cargo for the program that writes the blobs.
fn build_with(root: &Path, mut exporting: Command) -> Result<()> {
    let toolchain = toolchain()?;
    let sources = SOURCES.map(|path| root.join(path));
    let wanted = format!("{RECIPE} {} {}", build_cache::fingerprint(&sources)?, toolchain.version());
    let wanted = wanted.split_whitespace().collect::<Vec<_>>().join(" ");
    let stamp_file = root.join("target/wasm/engine.stamp");
    let destination = root.join(DESTINATION);
    if build_cache::is_current(&stamp_file, &wanted) && destination.join("locale/en.blob").is_file() {
        println!("    the engine is up to date");
        return Ok(());
    }
    same_data(root)?;
    println!("    building core/editor-wasm and core/document-wasm");
    let mut cargo = cargo_for_guests(root, root, &toolchain);
    cargo.args(["build", "--quiet", "--locked", "--target", TARGET, "--profile", "engine", "--no-default-features"]);
    cargo.args(["--package", "stoa-editor-wasm", "--package", "stoa-document-wasm"]);
    shell::run(&mut cargo).context("could not build the engine")?;
    clear(&destination)?;
    let compiled = root.join("target/wasm").join(TARGET).join("engine");
    bind(&compiled.join("stoa_editor_wasm.wasm"), "engine", &destination)?;
    bind(&compiled.join("stoa_document_wasm.wasm"), "document", &destination)?;
    println!("    writing the locale data");
    exporting.args(["run", "--quiet", "--locked", "--"]).arg(destination.join("locale"));
    shell::run(&mut exporting).context("could not write the locale data")?;
    print_sizes(&destination)?;
    build_cache::write(&stamp_file, &wanted)
}

/// Creates the folder of the engine. The server has its resolved path, and may be compiled before the engine.
pub(crate) fn make_folder(root: &Path) -> Result<()> {
    let folder = root.join(DESTINATION);
    fs::create_dir_all(&folder).with_context(|| format!("could not create {}", folder.display()))
}

/// Runs our test cases and those of the conformance corpus in Chromium and compares with the native results.
pub(crate) fn compare(repository: &Repository) -> Result<()> {
    let corpus = std::env::var_os("STOA_TEMPLATE_CORPUS")
        .map_or_else(|| repository.path("../shared/conformance/template"), |folder| repository.path("").join(folder));
    let folder = repository.path("target/engine-check");
    fs::create_dir_all(&folder).with_context(|| format!("could not create {}", folder.display()))?;
    let calls = folder.join("calls.json");
    // Not `run --package`: with the features of that package alone, it would compile the locale data once more.
    shell::run(rust_tests::linting_cargo(repository)?.args([
        "build",
        "--quiet",
        "--workspace",
        "--example",
        "native",
    ]))?;
    let mut native = shell::command(repository.target("debug/examples/native"), repository.root());
    native.arg(&calls);
    if corpus.is_dir() {
        native.arg(&corpus);
    } else {
        println!("    no conformance corpus at {}: only our own cases are compared", corpus.display());
    }
    shell::run(&mut native)?;
    ADMIN.install(repository)?;
    let chromium = prerequisites::chromium().context("no Chromium")?;
    let journeys = repository.path("core/editor-wasm/tests/browser");
    let mut playwright = shell::command(ADMIN.path(repository).join("node_modules/.bin/playwright"), &journeys);
    playwright.args(["test", "--reporter=list,json", "--config", "playwright.config.ts"]);
    playwright
        .env("PLAYWRIGHT_JSON_OUTPUT_FILE", repository.target("spec/playwright-engine.json"))
        .env("STOA_E2E_CHROMIUM", &chromium)
        .env("STOA_ENGINE", repository.path(DESTINATION))
        .env("STOA_ENGINE_CALLS", &calls);
    shell::run(&mut playwright)
}

/// Writes the compiled module with its JavaScript wrapper.
fn bind(compiled: &Path, name: &str, destination: &Path) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(compiled).out_name(name).remove_name_section(true).remove_producers_section(true);
    bindgen.web(true)?.typescript(true).generate(destination).context("could not write the engine's JavaScript")?;
    let script = destination.join(format!("{name}.js"));
    let text = fs::read_to_string(&script).with_context(|| format!("could not read {}", script.display()))?;
    fs::write(&script, without_comments(&text)).with_context(|| format!("could not write {}", script.display()))
}

/// Removes doc comments and indentation from a script, to reduce its size.
fn without_comments(script: &str) -> String {
    let mut inside = false;
    let mut kept = String::with_capacity(script.len());
    for line in script.lines().map(str::trim).filter(|line| !line.is_empty()) {
        inside |= line.starts_with("/**");
        if !inside {
            kept.push_str(line);
            kept.push('\n');
        }
        inside &= !line.ends_with("*/");
    }
    kept
}

fn export_cargo(root: &Path) -> Command {
    let mut cargo = shell::cargo(&root.join(EXPORT));
    cargo.env("CARGO_TARGET_DIR", root.join("target/wasm/export")).env_remove("CARGO_BUILD_TARGET");
    cargo
}

/// Checks that the blobs contain the same data as the server is compiled with.
fn same_data(root: &Path) -> Result<()> {
    let server = data_versions(&root.join("Cargo.lock"))?;
    let browser = data_versions(&root.join(EXPORT).join("Cargo.lock"))?;
    for (name, version) in &browser {
        if server.iter().any(|(known, other)| known == name && other != version) {
            bail!(
                "{name} is {version} in {EXPORT}/Cargo.lock, but another version in Cargo.lock: run `cargo update` there"
            );
        }
    }
    Ok(())
}

/// Names and versions of the ICU crates in a lock file.
fn data_versions(lock: &Path) -> Result<Vec<(String, String)>> {
    let text = fs::read_to_string(lock).with_context(|| format!("could not read {}", lock.display()))?;
    let mut lines = text.lines();
    let mut found = Vec::new();
    while let Some(line) = lines.next() {
        let Some(name) = line.strip_prefix("name = \"icu_").and_then(|rest| rest.strip_suffix('"')) else { continue };
        let version = lines.next().and_then(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
        found.push((format!("icu_{name}"), version.unwrap_or_default().to_owned()));
    }
    Ok(found)
}

/// Compresses the files and prints the download size before a browser can render in English, and before it can edit;
/// fails above the budgets.
fn print_sizes(destination: &Path) -> Result<()> {
    let engine = ["engine.js", "engine_bg.wasm", "locale/en.blob"];
    print_total_size(destination, "engine with the locale data of English", &engine, BUDGET)?;
    print_total_size(destination, "editing rules", &["document.js", "document_bg.wasm"], RULES_BUDGET)
}

fn print_total_size(folder: &Path, what: &str, files: &[&str], budget: u64) -> Result<()> {
    let mut total = 0;
    for file in files {
        total += pack(&folder.join(file))?;
    }
    println!("    {what}: {} kB compressed, limit {} kB", total / 1000, budget / 1000);
    if total > budget {
        bail!("{what}: {total} bytes compressed, more than {budget}");
    }
    Ok(())
}

/// Writes the compressed file as sent by servers and returns its size in bytes. It is compressed once for all browsers,
/// so the slowest level is worth its time.
fn pack(file: &Path) -> Result<u64> {
    let plain = fs::read(file).with_context(|| format!("could not read {}", file.display()))?;
    let mut packed = Vec::new();
    zopfli::compress(zopfli::Options::default(), zopfli::Format::Gzip, plain.as_slice(), &mut packed)
        .with_context(|| format!("could not compress {}", file.display()))?;
    let target = PathBuf::from(format!("{}.gz", file.display()));
    fs::write(&target, &packed).with_context(|| format!("could not write {}", target.display()))?;
    Ok(packed.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_stripped_from_scripts() {
        let script =
            "/* kept */\n/**\n * Draws.\n */\nexport function draw() {\n    /** One line. */\n    return 1;\n\n}\n";
        assert_eq!(without_comments(script), "/* kept */\nexport function draw() {\nreturn 1;\n}\n");
    }

    #[test]
    fn reads_the_versions_of_data_crates() {
        let lock = tempfile::NamedTempFile::new().unwrap();
        let text = "[[package]]\nname = \"icu_time\"\nversion = \"2.4.0\"\n\n[[package]]\nname = \"serde\"\nversion = \"1.0.0\"\n";
        fs::write(lock.path(), text).unwrap();
        assert_eq!(data_versions(lock.path()).unwrap(), [("icu_time".to_owned(), "2.4.0".to_owned())]);
    }
}
