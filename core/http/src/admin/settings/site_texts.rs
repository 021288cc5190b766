//! Texts of a site in place of those of the message catalogues.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::page::Page;
use stoa_messages::LANGUAGES;
use stoa_site::site_texts::{self, SiteText, TextFilter, TextPlace};
use utoipa::{IntoParams, ToSchema};

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor, ListQuery, Listing};
use crate::problem::ApiResult;
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// A text that visitors read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SiteText)]
pub struct SiteTextOut {
    /// Key of the text, such as `storefront.addToCart`.
    key: &'static str,
    /// What the text is for, and what its placeholders are, in English.
    comment: &'static str,
    /// The usual text, ICU MessageFormat.
    original: &'static str,
    /// The site's own text; null if it has none.
    text: Option<String>,
    /// When the site's text was changed last, UTC milliseconds.
    updated_on: Option<i64>,
}

/// Languages in which a site has texts.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SiteTextLanguages)]
pub struct LanguagesOut {
    /// BCP 47 tags.
    languages: &'static [&'static str],
    /// The one in which the site shows its texts.
    language: &'static str,
}

/// A page of texts of a language, by key.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SiteTexts)]
pub struct SiteTextsOut {
    texts: Vec<SiteTextOut>,
    #[serde(flatten)]
    listing: Listing,
}

/// The site's own text.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SiteTextBody)]
pub struct SiteTextBody {
    /// ICU MessageFormat, with the same placeholders as the usual text.
    #[schema(min_length = 1, max_length = 2000)]
    text: String,
}

/// Which texts are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SiteTextsQuery {
    /// Part of the key, the usual text or the site's text.
    query: Option<String>,
    /// Only texts that the site has changed.
    changed: Option<bool>,
}

/// Path parameters of the texts of a language.
#[derive(Debug, Deserialize)]
struct LanguagePath {
    language: String,
}

/// Path parameters of a text.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct TextPath {
    language: String,
    text_key: String,
}

impl From<TextPath> for TextPlace {
    fn from(path: TextPath) -> Self {
        Self { language: path.language, key: path.text_key }
    }
}

impl From<SiteText> for SiteTextOut {
    fn from(text: SiteText) -> Self {
        let SiteText { key, comment, original, own, updated_on } = text;
        Self { key, comment, original, text: own, updated_on: updated_on.map(Timestamp::ms) }
    }
}

impl From<Page<SiteText>> for SiteTextsOut {
    fn from(page: Page<SiteText>) -> Self {
        Self { texts: page.items.into_iter().map(SiteTextOut::from).collect(), listing: page.next_cursor.into() }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(site_text_languages: reads()))
        .routes(routes!(site_texts_list: reads(), site_texts_reset: changes(Invalidates::ByHandler)))
        .routes(
            routes!(site_text_save: changes(Invalidates::ByHandler), site_text_reset: changes(Invalidates::ByHandler)),
        )
        .routes(routes!(site_texts_export: reads()))
}

/// List the languages of texts
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/site-texts", operation_id = "site_text_languages",
    tag = "site-texts", security(("contributor" = ["site-settings:read"])),
    responses((status = 200, body = LanguagesOut)))]
async fn site_text_languages(caller: Contributor) -> ApiResult<Json<LanguagesOut>> {
    let language = site_texts::language_shown(&caller.ctx, &caller.db).await?;
    Ok(Json(LanguagesOut { languages: LANGUAGES, language }))
}

/// List the texts of a language
///
/// All texts that visitors read and that are not set elsewhere, with the site's own text where it has one.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/site-texts/{language}", operation_id = "site_texts_list",
    tag = "site-texts", params(SiteTextsQuery, ListQuery), security(("contributor" = ["site-settings:read"])),
    responses((status = 200, body = SiteTextsOut)))]
async fn site_texts_list(
    caller: Contributor,
    ApiPath(path): ApiPath<LanguagePath>,
    ApiQuery(query): ApiQuery<SiteTextsQuery>,
    ApiQuery(listing): ApiQuery<ListQuery>,
) -> ApiResult<Json<SiteTextsOut>> {
    let filter = TextFilter { query: query.query, changed: query.changed.unwrap_or_default() };
    let page = site_texts::list(&caller.ctx, &caller.db, &path.language, &filter, &listing.into()).await?;
    Ok(Json(page.into()))
}

/// Reset all texts of a language
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/site-texts/{language}", operation_id = "site_texts_reset",
    tag = "site-texts", security(("contributor" = ["site-settings:write"])),
    responses((status = 204, description = "The usual texts are shown again")))]
async fn site_texts_reset(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<LanguagePath>,
) -> ApiResult<StatusCode> {
    site_texts::reset_all(&caller.ctx, &caller.db, state.invalidation.as_ref(), &path.language).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Save the site's own text
///
/// It has the same placeholders as the usual text. The usual text itself resets it.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/site-texts/{language}/{textKey}",
    operation_id = "site_text_save", tag = "site-texts", request_body = SiteTextBody,
    security(("contributor" = ["site-settings:write"])), responses((status = 200, body = SiteTextOut)))]
async fn site_text_save(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<TextPath>,
    ApiJson(body): ApiJson<SiteTextBody>,
) -> ApiResult<Json<SiteTextOut>> {
    let (ctx, db, place) = (&caller.ctx, &caller.db, TextPlace::from(path));
    let saved = site_texts::save(ctx, db, state.invalidation.as_ref(), &place, &body.text).await?;
    Ok(Json(saved.into()))
}

/// Reset a text
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/site-texts/{language}/{textKey}",
    operation_id = "site_text_reset", tag = "site-texts", security(("contributor" = ["site-settings:write"])),
    responses((status = 204, description = "The usual text is shown again")))]
async fn site_text_reset(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<TextPath>,
) -> ApiResult<StatusCode> {
    site_texts::reset(&caller.ctx, &caller.db, state.invalidation.as_ref(), &path.into()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Export the texts of a language
///
/// A PO file, as translators use it: the key as context, the English text, and the text that visitors read.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/site-texts/{language}/export",
    operation_id = "site_texts_export", tag = "site-texts", security(("contributor" = ["site-settings:read"])),
    responses((status = 200, body = String, content_type = "text/x-gettext-translation")))]
async fn site_texts_export(caller: Contributor, ApiPath(path): ApiPath<LanguagePath>) -> ApiResult<impl IntoResponse> {
    let file = site_texts::export(&caller.ctx, &caller.db, &path.language).await?;
    let headers: [(HeaderName, HeaderValue); 3] = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/x-gettext-translation; charset=utf-8")),
        (header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"texts.po\"")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((headers, file))
}
