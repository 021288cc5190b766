//! Manual stock changes: by a difference, which is independent of concurrent changes, or to a number, on condition that
//! the stock is still what the caller has seen.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait};
use stoa_entity::tenant::{stock_change, variant};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::catalogue::StockReason;
use stoa_kernel::error::Checks;
use stoa_kernel::id::VariantId;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{Precondition, TenantCtx, boxed};

use super::list::level;
use super::model::{MAX_STOCK, StockChange, StockLevel, version};
use super::store::{Level, back_in_stock_variants, record, set};
use crate::contributor_texts;
use crate::{CommerceError, restock, site_events};

/// Longest reason, in characters.
const MAX_NOTE_LENGTH: usize = 200;
/// Longest idempotency key, in characters.
const MAX_KEY_LENGTH: usize = 100;
pub(super) const NOT_PIECES: &str = contributor_texts::QUANTITY_TO_ADD_OR_REMOVE.english();
pub(super) const NOT_STOCK: &str = contributor_texts::STOCK_IS_A_WHOLE_NUMBER.english();

/// A difference to add to the stock of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adjustment {
    /// Units added; negative for units removed.
    pub delta: i64,
    /// Reason, for the stock ledger.
    pub note: String,
    /// The same for retries of one request.
    pub idempotency_key: String,
}

/// A new stock level of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLevel {
    /// Whether stock is not tracked.
    pub unlimited: bool,
    /// Units in stock.
    pub qty_in_stock: i64,
    /// Reason, for the stock ledger.
    pub note: String,
    /// Precondition on the current [`StockLevel::version`].
    pub seen: Precondition,
}

/// Adds a difference to the stock of a variant. Concurrent changes add up; a repeated request counts once.
///
/// # Errors
/// [`CommerceError::Conflict`] when stock is not tracked, would become negative, or the key was used for another
/// change; field errors.
#[boxed]
pub async fn adjust(
    ctx: &TenantCtx,
    db: &TenantDb,
    id: &VariantId,
    adjustment: Adjustment,
) -> Result<StockLevel, CommerceError> {
    ctx.authorise(Resource::Products, Action::Write)?;
    let note = checked_note(&adjustment.note, |checks| {
        checks.require(can_be_added(adjustment.delta), "delta", NOT_PIECES);
        check_key(checks, &adjustment.idempotency_key);
    })?;
    let tx = db.write().await?;
    if was_made(&tx, id, &adjustment).await? {
        drop(tx);
        return level(ctx, db, id).await;
    }
    add(&tx, id, adjustment.delta).await?;
    let changes = vec![StockChange {
        variant_id: id.clone(),
        delta: adjustment.delta,
        reason: StockReason::Manual,
        reference: note,
        request_key: Some(adjustment.idempotency_key),
    }];
    let back = back_in_stock_variants(&tx, &changes).await?;
    match record(ctx, &tx, changes).await {
        // The same request was sent twice concurrently, and the other one has been committed.
        Err(CommerceError::Database(DbError::Duplicate(_))) => {
            drop(tx);
            return level(ctx, db, id).await;
        }
        other => other?,
    }
    site_events::stock_changed(ctx, &tx, vec![(id.clone(), adjustment.delta)]).await?;
    restock::on_restocked(ctx, &tx, &back).await?;
    tx.commit().await?;
    level(ctx, db, id).await
}

/// Sets the stock of a variant if it is still what the caller has seen.
///
/// # Errors
/// [`CommerceError::RevisionStale`] when it has changed since; field errors.
#[boxed]
pub async fn set_level(
    ctx: &TenantCtx,
    db: &TenantDb,
    id: &VariantId,
    new: NewLevel,
) -> Result<StockLevel, CommerceError> {
    ctx.authorise(Resource::Products, Action::Write)?;
    let note = checked_note(&new.note, |checks| {
        checks.require(can_be_there(new.qty_in_stock), "qtyInStock", NOT_STOCK);
    })?;
    let tx = db.write().await?;
    let row = tx.find::<variant::Entity>().filter(variant::Column::Id.eq(id.clone())).for_update().one().await?;
    let row = row.ok_or(CommerceError::NotFound)?;
    if !new.seen.holds(&version(row.unlimited, row.qty_in_stock)) {
        return Err(CommerceError::RevisionStale);
    }
    let NewLevel { unlimited, qty_in_stock, .. } = new;
    set(ctx, &tx, &row, Level { unlimited, qty_in_stock, note, request_key: None }).await?;
    tx.commit().await?;
    level(ctx, db, id).await
}

pub(super) fn can_be_added(delta: i64) -> bool {
    delta != 0 && (-MAX_STOCK..=MAX_STOCK).contains(&delta)
}

pub(super) fn can_be_there(pieces: i64) -> bool {
    (0..=MAX_STOCK).contains(&pieces)
}

pub(super) fn check_key(checks: &mut Checks, key: &str) {
    let fits = (8..=MAX_KEY_LENGTH).contains(&key.chars().count());
    checks.require(fits, "idempotencyKey", contributor_texts::KEY_MUST_HAVE_8_TO_100_CHARACTERS);
}

/// The trimmed reason, if it and the `others` checks are valid.
pub(super) fn checked_note(note: &str, others: impl FnOnce(&mut Checks)) -> Result<String, CommerceError> {
    let note = note.trim();
    let mut checks = Checks::default();
    others(&mut checks);
    checks.require(
        note.chars().count() <= MAX_NOTE_LENGTH,
        "reason",
        contributor_texts::REASON_CAN_HAVE_AT_MOST_200_CHARACTERS,
    );
    checks.finish()?;
    Ok(note.to_owned())
}

/// Whether a request with this idempotency key was already processed.
async fn was_made(tx: &TenantTx, id: &VariantId, adjustment: &Adjustment) -> Result<bool, CommerceError> {
    let key = stock_change::Column::RequestKey.eq(adjustment.idempotency_key.as_str());
    match tx.find::<stock_change::Entity>().filter(key).one().await? {
        None => Ok(false),
        Some(made) if made.variant_id == *id && made.delta == adjustment.delta => Ok(true),
        Some(_) => Err(idempotency_key_reused()),
    }
}

/// The error for an idempotency key that is reused with other values.
pub(super) fn idempotency_key_reused() -> CommerceError {
    CommerceError::Conflict(contributor_texts::CHANGE_SENT_ALREADY.english().to_owned())
}

/// Adds a difference with one conditional update. If the result would be out of range, nothing is changed and the
/// transaction can continue.
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
        contributor_texts::STOCK_NOT_TRACKED.english().to_owned()
    } else if delta.is_negative() {
        contributor_texts::ONLY_SOME_LEFT_IN_STOCK.with("count", row.qty_in_stock).to_string()
    } else {
        contributor_texts::STOCK_AT_MOST.english().to_owned()
    }))
}
