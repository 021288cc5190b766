//! Addresses that lead elsewhere: made by owners, or left behind by pages that moved.

mod rule;
mod service;

pub use rule::{NewRedirect, Redirect};
pub use service::{create, list, remove, target, update};

pub(crate) use service::leave_behind;
