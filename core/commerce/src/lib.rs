//! The shop: catalogue, prices, cart, stock, checkout, payments, orders and the letters about them.
//!
//! It knows no web framework, no template and no plugin runtime. Money is taken through the port in
//! [`ports`]; what other domains must learn goes to the outbox in the transaction that made it true.

pub mod address;
pub mod cart;
pub mod cart_reminders;
pub mod catalogue;
pub mod checkout;
pub mod customers;
pub mod discounts;
pub mod donations;
pub mod downloads;
pub mod gift_cards;
pub mod installments;
pub mod inventory;
pub mod lessons;
pub mod mail;
pub mod orders;
pub mod payments;
pub mod pickup;
pub mod place;
pub mod ports;
pub mod preferences;
pub mod price_lists;
pub mod pricing;
pub mod product_reviews;
pub mod refunds;
pub mod restock;
pub mod sales;
pub mod settings;
pub mod shipping_zones;
pub mod subscribers;
pub mod subscriptions;
pub mod taxes;
pub mod testers;

mod address_parts;
pub mod audit;
mod columns;
mod countries;
mod csv;
mod error;
mod named_customers;
mod ordered;
#[cfg(test)]
mod ordered_plans;
mod outbox;
mod postal;
mod regions;
mod shelf;
mod words;

pub use error::CommerceError;
pub use words::LANGUAGES as LETTER_LANGUAGES;
