//! Extractors: site and caller of a request; checked bodies, paths and queries.

mod caller_network;
mod contributor;
mod listing;
mod path_id;
mod shopper;
mod site_user;
mod visitor;

pub use contributor::{Contributor, InSession, SignedIn, browser, signed_address, user_agent};
pub use listing::{ListQuery, Listing};
pub(crate) use path_id::path_id;
pub use shopper::Shopper;
pub use site_user::{SiteUser, XSRF_HEADER};
pub(crate) use stoa_web::extract::{AcceptedLanguages, CallerAddress, RequestedHost, is_form};
pub use stoa_web::extract::{
    ApiBytes, ApiForm, ApiJson, ApiMultipart, ApiPath, ApiQuery, CallerNetwork, HostName, Network, Proxies, network_of,
    preferred_language,
};
pub(crate) use visitor::ResolvedSite;
pub use visitor::{LANGUAGE_COOKIE, OpenedPages, Visitor};
