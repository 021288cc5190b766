//! Accounts of contributors: sign-up, sign-in, sessions, passwords, second factor, invitations.

pub mod invitations;
pub mod new_site;
pub mod passwords;
pub mod second_factor;
pub mod session;
pub mod sign_ins;
pub mod sign_up;
