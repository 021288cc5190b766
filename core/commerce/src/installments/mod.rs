//! Messages that an order can be paid in parts: what is asked of those who offer that, and what shoppers
//! are told.

mod model;
mod page;
mod service;
mod settings;

#[cfg(test)]
mod tests;

pub use model::{
    InstallmentAvailability, InstallmentExplanation, InstallmentItem, InstallmentMarket, InstallmentMessage,
    InstallmentOffer, InstallmentText, InstallmentWish,
};
pub use service::{Shopfront, Shopper, WantedItem, explanation, of_cart, of_checkout, of_item};
pub use settings::{InstallmentChoice, InstallmentSettings, save_settings, settings};
