//! Messages that an order can be paid in parts.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use stoa_commerce::installments::{self, InstallmentAvailability, InstallmentMessage, Shopper, WantedItem};
use utoipa::{IntoParams, ToSchema};

use crate::calls::{Calls, routes};
use crate::extract::{ApiQuery, Visitor};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// What the message is for; without anything for the shopper's cart.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct InstallmentsQuery {
    /// A product. What is in the cart has to qualify too.
    item_id: Option<String>,
    /// Its variant; left out for its lowest price.
    sku: Option<String>,
    /// Pieces, from 1 to 9999; 1 when left out.
    #[param(minimum = 1, maximum = 9999)]
    quantity: Option<i64>,
    /// A checkout.
    cart_token: Option<String>,
}

/// What is to be shown.
#[derive(Debug, Serialize, ToSchema)]
pub struct InstallmentsOut {
    /// None when there is nothing to say.
    message: Option<InstallmentMessageOut>,
}

/// What a shopper is told. Amounts are minor units of the shop's currency.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InstallmentMessage)]
pub struct InstallmentMessageOut {
    availability: InstallmentAvailabilityOut,
    provider_name: String,
    /// Of the words and of the explanation, such as `en_US`.
    locale: String,
    /// Number of payments.
    payments: u16,
    /// The largest of them.
    amount_cents: Option<i64>,
    /// The total has to be above it.
    minimum_cents: Option<i64>,
    /// The total has to be at most this.
    maximum_cents: Option<i64>,
    /// A line of its own.
    full_text: String,
    /// Followed by the provider's name while it is in range.
    one_line_text: String,
    /// Address of the explanation.
    modal_url: String,
}

/// Whether and how a message shows.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = InstallmentAvailability)]
pub enum InstallmentAvailabilityOut {
    /// It can be paid in parts.
    InRange,
    /// It would have to be more.
    BelowMinimum,
    /// It would have to be less.
    AboveMaximum,
    /// Price or limits are missing.
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
            amount_cents: message.amount_cents,
            minimum_cents: message.minimum_cents,
            maximum_cents: message.maximum_cents,
            full_text: message.full_text,
            one_line_text: message.one_line_text,
            modal_url: message.modal_url,
        }
    }
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(installments_get))
}

/// The message about paying in parts
///
/// For a product as it is chosen, a checkout, or the shopper's cart. Whatever the provider does wrong,
/// there is just no message. It is in the language that the shopper has said to read, else in the site's.
#[utoipa::path(get, path = "/api/commerce/installments", operation_id = "installments_get", tag = "installments",
    params(InstallmentsQuery),
    responses((status = 200, body = InstallmentsOut), (status = 400, body = Problem), (status = 404, body = Problem),
              (status = 429, body = Problem)))]
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
