//! The frame in which the admin shows pages of plugins. It is the same for all and empty: the admin fetches the page of a
//! panel with its token and passes it on by a message. Whatever runs in it has no origin, so that it reaches neither the
//! admin nor the API: it has no cookies and no storage, fetches nothing, and talks to the window around it. Browsers that
//! do not know `webrtc 'block'` still let it open peer connections, and no directive stops `<link rel=preconnect>`.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::admin_app::on_platform;
use crate::extract::HostName;
use crate::policy_router::PolicyRouter;
use crate::route_policy::opened_by_url;
use crate::state::AppState;

/// The admin's own policy lets no frame leave its origin, so that a page cannot carry data away by navigating.
const POLICY: &str = "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; \
    img-src data: blob:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; webrtc 'block'";
const FRAME: &str = concat!(
    "<!doctype html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n",
    "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Panel</title>\n<style>",
    include_str!("panel_frame/frame.css"),
    "</style>\n</head>\n<body>\n<script>",
    include_str!("panel_frame/frame.js"),
    "</script>\n</body>\n</html>\n"
);
/// The routes of this module.
pub fn routes() -> PolicyRouter {
    PolicyRouter::new().get("/admin/panel-frame", frame, opened_by_url())
}

async fn frame(State(state): State<AppState>, host: HostName) -> Response {
    if !on_platform(&state, &host) {
        return StatusCode::NOT_FOUND.into_response();
    }
    let mut headers = HeaderMap::new();
    for (name, value) in [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_DNS_PREFETCH_CONTROL, "off"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    (headers, FRAME).into_response()
}
