//! A compiler for `wasm32-unknown-unknown`, without root. Where the rustup target is installed there is nothing to do.
//! Otherwise, on Debian, the compiler packages with web targets are unpacked into a private folder, not to `/usr`, so
//! that they do not shadow the ordinary toolchain. Their standard library is built once per machine and kept, so that
//! plugin builds need neither unstable flags nor the network.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::shell;

/// Compilation target of guests.
pub const TARGET: &str = "wasm32-unknown-unknown";
/// What to do where rustup has network access.
pub const SHORT_WAY: &str = "run `rustup target add wasm32-unknown-unknown`";
/// Minimum compiler version.
const MIN_COMPILER: &str = env!("CARGO_PKG_RUST_VERSION");

/// Settings to run cargo with to build guests.
#[derive(Debug)]
pub struct Toolchain {
    version: String,
    environment: Vec<(&'static str, PathBuf)>,
}

impl Toolchain {
    /// Finds a toolchain: the ordinary one with the target, or the private one of an earlier [`Toolchain::ensure`].
    ///
    /// # Errors
    /// A toolchain was found but does not work.
    pub fn find() -> Result<Option<Self>> {
        if has_standard_library(&ordinary_libraries()) {
            return Ok(Some(Self { version: version("rustc")?, environment: Vec::new() }));
        }
        let private = Private { root: private_root()? };
        if !private.is_complete() {
            return Ok(None);
        }
        private.toolchain().map(Some)
    }

    /// Finds a toolchain, or installs the private one. `tell` gets the steps of an installation.
    ///
    /// # Errors
    /// There is none, and Debian's compiler cannot be installed.
    pub fn ensure(tell: &dyn Fn(&str)) -> Result<Self> {
        if let Some(found) = Self::find()? {
            return Ok(found);
        }
        // Without a linker the compiler would be of no use.
        linker()?;
        let private = Private { root: private_root()? };
        private.make(tell)?;
        if !is_recent_enough(&private.compiler()) {
            bail!("Debian's compiler for {TARGET} is older than Rust {MIN_COMPILER}: {SHORT_WAY}");
        }
        private.toolchain()
    }

    /// Version text of the compiler.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Environment variables for cargo.
    pub fn environment(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        self.environment.iter().map(|(name, value)| (*name, value.as_path()))
    }
}

fn version(compiler: &str) -> Result<String> {
    shell::probe(compiler, &["--version", "--verbose"]).with_context(|| format!("{compiler} does not run"))
}

fn is_recent_enough(compiler: &Path) -> bool {
    let text = shell::probe(compiler, &["--version"]).unwrap_or_default();
    release(&text).zip(release(MIN_COMPILER)).is_some_and(|(present, oldest)| present >= oldest)
}

/// Major and minor number of the first version in `text`.
fn release(text: &str) -> Option<(u32, u32)> {
    let version = text.split_whitespace().find(|word| word.starts_with(|first: char| first.is_ascii_digit()))?;
    let mut numbers = version.split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

fn ordinary_libraries() -> PathBuf {
    shell::probe("rustc", &["--print", "target-libdir", "--target", TARGET]).unwrap_or_default().into()
}

fn has_standard_library(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|entries| {
        entries.flatten().any(|entry| {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            name.starts_with("libstd-") && name.ends_with(".rlib")
        })
    })
}

/// `STOA_WASM_ROOT`, or a folder of the user's cache.
fn private_root() -> Result<PathBuf> {
    if let Some(root) = std::env::var_os("STOA_WASM_ROOT") {
        return Ok(root.into());
    }
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let cache = cache.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache")));
    let cache = cache.context("neither STOA_WASM_ROOT nor XDG_CACHE_HOME nor HOME is set")?;
    Ok(cache.join("stoa-wasm"))
}

/// The linker of the rustup toolchain, or one of the system.
fn linker() -> Result<PathBuf> {
    let sysroot = PathBuf::from(shell::probe("rustc", &["--print", "sysroot"]).unwrap_or_default());
    let host = host().unwrap_or_default();
    let own = sysroot.join("lib/rustlib").join(host).join("bin/rust-lld");
    if own.is_file() {
        return Ok(own);
    }
    match ["rust-lld", "wasm-ld", "lld"].into_iter().find(|name| shell::installed(name)) {
        Some(name) => Ok(name.into()),
        None => bail!("no linker for WebAssembly: install lld, or {SHORT_WAY}"),
    }
}

fn host() -> Option<String> {
    let text = shell::probe("rustc", &["--version", "--verbose"])?;
    text.lines().find_map(|line| Some(line.strip_prefix("host: ")?.to_owned()))
}

/// Debian's compiler packages, unpacked into a private folder.
struct Private {
    root: PathBuf,
}

impl Private {
    fn is_complete(&self) -> bool {
        has_standard_library(&self.libraries()) && is_recent_enough(&self.compiler())
    }

