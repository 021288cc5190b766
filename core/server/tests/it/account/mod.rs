//! Contributors: accounts, sign-in, sessions, roles, the activity log.

pub(crate) mod admin;
pub(crate) mod audit_log;
pub(crate) mod contributors;
pub(crate) mod member_accounts;
pub(crate) mod password_races;
pub(crate) mod roles;
pub(crate) mod second_factor;
pub(crate) mod security_notifications;
pub(crate) mod session_expiry;
pub(crate) mod sign_in_rules;
pub(crate) mod sign_up;
pub(crate) mod trials;
