//! Finds JSON columns without a type whose documentation does not say why they have none.

use super::{Findings, SourceFile};

/// Where the columns are.
const ENTITIES: &str = "core/entity/src/";

/// Checks the columns of all tables. `likewise` refers to the column before.
pub(super) fn check(sources: &[SourceFile], findings: &mut Findings) {
    for source in sources.iter().filter(|source| source.path.starts_with(ENTITIES)) {
        for (number, column) in unexplained(&source.text) {
            findings.errors.push(format!(
                "{}:{number}: {column} is JSON without a type; give it `JsonOf<T>`, or say why it has none",
                source.path
            ));
        }
    }
}

/// Untyped columns whose documentation does not mention JSON, with their lines.
fn unexplained(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut is_explained = false;
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if line.starts_with("///") {
            is_explained |= line.contains("JSON") || line.contains("likewise");
        } else if let Some(column) = untyped(line) {
            if !is_explained {
                found.push((number, column));
            }
            is_explained = false;
        } else if !line.starts_with("#[") {
            is_explained = false;
        }
    }
    found
}

/// The name of the column, if a line declares one of JSON without a type.
fn untyped(line: &str) -> Option<&str> {
    let (name, declared) = line.strip_prefix("pub ")?.split_once(": ")?;
    matches!(declared, "Json," | "Option<Json>,").then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_without_type_say_why() {
        let text = "pub struct Model {\n    /// The settings; JSON, since the plugin decides its members.\n    #[a]\n    \
                    pub settings: Json,\n    /// Those before, likewise.\n    pub before: Option<Json>,\n    \
                    /// The input.\n    pub input: Json,\n    /// JSON of that.\n    pub typed: JsonOf<Vec<u8>>,\n    \
                    pub bare: Option<Json>,\n}";
        assert_eq!(unexplained(text), [(8, "input"), (11, "bare")]);
    }
}
