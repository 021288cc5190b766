//! What handlers ask for: the site of a call and who makes it, checked bodies, paths and queries.

mod body;
mod contributor;
mod host;
mod listing;
mod preferences;
mod site_user;
mod visitor;

pub use body::{ApiJson, ApiPath, ApiQuery};
pub use contributor::{Contributor, InSession, SignedIn, signed_address, user_agent};
pub use host::{CallerAddress, HostName, client_address};
pub use listing::{ListQuery, Listing};
pub use preferences::preferred_language;
pub use site_user::{SiteUser, XSRF_HEADER};
pub use visitor::{
    BUYER_COOKIE, CART_COOKIE, LANGUAGE_COOKIE, PAGE_KEYS_COOKIE, SITE_USER_COOKIE, TESTER_COOKIE, Visitor,
};
