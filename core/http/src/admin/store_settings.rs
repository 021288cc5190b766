//! What the owner of a shop chooses for it.

use axum::Json;
use axum::http::{HeaderMap, header};
use axum::response::{AppendHeaders, IntoResponse};
use serde::{Deserialize, Serialize};
use stoa_commerce::restock::{RestockChoices, RestockMessages};
use stoa_commerce::settings::{self, StoreChoices, StoreSettings};
use utoipa::ToSchema;

use super::checkout_settings::CheckoutSettingsBody;
use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, Contributor};
use crate::precondition::named;
use crate::problem::{ApiResult, Problem};

/// What the owner of a shop chooses for it.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoreSettingsBody {
    /// Smallest subtotal that can be checked out, minor units; 0 for none.
    minimum_subtotal_cents: i64,
    /// Whether prices already contain the tax.
    prices_include_tax: bool,
    /// Whether more than one of a service can be bought at once.
    multiple_quantity_allowed_for_services: bool,
    /// Whether adding goes straight to the checkout.
    express_checkout: bool,
    /// Whether products have a button that buys one of them at once, beside the one that adds.
    #[serde(default)]
    #[schema(required)]
    buy_now_button: bool,
    /// Whether the theme draws its own cart indicator.
    custom_cart: bool,
    /// Stock of so many pieces or fewer counts as low.
    low_stock_threshold: i64,
    /// Products on a page of a list, 1 to 100.
    #[serde(default = "usual_products_per_page")]
    #[schema(required)]
    products_per_page: u32,
    /// What is said after a sign-up for restock notices; empty for the usual words.
    restock_notifications_success_text: String,
    /// Restock notices.
    restock: RestockSettingsBody,
    /// Whether those who agreed to it get a letter about a cart that they have left behind.
    #[serde(default)]
    #[schema(required)]
    cart_reminders: bool,
    /// Whether buyers are asked by letter what they think of what they have bought.
    #[serde(default)]
    #[schema(required)]
    review_requests: bool,
    /// How many days after the last parcel, 1 to 60.
    #[serde(default = "usual_review_request_days")]
    #[schema(required)]
    review_request_days: u32,
    /// The checkout.
    #[serde(default)]
    #[schema(required)]
    checkout: CheckoutSettingsBody,
    /// Number under which the seller is taxed, printed on invoices; empty for none.
    #[serde(default)]
    #[schema(required)]
    tax_id: String,
}

fn usual_products_per_page() -> u32 {
    StoreChoices::default().products_per_page
}

fn usual_review_request_days() -> u32 {
    StoreChoices::default().review_request_days
}

/// Restock notices.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RestockSettings)]
pub struct RestockSettingsBody {
    /// Whether shoppers can sign up at all.
    enabled: bool,
    /// Whether those who wait are told as soon as something is back, without anybody pressing a button.
    send_automatically: bool,
    /// Whether the block also offers news.
    mailing_list_sign_up_enabled: bool,
    /// Whether news are ticked beforehand.
    mailing_list_opt_in_by_default: bool,
    /// The texts of the block.
    messages: RestockMessagesBody,
}

/// The texts of the block in which shoppers sign up.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RestockMessages)]
pub struct RestockMessagesBody {
    button_text: String,
    #[serde(rename = "CTAText")]
    cta_text: String,
    placeholder_text: String,
    mailing_list_description: String,
}

/// The settings of a shop.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StoreSettings)]
pub struct StoreSettingsOut {
    #[serde(flatten)]
    body: StoreSettingsBody,
    /// ISO 4217 code of its amounts.
    currency: String,
    /// To be named in `If-Match` with a change.
    revision: i64,
}

impl From<StoreSettingsBody> for StoreChoices {
    fn from(body: StoreSettingsBody) -> Self {
        Self {
            minimum_subtotal_cents: body.minimum_subtotal_cents,
            prices_include_tax: body.prices_include_tax,
            multiple_quantity_allowed_for_services: body.multiple_quantity_allowed_for_services,
            express_checkout: body.express_checkout,
            buy_now_button: body.buy_now_button,
            custom_cart: body.custom_cart,
            low_stock_threshold: body.low_stock_threshold,
            products_per_page: body.products_per_page,
            restock_notifications_success_text: body.restock_notifications_success_text,
            restock: body.restock.into(),
            cart_reminders: body.cart_reminders,
            review_requests: body.review_requests,
            review_request_days: body.review_request_days,
            checkout: body.checkout.into(),
            tax_id: body.tax_id,
        }
    }
}

