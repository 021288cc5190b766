//! Parts of catalogue files in formats of plugins, and the rows that plugins find in files.

use super::Money;
use super::reads::products::{Product, ProductKind};

/// A part of the products for a file in the format of a plugin.
#[derive(Debug, Clone)]
pub struct FormatPart {
    /// From 0.
    pub number: u32,
    /// Whether no further part follows.
    pub last: bool,
    /// Address of the site, such as `https://example.com`, which is put before paths.
    pub origin: String,
    /// At most 100.
    pub products: Vec<Product>,
}

/// A row of a file with numbers of stock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StockRow {
    /// Where it stands in the file, from 1.
    pub line: u32,
    /// SKU of the variant.
    pub sku: String,
    /// Pieces in stock; none if stock is not to be tracked.
    pub stock: Option<u32>,
}

/// A row of a file with products: a variant. What is none stays as it is.
#[derive(Debug, Clone, PartialEq)]
pub struct ProductRow {
    /// Where it stands in the file, from 1.
    pub line: u32,
    /// SKU of the variant.
    pub sku: String,
    /// The same for all variants of a product; empty for a product of its own.
    pub product: String,
    /// Name of the product.
    pub name: Option<String>,
    /// Type of a new product.
    pub kind: Option<ProductKind>,
    /// Whether visitors see it.
    pub published: Option<bool>,
    /// Short description as HTML.
    pub excerpt: Option<String>,
    /// Long description as HTML.
    pub description: Option<String>,
    /// Tags.
    pub tags: Option<Vec<String>>,
    /// Names of its categories.
    pub categories: Option<Vec<String>>,
    /// Options and their values, in display order.
    pub options: Vec<(String, String)>,
    /// Regular price.
    pub price: Option<Money>,
    /// What is paid now.
    pub sale: Option<RowSale>,
    /// Its stock.
    pub stock: Option<RowStock>,
    /// Weight of one item, grams.
    pub weight_grams: Option<u32>,
    /// Why the row cannot be taken, in the words of the plugin.
    pub refused: Option<String>,
}

/// Stock of a variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowStock {
    /// It is not tracked.
    Untracked,
    /// Pieces in stock.
    Pieces(u32),
}

/// Sale of a variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowSale {
    /// There is none.
    Ended,
    /// What is paid now.
    Price(Money),
}

impl ProductRow {
    /// Bytes that it takes in memory: an empty text in a list is not for nothing.
    pub(crate) fn bytes(&self) -> usize {
        let text = |text: &Option<String>| text.as_ref().map_or(0, String::capacity);
        let element = |text: &String| size_of::<String>() + text.capacity();
        let list = |list: &Option<Vec<String>>| list.iter().flatten().map(element).sum::<usize>();
        let options = self.options.iter().map(|(name, value)| element(name) + element(value)).sum::<usize>();
        let sale = match &self.sale {
            Some(RowSale::Price(price)) => price.currency.capacity(),
            Some(RowSale::Ended) | None => 0,
        };
        size_of::<Self>()
            + self.sku.capacity()
            + self.product.capacity()
            + text(&self.name)
            + text(&self.refused)
            + text(&self.excerpt)
            + text(&self.description)
            + list(&self.tags)
            + list(&self.categories)
            + options
            + self.price.as_ref().map_or(0, |price| price.currency.capacity())
            + sale
    }
}
