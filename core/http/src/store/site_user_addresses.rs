//! Addresses that site users keep for their next order.

use axum::Json;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use stoa_commerce::customers::{self, NewAddress, SavedAddress};
use utoipa::ToSchema;

use super::address::{AddressBody, CountryOut};
use super::site_users::{Done, private};
use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, ApiPath, SiteUser, Visitor};
use crate::problem::{ApiResult, Problem};

/// An address to be kept.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedAddressBody {
    address: AddressBody,
    /// Whether checkouts propose it first. The one proposed first stays so until another is.
    #[serde(default)]
    is_default: bool,
}

/// An address that is kept.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SavedAddress)]
pub struct SavedAddressOut {
    id: String,
    address: AddressBody,
    /// Its lines as they stand on a parcel.
    lines: Vec<String>,
    /// Whether checkouts propose it first.
    is_default: bool,
}

/// The addresses of an account.
#[derive(Debug, Serialize, ToSchema)]
pub struct SavedAddressesOut {
    addresses: Vec<SavedAddressOut>,
    /// Countries that an address can be in.
    countries: Vec<CountryOut>,
}

impl SavedAddressOut {
    /// For a reader of a language.
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

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new()
        .routes(routes!(site_user_addresses_list, site_user_addresses_create))
        .routes(routes!(site_user_addresses_update, site_user_addresses_delete))
}

/// List one's addresses
///
/// The one proposed first comes first.
#[utoipa::path(get, path = "/api/site-users/account/addresses", operation_id = "site_user_addresses_list",
    tag = "site-users",
    responses((status = 200, body = SavedAddressesOut), (status = 401, body = Problem), (status = 429, body = Problem)))]
async fn site_user_addresses_list(visitor: Visitor) -> ApiResult<impl IntoResponse> {
    let kept = customers::addresses(&visitor.ctx, &visitor.db).await?;
    let language = customers::language(&visitor.db).await?;
    let addresses = kept.into_iter().map(|kept| SavedAddressOut::new(kept, &language)).collect();
    let countries = customers::countries(&language).into_iter().map(CountryOut::from).collect();
    Ok(private(Vec::new(), Json(SavedAddressesOut { addresses, countries })))
}

/// Keep another address
#[utoipa::path(post, path = "/api/site-users/account/addresses", operation_id = "site_user_addresses_create",
    tag = "site-users", params(("X-SiteUser-XSRF-Token" = String, Header, description = "The session's token")),
    request_body = SavedAddressBody,
    responses((status = 201, body = SavedAddressOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 409, body = Problem), (status = 429, body = Problem)))]
async fn site_user_addresses_create(
    caller: SiteUser,
    ApiJson(body): ApiJson<SavedAddressBody>,
) -> ApiResult<impl IntoResponse> {
    let kept = customers::add(&caller.visitor.ctx, &caller.visitor.db, body.into()).await?;
    let language = customers::language(&caller.visitor.db).await?;
    Ok((StatusCode::CREATED, private(Vec::new(), Json(SavedAddressOut::new(kept, &language)))))
}

/// Change an address
#[utoipa::path(put, path = "/api/site-users/account/addresses/{addressId}",
    operation_id = "site_user_addresses_update", tag = "site-users",
    params(("addressId" = String, Path, description = "The address"),
           ("X-SiteUser-XSRF-Token" = String, Header, description = "The session's token")),
    request_body = SavedAddressBody,
    responses((status = 200, body = SavedAddressOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 429, body = Problem)))]
async fn site_user_addresses_update(
    caller: SiteUser,
    ApiPath(address_id): ApiPath<String>,
    ApiJson(body): ApiJson<SavedAddressBody>,
) -> ApiResult<impl IntoResponse> {
    let kept = customers::change(&caller.visitor.ctx, &caller.visitor.db, &address_id, body.into()).await?;
    let language = customers::language(&caller.visitor.db).await?;
    Ok(private(Vec::new(), Json(SavedAddressOut::new(kept, &language))))
}

/// Remove an address
#[utoipa::path(delete, path = "/api/site-users/account/addresses/{addressId}",
    operation_id = "site_user_addresses_delete", tag = "site-users",
    params(("addressId" = String, Path, description = "The address"),
           ("X-SiteUser-XSRF-Token" = String, Header, description = "The session's token")),
    responses((status = 200, body = Done), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem), (status = 429, body = Problem)))]
async fn site_user_addresses_delete(
    caller: SiteUser,
    ApiPath(address_id): ApiPath<String>,
) -> ApiResult<impl IntoResponse> {
    customers::remove(&caller.visitor.ctx, &caller.visitor.db, &address_id).await?;
    Ok(private(Vec::new(), Json(Done::YES)))
}
