//! Shipping zones, as those who work on the site see them.

use axum::Json;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use serde::{Deserialize, Serialize};
use stoa_commerce::pickup::PickupPlace;
use stoa_commerce::shipping_zones::{self, Band, OptionKind, ShippingOption, Zone, ZonePatch, ZonePlace};
use utoipa::ToSchema;

use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, ApiPath, Contributor};
use crate::precondition::named;
use crate::problem::{ApiResult, Problem};

/// A country of a zone, or a part of it.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = ShippingPlace)]
pub struct PlaceDto {
    /// ISO 3166 code of two letters; `*` for everywhere that no other zone names.
    country: String,
    /// Its states, provinces or prefectures; empty for all.
    #[serde(default)]
    regions: Vec<String>,
}

/// How the price of a way of delivery is found.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = ShippingKind)]
pub enum KindDto {
    /// One price for an order.
    Flat,
    /// A price for each piece that is sent.
    PerItem,
    /// By the weight of what is sent.
    ByWeight,
    /// By the subtotal.
    BySubtotal,
    /// The customer comes for it.
    Pickup,
    /// To postal codes nearby.
    LocalDelivery,
}

/// A step of a scale.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ShippingBand)]
pub struct BandDto {
    /// Largest weight in grams or subtotal in minor units it counts for; none for all above.
    #[serde(default)]
    up_to: Option<i64>,
    /// Minor units.
    price_cents: i64,
}

/// A way of delivery as it is set up.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ZoneOption)]
pub struct OptionDto {
    /// Empty for a new one.
    #[serde(default)]
    id: String,
    /// Name shown to shoppers.
    label: String,
    kind: KindDto,
    /// Price of an order or a piece, minor units.
    #[serde(default)]
    price_cents: i64,
    /// Steps by weight or subtotal, the smallest first.
    #[serde(default)]
    bands: Vec<BandDto>,
    /// Beginnings of the postal codes nearby.
    #[serde(default)]
    postal_codes: Vec<String>,
    /// Subtotal from which it costs nothing, minor units.
    #[serde(default)]
    free_over_cents: Option<i64>,
    /// Where the customer comes for it; needed for `pickup`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pickup: Option<PickupDto>,
}

/// A place at which orders are handed over.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = PickupPlace)]
pub struct PickupDto {
    /// Street and house.
    line1: String,
    /// Floor, gate, name of the shop.
    line2: String,
    city: String,
    /// State, province, prefecture.
    region: String,
    postal_code: String,
    /// ISO 3166 code of two letters.
    country: String,
    /// When it is open, and what to bring.
    instructions: String,
}

/// What a zone is to be.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShippingZoneBody {
    /// Name for contributors.
    name: String,
    places: Vec<PlaceDto>,
    /// In the order in which they are offered.
    #[serde(default)]
    options: Vec<OptionDto>,
}

/// Places that are delivered to on the same terms.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ShippingZone)]
pub struct ShippingZoneOut {
    id: String,
    #[serde(flatten)]
    body: ShippingZoneBody,
    /// To be named in `If-Match` with a change.
    revision: i64,
    created_on: i64,
    updated_on: i64,
}

/// The zones of a site, in their order.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShippingZonesOut {
    zones: Vec<ShippingZoneOut>,
}

/// Which zone.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ZonePath {
    zone_id: String,
}

impl From<OptionDto> for ShippingOption {
    fn from(option: OptionDto) -> Self {
        Self {
            id: option.id,
            label: option.label,
            kind: match option.kind {
                KindDto::Flat => OptionKind::Flat,
                KindDto::PerItem => OptionKind::PerItem,
                KindDto::ByWeight => OptionKind::ByWeight,
                KindDto::BySubtotal => OptionKind::BySubtotal,
                KindDto::Pickup => OptionKind::Pickup,
                KindDto::LocalDelivery => OptionKind::LocalDelivery,
            },
            price_cents: option.price_cents,
            bands: option
                .bands
                .into_iter()
                .map(|band| Band { up_to: band.up_to, price_cents: band.price_cents })
                .collect(),
            postal_codes: option.postal_codes,
            free_over_cents: option.free_over_cents,
            pickup: option.pickup.map(Into::into),
        }
    }
}

impl From<ShippingOption> for OptionDto {
    fn from(option: ShippingOption) -> Self {
        Self {
            id: option.id,
            label: option.label,
            kind: match option.kind {
                OptionKind::Flat => KindDto::Flat,
                OptionKind::PerItem => KindDto::PerItem,
                OptionKind::ByWeight => KindDto::ByWeight,
                OptionKind::BySubtotal => KindDto::BySubtotal,
                OptionKind::Pickup => KindDto::Pickup,
                OptionKind::LocalDelivery => KindDto::LocalDelivery,
            },
            price_cents: option.price_cents,
            bands: option
                .bands
                .into_iter()
                .map(|band| BandDto { up_to: band.up_to, price_cents: band.price_cents })
                .collect(),
            postal_codes: option.postal_codes,
            free_over_cents: option.free_over_cents,
            pickup: option.pickup.map(Into::into),
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
        let place = |place: PlaceDto| ZonePlace { country: place.country, regions: place.regions };
        Self {
            name: body.name,
            places: body.places.into_iter().map(place).collect(),
            options: body.options.into_iter().map(ShippingOption::from).collect(),
        }
    }
}

impl From<Zone> for ShippingZoneOut {
    fn from(zone: Zone) -> Self {
        let place = |place: ZonePlace| PlaceDto { country: place.country, regions: place.regions };
        Self {
            id: zone.id.into(),
            body: ShippingZoneBody {
                name: zone.name,
                places: zone.places.into_iter().map(place).collect(),
                options: zone.options.into_iter().map(OptionDto::from).collect(),
            },
            revision: zone.revision,
            created_on: zone.created_on,
            updated_on: zone.updated_on,
        }
    }
}

/// The zones in their new order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ZoneOrderBody {
    zone_ids: Vec<String>,
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new()
        .routes(routes!(shipping_zones_list, shipping_zones_create))
        .routes(routes!(shipping_zones_arrange))
        .routes(routes!(shipping_zones_get, shipping_zones_update, shipping_zones_delete))
}

