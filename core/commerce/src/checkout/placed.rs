//! What is recorded of an order that a visitor has placed.

use sea_orm::ColumnTrait;
use stoa_entity::tenant::{order, payment};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::boxed;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{OrderId, PaymentId};
use stoa_kernel::money::Cents;

use crate::CommerceError;

/// A real order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedOrder {
    /// Its id.
    pub id: OrderId,
    /// Its total.
    pub total_cents: Cents,
    /// When it was placed.
    pub placed_on: Timestamp,
}

impl PlacedOrder {
    /// What is recorded of an order; none of a test order.
    pub(super) fn of(order: &order::Model) -> Option<Self> {
        let (id, total_cents, placed_on) = (order.id.clone(), order.grand_total_cents, order.created_on);
        (!order.test_mode).then_some(Self { id, total_cents, placed_on })
    }
}

/// An order with what is recorded of it; none for test orders.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn placed_order(db: &TenantDb, id: &OrderId) -> Result<Option<PlacedOrder>, CommerceError> {
    of_id(&db.read().await?, id).await
}

/// The order that a payment is for; none for test orders.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn order_of_payment(db: &TenantDb, payment: &PaymentId) -> Result<Option<PlacedOrder>, CommerceError> {
    let tx = db.read().await?;
    let row = tx.find::<payment::Entity>().filter(payment::Column::Id.eq(payment.clone())).one().await?;
    match row {
        Some(row) => of_id(&tx, &row.order_id).await,
        None => Ok(None),
    }
}

async fn of_id(tx: &TenantTx, id: &OrderId) -> Result<Option<PlacedOrder>, CommerceError> {
    let row = tx.find::<order::Entity>().filter(order::Column::Id.eq(id.clone())).one().await?;
    Ok(row.as_ref().and_then(PlacedOrder::of))
}
