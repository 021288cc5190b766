//! What letters say, in the owner's own words.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use serde::{Deserialize, Serialize};
use stoa_commerce::mail::{self, KindTexts, LetterText, Preview};
use utoipa::ToSchema;

use super::mail_previews::{base_url, marked};
use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, ApiPath, Contributor};
use crate::precondition::named;
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// What a letter says around its contents: plain text, with `{name}` for what the letter knows. A blank line parts
/// paragraphs.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = LetterText)]
pub struct LetterTextBody {
    /// Subject line.
    subject: String,
    /// Above everything.
    heading: String,
    /// Below the heading; may be empty.
    opening: String,
    /// Below everything; may be empty.
    closing: String,
}

/// The texts of a kind of letter in a language.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LetterTexts)]
pub struct LetterTextsOut {
    /// Such as `order-confirmed`.
    kind: &'static str,
    /// Such as `de`.
    language: &'static str,
    /// What can be put into the texts, as `{name}`.
    places: &'static [&'static str],
    /// What letters say now.
    text: LetterTextBody,
    /// What they say unless the owner words it.
    usual: LetterTextBody,
    /// To be named in `If-Match` with a change; 0 while the usual texts stand.
    revision: i64,
}

/// A letter with texts that are not saved.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterDraftOut {
    subject: String,
    /// A page of type 301.
    html: String,
    /// Plain text.
    text: String,
}

impl From<LetterText> for LetterTextBody {
    fn from(text: LetterText) -> Self {
        Self { subject: text.subject, heading: text.heading, opening: text.opening, closing: text.closing }
    }
}

impl From<LetterTextBody> for LetterText {
    fn from(body: LetterTextBody) -> Self {
        Self { subject: body.subject, heading: body.heading, opening: body.opening, closing: body.closing }
    }
}

impl From<KindTexts> for LetterTextsOut {
    fn from(texts: KindTexts) -> Self {
        Self {
            kind: texts.kind,
            language: texts.language,
            places: texts.places,
            text: texts.text.into(),
            usual: texts.usual.into(),
            revision: texts.revision,
        }
    }
}

/// Which texts.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TextsPath {
    letter_kind: String,
    language: String,
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(mail_texts_get, mail_texts_save, mail_texts_reset)).routes(routes!(mail_texts_preview))
}

fn tagged(texts: KindTexts) -> impl IntoResponse {
    let etag = format!("\"{}\"", texts.revision);
    (AppendHeaders([(header::ETAG, etag)]), Json(LetterTextsOut::from(texts)))
}

/// Read what a letter says
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/mail/texts/{letterKind}/{language}",
    operation_id = "mail_texts_get", tag = "mail",
    params(("websiteId" = String, Path, description = "The site"),
           ("letterKind" = String, Path, description = "The kind of letter"),
           ("language" = String, Path, description = "First part of the tag of a language")),
    security(("contributor" = ["orders:read"])),
    responses((status = 200, body = LetterTextsOut, headers(("ETag" = String, description = "The revision in quotes"))),
              (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn mail_texts_get(caller: Contributor, ApiPath(path): ApiPath<TextsPath>) -> ApiResult<impl IntoResponse> {
    Ok(tagged(mail::texts(&caller.ctx, &caller.db, &path.letter_kind, &path.language).await?))
}

/// Word what a letter says
///
/// 412 when somebody has saved a newer revision.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/mail/texts/{letterKind}/{language}",
    operation_id = "mail_texts_save", tag = "mail",
    params(("websiteId" = String, Path, description = "The site"),
           ("letterKind" = String, Path, description = "The kind of letter"),
           ("language" = String, Path, description = "First part of the tag of a language"),
           ("If-Match" = Option<String>, Header,
            description = "The revision that is changed, in quotes; several, or `*` for any"),
           ("If-None-Match" = Option<String>, Header, description = "`*` where nothing is saved yet")),
    request_body = LetterTextBody,
    security(("contributor" = ["orders:write"])),
    responses((status = 200, body = LetterTextsOut, headers(("ETag" = String, description = "The revision in quotes"))),
              (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem), (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn mail_texts_save(
    caller: Contributor,
    ApiPath(path): ApiPath<TextsPath>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<LetterTextBody>,
) -> ApiResult<impl IntoResponse> {
    let seen = named(&headers)?;
    let place = (path.letter_kind.as_str(), path.language.as_str());
    Ok(tagged(mail::save_texts(&caller.ctx, &caller.db, place, body.into(), &seen).await?))
}

/// Put the usual texts of a letter back
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/mail/texts/{letterKind}/{language}",
    operation_id = "mail_texts_reset", tag = "mail",
    params(("websiteId" = String, Path, description = "The site"),
           ("letterKind" = String, Path, description = "The kind of letter"),
           ("language" = String, Path, description = "First part of the tag of a language")),
    security(("contributor" = ["orders:write"])),
    responses((status = 204, description = "Letters say the usual"), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn mail_texts_reset(caller: Contributor, ApiPath(path): ApiPath<TextsPath>) -> ApiResult<StatusCode> {
    mail::reset_texts(&caller.ctx, &caller.db, &path.letter_kind, &path.language).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Look at a letter before its texts are saved
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/mail/texts/{letterKind}/{language}/preview",
    operation_id = "mail_texts_preview", tag = "mail",
    params(("websiteId" = String, Path, description = "The site"),
           ("letterKind" = String, Path, description = "The kind of letter"),
           ("language" = String, Path, description = "First part of the tag of a language")),
    request_body = LetterTextBody,
    security(("contributor" = ["orders:read"])),
    responses((status = 200, body = LetterDraftOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn mail_texts_preview(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<TextsPath>,
    ApiJson(body): ApiJson<LetterTextBody>,
) -> ApiResult<Json<LetterDraftOut>> {
    let base_url = base_url(&state, &caller).await?;
    let wanted = Preview { kind: &path.letter_kind, language: Some(&path.language), base_url: &base_url };
    let letter = mail::preview_text(&caller.ctx, &caller.db, &wanted, body.into()).await?;
    Ok(Json(LetterDraftOut { subject: letter.subject, html: marked(&letter.html), text: letter.text }))
}
