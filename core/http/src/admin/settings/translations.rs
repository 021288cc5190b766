//! Translations of what owners wrote.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use stoa_commerce::catalogue::{CategoryTexts, ProductTexts};
use stoa_commerce::translations::{DiscountTexts, PaymentTexts, ShippingOptionTexts, StoreTexts, TaxRuleTexts};
use stoa_document::BlockKinds;
use stoa_entity::translations::TextCounts;
use stoa_kernel::page::PageRequest;
use stoa_kernel::translation::{TextFormat, TranslatedKind, TranslationState};
use stoa_site::translations::{
    self, ExperimentTexts, HeaderFooterTexts, ImageTexts, KindProgress, NavigationTexts, PageTexts, PostTexts,
    Resource, ResourcePlace, ResourceState, SaveTools, Sources, TagTexts, TextChange, TranslatedText, WantedList,
    WebsiteTexts,
};
use utoipa::{IntoParams, ToSchema};

use super::{translated_addresses, translation_files};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor, Listing};
use crate::problem::ApiResult;
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// Query parameter with the language of translations.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TranslationLanguageQuery {
    /// BCP 47 tag of a language of the site besides its primary one.
    pub(super) language: String,
}

/// Query parameters of the list of translations.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TranslationsQuery {
    /// BCP 47 tag of a language of the site besides its primary one.
    language: String,
    /// Kind of the resources; pages by default.
    #[param(inline)]
    kind: Option<TranslatedKind>,
    /// Only resources in this state; a resource can have missing and outdated texts at once.
    #[param(inline)]
    state: Option<TranslationState>,
    /// `nextPageCursor` of the page before.
    cursor: Option<String>,
    /// Number of rows, at most 200; default 50.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u64>,
}

/// Path parameters of a resource.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ResourcePath {
    pub(super) translated_kind: TranslatedKind,
    pub(super) resource_id: String,
}

/// How many texts there are, and how many lack a current translation.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TranslationCounts)]
pub struct CountsOut {
    /// All texts.
    total: usize,
    /// Without a translation.
    missing: usize,
    /// Whose original has changed since.
    outdated: usize,
}

/// A resource, and how far it is translated.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TranslatedResource)]
pub struct ResourceStateOut {
    kind: TranslatedKind,
    id: String,
    /// Its title in the primary language.
    title: String,
    counts: CountsOut,
}

/// Resources, and how far they are translated, in the order of their ids.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Translations)]
pub struct TranslationsOut {
    resources: Vec<ResourceStateOut>,
    #[serde(flatten)]
    listing: Listing,
}

/// How far the resources of a kind are translated.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = KindProgress)]
pub struct KindProgressOut {
    kind: TranslatedKind,
    /// Resources with texts.
    resources: usize,
    /// Those that are completely translated.
    complete: usize,
    counts: CountsOut,
    /// Whether there are more resources, which were not counted.
    has_more: bool,
}

/// How far each kind is translated.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TranslationProgress)]
pub struct ProgressOut {
    kinds: Vec<KindProgressOut>,
}

/// A text with its translation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TranslatedText)]
pub struct TranslatedTextOut {
    /// Which text of the resource it is.
    key: String,
    /// Name of the text.
    label: String,
    format: TextFormat,
    /// The text in the primary language.
    original: String,
    /// Digest of the original, to send with its translation.
    digest: String,
    /// The translation; null if there is none.
    translation: Option<String>,
    /// Whether the original has changed since it was translated.
    outdated: bool,
    /// The original that was translated, if it has changed and is known.
    previous_original: Option<String>,
}

/// A resource with its texts and translations.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ResourceTranslation)]
pub struct ResourceOut {
    kind: TranslatedKind,
    id: String,
    /// Its title in the primary language.
    title: String,
    /// Its texts that are not empty.
    texts: Vec<TranslatedTextOut>,
}

/// A translation to save.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = TranslationChange)]
pub struct TextBody {
    /// Which text of the resource it is.
    #[schema(min_length = 1, max_length = 1000)]
    key: String,
    /// The translation, at most 50 kB; null to remove it. HTML is sanitised.
    #[serde(default)]
    text: Option<String>,
    /// Digest of the original that was translated.
    #[schema(min_length = 1, max_length = 64)]
    digest: String,
}

/// Translations of a resource to save; others are kept.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ResourceTranslationChange)]
pub struct ResourceBody {
    #[schema(max_items = 500)]
    texts: Vec<TextBody>,
}

impl From<TextCounts> for CountsOut {
    fn from(counts: TextCounts) -> Self {
        Self { total: counts.total, missing: counts.missing, outdated: counts.outdated }
    }
}

impl ResourceStateOut {
    fn new(kind: TranslatedKind, found: ResourceState) -> Self {
        Self { kind, id: found.id, title: found.title, counts: found.counts.into() }
    }
}

impl From<KindProgress> for KindProgressOut {
    fn from(found: KindProgress) -> Self {
        let KindProgress { kind, resources, complete, counts, has_more } = found;
        Self { kind, resources, complete, counts: counts.into(), has_more }
    }
}

impl From<TranslatedText> for TranslatedTextOut {
    fn from(found: TranslatedText) -> Self {
        Self {
            digest: found.text.digest(),
            key: found.text.key,
            label: found.text.label,
            format: found.text.format,
            original: found.text.original,
            translation: found.translation,
            outdated: found.is_outdated,
            previous_original: found.former_original,
        }
    }
}

impl From<Resource> for ResourceOut {
    fn from(found: Resource) -> Self {
        let texts = found.texts.into_iter().map(TranslatedTextOut::from).collect();
        Self { kind: found.kind, id: found.id, title: found.title, texts }
    }
}

