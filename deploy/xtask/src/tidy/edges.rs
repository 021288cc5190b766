//! Allowed dependencies between crates: the diagram of ARCHITECTURE.md as a table.

use anyhow::{Context, Result};
use serde_json::Value;

use super::Findings;
use crate::repository::Repository;
use crate::rust_tests;

/// Each workspace crate with the workspace crates it may depend on.
const EDGES: [(&str, &[&str]); 31] = [
    ("stoa-opaque", &[]),
    ("stoa-kernel", &[]),
    ("stoa-locale", &[]),
    ("stoa-document", &[]),
    ("stoa-less", &[]),
    ("stoa-address", &["stoa-kernel", "stoa-locale"]),
    ("stoa-pictures", &[]),
    ("stoa-template", &["stoa-locale"]),
    ("stoa-messages", &["stoa-locale"]),
    ("stoa-page", &["stoa-document", "stoa-template"]),
    ("stoa-document-wasm", &["stoa-document"]),
    ("stoa-editor-wasm", &["stoa-locale", "stoa-page", "stoa-template"]),
    ("stoa-entity", &["stoa-kernel", "stoa-address"]),
    ("stoa-migration", &["stoa-kernel", "stoa-entity"]),
    ("stoa-wording", &["stoa-kernel", "stoa-entity", "stoa-messages"]),
    ("stoa-email", &["stoa-kernel", "stoa-entity", "stoa-locale", "stoa-messages", "stoa-wording"]),
    (
        "stoa-commerce",
        &["stoa-kernel", "stoa-entity", "stoa-locale", "stoa-messages", "stoa-wording", "stoa-address", "stoa-email"],
    ),
    (
        "stoa-site",
        &["stoa-kernel", "stoa-entity", "stoa-document", "stoa-less", "stoa-messages", "stoa-wording", "stoa-pictures"],
    ),
    ("stoa-audience", &["stoa-kernel", "stoa-entity", "stoa-document", "stoa-email"]),
    ("stoa-analytics", &["stoa-kernel", "stoa-entity"]),
    ("stoa-tenancy", &["stoa-opaque", "stoa-kernel", "stoa-entity"]),
    ("stoa-plugin-build", &[]),
    ("stoa-plugin-host", &["stoa-opaque", "stoa-kernel"]),
    ("stoa-plugin-author", &["stoa-plugin-build", "stoa-plugin-host"]),
    (
        "stoa-render",
        &[
            "stoa-opaque",
            "stoa-kernel",
            "stoa-entity",
            "stoa-template",
            "stoa-document",
            "stoa-page",
            "stoa-locale",
            "stoa-messages",
            "stoa-commerce",
            "stoa-site",
            "stoa-audience",
        ],
    ),
    (
        "stoa-web",
        &[
            "stoa-kernel",
            "stoa-entity",
            "stoa-tenancy",
            "stoa-commerce",
            "stoa-site",
            "stoa-audience",
            "stoa-analytics",
            "stoa-email",
            "stoa-document",
            "stoa-messages",
            "stoa-address",
        ],
    ),
    (
        "stoa-http",
        &[
            "stoa-opaque",
            "stoa-kernel",
            "stoa-entity",
            "stoa-tenancy",
            "stoa-web",
            "stoa-render",
            "stoa-commerce",
            "stoa-site",
            "stoa-audience",
            "stoa-analytics",
            "stoa-email",
            "stoa-document",
            "stoa-locale",
            "stoa-messages",
            "stoa-address",
        ],
    ),
    ("stoa-serving", &["stoa-web"]),
    (
        "stoa-server",
        &[
            "stoa-opaque",
            "stoa-kernel",
            "stoa-entity",
            "stoa-migration",
            "stoa-tenancy",
            "stoa-render",
            "stoa-http",
            "stoa-serving",
            "stoa-plugin-host",
            "stoa-plugin-author",
            "stoa-commerce",
            "stoa-site",
            "stoa-audience",
            "stoa-analytics",
            "stoa-email",
            "stoa-document",
            "stoa-template",
            "stoa-locale",
            "stoa-messages",
        ],
    ),
    (
        "stoa-testkit",
        &[
            "stoa-kernel",
            "stoa-entity",
            "stoa-migration",
            "stoa-tenancy",
            "stoa-commerce",
            "stoa-site",
            "stoa-audience",
            "stoa-email",
            "stoa-document",
        ],
    ),
    ("xtask", &["stoa-plugin-build"]),
];

