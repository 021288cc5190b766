//! The shopping cart.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stoa_address::Place;
use stoa_commerce::cart::{self, CartView, Changed, NewEntry};
use stoa_kernel::id::{CartEntryId, DiscountId};
use stoa_kernel::{Actor, Failure};
use utoipa::{IntoParams, ToSchema};

use super::cart_out::{CartEntryOut, CartOut};
use super::checkout_out::ShippingOptionBody;
use super::quotes::quoted_cart;
use super::site_users::renewed_session;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor, Shopper, Visitor, path_id};
use crate::named_cookie::NamedCookie;
use crate::problem::{ApiResult, Problem};
use crate::rate_limit::{CodeAttempt, RateLimit};
use crate::route_policy::{Invalidates, RoutePolicy, changes, reads};
use crate::state::AppState;

/// Cookie that tells scripts whether there is a cart to load.
const HAS_CART_COOKIE: &str = "hasCart";
/// Lifetime of a cart's cookies without a change, in seconds: 14 days.
const COOKIE_SECONDS: i64 = 14 * 24 * 60 * 60;

/// Query of a cart request.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CartQuery {
    /// Returns a sample cart with products of the shop; only for contributors who may read products.
    #[serde(default)]
    mock: Option<String>,
}

/// Path parameters of a cart line.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct EntryPath {
    #[serde(deserialize_with = "path_id")]
    entry_id: CartEntryId,
}

/// Path parameters of a discount code in the cart.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CouponPath {
    #[serde(deserialize_with = "path_id")]
    coupon_id: DiscountId,
}

/// An item to add to the cart.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddEntryBody {
    /// The product.
    item_id: String,
    /// The variant; optional when the product has only one.
    #[serde(default)]
    sku: Option<String>,
    /// Quantity, a whole number from 1 to 9999.
    #[serde(default)]
    #[schema(value_type = i64, minimum = 1, maximum = 9999)]
    quantity: Value,
    /// Values of the product's form, as JSON text.
    #[serde(default)]
    additional_fields: Option<String>,
}

/// New quantity of a line.
#[derive(Debug, Deserialize, ToSchema)]
pub struct QuantityBody {
    /// A whole number up to 9999; 0 removes the line.
    #[serde(default)]
    #[schema(value_type = i64, minimum = 0, maximum = 9999)]
    quantity: Value,
}

/// Values of a product's form.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdditionalFieldsBody {
    /// The values, as JSON text.
    additional_fields: Option<String>,
}

/// The cart and the line that was added or increased.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CartAdded {
    shopping_cart: CartOut,
    newly_added: Option<CartEntryOut>,
}

/// The cart and the changed line; none when it was removed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CartUpdated {
    shopping_cart: CartOut,
    updated_entry: Option<CartEntryOut>,
}

/// A discount code.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CouponBody {
    /// As typed by the customer; case-insensitive.
    pub(in crate::storefront) promo_code: String,
}

/// Shipping location of the cart, as far as prices depend on it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LocationBody {
    /// ISO 3166 code of two letters.
    country: String,
    /// State, province or prefecture.
    #[serde(default)]
    region: String,
    #[serde(default)]
    postal_code: String,
}

/// The cart after it was changed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CartChanged {
    shopping_cart: CartOut,
}

/// Of operations that change the cart.
const CHANGES_CART: RoutePolicy = changes(Invalidates::ByHandler).limited(RateLimit::CART);

/// The routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(cart_get: reads()))
        .routes(routes!(cart_add_entry: CHANGES_CART))
        .routes(routes!(cart_update_entry: CHANGES_CART, cart_remove_entry: CHANGES_CART))
        .routes(routes!(cart_update_additional_fields: CHANGES_CART))
        .routes(routes!(cart_add_coupon: CHANGES_CART))
        .routes(routes!(cart_remove_coupon: CHANGES_CART))
        .routes(routes!(cart_set_location: CHANGES_CART))
        .routes(routes!(cart_set_shipping_option: CHANGES_CART))
}

