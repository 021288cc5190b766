//! The cart: what a shopper has put together, priced anew each time it is read.

mod model;
mod rules;
mod service;
mod store;
mod view;

#[cfg(test)]
mod tests;

pub use model::{AppliedTax, CartView, ChosenVariant, EntryView, MAX_QUANTITY};
pub use rules::{NewEntry, OUT_OF_STOCK, UNAVAILABLE, read_quantity};
pub use service::{Changed, add, remove, set_additional_fields, set_quantity, view};
pub use view::view_in;

pub(crate) use model::Cart;
pub(crate) use store::{by_checkout_token, delete_entries, lock};
pub(crate) use view::{Priced, price};
