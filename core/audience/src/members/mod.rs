//! Visitors with an account on a site.

mod email_change;
mod letters;
mod model;
mod password;
mod passwords;
mod personal_data;
mod service;
mod sessions;
mod tokens;

pub use email_change::{ask_email_change, stop_email_change, warned_of_change};
pub use letters::{ask_verification, letters_for, verify_email};
pub use model::{
    AccountLetter, Credentials, LetterPurpose, Member, NewMember, Profile, Session, SignedIn, checked_language,
};
pub use passwords::{
    PasswordChange, PasswordProof, ask_password_reset, change_password, confirm_password, reset_password,
};
pub use personal_data::{PersonalAnswer, PersonalWords, erase, erase_own, erase_own_words, words_of};
pub use service::{account, register, set_language, update};
pub use sessions::{
    is_to_be_renewed, replace_session, session, session_key, sign_in, sign_out, sign_out_everywhere, verify_xsrf,
};
pub use tokens::token_for;
