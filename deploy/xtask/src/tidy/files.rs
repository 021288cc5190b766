//! Checks sizes of source files, and queries without a tenant.

use super::{Findings, SourceFile};

const SOFT_LINES: usize = 400;
const HARD_LINES: usize = 800;

/// Generated files.
const GENERATED: [&str; 2] = ["api-spec/ts/src/schema.ts", "api-spec/ts/src/rules.ts"];

/// A long file usually has several responsibilities: warns above the soft limit, fails above the hard one.
pub(crate) fn check_size(source: &SourceFile, findings: &mut Findings) {
    let is_code = [".rs", ".ts", ".tsx"].iter().any(|end| source.path.ends_with(end));
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
    fn finders() {
        check("core/site/src/store.rs", "let all = page::Entity::find().all(db);", 1, 0);
        check("core/site/src/store.rs", "page::Entity::find_by_id(id)", 1, 0);
        check("core/site/src/store.rs", "// never Entity::find() here", 0, 0);
        check("core/site/src/store.rs", "page::Entity::scoped(tenant)", 0, 0);
        check("core/entity/src/scope.rs", "Self::Entity::find()", 0, 0);
    }
}
