//! Addresses of pages, items, products and categories in the languages of a site.

use axum::Json;
use serde::{Deserialize, Serialize};
use stoa_site::translations::{self, ResourcePlace, TranslatedAddress};
use utoipa::ToSchema;

use super::translations::{ResourcePath, TranslationLanguageQuery};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor};
use crate::problem::ApiResult;
use crate::route_policy::{Invalidates, changes, reads};

/// The address of a resource in a language.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TranslatedAddress)]
pub struct AddressOut {
    /// What stands before its word, such as `/fr/boutique/`, or `/fr/boutique?category=` for a category of a store.
    above: String,
    /// Its word in the primary language.
    original: String,
    /// Its word in this language; null if it is the original one.
    word: Option<String>,
}

/// The address of a resource in a language, if it has one.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TranslatedAddressOfResource)]
pub struct ResourceAddressOut {
    /// Null for the home page and for what has no address of its own.
    address: Option<AddressOut>,
}

/// The word to save.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = TranslatedAddressChange)]
pub struct AddressBody {
    /// Lower-case letters, digits and hyphens; null or empty for the original word.
    #[serde(default)]
    #[schema(max_length = 100)]
    word: Option<String>,
}

impl From<TranslatedAddress> for AddressOut {
    fn from(found: TranslatedAddress) -> Self {
        Self { above: found.above, original: found.original, word: found.word }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(translated_address_get: reads(), translated_address_save: changes(Invalidates::Site)))
}

/// Get the address of a resource in a language
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/translations/{translatedKind}/{resourceId}/address",
    operation_id = "translated_address_get", tag = "translations", params(TranslationLanguageQuery),
    security(("contributor" = ["content:read"])), responses((status = 200, body = ResourceAddressOut)))]
async fn translated_address_get(
    caller: Contributor,
    ApiPath(path): ApiPath<ResourcePath>,
    ApiQuery(query): ApiQuery<TranslationLanguageQuery>,
) -> ApiResult<Json<ResourceAddressOut>> {
    let place = ResourcePlace { language: &query.language, kind: path.translated_kind, id: &path.resource_id };
    let address = translations::address(&caller.ctx, &caller.db, &place).await?.map(AddressOut::from);
    Ok(Json(ResourceAddressOut { address }))
}

/// Change the address of a resource in a language
///
/// The former address in the language redirects to the new one, and the original word to that of the language. 404 for
/// the home page and for what has no address of its own.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/translations/{translatedKind}/{resourceId}/address",
    operation_id = "translated_address_save", tag = "translations", params(TranslationLanguageQuery),
    request_body = AddressBody, security(("contributor" = ["content:publish"])),
    responses((status = 200, body = ResourceAddressOut)))]
async fn translated_address_save(
    caller: Contributor,
    ApiPath(path): ApiPath<ResourcePath>,
    ApiQuery(query): ApiQuery<TranslationLanguageQuery>,
    ApiJson(body): ApiJson<AddressBody>,
) -> ApiResult<Json<ResourceAddressOut>> {
    let place = ResourcePlace { language: &query.language, kind: path.translated_kind, id: &path.resource_id };
    let saved = translations::save_address(&caller.ctx, &caller.db, &place, body.word).await?;
    Ok(Json(ResourceAddressOut { address: Some(saved.into()) }))
}
