//! One plugin of a site: its version, settings, permissions, secrets and activity.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use serde::Deserialize;
use serde_json::Value;
use stoa_kernel::{Action, Resource};
use utoipa::{IntoParams, ToSchema};

use super::{PluginPath, asks};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor};
use crate::precondition::seen;
use crate::problem::{ApiResult, Problem};
use crate::rate_limit::RateLimit;
use crate::route_policy::{Invalidates, changes, reads};
use crate::site_plugins::{
    PluginActivityOut, PluginChange, PluginComparisonOut, PluginDetailOut, PluginGrants, PluginSwitch, PluginTestOut,
};
use crate::state::AppState;

/// Which version of a plugin is meant.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PluginVersionQuery {
    /// Digest of the version to describe; default: the one that the site uses.
    pub(super) digest: Option<String>,
}

/// The version that the site is to use.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct PluginVersionBody {
    /// Digest of the version.
    digest: String,
    /// What the plugin may do, of what it asks for. Needed when it asks for more than was agreed to.
    grants: Option<PluginGrants>,
}

/// New settings of a plugin. What is left out stays as it is.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct PluginChangeBody {
    /// Whether the site uses it.
    enabled: Option<bool>,
    /// Settings that match the schema of the plugin.
    #[schema(value_type = Option<Object>)]
    settings: Option<Value>,
    /// What it may do, of what it asks for.
    grants: Option<PluginGrants>,
}

/// A secret of a plugin.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct PluginSecretBody {
    /// Its value. It is stored encrypted, and cannot be read again.
    #[schema(min_length = 1, max_length = 8000)]
    value: String,
}

/// Path parameters of a secret.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PluginSecretPath {
    plugin_id: String,
    secret_name: String,
}

/// What becomes of the data of a plugin that is removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum RemovedPluginData {
    /// Settings, secrets and stored data are kept for a later installation.
    Keep,
    /// They are deleted.
    Delete,
}

/// How a plugin is removed.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PluginRemovalQuery {
    /// What becomes of its data.
    #[param(inline)]
    data: RemovedPluginData,
}

/// Routes of this module.
pub(super) fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(
            plugin_get: reads(),
            plugin_save: changes(Invalidates::Site),
            plugin_remove: changes(Invalidates::Site),
        ))
        .routes(routes!(plugin_version_set: changes(Invalidates::Site)))
        .routes(routes!(
            plugin_secret_set: changes(Invalidates::Site),
            plugin_secret_delete: changes(Invalidates::Site),
        ))
        .routes(routes!(plugin_activity: reads()))
        .routes(routes!(plugin_test: changes(Invalidates::Nothing).limited(RateLimit::SEND_AGAIN)))
        .routes(routes!(plugin_comparison: reads().limited(RateLimit::PLUGIN_COMPARISON)))
}

fn tagged(plugin: PluginDetailOut) -> impl IntoResponse {
    let etag = format!("\"{}\"", plugin.revision);
    (AppendHeaders([(header::ETAG, etag)]), Json(plugin))
}

/// Get a plugin
///
/// As it is on the site, or another version of it, before it is installed.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/plugins/{pluginId}", operation_id = "plugin_get",
    tag = "plugins", params(PluginVersionQuery), security(("contributor" = ["plugins:read"])),
    responses((status = 200, body = PluginDetailOut, headers(("ETag" = String, description = "The revision in quotes")))))]
async fn plugin_get(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PluginPath>,
    ApiQuery(query): ApiQuery<PluginVersionQuery>,
    headers: HeaderMap,
) -> ApiResult<impl IntoResponse> {
    caller.ctx.authorise(Resource::Plugins, Action::Read)?;
    let digest = query.digest.as_deref();
    Ok(tagged(state.plugins.detail(asks(&caller, &headers), &path.plugin_id, digest).await?))
}

/// Install a version of a plugin
///
/// Also replaces the version that the site uses by a later one, or goes back to an earlier one. The settings of the
/// version before are kept for a return. 409 with the code `plugin-consent` if it asks for more than was agreed to and
/// `grants` is missing; the member `permissions` lists what is new.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/plugins/{pluginId}/version",
    operation_id = "plugin_version_set", tag = "plugins",
    params(("If-Match" = Option<String>, Header, description = "The revision to change, in quotes; a list, or `*` for any")),
    request_body = PluginVersionBody, security(("contributor" = ["plugins:write"])),
    responses((status = 200, body = PluginDetailOut), (status = 409, body = Problem), (status = 412, body = Problem)))]
async fn plugin_version_set(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PluginPath>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<PluginVersionBody>,
) -> ApiResult<impl IntoResponse> {
    caller.ctx.authorise(Resource::Plugins, Action::Write)?;
    let switch = PluginSwitch { digest: body.digest, grants: body.grants, seen: seen(&headers) };
    Ok(tagged(state.plugins.switch(asks(&caller, &headers), &path.plugin_id, switch).await?))
}

