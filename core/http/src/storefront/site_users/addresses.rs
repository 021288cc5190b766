//! Saved addresses of site users.

use axum::Json;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use stoa_commerce::customers::{self, NewAddress, SavedAddress};
use stoa_kernel::id::SiteUserAddressId;
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, SiteUser, Visitor, path_id};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::storefront::address::{AddressBody, CountryOut};
use crate::storefront::site_users::{Done, private};

/// Path parameters of a saved address.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct AddressPath {
    #[serde(deserialize_with = "path_id")]
    address_id: SiteUserAddressId,
}

/// An address to save.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedAddressBody {
    address: AddressBody,
    /// Whether it is the default in checkouts. The current default stays until another address becomes it.
    #[serde(default)]
    is_default: bool,
}

/// A saved address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SavedAddress)]
pub struct SavedAddressOut {
    id: String,
    address: AddressBody,
    /// Its lines, formatted for its country.
    lines: Vec<String>,
    /// Whether it is the default in checkouts.
    is_default: bool,
}

/// The addresses of an account.
#[derive(Debug, Serialize, ToSchema)]
pub struct SavedAddressesOut {
    addresses: Vec<SavedAddressOut>,
    /// Countries that addresses can have.
    countries: Vec<CountryOut>,
}

impl SavedAddressOut {
    /// For display in a language.
    pub(crate) fn new(kept: SavedAddress, language: &str) -> Self {
        let lines = kept.address.lines(language);
        Self { id: kept.id.into(), address: kept.address.into(), lines, is_default: kept.is_default }
    }
}

impl From<SavedAddressBody> for NewAddress {
    fn from(body: SavedAddressBody) -> Self {
        Self { address: body.address.into(), is_default: body.is_default }
    }
}

/// The routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(
            site_user_addresses_list: reads(),
            site_user_addresses_create: changes(Invalidates::ByHandler),
        ))
        .routes(routes!(
            site_user_addresses_update: changes(Invalidates::ByHandler),
            site_user_addresses_delete: changes(Invalidates::ByHandler),
        ))
}

/// List one's addresses
///
/// The default address comes first.
#[utoipa::path(get, path = "/api/site-users/account/addresses", operation_id = "site_user_addresses_list",
    tag = "site-users", responses((status = 200, body = SavedAddressesOut), (status = 401, body = Problem)))]
async fn site_user_addresses_list(visitor: Visitor) -> ApiResult<impl IntoResponse> {
    let kept = customers::addresses(&visitor.ctx, &visitor.db).await?;
    let (language, wording) = visitor.reader().await?;
    let addresses = kept.into_iter().map(|kept| SavedAddressOut::new(kept, &language)).collect();
    let named = customers::countries(&language).into_iter();
    let countries = named.map(|country| CountryOut::new(country, wording.texts())).collect();
    Ok(private(Vec::new(), Json(SavedAddressesOut { addresses, countries })))
}

/// Add an address
#[utoipa::path(post, path = "/api/site-users/account/addresses", operation_id = "site_user_addresses_create",
    tag = "site-users", params(("X-SiteUser-XSRF-Token" = String, Header, description = "The session's token")),
    request_body = SavedAddressBody,
    responses((status = 201, body = SavedAddressOut), (status = 401, body = Problem), (status = 409, body = Problem)))]
async fn site_user_addresses_create(
    caller: SiteUser,
    ApiJson(body): ApiJson<SavedAddressBody>,
) -> ApiResult<impl IntoResponse> {
    let kept = customers::add(&caller.visitor.ctx, &caller.visitor.db, body.into()).await?;
    let (language, _) = caller.visitor.reader().await?;
    Ok((StatusCode::CREATED, private(Vec::new(), Json(SavedAddressOut::new(kept, &language)))))
}

/// Update an address
#[utoipa::path(put, path = "/api/site-users/account/addresses/{addressId}",
    operation_id = "site_user_addresses_update", tag = "site-users",
    params(("X-SiteUser-XSRF-Token" = String, Header, description = "The session's token")),
    request_body = SavedAddressBody,
    responses((status = 200, body = SavedAddressOut), (status = 401, body = Problem)))]
async fn site_user_addresses_update(
    caller: SiteUser,
    ApiPath(path): ApiPath<AddressPath>,
    ApiJson(body): ApiJson<SavedAddressBody>,
) -> ApiResult<impl IntoResponse> {
    let kept = customers::change(&caller.visitor.ctx, &caller.visitor.db, &path.address_id, body.into()).await?;
    let (language, _) = caller.visitor.reader().await?;
    Ok(private(Vec::new(), Json(SavedAddressOut::new(kept, &language))))
}

/// Delete an address
#[utoipa::path(delete, path = "/api/site-users/account/addresses/{addressId}",
    operation_id = "site_user_addresses_delete", tag = "site-users",
    params(("X-SiteUser-XSRF-Token" = String, Header, description = "The session's token")),
    responses((status = 200, body = Done), (status = 401, body = Problem)))]
async fn site_user_addresses_delete(
    caller: SiteUser,
    ApiPath(path): ApiPath<AddressPath>,
) -> ApiResult<impl IntoResponse> {
    customers::remove(&caller.visitor.ctx, &caller.visitor.db, &path.address_id).await?;
    Ok(private(Vec::new(), Json(Done::YES)))
}
