//! Panels of plugins: pages in frames without an origin, and the calls that the admin makes for them.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::asks;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Contributor};
use crate::problem::ApiResult;
use crate::rate_limit::RateLimit;
use crate::route_policy::{Invalidates, changes, reads};
use crate::site_plugins::{PluginPanelAnswerOut, PluginPanelsOut};
use crate::state::AppState;

/// Largest call of a panel, in bytes.
const CALL_LIMIT: usize = 256 * 1024;
/// Scripts of the page run without an origin: no cookies, no storage, no requests, and nothing of the admin.
const POLICY: &str = "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; \
    img-src data: blob:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'";
/// What a page talks to the admin with, before the plugin's own HTML.
const HEAD: &str = concat!(
    "<!doctype html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n",
    "<meta name=\"viewport\" content=\"width=device-width\">\n<style>",
    include_str!("panel.css"),
    "</style>\n<script>",
    include_str!("panel.js"),
    "</script>\n</head>\n<body>\n"
);

/// Path parameters of a panel.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PluginPanelPath {
    plugin_id: String,
    panel: String,
}

/// A call of a panel.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct PluginPanelCallBody {
    /// Its method.
    #[schema(min_length = 1, max_length = 64)]
    method: String,
    /// What it is called with.
    #[serde(default)]
    #[schema(value_type = Object)]
    input: Value,
}

/// Routes of this module.
pub(super) fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(plugin_panel_call: changes(Invalidates::Nothing).limited(RateLimit::CHANGE)))
        .body_limit(CALL_LIMIT)
        .routes(routes!(plugin_panels_list: reads()))
        .routes(routes!(plugin_panel_page: reads()))
}

/// List the panels of plugins
///
/// Those that the caller may open: of a panel that shows data of the site, who may see that data; of any other, who may
/// see the plugins.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/plugins/panels", operation_id = "plugin_panels_list",
    tag = "plugins", responses((status = 200, body = PluginPanelsOut)))]
async fn plugin_panels_list(
    State(state): State<AppState>,
    caller: Contributor,
    headers: HeaderMap,
) -> ApiResult<Json<PluginPanelsOut>> {
    Ok(Json(state.plugins.panels(asks(&caller, &headers)).await?))
}

/// Get the page of a panel
///
/// HTML for a frame with the attribute `sandbox="allow-scripts"`. It has no origin, and reaches nothing but the window
/// around it, by messages.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/plugins/{pluginId}/panels/{panel}/page",
    operation_id = "plugin_panel_page", tag = "plugins", security(
        ("contributor" = ["plugins:read"]), ("contributor" = ["products:read"]), ("contributor" = ["orders:read"]),
        ("contributor" = ["customers:read"]), ("contributor" = ["content:read"])
    ),
    responses((status = 200, body = String, content_type = "text/html")))]
async fn plugin_panel_page(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PluginPanelPath>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let page = state.plugins.panel_page(asks(&caller, &headers), &path.plugin_id, &path.panel).await?;
    let mut response = format!("{HEAD}{page}").into_response();
    for (name, value) in [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_DNS_PREFETCH_CONTROL, "off"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "private, no-store"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}

/// Call a method of a panel
///
/// With the rights that both the caller and the plugin have. If the plugin fails, the answer says why.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/plugins/{pluginId}/panels/{panel}/call",
    operation_id = "plugin_panel_call", tag = "plugins", request_body = PluginPanelCallBody,
    security(
        ("contributor" = ["plugins:read"]), ("contributor" = ["products:read"]), ("contributor" = ["orders:read"]),
        ("contributor" = ["customers:read"]), ("contributor" = ["content:read"])
    ), responses((status = 200, body = PluginPanelAnswerOut)))]
async fn plugin_panel_call(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PluginPanelPath>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<PluginPanelCallBody>,
) -> ApiResult<Json<PluginPanelAnswerOut>> {
    let (asking, call) = (asks(&caller, &headers), (body.method.as_str(), &body.input));
    Ok(Json(state.plugins.panel_call(asking, &path.plugin_id, &path.panel, call).await?))
}
