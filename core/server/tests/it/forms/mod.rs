//! Forms, submissions, webhooks and comments.

pub(crate) mod comment_rules;
pub(crate) mod comments;
pub(crate) mod form_fields;
pub(crate) mod form_files;
pub(crate) mod form_submissions;
pub(crate) mod form_webhooks;
mod killed_form_files;
