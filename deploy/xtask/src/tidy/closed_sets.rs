//! Finds string literals that repeat a value of a closed set. The enums of `core/kernel` are the only place that names
//! these values; elsewhere a misspelt literal would compile.

use std::collections::BTreeSet;

use super::{Findings, SourceFile};

/// Where closed sets are defined.
pub(super) const DEFINITIONS: &str = "core/kernel/src/";

/// Rust code that can use the closed sets.
const CHECKED: [&str; 3] = ["core/", "tenancy/", "plugins/"];

/// Parts of it that name values: the definitions, migrations, which must not change, and the template engine, which
/// depends on no other crate.
const EXEMPT: [&str; 3] = [DEFINITIONS, "core/migration/", "core/template/"];

/// Checks that no source outside the definitions and tests contains a value that cannot mean anything else.
pub(super) fn check(sources: &[SourceFile], findings: &mut Findings) {
    let definitions = sources.iter().filter(|source| source.path.starts_with(DEFINITIONS));
    let values: BTreeSet<&str> = definitions.flat_map(|source| unmistakable_values(&source.text)).collect();
    for source in sources.iter().filter(|source| is_checked(&source.path)) {
        for (number, line) in (1..).zip(source.text.lines()).take_while(|(_, line)| line.trim() != "#[cfg(test)]") {
            for value in literals(line).filter(|literal| values.contains(literal)) {
                findings.errors.push(format!(
                    "{}:{number}: \"{value}\" is a value of a closed set; use its enum in {DEFINITIONS}",
                    source.path
                ));
            }
        }
    }
}

fn is_checked(path: &str) -> bool {
    let is_test = path.contains("/tests/") || path.contains("/benches/") || path.ends_with("tests.rs");
    path.ends_with(".rs")
        && !is_test
        && CHECKED.iter().any(|folder| path.starts_with(folder))
        && !EXEMPT.iter().any(|folder| path.starts_with(folder))
}

/// The values of closed sets that are written in capitals, such as `AWAITING_PAYMENT`. Others can be ordinary words.
fn unmistakable_values(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let (_, value) = line.trim().strip_suffix("\",")?.split_once(" = \"")?;
        let is_capital = |letter: char| letter.is_ascii_uppercase() || letter == '_';
        (value.len() > 3 && value.chars().all(is_capital)).then_some(value)
    })
}

/// The contents of the string literals in a line of code.
fn literals(line: &str) -> impl Iterator<Item = &str> {
    let code = if line.trim_start().starts_with("//") { "" } else { line };
    code.split('"').skip(1).step_by(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_outside_definitions_found() {
        let file = |path: &str, text: &str| SourceFile { path: path.to_owned(), text: text.to_owned() };
        let sources = [
            file(
                "core/kernel/src/order.rs",
                "closed_set! {\n    Status {\n        Paid = \"PAID\",\n        New = \"new\",\n",
            ),
            file("core/commerce/src/a.rs", "// \"PAID\"\nlet paid = status == \"PAID\";\nlet new = \"new\";"),
            file("core/commerce/src/b.rs", "let text = \"It is PAID.\";\n#[cfg(test)]\nmod tests { \"PAID\" }"),
            file("core/commerce/tests/c.rs", "\"PAID\""),
            file("core/migration/src/d.rs", "\"PAID\""),
        ];
        let mut findings = Findings::default();
        check(&sources, &mut findings);
        let expected =
            "core/commerce/src/a.rs:2: \"PAID\" is a value of a closed set; use its enum in core/kernel/src/";
        assert_eq!(findings.errors, [expected]);
    }
}
