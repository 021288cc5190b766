//! Extractors that need no state: checked bodies, paths and queries, the host and the address of a request, and the
//! languages of its reader.

mod body;
mod host;
mod parse_errors;
mod preferences;

pub use body::{ApiBytes, ApiForm, ApiJson, ApiMultipart, ApiPath, ApiQuery, is_form};
pub use host::{CallerAddress, CallerNetwork, HostName, Network, Proxies, RequestedHost, network_of};
pub use preferences::{AcceptedLanguages, preferred_language};