impl From<TextBody> for TextChange {
    fn from(body: TextBody) -> Self {
        Self { key: body.key, text: body.text, digest: body.digest }
    }
}

/// Everything that can be translated, in the order in which it is shown.
pub(super) async fn sources(state: &AppState, caller: &Contributor) -> Sources {
    let kinds: Arc<dyn BlockKinds> = Arc::new(state.renderer.kinds(&caller.ctx, &caller.db).await);
    Sources::new(vec![
        Box::new(PageTexts { kinds: Arc::clone(&kinds) }),
        Box::new(PostTexts { kinds: Arc::clone(&kinds) }),
        Box::new(ExperimentTexts { kinds }),
        Box::new(ProductTexts),
        Box::new(CategoryTexts),
        Box::new(TagTexts),
        Box::new(ShippingOptionTexts),
        Box::new(DiscountTexts),
        Box::new(TaxRuleTexts),
        Box::new(PaymentTexts),
        Box::new(StoreTexts),
        Box::new(ImageTexts),
        Box::new(NavigationTexts),
        Box::new(HeaderFooterTexts),
        Box::new(WebsiteTexts),
    ])
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(translations_list: reads()))
        .routes(routes!(translations_progress: reads()))
        .routes(routes!(translation_get: reads(), translation_save: changes(Invalidates::ByHandler)))
        .merge(translated_addresses::routes())
        .merge(translation_files::routes())
        .body_limit(translations::MAX_IMPORT_BYTES)
}

/// List resources by their translations
///
/// Resources with texts, in the order of their ids, with the number of texts that are missing or outdated in a
/// language. A page can have fewer entries than its limit, even none, and go on. Here and in the other operations, texts
/// of products and categories also need the right to read or change products, those of shipping options, discounts and
/// the store that to discounts, taxes and shipping, those of navigation, header and footer, and the site title those of
/// navigation, design and site settings.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/translations", operation_id = "translations_list",
    tag = "translations", params(TranslationsQuery), security(("contributor" = ["content:read"])),
    responses((status = 200, body = TranslationsOut)))]
async fn translations_list(
    State(state): State<AppState>,
    caller: Contributor,
    ApiQuery(query): ApiQuery<TranslationsQuery>,
) -> ApiResult<Json<TranslationsOut>> {
    let kind = query.kind.unwrap_or(TranslatedKind::Page);
    let request = PageRequest::new(query.cursor, query.limit);
    let wanted = WantedList { language: query.language, kind, state: query.state };
    let sources = sources(&state, &caller).await;
    let page = translations::list(&caller.ctx, &caller.db, &sources, &wanted, &request).await?;
    let listing = page.next_cursor.into();
    let resources = page.items.into_iter().map(|found| ResourceStateOut::new(kind, found)).collect();
    Ok(Json(TranslationsOut { resources, listing }))
}

/// Get the progress of translations into a language
///
/// Kinds that the contributor may not read are left out. Of kinds with more than 5000 resources, only the first ones
/// are counted.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/translations/progress",
    operation_id = "translations_progress", tag = "translations", params(TranslationLanguageQuery),
    security(("contributor" = ["content:read"])), responses((status = 200, body = ProgressOut)))]
async fn translations_progress(
    State(state): State<AppState>,
    caller: Contributor,
    ApiQuery(query): ApiQuery<TranslationLanguageQuery>,
) -> ApiResult<Json<ProgressOut>> {
    let sources = sources(&state, &caller).await;
    let found = translations::progress(&caller.ctx, &caller.db, &sources, &query.language).await?;
    Ok(Json(ProgressOut { kinds: found.into_iter().map(KindProgressOut::from).collect() }))
}

/// Get the texts of a resource with their translations
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/translations/{translatedKind}/{resourceId}",
    operation_id = "translation_get", tag = "translations", params(TranslationLanguageQuery),
    security(("contributor" = ["content:read"])), responses((status = 200, body = ResourceOut)))]
async fn translation_get(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<ResourcePath>,
    ApiQuery(query): ApiQuery<TranslationLanguageQuery>,
) -> ApiResult<Json<ResourceOut>> {
    let sources = sources(&state, &caller).await;
    let place = ResourcePlace { language: &query.language, kind: path.translated_kind, id: &path.resource_id };
    Ok(Json(translations::resource(&caller.ctx, &caller.db, &sources, &place).await?.into()))
}

/// Save translations of a resource
///
/// Texts that are not in the list keep theirs. A translation of an original that has changed since it was read is saved
/// as outdated. Visitors see translations at once.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/translations/{translatedKind}/{resourceId}",
    operation_id = "translation_save", tag = "translations", params(TranslationLanguageQuery),
    request_body = ResourceBody, security(("contributor" = ["content:write"])),
    responses((status = 200, body = ResourceOut), (status = 409, body = crate::problem::Problem)))]
async fn translation_save(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<ResourcePath>,
    ApiQuery(query): ApiQuery<TranslationLanguageQuery>,
    ApiJson(body): ApiJson<ResourceBody>,
) -> ApiResult<Json<ResourceOut>> {
    let sources = sources(&state, &caller).await;
    let place = ResourcePlace { language: &query.language, kind: path.translated_kind, id: &path.resource_id };
    let changes = body.texts.into_iter().map(TextChange::from).collect();
    let tools = SaveTools { sources: &sources, invalidation: state.invalidation.as_ref() };
    Ok(Json(translations::save(&caller.ctx, &caller.db, &tools, &place, changes).await?.into()))
}
