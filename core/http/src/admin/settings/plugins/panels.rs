//! Panels of plugins: their pages, and the calls that the admin makes for them.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::asks;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Contributor};
use crate::problem::ApiResult;
use crate::rate_limit::RateLimit;
use crate::route_policy::{Invalidates, changes, reads};
use crate::site_plugins::{PluginPanelAnswerOut, PluginPanelCall, PluginPanelPageOut, PluginPanelsOut};
use crate::state::AppState;

/// Largest call of a panel, in bytes.
const CALL_LIMIT: usize = 256 * 1024;
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
        .routes(routes!(plugin_panel_call: changes(Invalidates::Nothing).limited(RateLimit::PLUGIN_PANEL)))
        .body_limit(CALL_LIMIT)
        .routes(routes!(plugin_panels_list: reads()))
        .routes(routes!(plugin_panel_page: reads()))
}

/// List the panels of plugins
///
/// Those that the caller may open: of a panel that shows data of the site, who may see that data; of any other, who may
/// see the plugins.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/plugins/panels", operation_id = "plugin_panels_list",
    tag = "plugins", security(
        ("contributor" = ["plugins:read"]), ("contributor" = ["products:read"]), ("contributor" = ["orders:read"]),
        ("contributor" = ["customers:read"]), ("contributor" = ["content:read"])
    ),
    responses((status = 200, body = PluginPanelsOut)))]
async fn plugin_panels_list(
    State(state): State<AppState>,
    caller: Contributor,
    headers: HeaderMap,
) -> ApiResult<Json<PluginPanelsOut>> {
    Ok(Json(state.plugins.panels(asks(&caller, &headers)).await?))
}

/// Get the page of a panel
///
/// HTML by a stranger. It belongs into the frame `/admin/panel-frame`, which has no origin and reaches nothing but the
/// window around it, by messages.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/plugins/{pluginId}/panels/{panel}/page",
    operation_id = "plugin_panel_page", tag = "plugins", security(
        ("contributor" = ["plugins:read"]), ("contributor" = ["products:read"]), ("contributor" = ["orders:read"]),
        ("contributor" = ["customers:read"]), ("contributor" = ["content:read"])
    ),
    responses((status = 200, body = PluginPanelPageOut)))]
async fn plugin_panel_page(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PluginPanelPath>,
    headers: HeaderMap,
) -> ApiResult<Json<PluginPanelPageOut>> {
    let html = state.plugins.panel_page(asks(&caller, &headers), &path.plugin_id, &path.panel).await?;
    Ok(Json(PluginPanelPageOut { html }))
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
    let call = PluginPanelCall { method: &body.method, input: &body.input };
    Ok(Json(state.plugins.panel_call(asks(&caller, &headers), &path.plugin_id, &path.panel, call).await?))
}
