//! Removal of carts and of the orders placed from them.

use std::collections::{BTreeSet, HashSet};

use sea_orm::{ColumnTrait, Condition};
use stoa_entity::load_run_removal::Batch;
use stoa_entity::tenant::{
    cart, cart_reminder, event_outbox, fulfillment, order, payment, product_review, refund, review_request,
    webhook_receipt,
};
use stoa_entity::{TenantDb, TenantTx, load_run_removal};
use stoa_kernel::id::{LoadRunId, OrderId};
use stoa_kernel::load_run::LoadRunItemKind;
use stoa_kernel::money::Cents;
use stoa_kernel::payment::AttemptStatus;
use stoa_kernel::{TenantCtx, boxed};

use super::people;
use crate::{CommerceError, discounts, inventory};

/// Carts of a batch.
const CARTS: u64 = 100;

/// Removes carts that a run made, with the orders placed from them and the customers who have no others. A cart whose
/// order has to do with real money stays with it, and belongs to no run any more. Returns how many carts were looked
/// at; 0 when none are left.
///
/// # Errors
/// When the database fails; then nothing is removed.
#[boxed]
pub async fn remove_carts(ctx: &TenantCtx, db: &TenantDb, run: &LoadRunId) -> Result<u64, CommerceError> {
    let tx = db.write().await?;
    let Some(row) = load_run_removal::find(&tx, run).await? else { return Ok(0) };
    let noted = load_run_removal::next(&tx, run, LoadRunItemKind::Cart, CARTS).await?;
    if noted.is_empty() {
        return Ok(0);
    }
    let of_carts = order::Column::CartId.is_in(noted.iter().cloned());
    let orders = tx.find::<order::Entity>().filter(of_carts).order_by_asc(order::Column::Id).for_update().all().await?;
    let real = with_real_money(&tx, &orders).await?;
    let (kept, orders): (Vec<_>, Vec<_>) = orders.into_iter().partition(|order| real.contains(&order.id));
    let kept_carts: HashSet<&str> = kept.iter().map(|order| order.cart_id.as_str()).collect();
    let ids: Vec<String> = noted.iter().filter(|id| !kept_carts.contains(id.as_str())).cloned().collect();
    let carts = tx.find::<cart::Entity>().filter(cart::Column::Id.is_in(ids.iter().cloned())).all().await?;
    let emails = orders.iter().map(|order| &order.email).chain(carts.iter().map(|cart| &cart.email));
    let emails: BTreeSet<String> = emails.cloned().collect();
    let removed = remove_orders(ctx, &tx, &orders).await?;
    let kept = u64::try_from(kept.len()).unwrap_or(0);
    load_run_removal::count(&tx, run, "orders", Batch { removed, kept }).await?;
    tx.delete::<cart_reminder::Entity>(cart_reminder::Column::CartId.is_in(ids.iter().cloned())).exec().await?;
    tx.delete::<event_outbox::Entity>(event_outbox::Column::ObjectId.is_in(ids.iter().cloned())).exec().await?;
    tx.delete::<cart::Entity>(cart::Column::Id.is_in(ids.iter().cloned())).exec().await?;
    people::remove(&tx, &row, emails).await?;
    let kept = noted.len().saturating_sub(ids.len());
    let ended = load_run_removal::end_batch(&tx, run, LoadRunItemKind::Cart, &noted, kept).await?;
    tx.commit().await?;
    Ok(ended)
}

/// Those of the orders that are no test orders, or on which a payment took, holds or still can take real money.
async fn with_real_money(tx: &TenantTx, orders: &[order::Model]) -> Result<HashSet<OrderId>, CommerceError> {
    let open = AttemptStatus::values_where(AttemptStatus::is_open);
    let money =
        Condition::any().add(payment::Column::CapturedCents.gt(Cents::ZERO)).add(payment::Column::Status.is_in(open));
    let real = Condition::any().add(payment::Column::TestMode.is_null()).add(payment::Column::TestMode.eq(false));
    let own = payment::Column::OrderId.is_in(orders.iter().map(|order| order.id.clone()));
    let payments = tx.find::<payment::Entity>().filter(own).filter(real).filter(money).all().await?;
    let without_test_mode = orders.iter().filter(|order| !order.test_mode).map(|order| order.id.clone());
    Ok(without_test_mode.chain(payments.into_iter().map(|payment| payment.order_id)).collect())
}

/// Removes orders whose rows are locked. What has no other owner, such as lines and payments, goes with its order.
/// Returns their number.
async fn remove_orders(ctx: &TenantCtx, tx: &TenantTx, orders: &[order::Model]) -> Result<u64, CommerceError> {
    if orders.is_empty() {
        return Ok(0);
    }
    let ids: Vec<OrderId> = orders.iter().map(|order| order.id.clone()).collect();
    let own = || ids.iter().cloned();
    let payments = tx.find::<payment::Entity>().filter(payment::Column::OrderId.is_in(own())).all().await?;
    let refunds = tx.find::<refund::Entity>().filter(refund::Column::OrderId.is_in(own())).all().await?;
    let parcels = tx.find::<fulfillment::Entity>().filter(fulfillment::Column::OrderId.is_in(own())).all().await?;
    let mut references: Vec<String> = ids.iter().map(ToString::to_string).collect();
    references.extend(payments.iter().map(|payment| payment.id.to_string()));
    references.extend(refunds.iter().map(|refund| refund.id.to_string()));
    references.extend(parcels.iter().map(|parcel| parcel.id.to_string()));
    stoa_email::erase_about(tx, &references).await?;
    let paid = webhook_receipt::Column::PaymentId.is_in(payments.into_iter().map(|payment| payment.id));
    tx.delete::<webhook_receipt::Entity>(paid).exec().await?;
    inventory::undo(ctx, tx, &ids).await?;
    discounts::release_all(tx, &ids).await?;
    tx.delete::<review_request::Entity>(review_request::Column::OrderId.is_in(own())).exec().await?;
    tx.delete::<product_review::Entity>(product_review::Column::OrderId.is_in(own())).exec().await?;
    let events = event_outbox::Column::ObjectId.is_in(references);
    tx.delete::<event_outbox::Entity>(events).exec().await?;
    Ok(tx.delete::<order::Entity>(order::Column::Id.is_in(own())).exec().await?)
}
