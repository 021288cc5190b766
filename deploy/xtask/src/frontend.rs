//! Installs, checks and builds the npm packages.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::repository::Repository;
use crate::{build_cache, shell, vitest_report};

/// More room for new objects, in MB: with Node's own 16, unit tests spend a tenth more time on collecting them.
const NODE_OPTIONS: (&str, &str) = ("NODE_OPTIONS", "--max-semi-space-size=128");

/// An npm package of the repository.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Package {
    /// Its name in file names.
    pub(crate) name: &'static str,
    folder: &'static str,
    /// Whether it imports from api-spec/ts, whose own packages must then be installed as well, and from
    /// core/editor-wasm/web, core/document-wasm/web and the part of the islands that the editor's preview uses too.
    uses_api: bool,
    /// Whether `npm run build` creates a `dist` folder.
    has_build: bool,
    /// Whether there is `npm run typecheck`. A package without it is tested by the crate that runs it.
    has_checks: bool,
    /// Whether there are unit tests.
    has_unit_tests: bool,
    /// Whether there is `npm run lint`.
    has_lint: bool,
}

/// Types and client of the API.
pub(crate) const API: Package = Package {
    name: "api",
    folder: "api-spec/ts",
    uses_api: false,
    has_build: false,
    has_checks: true,
    has_unit_tests: true,
    has_lint: false,
};
/// The LESS compiler, which is embedded in the crate stoa-less.
pub(crate) const LESS: Package = Package {
    name: "less",
    folder: "core/less/script",
    uses_api: false,
    has_build: true,
    has_checks: false,
    has_unit_tests: false,
    has_lint: false,
};
/// The admin app.
pub(crate) const ADMIN: Package = Package {
    name: "admin-ui",
    folder: "admin-ui",
    uses_api: true,
    has_build: true,
    has_checks: true,
    has_unit_tests: true,
    has_lint: true,
};
/// The storefront islands.
pub(crate) const ISLANDS: Package = Package {
    name: "storefront-islands",
    folder: "storefront-ui/islands",
    uses_api: true,
    has_build: true,
    has_checks: true,
    has_unit_tests: true,
    has_lint: true,
};

/// The load tests. k6 runs their TypeScript as it is; they only take types from api-spec/ts.
const LOAD_TESTS: Package = Package {
    name: "load-tests",
    folder: "load-tests",
    uses_api: false,
    has_build: false,
    has_checks: true,
    has_unit_tests: false,
    has_lint: true,
};

/// The template engine that the benchmarks compare with.
pub(crate) const COMPARISON: Package = Package {
    name: "template-comparison",
    folder: "load-tests/template",
    uses_api: false,
    has_build: false,
    has_checks: false,
    has_unit_tests: false,
    has_lint: false,
};

/// Lighthouse.
pub(crate) const LIGHTHOUSE: Package = Package {
    name: "lighthouse",
    folder: "load-tests/lighthouse",
    uses_api: false,
    has_build: false,
    has_checks: false,
    has_unit_tests: false,
    has_lint: false,
};

/// The formatter of TypeScript and style sheets, and the linter of style sheets.
pub(crate) const FORMAT: Package = Package {
    name: "format",
    folder: "deploy/format",
    uses_api: false,
    has_build: false,
    has_checks: false,
    has_unit_tests: false,
    has_lint: false,
};

/// All npm packages that are built or checked, in build order.
pub(crate) const PACKAGES: [Package; 5] = [API, LESS, ADMIN, ISLANDS, LOAD_TESTS];

/// Builds all packages.
pub(crate) fn build_all(repository: &Repository) -> Result<()> {
    each(|package| package.install(repository).and_then(|()| package.build(repository)))
}

/// Type-checks and lints all packages.
pub(crate) fn check_all(repository: &Repository) -> Result<()> {
    let check = |package: Package| package.install(repository).and_then(|()| package.check(repository));
    each(|package| if package.has_checks { check(package) } else { Ok(()) })
}

/// Runs the unit tests of all packages.
pub(crate) fn test_all(repository: &Repository) -> Result<()> {
    let test = |package: Package| package.install(repository).and_then(|()| package.unit_tests(repository));
    each(|package| if package.has_unit_tests { test(package) } else { Ok(()) })
}

/// Runs `work` for every package, even after one has failed.
fn each(work: impl Fn(Package) -> Result<()>) -> Result<()> {
    let errors: Vec<String> = PACKAGES
        .into_iter()
        .filter_map(|package| work(package).err().map(|error| format!("{}: {error:#}", package.name)))
        .collect();
    if errors.is_empty() {
        return Ok(());
    }
    bail!("{}", errors.join("; "));
}

impl Package {
    /// The package's folder.
    pub(crate) fn path(self, repository: &Repository) -> PathBuf {
        repository.path(self.folder)
    }

