//! The store: catalogue, prices, cart, stock, checkout, payments and orders.
//!
//! It does not depend on the web framework, the template engine or the plugin runtime. Payments go through the adapter
//! traits in [`ports`]. Events for other domains are written to the outbox, in the transaction that caused them.

pub mod cart;
pub mod cart_reminders;
pub mod catalogue;
pub mod checkout;
pub mod contributor_texts;
pub mod customers;
pub mod discounts;
pub mod donations;
pub mod downloads;
pub mod gift_cards;
pub mod installments;
pub mod inventory;
pub mod lessons;
pub mod load_runs;
pub mod load_seed;
pub mod orders;
pub mod payments;
pub mod ports;
pub mod preferences;
pub mod price_lists;
pub mod pricing;
pub mod product_reviews;
pub mod quotes;
pub mod refunds;
pub mod restock;
pub mod sales;
pub mod settings;
pub mod shipping_zones;
pub mod subscriptions;
pub mod taxes;
pub mod test_shoppers;
pub mod translations;
pub mod unsubscribe;
pub mod wishlists;

mod error;
#[cfg(test)]
mod keyset_query_plans;
mod named_customers;
mod pricing_cache;
pub mod problem_texts;
mod site_events;

pub use error::CommerceError;
