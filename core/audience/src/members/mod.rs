//! Visitors with an account on a site.

mod model;
mod password;
mod service;

pub use model::{Credentials, Member, NewMember, SignedIn};
pub use service::{account, register, session_key, sign_in, sign_out, verify_xsrf};
