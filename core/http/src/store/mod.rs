//! Visitors', shoppers' and site users' calls.

pub mod address;
pub mod buy_now;
pub mod cart;
pub mod cart_back;
pub mod cart_out;
pub mod checkout;
pub mod checkout_out;
pub mod cookie_consent;
pub mod donations;
pub mod form_files;
pub mod forms;
pub mod installments;
pub mod lessons;
pub mod news;
pub mod page_locks;
pub(crate) mod personal_data;
pub mod restock;
pub mod site_user_addresses;
pub mod site_user_data;
pub mod site_user_letters;
pub mod site_users;
pub mod stock;
pub mod subscriptions;
pub mod visitor_events;
pub mod webhooks;
