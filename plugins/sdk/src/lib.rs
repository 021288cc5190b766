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
mod error;
mod export;
mod incoming;
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
pub use error::{error, invalid_input};
pub use incoming::{product_row, put_rows};
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
