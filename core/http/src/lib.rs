//! HTTP layer: every URL, status and JSON shape, and the OpenAPI document that is derived from them. A handler parses
//! the request, calls one service and wraps the result; it contains no business rules and no queries.

pub mod admin;
pub mod contributor_texts;
pub mod extract;
pub mod problem;
pub mod problem_texts;
pub mod public;
pub mod request_id;
pub mod site_plugins;
pub mod state;
pub mod storefront;

mod api_routes;
mod caching;
mod csrf;
mod documented_errors;
mod documented_parameters;
mod erased_handler;
mod http_metrics;
mod invalidation;
mod known_browser;
mod load_run;
mod middleware;
mod named_cookie;
mod openapi;
mod page_change_notifier;
mod plain_page;
mod policy_router;
mod precondition;
mod problem_language;
mod rate_limit;
mod required_permissions;
mod route_policy;
mod router;
mod slow_clients;
mod visitor_cookies;

pub use extract::{Network, Proxies, network_of};
pub use openapi::document;
pub use page_change_notifier::PageChangeNotifier;
pub use router::router;
pub use slow_clients::MinimumRate;
pub use state::{AnalyticsRules, AppState, HttpSettings, Parts, Shutdown, SiteChoices, SiteCreation};
