//! Shipping zones: destinations, delivery options and prices.

mod edit;
mod model;
mod rules;
mod service;
mod shown;
mod store;

#[cfg(test)]
mod tests;

pub use edit::ZonePatch;
pub use model::{Band, ShippingOption, Zone, ZonePlace};
pub use service::{arrange, create, delete, detail, list, update};
pub use shown::{Delivery, deliveries};

pub(crate) use rules::{Load, delivery_countries, is_still_deliverable, offers, plugin_options};
pub(crate) use store::all;
