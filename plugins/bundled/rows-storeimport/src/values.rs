//! Values that both systems have: prices, lists, and what the owner has chosen for categories.

use stoa_plugin_sdk::Money;
use stoa_plugin_sdk::product_rows::{ProductRow, RowSale};

use crate::amount::{self, Unit};
use crate::found::Problem;

/// Longest SKU of the shop, characters.
const LONGEST_SKU: usize = 60;
/// Longest end of a made SKU, characters.
const LONGEST_END: usize = 30;

/// What becomes of the categories of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CategoryUse {
    Tags,
    Categories,
    LeftOut,
}

/// What is known about the shop.
#[derive(Debug, Clone)]
pub(crate) struct Shop {
    pub(crate) currency: String,
    /// Digits of the minor unit.
    pub(crate) exponent: u8,
    pub(crate) categories: CategoryUse,
    /// Whether products that are not shipped are services.
    pub(crate) has_services: bool,
}

impl Shop {
    /// The price in a cell; none if it is empty.
    pub(crate) fn price(&self, column: &str, cell: &str) -> Result<Option<Money>, Problem> {
        if cell.is_empty() {
            return Ok(None);
        }
        let minor = amount::minor(cell, self.exponent)
            .ok_or_else(|| Problem::new("notPrice").with("value", cell).with("column", column))?;
        Ok(Some(Money { minor, currency: self.currency.clone() }))
    }

    /// Puts tags and categories into a row. Without any, those of the product stay.
    pub(crate) fn sort(&self, row: &mut ProductRow, mut tags: Vec<String>, categories: Vec<String>) {
        match self.categories {
            CategoryUse::Tags => tags.extend(categories),
            CategoryUse::Categories => row.categories = Some(categories).filter(|names| !names.is_empty()),
            CategoryUse::LeftOut => {}
        }
        let mut kept: Vec<String> = Vec::with_capacity(tags.len());
        for tag in tags {
            if !kept.iter().any(|known| known.to_lowercase() == tag.to_lowercase()) {
                kept.push(tag);
            }
        }
        row.tags = Some(kept).filter(|tags| !tags.is_empty());
    }
}

/// Puts the regular price into a row, and what is paid now if it is less.
pub(crate) fn set_price(row: &mut ProductRow, regular: Money, sale: Option<Money>) {
    let lower = sale.filter(|sale| sale.minor < regular.minor);
    row.sale = Some(lower.map_or(RowSale::Ended, RowSale::Price));
    row.price = Some(regular);
}

/// The grams in a cell; none if it is empty.
pub(crate) fn weight(column: &str, cell: &str, unit: Unit) -> Result<Option<u32>, Problem> {
    if cell.is_empty() {
        return Ok(None);
    }
    amount::grams(cell, unit)
        .map(Some)
        .ok_or_else(|| Problem::new("notNumber").with("value", cell).with("column", column))
}

/// The pieces in a cell; none if it is empty.
pub(crate) fn stock(column: &str, cell: &str) -> Result<Option<u32>, Problem> {
    if cell.is_empty() {
        return Ok(None);
    }
    amount::pieces(cell).map(Some).ok_or_else(|| Problem::new("notWhole").with("value", cell).with("column", column))
}

/// The text of a cell, if it has one.
pub(crate) fn filled(cell: &str) -> Option<String> {
    (!cell.is_empty()).then(|| cell.to_owned())
}

/// The parts of a list. `\,` is a comma within a part.
pub(crate) fn list(cell: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut letters = cell.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, parts.last_mut()) {
            (',', _) => parts.push(String::new()),
            ('\\', Some(part)) if letters.next_if_eq(&',').is_some() => part.push(','),
            (_, Some(part)) => part.push(letter),
            (_, None) => {}
        }
    }
    parts.iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

/// A SKU as people see it: some exports put an apostrophe before it, so that spreadsheets keep its zeros.
pub(crate) fn sku(cell: &str) -> String {
    cell.strip_prefix('\'').unwrap_or(cell).trim().to_owned()
}

/// A SKU for a variant that has none. The same file gives the same one again. One that would be too long is shortened, and
/// told apart from others by a number.
pub(crate) fn made_sku<'a>(product: &str, options: impl IntoIterator<Item = &'a str>) -> String {
    let ends: String = options.into_iter().map(|value| format!("-{value}")).collect();
    let whole = joined(&format!("{product}{ends}"));
    if whole.chars().count() <= LONGEST_SKU {
        return whole;
    }
    let number = format!("-{:08x}", number_of(&whole));
    let end: String = joined(&ends).chars().take(LONGEST_END).collect();
    let room = LONGEST_SKU - number.len() - end.chars().count();
    let begin: String = joined(product).chars().take(room).collect();
    format!("{begin}{number}{end}")
}

/// The number of a text, by FNV-1a.
fn number_of(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |number: u32, byte| (number ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

fn joined(text: &str) -> String {
    text.split(|letter: char| letter.is_whitespace() || letter.is_control())
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("-")
}

#[cfg(test)]
mod tests {
    use super::*;
    use stoa_plugin_sdk::product_row;

    #[test]
    fn lists_have_parts_with_commas() {
        assert_eq!(list("a, b,,c \\, d "), ["a", "b", "c , d"]);
        assert_eq!(list("back\\slash"), ["back\\slash"]);
        assert_eq!(list(" "), Vec::<String>::new());
    }

    #[test]
    fn made_skus_tell_variants_apart() {
        assert_eq!(made_sku("blue-shirt", ["S", "Dark blue"]), "blue-shirt-S-Dark-blue");
        assert_eq!(made_sku("mug", []), "mug");
        let long = "x".repeat(100);
        let (small, large) = (made_sku(&long, ["S"]), made_sku(&long, ["L"]));
        assert_ne!(small, large);
        assert_ne!(made_sku(&format!("{long}1"), []), made_sku(&format!("{long}2"), []), "handles that begin alike");
        let value = |last: &str| format!("{}{last}", "y".repeat(40));
        let (first, second) = (value("1"), value("2"));
        assert_ne!(made_sku("mug", [first.as_str()]), made_sku("mug", [second.as_str()]), "short enough");
        assert_ne!(made_sku(&long, [first.as_str()]), made_sku(&long, [second.as_str()]), "values that begin alike");
        assert_eq!(small, made_sku(&long, ["S"]), "the same again");
        assert!(
            small.chars().count() <= LONGEST_SKU && made_sku(&long, [long.as_str()]).chars().count() <= LONGEST_SKU
        );
    }

    #[test]
    fn categories_become_what_the_owner_chose() {
        let shop = |categories| Shop { currency: "USD".to_owned(), exponent: 2, categories, has_services: false };
        let sorted = |categories| {
            let mut row = product_row(1, "A");
            shop(categories).sort(&mut row, vec!["New".to_owned()], vec!["Cups".to_owned(), "new".to_owned()]);
            (row.tags.unwrap_or_default(), row.categories.unwrap_or_default())
        };
        assert_eq!(sorted(CategoryUse::Tags), (vec!["New".to_owned(), "Cups".to_owned()], Vec::new()));
        assert_eq!(sorted(CategoryUse::LeftOut), (vec!["New".to_owned()], Vec::new()));
        assert_eq!(
            sorted(CategoryUse::Categories),
            (vec!["New".to_owned()], vec!["Cups".to_owned(), "new".to_owned()])
        );
    }
}
