//! What browsers open: pages, pictures, files, and what operators ask.

pub mod admin_app;
pub mod health;
