//! Form submissions and their webhooks.

pub mod form_file;
pub mod form_key;
pub mod submission;
pub mod webhook_delivery;
pub mod webhook_key;