/// The cookie that tells scripts whether there is a cart to load.
pub(crate) fn hint(state: &AppState, is_filled: bool) -> Result<(HeaderName, HeaderValue), Failure> {
    let secure = if state.settings.secure_cookies() { "; Secure" } else { "" };
    let text = format!("{HAS_CART_COOKIE}={is_filled}; Path=/; Max-Age={COOKIE_SECONDS}; SameSite=Lax{secure}");
    Ok((header::SET_COOKIE, HeaderValue::from_str(&text).map_err(Failure::internal)?))
}

/// The cookie with the token of the browser's cart; without a token it is deleted.
pub(crate) fn cart_cookie(state: &AppState, token: Option<&str>) -> Result<(HeaderName, HeaderValue), Failure> {
    kept(state, NamedCookie::CART, token)
}

/// The cookie with the token of the browser's other checkouts; without a token it is deleted.
pub(crate) fn checkouts_cookie(state: &AppState, token: Option<&str>) -> Result<(HeaderName, HeaderValue), Failure> {
    kept(state, NamedCookie::BUYER, token)
}

fn kept(state: &AppState, cookie: NamedCookie, token: Option<&str>) -> Result<(HeaderName, HeaderValue), Failure> {
    let secure = state.settings.secure_cookies();
    let value = match token {
        Some(token) => cookie.set(token, Some(COOKIE_SECONDS), secure)?,
        None => cookie.clear(secure)?,
    };
    Ok((header::SET_COOKIE, value))
}

/// Headers of every cart response: renewed cookies, and `no-store`.
fn headers(state: &AppState, caller: &Visitor, token: Option<&str>, cart: &CartView) -> Result<HeaderMap, Failure> {
    let mut headers = HeaderMap::new();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if token.is_some() && cart.id.is_some() {
        headers.extend([cart_cookie(state, token)?]);
    }
    if token.is_some() || matches!(caller.ctx.actor(), Actor::SiteUser(_)) {
        headers.extend([hint(state, cart.total_quantity > 0)?]);
    }
    Ok(headers)
}

/// The changed cart with what plugins say about it.
async fn quoted(state: &AppState, caller: &Visitor, changed: Changed) -> ApiResult<Changed> {
    let token = changed.new_token.as_deref().or(caller.cart_token());
    let cart = quoted_cart(state, caller, token, changed.cart).await?;
    Ok(Changed { cart, entry: changed.entry, new_token: changed.new_token })
}

fn changed_headers(state: &AppState, caller: &Visitor, changed: &Changed) -> Result<HeaderMap, Failure> {
    headers(state, caller, changed.new_token.as_deref().or(caller.cart_token()), &changed.cart)
}

/// Get the cart
///
/// Prices are calculated on each request. Without a cart, an empty one is returned.
#[utoipa::path(get, path = "/api/commerce/shopping-cart", operation_id = "cart_get", tag = "cart",
    params(CartQuery, ("timecode" = Option<String>, Query, description = "Ignored; clients send it to bypass caches"),
           ("calculateSubtotal" = Option<bool>, Query, description = "Ignored; totals are always recalculated")),
    responses((status = 200, body = CartOut)))]
async fn cart_get(
    State(state): State<AppState>,
    Shopper(caller): Shopper,
    contributor: Option<Contributor>,
    ApiQuery(query): ApiQuery<CartQuery>,
) -> ApiResult<(HeaderMap, Json<CartOut>)> {
    if query.mock.as_deref() == Some("true")
        && let Some(editor) = contributor.filter(|editor| editor.ctx.website() == caller.ctx.website())
    {
        let sample = cart::sample(&editor.ctx, &editor.db).await?;
        return Ok((headers(&state, &caller, None, &sample)?, Json(sample.into())));
    }
    let cart = cart::view(&caller.ctx, &caller.db, caller.cart_token()).await?;
    let cart = quoted_cart(&state, &caller, caller.cart_token(), cart).await?;
    let mut headers = headers(&state, &caller, caller.cart_token(), &cart)?;
    // Every page loads the cart of a signed-in user, so regular visits renew the session.
    for (name, value) in renewed_session(&state, &caller).await? {
        headers.append(name, value);
    }
    Ok((headers, Json(cart.into())))
}

