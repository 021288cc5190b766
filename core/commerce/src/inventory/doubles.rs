//! Rows of a file that name the same variant.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// What of a row says which variant it means.
pub(crate) struct NamedRow {
    /// The SKU, in the form in which SKUs are compared.
    pub(crate) sku: String,
    /// Where it stands in the file.
    pub(crate) line: usize,
}

/// For each row, the line of the first other one with its SKU. Rows are told apart by their places in the list, since
/// plugins may give the same line to several.
pub(crate) fn other_lines(rows: impl Iterator<Item = NamedRow>) -> Vec<Option<usize>> {
    let mut firsts: HashMap<String, usize> = HashMap::new();
    let (mut lines, mut others): (Vec<usize>, Vec<Option<usize>>) = (Vec::new(), Vec::new());
    for (index, NamedRow { sku, line }) in rows.enumerate() {
        lines.push(line);
        let other = match firsts.entry(sku) {
            Entry::Vacant(place) => {
                place.insert(index);
                None
            }
            Entry::Occupied(first) => {
                let first = *first.get();
                if let Some(of_first) = others.get_mut(first) {
                    of_first.get_or_insert(line);
                }
                lines.get(first).copied()
            }
        };
        others.push(other);
    }
    others
}

#[cfg(test)]
mod tests {
    use super::{NamedRow, other_lines};

    #[test]
    fn rows_of_a_sku_are_told_apart_by_their_places() {
        let rows = [("a", 2), ("b", 3), ("a", 4), ("a", 5), ("c", 0), ("c", 0)];
        let named = rows.into_iter().map(|(sku, line)| NamedRow { sku: sku.to_owned(), line });
        assert_eq!(other_lines(named), [Some(4), None, Some(2), Some(2), Some(0), Some(0)]);
    }
}
