//! Subscription plans of products for templates and islands.

use serde_json::{Map, Value, json};
use stoa_commerce::catalogue::{CatalogueItem, Variant};
use stoa_commerce::subscriptions::SubscriptionPlan;
use stoa_messages::Texts;

use super::shop::money;

fn rhythm(plan: &SubscriptionPlan) -> Value {
    json!({"billingPeriod": plan.billing_period, "numBillingCycles": plan.num_billing_cycles})
}

/// Adds the plan of a product to its data. A product that is also sold as a one-time purchase has it only among its
/// options.
pub(super) fn add_plan(content: &mut Map<String, Value>, item: &CatalogueItem, texts: Texts<'_>) {
    let only = item.subscription.as_ref().filter(|_| item.is_subscribable());
    content.insert("isSubscribable".to_owned(), only.is_some().into());
    content.insert("subscriptionPlan".to_owned(), only.map_or(Value::Null, rhythm));
    let option = |plan: &SubscriptionPlan| {
        json!({
            "id": plan.id,
            "percentageDiscount": plan.percentage_discount,
            "subscriptionPlan": rhythm(plan),
            "text": plan.text_in(texts),
        })
    };
    let options: Vec<Value> = item.subscription.iter().map(option).collect();
    content.insert("productSubscriptionOptions".to_owned(), options.into());
}

/// Subscription price of a variant; none for a product without a plan.
pub(super) fn pricing_options(item: &CatalogueItem, variant: &Variant) -> Value {
    let priced = |plan: &SubscriptionPlan| {
        let price = plan.price_cents(variant.price_cents);
        let sale = variant.sale_price_cents.map(|sale| plan.price_cents(sale));
        json!({
            "price": price,
            "salePrice": sale,
            "priceMoney": money(price, item.currency),
            "salePriceMoney": money(sale.unwrap_or(price), item.currency),
            "onSale": item.on_sale() && variant.on_sale,
        })
    };
    item.subscription.iter().map(priced).collect()
}
