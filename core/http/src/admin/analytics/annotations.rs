//! Notes on days.

use axum::Json;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stoa_analytics::reports::annotations::{self, Annotation};
use stoa_kernel::id::AnnotationId;
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Contributor, path_id};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};

/// A note on a day.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnalyticsAnnotation)]
struct AnnotationOut {
    id: String,
    /// The day, such as `2026-11-21`.
    day: String,
    text: String,
}

impl From<Annotation> for AnnotationOut {
    fn from(annotation: Annotation) -> Self {
        let Annotation { id, day, text } = annotation;
        Self { id: id.into(), day, text }
    }
}

/// Notes on days.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnalyticsAnnotations)]
struct AnnotationsOut {
    /// In order of their days.
    annotations: Vec<AnnotationOut>,
}

/// A note on a day.
#[derive(Debug, Deserialize, ToSchema)]
struct AnnotationBody {
    /// The day, such as `2026-11-21`.
    day: String,
    #[schema(min_length = 1, max_length = 200)]
    text: String,
}

/// Path parameters of a note.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct AnnotationPath {
    #[serde(deserialize_with = "path_id")]
    annotation_id: AnnotationId,
}

/// Routes of this module.
pub(super) fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(annotations_list: reads(), annotations_create: changes(Invalidates::ByHandler)))
        .routes(routes!(
            annotations_update: changes(Invalidates::ByHandler),
            annotations_delete: changes(Invalidates::ByHandler),
        ))
}

/// List notes on days
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/analytics/annotations", operation_id = "annotations_list",
    tag = "analytics", security(("contributor" = ["analytics:read"])),
    responses((status = 200, body = AnnotationsOut)))]
async fn annotations_list(caller: Contributor) -> ApiResult<Json<AnnotationsOut>> {
    let annotations = annotations::list(&caller.ctx, &caller.db).await?;
    Ok(Json(AnnotationsOut { annotations: annotations.into_iter().map(AnnotationOut::from).collect() }))
}

/// Create a note on a day
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/analytics/annotations",
    operation_id = "annotations_create", tag = "analytics", request_body = AnnotationBody,
    security(("contributor" = ["analytics:write"])),
    responses((status = 201, body = AnnotationOut), (status = 409, body = Problem)))]
async fn annotations_create(
    caller: Contributor,
    ApiJson(body): ApiJson<AnnotationBody>,
) -> ApiResult<(StatusCode, Json<AnnotationOut>)> {
    let made = annotations::create(&caller.ctx, &caller.db, &body.day, &body.text).await?;
    Ok((StatusCode::CREATED, Json(made.into())))
}

/// Update a note on a day
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/analytics/annotations/{annotationId}",
    operation_id = "annotations_update", tag = "analytics", request_body = AnnotationBody,
    security(("contributor" = ["analytics:write"])), responses((status = 200, body = AnnotationOut)))]
async fn annotations_update(
    caller: Contributor,
    ApiPath(path): ApiPath<AnnotationPath>,
    ApiJson(body): ApiJson<AnnotationBody>,
) -> ApiResult<Json<AnnotationOut>> {
    let changed = annotations::update(&caller.ctx, &caller.db, &path.annotation_id, &body.day, &body.text).await?;
    Ok(Json(changed.into()))
}

/// Delete a note on a day
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/analytics/annotations/{annotationId}",
    operation_id = "annotations_delete", tag = "analytics", security(("contributor" = ["analytics:write"])),
    responses((status = 204)))]
async fn annotations_delete(caller: Contributor, ApiPath(path): ApiPath<AnnotationPath>) -> ApiResult<StatusCode> {
    annotations::delete(&caller.ctx, &caller.db, &path.annotation_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
