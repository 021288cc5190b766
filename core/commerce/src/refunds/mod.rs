//! Refunds: refundable amounts, the journal of refunds, and every possible outcome of a request to a provider. A refund
//! is recorded before the provider is called and settled by the provider's total alone, whatever its source.

mod apply;
mod ledger;
mod model;
mod reconcile;
mod service;
mod shares;
mod store;

#[cfg(test)]
mod tests;

pub use model::{
    NewRefund, PreviewItem, RefundItemView, RefundLine, RefundPreview, RefundResult, RefundView, RequestedRefund,
};
pub use reconcile::reconcile_due;
pub use service::{preview, refund};

pub(crate) use apply::{keep, record_refunded_total, total_of};
pub(crate) use ledger::Ledger;
pub(crate) use service::{
    carry_out, is_refunded_in_full, record_excess_refund, record_payment_refund, record_remaining_refunds,
};
pub(crate) use store::restocked;
