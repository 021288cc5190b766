//! E-mails and newsletter subscribers.

pub mod letter_text;
pub mod mail;
pub mod mailing_list;
pub mod pending_subscriber;
pub mod subscriber;
