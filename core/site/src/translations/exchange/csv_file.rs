//! Texts for translators as CSV.

use stoa_kernel::csv;
use stoa_kernel::translation::TranslatedKind;

use super::{FileText, WrittenText};
use crate::contributor_texts;

const HEADINGS: [&str; 7] = ["Kind", "Id", "Key", "Name", "State", "Original", "Translation"];
/// Columns that are read; the others are for people.
const READ: [&str; 5] = ["Kind", "Id", "Key", "Original", "Translation"];

pub(super) fn start() -> String {
    format!("{}{}", csv::BYTE_ORDER_MARK, csv::line(HEADINGS))
}

pub(super) fn lines(kind: TranslatedKind, id: &str, texts: &[WrittenText<'_>]) -> String {
    let line = |own: &WrittenText<'_>| {
        let translation = own.translation.unwrap_or_default();
        let (label, state) = (own.text.label.as_str(), own.state.as_str());
        csv::line([kind.as_str(), id, own.text.key.as_str(), label, state, own.text.original.as_str(), translation])
    };
    texts.iter().map(line).collect()
}

/// Reads a file.
///
/// # Errors
/// A message when it is not one of these files.
pub(super) fn read(text: &str) -> Result<Vec<FileText>, String> {
    let records =
        csv::read(text).map_err(|open| contributor_texts::CSV_QUOTE_NOT_CLOSED.with("line", open.0).to_string())?;
    let mut records = records.into_iter();
    let headings = records.next().map(|record| record.cells).unwrap_or_default();
    let column = |name: &str| headings.iter().position(|heading| heading.trim().eq_ignore_ascii_case(name));
    let mut columns = [0; READ.len()];
    for (name, place) in READ.into_iter().zip(&mut columns) {
        *place = column(name).ok_or_else(|| contributor_texts::CSV_COLUMN_MISSING.with("name", name).to_string())?;
    }
    let texts = records.map(|record| {
        let cell =
            |place: usize| record.cells.get(place).map_or("", |cell| csv::without_formula_guard(cell)).to_owned();
        let [kind, id, key, original, translation] = columns.map(cell);
        FileText { kind: TranslatedKind::named(&kind), id, key, original, translation }
    });
    Ok(texts.collect())
}
