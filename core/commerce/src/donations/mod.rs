//! Donations: service products whose price the donor chooses, and the resulting orders. A donation is made once. What
//! marks an order as a donation is stored beside the order, so that an order can later also start a subscription plan.

mod admin;
mod model;
mod store;

#[cfg(test)]
mod tests;

pub use admin::{remove_terms, save_terms, terms};
pub use model::{Donation, DonationTerms, NewDonation, TermsPatch};

pub(crate) use model::CartDonation;
pub(crate) use store::{
    accepts_donations, close, erase_donor, keep_with_cart, keep_with_order, of_cart, of_orders, of_products,
    orders_of_donors,
};
