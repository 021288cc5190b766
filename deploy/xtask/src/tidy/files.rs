//! Checks sizes of source files, comments of modules, long lines of templates and style sheets, and queries without a
//! tenant.

use super::{Findings, SourceFile};

const SOFT_LINES: usize = 400;
const HARD_LINES: usize = 800;
/// Longest line of a template or style sheet, in characters.
const LINE_LENGTH: usize = 180;

/// Generated files.
const GENERATED: [&str; 3] = ["api-spec/ts/src/schema.ts", "api-spec/ts/src/rules.ts", "plugins/sdk-js/contract.d.ts"];

/// A long file usually has several responsibilities: warns above the soft limit, fails above the hard one.
pub(crate) fn check_size(source: &SourceFile, findings: &mut Findings) {
    let is_code = [".rs", ".ts", ".tsx", ".css"].iter().any(|end| source.path.ends_with(end));
    if !is_code || GENERATED.contains(&source.path.as_str()) {
        return;
    }
    let lines = source.text.lines().count();
    if lines > HARD_LINES {
        findings.errors.push(format!("{}: {lines} lines, more than {HARD_LINES}: split it", source.path));
    } else if lines > SOFT_LINES {
        findings.warnings.push(format!("{}: {lines} lines, more than {SOFT_LINES}", source.path));
    }
}

/// Whether a file is a template or style sheet of a theme, or the template of a block. Formatters break the lines of other
/// languages.
fn is_of_theme(path: &str) -> bool {
    const ENDS: [&str; 6] = [".block", ".item", ".list", ".region", ".css", ".less"];
    match path.strip_prefix("storefront-ui/themes/") {
        Some(inner) => ENDS.iter().any(|end| inner.ends_with(end)),
        None => path.starts_with("core/render/blocks/") && path.ends_with("/block.html"),
    }
}

/// A change of a long line cannot be reviewed.
pub(crate) fn check_lines(source: &SourceFile, findings: &mut Findings) {
    if !is_of_theme(&source.path) {
        return;
    }
    for (index, line) in source.text.lines().enumerate() {
        let length = line.chars().count();
        if length > LINE_LENGTH {
            let place = format!("{}:{}", source.path, index + 1);
            findings.errors.push(format!("{place}: {length} characters, more than {LINE_LENGTH}: break the line"));
        }
    }
}

/// Code that must not compile: the compiler's messages name its lines.
const NOT_COMPILED: &str = "core/entity/tests/fence/";

/// Each Rust file begins with a sentence that says what is in it.
pub(crate) fn check_comment(source: &SourceFile, findings: &mut Findings) {
    let is_checked = source.path.ends_with(".rs") && !source.path.starts_with(NOT_COMPILED);
    if is_checked && !source.text.lines().any(|line| line.starts_with("//!")) {
        findings.errors.push(format!("{}: begin it with a `//!` comment: what is in it?", source.path));
    }
}

/// Only the entity crate may start a query without a tenant; other crates use its scoped finders.
pub(crate) fn check_finders(source: &SourceFile, findings: &mut Findings) {
    if !source.path.ends_with(".rs")
        || ["core/entity/", "deploy/xtask/"].iter().any(|part| source.path.starts_with(part))
    {
        return;
    }
    for (index, line) in source.text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        if ["Entity::find()", "Entity::find_by_id("].iter().any(|finder| code.contains(finder)) {
            findings.errors.push(format!("{}:{}: a finder without tenant outside core/entity", source.path, index + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(path: &str, text: &str) -> SourceFile {
        SourceFile { path: path.to_owned(), text: text.to_owned() }
    }

    fn check(path: &str, text: &str, errors: usize, warnings: usize) {
        let mut findings = Findings::default();
        check_size(&source(path, text), &mut findings);
        check_lines(&source(path, text), &mut findings);
        check_finders(&source(path, text), &mut findings);
        assert_eq!((findings.errors.len(), findings.warnings.len()), (errors, warnings), "{path}: {findings:?}");
    }

    #[test]
    fn sizes() {
        check("a.rs", &"x\n".repeat(400), 0, 0);
        check("a.tsx", &"x\n".repeat(401), 0, 1);
        check("a.ts", &"x\n".repeat(801), 1, 0);
        check("a.md", &"x\n".repeat(801), 0, 0);
        check("api-spec/ts/src/schema.ts", &"x\n".repeat(9_000), 0, 0);
    }

    #[test]
    fn lines() {
        let (longest, longer) = ("é".repeat(180), "x".repeat(181));
        check("storefront-ui/themes/base/blocks/cart.block", &format!("{longest}\n{longest}"), 0, 0);
        check("storefront-ui/themes/base/blocks/cart.block", &format!("{longer}\n\n{longer}"), 2, 0);
        check("storefront-ui/themes/linen/assets/styles/text.css", &longer, 1, 0);
        check("core/render/blocks/text/block.html", &longer, 1, 0);
        check("core/render/blocks/text/schema.json", &longer, 0, 0);
        check("core/render/tests/themes/fieldnotes/foot.region", &longer, 0, 0);
    }

    #[test]
    fn comments_of_modules() {
        let errors = |path: &str, text: &str| {
            let mut findings = Findings::default();
            check_comment(&source(path, text), &mut findings);
            findings.errors.len()
        };
        assert_eq!(errors("core/site/src/store.rs", "//! Queries.\n\nuse std::fmt;"), 0);
        assert_eq!(errors("core/site/src/store.rs", "// Generated.\nuse std::fmt;\n// //!"), 1);
        assert_eq!(errors("core/entity/tests/fence/join.rs", "fn main() {}"), 0);
        assert_eq!(errors("core/site/src/store.ts", "export {};"), 0);
    }

    #[test]
    fn finders() {
        check("core/site/src/store.rs", "let all = page::Entity::find().all(db);", 1, 0);
        check("core/site/src/store.rs", "page::Entity::find_by_id(id)", 1, 0);
        check("core/site/src/store.rs", "// never Entity::find() here", 0, 0);
        check("core/site/src/store.rs", "page::Entity::scoped(tenant)", 0, 0);
        check("core/entity/src/scope.rs", "Self::Entity::find()", 0, 0);
    }
}
