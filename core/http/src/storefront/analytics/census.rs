//! Hits of the census: page views and what visitors do on a page. All calls answer `{}`.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stoa_analytics::EventKind;
use stoa_analytics::schemas::{EventContent, page_path};
use stoa_commerce::catalogue;
use stoa_kernel::analytics::OverlayEvent;
use stoa_kernel::id::ProductId;
use stoa_web::visitor_reports::{Fields, hit_content, hit_kind, refused};
use utoipa::ToSchema;

use super::events::REPORTS;
use super::intake::Reporter;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiPath, Visitor, path_id};
use crate::problem::ApiResult;
use crate::state::AppState;
use crate::visitor_cookies;

/// Longest title or text that is stored, in characters.
const MAX_LENGTH: usize = 300;

/// Path parameters of a product.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ProductPath {
    #[serde(deserialize_with = "path_id")]
    item_id: ProductId,
}

/// The answer to a hit: an empty object.
#[derive(Debug, Serialize, ToSchema)]
pub struct CensusAnswer {}

/// A hit.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the fields, which are read one by one")]
pub struct CensusHit {
    /// Number or name of the event: page view 1, site search 2, heartbeat 10, audio 20, video 21.
    event: String,
    /// JSON text of an object with `url`, `title`, `userAgent`, `clientDate`, `viewportInnerWidth`,
    /// `viewportInnerHeight`, `screenWidth`, `screenHeight`, `websiteId`, `templateId`, `websiteLocale`, and `itemId` or
    /// `collectionId`; other members are ignored.
    data: String,
    /// The visitor cookie.
    ss_cvr: Option<String>,
}

/// A hit of a button or a form, with the fields of its page.
#[derive(Debug, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the fields, which are read one by one")]
pub struct CensusPageHit {
    /// The visitor cookie.
    #[serde(rename = "ss_cvr")]
    ss_cvr: Option<String>,
    /// Id of the form; required for forms.
    form_id: Option<String>,
    /// Text of the button.
    button_text: Option<String>,
    page_title: Option<String>,
    page_id: Option<String>,
    content_source: Option<String>,
    page_path: Option<String>,
    page_permission_type_value: Option<String>,
    block_id: Option<String>,
}

/// A hit of a popup or a banner.
#[derive(Debug, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the fields, which are read one by one")]
pub struct CensusOverlayHit {
    event: OverlayEvent,
    /// Id of the popup or banner.
    overlay_id: String,
    /// Its version.
    version: Option<String>,
    page_title: Option<String>,
    page_path: Option<String>,
    /// The visitor cookie.
    #[serde(rename = "ss_cvr")]
    ss_cvr: Option<String>,
}

/// The routes of this module.
pub(super) fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(census_hit_record: REPORTS))
        .routes(routes!(button_click_record: REPORTS))
        .routes(routes!(button_render_record: REPORTS))
        .routes(routes!(form_render_record: REPORTS))
        .routes(routes!(overlay_record: REPORTS))
        .routes(routes!(quick_view_record: REPORTS))
}

/// Record a page view
///
/// Sets the cookies `ss_cvr` and `ss_cvt` as the site's cookie policy says.
#[utoipa::path(post, path = "/api/census/RecordHit", operation_id = "census_hit_record", tag = "visitor-events",
    request_body(content = CensusHit, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, body = CensusAnswer)))]
async fn census_hit_record(
    State(state): State<AppState>,
    reporter: Reporter,
    headers: HeaderMap,
    fields: Fields,
) -> ApiResult<Response> {
    let kind = fields.text("event").and_then(|event| hit_kind(&event));
    let kind = kind.ok_or_else(|| refused("event", "Name an event, such as 1 for a page view."))?;
    let data = match fields.0.get("data") {
        Some(Value::Object(data)) => Some(data.clone()),
        Some(Value::String(text)) => serde_json::from_str::<Map<String, Value>>(text).ok(),
        _ => None,
    };
    let data = data.ok_or_else(|| refused("data", "Send the data as the JSON text of an object."))?;
    let content = hit_content(&data).ok_or_else(|| refused("data", "The data should name the url of the page."))?;
    let may_have_cookies = reporter.is_counted();
    let rules = reporter.rules.cookies;
    reporter.record(&state, kind, content).await?;
    let mut response = Json(CensusAnswer {}).into_response();
    if may_have_cookies {
        let secure = state.settings.secure_cookies();
        visitor_cookies::follow(rules, &headers, &reporter.cookies, secure, response.headers_mut());
    }
    Ok(response)
}

