//! Columns by their headings, which differ between versions of the systems.

use crate::table::Record;

/// The headings of a file.
pub(crate) struct Columns {
    names: Vec<String>,
}

impl Columns {
    pub(crate) fn of(headings: &Record) -> Self {
        let folded = |heading: &String| heading.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        Self { names: headings.cells().iter().map(folded).collect() }
    }

    /// The first column that has one of the names, which are in lower case.
    pub(crate) fn any(&self, names: &[&str]) -> Option<usize> {
        names.iter().find_map(|name| self.names.iter().position(|own| own == name))
    }

    /// Whether there is a column for each group of names.
    pub(crate) fn have(&self, groups: &[&[&str]]) -> bool {
        groups.iter().all(|names| self.any(names).is_some())
    }

    /// The column whose name begins so and ends with a word in brackets, and this word: `weight (kg)`.
    pub(crate) fn bracketed(&self, name: &str) -> Option<(usize, &str)> {
        self.names.iter().enumerate().find_map(|(place, own)| {
            let word = own.strip_prefix(name)?.trim_start().strip_prefix('(')?.strip_suffix(')')?;
            Some((place, word))
        })
    }
}
