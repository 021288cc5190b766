//! The interfaces of each kind that a plugin provides, generated from the contract.

macro_rules! kind {
    ($module:ident, $trait:ident, $export:literal, $world:literal) => {
        mod generated {
            wit_bindgen::generate!({
                path: "../wit/0.1.0",
                inline: $world,
                with: { "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types },
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
            "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types,
            "stoa:plugin/context@0.2.0": crate::bindings::context::stoa::plugin0_2_0::context,
            "stoa:plugin/reads@0.2.0": crate::bindings::imports2::stoa::plugin0_2_0::reads,
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
            "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types,
            "stoa:plugin/context@0.2.0": crate::bindings::context::stoa::plugin0_2_0::context,
            "stoa:plugin/carts@0.2.0": crate::bindings::cart_records::stoa::plugin0_2_0::carts,
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
            "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types,
            "stoa:plugin/context@0.2.0": crate::bindings::context::stoa::plugin0_2_0::context,
            "stoa:plugin/carts@0.2.0": crate::bindings::cart_records::stoa::plugin0_2_0::carts,
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
            "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types,
            "stoa:plugin/context@0.2.0": crate::bindings::context::stoa::plugin0_2_0::context,
            "stoa:plugin/carts@0.2.0": crate::bindings::cart_records::stoa::plugin0_2_0::carts,
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
            "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types,
            "stoa:plugin/context@0.2.0": crate::bindings::context::stoa::plugin0_2_0::context,
            "stoa:plugin/carts@0.2.0": crate::bindings::cart_records::stoa::plugin0_2_0::carts,
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
            "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types,
            "stoa:plugin/context@0.2.0": crate::bindings::context::stoa::plugin0_2_0::context,
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
            "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types,
            "stoa:plugin/context@0.2.0": crate::bindings::context::stoa::plugin0_2_0::context,
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
            "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types,
            "stoa:plugin/context@0.2.0": crate::bindings::context::stoa::plugin0_2_0::context,
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
            "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types,
            "stoa:plugin/context@0.2.0": crate::bindings::context::stoa::plugin0_2_0::context,
            "stoa:plugin/streams@0.2.0": crate::bindings::stream_imports::stoa::plugin0_2_0::streams,
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
        { "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types }
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
        { "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types }
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
            "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types,
            "stoa:plugin/context@0.2.0": crate::bindings::context::stoa::plugin0_2_0::context,
        }
    );
}
