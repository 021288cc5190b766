//! The languages of a site.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::website::UntranslatedPages;
use stoa_render::language_name;
use stoa_site::languages::{self, LanguageEntry, SiteLanguages};
use utoipa::ToSchema;

use crate::admin::pages::public_site;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, Contributor};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// What provides the translations.
const PROVIDER: &str = "stoa";
/// Where the theme shows the links to other languages.
const POSITION: &str = "footer";

/// Whether visitors read the site in other languages than the primary one.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum ConnectionStatus {
    /// They do.
    Connected,
    /// They do not.
    Disconnected,
}

/// Settings of the languages of a site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MultilingualSettings)]
pub struct SettingsOut {
    /// Whether visitors read the site in other languages than the primary one.
    enabled: bool,
    /// What provides the translations; null while no other language is public.
    provider: Option<&'static str>,
    /// BCP 47 tag.
    primary_language: String,
    /// Where the links to other languages are.
    widget_position: &'static str,
    /// Tags of the languages in which no e-mails are sent.
    custom_coded_languages: Vec<String>,
}

/// State of the languages of a site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MultilingualStatus)]
pub struct StatusOut {
    connected: bool,
    status: ConnectionStatus,
    /// Since when another language is public, UTC milliseconds.
    connected_on: Option<i64>,
}

/// A language of a site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SiteLanguage)]
pub struct LanguageOut {
    /// BCP 47 tag.
    code: String,
    /// Name of the language in itself.
    name: String,
    is_primary: bool,
    /// Whether visitors see it; contributors see it always.
    enabled: bool,
    /// What visitors get from pages that are not translated into it.
    untranslated: UntranslatedPages,
    /// Whether no e-mails are sent in it.
    custom: bool,
}

/// The languages of a site, the primary one first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SiteLanguages)]
pub struct LanguagesOut {
    languages: Vec<LanguageOut>,
}

/// A language to save.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SiteLanguageChange)]
pub struct LanguageBody {
    /// BCP 47 tag of one of the languages that sites can have.
    #[schema(min_length = 2, max_length = 35)]
    code: String,
    /// True for exactly one, which is the language of the site's settings.
    is_primary: bool,
    /// Whether visitors see it; the primary one is always seen.
    enabled: bool,
    /// What visitors get from pages that are not translated into it; `show` if omitted.
    untranslated: Option<UntranslatedPages>,
    /// Whether no e-mails are sent in it.
    #[serde(default)]
    custom: bool,
}

/// The languages to save, in the order in which they are shown.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = SiteLanguagesChange)]
pub struct LanguagesBody {
    /// With the primary one.
    #[schema(min_items = 1, max_items = 50)]
    languages: Vec<LanguageBody>,
}

/// A link that shows languages that are not public yet.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DraftLanguageLink {
    /// The complete URL. With `?language=` and the tag of a language, it leads to the home page in it.
    url: String,
    /// Until when the browser that opens it shows them, UTC milliseconds.
    expires_on: i64,
}

impl From<SiteLanguages> for LanguagesOut {
    fn from(found: SiteLanguages) -> Self {
        let primary = LanguageOut {
            name: language_name(&found.primary),
            code: found.primary,
            is_primary: true,
            enabled: true,
            untranslated: UntranslatedPages::ShowOriginal,
            custom: false,
        };
        let others = found.others.into_iter().map(|language| LanguageOut {
            name: language_name(&language.tag),
            code: language.tag,
            is_primary: false,
            enabled: language.is_public,
            untranslated: language.untranslated,
            custom: language.custom,
        });
        Self { languages: std::iter::once(primary).chain(others).collect() }
    }
}

impl From<LanguageBody> for LanguageEntry {
    fn from(body: LanguageBody) -> Self {
        Self {
            tag: body.code,
            is_primary: body.is_primary,
            is_public: body.enabled,
            untranslated: body.untranslated.unwrap_or(UntranslatedPages::ShowOriginal),
            custom: body.custom,
        }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    let disconnects = changes(Invalidates::ByHandler);
    ApiRouter::new()
        .routes(routes!(multilingual_settings_get: reads()))
        .routes(routes!(multilingual_status_get: reads()))
        .routes(routes!(languages_list: reads(), languages_replace: changes(Invalidates::ByHandler)))
        .routes(routes!(multilingual_disconnect: disconnects))
        .routes(routes!(draft_language_link: changes(Invalidates::Nothing)))
}

/// Get the settings of the languages
#[utoipa::path(get, path = "/api/multilingual/settings", operation_id = "multilingual_settings_get",
    tag = "multilingual", params(("X-Website-Id" = String, Header, description = "The site")),
    security(("contributor" = ["content:read"])), responses((status = 200, body = SettingsOut)))]
