//! Finds paths in documents that lead nowhere any more: who looks for a thing with the code map should find it.

use super::{Findings, SourceFile};
use crate::repository::Repository;

/// Folders with which the paths begin.
const FOLDERS: [&str; 9] =
    ["admin-ui/", "api-spec/", "core/", "deploy/", "docs/", "load-tests/", "plugins/", "storefront-ui/", "tenancy/"];

/// Checks the paths in the documents.
pub(super) fn check(repository: &Repository, sources: &[SourceFile], findings: &mut Findings) {
    for source in sources.iter().filter(|source| source.path.ends_with(".md")) {
        for path in paths(&source.text).filter(|path| !repository.path(path).exists()) {
            findings.errors.push(format!("{}: there is no {path}", source.path));
        }
    }
}

/// The paths between back ticks. Those with a part that stands for others, such as `<theme>`, are left out.
fn paths(text: &str) -> impl Iterator<Item = String> {
    let spans = text.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    let is_path = |span: &&str| {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-./{},".contains(letter);
        FOLDERS.iter().any(|folder| span.starts_with(folder)) && span.chars().all(is_plain)
    };
    spans.filter(is_path).flat_map(expanded)
}

/// The paths that braces stand for: `a/{b,c}.rs` is two.
fn expanded(path: &str) -> Vec<String> {
    let parts = path.rsplit_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)));
    match parts {
        Some((before, (names, after))) => {
            names.split(',').flat_map(|name| expanded(&format!("{before}{name}{after}"))).collect()
        }
        None => vec![path.to_owned()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read_with_their_braces() {
        let text = "See `core/{a,b}/c.rs`, `core/page/`, `themes/<theme>/`, `core/<kind>.rs` and `cargo run`.\n\
                    `core/{x,y/{z,w}}.rs` is `docs/*.md`.";
        let expected =
            ["core/a/c.rs", "core/b/c.rs", "core/page/", "core/x.rs", "core/y/z.rs", "core/x.rs", "core/y/w.rs"];
        assert_eq!(paths(text).collect::<Vec<_>>(), expected);
    }
}
