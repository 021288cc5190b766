//! Restock notices: shoppers sign up to be notified when a sold-out variant is back in stock. Sign-ups, lists of them,
//! and the e-mails; one e-mail per sign-up.

mod announce;
mod block;
mod email;
mod filters;
mod lists;
mod model;
mod personal;
mod sign_up;

pub use announce::{SendRequest, any_overdue_notice, handle_event, send, send_all, send_overdue_notices};
pub use block::awaited;
pub use filters::{GroupFilter, GroupSort, SignUpFilter, SignUpSort};
pub use lists::{groups, sign_ups};
pub use model::{NewSignUp, RestockChoices, RestockMessages, SignUp, SignUpGroup};
pub use sign_up::sign_up;

pub(crate) use announce::{on_product_visible, on_restocked};
pub(crate) use lists::waiting;
pub(crate) use personal::RestockData;
