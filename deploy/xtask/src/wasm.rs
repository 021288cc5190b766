//! Builds for WebAssembly: the engine for browsers, the bundled plugins as components, and the hostile plugins for the
//! tests of the plugin host.
//!
//! Guests are built in separate workspaces with `target/wasm` as target folder. Each plugin is a folder of
//! `target/plugins` (or `target/plugins-hostile`) that the plugin host can load. Plugins in JavaScript, of 12 MB each, are
//! in `target/plugins-js`: they are shipped beside the others, but no test of the server needs them.

pub(crate) mod engine;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use stoa_plugin_build::component::componentize;
use stoa_plugin_build::{TARGET, Toolchain};

use crate::{build_cache, shell};

/// Workspaces of guests with the folders of their plugins.
const WORKSPACES: [(&str, &str); 2] =
    [("plugins/bundled", "target/plugins"), ("plugins/tests", "target/plugins-hostile")];
/// Inputs of the plugin build.
const SOURCES: [&str; 4] = ["plugins/wit", "plugins/sdk", "plugins/bundled", "plugins/tests"];
/// Inputs of the plugins in JavaScript.
const SCRIPT_SOURCES: [&str; 3] = ["plugins/wit", "plugins/sdk-js", "plugins/bundled-js"];
/// Version of the build procedure; increment it when the procedure changes.
const RECIPE: u32 = 2;

/// Builds every plugin below `root`, unless the inputs are unchanged.
pub(crate) fn build_plugins(root: &Path) -> Result<()> {
    build_guests(root)?;
    build_scripts(root)
}

/// Builds the plugins in JavaScript. The first stage of the container has Node.js, the second, with Rust, has not.
fn build_scripts(root: &Path) -> Result<()> {
    let Some(version) = shell::probe("node", &["--version"]) else {
        println!("    there is no node: plugins in JavaScript are not built");
        return Ok(());
    };
    let sources = SCRIPT_SOURCES.map(|folder| root.join(folder));
    let wanted = format!("{RECIPE} {} {version}", build_cache::fingerprint(&sources)?);
    let (stamp_file, destination) = (root.join("target/wasm/plugins-js.stamp"), root.join("target/plugins-js"));
    if build_cache::is_current(&stamp_file, &wanted) && destination.is_dir() {
        return Ok(());
    }
    println!("    building plugins/bundled-js");
    clear(&destination)?;
    let mut node = shell::command("node", root);
    shell::run(node.arg("plugins/bundled-js/build.mjs").arg(&destination))?;
    build_cache::write(&stamp_file, &wanted)
}

fn build_guests(root: &Path) -> Result<()> {
    let toolchain = toolchain()?;
    let sources = SOURCES.map(|folder| root.join(folder));
    let wanted = format!("{RECIPE} {} {}", build_cache::fingerprint(&sources)?, toolchain.version());
    let stamp_file = root.join("target/wasm/plugins.stamp");
    let wanted = wanted.split_whitespace().collect::<Vec<_>>().join(" ");
    if build_cache::is_current(&stamp_file, &wanted) && outputs_exist(root)? {
        println!("    plugins are up to date");
        return Ok(());
    }
    let mut count = 0;
    for (workspace, destination) in WORKSPACES {
        println!("    building {workspace}");
        let workspace = root.join(workspace);
        build(root, &workspace, &toolchain)?;
        let destination = root.join(destination);
        clear(&destination)?;
        for plugin in Guest::all(&workspace)? {
            plugin.install(root, &destination)?;
            count += 1;
        }
    }
    build_cache::write(&stamp_file, &wanted)?;
    println!("    {count} plugins in target/plugins and target/plugins-hostile");
    Ok(())
}

/// Lints the guests and runs the tests of the plugin SDK and of bundled plugins, with the native compiler.
pub(crate) fn check_guests(root: &Path) -> Result<()> {
    let cargo = |workspace: &str| {
        let mut cargo = shell::cargo(&root.join(workspace));
        cargo.env("CARGO_TARGET_DIR", root.join("target/guest-checks")).env_remove("CARGO_BUILD_TARGET");
        cargo
    };
    for (workspace, _) in WORKSPACES {
        shell::run(cargo(workspace).args(["clippy", "--quiet", "--locked", "--workspace", "--", "-D", "warnings"]))?;
    }
    shell::run(cargo("plugins/bundled").args(["test", "--quiet", "--locked", "--workspace"]))?;
    let mut node = shell::command("node", root);
    shell::run(node.args(["--test", "plugins/bundled-js/hook-chat/tests/message.test.mjs"]))
}

