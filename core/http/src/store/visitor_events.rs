//! What visitors' browsers report.

use axum::extract::{Form, FromRequest as _, Request};
use axum::http::{HeaderMap, StatusCode, header};
use serde::Deserialize;
use stoa_audience::visitor_events::{self, NewVisitorEvent};
use stoa_commerce::catalogue;
use stoa_kernel::{ErrorCode, Failure};
use utoipa::ToSchema;

use crate::calls::{Calls, routes};
use crate::crumb;
use crate::extract::{ApiPath, Visitor, user_agent};
use crate::problem::{ApiError, ApiResult, Problem};

/// Name of the event that a product was looked at over a page.
const QUICK_VIEW: &str = "commerce_quick_view";

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
pub fn routes() -> Calls {
    Calls::new().routes(routes!(visitor_event_record)).routes(routes!(quick_view_record))
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
    crumb::confirm(visitor.crumb(), &form.crumb)?;
    let user_agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let event = NewVisitorEvent { name: form.event, content: form.data, user_agent: user_agent.to_owned() };
    visitor_events::record(&visitor.ctx, &visitor.db, event).await?;
    Ok(StatusCode::OK)
}

/// Report that a product was looked at over the page that lists it
///
/// Nothing of the visitor is kept.
#[utoipa::path(post, path = "/api/census/RecordQuickView/{itemId}", operation_id = "quick_view_record",
    tag = "visitor-events", params(("itemId" = String, Path, description = "The product")),
    responses((status = 204, description = "Kept"), (status = 403, body = Problem), (status = 404, body = Problem),
              (status = 429, body = Problem)))]
async fn quick_view_record(
    visitor: Visitor,
    ApiPath(item_id): ApiPath<String>,
    headers: HeaderMap,
) -> ApiResult<StatusCode> {
    catalogue::variant_stock(&visitor.db, &item_id).await?;
    let content = serde_json::json!({"itemId": item_id}).to_string();
    let event = NewVisitorEvent { name: QUICK_VIEW.to_owned(), content, user_agent: user_agent(&headers).to_owned() };
    visitor_events::record(&visitor.ctx, &visitor.db, event).await?;
    Ok(StatusCode::NO_CONTENT)
}
