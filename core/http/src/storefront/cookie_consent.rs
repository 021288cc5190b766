//! Cookie consent of visitors.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use stoa_kernel::{ErrorCode, Failure};
use stoa_site::website_settings;
use utoipa::ToSchema;

use super::page_locks::on_this_site;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiForm, Visitor};
use crate::problem::ApiResult;
use crate::route_policy::{Invalidates, changes};
use crate::state::AppState;
use crate::visitor_cookies;

/// The visitor's choice.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = CookieConsent)]
pub struct ConsentForm {
    /// Whether cookies are allowed that the site does not need in order to work.
    allowed: bool,
    /// Path to redirect to, for forms without JavaScript.
    path: Option<String>,
}

/// The routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(cookie_consent_note: changes(Invalidates::ByHandler)))
}

/// Accept or decline cookies
///
/// The choice is stored in the cookie `ss_cookieAllowed` for 365 days, and the cookies about the visitor are set or
/// cleared at once. If the form contains a path, the response redirects there.
#[utoipa::path(post, path = "/api/cookie-consent", operation_id = "cookie_consent_note", tag = "cookie-consent",
    request_body(content = ConsentForm, content_type = "application/x-www-form-urlencoded"),
    responses((status = 204, description = "The choice was saved"),
              (status = 303, description = "The choice was saved; redirects to the page")))]
async fn cookie_consent_note(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiForm(form): ApiForm<ConsentForm>,
) -> ApiResult<Response> {
    let tx = visitor.db.read().await.map_err(Failure::from)?;
    let policy = website_settings::stored(&tx).await?.cookie_settings;
    drop(tx);
    let mut headers = HeaderMap::new();
    visitor_cookies::note(policy, form.allowed, &visitor.cookies, state.settings.secure_cookies(), &mut headers);
    let Some(path) = form.path else { return Ok((StatusCode::NO_CONTENT, headers).into_response()) };
    let place = HeaderValue::from_str(&on_this_site(path)).map_err(|_| Failure::plain(ErrorCode::BadRequest))?;
    headers.insert(header::LOCATION, place);
    Ok((StatusCode::SEE_OTHER, headers).into_response())
}
