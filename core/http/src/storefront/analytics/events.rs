//! Events with a schema, and the check of their content.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stoa_analytics::EventKind;
use stoa_analytics::schemas::{self, EventContent, EventSource, SourceEnvironment, Violation};
use stoa_kernel::{ErrorCode, Failure};
use stoa_web::visitor_reports::json;
use utoipa::ToSchema;

use super::intake::Reporter;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiBytes, ApiPath};
use crate::problem::{ApiError, ApiResult, MEDIA_TYPE};
use crate::rate_limit::{self, RateLimit};
use crate::route_policy::{Csrf, Invalidates, RoutePolicy, changes};
use crate::state::AppState;

/// Maximum number of events in one call.
const MAX_EVENTS: usize = 50;
/// So many events or values of a call count as one towards their limit; pages send fewer at a time.
pub(super) const COUNTED_TOGETHER: usize = 10;
const EXPECTED: &str = "Send an event as a JSON object, or at most 50 of them as an array.";

/// The policy of reports: browsers cannot add a CSRF token to what they send while a page is being closed, and nothing
/// that anyone sees depends on them.
pub(super) const REPORTS: RoutePolicy =
    changes(Invalidates::Nothing).limited(RateLimit::ANALYTICS).csrf(Csrf::Exempt).without_site_password();

/// An event.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ReportedEvent {
    /// Name of its schema, such as `page_view`.
    event_schema_name: String,
    /// Its content: the JSON text of an object, see `analytics_event_validate`.
    #[schema(value_type = String)]
    event_content: EventText,
    /// `WEB`, `IOS`, `ANDROID` or `SERVER`; a browser if omitted.
    #[serde(default)]
    event_source: Option<String>,
}

/// JSON text of an object, or the object itself.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum EventText {
    Text(String),
    Object(Map<String, Value>),
}

/// One event or several.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum ReportedEvents {
    /// Several, at most 50.
    Many(Vec<ReportedEvent>),
    /// One.
    One(ReportedEvent),
}

/// The result of a check.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventValidation {
    /// Whether the content is as its schema says.
    valid: bool,
    /// What is wrong with it.
    errors: Vec<EventViolation>,
}

/// Something wrong with the content of an event.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventViolation {
    /// The member.
    path: String,
    /// What is wrong with it.
    message: String,
}

impl From<Violation> for EventViolation {
    fn from(Violation { path, message }: Violation) -> Self {
        Self { path, message }
    }
}

/// Path parameters of a schema.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SchemaPath {
    schema_name: String,
}

/// The routes of this module.
pub(super) fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(analytics_events_record: REPORTS))
        .routes(routes!(analytics_event_validate: REPORTS))
}

/// Record events of a visitor
///
/// Accepts JSON under any media type. Events of programs, of contributors and of pages that the site does not count are
/// accepted and not recorded. An event with the same `event_id` and time as an earlier one is counted once.
#[utoipa::path(post, path = "/api/v1/clanker/events", operation_id = "analytics_events_record", tag = "visitor-events",
    request_body(content = ReportedEvents, content_type = "application/json"),
    responses((status = 202, description = "The events were accepted")))]
async fn analytics_events_record(
    State(state): State<AppState>,
    reporter: Reporter,
    ApiBytes(body): ApiBytes,
) -> ApiResult<StatusCode> {
    let events = match json(&body, EXPECTED)? {
        ReportedEvents::Many(events) => events,
        ReportedEvents::One(event) => vec![event],
    };
    if events.is_empty() || events.len() > MAX_EVENTS {
        return Err(Failure::new(ErrorCode::BadRequest, EXPECTED).into());
    }
    let (mut accepted, mut refusal) = (Vec::new(), None);
    for event in &events {
        match read(event) {
            Ok(found) => accepted.push(found),
            Err(why) => refusal = refusal.or(Some(why)),
        }
    }
    if let Some(refusal) = refusal.filter(|_| accepted.is_empty()) {
        return Err(Failure::new(ErrorCode::BadRequest, refusal).into());
    }
    if !reporter.is_in_load_run() {
        rate_limit::count(&state, RateLimit::ANALYTICS_EVENTS, reporter.network(), accepted.len() / COUNTED_TOGETHER)
            .await?;
    }
    // One browser sent them all.
    let identifier = accepted.iter().find_map(|(_, content)| content.identifier.clone());
    for (kind, content) in accepted {
        let identifier = identifier.clone();
        reporter.record(&state, kind, EventContent { identifier, ..content }).await?;
    }
    Ok(StatusCode::ACCEPTED)
}

/// The kind and the content of an event, or why it is refused.
fn read(event: &ReportedEvent) -> Result<(EventKind, EventContent), String> {
    if event.event_source.as_deref().is_some_and(|source| EventSource::named(source).is_none()) {
        return Err("The event source should be WEB, IOS, ANDROID or SERVER.".to_owned());
    }
    let name = &event.event_schema_name;
    let kind = schemas::schema(name).ok_or_else(|| format!("There is no event schema with the name {name}."))?;
    let parsed;
    let content = match &event.event_content {
        EventText::Object(content) => content,
        EventText::Text(text) => {
            parsed = serde_json::from_str::<Map<String, Value>>(text)
                .map_err(|_| "The content of an event should be the JSON text of an object.".to_owned())?;
            &parsed
        }
    };
    let content = EventContent::read(kind, content).map_err(|wrong| {
        let wrong = wrong.first().map(|Violation { path, message }| format!("{path}: {message}"));
        wrong.unwrap_or_default()
    })?;
    Ok((kind, content))
}

/// Check the content of an event
///
/// For development and tests; in production there is no such endpoint.
#[utoipa::path(post, path = "/api/v1/clanker/validate-event-content/{schemaName}",
    operation_id = "analytics_event_validate", tag = "visitor-events",
    params(("schemaName" = String, Path, description = "Name of a schema, such as `page_view`")),
    request_body(content = Object, content_type = "application/json"),
    responses((status = 200, body = EventValidation, description = "The content is as its schema says"),
              (status = 400, body = EventValidation, description = "It is not: `errors` says why")))]
async fn analytics_event_validate(
    State(state): State<AppState>,
    _reporter: Reporter,
    ApiPath(path): ApiPath<SchemaPath>,
    ApiBytes(body): ApiBytes,
) -> ApiResult<Response> {
    let is_public = state.settings.analytics.environment == SourceEnvironment::Prod;
    let kind = schemas::schema(&path.schema_name).filter(|_| !is_public);
    let kind = kind.ok_or_else(|| ApiError(Failure::not_found()))?;
    let errors = match serde_json::from_slice::<Map<String, Value>>(&body) {
        Ok(content) => schemas::violations(kind, &content),
        Err(_) => vec![Violation { path: String::new(), message: "Send a JSON object.".to_owned() }],
    };
    let valid = errors.is_empty();
    let answer = Json(EventValidation { valid, errors: errors.into_iter().map(EventViolation::from).collect() });
    Ok(if valid {
        answer.into_response()
    } else {
        (StatusCode::BAD_REQUEST, [(header::CONTENT_TYPE, MEDIA_TYPE)], answer).into_response()
    })
}
