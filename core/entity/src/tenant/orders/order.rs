//! Orders.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use stoa_address::{Address, PickupPlace};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CartId, OrderId, SiteUserId, WebsiteId};
use stoa_kernel::money::{Cents, Currency};
use stoa_kernel::order::{FulfillmentStatus, OrderPaymentStatus};
use stoa_kernel::pricing::QuoteKind;

use crate::json_column::JsonOf;

/// One row of `orders`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "orders")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: OrderId,
    /// Order number, from 1 within the site.
    pub number: i64,
    /// The cart it was placed from; one order for each cart.
    pub cart_id: CartId,
    /// The customer's e-mail address.
    pub email: String,
    /// The customer's name.
    pub customer_name: String,
    /// The customer's account, when signed in.
    pub site_user_id: Option<SiteUserId>,
    /// ISO 4217 code.
    pub currency: String,
    /// Sum of the lines, minor units.
    pub subtotal_cents: Cents,
    /// Discount, minor units.
    pub discount_cents: Cents,
    /// Shipping, minor units.
    pub shipping_cents: Cents,
    /// Tax, minor units; part of the total when prices include it.
    pub tax_cents: Cents,
    /// Total, minor units.
    pub grand_total_cents: Cents,
    /// Payment status.
    pub payment_status: OrderPaymentStatus,
    /// Fulfilment status.
    pub fulfillment_status: FulfillmentStatus,
    /// Whether its quantities are deducted from stock.
    pub stock_held: bool,
    /// Until when stock is reserved for an unpaid order, UTC milliseconds.
    pub hold_expires_on: Option<Timestamp>,
    /// Shipping address.
    pub shipping_address: Option<JsonOf<Address>>,
    /// Billing address.
    pub billing_address: Option<JsonOf<Address>>,
    /// Chosen delivery method with its price.
    pub shipping_option: Option<JsonOf<ShippingChoice>>,
    /// Inputs and rule version from which the totals can be recalculated.
    pub pricing: JsonOf<PricingInputs>,
    /// Token of the confirmation and status pages.
    pub auth_code: String,
    /// Whether it is a test order, without real money.
    pub test_mode: bool,
    /// Whether its files, codes and lessons have been delivered; none when not recorded.
    pub hands_out: Option<bool>,
    /// Note of the customer.
    pub note: String,
    /// Search text: e-mail address, name and products, lower case.
    pub search: String,
    /// When it was placed, UTC milliseconds.
    pub created_on: Timestamp,
    /// When it was paid, UTC milliseconds.
    pub paid_on: Option<Timestamp>,
    /// Last change, UTC milliseconds.
    pub updated_on: Timestamp,
}

/// Input for the amounts of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PricedLine {
    /// Reference of the sold item, such as a variant id.
    pub reference: String,
    /// Number of pieces.
    pub quantity: i64,
    /// Price per piece, minor units.
    pub unit_price_cents: Cents,
    /// The price list that the price comes from; none for the general price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_list: Option<ListPrice>,
    /// Whether tax is charged on it; false for gift cards.
    pub taxable: bool,
    /// Whether discounts apply to it; false for gift cards.
    #[serde(default = "yes")]
    pub discountable: bool,
}

fn yes() -> bool {
    true
}

/// A delivery option with its price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ShippingChoice {
    /// Its id within the site.
    pub id: String,
    /// Name shown to shoppers.
    pub label: String,
    /// Price, minor units.
    pub price_cents: Cents,
    /// The pickup location; none when it is shipped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pickup: Option<PickupPlace>,
    /// Days until it arrives, as the plugin said that named the price; none if it did not, or for a price of the shop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub days: Option<DeliveryDays>,
}

/// Days until a delivery arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliveryDays {
    /// At least.
    pub least: u16,
    /// At most.
    pub most: u16,
}