fn outputs_exist(root: &Path) -> Result<bool> {
    for (workspace, destination) in WORKSPACES {
        for guest in Guest::all(&root.join(workspace))? {
            if !root.join(destination).join(&guest.id).join("plugin.wasm").is_file() {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

fn build(root: &Path, workspace: &Path, toolchain: &Toolchain) -> Result<()> {
    let mut cargo = cargo_for_guests(root, workspace, toolchain);
    cargo.args(["build", "--quiet", "--release", "--locked", "--target", TARGET]);
    shell::run(&mut cargo).with_context(|| format!("could not build {}", workspace.display()))
}

/// cargo with the compiler for WebAssembly.
fn cargo_for_guests(root: &Path, workspace: &Path, toolchain: &Toolchain) -> Command {
    stoa_plugin_build::cargo_for_guests(workspace, &root.join("target/wasm"), toolchain)
}

/// Finds a compiler for WebAssembly, or installs one.
fn toolchain() -> Result<Toolchain> {
    Toolchain::ensure(&|step| println!("    {step}"))
}

/// Empties the folder, so that outdated files do not remain. The folder itself stays, since the server may be compiled at
/// the same time.
fn clear(folder: &Path) -> Result<()> {
    let shown = || format!("could not empty {}", folder.display());
    fs::create_dir_all(folder).with_context(shown)?;
    for entry in fs::read_dir(folder).with_context(shown)? {
        let entry = entry.with_context(shown)?;
        let is_folder = entry.file_type().with_context(shown)?.is_dir();
        let removed = if is_folder { fs::remove_dir_all(entry.path()) } else { fs::remove_file(entry.path()) };
        removed.with_context(shown)?;
    }
    Ok(())
}

/// A plugin crate: a folder with `plugin.toml`.
struct Guest {
    folder: PathBuf,
    /// Name of the crate, with underscores.
    library: String,
    id: String,
}

impl Guest {
    fn all(workspace: &Path) -> Result<Vec<Self>> {
        let entries = fs::read_dir(workspace).with_context(|| format!("could not list {}", workspace.display()))?;
        let mut guests = Vec::new();
        for entry in entries {
            let folder = entry?.path();
            if folder.join("plugin.toml").is_file() {
                guests.push(Self::read(folder)?);
            }
        }
        guests.sort_by(|left, right| left.id.cmp(&right.id));
        Ok(guests)
    }

    fn read(folder: PathBuf) -> Result<Self> {
        let path = folder.join("plugin.toml");
        let text = fs::read_to_string(&path).with_context(|| format!("could not read {}", path.display()))?;
        let id = text.lines().find_map(|line| line.strip_prefix("id = \"")?.strip_suffix('"'));
        let Some(id) = id.map(str::to_owned) else { bail!("{} has no line `id = \"…\"`", path.display()) };
        let library = folder.file_name().unwrap_or_default().to_string_lossy().replace('-', "_");
        Ok(Self { folder, library, id })
    }

    /// Writes the component and the plugin's other files.
    fn install(&self, root: &Path, destination: &Path) -> Result<()> {
        let core = root.join("target/wasm").join(TARGET).join("release").join(format!("{}.wasm", self.library));
        let core = fs::read(&core).with_context(|| format!("could not read {}", core.display()))?;
        let component =
            componentize(&core).with_context(|| format!("could not create a component from {}", self.library))?;
        let plugin = destination.join(&self.id);
        fs::create_dir_all(&plugin).with_context(|| format!("could not create {}", plugin.display()))?;
        fs::write(plugin.join("plugin.wasm"), component)?;
        copy(&self.folder.join("plugin.toml"), &plugin.join("plugin.toml"))?;
        for file in ["icon.svg", "README.md"] {
            if self.folder.join(file).is_file() {
                copy(&self.folder.join(file), &plugin.join(file))?;
            }
        }
        copy(&root.join("LICENSE"), &plugin.join("LICENSE"))?;
        for part in ["schema", "examples", "locales", "panels", "client"] {
            let from = self.folder.join(part);
            if !from.is_dir() {
                continue;
            }
            fs::create_dir_all(plugin.join(part))?;
            for entry in fs::read_dir(&from)? {
                let file = entry?;
                copy(&file.path(), &plugin.join(part).join(file.file_name()))?;
            }
        }
        Ok(())
    }
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).with_context(|| format!("could not copy {}", from.display()))?;
    Ok(())
}
