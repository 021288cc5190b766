//! The cart: what a shopper has put together, priced anew each time it is read.

mod coupons;
mod delivery;
mod model;
mod price;
mod rules;
mod service;
mod store;
mod view;

#[cfg(test)]
mod tests;

pub use coupons::{add_coupon, remove_coupon};
pub use delivery::{set_location, set_option};
pub use model::{CartView, ChosenVariant, CouponView, EntryView, MAX_QUANTITY};
pub use rules::{NewEntry, OUT_OF_STOCK, UNAVAILABLE, read_quantity};
pub use service::{Changed, add, remove, set_additional_fields, set_quantity, view};
pub use view::view_in;

pub(crate) use coupons::{enter, take_out};
pub(crate) use delivery::{check_offered, check_reached, settled_option};
pub(crate) use model::Cart;
pub(crate) use price::{Priced, price};
pub(crate) use store::{by_checkout_token, delete_entries, lock, set_destination, set_shipping_option};
