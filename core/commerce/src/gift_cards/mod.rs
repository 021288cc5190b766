//! Gift cards that were bought: each piece gets a code when its order is paid, and the code goes to the buyer. In the
//! database a code lies sealed and is found by its fingerprint.

mod code;
mod model;
mod store;

pub use model::GiftCard;
pub use store::seal_codes;

pub(crate) use store::{issue, of_order, orders_with};
