//! Store settings.

use axum::Json;
use axum::http::{HeaderMap, header};
use axum::response::{AppendHeaders, IntoResponse};
use serde::{Deserialize, Serialize};
use stoa_commerce::restock::{RestockChoices, RestockMessages};
use stoa_commerce::settings::{self, StoreChoices, StoreSettings, TaxCalculation};
use stoa_kernel::money::Cents;
use utoipa::ToSchema;

use super::checkout_settings::CheckoutSettingsBody;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, Contributor};
use crate::precondition::named;
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};

/// Store settings.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoreSettingsBody {
    /// Minimum subtotal of an order, minor units; 0 for none.
    #[schema(minimum = 0, maximum = 99_999_999_999_i64)]
    minimum_subtotal_cents: i64,
    /// Whether prices include tax.
    prices_include_tax: bool,
    /// Whether more than one of a service can be bought at once.
    multiple_quantity_allowed_for_services: bool,
    /// Whether adding to the cart goes straight to the checkout.
    express_checkout: bool,
    /// Whether products have a button that buys one of them at once, besides the one that adds to the cart.
    #[serde(default)]
    #[schema(required)]
    buy_now_button: bool,
    /// Whether the theme renders its own cart indicator.
    custom_cart: bool,
    /// Stock at or below this number counts as low.
    #[schema(minimum = 0, maximum = 999_999_999)]
    low_stock_threshold: i64,
    /// Products per page of a list, 1 to 100.
    #[serde(default = "default_products_per_page")]
    #[schema(required, minimum = 1, maximum = 100)]
    products_per_page: u32,
    /// Message after a restock sign-up; empty for the default.
    #[schema(max_length = 300)]
    restock_notifications_success_text: String,
    /// Restock notifications.
    restock: RestockSettingsBody,
    /// Whether abandoned cart e-mails are sent to customers who agreed to marketing e-mail.
    #[serde(default)]
    #[schema(required)]
    cart_reminders: bool,
    /// Whether review request e-mails are sent to customers.
    #[serde(default)]
    #[schema(required)]
    review_requests: bool,
    /// Days between the last shipment and the review request, 1 to 60.
    #[serde(default = "default_review_request_days")]
    #[schema(required, minimum = 1, maximum = 60)]
    review_request_days: u32,
    /// Checkout settings.
    #[serde(default)]
    #[schema(required)]
    checkout: CheckoutSettingsBody,
    /// Tax number of the seller, printed on invoices; empty for none.
    #[serde(default)]
    #[schema(required, max_length = 60)]
    tax_id: String,
    /// Who calculates taxes.
    #[serde(default)]
    #[schema(required)]
    taxes: TaxCalculationBody,
}

/// Who calculates the taxes of a shop.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = TaxCalculation)]
pub struct TaxCalculationBody {
    /// The plugin that does; empty for the shop's own taxes.
    #[schema(max_length = 100)]
    plugin: String,
    /// Whether the shop's own taxes apply while the plugin gives no answer. Otherwise no order is placed then.
    own_rates_on_failure: bool,
    /// Id of the checkout question with the customer's tax number; empty for none.
    #[schema(max_length = 40)]
    tax_id_field: String,
}

impl From<TaxCalculationBody> for TaxCalculation {
    fn from(body: TaxCalculationBody) -> Self {
        let TaxCalculationBody { plugin, own_rates_on_failure, tax_id_field } = body;
        Self { plugin, own_rates_on_failure, tax_id_field }
    }
}

impl From<TaxCalculation> for TaxCalculationBody {
    fn from(taxes: TaxCalculation) -> Self {
        let TaxCalculation { plugin, own_rates_on_failure, tax_id_field } = taxes;
        Self { plugin, own_rates_on_failure, tax_id_field }
    }
}

fn default_products_per_page() -> u32 {
    StoreChoices::default().products_per_page
}

fn default_review_request_days() -> u32 {
    StoreChoices::default().review_request_days
}

/// Settings of restock notifications.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RestockSettings)]
pub struct RestockSettingsBody {
    /// Whether customers can sign up for restock notifications.
    enabled: bool,
    /// Whether notifications are sent automatically when a variant is in stock again.
    send_automatically: bool,
    /// Whether the sign-up form also offers the newsletter.
    mailing_list_sign_up_enabled: bool,
    /// Whether the newsletter is selected by default.
    mailing_list_opt_in_by_default: bool,
    /// Texts of the sign-up form.
    messages: RestockMessagesBody,
}

/// Texts of the restock sign-up form.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RestockMessages)]
pub struct RestockMessagesBody {
    #[schema(min_length = 1, max_length = 300)]
    button_text: String,
    #[serde(rename = "CTAText")]
    #[schema(min_length = 1, max_length = 300)]
    cta_text: String,
    #[schema(min_length = 1, max_length = 300)]
    placeholder_text: String,
    #[schema(min_length = 1, max_length = 300)]
    mailing_list_description: String,
}

/// Store settings with currency and revision.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StoreSettings)]
pub struct StoreSettingsOut {
    #[serde(flatten)]
    body: StoreSettingsBody,
    /// ISO 4217 code of its amounts.
    currency: String,
    /// Revision to send in `If-Match` with a change.
    revision: i64,
}

impl From<StoreSettingsBody> for StoreChoices {
    fn from(body: StoreSettingsBody) -> Self {
        Self {
            minimum_subtotal_cents: Cents(body.minimum_subtotal_cents),
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
            taxes: body.taxes.into(),
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
                minimum_subtotal_cents: choices.minimum_subtotal_cents.0,
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
                taxes: choices.taxes.into(),
            },
            currency: settings.site.currency.code().to_owned(),
            revision: settings.revision,
        }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(store_settings_get: reads(), store_settings_save: changes(Invalidates::Site)))
}

fn tagged(settings: StoreSettings) -> impl IntoResponse {
    let etag = format!("\"{}\"", settings.revision);
    (AppendHeaders([(header::ETAG, etag)]), Json(StoreSettingsOut::from(settings)))
}

/// Get the shop's settings
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/store-settings", operation_id = "store_settings_get",
    tag = "store-settings", security(("contributor" = ["discounts-tax-shipping:read"])),
    responses((status = 200, body = StoreSettingsOut, headers(("ETag" = String, description = "The revision in quotes")))))]
async fn store_settings_get(caller: Contributor) -> ApiResult<impl IntoResponse> {
    Ok(tagged(settings::get(&caller.ctx, &caller.db).await?))
}

/// Save the shop's settings
///
/// 412 if someone has saved a newer revision.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/store-settings", operation_id = "store_settings_save",
    tag = "store-settings",
    params(("If-Match" = String, Header, description = "The revision to change, in quotes; a list, or `*` for any")),
    request_body = StoreSettingsBody, security(("contributor" = ["discounts-tax-shipping:write"])),
    responses((status = 200, body = StoreSettingsOut), (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn store_settings_save(
    caller: Contributor,
    headers: HeaderMap,
    ApiJson(body): ApiJson<StoreSettingsBody>,
) -> ApiResult<impl IntoResponse> {
    let seen = named(&headers)?;
    Ok(tagged(settings::save(&caller.ctx, &caller.db, &seen, body.into()).await?))
}
