//! Conformance cases that contradict others and are excluded, as listed in COMPATIBILITY.md.

use std::collections::BTreeSet;
use std::sync::LazyLock;

const DOCUMENT: &str = include_str!("../../COMPATIBILITY.md");

/// The heading above the table.
const HEADING: &str = "## Contradictions decided";

static EXCLUDED: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| ids(DOCUMENT).collect());

/// Whether the document excludes a case.
pub(super) fn is_excluded(id: &str) -> bool {
    EXCLUDED.contains(id)
}

/// Ids of the excluded cases, in alphabetical order.
#[must_use]
pub fn excluded_cases() -> Vec<&'static str> {
    EXCLUDED.iter().copied().collect()
}

/// The text between backticks in the first column of the table.
fn ids(document: &str) -> impl Iterator<Item = &str> {
    let section = document.split_once(HEADING).map_or("", |(_, behind)| behind);
    let section = section.split_once("\n## ").map_or(section, |(section, _)| section);
    section.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`').map(|(id, _)| id))
}

#[cfg(test)]
mod tests {
    use super::ids;

    #[test]
    fn exclusions_from_first_column() {
        let document = "# x\n\n| `before` | - |\n\n## Contradictions decided\n\n| Case | Kept |\n| --- | --- |\n\
                        | `a/b-1` | `c` |\n| `d#e-2` | - |\n\n## Values\n\n| `behind` | - |\n";
        assert_eq!(ids(document).collect::<Vec<_>>(), ["a/b-1", "d#e-2"]);
    }
}
