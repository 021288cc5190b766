//! What the editors draw their previews from.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::Value;
use stoa_document::Block;
use stoa_kernel::Failure;
use stoa_kernel::error::FieldErrors;
use stoa_render::{Answers, MaterialAnswer, PluginCall, Questions};
use utoipa::{IntoParams, ToSchema};

use super::page_path::PagePath;
use super::pages::site_face;
use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor};
use crate::problem::{ApiResult, Problem};
use crate::public::conditional;
use crate::state::AppState;

/// Browsers ask again each time; the answer is short while nothing has changed.
const REVALIDATED: HeaderValue = HeaderValue::from_static("private, no-cache");

/// Which page is to be drawn with the drafts of templates.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct AddressQuery {
    /// Path of the page, with its query string; the start page unless told.
    #[serde(default)]
    pub(super) address: String,
}

/// What the engine asks. It comes from the engine as it is and goes back to it as it is.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PageQuestionsBody {
    /// Blocks with their settings: what they show, how plugins draw them, which texts are clean. At most 60.
    #[serde(default)]
    blocks: Vec<Value>,
    /// Calls of formatters and predicates of plugins. At most 200.
    #[serde(default)]
    calls: Vec<Value>,
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(page_material)).routes(routes!(template_material)).routes(routes!(page_questions))
}

pub(super) fn sent(headers: &HeaderMap, material: MaterialAnswer) -> Response {
    let mut response = conditional(headers, Some(&material.etag), material.body.into(), "application/json");
    response.headers_mut().insert(header::CACHE_CONTROL, REVALIDATED);
    response
}

/// Read what a page is drawn from
///
/// Everything that the engine in the browser needs to draw the saved draft as it would be published, and to go on
/// drawing it while it is edited. Its shape is the engine's own.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/pages/{pageId}/material", operation_id = "page_material",
    tag = "pages",
    params(("websiteId" = String, Path, description = "The site"), ("pageId" = String, Path, description = "The page")),
    security(("contributor" = ["content:read"])),
    responses((status = 200, body = Value, headers(("ETag" = String, description = "Changes with the material"))),
              (status = 304), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn page_material(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PagePath>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let site = site_face(&state, &caller).await?;
    let material = state.renderer.page_material(&caller.ctx, &caller.db, site, &path.page_id).await?;
    Ok(sent(&headers, material))
}

/// Read what a page is drawn from with the drafts of templates
///
/// As for a page, with its published content. There is none for themes of the original form, whose templates the
/// server puts into the engine's words.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/template-files/material",
    operation_id = "template_material", tag = "template-files",
    params(("websiteId" = String, Path, description = "The site"), AddressQuery),
    security(("contributor" = ["design:read"])),
    responses((status = 200, body = Value, headers(("ETag" = String, description = "Changes with the material"))),
              (status = 204), (status = 304), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn template_material(
    State(state): State<AppState>,
    caller: Contributor,
    ApiQuery(query): ApiQuery<AddressQuery>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let site = site_face(&state, &caller).await?;
    let material = state.renderer.template_material(&caller.ctx, &caller.db, site, &query.address).await?;
    Ok(material.map_or_else(|| StatusCode::NO_CONTENT.into_response(), |material| sent(&headers, material)))
}

/// Ask what only the server knows of a page
///
/// The engine asks while a page is edited: what a store that was just chosen holds, how a plugin draws a block, what
/// remains of a text when it is cleaned. It draws on with what it has until the answer is there.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/page-questions", operation_id = "page_questions",
    tag = "pages",
    params(("websiteId" = String, Path, description = "The site")),
    request_body = PageQuestionsBody,
    security(("contributor" = ["content:read"])),
    responses((status = 200, body = Value), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem)))]
async fn page_questions(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(body): ApiJson<PageQuestionsBody>,
) -> ApiResult<Json<Answers>> {
    let questions = body.into_questions()?;
    Ok(Json(state.renderer.answers(&caller.ctx, &caller.db, questions).await?))
}

impl PageQuestionsBody {
    fn into_questions(self) -> Result<Questions, Failure> {
        Ok(Questions { blocks: read::<Block>("blocks", self.blocks)?, calls: read::<PluginCall>("calls", self.calls)? })
    }
}

fn read<T: serde::de::DeserializeOwned>(place: &str, values: Vec<Value>) -> Result<Vec<T>, Failure> {
    values
        .into_iter()
        .enumerate()
        .map(|(index, value)| {
            serde_json::from_value(value).map_err(|error| {
                Failure::validation(FieldErrors::from([(format!("{place}[{index}]"), error.to_string())]))
            })
        })
        .collect()
}
