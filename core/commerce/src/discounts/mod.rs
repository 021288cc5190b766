//! Discounts: codes and those that apply by themselves, the conditions they have, and who used them.

mod edit;
mod listing;
mod model;
mod rules;
mod service;
mod store;
mod uses;

#[cfg(test)]
mod tests;

pub use edit::DiscountPatch;
pub use listing::{DiscountFilter, DiscountSort, DiscountState};
pub use model::{AppliesTo, DiscountKind, DiscountView, UNKNOWN_CODE};
pub use service::{MOST_COUNTED, create, delete, detail, found_by, list, update};

pub(crate) use rules::{Situation, SoldLine, SoldLines, as_candidate, refusal};
pub(crate) use store::{by_code, follow_customer, for_cart, forget_customers, labels_naming};
pub(crate) use uses::{Buyer, Counted, earlier_uses, for_others, give_back, take, take_late};
