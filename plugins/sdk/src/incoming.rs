//! Products that come in by files.

use crate::{Error, ErrorCode, error, invalid_input, product_rows};

/// A row of a file with products that leaves everything of its variant as it is.
pub fn product_row(line: u32, sku: impl Into<String>) -> product_rows::ProductRow {
    product_rows::ProductRow {
        line,
        sku: sku.into(),
        product: String::new(),
        name: None,
        kind: None,
        published: None,
        excerpt: None,
        description: None,
        tags: None,
        categories: None,
        options: Vec::new(),
        price: None,
        sale: None,
        stock: None,
        weight_grams: None,
    }
}

/// Gives rows to the shop.
///
/// # Errors
/// `invalid-input` when the file has more than the shop takes, in words for the person; `internal` in a call that reads no
/// file with products.
pub fn put_rows(rows: &[product_rows::ProductRow]) -> Result<(), Error> {
    product_rows::put(rows).map_err(|refusal| match refusal {
        product_rows::Refusal::TooMany => invalid_input("the file has more than 5,000 rows"),
        product_rows::Refusal::TooLarge => invalid_input("the texts of the file are too long"),
        product_rows::Refusal::NotHere => error(ErrorCode::Internal, "there is no file with products to read"),
    })
}
