//! Discounts, abandoned cart e-mails, mailing lists and their subscribers.

pub mod cart_reminders;
pub mod discounts;
pub mod mailing_lists;
pub mod subscribers;
