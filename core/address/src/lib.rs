//! Postal addresses: which fields each country has, how its addresses are written, and whether one is complete.

mod address;
pub mod countries;
mod destination;
mod format;
mod parts;
mod pickup;
pub mod problem_texts;
mod regions;

pub use address::{Address, checked_email};
pub use countries::Country;
pub use destination::{EVERYWHERE, Place, is_country};
pub use format::{country_name, named_countries};
pub use parts::{AddressPart, Part};
pub use pickup::PickupPlace;
