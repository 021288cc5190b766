//! Tags and categories of blogs.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use stoa_kernel::Precondition;
use stoa_kernel::content::LabelKind;
use stoa_site::content::items::{self, Label, LabelChange, Labels};
use utoipa::ToSchema;

use super::items::BlogPath;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Contributor};
use crate::precondition::seen;
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// A tag or category.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Label)]
pub struct LabelOut {
    name: String,
    /// Number of items with it, drafts included.
    count: usize,
}

/// The tags and categories of a blog, sorted by name.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Labels)]
pub struct LabelsOut {
    /// Version for `If-Match`; changes when a tag or category is added, renamed or removed.
    version: String,
    tags: Vec<LabelOut>,
    categories: Vec<LabelOut>,
}

/// A tag or category to rename or delete.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LabelChange)]
pub struct LabelBody {
    kind: LabelKind,
    name: String,
    /// Its new name; omitted to remove it from all items.
    #[serde(default)]
    new_name: Option<String>,
}

impl LabelBody {
    fn into_change(self, seen: Precondition) -> LabelChange {
        LabelChange { kind: self.kind, name: self.name, new_name: self.new_name, seen }
    }
}

impl From<Labels> for LabelsOut {
    fn from(labels: Labels) -> Self {
        let out = |labels: Vec<Label>| {
            labels.into_iter().map(|label| LabelOut { name: label.name, count: label.count }).collect()
        };
        Self { version: labels.version, tags: out(labels.tags), categories: out(labels.categories) }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(labels_list: reads(), labels_change: changes(Invalidates::ByHandler)))
}

/// List the tags and categories of a blog
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/collections/{collectionId}/labels",
    operation_id = "labels_list", tag = "items", params(("collectionId" = String, Path, description = "The blog")),
    security(("contributor" = ["content:read"])), responses((status = 200, body = LabelsOut)))]
async fn labels_list(caller: Contributor, ApiPath(path): ApiPath<BlogPath>) -> ApiResult<Json<LabelsOut>> {
    Ok(Json(items::labels(&caller.ctx, &caller.db, &path.collection_id).await?.into()))
}

/// Rename or delete a tag or category
///
/// Takes effect for visitors at once. 409 if the new name is in use.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/collections/{collectionId}/labels",
    operation_id = "labels_change", tag = "items",
    params(("collectionId" = String, Path, description = "The blog"),
           ("If-Match" = Option<String>, Header, description = "The `version` of the labels, in quotes; a list, or `*` for any")),
    request_body = LabelBody, security(("contributor" = ["content:publish"])),
    responses((status = 200, body = LabelsOut), (status = 409, body = Problem), (status = 412, body = Problem)))]
async fn labels_change(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<BlogPath>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<LabelBody>,
) -> ApiResult<Json<LabelsOut>> {
    let change = body.into_change(seen(&headers));
    let invalidation = state.invalidation.as_ref();
    let labels = items::change_label(&caller.ctx, &caller.db, invalidation, &path.collection_id, change).await?;
    Ok(Json(labels.into()))
}
