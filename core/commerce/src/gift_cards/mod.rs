//! Purchased gift cards: each unit gets a code when its order is paid, and the code is e-mailed to the buyer. The
//! database stores the code encrypted, and a keyed hash to find it by.

mod code;
mod model;
mod store;

pub use model::GiftCard;
pub(crate) use model::is_gift_card;
pub use store::{any_unsealed_code, seal_codes};

pub(crate) use store::{among, issue, orders_with};
