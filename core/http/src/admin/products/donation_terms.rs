//! Donation terms of a product in the admin API: the amounts it accepts.

use axum::Json;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stoa_commerce::donations::{self, DonationTerms, TermsPatch};
use stoa_kernel::id::{CollectionId, ProductId};
use stoa_kernel::money::Cents;
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Contributor, path_id};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};

/// Accepted amounts, minor units of the shop's currency.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DonationTerms)]
pub struct DonationTermsBody {
    /// Suggested amounts, at most 12.
    #[schema(max_items = 12)]
    suggested_cents: Vec<i64>,
    /// Whether donors can enter another amount.
    takes_other: bool,
    #[schema(minimum = 1, maximum = 99_999_999_999_i64)]
    least_cents: i64,
    #[schema(minimum = 1, maximum = 99_999_999_999_i64)]
    most_cents: i64,
    /// The revision to change; 0 if there were no terms.
    revision: i64,
}

/// The donation terms of a product.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProductDonationOut {
    /// Null if it does not accept donations.
    terms: Option<DonationTermsBody>,
}

/// Path parameters of a product.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DonationTermsPath {
    #[serde(deserialize_with = "path_id")]
    collection_id: CollectionId,
    #[serde(deserialize_with = "path_id")]
    item_id: ProductId,
}

impl From<DonationTermsBody> for TermsPatch {
    fn from(body: DonationTermsBody) -> Self {
        let DonationTermsBody { suggested_cents, takes_other, least_cents, most_cents, revision } = body;
        Self {
            suggested_cents: suggested_cents.into_iter().map(Cents).collect(),
            takes_other,
            least_cents: Cents(least_cents),
            most_cents: Cents(most_cents),
            revision,
        }
    }
}

impl From<DonationTerms> for DonationTermsBody {
    fn from(terms: DonationTerms) -> Self {
        let DonationTerms { suggested_cents, takes_other, least_cents, most_cents, revision } = terms;
        Self {
            suggested_cents: suggested_cents.into_iter().map(i64::from).collect(),
            takes_other,
            least_cents: least_cents.0,
            most_cents: most_cents.0,
            revision,
        }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(
        donation_terms_get: reads(),
        donation_terms_save: changes(Invalidates::Site),
        donation_terms_remove: changes(Invalidates::Site),
    ))
}

/// Get the donation terms of a product
#[utoipa::path(get, tag = "products", operation_id = "donation_terms_get",
    path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}/donation-terms",
    security(("contributor" = ["products:read"])), responses((status = 200, body = ProductDonationOut)))]
async fn donation_terms_get(
    caller: Contributor,
    ApiPath(path): ApiPath<DonationTermsPath>,
) -> ApiResult<Json<ProductDonationOut>> {
    let terms = donations::terms(&caller.ctx, &caller.db, &path.collection_id, &path.item_id).await?;
    Ok(Json(ProductDonationOut { terms: terms.map(DonationTermsBody::from) }))
}

/// Set the donation terms of a product
///
/// 400 unless the product is a service with one variant and without a subscription plan; 412 if someone has saved a
/// newer revision.
#[utoipa::path(put, tag = "products", operation_id = "donation_terms_save",
    path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}/donation-terms",
    request_body = DonationTermsBody, security(("contributor" = ["products:write"])),
    responses((status = 200, body = ProductDonationOut), (status = 412, body = Problem)))]
async fn donation_terms_save(
    caller: Contributor,
    ApiPath(path): ApiPath<DonationTermsPath>,
    ApiJson(body): ApiJson<DonationTermsBody>,
) -> ApiResult<Json<ProductDonationOut>> {
    let terms = donations::save_terms(&caller.ctx, &caller.db, &path.collection_id, &path.item_id, body.into()).await?;
    Ok(Json(ProductDonationOut { terms: Some(terms.into()) }))
}

/// Stop accepting donations with a product
///
/// From then on it is sold at its price. Orders are not changed.
#[utoipa::path(delete, tag = "products", operation_id = "donation_terms_remove",
    path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}/donation-terms",
    security(("contributor" = ["products:write"])), responses((status = 204, description = "Deleted")))]
async fn donation_terms_remove(
    caller: Contributor,
    ApiPath(path): ApiPath<DonationTermsPath>,
) -> ApiResult<StatusCode> {
    donations::remove_terms(&caller.ctx, &caller.db, &path.collection_id, &path.item_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
