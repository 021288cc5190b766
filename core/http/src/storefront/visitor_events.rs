//! Analytics events from visitors' browsers.

use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use stoa_audience::visitor_events::{self, NewVisitorEvent};
use stoa_commerce::catalogue;
use stoa_kernel::id::ProductId;
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::csrf;
use crate::extract::{ApiForm, ApiPath, Visitor, path_id, user_agent};
use crate::problem::{ApiResult, Problem};
use crate::rate_limit::RateLimit;
use crate::route_policy::{Csrf, Invalidates, changes};

/// Name of the event of a product quick view.
const QUICK_VIEW: &str = "commerce_quick_view";

/// Path parameters of a product.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ProductPath {
    #[serde(deserialize_with = "path_id")]
    item_id: ProductId,
}

/// An event.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RecordEventForm {
    /// CSRF token: the value of the cookie `crumb`.
    #[serde(default)]
    crumb: String,
    /// Name of the event, such as `commerce_checkout_order_confirmed`.
    event: String,
    /// JSON text of an object with details.
    data: String,
}

/// The routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(
            visitor_event_record: changes(Invalidates::ByHandler).limited(RateLimit::EVENT).csrf(Csrf::InForm),
        ))
        .routes(routes!(quick_view_record: changes(Invalidates::ByHandler).limited(RateLimit::EVENT)))
}

/// Record an event
///
/// The CSRF token is a form field, because a page that is being closed cannot set headers.
#[utoipa::path(post, path = "/api/events/RecordEvent", operation_id = "visitor_event_record", tag = "visitor-events",
    request_body(content = RecordEventForm, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, description = "The event was recorded"), (status = 403, body = Problem)))]
async fn visitor_event_record(
    visitor: Visitor,
    headers: HeaderMap,
    ApiForm(form): ApiForm<RecordEventForm>,
) -> ApiResult<StatusCode> {
    csrf::confirm(visitor.crumb(), &form.crumb)?;
    let event = NewVisitorEvent { name: form.event, content: form.data, user_agent: user_agent(&headers).to_owned() };
    visitor_events::record(&visitor.ctx, &visitor.db, event).await?;
    Ok(StatusCode::OK)
}

/// Record a product quick view
///
/// Stores no data about the visitor.
#[utoipa::path(post, path = "/api/census/RecordQuickView/{itemId}", operation_id = "quick_view_record",
    tag = "visitor-events", responses((status = 204, description = "The event was recorded")))]
async fn quick_view_record(
    visitor: Visitor,
    ApiPath(path): ApiPath<ProductPath>,
    headers: HeaderMap,
) -> ApiResult<StatusCode> {
    catalogue::variant_stock(&visitor.db, &path.item_id).await?;
    let content = serde_json::json!({"itemId": path.item_id}).to_string();
    let event = NewVisitorEvent { name: QUICK_VIEW.to_owned(), content, user_agent: user_agent(&headers).to_owned() };
    visitor_events::record(&visitor.ctx, &visitor.db, event).await?;
    Ok(StatusCode::NO_CONTENT)
}
