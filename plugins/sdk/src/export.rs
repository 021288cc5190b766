//! Names the types of a plugin that the host calls.

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
