//! Messages that an order can be paid in installments: the request to the providers of installments, and what customers
//! are shown.

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
pub use service::{InstallmentShop, Shopper, WantedItem, explanation, of_cart, of_checkout, of_item};
pub use settings::{InstallmentChoice, InstallmentSettings, save_settings, settings};