/// Change a plugin
///
/// Switches it on or off, and saves settings and granted permissions. 400 names settings that do not match the schema
/// as `settings.<name>`. 409 if it is to be switched off, and the shop takes no order without its taxes. 412 if someone
/// has saved a newer revision.
#[utoipa::path(patch, path = "/api/v1/websites/{websiteId}/plugins/{pluginId}", operation_id = "plugin_save",
    tag = "plugins",
    params(("If-Match" = Option<String>, Header, description = "The revision to change, in quotes; a list, or `*` for any")),
    request_body = PluginChangeBody, security(("contributor" = ["plugins:write"])),
    responses((status = 200, body = PluginDetailOut), (status = 409, body = Problem), (status = 412, body = Problem)))]
async fn plugin_save(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PluginPath>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<PluginChangeBody>,
) -> ApiResult<impl IntoResponse> {
    caller.ctx.authorise(Resource::Plugins, Action::Write)?;
    let change =
        PluginChange { enabled: body.enabled, settings: body.settings, grants: body.grants, seen: seen(&headers) };
    Ok(tagged(state.plugins.change(asks(&caller, &headers), &path.plugin_id, change).await?))
}

/// Remove a plugin
///
/// A plugin of the server is switched off. 409 while something needs the plugin; the member `needs` lists the orders
/// whose payments are not finished.
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/plugins/{pluginId}", operation_id = "plugin_remove",
    tag = "plugins", params(PluginRemovalQuery), security(("contributor" = ["plugins:delete"])),
    responses((status = 204), (status = 409, body = Problem)))]
async fn plugin_remove(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PluginPath>,
    ApiQuery(query): ApiQuery<PluginRemovalQuery>,
    headers: HeaderMap,
) -> ApiResult<StatusCode> {
    caller.ctx.authorise(Resource::Plugins, Action::Delete)?;
    let deletes_data = query.data == RemovedPluginData::Delete;
    state.plugins.remove(asks(&caller, &headers), &path.plugin_id, deletes_data).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Set a secret of a plugin
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/plugins/{pluginId}/secrets/{secretName}",
    operation_id = "plugin_secret_set", tag = "plugins", request_body = PluginSecretBody,
    security(("contributor" = ["plugins:write"])), responses((status = 204)))]
async fn plugin_secret_set(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PluginSecretPath>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<PluginSecretBody>,
) -> ApiResult<StatusCode> {
    caller.ctx.authorise(Resource::Plugins, Action::Write)?;
    let asking = asks(&caller, &headers);
    state.plugins.set_secret(asking, &path.plugin_id, &path.secret_name, Some(&body.value)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Delete a secret of a plugin
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/plugins/{pluginId}/secrets/{secretName}",
    operation_id = "plugin_secret_delete", tag = "plugins", security(("contributor" = ["plugins:write"])),
    responses((status = 204)))]
async fn plugin_secret_delete(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PluginSecretPath>,
    headers: HeaderMap,
) -> ApiResult<StatusCode> {
    caller.ctx.authorise(Resource::Plugins, Action::Write)?;
    state.plugins.set_secret(asks(&caller, &headers), &path.plugin_id, &path.secret_name, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Get what a plugin did
///
/// Calls within the last 24 hours, the last lines of its log, what it stores, and the last changes.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/plugins/{pluginId}/activity", operation_id = "plugin_activity",
    tag = "plugins", security(("contributor" = ["plugins:read"])),
    responses((status = 200, body = PluginActivityOut)))]
async fn plugin_activity(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PluginPath>,
    headers: HeaderMap,
) -> ApiResult<Json<PluginActivityOut>> {
    caller.ctx.authorise(Resource::Plugins, Action::Read)?;
    Ok(Json(state.plugins.activity(asks(&caller, &headers), &path.plugin_id).await?))
}

/// Test a plugin
///
/// Calls what it provides with examples, on the settings of the site: a payment provider is asked for a payment that does
/// not exist, so that nothing is charged; an event hook is told an example. 404 while the plugin is off.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/plugins/{pluginId}/test", operation_id = "plugin_test",
    tag = "plugins", security(("contributor" = ["plugins:write"])), responses((status = 200, body = PluginTestOut)))]
async fn plugin_test(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PluginPath>,
    headers: HeaderMap,
) -> ApiResult<Json<PluginTestOut>> {
    caller.ctx.authorise(Resource::Plugins, Action::Write)?;
    Ok(Json(state.plugins.test(asks(&caller, &headers), &path.plugin_id).await?))
}

/// Which version of a plugin is compared.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PluginComparisonQuery {
    /// Digest of the version; default: the latest.
    pub(super) digest: Option<String>,
}

/// Compare a version of a plugin with the one in use
///
/// Both answer the last inputs of the site again: at most 20 of each block, formatter, predicate and kind of question
/// about carts, without network, secrets and stored data. Nothing changes on the site. Payments are never among them.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/plugins/{pluginId}/comparison",
    operation_id = "plugin_comparison", tag = "plugins", params(PluginComparisonQuery),
    security(("contributor" = ["plugins:write"])),
    responses((status = 200, body = PluginComparisonOut), (status = 409, body = Problem)))]
async fn plugin_comparison(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PluginPath>,
    ApiQuery(query): ApiQuery<PluginComparisonQuery>,
    headers: HeaderMap,
) -> ApiResult<Json<PluginComparisonOut>> {
    caller.ctx.authorise(Resource::Plugins, Action::Write)?;
    let digest = query.digest.as_deref();
    Ok(Json(state.plugins.compare(asks(&caller, &headers), &path.plugin_id, digest).await?))
}
