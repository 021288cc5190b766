//! Events by name, as earlier scripts report them.

use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Map, Value};
use stoa_kernel::error::Checks;
use stoa_kernel::{ErrorCode, Failure};
use stoa_web::visitor_reports::{MAX_NAME_LENGTH, named_event};
use utoipa::ToSchema;

use super::intake::Reporter;
use crate::api_routes::{ApiRouter, routes};
use crate::csrf;
use crate::extract::ApiForm;
use crate::named_cookie::NamedCookie;
use crate::problem::{ApiResult, Problem};
use crate::rate_limit::RateLimit;
use crate::route_policy::{Csrf, Invalidates, changes};
use crate::state::AppState;

/// Maximum size of an event's data, bytes of its JSON text.
const MAX_BYTES: usize = 16 * 1024;

/// An event.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RecordEventForm {
    /// CSRF token: the value of the cookie `crumb`.
    #[serde(default)]
    crumb: String,
    /// Name of the event, such as `commerce_add_to_cart`. An unknown one is recorded as an event of the owner's own.
    event: String,
    /// JSON text of an object with details.
    data: String,
}

/// The routes of this module.
pub(super) fn routes() -> ApiRouter {
    let policy = changes(Invalidates::Nothing).limited(RateLimit::ANALYTICS).csrf(Csrf::InForm);
    ApiRouter::new().routes(routes!(visitor_event_record: policy.without_site_password()))
}

/// Record an event
///
/// The CSRF token is a form field, because a page that is being closed cannot set headers.
#[utoipa::path(post, path = "/api/events/RecordEvent", operation_id = "visitor_event_record", tag = "visitor-events",
    request_body(content = RecordEventForm, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, description = "The event was accepted"), (status = 403, body = Problem)))]
async fn visitor_event_record(
    State(state): State<AppState>,
    reporter: Reporter,
    ApiForm(form): ApiForm<RecordEventForm>,
) -> ApiResult<StatusCode> {
    let held = NamedCookie::CRUMB.read(&reporter.cookies, state.settings.secure_cookies()).unwrap_or_default();
    csrf::confirm(held, &form.crumb)?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b':');
    let mut checks = Checks::default();
    let named = (1..=MAX_NAME_LENGTH).contains(&form.event.len()) && form.event.bytes().all(plain);
    checks.require(named, "event", "Use letters, digits, dots, hyphens and underscores in the event name.");
    let data = Some(form.data.as_str())
        .filter(|text| text.len() <= MAX_BYTES)
        .and_then(|text| serde_json::from_str::<Map<String, Value>>(text).ok());
    checks.require(data.is_some(), "data", "Send a JSON object of at most 16 KiB.");
    checks.finish()?;
    let data = data.ok_or_else(|| Failure::plain(ErrorCode::BadRequest))?;
    let (kind, content) = named_event(&form.event, &data);
    reporter.record(&state, kind, content).await?;
    Ok(StatusCode::OK)
}
