//! Form submissions with their files, and webhooks.

pub mod form_template;
pub mod form_webhooks;
pub mod submission_files;
pub mod submissions;