/// A tax rate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TaxRule {
    /// Id of the site's rule, whose name can be translated; none for a tax that a plugin named, and in older orders.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The rate in basis points: 700 is 7 %.
    pub rate_basis_points: i64,
    /// Whether prices already include it.
    pub inclusive: bool,
    /// Name on the invoice.
    pub label: String,
    /// Whether it also applies to delivery.
    #[serde(default)]
    pub on_shipping: bool,
    /// References of the lines it applies to, as a plugin said; none for all lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<String>>,
}

/// What a plugin said about a cart, and which build of it with which settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PluginAnswer {
    /// What it was asked for.
    pub kind: QuoteKind,
    /// Publisher and name of the plugin.
    pub plugin: String,
    /// Its version.
    pub version: String,
    /// SHA-256 of its component, in hex.
    pub digest: String,
    /// SHA-256 of its settings and of the question, in hex.
    pub question: String,
    /// The answer; JSON, because each kind has members of its own.
    pub answer: Json,
}

/// Effect of a discount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum DiscountEffect {
    /// A percentage of the price.
    Percent {
        /// In basis points: 1000 is 10 %.
        rate_basis_points: i64,
    },
    /// A fixed amount, at most the price.
    Amount {
        /// Minor units.
        amount_cents: Cents,
    },
    /// Free delivery.
    FreeShipping,
}

/// A discount that applies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Discount {
    /// Its id within the site.
    pub id: String,
    /// Name shown to shoppers.
    pub label: String,
    /// The code that was entered; none for an automatic discount.
    pub code: Option<String>,
    /// Its effect.
    #[serde(flatten)]
    pub effect: DiscountEffect,
    /// References of the lines it lowers; none for a discount on the whole order.
    pub lines: Option<Vec<String>>,
}

/// All inputs of the totals. Stored with the order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", from = "StoredInputs")]
pub struct PricingInputs {
    /// Version of the rules that the totals follow.
    pub rules: String,
    /// Currency of all amounts.
    pub currency: Currency,
    /// The lines.
    pub lines: Vec<PricedLine>,
    /// Discounts that apply.
    pub discounts: Vec<Discount>,
    /// Selected delivery option.
    pub shipping: Option<ShippingChoice>,
    /// Taxes that apply.
    pub taxes: Vec<TaxRule>,
    /// Answers of plugins from which delivery, discounts or taxes come.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plugins: Vec<PluginAnswer>,
}

/// Inputs as stored in orders: version 1 had a single tax.
#[derive(Deserialize)]
struct StoredInputs {
    rules: String,
    currency: Currency,
    lines: Vec<PricedLine>,
    #[serde(default)]
    discounts: Vec<Discount>,
    shipping: Option<ShippingChoice>,
    #[serde(default)]
    taxes: Vec<TaxRule>,
    #[serde(default)]
    tax: Option<TaxRule>,
    #[serde(default)]
    plugins: Vec<PluginAnswer>,
}

impl From<StoredInputs> for PricingInputs {
    fn from(stored: StoredInputs) -> Self {
        Self {
            rules: stored.rules,
            currency: stored.currency,
            lines: stored.lines,
            discounts: stored.discounts,
            shipping: stored.shipping,
            taxes: stored.tax.into_iter().chain(stored.taxes).collect(),
            plugins: stored.plugins,
        }
    }
}

/// The list that a price comes from, with the values it was computed from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ListPrice {
    /// Its id within the site.
    pub id: String,
    /// Its name at that time, for contributors.
    pub name: String,
    /// General price, minor units.
    pub general_price_cents: Cents,
    /// Its effect on that price.
    #[serde(flatten)]
    pub effect: ListEffect,
}

/// Effect of a list on a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum ListEffect {
    /// A percentage off.
    Percent {
        /// In basis points: 1000 is 10 %.
        rate_basis_points: i64,
    },
    /// A fixed price.
    Price {
        /// Minor units.
        price_cents: Cents,
    },
}

/// Relations are declared in `crate::relations`.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
