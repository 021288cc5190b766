//! SDK for Stoa plugins in Rust.
//!
//! Implement the trait of each kind that the plugin provides and name the types in [`plugin!`]:
//!
//! ```ignore
//! use stoa_plugin_sdk::{Value, formatters, invalid_input};
//!
//! struct Shout;
//!
//! impl formatters::Formatters for Shout {
//!     fn apply(_name: String, input: Value, _args: Vec<Value>) -> Result<Value, stoa_plugin_sdk::Error> {
//!         match input {
//!             Value::Text(text) => Ok(Value::Text(text.to_uppercase())),
//!             _ => Err(invalid_input("shout takes text")),
//!         }
//!     }
//!     // …
//! }
//!
//! stoa_plugin_sdk::plugin!(formatters: Shout);
//! ```
//!
//! A guest has no direct access to files, clock or network. Functions of the host are in [`log`], [`config`],
//! [`crypto`], [`http`] and [`storage`]; all but the first two need a permission in `plugin.toml`. With `api = "0.2"` there
//! are also [`clock`], [`texts`] and [`digests`], which need none, [`storage2`], and [`products`], [`orders`],
//! [`customers`] and [`pages`], which read the site's data by permission. A module whose name ends in 2, such as
//! [`payments2`], is that of 0.2.0. [`streams`], [`http_streams`], [`product_rows`] and [`product_files`] may still change:
//! a plugin with one of them needs `unstable = ["streams"]` in its manifest.

mod bindings;
mod export;
mod kinds;
mod lines;
mod locales;
mod market;
mod panic;
mod parts;
mod settings;
mod text;

pub use bindings::context::stoa::plugin0_2_0::context::CallContext;
pub use bindings::imports::stoa::plugin::types::{Error, ErrorCode, Money, SiteContext, Value};
pub use bindings::imports::stoa::plugin::{config, crypto, http, log, storage};
pub use bindings::imports2::stoa::plugin0_2_0::storage as storage2;
pub use bindings::imports2::stoa::plugin0_2_0::{clock, customers, digests, orders, pages, products, reads, texts};
pub use bindings::stream_imports::stoa::plugin0_2_0::{http_streams, product_rows, streams};
pub use kinds::{
    block_migration, blocks, discounts, events, formatters, installments, jobs, migration, panels, payments, payments2,
    predicates, product_files, questions, rows, shipping, taxes,
};
pub use lines::{Line, Lines, lines};
#[doc(hidden)]
pub use locales::text_of;
pub use market::Market;
pub use parts::{Limits, all_eligible, largest_share, range, shares};
pub use serde_json as json;
pub use settings::setting;
pub use text::{client_data, escape_html, hex_decode, query_encode, query_value};

#[doc(hidden)]
pub use panic::install as install_panic_hook;

/// What plugins for shipping, taxes, discounts and questions are told about a cart.
pub mod carts {
    pub use crate::bindings::cart_records::stoa::plugin0_2_0::carts::*;
}

/// An error for invalid input.
pub fn invalid_input(message: impl Into<String>) -> Error {
    error(ErrorCode::InvalidInput, message)
}

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
    product_rows::put(rows).map_err(not_taken)
}

/// Tells the person of a row that cannot be taken; the product of its `product` is left as it is.
///
/// # Errors
/// Those of [`put_rows`].
pub fn refuse_row(row: &product_rows::RefusedRow) -> Result<(), Error> {
    product_rows::refuse(row).map_err(not_taken)
}

fn not_taken(refusal: product_rows::Refusal) -> Error {
    match refusal {
        product_rows::Refusal::TooMany => invalid_input("the file has more than 5,000 rows"),
        product_rows::Refusal::TooLarge => invalid_input("the texts of the file are too long"),
        product_rows::Refusal::NotHere => error(ErrorCode::Internal, "there is no file with products to read"),
    }
}

/// An error of any class, without a message for the customer.
pub fn error(code: ErrorCode, message: impl Into<String>) -> Error {
    Error { code, message: message.into(), buyer_message: None, retry_after_ms: None }
}
