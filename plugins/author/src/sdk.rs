//! The SDK and the contract, as sources within this program, so that a project builds without a registry that has them.

use std::path::Path;

use crate::AuthorError;
use crate::files::write;

macro_rules! sources {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../../sdk/src/", $name)))),+]
    };
}

/// The sources of the SDK by file name.
pub(crate) const SOURCES: &[(&str, &str)] = sources![
    "bindings.rs",
    "export.rs",
    "kinds.rs",
    "lib.rs",
    "lines.rs",
    "locales.rs",
    "market.rs",
    "panic.rs",
    "parts.rs",
    "settings.rs",
    "text.rs",
];
const MANIFEST: &str = include_str!("../../sdk/Cargo.toml");
const README: &str = include_str!("../../sdk/README.md");
macro_rules! contract {
    ($($name:literal),+ $(,)?) => {
        &[$((concat!("wit/", $name), include_str!(concat!("../../wit/", $name)))),+]
    };
}

/// The files of the contract by path.
pub(crate) const CONTRACT: &[(&str, &str)] = contract![
    "0.1.0/stoa-plugin.wit",
    "0.2.0/block-migration.wit",
    "0.2.0/carts.wit",
    "0.2.0/clock.wit",
    "0.2.0/context.wit",
    "0.2.0/customers.wit",
    "0.2.0/digests.wit",
    "0.2.0/discounts.wit",
    "0.2.0/events.wit",
    "0.2.0/http-streams.wit",
    "0.2.0/jobs.wit",
    "0.2.0/migration.wit",
    "0.2.0/orders.wit",
    "0.2.0/pages.wit",
    "0.2.0/panels.wit",
    "0.2.0/payments.wit",
    "0.2.0/product-files.wit",
    "0.2.0/product-rows.wit",
    "0.2.0/products.wit",
    "0.2.0/questions.wit",
    "0.2.0/reads.wit",
    "0.2.0/rows.wit",
    "0.2.0/shipping.wit",
    "0.2.0/storage.wit",
    "0.2.0/streams.wit",
    "0.2.0/taxes.wit",
    "0.2.0/texts.wit",
];
/// Versions of the libraries with which the bundled plugins are built.
const LOCK: &str = include_str!("../../bundled/Cargo.lock");

macro_rules! scripts {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../../sdk-js/", $name)))),+]
    };
}

/// The files of the SDK for JavaScript.
pub(crate) const SCRIPTS: &[(&str, &str)] = scripts![
    "README.md",
    "build.mjs",
    "contract.d.ts",
    "dev-loader.js",
    "dev-module.mjs",
    "dev.mjs",
    "errors.js",
    "index.d.ts",
    "index.js",
    "locales.mjs",
    "parts.js",
    "streams.d.ts",
    "streams.js",
    "text.js",
    "texts.js",
    "values.js",
];
/// The compiler for JavaScript, and what it expects beside it.
const NPM_PACKAGE: &str = include_str!("../../sdk-js/package.json");
/// Versions of the compiler for JavaScript and its libraries.
const NPM_LOCK: &str = include_str!("../../sdk-js/package-lock.json");

/// Writes the SDK for JavaScript to the folder `sdk` of a project.
pub(crate) fn write_scripts_to(project: &Path) -> Result<(), AuthorError> {
    let folder = project.join("sdk");
    for (name, source) in SCRIPTS {
        write(&folder.join("js").join(name), source.as_bytes())?;
    }
    write_contract_to(&folder)
}

/// Writes `package.json` and its lock file for a project in JavaScript with the package name of the project.
pub(crate) fn write_npm_files_to(project: &Path, package: &str) -> Result<(), AuthorError> {
    let named = |text: &str| text.replace("\"name\": \"stoa-plugin\"", &format!("\"name\": \"{package}\""));
    write(&project.join("package.json"), named(NPM_PACKAGE).as_bytes())?;
    write(&project.join("package-lock.json"), named(NPM_LOCK).as_bytes())
}

/// Writes the SDK to the folder `sdk` of a project.
pub(crate) fn write_to(project: &Path) -> Result<(), AuthorError> {
    let folder = project.join("sdk");
    let crate_folder = folder.join("rust");
    for (name, source) in SOURCES {
        write(&crate_folder.join("src").join(name), source.as_bytes())?;
    }
    write(&crate_folder.join("Cargo.toml"), manifest().as_bytes())?;
    write(&crate_folder.join("README.md"), README.as_bytes())?;
    write_contract_to(&folder)
}

fn write_contract_to(folder: &Path) -> Result<(), AuthorError> {
    CONTRACT.iter().try_for_each(|(name, text)| write(&folder.join(name), text.as_bytes()))
}

/// The manifest of the SDK, as a member of the project's workspace.
fn manifest() -> String {
    MANIFEST.lines().filter(|line| !line.starts_with("workspace = ")).fold(String::new(), |mut text, line| {
        text.push_str(line);
        text.push('\n');
        text
    })
}

/// A lock file of the libraries alone; cargo adds the crates of the project.
pub(crate) fn lock_file() -> String {
    let mut parts = LOCK.split("[[package]]");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts.filter(|part| part.contains("\nsource = ")) {
        text.push_str("[[package]]");
        text.push_str(part);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_source_of_the_sdk_is_written() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sdk/src");
        let mut found: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        found.sort();
        let written: Vec<&str> = SOURCES.iter().map(|(name, _)| *name).collect();
        assert_eq!(found, written);
    }

    #[test]
    fn every_script_of_the_sdk_is_written() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sdk-js");
        let mut found: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .filter(|name| name != "node_modules" && !name.starts_with("package"))
            .collect();
        found.sort();
        let written: Vec<&str> = SCRIPTS.iter().map(|(name, _)| *name).collect();
        assert_eq!(found, written);
    }

    /// `npm ci` refuses a lock file of other packages, and the compiler does not start without those beside it.
    #[test]
    fn projects_ask_for_the_packages_that_their_lock_file_has() {
        let folder = tempfile::tempdir().unwrap();
        write_npm_files_to(folder.path(), "acme-plugin").unwrap();
        let json = |name: &str| -> serde_json::Value {
            serde_json::from_slice(&std::fs::read(folder.path().join(name)).unwrap()).unwrap()
        };
        let (package, lock) = (json("package.json"), json("package-lock.json"));
        let root = &lock["packages"][""];
        for named in [&package, &lock, root] {
            assert_eq!(named["name"], "acme-plugin");
        }
        assert_eq!(package["devDependencies"], root["devDependencies"]);
        for name in ["componentize-js", "preview2-shim"] {
            assert!(package["devDependencies"][format!("@bytecodealliance/{name}")].is_string(), "{name}");
        }
    }

    #[test]
    fn lock_file_names_libraries_alone() {
        let lock = lock_file();
        assert!(lock.contains("name = \"wit-bindgen\""));
        assert!(!lock.contains("stoa-plugin-sdk") && !lock.contains("block-callout"));
    }
}
