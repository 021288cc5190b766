//! The web: every URL, status and JSON shape, and the OpenAPI document that is derived from them.
//! A handler takes the call apart, asks one service and wraps the answer; it holds no rule and no
//! query.

pub mod admin;
pub mod extract;
pub mod problem;
pub mod public;
pub mod request_id;
pub mod state;
pub mod store;

mod aftermath;
mod bell;
mod caching;
mod calls;
mod crumb;
mod known_browser;
mod measure;
mod named_cookie;
mod openapi;
mod pace;
mod passage;
mod precondition;
mod router;
mod throttle;
mod visitor_cookies;

pub use bell::Bell;
pub use extract::{Network, Proxies, network_of};
pub use openapi::document;
pub use pace::Pace;
pub use router::router;
pub use state::{AppState, HttpSettings, Leaving, Parts, PluginDirectory, PluginSummary, SiteFounding};
