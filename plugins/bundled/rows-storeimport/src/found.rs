//! What is found in a file: rows for the shop, and rows that cannot be taken.

use stoa_plugin_sdk::product_rows::{ProductRow, RefusedRow};

/// Longest text of a cell that a message repeats.
const SHOWN: usize = 40;

/// Why something cannot be taken: a text of the plugin, and its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    /// Key of the text.
    pub(crate) key: &'static str,
    pub(crate) values: Vec<(String, String)>,
}

impl Problem {
    pub(crate) fn new(key: &'static str) -> Self {
        Self { key, values: Vec::new() }
    }

    /// The same with a value for a place of the text.
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        let shown = value.chars().filter(|letter| !letter.is_control()).take(SHOWN).collect();
        self.values.push((name.to_owned(), shown));
        self
    }
}

/// A row of the file.
#[derive(Debug, Clone)]
pub(crate) enum Found {
    /// A variant.
    Row(ProductRow),
    /// It cannot be taken.
    Refused(Refused),
}

/// A row that cannot be taken. The product that it belongs to is left as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refused {
    pub(crate) line: u32,
    pub(crate) sku: String,
    pub(crate) product: String,
    pub(crate) problem: Problem,
}

impl Refused {
    /// As the shop takes it, with the reason in words.
    pub(crate) fn said(self, words: &dyn Fn(&Problem) -> String) -> RefusedRow {
        let reason = words(&self.problem);
        RefusedRow { line: self.line, sku: self.sku, product: self.product, reason }
    }
}