/// Add an item to the cart
///
/// The same variant with the same form values increases the quantity of its line.
#[utoipa::path(post, path = "/api/commerce/shopping-cart/entries", operation_id = "cart_add_entry", tag = "cart",
    request_body = AddEntryBody, responses((status = 200, body = CartAdded), (status = 409, body = Problem)))]
async fn cart_add_entry(
    State(state): State<AppState>,
    Shopper(caller): Shopper,
    ApiJson(body): ApiJson<AddEntryBody>,
) -> ApiResult<(HeaderMap, Json<CartAdded>)> {
    let new = NewEntry {
        item_id: body.item_id,
        sku: body.sku,
        quantity: body.quantity,
        additional_fields: body.additional_fields,
    };
    let (access, token) = (caller.sale_access(), caller.cart_token());
    let changed = cart::add(&caller.ctx, &caller.db, &access, token, new).await?;
    let changed = quoted(&state, &caller, changed).await?;
    let headers = changed_headers(&state, &caller, &changed)?;
    let newly_added = changed.entry.map(CartEntryOut::from);
    Ok((headers, Json(CartAdded { shopping_cart: changed.cart.into(), newly_added })))
}

/// Change the quantity of a cart line
///
/// 0 removes the line.
#[utoipa::path(put, path = "/api/commerce/shopping-cart/entries/{entryId}", operation_id = "cart_update_entry",
    tag = "cart", request_body = QuantityBody,
    responses((status = 200, body = CartUpdated), (status = 409, body = Problem)))]
async fn cart_update_entry(
    State(state): State<AppState>,
    Shopper(caller): Shopper,
    ApiPath(path): ApiPath<EntryPath>,
    ApiJson(body): ApiJson<QuantityBody>,
) -> ApiResult<(HeaderMap, Json<CartUpdated>)> {
    let token = caller.cart_token();
    let changed = cart::set_quantity(&caller.ctx, &caller.db, token, &path.entry_id, &body.quantity).await?;
    updated(&state, &caller, changed).await
}

/// Change the additional fields of a cart line
#[utoipa::path(put, path = "/api/commerce/shopping-cart/entries/{entryId}/additionalFields",
    operation_id = "cart_update_additional_fields", tag = "cart", request_body = AdditionalFieldsBody,
    responses((status = 200, body = CartUpdated), (status = 409, body = Problem)))]
async fn cart_update_additional_fields(
    State(state): State<AppState>,
    Shopper(caller): Shopper,
    ApiPath(path): ApiPath<EntryPath>,
    ApiJson(body): ApiJson<AdditionalFieldsBody>,
) -> ApiResult<(HeaderMap, Json<CartUpdated>)> {
    let token = caller.cart_token();
    let fields = body.additional_fields;
    let changed = cart::set_additional_fields(&caller.ctx, &caller.db, token, &path.entry_id, fields).await?;
    updated(&state, &caller, changed).await
}

async fn updated(state: &AppState, caller: &Visitor, changed: Changed) -> ApiResult<(HeaderMap, Json<CartUpdated>)> {
    let changed = quoted(state, caller, changed).await?;
    let headers = changed_headers(state, caller, &changed)?;
    let updated_entry = changed.entry.map(CartEntryOut::from);
    Ok((headers, Json(CartUpdated { shopping_cart: changed.cart.into(), updated_entry })))
}

/// Remove a cart line
#[utoipa::path(delete, path = "/api/commerce/shopping-cart/entries/{entryId}", operation_id = "cart_remove_entry",
    tag = "cart", responses((status = 200, body = CartChanged), (status = 409, body = Problem)))]
