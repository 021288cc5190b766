//! What visitors' browsers report.

use axum::extract::{Form, FromRequest as _, Request};
use axum::http::{StatusCode, header};
use serde::Deserialize;
use stoa_audience::visitor_events::{self, NewVisitorEvent};
use stoa_kernel::{ErrorCode, Failure};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::crumb;
use crate::extract::Visitor;
use crate::problem::{ApiError, ApiResult, Problem};
use crate::state::AppState;

/// An event.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RecordEventForm {
    /// The value of the cookie `crumb`.
    #[serde(default)]
    crumb: String,
    /// What happened, such as `commerce_checkout_order_confirmed`.
    event: String,
    /// JSON text of an object that says more.
    data: String,
}

/// The routes of this noun.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(visitor_event_record))
}

/// Report that something happened
///
/// The crumb comes in the form, because a page that is being left cannot set headers.
#[utoipa::path(post, path = "/api/events/RecordEvent", operation_id = "visitor_event_record", tag = "visitor-events",
    request_body(content = RecordEventForm, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, description = "Kept"), (status = 400, body = Problem), (status = 403, body = Problem),
              (status = 429, body = Problem)))]
async fn visitor_event_record(visitor: Visitor, request: Request) -> ApiResult<StatusCode> {
    let headers = request.headers().clone();
    let form = Form::<RecordEventForm>::from_request(request, &()).await;
    let Form(form) = form.map_err(|error| ApiError(Failure::new(ErrorCode::BadRequest, error.body_text())))?;
    crumb::confirm(&headers, &form.crumb)?;
    let user_agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let event = NewVisitorEvent { name: form.event, content: form.data, user_agent: user_agent.to_owned() };
    visitor_events::record(&visitor.ctx, &visitor.db, event).await?;
    Ok(StatusCode::OK)
}
