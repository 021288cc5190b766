//! Determines what a run has to check: everything, or what depends on changed files.

use std::collections::BTreeSet;

use anyhow::{Result, bail};

use crate::repository::Repository;
use crate::{rust_tests, shell};

/// Parts of the repository other than the Rust packages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    Admin,
    Islands,
    Themes,
    Contract,
    Guests,
    Deployment,
    Load,
    /// The tools of the step "formatting", which runs whatever was changed.
    Format,
    /// Files that every build depends on.
    Ground,
}

/// Path prefixes of the parts; the first match wins. Other files are documentation, or belong to a Rust package.
const PLACES: [(&str, Part); 19] = [
    ("admin-ui/", Part::Admin),
    ("storefront-ui/islands/", Part::Islands),
    ("storefront-ui/e2e/", Part::Islands),
    ("storefront-ui/", Part::Themes),
    ("api-spec/", Part::Contract),
    ("plugins/bundled/", Part::Guests),
    ("plugins/tests/", Part::Guests),
    ("plugins/sdk/", Part::Guests),
    ("plugins/sdk-js/", Part::Guests),
    ("plugins/bundled-js/", Part::Guests),
    ("plugins/wit/", Part::Guests),
    ("load-tests/", Part::Load),
    ("deploy/xtask/", Part::Ground),
    ("deploy/lint/", Part::Ground),
    ("deploy/format/", Part::Format),
    ("deploy/contract/", Part::Contract),
    ("deploy/", Part::Deployment),
    (".config/", Part::Ground),
    ("Cargo.", Part::Ground),
];

/// Files that another part reads too: scripts have messages, and the server tells pages which ones.
const READ_ELSEWHERE: [(&str, Part); 2] =
    [("core/messages/catalogues/", Part::Islands), ("storefront-ui/islands/src/app/message-groups.json", Part::Themes)];

/// What was changed since a commit.
#[derive(Debug)]
pub(crate) struct Scope {
    parts: BTreeSet<Part>,
    packages: BTreeSet<String>,
    is_everything: bool,
}

impl Scope {
    /// Everything.
    pub(crate) fn all() -> Self {
        Self { parts: BTreeSet::new(), packages: BTreeSet::new(), is_everything: true }
    }

    /// Differences of the working tree from a commit, untracked files included.
    pub(crate) fn since(repository: &Repository, commit: &str) -> Result<Self> {
        let git = |arguments: &[&str]| shell::output(shell::command("git", repository.root()).args(arguments));
        let changed = git(&["diff", "--name-only", commit])?;
        let new = git(&["ls-files", "--others", "--exclude-standard"])?;
        let folders: Vec<(String, String)> = rust_tests::packages(repository)?
            .into_iter()
            .map(|(folder, name)| (format!("{}/", repository.shown(&folder)), name))
            .collect();
        Ok(Self::of(changed.lines().chain(new.lines()), &folders))
    }

    /// `folders` are those of the Rust packages with their names, longest first.
    fn of<'a>(files: impl Iterator<Item = &'a str>, folders: &[(String, String)]) -> Self {
        let mut scope = Self { parts: BTreeSet::new(), packages: BTreeSet::new(), is_everything: false };
        for file in files {
            if let Some((_, part)) = PLACES.iter().find(|(start, _)| file.starts_with(start)) {
                scope.parts.insert(*part);
            } else if let Some((_, name)) = folders.iter().find(|(folder, _)| file.starts_with(folder)) {
                scope.packages.insert(name.clone());
            }
            let elsewhere = READ_ELSEWHERE.iter().filter(|(start, _)| file.starts_with(start));
            scope.parts.extend(elsewhere.map(|(_, part)| *part));
        }
        scope.is_everything = scope.parts.contains(&Part::Ground);
        scope
    }

    pub(crate) fn is_everything(&self) -> bool {
        self.is_everything
    }

    pub(crate) fn has(&self, parts: &[Part]) -> bool {
        self.is_everything || parts.iter().any(|part| self.parts.contains(part))
    }

    /// Whether the server, or something it is built from, was changed.
    pub(crate) fn has_server(&self) -> bool {
        !self.packages.is_empty() || self.has(&[Part::Themes, Part::Guests])
    }

    /// The affected Rust tests as a nextest filter expression; none for all.
    pub(crate) fn rust_tests(&self) -> Option<String> {
        if self.is_everything {
            return None;
        }
        let mut sets: Vec<String> = self.packages.iter().map(|name| format!("rdeps(={name})")).collect();
        if self.has(&[Part::Themes, Part::Guests, Part::Contract]) {
            sets.push("package(=stoa-server)".to_owned());
            sets.push("package(=stoa-render)".to_owned());
        }
        Some(if sets.is_empty() { "none()".to_owned() } else { sets.join(" | ") })
    }
}

/// The base commit: the given one, or else the merge base with the upstream branch.
pub(crate) fn base_commit(repository: &Repository, named: Option<&str>) -> Result<String> {
    if let Some(named) = named {
        return Ok(named.to_owned());
    }
    let mut git = shell::command("git", repository.root());
    match shell::output(git.args(["merge-base", "HEAD", "@{upstream}"])) {
        Ok(commit) => Ok(commit.trim().to_owned()),
        Err(_) => bail!("this branch has no upstream branch; give a commit with --since"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(files: &[&str]) -> Scope {
        let folders =
            [("core/http/", "stoa-http"), ("core/commerce/", "stoa-commerce"), ("plugins/host/", "stoa-plugin-host")];
        let folders = folders.map(|(folder, name)| (folder.to_owned(), name.to_owned()));
        Scope::of(files.iter().copied(), &folders)
    }

    #[test]
    fn changed_files_select_dependents() {
        let domain = of(&["core/commerce/src/cart/mod.rs", "docs/pages.md"]);
        assert_eq!(domain.rust_tests().as_deref(), Some("rdeps(=stoa-commerce)"));
        assert!(domain.has_server() && !domain.has(&[Part::Admin, Part::Islands]));
        let admin = of(&["admin-ui/src/main.tsx"]);
        assert_eq!(admin.rust_tests().as_deref(), Some("none()"));
        assert!(!admin.has_server() && admin.has(&[Part::Admin]));
        let theme = of(&["storefront-ui/themes/plain/site.region"]);
        assert!(theme.has_server() && theme.rust_tests().is_some_and(|tests| tests.contains("=stoa-render")));
        let ground = of(&["Cargo.lock"]);
        assert!(ground.is_everything() && ground.rust_tests().is_none() && ground.has(&[Part::Load]));
        let tools = of(&["deploy/format/package-lock.json"]);
        assert!(!tools.has_server() && !tools.has(&[Part::Deployment]));
        let messages = of(&["core/messages/catalogues/de.po"]);
        assert!(messages.has(&[Part::Islands]), "their tests read the messages");
        let texts = of(&["README.md"]);
        assert!(!texts.has_server() && texts.rust_tests().as_deref() == Some("none()"));
    }
}
