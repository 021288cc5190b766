//! Questions to plugins about carts: delivery options, taxes and discounts, and what the checkout asks.
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
    OpenQuestion, QuoteAnswer, QuoteFailure, QuoteQuestion, QuoteSource, QuotedCart, QuotedCheckout, QuotedChoice,
    QuotedDelivery, QuotedDiscount, QuotedField, QuotedLine, QuotedRate, QuotedRefusal, QuotedTax,
};
pub use prepare::{QuoteState, Quoted, are_settled, prepare};
pub use store::{next_purge, purge};

pub(crate) use ask::{AskedFields, QuoteGaps, Quotes};
pub(crate) use known::{Silence, asks_in_checkout};
pub(crate) use prepare::{ask, forget_busy, learn_sources, may_ask, silence, worth_asking};