impl From<RestockSettingsBody> for RestockChoices {
    fn from(body: RestockSettingsBody) -> Self {
        let messages = body.messages;
        Self {
            enabled: body.enabled,
            send_automatically: body.send_automatically,
            mailing_list_sign_up_enabled: body.mailing_list_sign_up_enabled,
            mailing_list_opt_in_by_default: body.mailing_list_opt_in_by_default,
            messages: RestockMessages {
                button_text: messages.button_text,
                cta_text: messages.cta_text,
                placeholder_text: messages.placeholder_text,
                mailing_list_description: messages.mailing_list_description,
            },
        }
    }
}

impl From<RestockChoices> for RestockSettingsBody {
    fn from(choices: RestockChoices) -> Self {
        let messages = choices.messages;
        Self {
            enabled: choices.enabled,
            send_automatically: choices.send_automatically,
            mailing_list_sign_up_enabled: choices.mailing_list_sign_up_enabled,
            mailing_list_opt_in_by_default: choices.mailing_list_opt_in_by_default,
            messages: RestockMessagesBody {
                button_text: messages.button_text,
                cta_text: messages.cta_text,
                placeholder_text: messages.placeholder_text,
                mailing_list_description: messages.mailing_list_description,
            },
        }
    }
}

impl From<StoreSettings> for StoreSettingsOut {
    fn from(settings: StoreSettings) -> Self {
        let choices = settings.choices;
        Self {
            body: StoreSettingsBody {
                minimum_subtotal_cents: choices.minimum_subtotal_cents,
                prices_include_tax: choices.prices_include_tax,
                multiple_quantity_allowed_for_services: choices.multiple_quantity_allowed_for_services,
                express_checkout: choices.express_checkout,
                buy_now_button: choices.buy_now_button,
                custom_cart: choices.custom_cart,
                low_stock_threshold: choices.low_stock_threshold,
                products_per_page: choices.products_per_page,
                restock_notifications_success_text: choices.restock_notifications_success_text,
                restock: choices.restock.into(),
                cart_reminders: choices.cart_reminders,
                review_requests: choices.review_requests,
                review_request_days: choices.review_request_days,
                checkout: choices.checkout.into(),
                tax_id: choices.tax_id,
            },
            currency: settings.currency.code().to_owned(),
            revision: settings.revision,
        }
    }
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(store_settings_get, store_settings_save))
}

fn tagged(settings: StoreSettings) -> impl IntoResponse {
    let etag = format!("\"{}\"", settings.revision);
    (AppendHeaders([(header::ETAG, etag)]), Json(StoreSettingsOut::from(settings)))
}

/// Read the shop's settings
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/store-settings", operation_id = "store_settings_get",
    tag = "store-settings",
    params(("websiteId" = String, Path, description = "The site")),
    security(("contributor" = ["discounts-tax-shipping:read"])),
    responses(
        (status = 200, body = StoreSettingsOut, headers(("ETag" = String, description = "The revision in quotes"))),
        (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn store_settings_get(caller: Contributor) -> ApiResult<impl IntoResponse> {
    Ok(tagged(settings::get(&caller.ctx, &caller.db).await?))
}

/// Save the shop's settings
///
/// 412 when somebody has saved a newer revision.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/store-settings", operation_id = "store_settings_save",
    tag = "store-settings",
    params(("websiteId" = String, Path, description = "The site"),
           ("If-Match" = String, Header,
            description = "The revision that is changed, in quotes; several, or `*` for any")),
    request_body = StoreSettingsBody,
    security(("contributor" = ["discounts-tax-shipping:write"])),
    responses((status = 200, body = StoreSettingsOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 412, body = Problem),
              (status = 428, body = Problem)))]
async fn store_settings_save(
    caller: Contributor,
    headers: HeaderMap,
    ApiJson(body): ApiJson<StoreSettingsBody>,
) -> ApiResult<impl IntoResponse> {
    let seen = named(&headers)?;
    Ok(tagged(settings::save(&caller.ctx, &caller.db, &seen, body.into()).await?))
}