fn tagged(zone: Zone) -> impl IntoResponse {
    let etag = format!("\"{}\"", zone.revision);
    (AppendHeaders([(header::ETAG, etag)]), Json(ShippingZoneOut::from(zone)))
}

/// List shipping zones
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/shipping-zones", operation_id = "shipping_zones_list",
    tag = "shipping-zones",
    params(("websiteId" = String, Path, description = "The site")),
    security(("contributor" = ["discounts-tax-shipping:read"])),
    responses((status = 200, body = ShippingZonesOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn shipping_zones_list(caller: Contributor) -> ApiResult<Json<ShippingZonesOut>> {
    let zones = shipping_zones::list(&caller.ctx, &caller.db).await?;
    Ok(Json(ShippingZonesOut { zones: zones.into_iter().map(ShippingZoneOut::from).collect() }))
}

/// Put the shipping zones into another order
///
/// Between zones that name a place equally well the first decides. All of them are named.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/shipping-zones/order", operation_id = "shipping_zones_arrange",
    tag = "shipping-zones",
    params(("websiteId" = String, Path, description = "The site")), request_body = ZoneOrderBody,
    security(("contributor" = ["discounts-tax-shipping:write"])),
    responses((status = 200, body = ShippingZonesOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn shipping_zones_arrange(
    caller: Contributor,
    ApiJson(body): ApiJson<ZoneOrderBody>,
) -> ApiResult<Json<ShippingZonesOut>> {
    let zones = shipping_zones::arrange(&caller.ctx, &caller.db, &body.zone_ids).await?;
    Ok(Json(ShippingZonesOut { zones: zones.into_iter().map(ShippingZoneOut::from).collect() }))
}

/// Make a shipping zone
///
/// It becomes the last of the list.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/shipping-zones", operation_id = "shipping_zones_create",
    tag = "shipping-zones",
    params(("websiteId" = String, Path, description = "The site")), request_body = ShippingZoneBody,
    security(("contributor" = ["discounts-tax-shipping:write"])),
    responses((status = 201, body = ShippingZoneOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn shipping_zones_create(
    caller: Contributor,
    ApiJson(body): ApiJson<ShippingZoneBody>,
) -> ApiResult<impl IntoResponse> {
    let zone = shipping_zones::create(&caller.ctx, &caller.db, body.into()).await?;
    Ok((StatusCode::CREATED, tagged(zone)))
}

/// One shipping zone
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/shipping-zones/{zoneId}",
    operation_id = "shipping_zones_get", tag = "shipping-zones",
    params(("websiteId" = String, Path, description = "The site"), ("zoneId" = String, Path, description = "The zone")),
    security(("contributor" = ["discounts-tax-shipping:read"])),
    responses(
        (status = 200, body = ShippingZoneOut, headers(("ETag" = String, description = "The revision in quotes"))),
        (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn shipping_zones_get(caller: Contributor, ApiPath(path): ApiPath<ZonePath>) -> ApiResult<impl IntoResponse> {
    Ok(tagged(shipping_zones::detail(&caller.ctx, &caller.db, &path.zone_id).await?))
}

/// Change a shipping zone
///
/// 412 when somebody has saved a newer revision.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/shipping-zones/{zoneId}",
    operation_id = "shipping_zones_update", tag = "shipping-zones",
    params(("websiteId" = String, Path, description = "The site"), ("zoneId" = String, Path, description = "The zone"),
           ("If-Match" = String, Header,
            description = "The revision that is changed, in quotes; several, or `*` for any")),
    request_body = ShippingZoneBody,
    security(("contributor" = ["discounts-tax-shipping:write"])),
    responses((status = 200, body = ShippingZoneOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 412, body = Problem),
              (status = 428, body = Problem)))]
async fn shipping_zones_update(
    caller: Contributor,
    ApiPath(path): ApiPath<ZonePath>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<ShippingZoneBody>,
) -> ApiResult<impl IntoResponse> {
    let seen = named(&headers)?;
    Ok(tagged(shipping_zones::update(&caller.ctx, &caller.db, &path.zone_id, &seen, body.into()).await?))
}

/// Remove a shipping zone
///
/// 412 when somebody has changed it since.
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/shipping-zones/{zoneId}",
    operation_id = "shipping_zones_delete", tag = "shipping-zones",
    params(("websiteId" = String, Path, description = "The site"), ("zoneId" = String, Path, description = "The zone"),
           ("If-Match" = String, Header,
            description = "The revision that is removed, in quotes; several, or `*` for any")),
    security(("contributor" = ["discounts-tax-shipping:delete"])),
    responses((status = 204, description = "Removed"), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 412, body = Problem),
              (status = 428, body = Problem)))]
async fn shipping_zones_delete(
    caller: Contributor,
    ApiPath(path): ApiPath<ZonePath>,
    headers: HeaderMap,
) -> ApiResult<StatusCode> {
    let seen = named(&headers)?;
    shipping_zones::delete(&caller.ctx, &caller.db, &path.zone_id, &seen).await?;
    Ok(StatusCode::NO_CONTENT)
}