/// The content of a hit with the fields of its page.
fn page_content(fields: &Fields, object: Option<String>) -> EventContent {
    let bounded = |text: String| text.chars().take(MAX_LENGTH).collect();
    EventContent {
        page: fields.text("pagePath").map(|path| page_path(&path)),
        title: fields.text("pageTitle").map(bounded),
        object: object.map(bounded),
        event_id: fields.text("eventId"),
        ..EventContent::default()
    }
}

async fn button(
    state: &AppState,
    reporter: &Reporter,
    kind: EventKind,
    fields: &Fields,
) -> ApiResult<Json<CensusAnswer>> {
    let object = fields.text("buttonText").or_else(|| fields.text("blockId"));
    reporter.record(state, kind, page_content(fields, object)).await?;
    Ok(Json(CensusAnswer {}))
}

/// Record a click on a button
#[utoipa::path(post, path = "/api/census/button-click", operation_id = "button_click_record", tag = "visitor-events",
    request_body(content = CensusPageHit, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, body = CensusAnswer)))]
async fn button_click_record(
    State(state): State<AppState>,
    reporter: Reporter,
    fields: Fields,
) -> ApiResult<Json<CensusAnswer>> {
    button(&state, &reporter, EventKind::ButtonClick, &fields).await
}

/// Record that a button was shown
#[utoipa::path(post, path = "/api/census/button-render", operation_id = "button_render_record",
    tag = "visitor-events", request_body(content = CensusPageHit, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, body = CensusAnswer)))]
async fn button_render_record(
    State(state): State<AppState>,
    reporter: Reporter,
    fields: Fields,
) -> ApiResult<Json<CensusAnswer>> {
    button(&state, &reporter, EventKind::ButtonRender, &fields).await
}

/// Record that a form was shown
#[utoipa::path(post, path = "/api/census/form-render", operation_id = "form_render_record", tag = "visitor-events",
    request_body(content = CensusPageHit, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, body = CensusAnswer)))]
async fn form_render_record(
    State(state): State<AppState>,
    reporter: Reporter,
    fields: Fields,
) -> ApiResult<Json<CensusAnswer>> {
    let form = fields.text("formId").ok_or_else(|| refused("formId", "Name the form."))?;
    reporter.record(&state, EventKind::FormRender, page_content(&fields, Some(form))).await?;
    Ok(Json(CensusAnswer {}))
}

/// Record what happens with a popup or a banner
#[utoipa::path(post, path = "/api/census/overlay", operation_id = "overlay_record", tag = "visitor-events",
    request_body(content = CensusOverlayHit, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, body = CensusAnswer)))]
async fn overlay_record(
    State(state): State<AppState>,
    reporter: Reporter,
    fields: Fields,
) -> ApiResult<Json<CensusAnswer>> {
    let kind = match fields.text("event").as_deref().and_then(OverlayEvent::named) {
        Some(OverlayEvent::View) => EventKind::OverlayView,
        Some(OverlayEvent::Close) => EventKind::OverlayClose,
        Some(OverlayEvent::Submit) => EventKind::OverlaySubmit,
        Some(OverlayEvent::Click) => EventKind::OverlayClick,
        None => return Err(refused("event", "The event should be view, close, submit or click.")),
    };
    let overlay = fields.text("overlayId").ok_or_else(|| refused("overlayId", "Name the popup or banner."))?;
    let text = fields.text("version").map(|version| version.chars().take(MAX_LENGTH).collect());
    let content = EventContent { text, ..page_content(&fields, Some(overlay)) };
    reporter.record(&state, kind, content).await?;
    Ok(Json(CensusAnswer {}))
}

/// Record a product quick view
///
/// 404 for a product that the shop does not show.
#[utoipa::path(post, path = "/api/census/RecordQuickView/{itemId}", operation_id = "quick_view_record",
    tag = "visitor-events", responses((status = 200, body = CensusAnswer)))]
async fn quick_view_record(
    State(state): State<AppState>,
    visitor: Visitor,
    reporter: Reporter,
    ApiPath(path): ApiPath<ProductPath>,
    fields: Fields,
) -> ApiResult<Json<CensusAnswer>> {
    catalogue::variant_stock(&visitor.db, &path.item_id).await?;
    let content = page_content(&fields, Some(path.item_id.to_string()));
    reporter.record(&state, EventKind::QuickView, content).await?;
    Ok(Json(CensusAnswer {}))
}
