//! The requirements ledger.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

/// All rows, in file order.
#[derive(Debug)]
pub(crate) struct Ledger {
    /// Area and id of each row.
    rows: Vec<(String, String)>,
    ids: HashSet<String>,
}

impl Ledger {
    /// Reads the tab-separated file.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
        Self::parse(&text)
    }

    fn parse(text: &str) -> Result<Self> {
        let mut ledger = Self { rows: Vec::new(), ids: HashSet::new() };
        for (index, line) in text.lines().enumerate().skip(1).filter(|(_, line)| !line.is_empty()) {
            let mut cells = line.split('\t');
            let (Some(id), Some(area), 5) = (cells.next(), cells.next(), line.split('\t').count()) else {
                bail!("line {} of the ledger does not have five cells", index + 1);
            };
            if !ledger.ids.insert(id.to_owned()) {
                bail!("line {} of the ledger repeats the id {id}", index + 1);
            }
            ledger.rows.push((area.to_owned(), id.to_owned()));
        }
        Ok(ledger)
    }

    /// Whether there is a row with this id.
    pub(crate) fn contains(&self, id: &str) -> bool {
        self.ids.contains(id)
    }

    /// Areas in file order, each with its ids.
    pub(crate) fn areas(&self) -> Vec<(&str, Vec<&str>)> {
        let mut areas: Vec<(&str, Vec<&str>)> = Vec::new();
        for (area, id) in &self.rows {
            match areas.iter_mut().find(|(name, _)| name == area) {
                Some((_, ids)) => ids.push(id),
                None => areas.push((area, vec![id])),
            }
        }
        areas
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "id\tarea\twhere\tstatement\taccept\n";

    #[test]
    fn groups_rows_by_area() {
        let ledger =
            Ledger::parse(&format!("{HEAD}a.one\tcart\t§1\tx\ty\nb.one\tforms\t§1\tx\ty\na.two\tcart\t§1\tx\ty\n"));
        let ledger = ledger.unwrap();
        assert_eq!(ledger.areas(), vec![("cart", vec!["a.one", "a.two"]), ("forms", vec!["b.one"])]);
        assert!(ledger.contains("b.one") && !ledger.contains("c.one"));
    }

    #[test]
    fn rejects_repeated_ids_and_short_lines() {
        let row = "a.one\tcart\t§1\tx\ty\n";
        assert!(Ledger::parse(&format!("{HEAD}{row}{row}")).unwrap_err().to_string().contains("repeats the id a.one"));
        assert!(Ledger::parse(&format!("{HEAD}a\tb\n")).unwrap_err().to_string().contains("line 2"));
    }
}
