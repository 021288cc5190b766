//! Files with translations, for translators.

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures::stream;
use serde::{Deserialize, Serialize};
use stoa_kernel::translation::TranslatedKind;
use stoa_kernel::{ErrorCode, Failure};
use stoa_site::cache_tags;
use stoa_site::translations::{
    self, ChangeKind, ExchangeFormat, ImportFile, ImportOutcome, ImportedChange, WantedExport,
};
use utoipa::{IntoParams, ToSchema};

use super::translations::sources;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiBytes, ApiQuery, Contributor};
use crate::problem::{ApiError, ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// Format of a file with translations.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TranslationFileFormat {
    /// XLIFF 2.0.
    Xliff,
    /// CSV.
    Csv,
}

/// Query parameters of an export.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TranslationsExportQuery {
    /// BCP 47 tag of a language of the site besides its primary one.
    language: String,
    #[param(inline)]
    format: TranslationFileFormat,
    /// Only resources of this kind.
    #[param(inline)]
    kind: Option<TranslatedKind>,
    /// Only texts without a current translation.
    #[serde(default)]
    unfinished: bool,
}

/// Query parameters of an import.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct TranslationsImportQuery {
    /// BCP 47 tag of a language of the site besides its primary one.
    language: String,
    #[param(inline)]
    format: TranslationFileFormat,
    /// Whether only to tell what would change.
    #[serde(default)]
    dry_run: bool,
}

/// What an import does with a text.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = TranslationImportChangeKind)]
pub enum ChangeKindOut {
    /// It had no translation.
    Added,
    /// It had another one.
    Changed,
    /// The original has changed since the export.
    OriginalChanged,
    /// The resource or the text does not exist.
    Unknown,
}

/// A text of a file that is not as it was.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TranslationImportChange)]
pub struct ImportedChangeOut {
    /// Kind of the resource; null if there is no such kind.
    kind: Option<TranslatedKind>,
    /// Id of the resource.
    id: String,
    /// Title of the resource; empty if it does not exist.
    title: String,
    /// Which text.
    key: String,
    change: ChangeKindOut,
    /// The stored translation.
    before: Option<String>,
    /// The translation in the file.
    after: String,
}

/// What an import changed, or would change.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TranslationImportOutcome)]
pub struct ImportOutcomeOut {
    /// Whether nothing was changed.
    dry_run: bool,
    /// Texts that had no translation.
    added: usize,
    /// Texts that had another one.
    changed: usize,
    /// Texts with the same translation, and those that the file does not translate.
    unchanged: usize,
    /// Texts whose original has changed since the export. They are saved as outdated, unless they have a newer
    /// translation.
    original_changed: usize,
    /// Texts that do not exist.
    unknown: usize,
    /// The first 200 texts that are not unchanged.
    changes: Vec<ImportedChangeOut>,
}

impl From<TranslationFileFormat> for ExchangeFormat {
    fn from(format: TranslationFileFormat) -> Self {
        match format {
            TranslationFileFormat::Xliff => Self::Xliff,
            TranslationFileFormat::Csv => Self::Csv,
        }
    }
}

impl From<ChangeKind> for ChangeKindOut {
    fn from(kind: ChangeKind) -> Self {
        match kind {
            ChangeKind::Added => Self::Added,
            ChangeKind::Changed => Self::Changed,
            ChangeKind::OriginalChanged => Self::OriginalChanged,
            ChangeKind::Unknown => Self::Unknown,
        }
    }
}

impl From<ImportedChange> for ImportedChangeOut {
    fn from(found: ImportedChange) -> Self {
        let ImportedChange { kind, id, title, key, change, before, after } = found;
        Self { kind, id, title, key, change: change.into(), before, after }
    }
}

impl ImportOutcomeOut {
    fn new(outcome: ImportOutcome, dry_run: bool) -> Self {
        let ImportOutcome { added, changed, unchanged, original_changed, unknown, changes } = outcome;
        let changes = changes.into_iter().map(ImportedChangeOut::from).collect();
        Self { dry_run, added, changed, unchanged, original_changed, unknown, changes }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(translations_export: reads()))
        .routes(routes!(translations_import: changes(Invalidates::ByHandler)))
}

/// Export texts and their translations
///
/// XLIFF 2.0, or CSV with the columns Kind, Id, Key, Name, State, Original and Translation. Kinds that the contributor
/// may not read are left out. The response is streamed.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/translations/export", operation_id = "translations_export",
    tag = "translations", params(TranslationsExportQuery), security(("contributor" = ["content:read"])),
    responses((status = 200, description = "The file", content(
        (String = "application/xliff+xml"), (String = "text/csv")))))]
async fn translations_export(
    State(state): State<AppState>,
    caller: Contributor,
    ApiQuery(query): ApiQuery<TranslationsExportQuery>,
) -> ApiResult<Response> {
    let (media_type, extension) = match query.format {
        TranslationFileFormat::Xliff => ("application/xliff+xml; charset=utf-8", "xlf"),
        TranslationFileFormat::Csv => ("text/csv; charset=utf-8", "csv"),
    };
    let TranslationsExportQuery { language, format, kind, unfinished } = query;
    // The language is one of the site's, or the export is refused.
    let name = format!("attachment; filename=\"translations-{language}.{extension}\"");
    let wanted = WantedExport { language, format: format.into(), kind, unfinished };
    let export = translations::export(&caller.ctx, &caller.db, sources(&state, &caller).await, wanted).await?;
    let parts = stream::try_unfold(export, async |mut export| {
        let part = export.part().await?;
        Ok::<_, stoa_site::SiteError>(part.map(|part| (part, export)))
    });
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(media_type)),
        (header::CONTENT_DISPOSITION, HeaderValue::try_from(name).map_err(Failure::internal)?),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((headers, Body::from_stream(parts)).into_response())
}

/// Import translations
///
/// The body is a file of at most 5 MiB that was exported here, with translations filled in. All of it is saved, or with
/// `dryRun` nothing. Translations that the file does not have are kept. A file with changed texts of a kind that the
/// contributor may not change is refused.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/translations/import", operation_id = "translations_import",
    tag = "translations", params(TranslationsImportQuery),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    security(("contributor" = ["content:write"])),
    responses((status = 200, body = ImportOutcomeOut), (status = 409, body = Problem)))]
async fn translations_import(
    State(state): State<AppState>,
    caller: Contributor,
    ApiQuery(query): ApiQuery<TranslationsImportQuery>,
    file: Result<ApiBytes, ApiError>,
) -> ApiResult<Json<ImportOutcomeOut>> {
    let refused = |ApiError(failure): ApiError| match failure.code {
        ErrorCode::BodyTooLarge => {
            ApiError(Failure::new(failure.code, stoa_kernel::contributor_texts::FILE_LARGER_THAN_5_MB.english()))
        }
        _ => ApiError(failure),
    };
    let ApiBytes(content) = file.map_err(refused)?;
    let file = ImportFile { language: &query.language, format: query.format.into(), content: &content };
    let sources = sources(&state, &caller).await;
    let outcome = translations::import(&caller.ctx, &caller.db, &sources, &file, query.dry_run).await?;
    if !query.dry_run {
        state.invalidation.invalidate_tags(caller.ctx.website(), &[cache_tags::SITE.to_owned()]).await;
    }
    Ok(Json(ImportOutcomeOut::new(outcome, query.dry_run)))
}
