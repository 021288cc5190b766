//! The cart: what a shopper has put together, priced anew each time it is read.

mod again;
mod browser;
mod buy_now;
mod coupons;
mod delivery;
mod donation;
mod merge;
mod model;
mod one_line;
mod owner;
mod price;
mod purge;
mod rules;
mod sample;
mod service;
mod shared;
mod store;
mod subscription;
mod view;

#[cfg(test)]
mod tests;

pub use browser::{Browser, CheckoutKey, products_of};
pub use buy_now::{NOT_OFFERED, buy_now};
pub use coupons::{add_coupon, remove_coupon};
pub use delivery::{set_location, set_option};
pub use donation::{DONATIONS_ONLY, TAKES_NO_DONATIONS, donate};
pub use merge::{Adopted, adopt, leave_copy};
pub use model::{CartView, ChosenVariant, CouponView, EntryView, MAX_QUANTITY};
pub use one_line::BegunCheckout;
pub use purge::{KEPT_MS, next_purge, purge};
pub use rules::{NewEntry, OUT_OF_STOCK, UNAVAILABLE, read_quantity};
pub use sample::sample;
pub use service::{Changed, add, remove, set_additional_fields, set_quantity, view};
pub use shared::{Opened, open_link};
pub use subscription::{NOT_SUBSCRIBABLE, SUBSCRIPTION_ONLY, subscribe};
pub use view::view_in;

pub(crate) use again::give_again;
pub(crate) use browser::opens;
pub(crate) use coupons::{enter, take_out};
pub(crate) use delivery::{check_offered, check_reached, settled_option};
pub(crate) use model::Cart;
pub(crate) use one_line::own_checkout;
pub(crate) use owner::open_of;
pub(crate) use price::{Priced, price};
pub(crate) use rules::{check_range, choose_variant};
pub(crate) use store::{
    by_checkout_key, delete_entries, entries, lock, lock_of_order, set_destination, set_shipping_option, token_hash,
};
