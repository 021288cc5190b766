//! Finds API types with the same schema name in the OpenAPI document: the later one silently replaces the earlier.

use std::collections::BTreeMap;

use super::closed_sets::DEFINITIONS;
use super::{Findings, SourceFile};

/// Checks that each type of the document has a unique name.
pub(super) fn check(sources: &[SourceFile], findings: &mut Findings) {
    let mut places: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for source in sources {
        let names = match source.path.as_str() {
            path if ["core/http/src/", "core/web/src/"].iter().any(|folder| path.starts_with(folder)) => {
                names(&source.text)
            }
            path if path.starts_with(DEFINITIONS) => closed_set_names(&source.text),
            _ => continue,
        };
        for name in names {
            places.entry(name).or_default().push(&source.path);
        }
    }
    for (name, files) in places.into_iter().filter(|(_, files)| files.len() > 1) {
        findings.errors.push(format!("{}: several types of the API are named {name}", files.join(", ")));
    }
}

/// Schema names: that of the type, or the one given by `#[schema(as = …)]`.
fn names(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut is_schema = false;
    let mut given = None;
    for line in text.lines().map(str::trim) {
        if line.starts_with("#[derive(") {
            is_schema = line.contains("ToSchema");
            given = None;
        } else if let Some((_, rest)) = line.split_once("schema(as = ") {
            given = rest.split([')', ',']).next();
        } else if let Some(name) = type_name(line).filter(|_| is_schema) {
            names.push(given.unwrap_or(name));
            is_schema = false;
        }
    }
    names
}

/// Schema names of closed sets: that of the set, or the one given by `#[schema(as = …)]`.
fn closed_set_names(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for set in text.split("\nclosed_set! {\n").skip(1) {
        let head = set.lines().map(str::trim).find(|line| line.ends_with('{') && !line.starts_with("//"));
        let given = set.lines().map(str::trim).take_while(|line| !line.ends_with('{')).find_map(|line| {
            let (_, rest) = line.split_once("schema(as = ")?;
            rest.split([')', ',']).next()
        });
        names.extend(given.or(head.and_then(|line| line.split_whitespace().next())));
    }
    names
}

fn type_name(line: &str) -> Option<&str> {
    let words: Vec<&str> = line.split(|letter: char| !letter.is_alphanumeric() && letter != '_').collect();
    let place = words.iter().position(|word| matches!(*word, "struct" | "enum"))?;
    words.get(place + 1).copied().filter(|_| !line.starts_with("//") && !line.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn duplicate_schema_names_found() {
        let file = |path: &str, text: &str| SourceFile { path: format!("core/http/src/{path}"), text: text.to_owned() };
        let sources = [
            file("a.rs", "#[derive(Debug, ToSchema)]\npub struct Steps {\n}\n#[derive(Debug)]\nstruct Kind;"),
            file("b.rs", "#[derive(ToSchema)]\n#[schema(as = CheckoutSteps)]\npub struct Steps {}"),
            file("c.rs", "#[derive(ToSchema)]\n/// An enum of kinds.\npub(crate) enum Kind {\n}"),
            file("d.rs", "#[derive(ToSchema)]\npub struct Kind<T> {}"),
            SourceFile {
                path: "core/kernel/src/order.rs".to_owned(),
                text: "//! Orders.\n\nclosed_set! {\n    /// A kind.\n    Steps {\n    }\n}\n\n\
                       closed_set! {\n    /// Others.\n    #[schema(as = OtherKind)]\n    Kind {\n    }\n}\n"
                    .to_owned(),
            },
        ];
        let mut findings = Findings::default();
        check(&sources, &mut findings);
        assert_eq!(
            findings.errors,
            [
                "core/http/src/c.rs, core/http/src/d.rs: several types of the API are named Kind",
                "core/http/src/a.rs, core/kernel/src/order.rs: several types of the API are named Steps"
            ]
        );
    }
}
