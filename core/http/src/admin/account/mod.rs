//! Accounts of contributors: sign-up, sign-in, sessions, passwords, second factor, invitations.

pub mod invitations;
pub mod new_site;
pub mod passwords;
pub mod second_factor;
pub mod session;
pub mod sign_ins;
pub mod sign_up;

use crate::api_routes::ApiRouter;

/// The routes of this area.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .merge(session::routes())
        .merge(invitations::routes())
        .merge(passwords::routes())
        .merge(second_factor::routes())
        .merge(sign_ins::routes())
        .merge(sign_up::routes())
        .merge(new_site::routes())
}
