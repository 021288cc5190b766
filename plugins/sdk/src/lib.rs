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

mod lines;
mod locales;
mod market;
mod panic;
mod parts;
mod settings;
mod text;

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

#[expect(missing_docs, reason = "generated from the contract, which is documented")]
mod imports {
    wit_bindgen::generate!({
        path: "../wit/0.1.0",
        inline: "
            package stoa:sdk-imports;
            world guest {
                import stoa:plugin/types@0.1.0;
                import stoa:plugin/log@0.1.0;
                import stoa:plugin/config@0.1.0;
                import stoa:plugin/crypto@0.1.0;
                import stoa:plugin/http@0.1.0;
                import stoa:plugin/storage@0.1.0;
            }
        ",
        world: "stoa:sdk-imports/guest",
        generate_all,
        generate_unused_types: true,
        pub_export_macro: true,
    });
}

pub use context::stoa::plugin0_2_0::context::CallContext;

/// What plugins for shipping, taxes, discounts and questions are told about a cart.
pub mod carts {
    pub use crate::cart_records::stoa::plugin0_2_0::carts::*;
}
pub use imports::stoa::plugin::types::{Error, ErrorCode, Money, SiteContext, Value};
pub use imports::stoa::plugin::{config, crypto, http, log, storage};

#[expect(missing_docs, reason = "generated from the contract, which is documented")]
mod context {
    wit_bindgen::generate!({
        path: ["../wit/0.1.0", "../wit/0.2.0"],
        features: ["streams"],
        inline: "package stoa:sdk-context; world guest { import stoa:plugin/context@0.2.0; }",
        world: "stoa:sdk-context/guest",
        generate_all,
        generate_unused_types: true,
    });
}

#[expect(missing_docs, reason = "generated from the contract, which is documented")]
mod imports2 {
    wit_bindgen::generate!({
        path: ["../wit/0.1.0", "../wit/0.2.0"],
        features: ["streams"],
        inline: "
            package stoa:sdk-imports2;
            world guest {
                import stoa:plugin/reads@0.2.0;
                import stoa:plugin/clock@0.2.0;
                import stoa:plugin/texts@0.2.0;
                import stoa:plugin/digests@0.2.0;
                import stoa:plugin/storage@0.2.0;
                import stoa:plugin/products@0.2.0;
                import stoa:plugin/orders@0.2.0;
                import stoa:plugin/customers@0.2.0;
                import stoa:plugin/pages@0.2.0;
            }
        ",
        world: "stoa:sdk-imports2/guest",
        with: { "stoa:plugin/types@0.1.0": crate::imports::stoa::plugin::types },
        generate_all,
        generate_unused_types: true,
    });
}

pub use imports2::stoa::plugin0_2_0::storage as storage2;
pub use imports2::stoa::plugin0_2_0::{clock, customers, digests, orders, pages, products, reads, texts};

#[expect(missing_docs, reason = "generated from the contract, which is documented")]
mod stream_imports {
    wit_bindgen::generate!({
        path: ["../wit/0.1.0", "../wit/0.2.0"],
        inline: "
            package stoa:sdk-streams;
            world guest {
                import stoa:plugin/streams@0.2.0;
                import stoa:plugin/http-streams@0.2.0;
                import stoa:plugin/product-rows@0.2.0;
            }
        ",
        world: "stoa:sdk-streams/guest",
        with: {
            "stoa:plugin/types@0.1.0": crate::imports::stoa::plugin::types,
            "stoa:plugin/http@0.1.0": crate::imports::stoa::plugin::http,
        },
        features: ["streams"],
        generate_all,
        generate_unused_types: true,
    });
}

pub use stream_imports::stoa::plugin0_2_0::{http_streams, product_rows, streams};

macro_rules! kind {
    ($module:ident, $trait:ident, $export:literal, $world:literal) => {
        mod generated {
            wit_bindgen::generate!({
                path: "../wit/0.1.0",
                inline: $world,
                with: { "stoa:plugin/types@0.1.0": crate::imports::stoa::plugin::types },
                generate_all,
                pub_export_macro: true,
                export_macro_name: $export,
            });
        }
        #[doc(hidden)]
        pub use generated::*;
        pub use generated::exports::stoa::plugin::$module::*;
        pub use generated::exports::stoa::plugin::$module::Guest as $trait;
    };
}

