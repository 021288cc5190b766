//! Queries for terms of donations and the donations of carts and orders.

use std::collections::HashMap;

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::SelectStatement;
use stoa_entity::tenant::{cart_donation, donation_terms, order, order_donation, order_item};
use stoa_entity::{DbError, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::{CartId, OrderId, ProductId};
use stoa_kernel::order::{FulfillmentStatus, OrderEventKind};

use super::model::{CartDonation, Donation, DonationTerms};
use crate::CommerceError;
use crate::catalogue::ProductType;
use crate::contributor_texts;
use crate::orders::note;

/// The donation terms of those products that accept donations.
pub(crate) async fn of_products(
    tx: &TenantTx,
    products: impl Iterator<Item = ProductId>,
) -> Result<HashMap<ProductId, DonationTerms>, CommerceError> {
    let own = donation_terms::Column::ProductId.is_in(products);
    let rows = tx.find::<donation_terms::Entity>().filter(own).all().await?;
    Ok(rows.into_iter().map(|row| (row.product_id.clone(), DonationTerms::from(row))).collect())
}

pub(super) async fn row_of_product(
    tx: &TenantTx,
    product: &ProductId,
) -> Result<Option<donation_terms::Model>, DbError> {
    tx.find::<donation_terms::Entity>()
        .filter(donation_terms::Column::ProductId.eq(product.clone()))
        .for_update()
        .one()
        .await
}

/// Whether a product accepts donations.
pub(crate) async fn accepts_donations(tx: &TenantTx, product: &ProductId) -> Result<bool, CommerceError> {
    Ok(row_of_product(tx, product).await?.is_some())
}

/// Stores the donation of a cart.
pub(crate) async fn keep_with_cart(tx: &TenantTx, cart: &CartId, donation: CartDonation) -> Result<(), CommerceError> {
    tx.insert(cart_donation::ActiveModel {
        website_id: Set(tx.website().clone()),
        cart_id: Set(cart.clone()),
        amount_cents: Set(donation.amount_cents),
        donor_name: Set(donation.donor_name),
        comment: Set(donation.comment),
        expires_on: Set(donation.expires_on),
    })
    .await?;
    Ok(())
}

/// The donation of a cart.
pub(crate) async fn of_cart(tx: &TenantTx, cart: &CartId) -> Result<Option<CartDonation>, CommerceError> {
    let own = cart_donation::Column::CartId.eq(cart.clone());
    let row = tx.find::<cart_donation::Entity>().filter(own).one().await?;
    Ok(row.map(|row| CartDonation {
        amount_cents: row.amount_cents,
        donor_name: row.donor_name,
        comment: row.comment,
        expires_on: row.expires_on,
    }))
}

/// Stores the donation of an order; does nothing for a purchase.
pub(crate) async fn keep_with_order(
    tx: &TenantTx,
    order: &OrderId,
    donation: Option<&CartDonation>,
) -> Result<(), CommerceError> {
    let Some(donation) = donation else { return Ok(()) };
    tx.delete::<order_donation::Entity>(order_donation::Column::OrderId.eq(order.clone())).exec().await?;
    tx.insert(order_donation::ActiveModel {
        website_id: Set(tx.website().clone()),
        order_id: Set(order.clone()),
        donor_name: Set(donation.donor_name.clone()),
        comment: Set(donation.comment.clone()),
    })
    .await?;
    Ok(())
}

/// The donation of an order; none for a purchase.
async fn of_order(tx: &TenantTx, order: &OrderId) -> Result<Option<Donation>, CommerceError> {
    Ok(of_orders(tx, [order.clone()]).await?.remove(order))
}

/// The donations of orders, by order id.
pub(crate) async fn of_orders(
    tx: &TenantTx,
    orders: impl IntoIterator<Item = OrderId>,
) -> Result<HashMap<OrderId, Donation>, CommerceError> {
    let own = order_donation::Column::OrderId.is_in(orders);
    let rows = tx.find::<order_donation::Entity>().filter(own).all().await?;
    Ok(rows.into_iter().map(|row| (row.order_id.clone(), Donation::from(row))).collect())
}

/// Subquery for the ids of all orders that are donations.
pub(crate) fn orders_of_donors(tx: &TenantTx) -> SelectStatement {
    tx.find::<order_donation::Entity>().subquery(order_donation::Column::OrderId)
}

/// Marks a donation order as fulfilled when it is paid: nothing is shipped. Returns the updated order.
pub(crate) async fn close(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: order::Model,
    items: &[order_item::Model],
) -> Result<order::Model, CommerceError> {
    // Only services accept donations, and a donation is the only item of its order.
    let may_be = items.iter().all(|item| ProductType::from_code(item.product_type) == Some(ProductType::Service));
    if !may_be || of_order(tx, &order.id).await?.is_none() {
        return Ok(order);
    }
    let done = tx
        .update::<order::Entity>(order::Column::Id.eq(order.id.clone()))
        .filter(order::Column::FulfillmentStatus.eq(FulfillmentStatus::Pending))
        .set(order::Column::FulfillmentStatus, FulfillmentStatus::Fulfilled)
        .returning()
        .await?;
    note(ctx, tx, &order.id, OrderEventKind::Fulfilled, contributor_texts::DONATION_HAS_NOTHING_TO_FULFILL.english())
        .await?;
    Ok(done.into_iter().next().unwrap_or(order))
}

/// Erases the donor's name and comment. The fact that the order is a donation remains for accounting.
pub(crate) async fn erase_donor(tx: &TenantTx, order: &OrderId, cart: &CartId) -> Result<(), CommerceError> {
    tx.update::<order_donation::Entity>(order_donation::Column::OrderId.eq(order.clone()))
        .set(order_donation::Column::DonorName, "")
        .set(order_donation::Column::Comment, "")
        .exec()
        .await?;
    tx.update::<cart_donation::Entity>(cart_donation::Column::CartId.eq(cart.clone()))
        .set(cart_donation::Column::DonorName, "")
        .set(cart_donation::Column::Comment, "")
        .exec()
        .await?;
    Ok(())
}
