//! Rows of plans, and of the subscriptions that carts and orders start.

use std::collections::HashMap;

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::{cart_subscription, order_subscription, subscription_plan};
use stoa_entity::{DbError, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CartId, OrderId, ProductId};

use super::model::{CartSubscription, SubscriptionPlan};
use crate::CommerceError;

/// The plans of those products that have one.
pub(crate) async fn of_products(
    tx: &TenantTx,
    products: impl Iterator<Item = ProductId>,
) -> Result<HashMap<ProductId, SubscriptionPlan>, CommerceError> {
    let ids: Vec<ProductId> = products.collect();
    let rows =
        tx.find::<subscription_plan::Entity>().filter(subscription_plan::Column::ProductId.is_in(ids)).all().await?;
    Ok(rows.into_iter().map(|row| (row.product_id.clone(), SubscriptionPlan::from(row))).collect())
}

pub(super) async fn row_of_product(
    tx: &TenantTx,
    product: &ProductId,
) -> Result<Option<subscription_plan::Model>, DbError> {
    tx.find::<subscription_plan::Entity>()
        .filter(subscription_plan::Column::ProductId.eq(product.clone()))
        .for_update()
        .one()
        .await
}

/// Marks a cart as starting a subscription.
pub(crate) async fn keep_with_cart(
    tx: &TenantTx,
    cart: &CartId,
    plan: &SubscriptionPlan,
    expires_on: Timestamp,
) -> Result<(), CommerceError> {
    tx.insert(cart_subscription::ActiveModel {
        website_id: Set(tx.website().clone()),
        cart_id: Set(cart.clone()),
        plan: Set(JsonOf(plan.clone().into())),
        expires_on: Set(expires_on),
    })
    .await?;
    Ok(())
}

/// The subscription that a cart starts.
pub(crate) async fn of_cart(tx: &TenantTx, cart: &CartId) -> Result<Option<CartSubscription>, CommerceError> {
    let row =
        tx.find::<cart_subscription::Entity>().filter(cart_subscription::Column::CartId.eq(cart.clone())).one().await?;
    Ok(row.map(|row| CartSubscription { plan: row.plan.0.into(), expires_on: row.expires_on }))
}

/// Stores the plan with an order; none for an order without subscription.
pub(crate) async fn keep_with_order(
    tx: &TenantTx,
    order: &OrderId,
    plan: Option<&SubscriptionPlan>,
) -> Result<(), CommerceError> {
    let Some(plan) = plan else { return Ok(()) };
    tx.delete::<order_subscription::Entity>(order_subscription::Column::OrderId.eq(order.clone())).exec().await?;
    tx.insert(order_subscription::ActiveModel {
        website_id: Set(tx.website().clone()),
        order_id: Set(order.clone()),
        plan: Set(JsonOf(plan.clone().into())),
    })
    .await?;
    Ok(())
}
