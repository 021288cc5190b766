//! Icons and pictures of plugins.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use stoa_kernel::{Action, Failure, Resource};

use super::plugin::PluginVersionQuery;
use super::{PluginPath, asks};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiPath, ApiQuery, Contributor};
use crate::problem::ApiResult;
use crate::route_policy::reads;
use crate::site_plugins::{PluginFile, PluginPicture};
use crate::state::AppState;

/// Path parameters of a picture.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PluginPicturePath {
    plugin_id: String,
    picture: String,
}

/// Routes of this module.
pub(super) fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(plugin_icon: reads())).routes(routes!(plugin_picture: reads()))
}

/// A picture by a stranger: browsers run no script of it, load nothing for it and guess no other type.
fn contained(file: PluginFile) -> Response {
    let mut response = file.content.into_response();
    for (name, value) in [
        (header::CONTENT_TYPE, file.mime_type),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'; sandbox"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CACHE_CONTROL, "private, max-age=3600"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Get the icon of a plugin
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/plugins/{pluginId}/icon", operation_id = "plugin_icon",
    tag = "plugins", params(PluginVersionQuery), security(("contributor" = ["plugins:read"])),
    responses((status = 200, body = Vec<u8>, content_type = "image/svg+xml")))]
async fn plugin_icon(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PluginPath>,
    ApiQuery(query): ApiQuery<PluginVersionQuery>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    caller.ctx.authorise(Resource::Plugins, Action::Read)?;
    let (asking, digest) = (asks(&caller, &headers), query.digest.as_deref());
    Ok(contained(state.plugins.picture(asking, &path.plugin_id, digest, PluginPicture::Icon).await?))
}

/// Get a picture of a plugin
///
/// By its number, from 0.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/plugins/{pluginId}/pictures/{picture}",
    operation_id = "plugin_picture", tag = "plugins", params(PluginVersionQuery),
    security(("contributor" = ["plugins:read"])),
    responses((status = 200, body = Vec<u8>, content_type = "image/png")))]
async fn plugin_picture(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PluginPicturePath>,
    ApiQuery(query): ApiQuery<PluginVersionQuery>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    caller.ctx.authorise(Resource::Plugins, Action::Read)?;
    let number = path.picture.parse().map_err(|_| Failure::not_found())?;
    let (asking, digest) = (asks(&caller, &headers), query.digest.as_deref());
    let picture = PluginPicture::Number(number);
    Ok(contained(state.plugins.picture(asking, &path.plugin_id, digest, picture).await?))
}
