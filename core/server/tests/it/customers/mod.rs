//! Customers, site users, subscribers, and the e-mails they get.

pub(crate) mod account_email_rate_limits;
pub(crate) mod cookies;
pub(crate) mod customers_csv;
pub(crate) mod email_change;
pub(crate) mod email_change_data;
pub(crate) mod email_texts;
pub(crate) mod mail_delivery;
pub(crate) mod mailing_lists;
pub(crate) mod member_sign_in;
pub(crate) mod order_emails;
pub(crate) mod session_recording;