#[expect(missing_docs, reason = "generated from the contract, which is documented")]
mod cart_records {
    wit_bindgen::generate!({
        path: ["../wit/0.1.0", "../wit/0.2.0"],
        features: ["streams"],
        inline: "package stoa:sdk-carts; world guest { import stoa:plugin/carts@0.2.0; }",
        world: "stoa:sdk-carts/guest",
        with: { "stoa:plugin/types@0.1.0": crate::imports::stoa::plugin::types },
        generate_all,
        generate_unused_types: true,
    });
}

/// The same for interfaces of 0.2.0; `with` names the modules whose types the interface uses.
macro_rules! kind_of_0_2 {
    ($module:ident, $trait:ident, $export:literal, $world:literal, $with:tt) => {
        mod generated {
            wit_bindgen::generate!({
                path: ["../wit/0.1.0", "../wit/0.2.0"],
                inline: $world,
                with: $with,
                features: ["streams"],
                generate_all,
                pub_export_macro: true,
                export_macro_name: $export,
            });
        }
        #[doc(hidden)]
        pub use generated::*;
        pub use generated::exports::stoa::plugin0_2_0::$module::*;
        pub use generated::exports::stoa::plugin0_2_0::$module::Guest as $trait;
    };
}

/// Template functions.
#[expect(missing_docs, reason = "generated from the contract, which is documented")]
pub mod formatters {
    kind!(
        formatters,
        Formatters,
        "export_formatters",
        "package stoa:sdk-formatters; world formatters-guest { export stoa:plugin/formatters@0.1.0; }"
    );
}

/// Template tests.
#[expect(missing_docs, reason = "generated from the contract, which is documented")]
pub mod predicates {
    kind!(
        predicates,
        Predicates,
        "export_predicates",
        "package stoa:sdk-predicates; world predicates-guest { export stoa:plugin/predicates@0.1.0; }"
    );
}

/// Blocks of pages.
#[expect(missing_docs, reason = "generated from the contract, which is documented")]
pub mod blocks {
    kind!(
        blocks,
        Blocks,
        "export_blocks",
        "package stoa:sdk-blocks; world blocks-guest { export stoa:plugin/blocks@0.1.0; }"
    );
}

/// Payment methods.
#[expect(missing_docs, reason = "generated from the contract, which is documented")]
pub mod payments {
    kind!(
        payments,
        Payments,
        "export_payments",
        "package stoa:sdk-payments; world payments-guest { export stoa:plugin/payments@0.1.0; }"
    );
}

/// Payment methods by the interface 0.2.0: with a context in every call, typed buyers and lines, saved methods and
/// disputes.
#[expect(missing_docs, reason = "generated from the contract, which is documented")]
pub mod payments2 {
    kind_of_0_2!(
        payments,
        Payments,
        "export_payments2",
        "package stoa:sdk-payments2; world payments2-guest { export stoa:plugin/payments@0.2.0; }",
        {
            "stoa:plugin/types@0.1.0": crate::imports::stoa::plugin::types,
            "stoa:plugin/context@0.2.0": crate::context::stoa::plugin0_2_0::context,
            "stoa:plugin/reads@0.2.0": crate::imports2::stoa::plugin0_2_0::reads,
        }
    );
}

/// Messages about payment in installments.
#[expect(missing_docs, reason = "generated from the contract, which is documented")]
pub mod installments {
    kind!(
        installments,
        Installments,
        "export_installments",
        "package stoa:sdk-installments; world installments-guest { export stoa:plugin/installments@0.1.0; }"
    );
}

/// Delivery options with their prices.
#[expect(missing_docs, reason = "generated from the contract, which is documented")]
pub mod shipping {
    kind_of_0_2!(
        shipping,
        Shipping,
        "export_shipping",
        "package stoa:sdk-shipping; world shipping-guest { export stoa:plugin/shipping@0.2.0; }",
        {
            "stoa:plugin/types@0.1.0": crate::imports::stoa::plugin::types,
            "stoa:plugin/context@0.2.0": crate::context::stoa::plugin0_2_0::context,
            "stoa:plugin/carts@0.2.0": crate::cart_records::stoa::plugin0_2_0::carts,
        }
    );
}

