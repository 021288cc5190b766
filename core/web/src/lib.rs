//! What concerns HTTP without a route and without the state of the application: problem documents, cookies, the CSRF
//! token, preconditions, ranges, rate limits, policies of routes, checked bodies, and pages that no theme renders.
//!
//! It knows no handler and opens no database, so that its rules are tested without compiling the routes.

pub mod accept;
pub mod base64_stream;
pub mod caching;
pub mod conditional;
pub mod contributor_texts;
pub mod csrf;
pub mod experiment_choices;
pub mod extract;
pub mod figures_page;
pub mod file_headers;
pub mod file_version;
pub mod named_cookie;
pub mod page_change_notifier;
pub mod plain_page;
pub mod precondition;
pub mod problem;
pub mod problem_texts;
pub mod problem_words;
pub mod ranges;
pub mod rate_limit;
pub mod request_id;
pub mod required_permissions;
pub mod route_policies;
pub mod route_policy;
pub mod uncounted;
pub mod visitor_cookies;
pub mod visitor_reports;
