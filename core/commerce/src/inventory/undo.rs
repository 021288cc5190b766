//! Undoes what removed orders did to the stock.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, Condition};
use stoa_entity::TenantTx;
use stoa_entity::tenant::{stock_change, variant};
use stoa_kernel::TenantCtx;
use stoa_kernel::catalogue::StockReason;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{OrderId, StockChangeId, VariantId};

use super::model::StockChange;
use super::store::back_in_stock_variants;
use crate::{CommerceError, restock};

/// Note of the entry that stays for removed orders.
const BEFORE_CORRECTION: &str = "Taken by a load test, before the stock was corrected by hand";

/// Undoes the changes of stock by orders that are removed: the entries of the ledger go, and the stock is what it would
/// be without them. Where someone corrected the stock of a variant by hand after an entry, the number that was entered
/// holds: it may have been counted, with what the order took still on the shelf. One entry then stays for the sum of
/// those before the correction. Number and ledger of each variant stay consistent, and those who wait for a variant are
/// told that it is back.
pub(crate) async fn undo(ctx: &TenantCtx, tx: &TenantTx, orders: &[OrderId]) -> Result<(), CommerceError> {
    let own = Condition::all()
        .add(stock_change::Column::Reference.is_in(orders.iter().map(|order| order.as_str().to_owned())))
        .add(stock_change::Column::Reason.is_in(StockReason::values_where(StockReason::is_by_order)));
    let entries = tx.find::<stock_change::Entity>().filter(own.clone()).all().await?;
    tx.delete::<stock_change::Entity>(own).exec().await?;
    let variants: BTreeSet<VariantId> = entries.iter().map(|entry| entry.variant_id.clone()).collect();
    let corrections = corrections(tx, &variants).await?;
    let mut taken: BTreeMap<VariantId, i64> = BTreeMap::new();
    let mut settled: BTreeMap<VariantId, (i64, Timestamp)> = BTreeMap::new();
    for entry in entries {
        if corrections.get(&entry.variant_id).is_some_and(|corrected_on| entry.created_on <= *corrected_on) {
            let (delta, newest) = settled.entry(entry.variant_id).or_insert((0, entry.created_on));
            *delta += entry.delta;
            *newest = std::cmp::max(entry.created_on, *newest);
        } else {
            *taken.entry(entry.variant_id).or_default() -= entry.delta;
        }
    }
    keep(ctx, tx, settled).await?;
    let mut changes = Vec::new();
    for (variant_id, delta) in taken.into_iter().filter(|(_, delta)| *delta != 0) {
        tx.update::<variant::Entity>(variant::Column::Id.eq(variant_id.clone()))
            .set(variant::Column::QtyInStock, Expr::col(variant::Column::QtyInStock).add(delta))
            .exec()
            .await?;
        let (reason, reference) = (StockReason::OrderReleased, String::new());
        changes.push(StockChange { variant_id, delta, reason, reference, request_key: None });
    }
    let back = back_in_stock_variants(tx, &changes).await?;
    restock::on_restocked(ctx, tx, &back).await
}

/// When variants were last corrected by hand. Locks them, in the order in which orders do, so that none is corrected
/// until the transaction ends.
async fn corrections(
    tx: &TenantTx,
    variants: &BTreeSet<VariantId>,
) -> Result<HashMap<VariantId, Timestamp>, CommerceError> {
    let own = variant::Column::Id.is_in(variants.iter().cloned());
    tx.find::<variant::Entity>().filter(own).order_by_asc(variant::Column::Id).for_update().all().await?;
    let by_hand = Condition::all()
        .add(stock_change::Column::VariantId.is_in(variants.iter().cloned()))
        .add(stock_change::Column::Reason.is_in(StockReason::values_where(StockReason::is_by_hand)));
    let rows = tx.find::<stock_change::Entity>().filter(by_hand).order_by_asc(stock_change::Column::CreatedOn);
    Ok(rows.all().await?.into_iter().map(|row| (row.variant_id, row.created_on)).collect())
}

/// Keeps what removed orders took before a correction, by variant, as an entry that is as old as the newest of theirs.
async fn keep(
    ctx: &TenantCtx,
    tx: &TenantTx,
    settled: BTreeMap<VariantId, (i64, Timestamp)>,
) -> Result<(), CommerceError> {
    let rows = settled.into_iter().filter(|(_, (delta, _))| *delta != 0);
    let rows = rows.map(|(variant_id, (delta, created_on))| stock_change::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(StockChangeId::generate()),
        variant_id: Set(variant_id),
        delta: Set(delta),
        reason: Set(StockReason::Manual),
        reference: Set(BEFORE_CORRECTION.to_owned()),
        actor: Set(ctx.actor().label()),
        request_key: Set(None),
        created_on: Set(created_on),
    });
    Ok(tx.insert_many(rows.collect()).await?)
}
