//! Questions to plugins about carts: delivery options, taxes and discounts.
//!
//! A plugin is never asked within a transaction. [`prepare`] prices the cart, asks what the price leaves open, and keeps
//! the answers; pricing reads them from there, by the build of the plugin, its settings and the question. So the amounts
//! of an order are those that the shopper saw, or the shopper is told that they have changed.

mod ask;
mod known;
mod model;
mod prepare;
mod store;

pub use model::{
    OpenQuestion, QuoteAnswer, QuoteFailure, QuoteQuestion, QuoteSource, QuotedCart, QuotedDiscount, QuotedLine,
    QuotedRate, QuotedTax,
};
pub use prepare::{QuoteState, Quoted, are_settled, prepare};
pub use store::{next_purge, purge};

pub(crate) use ask::{QuoteGaps, Quotes};
pub(crate) use prepare::{learn_sources, may_ask};
