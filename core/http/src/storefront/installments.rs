//! Messages about payment in installments.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use stoa_commerce::installments::{self, InstallmentAvailability, InstallmentMessage, Shopper, WantedItem};
use utoipa::{IntoParams, ToSchema};

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiQuery, Visitor};
use crate::problem::ApiResult;
use crate::route_policy::reads;
use crate::state::AppState;

/// Subject of the message; if empty, the visitor's cart.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct InstallmentsQuery {
    /// A product. The items in the cart have to qualify too.
    item_id: Option<String>,
    /// Its variant; if omitted, the one with the lowest price.
    sku: Option<String>,
    /// Quantity, from 1 to 9999; default 1.
    #[param(minimum = 1, maximum = 9999)]
    quantity: Option<i64>,
    /// Token of a checkout.
    cart_token: Option<String>,
}

/// The message to show.
#[derive(Debug, Serialize, ToSchema)]
pub struct InstallmentsOut {
    /// None when there is nothing to show.
    message: Option<InstallmentMessageOut>,
}

/// A message about payment in installments. Amounts are in minor units of the shop's currency.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InstallmentMessage)]
pub struct InstallmentMessageOut {
    availability: InstallmentAvailabilityOut,
    provider_name: String,
    /// Locale of the message and of the explanation page, such as `en_US`.
    locale: String,
    /// Number of payments.
    payments: u16,
    /// Amount of the largest payment.
    amount_cents: Option<i64>,
    /// The total has to be above this amount.
    minimum_cents: Option<i64>,
    /// Largest total.
    maximum_cents: Option<i64>,
    /// The message as a separate line.
    full_text: String,
    /// Short message; the provider's name follows it while the amount is in range.
    one_line_text: String,
    /// URL of the explanation page.
    modal_url: String,
}

/// Whether the amount can be paid in installments.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = InstallmentAvailability)]
pub enum InstallmentAvailabilityOut {
    /// It can be paid in installments.
    InRange,
    /// The total is too small.
    BelowMinimum,
    /// The total is too large.
    AboveMaximum,
    /// Price or limits are not known.
    Unavailable,
}

impl From<InstallmentMessage> for InstallmentMessageOut {
    fn from(message: InstallmentMessage) -> Self {
        Self {
            availability: match message.availability {
                InstallmentAvailability::InRange => InstallmentAvailabilityOut::InRange,
                InstallmentAvailability::BelowMinimum => InstallmentAvailabilityOut::BelowMinimum,
                InstallmentAvailability::AboveMaximum => InstallmentAvailabilityOut::AboveMaximum,
                InstallmentAvailability::Unavailable => InstallmentAvailabilityOut::Unavailable,
            },
            provider_name: message.provider_name,
            locale: message.locale,
            payments: message.payments,
            amount_cents: message.amount_cents.map(i64::from),
            minimum_cents: message.minimum_cents.map(i64::from),
            maximum_cents: message.maximum_cents.map(i64::from),
            full_text: message.full_text,
            one_line_text: message.one_line_text,
            modal_url: message.modal_url,
        }
    }
}

/// The routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(installments_get: reads()))
}

/// Get the installments message
///
/// For a product with its chosen variant, for a checkout, or for the visitor's cart. If the provider fails, there is no
/// message. The language is the one that the visitor has chosen, else that of the site.
#[utoipa::path(get, path = "/api/commerce/installments", operation_id = "installments_get", tag = "installments",
    params(InstallmentsQuery), responses((status = 200, body = InstallmentsOut)))]
async fn installments_get(
    State(state): State<AppState>,
    caller: Visitor,
    ApiQuery(query): ApiQuery<InstallmentsQuery>,
) -> ApiResult<Json<InstallmentsOut>> {
    let language = caller.language();
    let (provider, shopper) =
        (&*state.installments, Shopper { browser: caller.browser(), language: language.as_deref() });
    let message = match (query.item_id, &query.cart_token) {
        (Some(item_id), _) => {
            let wanted = WantedItem { item_id, sku: query.sku, quantity: query.quantity };
            installments::of_item(&caller.ctx, &caller.db, provider, shopper, wanted).await?
        }
        (None, Some(token)) => installments::of_checkout(&caller.ctx, &caller.db, provider, shopper, token).await?,
        (None, None) => installments::of_cart(&caller.ctx, &caller.db, provider, shopper).await?,
    };
    Ok(Json(InstallmentsOut { message: message.map(InstallmentMessageOut::from) }))
}