    /// A program of its installed packages.
    pub(crate) fn program(self, repository: &Repository, name: &str) -> PathBuf {
        self.path(repository).join("node_modules/.bin").join(name)
    }

    /// Runs `npm ci` unless the installed packages match the lock file.
    pub(crate) fn install(self, repository: &Repository) -> Result<()> {
        if self.uses_api {
            API.install(repository)?;
        }
        let folder = self.path(repository);
        if !folder.join("package-lock.json").is_file() {
            bail!("{}/package-lock.json is missing", self.folder);
        }
        let wanted = build_cache::fingerprint(&[folder.join("package.json"), folder.join("package-lock.json")])?;
        let stamp_file = folder.join("node_modules/.stoa-lock");
        if build_cache::is_current(&stamp_file, &wanted) {
            return Ok(());
        }
        println!("    installing the packages of {}", self.folder);
        let mut npm = shell::command("npm", &folder);
        npm.args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]).env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
        shell::run(&mut npm).with_context(|| format!("could not install the packages of {}", self.folder))?;
        build_cache::write(&stamp_file, &wanted)
    }

    /// Whether the built files match the current sources.
    pub(crate) fn is_built(self, repository: &Repository) -> Result<bool> {
        let stamp_file = self.build_stamp(repository);
        Ok(self.path(repository).join("dist").is_dir()
            && build_cache::is_current(&stamp_file, &self.source_fingerprint(repository)?))
    }

    /// Creates the folder of the built files where there is none: the server contains its resolved path, and may be compiled
    /// before they are built.
    pub(crate) fn make_built_folder(self, repository: &Repository) -> Result<()> {
        let folder = self.path(repository).join("dist");
        if folder.is_dir() {
            return Ok(());
        }
        let stamp = self.build_stamp(repository);
        if stamp.exists() {
            // The empty folder must not count as built.
            std::fs::remove_file(&stamp).with_context(|| format!("could not remove {}", stamp.display()))?;
        }
        std::fs::create_dir_all(&folder).with_context(|| format!("could not create {}", folder.display()))
    }

    /// Type-checks the package, and lints it if it has a linter.
    fn check(self, repository: &Repository) -> Result<()> {
        self.script(repository, "typecheck")?;
        if self.has_lint { self.script(repository, "lint") } else { Ok(()) }
    }

    /// Installs and builds the package unless its built files match the current sources.
    pub(crate) fn build(self, repository: &Repository) -> Result<()> {
        if !self.has_build {
            return self.install(repository);
        }
        if self.is_built(repository)? {
            println!("    {} is up to date", self.folder);
            return Ok(());
        }
        self.install(repository)?;
        let fingerprint = self.source_fingerprint(repository)?;
        self.script(repository, "build")?;
        if !self.path(repository).join("dist").is_dir() {
            bail!("`npm run build` in {} created no dist folder", self.folder);
        }
        build_cache::write(&self.build_stamp(repository), &fingerprint)
    }

    /// Runs one of the scripts of package.json.
    fn script(self, repository: &Repository, script: &str) -> Result<()> {
        println!("    {}: npm run {script}", self.folder);
        let mut npm = shell::command("npm", &self.path(repository));
        shell::run(npm.args(["run", "--silent", script]).env(NODE_OPTIONS.0, NODE_OPTIONS.1))
    }

    /// Runs the unit tests and writes their results to where `spec` reads them.
    fn unit_tests(self, repository: &Repository) -> Result<()> {
        println!("    {}: vitest", self.folder);
        let results = repository.target(&format!("spec/vitest-{}.json", self.name));
        let mut vitest = shell::command("npx", &self.path(repository));
        vitest.args([
            "--no-install",
            "vitest",
            "run",
            // As with the Rust tests, a test that passes only on retry is reported but does not fail the run.
            "--retry=1",
            "--includeTaskLocation",
            "--reporter=default",
            "--reporter=json",
        ]);
        vitest.arg(format!("--outputFile.json={}", results.display())).env(NODE_OPTIONS.0, NODE_OPTIONS.1);
        // Results of an earlier run must not be taken for those of this one.
        let _ = std::fs::remove_file(&results);
        shell::run(&mut vitest).with_context(|| vitest_report::error_messages(&results))
    }

    fn source_fingerprint(self, repository: &Repository) -> Result<String> {
        let mut roots = vec![self.path(repository)];
        if self.uses_api {
            roots.push(API.path(repository));
            roots.push(repository.path("core/editor-wasm/web"));
            roots.push(repository.path("core/document-wasm/web"));
            roots.push(repository.path("storefront-ui/islands/src/plugin-client"));
        }
        build_cache::fingerprint(&roots)
    }

    fn build_stamp(self, repository: &Repository) -> PathBuf {
        repository.target(&format!("stamps/{}.sha256", self.name))
    }
}
