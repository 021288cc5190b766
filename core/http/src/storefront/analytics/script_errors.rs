//! Errors of scripts in visitors' browsers.

use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Map, Value};
use stoa_analytics::script_errors::{ScriptError, scrubbed};
use stoa_kernel::{ErrorCode, Failure};
use stoa_web::visitor_reports::text_of;
use utoipa::ToSchema;

use super::intake::Reporter;
use super::speed::path_of;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::ApiJson;
use crate::problem::{ApiResult, Problem};
use crate::rate_limit::RateLimit;
use crate::route_policy::{Invalidates, changes};
use crate::state::AppState;

/// Maximum number of errors in one call.
const MAX_ERRORS: usize = 50;
/// Longest message, in characters.
const MAX_MESSAGE: usize = 1_000;
/// Longest stack, in characters.
const MAX_STACK: usize = 5_000;

/// An error.
#[derive(Debug, Deserialize, ToSchema)]
#[expect(dead_code, reason = "the members that are not stored are part of the format")]
pub struct ReportedScriptError {
    /// Name of the event.
    event: String,
    /// The error: `message`, `stack`, and `url` or `pagePath` of the page.
    #[schema(value_type = Object)]
    data: Map<String, Value>,
    /// When it happened, milliseconds.
    #[schema(value_type = Option<f64>)]
    timestamp: Option<Value>,
}

/// The routes of this module.
pub(super) fn routes() -> ApiRouter {
    let policy = changes(Invalidates::Nothing).limited(RateLimit::ANALYTICS).without_site_password();
    ApiRouter::new().routes(routes!(script_errors_record: policy))
}

/// Record errors of scripts
///
/// What looks like a secret in messages and stacks is not stored: queries of addresses, long tokens, e-mail addresses.
#[utoipa::path(post, path = "/api/events/RecordJavascriptErrors", operation_id = "script_errors_record",
    tag = "visitor-events", request_body = Vec<ReportedScriptError>,
    responses((status = 204, description = "The errors were accepted"), (status = 403, body = Problem)))]
async fn script_errors_record(
    State(state): State<AppState>,
    reporter: Reporter,
    ApiJson(errors): ApiJson<Vec<ReportedScriptError>>,
) -> ApiResult<StatusCode> {
    if errors.len() > MAX_ERRORS {
        return Err(Failure::new(ErrorCode::BadRequest, "Send at most 50 errors.").into());
    }
    if reporter.counts_in_figures() && reporter.rules.analytics.reports_script_errors {
        for ReportedScriptError { data, .. } in &errors {
            let text = |name: &str| text_of(data, name).unwrap_or_default();
            let message = scrubbed(&text("message"), MAX_MESSAGE);
            if message.is_empty() {
                continue;
            }
            let page = text_of(data, "pagePath").or_else(|| text_of(data, "url")).map(|url| path_of(&url));
            let error = ScriptError {
                at: reporter.now,
                message,
                stack: scrubbed(&text("stack"), MAX_STACK),
                page,
                browser: reporter.browser().map(str::to_owned),
            };
            state.analytics.record_error(&reporter.website, error);
        }
    }
    Ok(StatusCode::NO_CONTENT)
}
