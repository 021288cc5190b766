//! Preferences of the shop's admin screens.

use axum::Json;
use axum::http::{HeaderMap, header};
use axum::response::{AppendHeaders, IntoResponse};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stoa_commerce::preferences::{self, Preferences};
use stoa_kernel::id::WebsiteId;
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Contributor};
use crate::precondition::seen;
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};

/// Preferences of a namespace: the stored object with the id of the site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommercePreferences {
    website_id: String,
    #[serde(flatten)]
    #[schema(value_type = HashMap<String, Value>)]
    values: Map<String, Value>,
}

/// Path parameters of a namespace.
#[derive(Debug, Deserialize)]
struct NamespacePath {
    namespace: String,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(
        commerce_preferences_get: reads(),
        commerce_preferences_put: changes(Invalidates::Site),
    ))
}

fn tagged(website: &WebsiteId, preferences: Preferences) -> impl IntoResponse + use<> {
    let etag = format!("\"{}\"", preferences.revision);
    let body = CommercePreferences { website_id: website.to_string(), values: preferences.values };
    (AppendHeaders([(header::ETAG, etag), (header::CACHE_CONTROL, "no-store".to_owned())]), Json(body))
}

/// Get the preferences of a namespace
///
/// If none were stored, the object contains only the site.
#[utoipa::path(get, path = "/api/v1/commerce-preferences/{namespace}", operation_id = "commerce_preferences_get",
    tag = "commerce-preferences", params(("X-Website-Id" = String, Header, description = "The site")),
    security(("contributor" = ["discounts-tax-shipping:read"])),
    responses((status = 200, body = CommercePreferences, headers(("ETag" = String, description = "The revision in quotes")))))]
async fn commerce_preferences_get(
    caller: Contributor,
    ApiPath(path): ApiPath<NamespacePath>,
) -> ApiResult<impl IntoResponse> {
    let found = preferences::get(&caller.ctx, &caller.db, &path.namespace).await?;
    Ok(tagged(caller.ctx.website(), found))
}

/// Replace the preferences of a namespace
///
/// At most 64 KiB. With `If-Match`, 412 if someone has saved a newer revision; with `If-None-Match: *`, 412 if
/// preferences exist already.
#[utoipa::path(put, path = "/api/v1/commerce-preferences/{namespace}", operation_id = "commerce_preferences_put",
    tag = "commerce-preferences",
    params(("X-Website-Id" = String, Header, description = "The site"),
           ("If-Match" = Option<String>, Header, description = "The revision to change, in quotes; a list, or `*` for any"),
           ("If-None-Match" = Option<String>, Header, description = "`*` if nothing is saved yet")),
    request_body(content = HashMap<String, Value>, description = "The preferences; `websiteId` is not stored"),
    security(("contributor" = ["discounts-tax-shipping:write"])),
    responses((status = 200, body = CommercePreferences), (status = 412, body = Problem)))]
async fn commerce_preferences_put(
    caller: Contributor,
    ApiPath(path): ApiPath<NamespacePath>,
    headers: HeaderMap,
    ApiJson(values): ApiJson<Map<String, Value>>,
) -> ApiResult<impl IntoResponse> {
    let seen = seen(&headers);
    let saved = preferences::put(&caller.ctx, &caller.db, &path.namespace, &seen, values).await?;
    Ok(tagged(caller.ctx.website(), saved))
}
