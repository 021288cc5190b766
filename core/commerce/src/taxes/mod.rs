//! Tax rules by place and time.

mod model;
mod rules;
mod service;

#[cfg(test)]
mod tests;

pub use model::{RegionalTaxRule, TaxPatch};
pub use service::{create, delete, detail, list, update};

pub(crate) use rules::{applicable, apply_alike, by_plugin};
pub(crate) use service::all;
