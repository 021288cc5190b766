//! Taxes in the admin API.

use axum::Json;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use serde::{Deserialize, Serialize};
use stoa_commerce::taxes::{self, RegionalTaxRule, TaxPatch};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::TaxRuleId;
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Contributor, path_id};
use crate::precondition::named;
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};

/// Contents of a tax.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxBody {
    /// Name on invoices.
    #[schema(min_length = 1, max_length = 60)]
    label: String,
    /// ISO 3166 code of two letters; `*` for everywhere without another tax.
    country: String,
    /// State, province or prefecture; empty for the whole country.
    #[serde(default)]
    #[schema(max_length = 100)]
    region: String,
    /// Prefix of postal codes; empty for all.
    #[serde(default)]
    #[schema(max_length = 20)]
    postal_prefix: String,
    /// Basis points: 700 is 7 %.
    #[schema(minimum = 1, maximum = 10_000)]
    rate_basis_points: i64,
    /// Whether it also applies to shipping.
    #[serde(default)]
    on_shipping: bool,
    /// Start of the validity period, UTC milliseconds.
    #[serde(default)]
    valid_from: Option<i64>,
    /// End of the validity period, UTC milliseconds.
    #[serde(default)]
    valid_until: Option<i64>,
}

/// A tax of a country or region.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Tax)]
pub struct TaxOut {
    id: String,
    #[serde(flatten)]
    body: TaxBody,
    /// Revision to send in `If-Match` with a change.
    revision: i64,
    created_on: i64,
    updated_on: i64,
}

/// The taxes of a site.
#[derive(Debug, Serialize, ToSchema)]
pub struct TaxesOut {
    taxes: Vec<TaxOut>,
}

/// Path parameters of a tax.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct TaxPath {
    #[serde(deserialize_with = "path_id")]
    tax_id: TaxRuleId,
}

impl From<TaxBody> for TaxPatch {
    fn from(body: TaxBody) -> Self {
        Self {
            label: body.label,
            country: body.country,
            region: body.region,
            postal_prefix: body.postal_prefix,
            rate_basis_points: body.rate_basis_points,
            on_shipping: body.on_shipping,
            valid_from: body.valid_from.map(Timestamp::from_ms),
            valid_until: body.valid_until.map(Timestamp::from_ms),
        }
    }
}

impl From<RegionalTaxRule> for TaxOut {
    fn from(tax: RegionalTaxRule) -> Self {
        let rule = tax.rule;
        Self {
            id: tax.id.into(),
            body: TaxBody {
                label: rule.label,
                country: rule.country,
                region: rule.region,
                postal_prefix: rule.postal_prefix,
                rate_basis_points: rule.rate_basis_points,
                on_shipping: rule.on_shipping,
                valid_from: rule.valid_from.map(Timestamp::ms),
                valid_until: rule.valid_until.map(Timestamp::ms),
            },
            revision: tax.revision,
            created_on: tax.created_on.ms(),
            updated_on: tax.updated_on.ms(),
        }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(taxes_list: reads(), taxes_create: changes(Invalidates::Site))).routes(routes!(
        taxes_get: reads(),
        taxes_update: changes(Invalidates::Site),
        taxes_delete: changes(Invalidates::Site),
    ))
}

fn tagged(tax: RegionalTaxRule) -> impl IntoResponse {
    let etag = format!("\"{}\"", tax.revision);
    (AppendHeaders([(header::ETAG, etag)]), Json(TaxOut::from(tax)))
}

/// List taxes
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/taxes", operation_id = "taxes_list", tag = "taxes",
    security(("contributor" = ["discounts-tax-shipping:read"])), responses((status = 200, body = TaxesOut)))]
async fn taxes_list(caller: Contributor) -> ApiResult<Json<TaxesOut>> {
    let taxes = taxes::list(&caller.ctx, &caller.db).await?;
    Ok(Json(TaxesOut { taxes: taxes.into_iter().map(TaxOut::from).collect() }))
}

/// Create a tax
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/taxes", operation_id = "taxes_create", tag = "taxes",
    request_body = TaxBody, security(("contributor" = ["discounts-tax-shipping:write"])),
    responses((status = 201, body = TaxOut)))]
async fn taxes_create(caller: Contributor, ApiJson(body): ApiJson<TaxBody>) -> ApiResult<impl IntoResponse> {
    let tax = taxes::create(&caller.ctx, &caller.db, body.into()).await?;
    Ok((StatusCode::CREATED, tagged(tax)))
}

/// Get a tax
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/taxes/{taxId}", operation_id = "taxes_get", tag = "taxes",
    security(("contributor" = ["discounts-tax-shipping:read"])),
    responses((status = 200, body = TaxOut, headers(("ETag" = String, description = "The revision in quotes")))))]
async fn taxes_get(caller: Contributor, ApiPath(path): ApiPath<TaxPath>) -> ApiResult<impl IntoResponse> {
    Ok(tagged(taxes::detail(&caller.ctx, &caller.db, &path.tax_id).await?))
}

/// Update a tax
///
/// 412 if someone has saved a newer revision.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/taxes/{taxId}", operation_id = "taxes_update", tag = "taxes",
    params(("If-Match" = String, Header, description = "The revision to change, in quotes; a list, or `*` for any")),
    request_body = TaxBody, security(("contributor" = ["discounts-tax-shipping:write"])),
    responses((status = 200, body = TaxOut), (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn taxes_update(
    caller: Contributor,
    ApiPath(path): ApiPath<TaxPath>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<TaxBody>,
) -> ApiResult<impl IntoResponse> {
    let seen = named(&headers)?;
    Ok(tagged(taxes::update(&caller.ctx, &caller.db, &path.tax_id, &seen, body.into()).await?))
}

/// Delete a tax
///
/// Orders keep the tax that was charged. 412 if someone has changed it since.
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/taxes/{taxId}", operation_id = "taxes_delete",
    tag = "taxes",
    params(("If-Match" = String, Header, description = "The revision to delete, in quotes; a list, or `*` for any")),
    security(("contributor" = ["discounts-tax-shipping:delete"])),
    responses((status = 204, description = "Deleted"), (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn taxes_delete(
    caller: Contributor,
    ApiPath(path): ApiPath<TaxPath>,
    headers: HeaderMap,
) -> ApiResult<StatusCode> {
    let seen = named(&headers)?;
    taxes::delete(&caller.ctx, &caller.db, &path.tax_id, &seen).await?;
    Ok(StatusCode::NO_CONTENT)
}
