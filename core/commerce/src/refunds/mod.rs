//! Money that is given back: what may be, the journal of it, and everything that can come of asking a
//! provider for it. A refund is written down before the provider is called and settled by the
//! provider's total alone, whoever brings it.

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
    NewRefund, PreviewItem, RefundAnswer, RefundItemView, RefundLine, RefundPreview, RefundStatus, RefundView,
    RefundWish,
};
pub use reconcile::reconcile_due;
pub use service::{preview, refund};

pub(crate) use apply::{keep, note_total, total_of};
pub(crate) use ledger::Ledger;
pub(crate) use service::{Excess, begin_excess, begin_payment, begin_rest, carry_out, is_sent_back};
pub(crate) use store::{of_order, restocked};
