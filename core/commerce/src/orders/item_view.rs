//! A line of an order, as contributors and customers see it.

use serde::Serialize;
use stoa_entity::tenant::order_item;
use stoa_kernel::id::{AssetId, OrderItemId, ProductId, VariantId};
use stoa_kernel::money::Cents;
use stoa_messages::Texts;

use crate::catalogue::{ChosenOptions, ItemAnswer, Picture};
use crate::subscriptions::SubscriptionPlan;

/// An order line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OrderItemView {
    /// Its id.
    pub id: OrderItemId,
    /// The product.
    pub product_id: ProductId,
    /// The variant.
    pub variant_id: VariantId,
    /// SKU at the time of purchase.
    pub sku: String,
    /// Product name at the time of purchase.
    pub product_name: String,
    /// Options at the time of purchase.
    pub attributes: ChosenOptions,
    /// URL of the image.
    pub image_url: Option<String>,
    /// Asset id of the image.
    #[serde(skip)]
    pub image_id: Option<AssetId>,
    /// Quantity.
    pub quantity: i64,
    /// Unit price, in minor units.
    pub unit_price_cents: Cents,
    /// Price of the whole quantity, in minor units.
    pub total_cents: Cents,
    /// Name of the price list that the price came from, for contributors; none if it was the regular price.
    #[serde(skip)]
    pub price_list: Option<String>,
    /// Code of the product type.
    pub product_type: i32,
    /// Billing rhythm of a subscription, such as `every month`; none for a one-time purchase.
    pub subscription: Option<String>,
    /// The plan of a subscription.
    #[serde(skip)]
    pub plan: Option<SubscriptionPlan>,
    /// The customer's answers about this line.
    pub answers: Vec<ItemAnswer>,
    /// Fulfilled quantity.
    pub fulfilled_quantity: i64,
    /// Quantity refunded or being refunded.
    pub refunded_quantity: i64,
    /// Quantity that can still be fulfilled: neither fulfilled nor restocked.
    pub sendable_quantity: i64,
}

impl OrderItemView {
    pub(super) fn new(row: order_item::Model, picture: Option<&Picture>) -> Self {
        Self {
            attributes: row.attributes.0.into(),
            image_url: picture.map(Picture::url),
            image_id: picture.map(|picture| picture.id.clone()),
            id: row.id,
            product_id: row.product_id,
            variant_id: row.variant_id,
            sku: row.sku,
            product_name: row.product_name,
            quantity: row.quantity,
            unit_price_cents: row.unit_price_cents,
            total_cents: row.total_cents,
            price_list: None,
            product_type: row.product_type,
            subscription: None,
            plan: None,
            answers: Vec::new(),
            fulfilled_quantity: 0,
            refunded_quantity: 0,
            sendable_quantity: 0,
        }
    }

    /// Product name with options, such as `Mug (L)`.
    pub fn full_name(&self) -> String {
        let options = self.attributes_text();
        if options.is_empty() { self.product_name.clone() } else { format!("{} ({options})", self.product_name) }
    }

    /// The same for e-mails and documents: for a subscription it adds that it does not renew automatically.
    pub(super) fn full_name_in(&self, texts: Texts<'_>) -> String {
        let name = self.full_name();
        if self.plan.is_some() { format!("{name}, {}", texts.text("orderSummary.onePayment")) } else { name }
    }

    /// Option values, such as `M / Blue`; empty without options.
    pub fn attributes_text(&self) -> String {
        self.attributes.text()
    }
}
