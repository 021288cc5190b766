//! Shoppers who want to be told when something sold out is back: their sign-ups, the lists of them, and
//! the letters. Each sign-up is answered by one letter.

mod announce;
mod block;
mod filters;
mod letter;
mod lists;
mod model;
mod sign_up;

pub use announce::{SendRequest, announce_due, handle_event, send, send_all};
pub use block::awaited;
pub use filters::{GroupFilter, GroupSort, SignUpFilter, SignUpSort};
pub use lists::{groups, sign_ups};
pub use model::{NewSignUp, RestockChoices, RestockMessages, SignUp, SignUpGroup};
pub use sign_up::sign_up;

pub(crate) use announce::{on_return, on_shown};
pub(crate) use lists::waiting;
