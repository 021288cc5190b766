//! Builds projects in JavaScript: a world of exactly the interfaces that the code exports and imports, and the compiler
//! of the project's `node_modules`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use stoa_plugin_build::shell;

use crate::AuthorError;
use crate::build::{Messages, run_compiler};
use crate::files::{read, read_text, write};
use crate::kept::{Place, Workshop};
use crate::layout::Project;

const OLDEST_NODE: u32 = 20;
const COMPILER: &str = "node_modules/@bytecodealliance/componentize-js/package.json";
pub(crate) const BUILD: &str = "sdk/js/build.mjs";
const WORLD: &str = "world.wit";
const CONTRACT: &str = "sdk/wit";
const SOURCES: &str = "src";
const ENTRY: &str = "src/plugin.js";
/// Every component of the SDK has them.
const ALWAYS: [&str; 2] = ["stoa:plugin/config@0.1.0", "stoa:plugin/log@0.1.0"];
const PACKAGE: &str = "stoa:plugin/";
/// How the WIT marks an interface that may still change.
const UNSTABLE: &str = "@unstable(feature = ";

/// Whether a project is one in JavaScript.
pub(crate) fn is_javascript(folder: &Path) -> bool {
    folder.join("package.json").is_file() && !folder.join("Cargo.toml").is_file()
}

/// What compiles scripts, with its versions.
pub(crate) struct Tools {
    pub(crate) node: String,
    pub(crate) compiler: String,
}

impl Tools {
    /// Finds them, and installs the compiler if the project does not have it.
    pub(crate) fn ready(folder: &Path, messages: Messages, tell: &dyn Fn(&str)) -> Result<Self, AuthorError> {
        let node = node_version()?;
        if !folder.join(BUILD).is_file() {
            return Err(AuthorError::file(&folder.join(BUILD), "is missing: `stoa plugin new --lang js` writes it"));
        }
        if !folder.join(COMPILER).is_file() {
            tell("installing the compiler for JavaScript with npm");
            let mut npm = shell::command("npm", folder);
            npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
            run_compiler(&mut npm, messages, "npm could not install the compiler")?;
        }
        Ok(Self { node, compiler: read_text(&folder.join(COMPILER))? })
    }
}

/// Compiles the project to a component. What was compiled before is not compiled again.
pub(crate) fn compile(project: &Project, messages: Messages, tell: &dyn Fn(&str)) -> Result<Vec<u8>, AuthorError> {
    let folder = &project.folder;
    let Tools { node, compiler } = Tools::ready(folder, messages, tell)?;
    let workshop = Workshop::open(folder)?;
    let wit = workshop.path("wit");
    let world = write_world(folder, &wit, &[])?;
    let place = Place::of(folder, world.as_bytes(), &[node.as_str(), compiler.as_str()])?;
    if let Some(component) = place.find() {
        return Ok(component);
    }
    let component = workshop.path("plugin.wasm");
    let mut build = component_build(folder, &wit, &component);
    run_compiler(&mut build, messages, "the project does not compile")?;
    // An author may have saved while the compiler read the sources.
    let is_of_these_sources = Place::of(folder, world.as_bytes(), &[node.as_str(), compiler.as_str()])? == place;
    if is_of_these_sources { place.keep(&component) } else { read(&component) }
}

/// Node with the compiler of scripts. The compiler's memory grows in hundreds of small steps, each of which has V8 collect
/// once more, on threads beside it: without these threads a build takes 3.2 s of CPU time instead of 5.4.
pub(crate) fn component_build(folder: &Path, wit: &Path, component: &Path) -> Command {
    let mut node = shell::command("node", folder);
    node.arg("--single-threaded-gc").arg(BUILD).arg(wit).arg(component);
    node
}