/// Restricted libraries: name (a final `*` stands for any ending) and the crates that may use them.
const FENCES: [(&str, &[&str]); 10] = [
    ("wasmtime*", &["stoa-plugin-host"]),
    ("rquickjs*", &["stoa-less"]),
    ("wasm-bindgen*", &["stoa-document-wasm", "stoa-editor-wasm", "xtask"]),
    ("axum*", &["stoa-web", "stoa-http", "stoa-serving", "stoa-server"]),
    ("tower-http", &["stoa-http", "stoa-server"]),
    ("utoipa*", &["stoa-web", "stoa-http", "stoa-kernel", "stoa-server"]),
    ("casbin", &["stoa-tenancy"]),
    ("jsonwebtoken", &["stoa-tenancy"]),
    ("redis", &["stoa-server"]),
    ("anyhow", &["stoa-server", "stoa-testkit", "stoa-plugin-build", "xtask"]),
];

/// Crates that are also built for the browser, and libraries they therefore must not use.
const PURE: [&str; 6] =
    ["stoa-template", "stoa-document", "stoa-page", "stoa-locale", "stoa-document-wasm", "stoa-editor-wasm"];
const IMPURE: [&str; 6] = ["tokio*", "sea-orm*", "reqwest", "async-trait", "moka", "object_store"];

/// Checks the manifests against the tables.
pub(crate) fn check(repository: &Repository, findings: &mut Findings) -> Result<()> {
    let metadata = rust_tests::metadata(repository)?;
    let packages = metadata.get("packages").and_then(Value::as_array).context("cargo metadata lists no packages")?;
    for package in packages {
        let name = package.get("name").and_then(Value::as_str).unwrap_or_default();
        for dependency in package.get("dependencies").and_then(Value::as_array).into_iter().flatten() {
            let target = dependency.get("name").and_then(Value::as_str).unwrap_or_default();
            let for_tests = dependency.get("kind").and_then(Value::as_str) == Some("dev");
            if let Some(reason) = refused(name, target, for_tests) {
                findings.errors.push(format!("{name} must not depend on {target}: {reason}"));
            }
        }
    }
    Ok(())
}

fn refused(package: &str, dependency: &str, for_tests: bool) -> Option<&'static str> {
    let Some((_, allowed)) = EDGES.iter().find(|(name, _)| *name == package) else {
        return Some("the crate has no row in the table of edges (deploy/xtask/src/tidy/edges.rs)");
    };
    let is_ours = EDGES.iter().any(|(name, _)| *name == dependency);
    if is_ours && !allowed.contains(&dependency) && !(for_tests && tests_may_use(package, dependency)) {
        return Some("the edge is not in the diagram of ARCHITECTURE.md");
    }
    if for_tests {
        return None;
    }
    if PURE.contains(&package) && IMPURE.iter().any(|pattern| matches(pattern, dependency)) {
        return Some("the crate is built for the browser too");
    }
    let fence = FENCES.iter().find(|(pattern, _)| matches(pattern, dependency))?;
    (!fence.1.contains(&package))
        .then_some("only certain crates may use this library (table FENCES in deploy/xtask/src/tidy/edges.rs)")
}

/// Tests of any crate may also use the test kit and the migrations; the server's tests may use everything.
fn tests_may_use(package: &str, dependency: &str) -> bool {
    dependency == "stoa-testkit" || dependency == "stoa-migration" || package == "stoa-server"
}

fn matches(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(beginning) => name.starts_with(beginning),
        None => name == pattern,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_follow_layers() {
        assert_eq!(refused("stoa-http", "stoa-commerce", false), None);
        assert_eq!(refused("stoa-http", "stoa-web", false), None);
        assert!(refused("stoa-web", "stoa-http", false).is_some());
        assert!(refused("stoa-commerce", "stoa-http", false).is_some());
        assert!(refused("stoa-commerce", "stoa-site", false).is_some());
        assert_eq!(refused("stoa-commerce", "stoa-testkit", true), None);
        assert!(refused("stoa-commerce", "stoa-testkit", false).is_some());
        assert!(refused("unknown", "serde", false).is_some());
    }

    #[test]
    fn libraries_confined_to_allowed_crates() {
        assert_eq!(refused("stoa-plugin-host", "wasmtime", false), None);
        assert!(refused("stoa-server", "wasmtime", false).is_some());
        assert!(refused("stoa-render", "axum-extra", false).is_some());
        assert!(refused("stoa-template", "tokio", false).is_some());
        assert_eq!(refused("stoa-template", "tokio", true), None);
        assert_eq!(refused("stoa-commerce", "serde", false), None);
    }
}
