//! Members: visitors with an account on a site.

mod email_change;
mod emails;
mod model;
mod password;
mod password_reset;
mod personal_data;
mod service;
mod sessions;
mod tokens;

pub use email_change::{account_of_cancel_link, cancel_email_change, request_email_change};
pub use emails::{emails_for, request_verification, verify_email};
pub use model::{AccountEmail, Credentials, Member, NewMember, Profile, Session, SignedIn, checked_language};
pub use password_reset::{
    PasswordChange, PasswordProof, ask_password_reset, change_password, confirm_password, reset_password,
};
pub use personal_data::{PersonalAnswer, PersonalContent, erase, erase_own, erase_own_content, words_of};
pub use service::{account, register, set_language, update};
pub use sessions::{
    needs_renewal, replace_session, session, session_key, sign_in, sign_out, sign_out_everywhere, verify_xsrf,
};
pub use tokens::token_for;
