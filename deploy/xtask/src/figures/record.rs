//! Writes measured tables into the document of figures, each between the markers of its part.

use std::fs;

use anyhow::{Context, Result};

use crate::repository::Repository;

const DOCUMENT: &str = "docs/performance/figures.md";

/// A part of the document: the table of one command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Store,
    Building,
    Editor,
    HotRow,
    Languages,
    Lighthouse,
    Orders,
    Peer,
    Plugins,
    Race,
    Seed,
    Template,
    Tenants,
    Visitors,
}

impl Part {
    /// Its name in the markers.
    fn name(self) -> &'static str {
        match self {
            Self::Store => "store",
            Self::Building => "building",
            Self::Editor => "editor",
            Self::HotRow => "hot-row",
            Self::Languages => "languages",
            Self::Lighthouse => "lighthouse",
            Self::Orders => "orders",
            Self::Peer => "peer",
            Self::Plugins => "plugins",
            Self::Race => "race",
            Self::Seed => "seed",
            Self::Template => "template",
            Self::Tenants => "tenants",
            Self::Visitors => "visitors",
        }
    }
}

/// Prints a table with machine, commit and date, and puts both into the document in place of the former ones.
pub(super) fn record(repository: &Repository, part: Part, table: &str) -> Result<()> {
    let measured = format!("{}\n\n{}", super::heading(repository), table.trim());
    println!("\n{measured}");
    let document = repository.path(DOCUMENT);
    let text = fs::read_to_string(&document).with_context(|| format!("{DOCUMENT} cannot be read"))?;
    let text = replaced(&text, part, &measured)?;
    fs::write(&document, text).with_context(|| format!("{DOCUMENT} cannot be written"))?;
    println!("\nwritten to {DOCUMENT}");
    Ok(())
}

/// The document with the content between the markers of a part replaced.
fn replaced(text: &str, part: Part, content: &str) -> Result<String> {
    let name = part.name();
    let (start, end) = (format!("<!-- figures: {name} -->"), format!("<!-- end of figures: {name} -->"));
    let (before, rest) = text.split_once(&start).with_context(|| format!("{DOCUMENT} lacks `{start}`"))?;
    let (_, after) = rest.split_once(&end).with_context(|| format!("{DOCUMENT} lacks `{end}`"))?;
    Ok(format!("{before}{start}\n{content}\n{end}{after}"))
}

/// The lines of a table among others that a benchmark prints.
pub(super) fn table_of(printed: &str) -> String {
    printed.lines().filter(|line| line.starts_with('|')).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_its_own_part_only() {
        let text = "a\n<!-- figures: store -->\nold\n<!-- end of figures: store -->\nb\n\
                    <!-- figures: race -->\nkept\n<!-- end of figures: race -->\n";
        let new = replaced(text, Part::Store, "new").unwrap();
        assert_eq!(new, text.replace("old", "new"));
        assert!(replaced(text, Part::Peer, "new").is_err());
    }

    #[test]
    fn document_has_a_place_for_each_part() {
        let text = include_str!("../../../../docs/performance/figures.md");
        for part in [
            Part::Store,
            Part::Building,
            Part::Editor,
            Part::HotRow,
            Part::Languages,
            Part::Lighthouse,
            Part::Orders,
            Part::Peer,
            Part::Plugins,
            Part::Race,
            Part::Seed,
            Part::Template,
            Part::Tenants,
            Part::Visitors,
        ] {
            replaced(text, part, "").unwrap();
        }
    }

    #[test]
    fn takes_the_table_of_a_benchmark() {
        assert_eq!(table_of("100 orders\n\n| a |\n|---|\n| 1 |\n"), "| a |\n|---|\n| 1 |");
    }
}
