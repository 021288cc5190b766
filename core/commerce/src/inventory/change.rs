//! Stock changed by hand: by a difference, which counts whoever else is at it, or to a number, over
//! the number that was seen.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait};
use stoa_entity::tenant::{stock_change, variant};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::error::Checks;
use stoa_kernel::id::VariantId;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{Precondition, TenantCtx};

use super::list::level;
use super::model::{MAX_STOCK, StockChange, StockLevel, version};
use super::store::{Level, came_back, record, set};
use crate::{CommerceError, restock};

/// Longest note, characters.
const LONGEST_NOTE: usize = 200;
/// Longest name of a call, characters.
const LONGEST_KEY: usize = 100;
pub(super) const NOT_PIECES: &str = "Enter how many pieces come or go.";
pub(super) const NOT_STOCK: &str = "Stock must be a whole number from 0 to 999,999,999.";

/// A difference to be added to the stock of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adjustment {
    /// Pieces added; negative when taken.
    pub delta: i64,
    /// Why, for the ledger.
    pub note: String,
    /// The same for repetitions of one click.
    pub idempotency_key: String,
}

/// A number that the stock of a variant is set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLevel {
    /// Whether stock is not counted.
    pub unlimited: bool,
    /// Pieces there are.
    pub qty_in_stock: i64,
    /// Why, for the ledger.
    pub note: String,
    /// What is demanded of the [`StockLevel::version`] that is there.
    pub seen: Precondition,
}

/// Adds a difference to the stock of a variant. Two people who do so at once both count; a call that is
/// repeated counts once.
///
/// # Errors
/// [`CommerceError::Conflict`] when it is not counted, would go below zero, or the key was used for
/// another change; messages beside fields.
pub async fn adjust(
    ctx: &TenantCtx,
    db: &TenantDb,
    variant_id: &str,
    adjustment: Adjustment,
) -> Result<StockLevel, CommerceError> {
    ctx.authorise(Resource::Products, Action::Write)?;
    let id: VariantId = variant_id.parse().map_err(|_| CommerceError::NotFound)?;
    let note = checked_note(&adjustment.note, |checks| {
        checks.require(can_be_added(adjustment.delta), "delta", NOT_PIECES);
        check_key(checks, &adjustment.idempotency_key);
    })?;
    let tx = db.write().await?;
    if was_made(&tx, &id, &adjustment).await? {
        drop(tx);
        return level(ctx, db, variant_id).await;
    }
    add(&tx, &id, adjustment.delta).await?;
    let changes = vec![StockChange {
        variant_id: id,
        delta: adjustment.delta,
        reason: "manual",
        reference: note,
        request_key: Some(adjustment.idempotency_key),
    }];
    let back = came_back(&tx, &changes).await?;
    match record(ctx, &tx, changes).await {
        // The same call came in twice at once, and the other one has counted.
        Err(CommerceError::Database(DbError::Duplicate(_))) => {
            drop(tx);
            return level(ctx, db, variant_id).await;
        }
        other => other?,
    }
    restock::on_return(ctx, &tx, &back).await?;
    tx.commit().await?;
    level(ctx, db, variant_id).await
}

/// Sets the stock of a variant to a number, when it is still what the caller saw.
///
/// # Errors
/// [`CommerceError::RevisionStale`] when it has moved since; messages beside fields.
pub async fn set_level(
    ctx: &TenantCtx,
    db: &TenantDb,
    variant_id: &str,
    new: NewLevel,
) -> Result<StockLevel, CommerceError> {
    ctx.authorise(Resource::Products, Action::Write)?;
    let id: VariantId = variant_id.parse().map_err(|_| CommerceError::NotFound)?;
    let note = checked_note(&new.note, |checks| {
        checks.require(can_be_there(new.qty_in_stock), "qtyInStock", NOT_STOCK);
    })?;
    let tx = db.write().await?;
    let row = tx.find::<variant::Entity>().filter(variant::Column::Id.eq(id)).for_update().one().await?;
    let row = row.ok_or(CommerceError::NotFound)?;
    if !new.seen.holds(&version(row.unlimited, row.qty_in_stock)) {
        return Err(CommerceError::RevisionStale);
    }
    let NewLevel { unlimited, qty_in_stock, .. } = new;
    set(ctx, &tx, &row, Level { unlimited, qty_in_stock, note, request_key: None }).await?;
    tx.commit().await?;
    level(ctx, db, variant_id).await
}

pub(super) fn can_be_added(delta: i64) -> bool {
    delta != 0 && (-MAX_STOCK..=MAX_STOCK).contains(&delta)
}

pub(super) fn can_be_there(pieces: i64) -> bool {
    (0..=MAX_STOCK).contains(&pieces)
}

pub(super) fn check_key(checks: &mut Checks, key: &str) {
    let fits = (8..=LONGEST_KEY).contains(&key.chars().count());
    checks.require(fits, "idempotencyKey", "The key must have 8 to 100 characters.");
}

/// A note as it is kept, when it and `others` are right.
pub(super) fn checked_note(note: &str, others: impl FnOnce(&mut Checks)) -> Result<String, CommerceError> {
    let note = note.trim();
    let mut checks = Checks::default();
    others(&mut checks);
    checks.require(note.chars().count() <= LONGEST_NOTE, "reason", "The reason can have at most 200 characters.");
    checks.finish()?;
    Ok(note.to_owned())
}

/// Whether the call was carried out before.
async fn was_made(tx: &TenantTx, id: &VariantId, adjustment: &Adjustment) -> Result<bool, CommerceError> {
    let key = stock_change::Column::RequestKey.eq(adjustment.idempotency_key.as_str());
    match tx.find::<stock_change::Entity>().filter(key).one().await? {
        None => Ok(false),
        Some(made) if made.variant_id == *id && made.delta == adjustment.delta => Ok(true),
        Some(_) => Err(sent_otherwise()),
    }
}

/// A key comes again with another change.
pub(super) fn sent_otherwise() -> CommerceError {
    CommerceError::Conflict("This change was sent before with other values.".to_owned())
}

/// Adds a difference in one guarded write. A difference that does not fit changes nothing: the transaction can go on.
pub(super) async fn add(tx: &TenantTx, id: &VariantId, delta: i64) -> Result<(), CommerceError> {
    let sum = || Expr::col(variant::Column::QtyInStock).add(delta);
    let added = tx
        .update::<variant::Entity>(variant::Column::Id.eq(id.clone()))
        .filter(variant::Column::Unlimited.eq(false))
        .filter(sum().between(0, MAX_STOCK))
        .set(variant::Column::QtyInStock, sum())
        .exec()
        .await?;
    if added == 1 {
        return Ok(());
    }
    let row = tx.find::<variant::Entity>().filter(variant::Column::Id.eq(id.clone())).one().await?;
    let row = row.ok_or(CommerceError::NotFound)?;
    Err(CommerceError::Conflict(if row.unlimited {
        "The stock of this variant is not counted.".to_owned()
    } else if delta < 0 {
        format!("Only {} left in stock.", row.qty_in_stock)
    } else {
        "Stock can be 999,999,999 at most.".to_owned()
    }))
}
