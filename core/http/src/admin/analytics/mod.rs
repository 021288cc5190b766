//! Figures about a site.

pub mod sales;
