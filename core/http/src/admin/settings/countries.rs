//! Countries for address forms.

use axum::Json;
use serde::Serialize;
use stoa_commerce::customers;
use stoa_kernel::{Action, Resource};
use stoa_messages::Catalogue;
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::Contributor;
use crate::problem::ApiResult;
use crate::route_policy::reads;
use crate::storefront::address::{ADMIN_LANGUAGE, CountryOut};

/// All countries.
#[derive(Debug, Serialize, ToSchema)]
pub struct CountriesOut {
    countries: Vec<CountryOut>,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(countries_list: reads()))
}

/// List the countries
///
/// Sorted by name, each with the parts of its addresses.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/countries", operation_id = "countries_list", tag = "orders",
    security(("contributor" = ["orders:read"])), responses((status = 200, body = CountriesOut)))]
async fn countries_list(caller: Contributor) -> ApiResult<Json<CountriesOut>> {
    caller.ctx.authorise(Resource::Orders, Action::Read)?;
    let texts = Catalogue::for_language(ADMIN_LANGUAGE);
    let named = customers::countries(ADMIN_LANGUAGE).into_iter();
    let countries = named.map(|country| CountryOut::new(country, texts)).collect();
    Ok(Json(CountriesOut { countries }))
}
