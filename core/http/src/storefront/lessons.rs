//! Lessons behind a paywall.

use axum::Json;
use serde::{Deserialize, Serialize};
use stoa_commerce::lessons::{self, Lesson};
use stoa_kernel::catalogue::LessonKind;
use stoa_kernel::id::ProductId;
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiPath, Shopper, path_id};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::reads;

/// A lesson.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Lesson)]
pub struct LessonOut {
    id: String,
    title: String,
    /// How it is shown.
    kind: LessonKind,
    /// Path of the file, for the same account.
    url: String,
}

/// The lessons of a paywall, in the order in which they were added.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Lessons)]
pub struct LessonsOut {
    lessons: Vec<LessonOut>,
}

/// Path of a paywall.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct LessonsPath {
    #[serde(deserialize_with = "path_id")]
    item_id: ProductId,
}

impl From<Lesson> for LessonOut {
    fn from(lesson: Lesson) -> Self {
        Self { id: lesson.id.into(), title: lesson.title, kind: lesson.kind, url: lesson.url }
    }
}

/// The routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(lessons_list: reads()))
}

/// List the lessons of a paywall
///
/// 403 unless the signed-in account has a paid order of the paywall.
#[utoipa::path(get, path = "/api/commerce/lessons/{itemId}", operation_id = "lessons_list", tag = "lessons",
    params(("itemId" = String, Path, description = "The paywall product")),
    responses((status = 200, body = LessonsOut), (status = 403, body = Problem)))]
async fn lessons_list(Shopper(caller): Shopper, ApiPath(path): ApiPath<LessonsPath>) -> ApiResult<Json<LessonsOut>> {
    let found = lessons::list(&caller.ctx, &caller.db, &path.item_id, caller.tester_pass()).await?;
    Ok(Json(LessonsOut { lessons: found.into_iter().map(LessonOut::from).collect() }))
}
