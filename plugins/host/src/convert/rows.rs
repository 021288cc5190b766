//! Conversions and checks of files in formats of plugins.

use super::invalid;
use crate::bindings::rows::interface as rows;
use crate::error::PluginErrorKind;
use crate::model::reads::products::{Picture, Product, ProductKind, ProductVariant, Publication};
use crate::model::{FormatPart, StockRow};

/// Longest text of a part, bytes.
const MAX_PART_BYTES: usize = 1024 * 1024;
/// Most rows of a file.
const MAX_ROWS: usize = 5_000;
const MAX_SKU_CHARS: usize = 200;

pub(crate) fn part_in(part: &FormatPart) -> rows::Part {
    rows::Part {
        number: part.number,
        last: part.last,
        products: part.products.iter().map(|product| product_in(product, &part.origin)).collect(),
    }
}

fn product_in(product: &Product, origin: &str) -> rows::Product {
    rows::Product {
        id: product.id.clone(),
        name: product.name.clone(),
        url: whole(&product.url, origin),
        kind: match product.kind {
            ProductKind::Physical => rows::ProductKind::Physical,
            ProductKind::Digital => rows::ProductKind::Digital,
            ProductKind::Service => rows::ProductKind::Service,
            ProductKind::GiftCard => rows::ProductKind::GiftCard,
            ProductKind::Paywall => rows::ProductKind::Paywall,
        },
        published: matches!(product.publication, Publication::Published),
        excerpt: product.excerpt.clone(),
        description: product.description.clone(),
        tags: product.tags.clone(),
        categories: product.categories.clone(),
        pictures: product.pictures.iter().map(|picture| picture_in(picture, origin)).collect(),
        variants: product.variants.iter().map(variant_in).collect(),
        updated_ms: product.updated_ms,
    }
}

fn picture_in(picture: &Picture, origin: &str) -> rows::Picture {
    rows::Picture { url: whole(&picture.url, origin), alt_text: picture.alt_text.clone() }
}

fn variant_in(variant: &ProductVariant) -> rows::ProductVariant {
    rows::ProductVariant {
        id: variant.id.clone(),
        sku: variant.sku.clone(),
        options: variant.options.clone(),
        price: variant.price.clone(),
        sale_price: variant.sale_price.clone().filter(|_| variant.on_sale),
        stock: variant.stock,
        weight_grams: variant.weight_grams,
    }
}

fn whole(address: &str, origin: &str) -> String {
    if address.starts_with('/') { format!("{origin}{address}") } else { address.to_owned() }
}

/// Refuses a text that is too long.
pub(crate) fn text_out(text: String) -> Result<String, PluginErrorKind> {
    if text.len() <= MAX_PART_BYTES {
        return Ok(text);
    }
    Err(invalid(format!("a part of a file of {} bytes, more than {MAX_PART_BYTES}", text.len())))
}

/// Converts rows. Too many, and SKUs that none of the shop can have, say something about the file and nothing about the
/// plugin: one row too many remains, and of such a SKU the beginning, so that the shop refuses them.
pub(crate) fn stock_rows_out(said: Vec<rows::StockRow>) -> Result<Vec<StockRow>, PluginErrorKind> {
    let row = |row: rows::StockRow| StockRow {
        line: row.line,
        sku: row.sku.chars().take(MAX_SKU_CHARS).collect(),
        stock: row.stock,
    };
    Ok(said.into_iter().take(MAX_ROWS + 1).map(row).collect())
}
