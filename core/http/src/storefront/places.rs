//! Address autocomplete in the checkout and for contributors. The API key of the service stays on the server.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use stoa_commerce::{cart, checkout};
use stoa_kernel::address::lookup::{AddressComponent, PlaceDetails, PlacePrediction, Places};
use stoa_kernel::ports::PortError;
use stoa_kernel::{ErrorCode, Failure};
use utoipa::{IntoParams, ToSchema};

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiQuery, Contributor, Visitor};
use crate::problem::{ApiResult, Problem};
use crate::problem_texts::{NO_SUGGESTIONS, NO_SUGGESTIONS_HERE, SUGGESTIONS_IN_CHECKOUT};
use crate::rate_limit::RateLimit;
use crate::route_policy::reads;
use crate::state::AppState;

/// Longest input, characters.
const MAX_INPUT_LENGTH: usize = 200;
const MAX_ID_LENGTH: usize = 300;
const MAX_SESSION: usize = 100;

/// Input for address suggestions.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct PlacesQuery {
    /// The typed text, 1 to 200 characters.
    input: String,
    /// The same for all requests about one address, so that the service bills them once.
    session_token: Option<String>,
    /// Token of the checkout; defaults to the browser's cart.
    cart_token: Option<String>,
}

/// A suggested address.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct PlaceQuery {
    /// `placeId` of the suggestion.
    place_id: String,
    /// The same as for the suggestions.
    session_token: Option<String>,
    /// Token of the checkout; defaults to the browser's cart.
    cart_token: Option<String>,
    /// The page that asks.
    product_page: Option<String>,
    /// The section of the page that asks.
    product_section: Option<String>,
}

/// Suggested addresses.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlacePredictions {
    predictions: Vec<PlacePredictionOut>,
}

/// A suggested address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PlacePrediction)]
pub struct PlacePredictionOut {
    place_id: String,
    /// The address on one line.
    description: String,
}

/// An address.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlaceAnswer {
    result: PlaceOut,
}

/// An address with its parts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Place)]
pub struct PlaceOut {
    formatted_address: String,
    address_components: Vec<AddressComponentOut>,
    /// Latitude in degrees.
    lat: f64,
    /// Longitude in degrees.
    lng: f64,
}

/// A part of an address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AddressComponent)]
pub struct AddressComponentOut {
    long_name: String,
    /// Abbreviation, such as a country code.
    short_name: String,
    /// `route`, `locality`, `country` and others.
    types: Vec<String>,
}

impl From<PlacePrediction> for PlacePredictionOut {
    fn from(found: PlacePrediction) -> Self {
        Self { place_id: found.place_id, description: found.description }
    }
}

impl From<PlaceDetails> for PlaceOut {
    fn from(place: PlaceDetails) -> Self {
        let component = |part: AddressComponent| AddressComponentOut {
            long_name: part.long_name,
            short_name: part.short_name,
            types: part.types,
        };
        Self {
            formatted_address: place.formatted_address,
            address_components: place.components.into_iter().map(component).collect(),
            lat: place.lat,
            lng: place.lng,
        }
    }
}

/// The routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(places_autocomplete: reads().limited(RateLimit::PLACES)))
        .routes(routes!(places_details: reads().limited(RateLimit::PLACES)))
}

/// Suggest addresses
///
/// For customers with items in their cart, and for contributors. 503 where no service is configured.
#[utoipa::path(get, path = "/api/google-maps/places/autocomplete", operation_id = "places_autocomplete",
    tag = "places", params(PlacesQuery),
    responses((status = 200, body = PlacePredictions), (status = 403, body = Problem)))]
async fn places_autocomplete(
    State(state): State<AppState>,
    visitor: Option<Visitor>,
    contributor: Option<Contributor>,
    ApiQuery(query): ApiQuery<PlacesQuery>,
) -> ApiResult<Json<PlacePredictions>> {
    let places = service(&state)?;
    admit(visitor, contributor, query.cart_token.as_deref()).await?;
    let input = within("input", query.input.trim(), 1, MAX_INPUT_LENGTH)?;
    let session = within("sessionToken", query.session_token.as_deref().unwrap_or_default(), 0, MAX_SESSION)?;
    let found = places.autocomplete(input, session).await.map_err(silent)?;
    Ok(Json(PlacePredictions { predictions: found.into_iter().map(PlacePredictionOut::from).collect() }))
}

/// Get the details of a suggested address
///
/// 503 where no service is configured.
#[utoipa::path(get, path = "/api/google-maps/places/details", operation_id = "places_details", tag = "places",
    params(PlaceQuery), responses((status = 200, body = PlaceAnswer), (status = 403, body = Problem)))]
async fn places_details(
    State(state): State<AppState>,
    visitor: Option<Visitor>,
    contributor: Option<Contributor>,
    ApiQuery(query): ApiQuery<PlaceQuery>,
) -> ApiResult<Json<PlaceAnswer>> {
    let places = service(&state)?;
    admit(visitor, contributor, query.cart_token.as_deref()).await?;
    let id = within("placeId", &query.place_id, 1, MAX_ID_LENGTH)?;
    let session = within("sessionToken", query.session_token.as_deref().unwrap_or_default(), 0, MAX_SESSION)?;
    let page = query.product_page.as_deref().unwrap_or_default();
    let section = query.product_section.as_deref().unwrap_or_default();
    tracing::debug!(page, section, "an address suggestion was chosen");
    let place = places.details(id, session).await.map_err(silent)?.ok_or_else(Failure::not_found)?;
    Ok(Json(PlaceAnswer { result: place.into() }))
}

fn service(state: &AppState) -> Result<&Arc<dyn Places>, Failure> {
    state.places.as_ref().ok_or_else(|| Failure::said(ErrorCode::Unavailable, NO_SUGGESTIONS_HERE))
}

/// Requests to the service cost money: only customers with items to buy and contributors may make them.
async fn admit(visitor: Option<Visitor>, contributor: Option<Contributor>, token: Option<&str>) -> Result<(), Failure> {
    if contributor.is_some() {
        return Ok(());
    }
    let visitor = visitor.ok_or_else(|| Failure::plain(ErrorCode::UnknownHost))?;
    let is_buying = match token {
        Some(token) => checkout::has_items(&visitor.ctx, &visitor.db, visitor.checkout(token)).await?,
        None => !cart::view(&visitor.ctx, &visitor.db, visitor.cart_token()).await?.entries.is_empty(),
    };
    if !is_buying {
        return Err(Failure::said(ErrorCode::PermissionDenied, SUGGESTIONS_IN_CHECKOUT));
    }
    Ok(())
}

fn within<'a>(field: &str, text: &'a str, least: usize, most: usize) -> Result<&'a str, Failure> {
    if (least..=most).contains(&text.chars().count()) {
        return Ok(text);
    }
    let message = if least == 0 {
        stoa_kernel::shared_problem_texts::TEXT_TOO_LONG.with("count", most).to_string()
    } else {
        format!("Use 1 to {most} characters.")
    };
    Err(Failure::validation([(field.to_owned(), message)].into()))
}

/// Hides the error message of the service, which is only logged.
fn silent(error: PortError) -> Failure {
    tracing::warn!(%error, "address suggestions could not be loaded");
    Failure::said(ErrorCode::Unavailable, NO_SUGGESTIONS)
}