    fn toolchain(&self) -> Result<Toolchain> {
        let compiler = self.compiler();
        Ok(Toolchain {
            version: version(&compiler.to_string_lossy())?,
            environment: vec![("RUSTC", compiler), ("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker()?)],
        })
    }

    fn compiler(&self) -> PathBuf {
        self.root.join("rustc")
    }

    fn libraries(&self) -> PathBuf {
        self.root.join("usr/lib/rustlib").join(TARGET).join("lib")
    }

    fn make(&self, tell: &dyn Fn(&str)) -> Result<()> {
        for program in ["apt-get", "apt-cache", "dpkg-deb"] {
            if !shell::installed(program) {
                bail!("no compiler for {TARGET}, and no {program} to get Debian's: {SHORT_WAY}");
            }
        }
        tell(&format!("no compiler for {TARGET}: unpacking Debian's below {} (once)", self.root.display()));
        tell(&format!("(shorter, if rustup has network access: {SHORT_WAY})"));
        self.unpack()?;
        self.write_compiler()?;
        tell("building its standard library (once, a minute or two)");
        self.build_standard_library()
    }

    fn unpack(&self) -> Result<()> {
        if self.root.exists() {
            fs::remove_dir_all(&self.root).with_context(|| format!("could not empty {}", self.root.display()))?;
        }
        let folder = self.root.join("packages");
        let index = Index::fetch(&folder)?;
        let library = index.dependency("libstd-rust-web-dev", "libstd-rust-web-")?;
        let llvm = index.dependency(&library, "libllvm")?;
        let mut download = index.command("apt-get");
        download.args(["download", "-qq", "rustc-web", "rust-web-src", "libstd-rust-web-dev", &library, &llvm]);
        shell::output(&mut download)
            .with_context(|| format!("could not download Debian's compiler. Otherwise {SHORT_WAY}"))?;
        for entry in fs::read_dir(&folder)? {
            let package = entry?.path();
            if package.extension().is_some_and(|ending| ending == "deb") {
                shell::run(shell::command("dpkg-deb", &folder).arg("-x").arg(&package).arg(&self.root))?;
            }
        }
        fs::remove_dir_all(&folder).with_context(|| format!("could not remove {}", folder.display()))
    }

    /// Writes a wrapper script of the compiler that finds its shared libraries.
    fn write_compiler(&self) -> Result<()> {
        let root = self.root.display();
        let shared = format!("{root}/usr/lib/{}-linux-gnu", std::env::consts::ARCH);
        let script = format!(
            "#!/bin/sh\nLD_LIBRARY_PATH=\"{shared}${{LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}}\" exec \"{root}/usr/bin/rustc\" \"$@\"\n"
        );
        let path = self.compiler();
        fs::write(&path, script).with_context(|| format!("could not write {}", path.display()))?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
        Ok(())
    }

    fn build_standard_library(&self) -> Result<()> {
        let bake = self.root.join("bake");
        fs::create_dir_all(bake.join("src"))?;
        fs::create_dir_all(bake.join(".cargo"))?;
        fs::write(bake.join("src/lib.rs"), "")?;
        fs::write(
            bake.join("Cargo.toml"),
            "[package]\nname = \"bake\"\nversion = \"0.0.0\"\nedition = \"2021\"\n[workspace]\n\
             [profile.release]\nopt-level = \"s\"\npanic = \"abort\"\ncodegen-units = 1\n",
        )?;
        let sources = self.root.join("usr/lib/rustlib/src/rust").canonicalize().context("the library's sources")?;
        let vendored = sources.join("library/vendor");
        fs::write(
            bake.join(".cargo/config.toml"),
            format!(
                "[source.crates-io]\nreplace-with = \"vendored\"\n[source.vendored]\ndirectory = \"{}\"\n",
                vendored.display()
            ),
        )?;
        let mut cargo = shell::cargo(&bake);
        cargo
            .args(["build", "--quiet", "--release", "--offline", "--target", TARGET, "-Zbuild-std=std,panic_abort"])
            .env("RUSTC", self.compiler())
            // Building the standard library is an unstable feature of cargo; guests are built without it.
            .env("RUSTC_BOOTSTRAP", "1")
            .env("RUSTFLAGS", "-Cembed-bitcode=yes")
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            // A wrapper would take the standard library of its own toolchain for this compiler's.
            .env_remove("RUSTC_WRAPPER")
            .env_remove("RUSTC_WORKSPACE_WRAPPER")
            .env("CARGO_TARGET_DIR", bake.join("target"));
        shell::run(&mut cargo).context("could not build the standard library")?;
        self.keep_libraries(&bake.join("target").join(TARGET).join("release/deps"))?;
        for folder in [bake, self.root.join("usr/src"), self.root.join("usr/share")] {
            fs::remove_dir_all(&folder).with_context(|| format!("could not remove {}", folder.display()))?;
        }
        Ok(())
    }

    /// The standard library itself is moved last, since its presence marks the toolchain as complete.
    fn keep_libraries(&self, built: &Path) -> Result<()> {
        let libraries = self.libraries();
        fs::create_dir_all(&libraries)?;
        let mut files: Vec<PathBuf> = Vec::new();
        for entry in fs::read_dir(built)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.ends_with(".rlib") && !name.starts_with("libbake-") {
                files.push(path);
            }
        }
        files.sort_by_key(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("libstd-")));
        for file in files {
            fs::copy(&file, libraries.join(file.file_name().unwrap_or_default()))?;
        }
        Ok(())
    }
}

/// The current package lists of Debian, in a private folder: those of the system may be as old as the machine, and only
/// root can update them.
struct Index<'a> {
    folder: &'a Path,
}

