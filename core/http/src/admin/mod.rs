//! Admin API: operations for contributors.

pub mod account;
pub mod analytics;
pub mod assets;
pub mod comments;
pub mod customers;
pub mod design;
pub mod forms;
pub mod marketing;
pub mod orders;
pub mod pages;
pub mod products;
pub mod settings;
