use super::reads::products::Product;

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
