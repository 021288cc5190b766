//! The platform's tables: who may sign in, which sites there are and under which names.

pub mod account;
pub mod due_work;
pub mod host;
pub mod membership;
pub mod sign_in;
pub mod website;
