//! Bulk changes of stock. Lines succeed or fail independently; all successful ones are committed in one transaction.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use sea_orm::ColumnTrait;
use stoa_entity::tenant::{stock_change, variant};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::catalogue::StockReason;
use stoa_kernel::error::Checks;
use stoa_kernel::id::VariantId;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::change::{
    NOT_PIECES, NOT_STOCK, add, can_be_added, can_be_there, check_key, checked_note, idempotency_key_reused,
};
use super::list::levels_of;
use super::model::{StockChange, StockLevel, moved_text, version};
use super::store::{Level, back_in_stock_variants, record, set, steps_of};
use crate::contributor_texts;
use crate::{CommerceError, restock, site_events};

/// Maximum number of variants per request.
pub const MAX_LINES: usize = 200;

/// A change to the stock of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestedStockChange {
    /// Adds units; negative to remove them.
    Add(i64),
    /// Sets the level, on condition that it is still the one that was seen.
    Set {
        /// Whether stock is not tracked.
        unlimited: bool,
        /// Units in stock, if tracked.
        qty_in_stock: i64,
        /// [`StockLevel::version`] of the level that was seen.
        seen: i64,
    },
}

/// A line of a bulk change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedLine {
    /// The variant.
    pub variant_id: String,
    /// The change.
    pub wanted: RequestedStockChange,
}

/// A bulk change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BulkStockUpdate {
    /// The lines; each variant at most once.
    pub lines: Vec<WantedLine>,
    /// Reason, for the stock ledger.
    pub note: String,
    /// The same for retries of one request.
    pub idempotency_key: String,
}

/// Result of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was changed, by this request or by an earlier one with the same key.
    Changed,
    /// The stock is already at the requested level.
    Unchanged,
    /// The current stock does not allow it; the text says why.
    Conflict(String),
    /// The site has no such variant.
    NotFound,
}

/// The response to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedLine {
    /// The variant id as it was given.
    pub variant_id: String,
    /// The result.
    pub outcome: Outcome,
    /// The stock after the request.
    pub level: Option<StockLevel>,
}

/// Changes the stock of many variants. A line that fails does not affect the others; concurrent changes add up. A
/// repeated request counts once.
///
/// # Errors
/// Field errors, in which case nothing is changed; [`CommerceError::Conflict`] when the key was used for other changes.
#[boxed]
pub async fn bulk_update_stock(
    ctx: &TenantCtx,
    db: &TenantDb,
    changes: BulkStockUpdate,
) -> Result<Vec<ChangedLine>, CommerceError> {
    ctx.authorise(Resource::Products, Action::Write)?;
    let note = checked_note(&changes.note, |checks| {
        check_key(checks, &changes.idempotency_key);
        check_lines(checks, &changes.lines);
    })?;
    // Sorted by id, the order in which variants are always locked.
    let wanted: BTreeMap<VariantId, &RequestedStockChange> =
        changes.lines.iter().filter_map(|line| Some((line.variant_id.parse().ok()?, &line.wanted))).collect();
    let ids: Vec<VariantId> = wanted.keys().cloned().collect();
    let tx = db.write().await?;
    let step = Step { ctx, tx: &tx, note, key: changes.idempotency_key };
    let rows = step.locked(&ids).await?;
    let made = step.made_before(&ids).await?;
    let (mut outcomes, mut added) = (HashMap::new(), Vec::new());
    for (id, wanted) in wanted {
        let outcome = match (made.get(&id), rows.get(&id)) {
            (Some(made), _) if is_same(made, wanted) => Outcome::Changed,
            (Some(_), _) => return Err(idempotency_key_reused()),
            (None, None) => Outcome::NotFound,
            (None, Some(row)) => step.make(row, wanted, &mut added).await?,
        };
        outcomes.insert(id, outcome);
    }
    let back = back_in_stock_variants(&tx, &added).await?;
    let steps = steps_of(&added);
    record(ctx, &tx, added).await?;
    site_events::stock_changed(ctx, &tx, steps).await?;
    restock::on_restocked(ctx, &tx, &back).await?;
    tx.commit().await?;
    let levels = levels_of(&db.read().await?, &ids).await?;
    let mut levels: HashMap<String, StockLevel> =
        levels.into_iter().map(|level| (level.variant_id.to_string(), level)).collect();
    let answers = changes.lines.into_iter().map(|WantedLine { variant_id, .. }| {
        let outcome = variant_id.parse().ok().and_then(|id: VariantId| outcomes.remove(&id));
        let level = levels.remove(&variant_id);
        ChangedLine { variant_id, outcome: outcome.unwrap_or(Outcome::NotFound), level }
    });
    Ok(answers.collect())
}

