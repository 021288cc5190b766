//! Price lists: special prices for some customers. Editing the lists, and selecting those that apply to a shopper. The
//! price rules are in [`pricing`](crate::pricing) only.

mod applicable;
mod customer_prices;
mod model;
mod personal;
mod service;
mod store;

#[cfg(test)]
mod tests;

pub use customer_prices::{CustomerPrice, customer_prices};
pub use model::{OwnPrice, PriceListPatch, PriceListSummary, PriceListView, PricedProduct};
pub use service::{create, delete, detail, list, update};

pub(crate) use applicable::Offers;
pub(crate) use personal::PriceListData;
pub(crate) use store::change_address;
