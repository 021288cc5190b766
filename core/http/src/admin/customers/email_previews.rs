//! Previews of e-mails.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use serde::{Deserialize, Serialize};
use stoa_commerce::orders::sample_email;
use stoa_email::{Preview, PreviewKind, Reader};
use stoa_messages::LANGUAGES;
use stoa_render::PageType;
use utoipa::{IntoParams, ToSchema};

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor};
use crate::problem::ApiResult;
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// A kind of e-mail that can be previewed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmailKindOut {
    /// Kind, such as `order-confirmed`.
    kind: &'static str,
    /// Whether it is sent to contributors instead of the customer.
    is_for_owner: bool,
    /// The kind whose texts it uses.
    texts: &'static str,
}

/// The kinds of e-mail that can be previewed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmailKindsOut {
    emails: Vec<EmailKindOut>,
    /// Available languages of e-mails.
    languages: &'static [&'static str],
    /// The default language.
    language: &'static str,
}

impl From<&PreviewKind> for EmailKindOut {
    fn from(email: &PreviewKind) -> Self {
        let is_for_owner = email.reader == Reader::Owner;
        Self { kind: email.name, is_for_owner, texts: email.texts }
    }
}

/// Language of a preview.
#[derive(Debug, Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
pub struct PreviewLanguage {
    /// BCP 47 tag of the language; the site's language by default.
    language: Option<String>,
}

/// Path parameters of a preview.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PreviewPath {
    email_kind: String,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(mail_previews_list: reads()))
        .routes(routes!(mail_previews_get: reads()))
        .routes(routes!(mail_previews_send: changes(Invalidates::ByHandler)))
}

/// List e-mail previews
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/mail/previews", operation_id = "mail_previews_list",
    tag = "mail", security(("contributor" = ["orders:read"])), responses((status = 200, body = EmailKindsOut)))]
async fn mail_previews_list(caller: Contributor) -> ApiResult<Json<EmailKindsOut>> {
    let (kinds, language) = stoa_email::kinds(&caller.ctx, &caller.db).await?;
    let emails = kinds.iter().map(EmailKindOut::from).collect();
    Ok(Json(EmailKindsOut { emails, languages: LANGUAGES, language }))
}

/// Preview an e-mail
///
/// An HTML page of type 301 with the e-mail, filled with a sample order or account.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/mail/previews/{emailKind}",
    operation_id = "mail_previews_get", tag = "mail", params(PreviewLanguage),
    security(("contributor" = ["orders:read"])),
    responses((status = 200, body = String, content_type = "text/html")))]
async fn mail_previews_get(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PreviewPath>,
    ApiQuery(query): ApiQuery<PreviewLanguage>,
) -> ApiResult<Response> {
    let base_url = base_url(&state, &caller).await?;
    let wanted = Preview { kind: &path.email_kind, language: query.language.as_deref(), base_url: &base_url };
    let email = stoa_email::preview(&caller.ctx, &caller.db, &wanted, sample_email).await?;
    let headers = [
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(
                "default-src 'none'; style-src 'unsafe-inline'; img-src *; frame-ancestors 'none'",
            ),
        ),
    ];
    Ok((headers, Html(marked(&email.html))).into_response())
}

/// Marks the HTML of an e-mail with the page type of e-mail previews (301).
pub(in crate::admin) fn marked(html: &str) -> String {
    html.replacen("<body ", &format!("<body data-page-type=\"{}\" ", PageType::CommerceEmailPreview.code()), 1)
}

/// Send a test e-mail
///
/// Sends the preview to the e-mail address of the caller's account.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/mail/previews/{emailKind}/send",
    operation_id = "mail_previews_send", tag = "mail", request_body = PreviewLanguage,
    security(("contributor" = ["orders:publish"])),
    responses((status = 204, description = "The e-mail was queued for sending")))]
async fn mail_previews_send(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PreviewPath>,
    ApiJson(body): ApiJson<PreviewLanguage>,
) -> ApiResult<StatusCode> {
    let base_url = base_url(&state, &caller).await?;
    let to = state.tenancy.staff.account(&caller.account).await?.email;
    let wanted = Preview { kind: &path.email_kind, language: body.language.as_deref(), base_url: &base_url };
    stoa_email::send_preview(&caller.ctx, &caller.db, &wanted, &to, sample_email).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(in crate::admin) async fn base_url(state: &AppState, caller: &Contributor) -> ApiResult<String> {
    let host = state.tenancy.hosts.primary(caller.ctx.website()).await?.unwrap_or_default();
    Ok(state.settings.origin(&host))
}
