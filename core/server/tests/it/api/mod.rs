//! What holds for all operations: errors, permissions, isolation of tenants, rate limits, headers.

pub(crate) mod bad_input;
pub(crate) mod body_limits;
pub(crate) mod cookie_names;
pub(crate) mod csrf;
pub(crate) mod error_shapes;
pub(crate) mod folded_search;
pub(crate) mod openapi_document;
pub(crate) mod operation_effects;
pub(crate) mod preconditions;
pub(crate) mod rate_limits;
pub(crate) mod route_policies;
pub(crate) mod security_headers;
pub(crate) mod tenant_isolation;
