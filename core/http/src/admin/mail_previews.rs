//! What letters look like before anybody gets them.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use serde::{Deserialize, Serialize};
use stoa_commerce::LETTER_LANGUAGES;
use stoa_commerce::mail::{self, LetterKind, Preview, Reader};
use stoa_render::PageType;
use utoipa::{IntoParams, ToSchema};

use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// A letter that can be looked at.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LetterKindOut {
    /// Such as `order-confirmed`.
    kind: &'static str,
    /// Whether it goes to who works on the site instead of to the customer.
    is_for_owner: bool,
    /// The kind whose texts it has.
    texts: &'static str,
}

/// The letters that can be looked at.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LetterKindsOut {
    letters: Vec<LetterKindOut>,
    /// Languages that letters are written in.
    languages: [&'static str; 5],
    /// The language they are in unless another one is asked for.
    language: &'static str,
}

impl From<&LetterKind> for LetterKindOut {
    fn from(letter: &LetterKind) -> Self {
        let is_for_owner = letter.reader == Reader::Owner;
        Self { kind: letter.name, is_for_owner, texts: letter.texts }
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
pub fn routes() -> Calls {
    Calls::new()
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
    let (kinds, language) = mail::kinds(&caller.ctx, &caller.db).await?;
    let letters = kinds.iter().map(LetterKindOut::from).collect();
    Ok(Json(LetterKindsOut { letters, languages: LETTER_LANGUAGES, language }))
}

/// Look at a letter
///
/// A page of type 301 with a letter about an order that nobody has placed, or an account that nobody has.
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
    let letter = mail::preview(&caller.ctx, &caller.db, &wanted).await?;
    let headers = [
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(
                "default-src 'none'; style-src 'unsafe-inline'; img-src *; frame-ancestors 'none'",
            ),
        ),
    ];
    Ok((headers, Html(marked(&letter.html))).into_response())
}

/// The letter as a page of its kind.
pub(super) fn marked(html: &str) -> String {
    html.replacen("<body ", &format!("<body data-page-type=\"{}\" ", PageType::CommerceEmailPreview.code()), 1)
}

/// Send a letter to oneself
///
/// The letter that can be looked at, to the address that the caller signs in with.
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
    mail::send_preview(&caller.ctx, &caller.db, &wanted, &to).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn base_url(state: &AppState, caller: &Contributor) -> ApiResult<String> {
    let host = state.tenancy.hosts.primary(caller.ctx.website()).await?.unwrap_or_default();
    Ok(state.settings.origin(&host))
}
