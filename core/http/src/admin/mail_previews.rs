//! What letters about orders look like before anybody has ordered.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use serde::{Deserialize, Serialize};
use stoa_commerce::LETTER_LANGUAGES;
use stoa_commerce::orders::{self, LetterKind, Preview};
use stoa_render::PageType;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// A letter that can be looked at.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LetterKindOut {
    /// Such as `order-confirmed`.
    kind: &'static str,
    /// Whether it goes to the owner of the shop instead of to the customer.
    is_for_owner: bool,
}

/// The letters that can be looked at.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LetterKindsOut {
    letters: Vec<LetterKindOut>,
    /// Languages that letters are written in.
    languages: [&'static str; 5],
    /// The language they are in unless another one is asked for.
    language: String,
}

impl From<&LetterKind> for LetterKindOut {
    fn from(letter: &LetterKind) -> Self {
        Self { kind: letter.name, is_for_owner: letter.is_for_owner }
    }
}

/// How a letter is looked at.
#[derive(Debug, Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
pub struct PreviewLanguage {
    /// Tag of the language it is to be in; the site's without one.
    language: Option<String>,
}

/// Which letter.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PreviewPath {
    letter_kind: String,
}

/// The routes of this noun.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(mail_previews_list))
        .routes(routes!(mail_previews_get))
        .routes(routes!(mail_previews_send))
}

/// List letters that can be looked at
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/mail/previews", operation_id = "mail_previews_list",
    tag = "mail", params(("websiteId" = String, Path, description = "The site")),
    security(("contributor" = ["orders:read"])),
    responses((status = 200, body = LetterKindsOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)),
    )]
async fn mail_previews_list(caller: Contributor) -> ApiResult<Json<LetterKindsOut>> {
    let (kinds, language) = orders::letter_kinds(&caller.ctx, &caller.db).await?;
    let letters = kinds.iter().map(LetterKindOut::from).collect();
    Ok(Json(LetterKindsOut { letters, languages: LETTER_LANGUAGES, language }))
}

/// Look at a letter
///
/// A page of type 301 with a letter about an order that nobody has placed.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/mail/previews/{letterKind}", operation_id = "mail_previews_get",
    tag = "mail",
    params(("websiteId" = String, Path, description = "The site"), ("letterKind" = String, Path, description = "The letter"),
           PreviewLanguage),
    security(("contributor" = ["orders:read"])),
    responses((status = 200, body = String, content_type = "text/html"), (status = 400, body = Problem),
              (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)),
    )]
async fn mail_previews_get(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PreviewPath>,
    ApiQuery(query): ApiQuery<PreviewLanguage>,
) -> ApiResult<Response> {
    let base_url = base_url(&state, &caller).await?;
    let wanted = Preview { kind: &path.letter_kind, language: query.language.as_deref(), base_url: &base_url };
    let letter = orders::preview(&caller.ctx, &caller.db, &wanted).await?;
    let page_type = format!("<body data-page-type=\"{}\" ", PageType::CommerceEmailPreview.code());
    let headers = [
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"),
        ),
    ];
    Ok((headers, Html(letter.html.replacen("<body ", &page_type, 1))).into_response())
}

/// Send a letter to oneself
///
/// The letter about an order that nobody has placed, to the address that the caller signs in with.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/mail/previews/{letterKind}/send",
    operation_id = "mail_previews_send", tag = "mail",
    params(("websiteId" = String, Path, description = "The site"), ("letterKind" = String, Path, description = "The letter")),
    request_body = PreviewLanguage,
    security(("contributor" = ["orders:publish"])),
    responses((status = 204, description = "It is on its way"), (status = 400, body = Problem),
              (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)),
    )]
async fn mail_previews_send(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PreviewPath>,
    ApiJson(body): ApiJson<PreviewLanguage>,
) -> ApiResult<StatusCode> {
    let base_url = base_url(&state, &caller).await?;
    let to = state.tenancy.staff.account(&caller.account).await?.email;
    let wanted = Preview { kind: &path.letter_kind, language: body.language.as_deref(), base_url: &base_url };
    orders::send_preview(&caller.ctx, &caller.db, &wanted, &to).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn base_url(state: &AppState, caller: &Contributor) -> ApiResult<String> {
    let host = state.tenancy.hosts.primary(caller.ctx.website()).await?.unwrap_or_default();
    Ok(state.settings.origin(&host))
}
