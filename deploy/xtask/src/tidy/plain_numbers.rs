//! Finds amounts and times in the domains that are plain numbers: with [`Cents`] and [`Timestamp`] as their types, an
//! amount cannot be passed as a quantity, nor a duration as a time.
//!
//! [`Cents`]: ../../../../core/kernel/src/money.rs
//! [`Timestamp`]: ../../../../core/kernel/src/clock.rs

use super::{Findings, SourceFile};

/// A suffix of the names of fields and parameters, with the type that they have.
struct Rule {
    suffix: &'static str,
    instead: &'static str,
    /// Where it holds.
    folders: &'static [&'static str],
    /// Files there that are not converted yet. The list only becomes shorter.
    unconverted: &'static [&'static str],
}

/// Where amounts and times have a type.
const DOMAINS: &[&str] = &[
    "core/analytics/src/",
    "core/audience/src/",
    "core/commerce/src/",
    "core/email/src/",
    "core/entity/src/",
    "core/kernel/src/",
    "core/render/src/",
    "core/server/src/",
    "core/site/src/",
    "core/wording/src/",
    "tenancy/src/",
];

const RULES: [Rule; 3] = [
    Rule { suffix: "_cents: ", instead: "stoa_kernel::money::Cents", folders: DOMAINS, unconverted: &[] },
    Rule { suffix: "_on: ", instead: "stoa_kernel::clock::Timestamp", folders: DOMAINS, unconverted: &[] },
    Rule { suffix: "now: ", instead: "stoa_kernel::clock::Timestamp", folders: DOMAINS, unconverted: &[] },
];

/// Checks that no field or parameter for an amount or a time is an `i64`, and that the lists of exceptions are current.
pub(super) fn check(sources: &[SourceFile], findings: &mut Findings) {
    for rule in &RULES {
        check_rule(rule, sources, findings);
    }
}

fn check_rule(rule: &Rule, sources: &[SourceFile], findings: &mut Findings) {
    for source in sources.iter().filter(|source| is_checked(rule, &source.path)) {
        let numbers: Vec<usize> = plain_numbers(rule.suffix, &source.text).collect();
        let is_listed = rule.unconverted.contains(&source.path.as_str());
        if is_listed && numbers.is_empty() {
            findings.errors.push(format!(
                "{}: has no plain number `{}i64` any more; remove it from the list",
                source.path, rule.suffix
            ));
        }
        for number in numbers.into_iter().filter(|_| !is_listed) {
            findings.errors.push(format!("{}:{number}: `{}i64`; use {}", source.path, rule.suffix, rule.instead));
        }
    }
}

fn is_checked(rule: &Rule, path: &str) -> bool {
    let is_test = path.contains("/tests/") || path.ends_with("tests.rs");
    path.ends_with(".rs") && !is_test && rule.folders.iter().any(|folder| path.starts_with(folder))
}

/// The lines of the code, without its tests, in which a name with a suffix is declared with a number as its type.
fn plain_numbers<'a>(suffix: &'a str, text: &'a str) -> impl Iterator<Item = usize> + 'a {
    let code = (1..).zip(text.lines()).take_while(|(_, line)| line.trim() != "#[cfg(test)]");
    code.filter(move |(_, line)| {
        let is_comment = line.trim_start().starts_with("//");
        !is_comment && line.split(suffix).skip(1).any(has_number)
    })
    .map(|(number, _)| number)
}

/// Whether a declared type is `i64`, an option of it or a list of it.
fn has_number(declared: &str) -> bool {
    let word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let bare = declared.trim_start_matches("Option<").trim_start_matches("Vec<");
    bare.strip_prefix("i64").is_some_and(|rest| !rest.starts_with(word) && !rest.starts_with("::"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: Rule = Rule {
        suffix: "_cents: ",
        instead: "Cents",
        folders: &["core/commerce/src/"],
        unconverted: &["core/commerce/src/old.rs", "core/commerce/src/converted.rs"],
    };

    #[test]
    fn amounts_as_plain_numbers_found() {
        let file = |path: &str, text: &str| SourceFile { path: path.to_owned(), text: text.to_owned() };
        let sources = [
            file(
                "core/commerce/src/a.rs",
                "// price_cents: i64\npub price_cents: i64,\nsale_cents: Option<i64>,\ntax_cents: Cents,\n\
                 row.tax_cents: i64::from(tax),\nfn of(once_cents: i64) {}\n#[cfg(test)]\nprice_cents: i64",
            ),
            file("core/commerce/src/old.rs", "price_cents: Vec<i64>,"),
            file("core/commerce/src/converted.rs", "price_cents: Cents,"),
            file("core/commerce/src/b/tests.rs", "price_cents: i64"),
            file("core/http/src/c.rs", "price_cents: i64"),
        ];
        let mut findings = Findings::default();
        check_rule(&RULE, &sources, &mut findings);
        let expected = [
            "core/commerce/src/a.rs:2: `_cents: i64`; use Cents",
            "core/commerce/src/a.rs:3: `_cents: i64`; use Cents",
            "core/commerce/src/a.rs:6: `_cents: i64`; use Cents",
            "core/commerce/src/converted.rs: has no plain number `_cents: i64` any more; remove it from the list",
        ];
        assert_eq!(findings.errors, expected);
    }
}
