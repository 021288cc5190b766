//! Conversion of the rows that a plugin finds in a file with products.

use super::money_out;
use crate::bindings::waiting_streams::stoa::plugin0_2_0::product_rows as rows;
use crate::model::reads::products::ProductKind;
use crate::model::{ProductRow, RowSale, RowStock};

pub(crate) fn row_out(row: rows::ProductRow) -> ProductRow {
    ProductRow {
        line: row.line,
        sku: row.sku,
        product: row.product,
        name: row.name,
        kind: row.kind.map(|kind| match kind {
            rows::Kind::Physical => ProductKind::Physical,
            rows::Kind::Digital => ProductKind::Digital,
            rows::Kind::Service => ProductKind::Service,
            rows::Kind::GiftCard => ProductKind::GiftCard,
            rows::Kind::Paywall => ProductKind::Paywall,
        }),
        published: row.published,
        excerpt: row.excerpt,
        description: row.description,
        tags: row.tags,
        categories: row.categories,
        options: row.options,
        price: row.price.map(money_out),
        sale: row.sale.map(|sale| match sale {
            rows::RowSale::Ended => RowSale::Ended,
            rows::RowSale::Price(price) => RowSale::Price(money_out(price)),
        }),
        stock: row.stock.map(|stock| match stock {
            rows::RowStock::Untracked => RowStock::Untracked,
            rows::RowStock::Pieces(pieces) => RowStock::Pieces(pieces),
        }),
        weight_grams: row.weight_grams,
        refused: None,
    }
}

pub(crate) fn refused_out(row: rows::RefusedRow) -> ProductRow {
    ProductRow {
        line: row.line,
        sku: row.sku,
        product: row.product,
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
        refused: Some(row.reason),
    }
}
