//! Donations: services that are given for in an amount that the donor chooses, and the orders that come of it. A
//! donation is given a single time; an order keeps beside it what makes it one, so that it can also begin a plan.

mod admin;
mod model;
mod store;

#[cfg(test)]
mod tests;

pub use admin::{remove_terms, save_terms, terms};
pub use model::{Donation, DonationTerms, NewDonation, TermsPatch};

pub(crate) use model::CartDonation;
pub(crate) use store::{
    close, forget, keep_with_cart, keep_with_order, of_cart, of_order, of_orders, of_products, orders_of_donors,
    takes_donations,
};