/// The version of Node.js, asked once: a process that builds whenever something is saved has the same one.
fn node_version() -> Result<String, AuthorError> {
    static KNOWN: OnceLock<String> = OnceLock::new();
    if let Some(version) = KNOWN.get() {
        return Ok(version.clone());
    }
    let version = shell::probe("node", &["--version"]).unwrap_or_default();
    let major: Option<u32> = version.trim_start_matches('v').split('.').next().and_then(|major| major.parse().ok());
    if major.is_some_and(|major| major >= OLDEST_NODE) {
        return Ok(KNOWN.get_or_init(|| version).clone());
    }
    let found = if version.is_empty() { "there is no node".to_owned() } else { format!("node is {version}") };
    Err(AuthorError::Build(format!("{found}: plugins in JavaScript need Node.js {OLDEST_NODE} or newer, with npm")))
}

/// Writes the world `plugin` and the contract that it refers to. The world imports what the code does, and `more`.
/// Returns its text.
pub(crate) fn write_world(project: &Path, wit: &Path, more: &[&str]) -> Result<String, AuthorError> {
    let contract = contract(project)?;
    let entry = read_text(&project.join(ENTRY))?;
    let mut imports: BTreeSet<String> = ALWAYS.iter().chain(more).map(|name| (*name).to_owned()).collect();
    for source in sources(&project.join(SOURCES))? {
        imports.extend(imported(&read_text(&source)?));
    }
    let About { newest, unstable } = About::of(&read_text(&project.join(crate::layout::MANIFEST))?);
    let mut exports = Vec::new();
    for name in exported(&entry) {
        let version = contract.iter().rev().find(|file| file.version <= format!("{newest}.999") && file.has(&name));
        let Some(version) = version.map(|file| file.version.as_str()) else {
            let line = entry.lines().position(|line| exported_on(line).as_ref() == Some(&name)).map_or(1, |at| at + 1);
            let reason = format!("line {line}: exports `{name}`, which is no interface of stoa:plugin up to {newest}");
            return Err(AuthorError::file(&project.join(ENTRY), reason));
        };
        exports.push(format!("{PACKAGE}{name}@{version}"));
    }
    if exports.is_empty() {
        let reason = "exports no interface: it needs a line such as `export const blocks = block({ … })`";
        return Err(AuthorError::file(&project.join(ENTRY), reason));
    }
    check_stable(project, &contract, imports.iter().chain(&exports), &unstable)?;
    let (imports, exports) = (lines("import", &imports), lines("export", &exports));
    if wit.exists() {
        fs::remove_dir_all(wit).map_err(|error| AuthorError::file(wit, error))?;
    }
    let world = format!("package project:plugin;\n\nworld plugin {{\n{imports}{exports}}}\n");
    write(&wit.join(WORLD), world.as_bytes())?;
    write_contract(&contract, wit, &unstable)?;
    Ok(world)
}

/// What may still change is named by the manifest.
fn check_stable<'a>(
    project: &Path,
    contract: &[ContractFile],
    names: impl Iterator<Item = &'a String>,
    unstable: &[String],
) -> Result<(), AuthorError> {
    for name in names {
        let file = contract.iter().find(|file| file.is_of(name));
        let Some(feature) =
            file.and_then(ContractFile::feature).filter(|own| !unstable.iter().any(|known| known == own))
        else {
            continue;
        };
        let reason = format!("uses {name}, which may still change: put unstable = [\"{feature}\"] into [plugin]");
        return Err(AuthorError::file(&project.join(crate::layout::MANIFEST), reason));
    }
    Ok(())
}

fn write_contract(contract: &[ContractFile], wit: &Path, unstable: &[String]) -> Result<(), AuthorError> {
    contract.iter().try_for_each(|file| {
        // The compiler cannot be told which features are wanted.
        let text = match file.feature() {
            None => file.text.clone(),
            Some(feature) if unstable.iter().any(|known| known == feature) => file
                .text
                .lines()
                .filter(|line| !line.starts_with(UNSTABLE))
                .fold(String::new(), |text, line| text + line + "\n"),
            Some(_) => return Ok(()),
        };
        write(&wit.join("deps").join(format!("stoa-{}", file.version)).join(&file.name), text.as_bytes())
    })
}

/// The contract that was written for a world.
pub(crate) fn contract_text(wit: &Path) -> Result<String, AuthorError> {
    let mut text = String::new();
    for version in entries(&wit.join("deps"))? {
        for file in entries(&version)? {
            text.push_str(&read_text(&file)?);
        }
    }
    Ok(text)
}

