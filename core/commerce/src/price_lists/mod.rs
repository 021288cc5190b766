//! Prices that some customers pay: what owners make of them, and which of them fit a shopper. What a list makes of a
//! price is said in [`pricing`](crate::pricing) alone.

mod model;
mod offers;
mod service;
mod shown;
mod store;

#[cfg(test)]
mod tests;

pub use model::{Audience, OwnPrice, PriceListPatch, PriceListSummary, PriceListView, PricedProduct};
pub use service::{create, delete, detail, list, update};
pub use shown::{ShownPrice, shown};

pub(crate) use offers::Offers;
pub(crate) use store::{follow, forget, names_with};