impl<'a> Index<'a> {
    fn fetch(folder: &'a Path) -> Result<Self> {
        for part in ["lists/partial", "cache/archives/partial"] {
            let part = folder.join(part);
            fs::create_dir_all(&part).with_context(|| format!("could not create {}", part.display()))?;
        }
        let index = Self { folder };
        shell::output(index.command("apt-get").args(["update", "-qq"]))
            .with_context(|| format!("could not fetch Debian's list of packages. Otherwise {SHORT_WAY}"))?;
        Ok(index)
    }

    fn command(&self, program: &str) -> Command {
        let mut command = shell::command(program, self.folder);
        command
            .arg("-o")
            .arg(format!("Dir::State::Lists={}", self.folder.join("lists").display()))
            .arg("-o")
            .arg(format!("Dir::Cache={}", self.folder.join("cache").display()))
            // As root, downloads run as root: the unprivileged downloader cannot write to a private folder.
            .args(["-o", "APT::Sandbox::User=root"]);
        command
    }

    /// The dependency of `package` whose name is `prefix` and a version.
    fn dependency(&self, package: &str, prefix: &str) -> Result<String> {
        let listing = shell::output(self.command("apt-cache").args(["depends", package]))?;
        let found = listing.lines().find_map(|line| {
            let name = line.trim().strip_prefix("Depends: ")?;
            let version = name.strip_prefix(prefix)?;
            version.starts_with(|first: char| first.is_ascii_digit()).then(|| name.to_owned())
        });
        found.with_context(|| format!("Debian has no {package} that names {prefix}…: {SHORT_WAY}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compares_releases_by_number() {
        assert_eq!(release("rustc 1.96.0 (abc 2026-05-01)"), Some((1, 96)));
        assert!(release("1.100") > release("1.95"));
        assert_eq!(release("no compiler"), None);
    }
}