/// What the manifest says of the contract.
#[derive(Default)]
struct About {
    /// The newest version that it uses, such as `0.2`.
    newest: String,
    /// Features that may still change.
    unstable: Vec<String>,
}

impl About {
    /// Reads it from a manifest. One that cannot be read says nothing: the checks tell of it.
    fn of(manifest: &str) -> Self {
        let table = manifest.parse::<toml::Table>().unwrap_or_default();
        let Some(about) = table.get("plugin") else { return Self::default() };
        let names = about.get("unstable").and_then(toml::Value::as_array).into_iter().flatten();
        Self {
            newest: about.get("api").and_then(toml::Value::as_str).unwrap_or_default().to_owned(),
            unstable: names.filter_map(toml::Value::as_str).map(str::to_owned).collect(),
        }
    }
}

fn lines<'a>(word: &str, names: impl IntoIterator<Item = &'a String>) -> String {
    names.into_iter().map(|name| format!("  {word} {name};\n")).collect()
}

/// A file of the contract, as the project has it.
struct ContractFile {
    version: String,
    name: String,
    text: String,
}

impl ContractFile {
    /// Whether it is that of an interface such as `stoa:plugin/streams@0.2.0`.
    fn is_of(&self, name: &str) -> bool {
        let parts = name.strip_prefix(PACKAGE).and_then(|rest| rest.split_once('@'));
        parts.is_some_and(|(interface, version)| version == self.version && self.has(interface))
    }

    /// The feature of an interface that may still change. Such ones have a file of their own.
    fn feature(&self) -> Option<&str> {
        self.text.lines().find_map(|line| line.strip_prefix(UNSTABLE)?.strip_suffix(')'))
    }

    fn has(&self, interface: &str) -> bool {
        let rest = self.text.lines().filter_map(|line| line.strip_prefix("interface "));
        rest.map(|rest| rest.trim_end_matches(['{', ' '])).any(|name| name == interface)
    }
}

/// The files of all versions, the oldest version first.
fn contract(project: &Path) -> Result<Vec<ContractFile>, AuthorError> {
    let mut found = Vec::new();
    for version in entries(&project.join(CONTRACT))? {
        for path in entries(&version)?.into_iter().filter(|path| path.extension().is_some_and(|end| end == "wit")) {
            let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            found.push(ContractFile { version: name(&version), name: name(&path), text: read_text(&path)? });
        }
    }
    found.sort_by(|one, other| (&one.version, &one.name).cmp(&(&other.version, &other.name)));
    Ok(found)
}

