//! HTTP layer: every URL, status and JSON shape, and the OpenAPI document that is derived from them. A handler parses
//! the request, calls one service and wraps the result; it contains no business rules and no queries. What needs neither
//! a route nor the state of the application is in `stoa-web`, with its tests: this crate has none of its own.

pub mod admin;
pub mod extract;
pub mod public;
pub mod site_plugins;
pub mod state;
pub mod storefront;

mod api_routes;
mod documented_errors;
mod documented_parameters;
mod erased_handler;
mod http_metrics;
mod invalidation;
mod known_browser;
mod load_run;
mod middleware;
mod openapi;
mod own_task;
mod plain_page;
mod policy_router;
mod problem_language;
mod rate_limit;
mod router;
mod slow_clients;

pub(crate) use stoa_web::{
    caching, contributor_texts, csrf, named_cookie, page_change_notifier, precondition, problem, problem_texts,
    request_id, required_permissions, route_policies, route_policy, visitor_cookies,
};

pub use extract::{Network, Proxies, network_of};
pub use openapi::document;
pub use page_change_notifier::PageChangeNotifier;
pub use router::{policies, router};
pub use slow_clients::MinimumRate;
pub use state::{AnalyticsRules, AppState, HttpSettings, Parts, Shutdown, SiteChoices, SiteCreation};
