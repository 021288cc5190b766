//! Plugins available on a site.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use stoa_kernel::{Action, Resource};
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::Contributor;
use crate::problem::ApiResult;
use crate::route_policy::reads;
use crate::state::{AppState, PluginSummary, RefusedPlugin};

/// Health of a plugin.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PluginHealth {
    /// It works.
    Ok,
    /// It is suspended after repeated failures.
    Suspended,
}

impl PluginHealth {
    pub(in crate::admin) fn new(is_suspended: bool) -> Self {
        if is_suspended { Self::Suspended } else { Self::Ok }
    }
}

/// A plugin and its health.
#[derive(Debug, Serialize, ToSchema)]
pub struct PluginOut {
    id: String,
    name: String,
    version: String,
    summary: String,
    /// Extension points that it implements, such as `payment-provider`.
    kinds: Vec<String>,
    /// Whether the site has enabled it.
    enabled: bool,
    health: PluginHealth,
    /// What of it is suspended after repeated failures and has not succeeded since: kind and name, such as
    /// `block countdown`.
    failing: Vec<String>,
}

/// A plugin that a check refused when the server was started.
#[derive(Debug, Serialize, ToSchema)]
pub struct RefusedPluginOut {
    /// Publisher and name, or the name of its folder.
    id: String,
    /// Empty when it could not be read.
    version: String,
    /// What is wrong with it, for its author.
    reason: String,
}

/// The available plugins.
#[derive(Debug, Serialize, ToSchema)]
pub struct PluginsOut {
    plugins: Vec<PluginOut>,
    /// Plugins of the server that cannot be used.
    refused: Vec<RefusedPluginOut>,
}

impl From<PluginSummary> for PluginOut {
    fn from(plugin: PluginSummary) -> Self {
        Self {
            id: plugin.id,
            name: plugin.name,
            version: plugin.version,
            summary: plugin.summary,
            kinds: plugin.kinds,
            enabled: plugin.enabled,
            health: PluginHealth::new(!plugin.failing.is_empty()),
            failing: plugin.failing,
        }
    }
}

impl From<RefusedPlugin> for RefusedPluginOut {
    fn from(plugin: RefusedPlugin) -> Self {
        Self { id: plugin.id, version: plugin.version, reason: plugin.reason }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(plugins_list: reads()))
}

/// List the plugins
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/plugins", operation_id = "plugins_list", tag = "plugins",
    security(("contributor" = ["plugins:read"])), responses((status = 200, body = PluginsOut)))]
async fn plugins_list(State(state): State<AppState>, caller: Contributor) -> ApiResult<Json<PluginsOut>> {
    caller.ctx.authorise(Resource::Plugins, Action::Read)?;
    let plugins = state.plugins.list(caller.ctx.website()).await?;
    let refused = state.plugins.refused().into_iter().map(RefusedPluginOut::from).collect();
    Ok(Json(PluginsOut { plugins: plugins.into_iter().map(PluginOut::from).collect(), refused }))
}
