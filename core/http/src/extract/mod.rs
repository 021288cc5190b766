//! Extractors: site and caller of a request; checked bodies, paths and queries.

mod body;
mod contributor;
mod host;
mod listing;
mod parse_errors;
mod path_id;
mod preferences;
mod shopper;
mod site_user;
mod visitor;

pub(crate) use body::is_form;
pub use body::{ApiBytes, ApiForm, ApiJson, ApiMultipart, ApiPath, ApiQuery};
pub use contributor::{Contributor, InSession, SignedIn, browser, signed_address, user_agent};
pub(crate) use host::{CallerAddress, RequestedHost};
pub use host::{CallerNetwork, HostName, Network, Proxies, network_of};
pub use listing::{ListQuery, Listing};
pub(crate) use path_id::path_id;
pub(crate) use preferences::AcceptedLanguages;
pub use preferences::preferred_language;
pub use shopper::Shopper;
pub use site_user::{SiteUser, XSRF_HEADER};
pub(crate) use visitor::ResolvedSite;
pub use visitor::{LANGUAGE_COOKIE, OpenedPages, Visitor};