/// Taxes of orders.
#[expect(missing_docs, reason = "generated from the contract, which is documented")]
pub mod taxes {
    kind_of_0_2!(
        taxes,
        Taxes,
        "export_taxes",
        "package stoa:sdk-taxes; world taxes-guest { export stoa:plugin/taxes@0.2.0; }",
        {
            "stoa:plugin/types@0.1.0": crate::imports::stoa::plugin::types,
            "stoa:plugin/context@0.2.0": crate::context::stoa::plugin0_2_0::context,
            "stoa:plugin/carts@0.2.0": crate::cart_records::stoa::plugin0_2_0::carts,
        }
    );
}

/// Discounts that apply by themselves.
#[expect(missing_docs, reason = "generated from the contract, which is documented")]
pub mod discounts {
    kind_of_0_2!(
        discounts,
        Discounts,
        "export_discounts",
        "package stoa:sdk-discounts; world discounts-guest { export stoa:plugin/discounts@0.2.0; }",
        {
            "stoa:plugin/types@0.1.0": crate::imports::stoa::plugin::types,
            "stoa:plugin/context@0.2.0": crate::context::stoa::plugin0_2_0::context,
            "stoa:plugin/carts@0.2.0": crate::cart_records::stoa::plugin0_2_0::carts,
        }
    );
}

/// Questions of the checkout.
#[expect(missing_docs, reason = "generated from the contract, which is documented")]
pub mod questions {
    kind_of_0_2!(
        questions,
        Questions,
        "export_questions",
        "package stoa:sdk-questions; world questions-guest { export stoa:plugin/questions@0.2.0; }",
        {
            "stoa:plugin/types@0.1.0": crate::imports::stoa::plugin::types,
            "stoa:plugin/context@0.2.0": crate::context::stoa::plugin0_2_0::context,
            "stoa:plugin/carts@0.2.0": crate::cart_records::stoa::plugin0_2_0::carts,
        }
    );
}

/// Event hooks.
#[expect(missing_docs, reason = "generated from the contract, which is documented")]
pub mod events {
    kind_of_0_2!(
        events,
        Events,
        "export_events",
        "package stoa:sdk-events; world events-guest { export stoa:plugin/events@0.2.0; }",
        {
            "stoa:plugin/types@0.1.0": crate::imports::stoa::plugin::types,
            "stoa:plugin/context@0.2.0": crate::context::stoa::plugin0_2_0::context,
        }
    );
}

/// Scheduled jobs.
#[expect(missing_docs, reason = "generated from the contract, which is documented")]
pub mod jobs {
    kind_of_0_2!(
        jobs,
        Jobs,
        "export_jobs",
        "package stoa:sdk-jobs; world jobs-guest { export stoa:plugin/jobs@0.2.0; }",
        {
            "stoa:plugin/types@0.1.0": crate::imports::stoa::plugin::types,
            "stoa:plugin/context@0.2.0": crate::context::stoa::plugin0_2_0::context,
        }
    );
}

/// Formats of catalogue files.
#[expect(missing_docs, reason = "generated from the contract, which is documented")]
pub mod rows {
    kind_of_0_2!(
        rows,
        Rows,
        "export_rows",
        "package stoa:sdk-rows; world rows-guest { export stoa:plugin/rows@0.2.0; }",
        {
            "stoa:plugin/types@0.1.0": crate::imports::stoa::plugin::types,
            "stoa:plugin/context@0.2.0": crate::context::stoa::plugin0_2_0::context,
        }
    );
}

/// Products that come in by files in formats of the plugin.
#[expect(missing_docs, reason = "generated from the contract, which is documented")]
pub mod product_files {
    kind_of_0_2!(
        product_files,
        ProductFiles,
        "export_product_files",
        "package stoa:sdk-product-files; world product-files-guest { export stoa:plugin/product-files@0.2.0; }",
        {
            "stoa:plugin/types@0.1.0": crate::imports::stoa::plugin::types,
            "stoa:plugin/context@0.2.0": crate::context::stoa::plugin0_2_0::context,
            "stoa:plugin/streams@0.2.0": crate::stream_imports::stoa::plugin0_2_0::streams,
        }
    );
}