/// Scripts of a folder and the folders in it.
fn sources(folder: &Path) -> Result<Vec<PathBuf>, AuthorError> {
    let mut found = Vec::new();
    for path in entries(folder)? {
        if path.is_dir() {
            found.extend(sources(&path)?);
        } else if path.extension().is_some_and(|end| end == "js" || end == "mjs") {
            found.push(path);
        }
    }
    Ok(found)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, AuthorError> {
    let fault = |error: std::io::Error| AuthorError::file(folder, error);
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(fault)? {
        found.push(entry.map_err(fault)?.path());
    }
    found.sort();
    Ok(found)
}

/// Interfaces of the host that a script imports, such as `stoa:plugin/http@0.1.0`. In `import('…')` of a comment, a
/// script names types alone.
fn imported(source: &str) -> Vec<String> {
    let parts = || source.split(['\'', '"']);
    let quoted = parts().zip(parts().skip(1)).filter(|(before, _)| !before.ends_with("import("));
    let quoted = quoted.map(|(_, text)| text).filter(|text| text.starts_with(PACKAGE));
    let is_plain = |text: &&str| text.chars().all(|letter| letter.is_ascii_alphanumeric() || ":/@.-".contains(letter));
    quoted.filter(is_plain).map(str::to_owned).collect()
}

/// Names of the exported constants, as the contract writes them: `scheduledJobs` is `scheduled-jobs`.
fn exported(entry: &str) -> Vec<String> {
    entry.lines().filter_map(exported_on).collect()
}

fn exported_on(line: &str) -> Option<String> {
    let rest = line.strip_prefix("export const ")?;
    let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(rest.len());
    rest.get(..end).map(kebab)
}

fn kebab(name: &str) -> String {
    name.chars().fold(String::new(), |mut text, letter| {
        if letter.is_ascii_uppercase() {
            text.push('-');
        }
        text.push(letter.to_ascii_lowercase());
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interfaces_are_read_from_the_code() {
        let source = "/** @type {import('stoa:plugin/installments@0.1.0').Text} */\n\
                      import { send } from 'stoa:plugin/http@0.1.0';\nimport x from \"stoa:plugin/clock@0.2.0\";\n\
                      export const blocks = block({});\nexport const catalogRows= implement({});\nconst a = 1;\n";
        assert_eq!(imported(source), ["stoa:plugin/http@0.1.0", "stoa:plugin/clock@0.2.0"]);
        assert_eq!(exported(source), ["blocks", "catalog-rows"]);
    }

    #[test]
    fn the_world_has_the_newest_version_that_the_manifest_allows() {
        let folder = tempfile::tempdir().unwrap();
        let file = |path: &str, text: &str| write(&folder.path().join(path), text.as_bytes()).unwrap();
        file("sdk/wit/0.1.0/stoa-plugin.wit", "package stoa:plugin@0.1.0;\ninterface payments {\n}\n");
        file("sdk/wit/0.2.0/payments.wit", "package stoa:plugin@0.2.0;\ninterface payments {\n}\n");
        file("src/plugin.js", "export const payments = payment({});\n");
        file("src/part/net.js", "import { send } from 'stoa:plugin/http@0.1.0';\n");
        for (api, version) in [("0.1", "0.1.0"), ("0.2", "0.2.0")] {
            file("plugin.toml", &format!("[plugin]\napi = \"{api}\"\n"));
            let wit = folder.path().join("wit");
            write_world(folder.path(), &wit, &[]).unwrap();
            let world = fs::read_to_string(wit.join("world.wit")).unwrap();
            assert!(world.contains(&format!("export stoa:plugin/payments@{version};")), "{world}");
            assert!(world.contains("import stoa:plugin/http@0.1.0;"), "{world}");
            assert!(wit.join("deps/stoa-0.2.0/payments.wit").is_file());
        }
        file("src/plugin.js", "const a = 1;\nexport const wishes = 1;\n");
        let refused = write_world(folder.path(), &folder.path().join("wit"), &[]).unwrap_err().to_string();
        assert!(refused.contains("src/plugin.js: line 2: exports `wishes`"), "{refused}");
    }

    // spec: plugins.unstable
    #[test]
    fn what_may_still_change_is_built_when_the_manifest_names_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = |path: &str, text: &str| write(&folder.path().join(path), text.as_bytes()).unwrap();
        let gated = "package stoa:plugin@0.2.0;\n\n@unstable(feature = streams)\ninterface streams {\n}\n";
        file("sdk/wit/0.2.0/streams.wit", gated);
        file("sdk/wit/0.2.0/jobs.wit", "package stoa:plugin@0.2.0;\ninterface jobs {\n}\n");
        file("src/plugin.js", "import { x } from 'stoa:plugin/streams@0.2.0';\nexport const jobs = 1;\n");
        let wit = folder.path().join("wit");
        file("plugin.toml", "[plugin]\napi = \"0.2\"\n");
        let refused = write_world(folder.path(), &wit, &[]).unwrap_err().to_string();
        assert!(refused.contains("unstable = [\"streams\"]"), "{refused}");
        file("plugin.toml", "[plugin]\napi = \"0.2\"\nunstable = [\"streams\"]\n");
        write_world(folder.path(), &wit, &[]).unwrap();
        let opened = fs::read_to_string(wit.join("deps/stoa-0.2.0/streams.wit")).unwrap();
        assert!(opened.contains("interface streams") && !opened.contains("@unstable"), "{opened}");
        file("src/plugin.js", "export const jobs = 1;\n");
        file("plugin.toml", "[plugin]\napi = \"0.2\"\n");
        write_world(folder.path(), &wit, &[]).unwrap();
        assert!(!wit.join("deps/stoa-0.2.0/streams.wit").exists());
    }
}
