//! Whether visits of a browser are counted: its owner may decline, without being known to the site.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use stoa_kernel::{ErrorCode, Failure};
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiForm, Visitor};
use crate::problem::ApiResult;
use crate::route_policy::{Invalidates, changes};
use crate::storefront::page_locks::on_this_site;
use crate::visitor_cookies;

/// The choice.
#[derive(Debug, Deserialize, ToSchema)]
pub struct OwnVisitsForm {
    /// Whether visits of this browser are counted.
    counted: bool,
    /// Path to redirect to, for forms without JavaScript.
    path: Option<String>,
}

/// The routes of this module.
pub(super) fn routes() -> ApiRouter {
    // Its page is opened without the password of the site, too.
    let policy = changes(Invalidates::ByHandler).without_site_password();
    ApiRouter::new().routes(routes!(own_visits_note: policy))
}

/// Count visits of this browser, or do not
///
/// The choice is stored in the cookie `ss_notCounted` for 365 days; the browser then reports nothing, and nothing that it
/// does is counted. If the form contains a path, the response redirects there.
#[utoipa::path(post, path = "/api/v1/own-visits", operation_id = "own_visits_note", tag = "visitor-events",
    request_body(content = OwnVisitsForm, content_type = "application/x-www-form-urlencoded"),
    responses((status = 204, description = "The choice was saved"),
              (status = 303, description = "The choice was saved; redirects to the page")))]
async fn own_visits_note(visitor: Visitor, ApiForm(form): ApiForm<OwnVisitsForm>) -> ApiResult<Response> {
    let mut headers = HeaderMap::new();
    visitor_cookies::note_counted(form.counted, &visitor.cookies, visitor.is_secure, &mut headers);
    let Some(path) = form.path else { return Ok((StatusCode::NO_CONTENT, headers).into_response()) };
    let place = HeaderValue::from_str(&on_this_site(path)).map_err(|_| Failure::plain(ErrorCode::BadRequest))?;
    headers.insert(header::LOCATION, place);
    Ok((StatusCode::SEE_OTHER, headers).into_response())
}
