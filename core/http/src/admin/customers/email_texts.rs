//! Custom texts of e-mails.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use serde::{Deserialize, Serialize};
use stoa_commerce::orders::sample_email;
use stoa_email::{EmailText, KindInLanguage, KindTexts, Preview};
use utoipa::ToSchema;

use super::email_previews::{base_url, marked};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Contributor};
use crate::precondition::named;
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// Texts around the contents of an e-mail: plain text, with `{name}` as a placeholder. A blank line separates
/// paragraphs.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = EmailText)]
pub struct EmailTextBody {
    /// Subject line.
    #[schema(min_length = 1, max_length = 200)]
    subject: String,
    /// Heading at the top.
    #[schema(min_length = 1, max_length = 200)]
    heading: String,
    /// Text below the heading; may be empty.
    #[schema(max_length = 4000)]
    opening: String,
    /// Text at the end; may be empty.
    #[schema(max_length = 4000)]
    closing: String,
}

/// The texts of a kind of e-mail in a language.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EmailTexts)]
pub struct EmailTextsOut {
    /// Kind, such as `order-confirmed`.
    kind: &'static str,
    /// Language, such as `de`.
    language: &'static str,
    /// Placeholders of the texts, written as `{name}`.
    places: &'static [&'static str],
    /// Current texts.
    text: EmailTextBody,
    /// Default texts.
    usual: EmailTextBody,
    /// Revision to send in `If-Match` with a change; 0 while the default texts are used.
    revision: i64,
}

/// An e-mail rendered with unsaved texts.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterDraftOut {
    subject: String,
    /// An HTML page of type 301.
    html: String,
    /// Plain text.
    text: String,
}

impl From<EmailText> for EmailTextBody {
    fn from(text: EmailText) -> Self {
        Self { subject: text.subject, heading: text.heading, opening: text.opening, closing: text.closing }
    }
}

impl From<EmailTextBody> for EmailText {
    fn from(body: EmailTextBody) -> Self {
        Self { subject: body.subject, heading: body.heading, opening: body.opening, closing: body.closing }
    }
}

impl From<KindTexts> for EmailTextsOut {
    fn from(texts: KindTexts) -> Self {
        Self {
            kind: texts.kind,
            language: texts.language,
            places: texts.placeholders,
            text: texts.text.into(),
            usual: texts.default_text.into(),
            revision: texts.revision,
        }
    }
}

/// Path parameters of e-mail texts.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TextsPath {
    email_kind: String,
    language: String,
}

impl TextsPath {
    fn kind_in_language(&self) -> KindInLanguage<'_> {
        KindInLanguage { kind: &self.email_kind, language: &self.language }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(
            mail_texts_get: reads(),
            mail_texts_save: changes(Invalidates::ByHandler),
            mail_texts_reset: changes(Invalidates::ByHandler),
        ))
        .routes(routes!(mail_texts_preview: changes(Invalidates::Nothing)))
}

fn tagged(texts: KindTexts) -> impl IntoResponse {
    let etag = format!("\"{}\"", texts.revision);
    (AppendHeaders([(header::ETAG, etag)]), Json(EmailTextsOut::from(texts)))
}

/// Get the texts of an e-mail
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/mail/texts/{emailKind}/{language}",
    operation_id = "mail_texts_get", tag = "mail", security(("contributor" = ["orders:read"])),
    responses((status = 200, body = EmailTextsOut, headers(("ETag" = String, description = "The revision in quotes")))))]
async fn mail_texts_get(caller: Contributor, ApiPath(path): ApiPath<TextsPath>) -> ApiResult<impl IntoResponse> {
    Ok(tagged(stoa_email::load_texts(&caller.ctx, &caller.db, &path.kind_in_language()).await?))
}

/// Customize the texts of an e-mail
///
/// 412 if someone has saved a newer revision.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/mail/texts/{emailKind}/{language}",
    operation_id = "mail_texts_save", tag = "mail",
    params(("If-Match" = Option<String>, Header, description = "The revision to change, in quotes; a list, or `*` for any"),
           ("If-None-Match" = Option<String>, Header, description = "`*` if nothing is saved yet")),
    request_body = EmailTextBody, security(("contributor" = ["orders:write"])),
    responses((status = 200, body = EmailTextsOut, headers(("ETag" = String, description = "The revision in quotes"))),
              (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn mail_texts_save(
    caller: Contributor,
    ApiPath(path): ApiPath<TextsPath>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<EmailTextBody>,
) -> ApiResult<impl IntoResponse> {
    let seen = named(&headers)?;
    Ok(tagged(stoa_email::save_texts(&caller.ctx, &caller.db, &path.kind_in_language(), body.into(), &seen).await?))
}

/// Reset the texts of an e-mail
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/mail/texts/{emailKind}/{language}",
    operation_id = "mail_texts_reset", tag = "mail", security(("contributor" = ["orders:write"])),
    responses((status = 204, description = "The default texts are used again")))]
async fn mail_texts_reset(caller: Contributor, ApiPath(path): ApiPath<TextsPath>) -> ApiResult<StatusCode> {
    stoa_email::reset_texts(&caller.ctx, &caller.db, &path.kind_in_language()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Preview an e-mail with unsaved texts
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/mail/texts/{emailKind}/{language}/preview",
    operation_id = "mail_texts_preview", tag = "mail", request_body = EmailTextBody,
    security(("contributor" = ["orders:read"])), responses((status = 200, body = LetterDraftOut)))]
async fn mail_texts_preview(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<TextsPath>,
    ApiJson(body): ApiJson<EmailTextBody>,
) -> ApiResult<Json<LetterDraftOut>> {
    let base_url = base_url(&state, &caller).await?;
    let wanted = Preview { kind: &path.email_kind, language: Some(&path.language), base_url: &base_url };
    let email = stoa_email::preview_text(&caller.ctx, &caller.db, &wanted, body.into(), sample_email).await?;
    Ok(Json(LetterDraftOut { subject: email.subject, html: marked(&email.html), text: email.text }))
}
