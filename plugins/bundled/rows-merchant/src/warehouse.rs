//! The stock of a warehouse: a table with tabs, whose columns the owner names.

use stoa_plugin_sdk::rows::StockRow;
use stoa_plugin_sdk::{Error, invalid_input, texts};

use crate::text_setting;

/// The rows with a number of pieces. A line with another value is refused, since nobody can tell what it means, and so is
/// a file whose last line ends before the pieces: it is not whole.
pub(crate) fn rows(file: Vec<u8>) -> Result<Vec<StockRow>, Error> {
    let text = String::from_utf8(file).map_err(|_| invalid_input(words("notText", &[])))?;
    let (sku_name, stock_name) = (text_setting("skuColumn", "sku"), text_setting("stockColumn", "stock"));
    let mut lines = (1_u32..).zip(text.trim_start_matches('\u{feff}').lines());
    let headings: Vec<&str> = lines.next().map(|(_, line)| line.split('\t').collect()).unwrap_or_default();
    let column = |name: &str| headings.iter().position(|heading| heading.trim().eq_ignore_ascii_case(name));
    let (Some(sku), Some(stock)) = (column(&sku_name), column(&stock_name)) else {
        return Err(invalid_input(words("columns", &[("sku", &sku_name), ("stock", &stock_name)])));
    };
    let mut rows = Vec::new();
    let is_ended = text.ends_with(['\n', '\r']);
    let mut lines = lines.peekable();
    while let Some((number, line)) = lines.next() {
        let cells: Vec<&str> = line.split('\t').map(str::trim).collect();
        if !is_ended && lines.peek().is_none() && cells.len() <= sku.max(stock) {
            return Err(invalid_input(words("cutOff", &[("line", &number.to_string())])));
        }
        let cell = |index: usize| cells.get(index).copied().unwrap_or_default();
        if cell(stock).is_empty() {
            continue;
        }
        let pieces = cell(stock).parse::<u32>();
        let pieces = pieces.map_err(|_| invalid_input(words("noNumber", &[("line", &number.to_string())])))?;
        rows.push(StockRow { line: number, sku: cell(sku).to_owned(), stock: Some(pieces) });
    }
    Ok(rows)
}

/// A text in the language of the person who imports.
fn words(key: &str, values: &[(&str, &str)]) -> String {
    let values: Vec<(String, String)> =
        values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    texts::fill(key, &values).unwrap_or_else(|| key.to_owned())
}
