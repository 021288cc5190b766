//! The shopper's cart. Its prices are computed each time it is read.

mod browser;
mod buy_now;
mod computation;
mod coupons;
mod delivery;
mod donation;
mod merge;
mod model;
mod owner;
mod price;
mod purge;
mod quoted;
mod restore;
mod rules;
mod sample;
mod service;
mod shared;
mod single_item;
mod store;
mod subscription;
mod view;

#[cfg(test)]
mod tests;

pub use browser::{Browser, CheckoutKey};
pub use buy_now::buy_now;
pub use coupons::{add_coupon, remove_coupon};
pub use delivery::{set_location, set_option};
pub use donation::donate;
pub use merge::{MergedCarts, copy_cart_at_sign_out, merge_carts_at_sign_in};
pub use model::{CartView, ChosenVariant, CouponView, EntryView, MAX_QUANTITY};
pub use purge::{KEPT_MS, next_purge, purge};
pub use rules::{NewEntry, read_quantity};
pub use sample::sample;
pub use service::{Changed, add, remove, set_additional_fields, set_quantity, view};
pub use shared::{SharedCheckout, open_link};
pub use single_item::StartedCheckout;
pub use subscription::subscribe;
pub use view::view_in;

pub(crate) use browser::opens;
pub(crate) use coupons::{enter, take_out};
pub(crate) use delivery::{check_deliverable, check_offered};
pub(crate) use model::Cart;
pub(crate) use owner::open_of;
pub(crate) use price::{Priced, price, price_at_new_place};
pub(crate) use quoted::quoted_checkout;
pub(crate) use restore::restore_cart;
pub(crate) use rules::{check_range, choose_variant};
pub(crate) use single_item::single_item_checkout_token;
pub(crate) use store::{
    by_checkout_key, delete_entries, entries, lock, lock_of_order, set_destination, set_shipping_option,
};
