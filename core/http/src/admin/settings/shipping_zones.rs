//! Shipping zones in the admin API.

use axum::Json;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use serde::{Deserialize, Serialize};
use stoa_address::PickupPlace;
use stoa_commerce::shipping_zones::{self, Band, ShippingOption, Zone, ZonePatch, ZonePlace};
use stoa_kernel::checkout::ShippingKind;
use stoa_kernel::id::ShippingZoneId;
use stoa_kernel::money::Cents;
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Contributor, path_id};
use crate::precondition::named;
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};

/// A country of a zone, or a part of it.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = ShippingPlace)]
pub struct ZonePlaceDto {
    /// ISO 3166 code of two letters; `*` for everywhere not covered by another zone.
    country: String,
    /// Its states, provinces or prefectures; empty for all.
    #[serde(default)]
    #[schema(max_items = 100)]
    regions: Vec<String>,
}

/// A price band.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ShippingBand)]
pub struct BandDto {
    /// Upper limit of weight in grams or subtotal in minor units; null for no limit.
    #[serde(default)]
    up_to: Option<i64>,
    /// Price, minor units.
    price_cents: i64,
}

/// A shipping option.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ZoneOption)]
pub struct OptionDto {
    /// Empty for a new option.
    #[serde(default)]
    #[schema(max_length = 40)]
    id: String,
    /// Name shown to customers.
    #[schema(min_length = 1, max_length = 100)]
    label: String,
    kind: ShippingKind,
    /// Price per order or item, minor units.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 99_999_999_999_i64)]
    price_cents: i64,
    /// Bands by weight or subtotal, lowest first.
    #[serde(default)]
    #[schema(max_items = 50)]
    bands: Vec<BandDto>,
    /// Prefixes of the nearby postal codes.
    #[serde(default)]
    #[schema(max_items = 500)]
    postal_codes: Vec<String>,
    /// Subtotal from which shipping is free, minor units.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 99_999_999_999_i64)]
    free_over_cents: Option<i64>,
    /// The pickup location; required for `pickup`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pickup: Option<PickupDto>,
    /// The plugin that names options and prices; required for `plugin`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 100)]
    plugin: Option<String>,
}

/// A pickup location.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = PickupPlace)]
pub struct PickupDto {
    /// Street and house number.
    line1: String,
    /// Floor, gate or name of the shop.
    line2: String,
    city: String,
    /// State, province, prefecture.
    region: String,
    postal_code: String,
    /// ISO 3166 country code, two letters.
    country: String,
    /// Opening hours and what to bring.
    #[schema(max_length = 1000)]
    instructions: String,
}

/// Contents of a zone.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShippingZoneBody {
    /// Name shown to contributors.
    #[schema(min_length = 1, max_length = 100)]
    name: String,
    #[schema(min_items = 1, max_items = 250)]
    places: Vec<ZonePlaceDto>,
    /// In the order in which they are offered.
    #[serde(default)]
    #[schema(max_items = 30)]
    options: Vec<OptionDto>,
}

/// A shipping zone: places with the same shipping options.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ShippingZone)]
pub struct ShippingZoneOut {
    id: String,
    #[serde(flatten)]
    body: ShippingZoneBody,
    /// Revision to send in `If-Match` with a change.
    revision: i64,
    created_on: i64,
    updated_on: i64,
}

/// The zones of a site, in order.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShippingZonesOut {
    zones: Vec<ShippingZoneOut>,
}

/// Path parameters of a zone.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ZonePath {
    #[serde(deserialize_with = "path_id")]
    zone_id: ShippingZoneId,
}

impl From<OptionDto> for ShippingOption {
    fn from(option: OptionDto) -> Self {
        Self {
            id: option.id,
            label: option.label,
            kind: option.kind,
            price_cents: Cents(option.price_cents),
            bands: option
                .bands
                .into_iter()
                .map(|band| Band { up_to: band.up_to, price_cents: Cents(band.price_cents) })
                .collect(),
            postal_codes: option.postal_codes,
            free_over_cents: option.free_over_cents.map(Cents),
            pickup: option.pickup.map(Into::into),
            plugin: option.plugin,
        }
    }
}

impl From<ShippingOption> for OptionDto {
    fn from(option: ShippingOption) -> Self {
        Self {
            id: option.id,
            label: option.label,
            kind: option.kind,
            price_cents: option.price_cents.0,
            bands: option
                .bands
                .into_iter()
                .map(|band| BandDto { up_to: band.up_to, price_cents: band.price_cents.0 })
                .collect(),
            postal_codes: option.postal_codes,
            free_over_cents: option.free_over_cents.map(i64::from),
            pickup: option.pickup.map(Into::into),
            plugin: option.plugin,
        }
    }
}

impl From<PickupDto> for PickupPlace {
    fn from(place: PickupDto) -> Self {
        let PickupDto { line1, line2, city, region, postal_code, country, instructions } = place;
        Self { line1, line2, city, region, postal_code, country, instructions }
    }
}

impl From<PickupPlace> for PickupDto {
    fn from(place: PickupPlace) -> Self {
        let PickupPlace { line1, line2, city, region, postal_code, country, instructions } = place;
        Self { line1, line2, city, region, postal_code, country, instructions }
    }
}

impl From<ShippingZoneBody> for ZonePatch {
    fn from(body: ShippingZoneBody) -> Self {
        let place = |place: ZonePlaceDto| ZonePlace { country: place.country, regions: place.regions };
        Self {
            name: body.name,
            places: body.places.into_iter().map(place).collect(),
            options: body.options.into_iter().map(ShippingOption::from).collect(),
        }
    }
}