async fn cart_remove_entry(
    State(state): State<AppState>,
    Shopper(caller): Shopper,
    ApiPath(path): ApiPath<EntryPath>,
) -> ApiResult<(HeaderMap, Json<CartChanged>)> {
    let changed = cart::remove(&caller.ctx, &caller.db, caller.cart_token(), &path.entry_id).await?;
    let changed = quoted(&state, &caller, changed).await?;
    let headers = changed_headers(&state, &caller, &changed)?;
    Ok((headers, Json(CartChanged { shopping_cart: changed.cart.into() })))
}

async fn changed(state: &AppState, caller: &Visitor, cart: CartView) -> ApiResult<(HeaderMap, Json<CartChanged>)> {
    let cart = quoted_cart(state, caller, caller.cart_token(), cart).await?;
    let headers = headers(state, caller, caller.cart_token(), &cart)?;
    Ok((headers, Json(CartChanged { shopping_cart: cart.into() })))
}

/// Apply a discount code
///
/// A code that does not apply now is kept in `invalidCoupons`, with the reason.
#[utoipa::path(post, path = "/api/commerce/shopping-cart/coupons", operation_id = "cart_add_coupon", tag = "cart",
    request_body = CouponBody, responses((status = 200, body = CartChanged), (status = 409, body = Problem)))]
async fn cart_add_coupon(
    State(state): State<AppState>,
    Shopper(caller): Shopper,
    ApiJson(body): ApiJson<CouponBody>,
) -> ApiResult<(HeaderMap, Json<CartChanged>)> {
    let attempt = CodeAttempt::count(&state, &caller.ctx).await?;
    let cart = cart::add_coupon(&caller.ctx, &caller.db, caller.cart_token(), &body.promo_code).await?;
    attempt.succeeded(&state).await;
    changed(&state, &caller, cart).await
}

/// Remove a discount code
#[utoipa::path(delete, path = "/api/commerce/shopping-cart/coupons/{couponId}", operation_id = "cart_remove_coupon",
    tag = "cart", responses((status = 200, body = CartChanged), (status = 409, body = Problem)))]
async fn cart_remove_coupon(
    State(state): State<AppState>,
    Shopper(caller): Shopper,
    ApiPath(path): ApiPath<CouponPath>,
) -> ApiResult<(HeaderMap, Json<CartChanged>)> {
    let cart = cart::remove_coupon(&caller.ctx, &caller.db, caller.cart_token(), &path.coupon_id).await?;
    changed(&state, &caller, cart).await
}

/// Set the shipping location of the cart
///
/// Determines shipping options and taxes. 400 when the shop does not deliver there.
#[utoipa::path(put, path = "/api/commerce/shopping-cart/shipping/location", operation_id = "cart_set_location",
    tag = "cart", request_body = LocationBody,
    responses((status = 200, body = CartChanged), (status = 409, body = Problem)))]
async fn cart_set_location(
    State(state): State<AppState>,
    Shopper(caller): Shopper,
    ApiJson(body): ApiJson<LocationBody>,
) -> ApiResult<(HeaderMap, Json<CartChanged>)> {
    let place = Place { country: body.country, region: body.region, postal_code: body.postal_code };
    let cart = cart::set_location(&caller.ctx, &caller.db, &*state.quotes, caller.cart_token(), place).await?;
    changed(&state, &caller, cart).await
}

/// Choose a shipping option
#[utoipa::path(put, path = "/api/commerce/shopping-cart/shipping/option", operation_id = "cart_set_shipping_option",
    tag = "cart", request_body = ShippingOptionBody,
    responses((status = 200, body = CartChanged), (status = 409, body = Problem)))]
async fn cart_set_shipping_option(
    State(state): State<AppState>,
    Shopper(caller): Shopper,
    ApiJson(body): ApiJson<ShippingOptionBody>,
) -> ApiResult<(HeaderMap, Json<CartChanged>)> {
    let cart = cart::set_option(&caller.ctx, &caller.db, caller.cart_token(), &body.option_id).await?;
    changed(&state, &caller, cart).await
}
