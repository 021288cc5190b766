use std::collections::BTreeMap;

use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, Condition};
use stoa_entity::TenantTx;
use stoa_entity::tenant::{stock_change, variant};
use stoa_kernel::TenantCtx;
use stoa_kernel::catalogue::StockReason;
use stoa_kernel::id::{OrderId, VariantId};

use super::model::StockChange;
use super::store::back_in_stock_variants;
use crate::{CommerceError, restock};

/// Undoes the changes of stock by orders that are removed: the entries of the ledger go, and the stock is what it would
/// be without them. Number and ledger of each variant stay consistent, and those who wait for a variant are told that
/// it is back.
pub(crate) async fn undo(ctx: &TenantCtx, tx: &TenantTx, orders: &[OrderId]) -> Result<(), CommerceError> {
    let own = Condition::all()
        .add(stock_change::Column::Reference.is_in(orders.iter().map(|order| order.as_str().to_owned())))
        .add(stock_change::Column::Reason.is_in(StockReason::values_where(StockReason::is_by_order)));
    let entries = tx.find::<stock_change::Entity>().filter(own.clone()).all().await?;
    tx.delete::<stock_change::Entity>(own).exec().await?;
    let mut taken: BTreeMap<VariantId, i64> = BTreeMap::new();
    for entry in entries {
        *taken.entry(entry.variant_id).or_default() -= entry.delta;
    }
    let mut changes = Vec::new();
    // In the order in which orders lock variants.
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