async fn multilingual_settings_get(caller: Contributor) -> ApiResult<Json<SettingsOut>> {
    let found = languages::list(&caller.ctx, &caller.db).await?;
    let enabled = found.others.iter().any(|language| language.is_public);
    let custom = found.others.into_iter().filter(|language| language.custom).map(|language| language.tag);
    Ok(Json(SettingsOut {
        enabled,
        provider: enabled.then_some(PROVIDER),
        primary_language: found.primary,
        widget_position: POSITION,
        custom_coded_languages: custom.collect(),
    }))
}

/// Get the state of the languages
#[utoipa::path(get, path = "/api/multilingual/status", operation_id = "multilingual_status_get",
    tag = "multilingual", params(("X-Website-Id" = String, Header, description = "The site")),
    security(("contributor" = ["content:read"])), responses((status = 200, body = StatusOut)))]
async fn multilingual_status_get(caller: Contributor) -> ApiResult<Json<StatusOut>> {
    let found = languages::list(&caller.ctx, &caller.db).await?;
    let connected_on = found.others.iter().filter_map(|language| language.public_on).min();
    let status = if connected_on.is_some() { ConnectionStatus::Connected } else { ConnectionStatus::Disconnected };
    Ok(Json(StatusOut { connected: connected_on.is_some(), status, connected_on: connected_on.map(Timestamp::ms) }))
}

/// List the languages
#[utoipa::path(get, path = "/api/multilingual/languages", operation_id = "languages_list", tag = "multilingual",
    params(("X-Website-Id" = String, Header, description = "The site")),
    security(("contributor" = ["content:read"])), responses((status = 200, body = LanguagesOut)))]
async fn languages_list(caller: Contributor) -> ApiResult<Json<LanguagesOut>> {
    Ok(Json(languages::list(&caller.ctx, &caller.db).await?.into()))
}

/// Replace the languages
///
/// A language that is new in the list gets the addresses below `/<tag>`; 409 if a page has this address. Languages that
/// are not in the list any more are removed with their addresses; their translations come back when they are added again.
#[utoipa::path(put, path = "/api/multilingual/languages", operation_id = "languages_replace", tag = "multilingual",
    params(("X-Website-Id" = String, Header, description = "The site")), request_body = LanguagesBody,
    security(("contributor" = ["content:publish"])),
    responses((status = 200, body = LanguagesOut), (status = 409, body = Problem)))]
async fn languages_replace(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(body): ApiJson<LanguagesBody>,
) -> ApiResult<Json<LanguagesOut>> {
    let entries = body.languages.into_iter().map(LanguageEntry::from).collect();
    let saved = languages::replace(&caller.ctx, &caller.db, state.invalidation.as_ref(), entries).await?;
    Ok(Json(saved.into()))
}

/// Hide all languages but the primary one
///
/// The list of languages is kept.
#[utoipa::path(delete, path = "/api/multilingual/connection", operation_id = "multilingual_disconnect",
    tag = "multilingual", params(("X-Website-Id" = String, Header, description = "The site")),
    security(("contributor" = ["content:delete"])), responses((status = 204)))]
async fn multilingual_disconnect(State(state): State<AppState>, caller: Contributor) -> ApiResult<StatusCode> {
    languages::disconnect(&caller.ctx, &caller.db, state.invalidation.as_ref()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Create a link that shows languages that are not public yet
///
/// The browser that opens it shows them for four hours; nobody else sees them.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/draft-languages/link", operation_id = "draft_language_link",
    tag = "multilingual", security(("contributor" = ["content:read"])),
    responses((status = 201, body = DraftLanguageLink)))]
async fn draft_language_link(
    State(state): State<AppState>,
    caller: Contributor,
) -> ApiResult<(StatusCode, Json<DraftLanguageLink>)> {
    let pass = languages::draft_pass(&caller.ctx, &caller.db).await?;
    let origin = public_site(&state, &caller).await?.origin;
    let link = DraftLanguageLink { url: format!("{origin}{}", pass.path), expires_on: pass.expires_on.ms() };
    Ok((StatusCode::CREATED, Json(link)))
}
