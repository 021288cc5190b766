//! Rendering data for the previews in the editors.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::Value;
use stoa_document::Block;
use stoa_kernel::Failure;
use stoa_kernel::error::FieldErrors;
use stoa_render::{Answers, DraftShown, PluginCall, PreviewDataResponse, Questions};
use stoa_web::conditional::conditional;
use utoipa::{IntoParams, ToSchema};

use super::page_path::PagePath;
use crate::admin::pages::public_site;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// Browsers revalidate each time; the response is short (304) if nothing has changed.
const REVALIDATED: HeaderValue = HeaderValue::from_static("private, no-cache");

/// Query parameters: the page to render with the draft templates.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::admin) struct AddressQuery {
    /// Path of the page with its query string; the home page by default.
    #[serde(default)]
    pub(in crate::admin) address: String,
}

/// Query parameters: the language of a draft.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::admin) struct DraftLanguageQuery {
    /// BCP 47 tag of a language of the site: the draft as visitors would see it in this language. If omitted, with the
    /// blocks of all languages and their original texts.
    pub(in crate::admin) language: Option<String>,
}

/// Queries of the template engine in the browser. Their shape is the engine's own; clients pass them on unchanged.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PageQuestionsBody {
    /// Blocks with their settings: which data they show, how plugins render them, and their sanitised texts. At most
    /// 60.
    #[serde(default)]
    blocks: Vec<Value>,
    /// Calls of plugin formatters and predicates. At most 200.
    #[serde(default)]
    calls: Vec<Value>,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(page_material: reads()))
        .routes(routes!(template_material: reads()))
        .routes(routes!(page_questions: changes(Invalidates::Nothing)))
}

pub(in crate::admin) fn sent(headers: &HeaderMap, material: PreviewDataResponse) -> Response {
    let mut response = conditional(headers, Some(&material.etag), material.body.into(), "application/json");
    response.headers_mut().insert(header::CACHE_CONTROL, REVALIDATED);
    response
}

/// Get the rendering data of a page
///
/// Everything the template engine in the browser needs to render the saved draft as it would be published, and to keep
/// rendering it during editing. The shape is the engine's own.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/pages/{pageId}/material", operation_id = "page_material",
    tag = "pages", params(DraftLanguageQuery), security(("contributor" = ["content:read"])),
    responses((status = 200, body = Value, headers(("ETag" = String, description = "Changes with the preview data"))),
              (status = 304), (status = 412, body = Problem)))]
async fn page_material(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PagePath>,
    ApiQuery(query): ApiQuery<DraftLanguageQuery>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let site = public_site(&state, &caller).await?;
    let wanted = DraftShown { page_id: &path.page_id, language: query.language.as_deref() };
    let material = state.renderer.page_material(&caller.ctx, &caller.db, site, wanted).await?;
    Ok(sent(&headers, material))
}

/// Get the rendering data of a page with draft templates
///
/// As for a page, with its published content. 204 for themes of the original form, whose templates only the server
/// converts.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/template-files/material", operation_id = "template_material",
    tag = "template-files", params(AddressQuery), security(("contributor" = ["design:read"])),
    responses((status = 200, body = Value, headers(("ETag" = String, description = "Changes with the preview data"))),
              (status = 204), (status = 304), (status = 412, body = Problem)))]
async fn template_material(
    State(state): State<AppState>,
    caller: Contributor,
    ApiQuery(query): ApiQuery<AddressQuery>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let site = public_site(&state, &caller).await?;
    let material = state.renderer.template_material(&caller.ctx, &caller.db, site, &query.address).await?;
    Ok(material.map_or_else(|| StatusCode::NO_CONTENT.into_response(), |material| sent(&headers, material)))
}

/// Query server data of a page
///
/// Sent by the template engine during editing: the products of a newly chosen store, the output of a plugin's block,
/// the sanitised form of a text. The engine renders with the data it has until the response arrives.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/page-questions", operation_id = "page_questions",
    tag = "pages", request_body = PageQuestionsBody, security(("contributor" = ["content:read"])),
    responses((status = 200, body = Value)))]
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
