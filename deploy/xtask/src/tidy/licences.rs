//! Checks the licences of the Rust packages of the lock file.

use anyhow::{Context, Result};
use serde_json::Value;

use super::Findings;
use crate::repository::Repository;
use crate::shell;

/// Licences compatible with distribution of the binary under Apache-2.0.
const ALLOWED: [&str; 17] = [
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "MIT",
    "MIT-0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "0BSD",
    "BSL-1.0",
    "CC0-1.0",
    "Unlicense",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "MPL-2.0",
    "MPL-2.0+",
    "CDLA-Permissive-2.0",
];

/// The platform whose dependencies are checked.
const RELEASED_FOR: &str = "x86_64-unknown-linux-gnu";

/// Rejects packages under any other licence.
pub(crate) fn check(repository: &Repository, findings: &mut Findings) -> Result<()> {
    let mut cargo = shell::cargo(repository.root());
    let text = shell::output(cargo.args(["metadata", "--format-version", "1", "--filter-platform", RELEASED_FOR]))?;
    let metadata: Value = serde_json::from_str(&text).context("cargo metadata printed something that is not JSON")?;
    for package in metadata.get("packages").and_then(Value::as_array).into_iter().flatten() {
        let name = package.get("name").and_then(Value::as_str).unwrap_or_default();
        let licence = package.get("license").and_then(Value::as_str).unwrap_or_default();
        // A package without an expression refers to a file; those are reviewed once by hand and listed here.
        if !is_allowed(licence) {
            findings.errors.push(format!("package {name} is under `{licence}`"));
        }
    }
    Ok(())
}

/// Whether an SPDX expression allows choosing only allowed licences.
fn is_allowed(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ");
    let mut words = Vec::new();
    for word in expression.replace('(', " ( ").replace(')', " ) ").split_whitespace() {
        words.push(word.to_owned());
    }
    let mut rest = words.as_slice();
    alternatives(&mut rest) && rest.is_empty()
}

fn alternatives(words: &mut &[String]) -> bool {
    let mut any = conjunction(words);
    while take(words, "OR") {
        any |= conjunction(words);
    }
    any
}

fn conjunction(words: &mut &[String]) -> bool {
    let mut all = single(words);
    while take(words, "AND") {
        all &= single(words);
    }
    all
}

fn single(words: &mut &[String]) -> bool {
    if take(words, "(") {
        let inner = alternatives(words);
        return take(words, ")") && inner;
    }
    let Some((first, rest)) = words.split_first() else {
        return false;
    };
    *words = rest;
    let mut name = first.clone();
    if take(words, "WITH")
        && let Some((exception, rest)) = words.split_first()
    {
        *words = rest;
        name = format!("{name} WITH {exception}");
    }
    ALLOWED.contains(&name.as_str())
}

fn take(words: &mut &[String], word: &str) -> bool {
    match words.split_first() {
        Some((first, rest)) if first == word => {
            *words = rest;
            true
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions() {
        for allowed in [
            "MIT",
            "MIT OR GPL-3.0",
            "MIT/Apache-2.0",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR Apache-2.0",
            "GPL-2.0 OR BSD-3-Clause AND MIT",
        ] {
            assert!(is_allowed(allowed), "{allowed}");
        }
        for refused in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT", "(MIT OR AGPL-3.0", "MIT MIT"] {
            assert!(!is_allowed(refused), "{refused}");
        }
    }
}
