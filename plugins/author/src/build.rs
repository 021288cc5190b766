//! Compiles a project into the folder that the plugin host loads.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use stoa_plugin_build::component::componentize;
use stoa_plugin_build::{SHORT_WAY, TARGET, Toolchain, cargo_for_guests, shell};

use crate::AuthorError;
use crate::files::{create_folder, read, read_text, write};
use crate::javascript;
use crate::layout::{Project, belongs};

/// A plugin as the host loads it.
#[derive(Debug, Clone)]
pub struct Built {
    /// The folder: `plugin.toml`, the component, and everything else that belongs to the plugin.
    pub folder: PathBuf,
    /// Size of the component in bytes.
    pub component_bytes: usize,
}

/// What to do without a compiler for WebAssembly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WithoutCompiler {
    /// Fail and say what to install.
    Fail,
    /// Unpack Debian's compiler into a private folder.
    Install,
}

/// Where messages of a compiler go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Messages {
    /// To the terminal.
    Terminal,
    /// Into the error.
    Error,
}

/// Compiles the project in a folder. `tell` gets the steps that take long.
///
/// # Errors
/// There is no compiler, the project does not compile, or a file cannot be written.
pub fn build(project: &Path, without: WithoutCompiler, tell: &dyn Fn(&str)) -> Result<Built, AuthorError> {
    build_telling(project, without, Messages::Terminal, tell)
}

/// Compiles the project in a folder, with a choice where the compiler's messages go.
///
/// # Errors
/// As [`build`].
pub fn build_telling(
    project: &Path,
    without: WithoutCompiler,
    messages: Messages,
    tell: &dyn Fn(&str),
) -> Result<Built, AuthorError> {
    let project = Project::open(project)?;
    let component = if javascript::is_javascript(&project.folder) {
        javascript::compile(&project, messages, tell)?
    } else {
        compile_rust(&project, without, messages, tell)?
    };
    stage(&project, &component)
}

fn compile_rust(
    project: &Project,
    without: WithoutCompiler,
    messages: Messages,
    tell: &dyn Fn(&str),
) -> Result<Vec<u8>, AuthorError> {
    let toolchain = toolchain(without, tell)?;
    let target = project.folder.join("target");
    let mut cargo = cargo_for_guests(&project.folder, &target, &toolchain);
    cargo.args(["build", "--quiet", "--release", "--target", TARGET]);
    if !target.join(TARGET).is_dir() {
        tell("compiling; the first time takes a minute or two");
    }
    run_compiler(&mut cargo, messages, "the project does not compile")?;
    let core = target.join(TARGET).join("release").join(format!("{}.wasm", library(&project.folder)?));
    if !core.is_file() {
        let advice = "Cargo.toml needs `[lib]` with `crate-type = [\"cdylib\"]`";
        return Err(AuthorError::Build(format!("{} was not written: {advice}", core.display())));
    }
    componentize(&read(&core)?).map_err(|error| {
        AuthorError::Build(format!(
            "no component could be made: {error:#}. Is `stoa_plugin_sdk::plugin!(…)` in src/lib.rs, and does nothing \
             else import functions?"
        ))
    })
}

/// Runs a compiler. `failed` says what it means when it fails.
pub(crate) fn run_compiler(command: &mut Command, messages: Messages, failed: &str) -> Result<(), AuthorError> {
    match messages {
        Messages::Terminal => {
            shell::run(command).map_err(|_| AuthorError::Build(format!("{failed}: the compiler's messages are above")))
        }
        Messages::Error => {
            let output = command
                .stdin(Stdio::null())
                .output()
                .map_err(|error| AuthorError::Build(format!("could not start `{}`: {error}", shell::shown(command))))?;
            if output.status.success() {
                return Ok(());
            }
            let said = String::from_utf8_lossy(&output.stderr);
            Err(AuthorError::Build(format!("{failed}:\n{}", said.trim())))
        }
    }
}

/// Name of the library that cargo writes.
fn library(folder: &Path) -> Result<String, AuthorError> {
    let path = folder.join("Cargo.toml");
    let manifest: toml::Table =
        read_text(&path)?.parse().map_err(|error: toml::de::Error| AuthorError::file(&path, error.message()))?;
    let name = |part: &str| manifest.get(part).and_then(|part| part.get("name")).and_then(toml::Value::as_str);
    let name = name("lib").or_else(|| name("package"));
    let name = name.ok_or_else(|| AuthorError::file(&path, "has no name of a package"))?;
    Ok(name.replace('-', "_"))
}

fn toolchain(without: WithoutCompiler, tell: &dyn Fn(&str)) -> Result<Toolchain, AuthorError> {
    let fault = |error| AuthorError::NoCompiler { advice: format!("{error:#}") };
    match without {
        WithoutCompiler::Install => Toolchain::ensure(tell).map_err(fault),
        WithoutCompiler::Fail => Toolchain::find().map_err(fault)?.ok_or_else(|| AuthorError::NoCompiler {
            advice: format!("{SHORT_WAY}, or on Debian add --install-compiler to this command"),
        }),
    }
}

/// Writes the folder for the host again, with the component of the last build; none before the first one.
pub(crate) fn restage(project: &Project) -> Result<Option<Built>, AuthorError> {
    let component = project.built_folder().join(&project.component);
    if !component.is_file() {
        return Ok(None);
    }
    stage(project, &read(&component)?).map(Some)
}

/// Writes the folder for the host.
fn stage(project: &Project, component: &[u8]) -> Result<Built, AuthorError> {
    let folder = project.built_folder();
    // The plugin may have had another id.
    if let Some(parent) = folder.parent().filter(|parent| parent.exists()) {
        fs::remove_dir_all(parent).map_err(|error| AuthorError::file(parent, error))?;
    }
    create_folder(&folder)?;
    for path in project.files()? {
        if belongs(&path) {
            write(&folder.join(&path), &read(&project.folder.join(&path))?)?;
        }
    }
    write(&folder.join(&project.component), component)?;
    Ok(Built { folder, component_bytes: component.len() })
}
