//! The mailing lists of a site.

use axum::Json;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stoa_commerce::subscribers;
use stoa_entity::tenant::mailing_list;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::extract::{ApiJson, Contributor};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// A mailing list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MailingList)]
pub struct MailingListOut {
    id: String,
    /// What it is called; blocks name it by this.
    name: String,
    /// When it was made, UTC milliseconds.
    created_on: i64,
}

impl From<mailing_list::Model> for MailingListOut {
    fn from(list: mailing_list::Model) -> Self {
        Self { id: list.id.to_string(), name: list.name, created_on: list.created_on }
    }
}

/// All mailing lists of a site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MailingLists)]
pub struct MailingListsOut {
    /// By alphabet.
    mailing_lists: Vec<MailingListOut>,
}

/// A list that is wanted.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = MailingListBody)]
pub struct MailingListBody {
    /// At most 80 characters; no two lists of a site are called alike.
    name: String,
}

/// The routes of this noun.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(mailing_lists_list, mailing_list_create))
}

/// Mailing lists of the site
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/mailing-lists", operation_id = "mailing_lists_list",
    tag = "submissions",
    params(("websiteId" = String, Path, description = "The site")),
    security(("contributor" = ["content:read"])),
    responses((status = 200, body = MailingListsOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn mailing_lists_list(caller: Contributor) -> ApiResult<Json<MailingListsOut>> {
    let lists = subscribers::lists(&caller.ctx, &caller.db).await?;
    Ok(Json(MailingListsOut { mailing_lists: lists.into_iter().map(MailingListOut::from).collect() }))
}

/// Make a mailing list
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/mailing-lists", operation_id = "mailing_list_create",
    tag = "submissions",
    params(("websiteId" = String, Path, description = "The site")),
    request_body = MailingListBody,
    security(("contributor" = ["content:write"])),
    responses((status = 201, body = MailingListOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn mailing_list_create(
    caller: Contributor,
    ApiJson(body): ApiJson<MailingListBody>,
) -> ApiResult<(StatusCode, Json<MailingListOut>)> {
    let made = subscribers::create(&caller.ctx, &caller.db, &body.name).await?;
    Ok((StatusCode::CREATED, Json(made.into())))
}
