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
use crate::state::{AppState, PluginSummary};

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
}

/// The available plugins.
#[derive(Debug, Serialize, ToSchema)]
pub struct PluginsOut {
    plugins: Vec<PluginOut>,
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
            health: PluginHealth::new(plugin.suspended),
        }
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
    Ok(Json(PluginsOut { plugins: plugins.into_iter().map(PluginOut::from).collect() }))
}