fn check_lines(checks: &mut Checks, lines: &[WantedLine]) {
    checks.require(!lines.is_empty(), "lines", contributor_texts::CHOOSE_AT_LEAST_ONE_VARIANT);
    checks.require(lines.len() <= MAX_LINES, "lines", contributor_texts::CHANGE_AT_MOST_200_VARIANTS);
    let ids: BTreeSet<&str> = lines.iter().map(|line| line.variant_id.as_str()).collect();
    checks.require(ids.len() == lines.len(), "lines", contributor_texts::LIST_EACH_VARIANT_ONLY_ONCE);
    for line in lines {
        match line.wanted {
            RequestedStockChange::Add(delta) => checks.require(can_be_added(delta), "lines", NOT_PIECES),
            RequestedStockChange::Set { qty_in_stock, .. } => {
                checks.require(can_be_there(qty_in_stock), "lines", NOT_STOCK)
            }
        }
    }
}

/// Whether a recorded change is the requested one. While stock was not tracked, the version does not contain the number
/// of units, so any difference matches.
pub(super) fn is_same(made: &stock_change::Model, wanted: &RequestedStockChange) -> bool {
    match *wanted {
        RequestedStockChange::Add(delta) => made.delta == delta,
        RequestedStockChange::Set { seen, qty_in_stock, .. } => seen < 0 || made.delta == qty_in_stock - seen,
    }
}

struct Step<'a> {
    ctx: &'a TenantCtx,
    tx: &'a TenantTx,
    note: String,
    key: String,
}

impl Step<'_> {
    fn key_of(&self, id: &VariantId) -> String {
        format!("{}.{id}", self.key)
    }

    async fn locked(&self, ids: &[VariantId]) -> Result<HashMap<VariantId, variant::Model>, CommerceError> {
        let own = variant::Column::Id.is_in(ids.iter().cloned());
        let found = self.tx.find::<variant::Entity>().filter(own).order_by_asc(variant::Column::Id).for_update();
        Ok(found.all().await?.into_iter().map(|row| (row.id.clone(), row)).collect())
    }

    /// The changes that an earlier request with the same key has made. Queried after the variants are locked, so that
    /// two concurrent requests cannot both find nothing.
    async fn made_before(&self, ids: &[VariantId]) -> Result<HashMap<VariantId, stock_change::Model>, CommerceError> {
        let keys = stock_change::Column::RequestKey.is_in(ids.iter().map(|id| self.key_of(id)));
        let found = self.tx.find::<stock_change::Entity>().filter(keys).all().await?;
        Ok(found.into_iter().map(|change| (change.variant_id.clone(), change)).collect())
    }

    /// Applies a line. Added units are collected in `added`, and recorded in the ledger together with those of the
    /// other lines.
    async fn make(
        &self,
        row: &variant::Model,
        wanted: &RequestedStockChange,
        added: &mut Vec<StockChange>,
    ) -> Result<Outcome, CommerceError> {
        let request_key = Some(self.key_of(&row.id));
        match *wanted {
            RequestedStockChange::Add(delta) => match add(self.tx, &row.id, delta).await {
                Err(CommerceError::Conflict(reason)) => return Ok(Outcome::Conflict(reason)),
                other => {
                    other?;
                    added.push(StockChange {
                        variant_id: row.id.clone(),
                        delta,
                        reason: StockReason::Manual,
                        reference: self.note.clone(),
                        request_key,
                    });
                }
            },
            RequestedStockChange::Set { unlimited, qty_in_stock, seen } => {
                let now = version(row.unlimited, row.qty_in_stock);
                if now == version(unlimited, qty_in_stock) {
                    return Ok(Outcome::Unchanged);
                }
                if now != seen {
                    return Ok(Outcome::Conflict(moved_text(row.unlimited, row.qty_in_stock)));
                }
                let note = self.note.clone();
                let level = Level { unlimited, qty_in_stock, note, request_key };
                match set(self.ctx, self.tx, row, level).await {
                    Err(CommerceError::Conflict(reason)) => return Ok(Outcome::Conflict(reason)),
                    other => other?,
                }
            }
        }
        Ok(Outcome::Changed)
    }
}
