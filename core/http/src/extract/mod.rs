//! What handlers ask for: the site of a call and who makes it, checked bodies, paths and queries.

mod body;
mod contributor;
mod host;
mod listing;
mod preferences;
mod site_user;
mod visitor;

pub use body::{ApiJson, ApiPath, ApiQuery};
pub use contributor::{Contributor, InSession, SignedIn, browser, signed_address, user_agent};
pub use host::{CallerNetwork, HostName, Network, Proxies, network_of};
pub use listing::{ListQuery, Listing};
pub use preferences::preferred_language;
pub use site_user::{SiteUser, XSRF_HEADER};
pub(crate) use visitor::is_shut_with_the_site;
pub use visitor::{LANGUAGE_COOKIE, Visitor};