impl From<Zone> for ShippingZoneOut {
    fn from(zone: Zone) -> Self {
        let place = |place: ZonePlace| ZonePlaceDto { country: place.country, regions: place.regions };
        Self {
            id: zone.id.into(),
            body: ShippingZoneBody {
                name: zone.name,
                places: zone.places.into_iter().map(place).collect(),
                options: zone.options.into_iter().map(OptionDto::from).collect(),
            },
            revision: zone.revision,
            created_on: zone.created_on.ms(),
            updated_on: zone.updated_on.ms(),
        }
    }
}

/// The zones in their new order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ZoneOrderBody {
    zone_ids: Vec<String>,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(shipping_zones_list: reads(), shipping_zones_create: changes(Invalidates::Site)))
        .routes(routes!(shipping_zones_arrange: changes(Invalidates::Site)))
        .routes(routes!(
            shipping_zones_get: reads(),
            shipping_zones_update: changes(Invalidates::Site),
            shipping_zones_delete: changes(Invalidates::Site),
        ))
}

fn tagged(zone: Zone) -> impl IntoResponse {
    let etag = format!("\"{}\"", zone.revision);
    (AppendHeaders([(header::ETAG, etag)]), Json(ShippingZoneOut::from(zone)))
}

/// List shipping zones
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/shipping-zones", operation_id = "shipping_zones_list",
    tag = "shipping-zones", security(("contributor" = ["discounts-tax-shipping:read"])),
    responses((status = 200, body = ShippingZonesOut)))]
async fn shipping_zones_list(caller: Contributor) -> ApiResult<Json<ShippingZonesOut>> {
    let zones = shipping_zones::list(&caller.ctx, &caller.db).await?;
    Ok(Json(ShippingZonesOut { zones: zones.into_iter().map(ShippingZoneOut::from).collect() }))
}

/// Reorder the shipping zones
///
/// Of zones that match an address equally well, the first one applies. The request must contain all zones.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/shipping-zones/order",
    operation_id = "shipping_zones_arrange", tag = "shipping-zones", request_body = ZoneOrderBody,
    security(("contributor" = ["discounts-tax-shipping:write"])), responses((status = 200, body = ShippingZonesOut)))]
async fn shipping_zones_arrange(
    caller: Contributor,
    ApiJson(body): ApiJson<ZoneOrderBody>,
) -> ApiResult<Json<ShippingZonesOut>> {
    let zones = shipping_zones::arrange(&caller.ctx, &caller.db, &body.zone_ids).await?;
    Ok(Json(ShippingZonesOut { zones: zones.into_iter().map(ShippingZoneOut::from).collect() }))
}

/// Create a shipping zone
///
/// It is added at the end of the list.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/shipping-zones", operation_id = "shipping_zones_create",
    tag = "shipping-zones", request_body = ShippingZoneBody,
    security(("contributor" = ["discounts-tax-shipping:write"])), responses((status = 201, body = ShippingZoneOut)))]
async fn shipping_zones_create(
    caller: Contributor,
    ApiJson(body): ApiJson<ShippingZoneBody>,
) -> ApiResult<impl IntoResponse> {
    let zone = shipping_zones::create(&caller.ctx, &caller.db, body.into()).await?;
    Ok((StatusCode::CREATED, tagged(zone)))
}

/// Get a shipping zone
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/shipping-zones/{zoneId}",
    operation_id = "shipping_zones_get", tag = "shipping-zones",
    security(("contributor" = ["discounts-tax-shipping:read"])),
    responses((status = 200, body = ShippingZoneOut, headers(("ETag" = String, description = "The revision in quotes")))))]
async fn shipping_zones_get(caller: Contributor, ApiPath(path): ApiPath<ZonePath>) -> ApiResult<impl IntoResponse> {
    Ok(tagged(shipping_zones::detail(&caller.ctx, &caller.db, &path.zone_id).await?))
}

/// Update a shipping zone
///
/// 412 if someone has saved a newer revision.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/shipping-zones/{zoneId}",
    operation_id = "shipping_zones_update", tag = "shipping-zones",
    params(("If-Match" = String, Header, description = "The revision to change, in quotes; a list, or `*` for any")),
    request_body = ShippingZoneBody, security(("contributor" = ["discounts-tax-shipping:write"])),
    responses((status = 200, body = ShippingZoneOut), (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn shipping_zones_update(
    caller: Contributor,
    ApiPath(path): ApiPath<ZonePath>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<ShippingZoneBody>,
) -> ApiResult<impl IntoResponse> {
    let seen = named(&headers)?;
    Ok(tagged(shipping_zones::update(&caller.ctx, &caller.db, &path.zone_id, &seen, body.into()).await?))
}

/// Delete a shipping zone
///
/// 412 if someone has changed it since.
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/shipping-zones/{zoneId}",
    operation_id = "shipping_zones_delete", tag = "shipping-zones",
    params(("If-Match" = String, Header, description = "The revision to delete, in quotes; a list, or `*` for any")),
    security(("contributor" = ["discounts-tax-shipping:delete"])),
    responses((status = 204, description = "Deleted"), (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn shipping_zones_delete(
    caller: Contributor,
    ApiPath(path): ApiPath<ZonePath>,
    headers: HeaderMap,
) -> ApiResult<StatusCode> {
    let seen = named(&headers)?;
    shipping_zones::delete(&caller.ctx, &caller.db, &path.zone_id, &seen).await?;
    Ok(StatusCode::NO_CONTENT)
}