/// Settings that owners saved for an earlier version.
#[expect(missing_docs, reason = "generated from the contract, which is documented")]
pub mod migration {
    kind_of_0_2!(
        migration,
        Migration,
        "export_migration",
        "package stoa:sdk-migration; world migration-guest { export stoa:plugin/migration@0.2.0; }",
        { "stoa:plugin/types@0.1.0": crate::imports::stoa::plugin::types }
    );
}

/// Settings of blocks that were saved for an earlier version of them.
#[expect(missing_docs, reason = "generated from the contract, which is documented")]
pub mod block_migration {
    kind_of_0_2!(
        block_migration,
        BlockMigration,
        "export_block_migration",
        "package stoa:sdk-block-migration; world block-migration-guest { export stoa:plugin/block-migration@0.2.0; }",
        { "stoa:plugin/types@0.1.0": crate::imports::stoa::plugin::types }
    );
}

/// Panels of the admin.
#[expect(missing_docs, reason = "generated from the contract, which is documented")]
pub mod panels {
    kind_of_0_2!(
        panels,
        Panels,
        "export_panels",
        "package stoa:sdk-panels; world panels-guest { export stoa:plugin/panels@0.2.0; }",
        {
            "stoa:plugin/types@0.1.0": crate::imports::stoa::plugin::types,
            "stoa:plugin/context@0.2.0": crate::context::stoa::plugin0_2_0::context,
        }
    );
}

/// Exports the types that implement the kinds, and installs a panic hook that logs why the guest stopped. Use it once:
/// `plugin!(payments: Pay, blocks: Banner);`
#[macro_export]
macro_rules! plugin {
    ($($kind:ident : $implementation:ident),+ $(,)?) => {
        const _: () = {
            /// Runs once, when the host creates an instance.
            #[unsafe(export_name = "_initialize")]
            extern "C" fn initialize() {
                $crate::install_panic_hook();
            }
        };
        $($crate::export_kind!($kind, $implementation);)+
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! export_kind {
    (formatters, $implementation:ident) => {
        $crate::formatters::export_formatters!($implementation with_types_in $crate::formatters);
    };
    (predicates, $implementation:ident) => {
        $crate::predicates::export_predicates!($implementation with_types_in $crate::predicates);
    };
    (blocks, $implementation:ident) => {
        $crate::blocks::export_blocks!($implementation with_types_in $crate::blocks);
    };
    (payments, $implementation:ident) => {
        $crate::payments::export_payments!($implementation with_types_in $crate::payments);
    };
    (payments2, $implementation:ident) => {
        $crate::payments2::export_payments2!($implementation with_types_in $crate::payments2);
    };
    (installments, $implementation:ident) => {
        $crate::installments::export_installments!($implementation with_types_in $crate::installments);
    };
    (shipping, $implementation:ident) => {
        $crate::shipping::export_shipping!($implementation with_types_in $crate::shipping);
    };
    (taxes, $implementation:ident) => {
        $crate::taxes::export_taxes!($implementation with_types_in $crate::taxes);
    };
    (discounts, $implementation:ident) => {
        $crate::discounts::export_discounts!($implementation with_types_in $crate::discounts);
    };
    (questions, $implementation:ident) => {
        $crate::questions::export_questions!($implementation with_types_in $crate::questions);
    };
    (events, $implementation:ident) => {
        $crate::events::export_events!($implementation with_types_in $crate::events);
    };
    (jobs, $implementation:ident) => {
        $crate::jobs::export_jobs!($implementation with_types_in $crate::jobs);
    };
    (rows, $implementation:ident) => {
        $crate::rows::export_rows!($implementation with_types_in $crate::rows);
    };
    (product_files, $implementation:ident) => {
        $crate::product_files::export_product_files!($implementation with_types_in $crate::product_files);
    };
    (migration, $implementation:ident) => {
        $crate::migration::export_migration!($implementation with_types_in $crate::migration);
    };
    (block_migration, $implementation:ident) => {
        $crate::block_migration::export_block_migration!($implementation with_types_in $crate::block_migration);
    };
    (panels, $implementation:ident) => {
        $crate::panels::export_panels!($implementation with_types_in $crate::panels);
    };
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
