//! Carts, prices, discounts and the checkout.

pub(crate) mod access_restrictions;
pub(crate) mod address_suggestions;
pub(crate) mod automatic_discounts;
pub(crate) mod billing_address;
pub(crate) mod buy_now;
pub(crate) mod cart_reminders;
pub(crate) mod carts;
pub(crate) mod checkout_links;
pub(crate) mod discount_race;
pub(crate) mod donations;
pub(crate) mod installments;
pub(crate) mod pickup;
pub(crate) mod plugin_questions;
pub(crate) mod plugin_quotes;
pub(crate) mod prices;
pub(crate) mod pricing_cache;
pub(crate) mod problem_language;
pub(crate) mod purchase_pages;
pub(crate) mod saved_addresses;
pub(crate) mod saved_payment_methods;
pub(crate) mod stock_race;
pub(crate) mod storefront;
pub(crate) mod without_scripts;
