//! Visitors', shoppers' and site users' calls.

pub mod address;
pub mod cart;
pub mod cart_out;
pub mod checkout;
pub mod checkout_out;
pub mod forms;
pub mod site_users;
pub mod stock;
pub mod webhooks;
