//! Plugins of a site: what is installed, what can be installed, and uploads.

mod files;
mod panels;
mod plugin;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use stoa_kernel::{Action, Resource};

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiBytes, Contributor, preferred_language};
use crate::problem::{ApiResult, Problem};
use crate::rate_limit::RateLimit;
use crate::route_policy::{Invalidates, changes, reads};
use crate::site_plugins::{PluginCaller, PluginCatalogueOut, PluginEntryOut, PluginsOut};
use crate::state::AppState;

/// Largest package, in bytes.
const PACKAGE_LIMIT: usize = 24 * 1024 * 1024;

/// Path parameters of a plugin.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PluginPath {
    plugin_id: String,
}

/// Who asks, with the language that the browser prefers.
fn asks<'a>(caller: &'a Contributor, headers: &'a HeaderMap) -> PluginCaller<'a> {
    PluginCaller { ctx: &caller.ctx, db: &caller.db, language: preferred_language(headers).unwrap_or_default() }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(
            routes!(plugin_package_upload: changes(Invalidates::Nothing).limited(RateLimit::PLUGIN_UPLOAD).upload()),
        )
        .body_limit(PACKAGE_LIMIT)
        .routes(routes!(plugins_list: reads()))
        .routes(routes!(plugins_catalogue: reads()))
        .merge(plugin::routes())
        .merge(files::routes())
        .merge(panels::routes())
}

/// List the plugins
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/plugins", operation_id = "plugins_list", tag = "plugins",
    security(("contributor" = ["plugins:read"])), responses((status = 200, body = PluginsOut)))]
async fn plugins_list(
    State(state): State<AppState>,
    caller: Contributor,
    headers: HeaderMap,
) -> ApiResult<Json<PluginsOut>> {
    caller.ctx.authorise(Resource::Plugins, Action::Read)?;
    Ok(Json(state.plugins.list(asks(&caller, &headers)).await?))
}

/// List the plugins that can be installed
///
/// Those of the server, of its operator and of the indexes that the operator allows, and what contributors of this site
/// uploaded.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/plugins/catalogue", operation_id = "plugins_catalogue",
    tag = "plugins", security(("contributor" = ["plugins:read"])),
    responses((status = 200, body = PluginCatalogueOut)))]
async fn plugins_catalogue(
    State(state): State<AppState>,
    caller: Contributor,
    headers: HeaderMap,
) -> ApiResult<Json<PluginCatalogueOut>> {
    caller.ctx.authorise(Resource::Plugins, Action::Read)?;
    Ok(Json(state.plugins.catalogue(asks(&caller, &headers)).await?))
}

/// Upload a plugin
///
/// The body is a package of at most 24 MiB. It is checked and tried, and can then be installed on this site alone. 400
/// says why a package is refused.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/plugins/packages", operation_id = "plugin_package_upload",
    tag = "plugins", request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    security(("contributor" = ["plugins:write"])),
    responses((status = 201, body = PluginEntryOut), (status = 409, body = Problem)))]
async fn plugin_package_upload(
    State(state): State<AppState>,
    caller: Contributor,
    headers: HeaderMap,
    ApiBytes(package): ApiBytes,
) -> ApiResult<(StatusCode, Json<PluginEntryOut>)> {
    caller.ctx.authorise(Resource::Plugins, Action::Write)?;
    let entry = state.plugins.upload(asks(&caller, &headers), package).await?;
    Ok((StatusCode::CREATED, Json(entry)))
}
