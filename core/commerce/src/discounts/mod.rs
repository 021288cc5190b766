//! Discounts, automatic and by code: their conditions and their uses.

mod edit;
mod listing;
mod model;
mod personal;
mod rules;
mod service;
mod store;
mod uses;

#[cfg(test)]
mod tests;

pub use edit::DiscountPatch;
pub use listing::{DiscountFilter, DiscountSort, DiscountState};
pub use model::DiscountView;
pub use service::{MAX_COUNTED, create, delete, detail, found_by, list, update};

pub(crate) use personal::DiscountData;
pub(crate) use rules::{DiscountContext, DiscountableLines, SoldLine, as_candidate, refusal};
pub(crate) use store::{by_code, for_cart, replace_customer_email};
pub(crate) use uses::{
    Buyer, PricedDiscount, earlier_uses, for_others, release_all, release_uses, take, take_after_release,
};
