//! Carts and checkouts.

pub mod cart;
pub mod cart_buy_now;
pub mod cart_donation;
pub mod cart_entry;
pub mod cart_reminder;
pub mod cart_subscription;
pub mod checkout_detail;
pub mod site_user_cart;
