//! Compiles a project into the folder that the plugin host loads.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use stoa_plugin_build::component::componentize;
use stoa_plugin_build::{SHORT_WAY, TARGET, Toolchain, cargo_for_guests, shell};

use crate::AuthorError;
use crate::files::{create_folder, read, read_text, write};
use crate::javascript;
use crate::layout::{Project, belongs};
use crate::loader::{self, Loading};

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
        let names = Names::of(&project.folder)?;
        compile_rust(&project, &names, &toolchain(without, tell)?, &Way::for_use(messages), tell)?
    };
    stage(&project, project.built_folder(), &component)
}

/// How cargo compiles a project.
struct Way {
    /// Folder of the project in which it works.
    folder: &'static str,
    /// Settings besides those of `Cargo.toml`.
    settings: Vec<String>,
    messages: Messages,
}

impl Way {
    fn for_use(messages: Messages) -> Self {
        Self { folder: "target", settings: Vec::new(), messages }
    }

    /// For what is made whenever something is saved: cargo compiles again what was changed alone, and does not optimise it.
    /// Libraries, the SDK among them, are compiled once, so that they are as usual.
    fn for_dev(package: &str) -> Self {
        let plugin = format!("package.\"{package}\".opt-level=0");
        let settings = ["lto=\"off\"", "incremental=true", "codegen-units=16", plugin.as_str()];
        let settings = settings.map(|setting| format!("profile.release.{setting}")).to_vec();
        Self { folder: "target/dev", settings, messages: Messages::Error }
    }
}

fn compile_rust(
    project: &Project,
    names: &Names,
    toolchain: &Toolchain,
    way: &Way,
    tell: &dyn Fn(&str),
) -> Result<Vec<u8>, AuthorError> {
    let target = project.folder.join(way.folder);
    let mut cargo = cargo_for_guests(&project.folder, &target, toolchain);
    cargo.args(["build", "--quiet", "--release", "--target", TARGET]);
    cargo.args(way.settings.iter().flat_map(|setting| ["--config", setting.as_str()]));
    if !target.join(TARGET).is_dir() {
        tell("compiling; the first time takes a minute or two");
    }
    run_compiler(&mut cargo, way.messages, "the project does not compile")?;
    let core = target.join(TARGET).join("release").join(format!("{}.wasm", names.library));
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

/// Compiles the project in a folder for a demo site whenever something is saved: as fast as that can be, into a folder
/// that no other command uses. `tell` gets the steps that take long.
///
/// # Errors
/// As [`build`].
pub fn build_for_dev(project: &Path, tell: &dyn Fn(&str)) -> Result<Built, AuthorError> {
    let project = Project::open(project)?;
    let folder = project.dev_folder();
    if !javascript::is_javascript(&project.folder) {
        let names = Names::of(&project.folder)?;
        let way = Way::for_dev(&names.package);
        let component = compile_rust(&project, &names, known_toolchain(tell)?, &way, tell)?;
        return stage(&project, folder, &component);
    }
    match loader::load(&project, tell)? {
        Loading::Ready { component, texts } => {
            let built = stage(&project, folder, &component)?;
            texts.write_to(&built.folder)?;
            Ok(built)
        }
        Loading::Unable(reason) => {
            tell(&format!("compiling the scripts, which takes some seconds: {reason}"));
            stage(&project, folder, &javascript::compile(&project, Messages::Error, tell)?)
        }
    }
}

/// The toolchain that was found first: to look for it takes as long as to compile a small change.
fn known_toolchain(tell: &dyn Fn(&str)) -> Result<&'static Toolchain, AuthorError> {
    static KNOWN: OnceLock<Toolchain> = OnceLock::new();
    if let Some(known) = KNOWN.get() {
        return Ok(known);
    }
    let found = toolchain(WithoutCompiler::Fail, tell)?;
    Ok(KNOWN.get_or_init(|| found))
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

/// What `Cargo.toml` calls things.
struct Names {
    package: String,
    /// The library that cargo writes.
    library: String,
}

impl Names {
    fn of(folder: &Path) -> Result<Self, AuthorError> {
        let path = folder.join("Cargo.toml");
        let manifest: toml::Table =
            read_text(&path)?.parse().map_err(|error: toml::de::Error| AuthorError::file(&path, error.message()))?;
        let name = |part: &str| manifest.get(part).and_then(|part| part.get("name")).and_then(toml::Value::as_str);
        let package = name("package").ok_or_else(|| AuthorError::file(&path, "has no name of a package"))?;
        let library = name("lib").unwrap_or(package).replace('-', "_");
        Ok(Self { package: package.to_owned(), library })
    }
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
    stage(project, project.built_folder(), &read(&component)?).map(Some)
}

/// Writes a folder for the host.
fn stage(project: &Project, folder: PathBuf, component: &[u8]) -> Result<Built, AuthorError> {
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
