//! The platform's tables: accounts, sites, host names and jobs.

pub mod account;
pub mod account_link;
pub mod account_notice;
pub mod due_work;
pub mod earlier_account_link;
pub mod host;
pub mod installation;
pub mod invitation;
pub mod job;
pub mod membership;
pub mod recovery_code;
pub mod removed_website;
pub mod second_factor;
pub mod sign_in;
pub mod trial;
pub mod website;
