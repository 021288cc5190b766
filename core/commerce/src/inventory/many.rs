//! The stock of many variants changed in one step. Each is changed, or not, for itself; those that are, are changed
//! together.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use sea_orm::ColumnTrait;
use stoa_entity::tenant::{stock_change, variant};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::error::Checks;
use stoa_kernel::id::VariantId;
use stoa_kernel::permission::{Action, Resource};

use super::change::{NOT_PIECES, NOT_STOCK, add, can_be_added, can_be_there, check_key, checked_note, sent_otherwise};
use super::list::levels_of;
use super::model::{StockChange, StockLevel, moved_text, version};
use super::store::{Level, came_back, record, set};
use crate::{CommerceError, restock};

/// Most variants in one step.
pub const MAX_LINES: usize = 200;

/// What is to become of the stock of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// So many pieces come; negative for those that go.
    Add(i64),
    /// A level in place of the one that was seen.
    Set {
        /// Whether stock is not counted.
        unlimited: bool,
        /// Pieces there are, when it is.
        qty_in_stock: i64,
        /// [`StockLevel::version`] of the level that was seen.
        seen: i64,
    },
}

/// A variant in a change of many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedLine {
    /// The variant.
    pub variant_id: String,
    /// What is to become of it.
    pub wanted: Wanted,
}

/// A change of many variants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManyChanges {
    /// The variants, each once.
    pub lines: Vec<WantedLine>,
    /// Why, for the ledger.
    pub note: String,
    /// The same for repetitions of one click.
    pub idempotency_key: String,
}

/// What became of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was changed, by this call or by the same call before.
    Changed,
    /// There was as much as there is to be.
    Unchanged,
    /// What there is now does not allow it; the text says why.
    Conflict(String),
    /// There is no such variant in this site.
    NotFound,
}

/// The answer to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedLine {
    /// The variant, as it was named.
    pub variant_id: String,
    /// What became of it.
    pub outcome: Outcome,
    /// What there is of it now.
    pub level: Option<StockLevel>,
}

/// Changes the stock of many variants. A line that cannot be made leaves the others as they are; what others change
/// at the same time counts too. A call that is repeated counts once.
///
/// # Errors
/// Messages beside fields, which change nothing; [`CommerceError::Conflict`] when the key was used for other changes.
pub async fn change_many(
    ctx: &TenantCtx,
    db: &TenantDb,
    changes: ManyChanges,
) -> Result<Vec<ChangedLine>, CommerceError> {
    ctx.authorise(Resource::Products, Action::Write)?;
    let note = checked_note(&changes.note, |checks| {
        check_key(checks, &changes.idempotency_key);
        check_lines(checks, &changes.lines);
    })?;
    // Sorted, since variants are always locked in this order.
    let wanted: BTreeMap<VariantId, &Wanted> =
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
            (Some(_), _) => return Err(sent_otherwise()),
            (None, None) => Outcome::NotFound,
            (None, Some(row)) => step.make(row, wanted, &mut added).await?,
        };
        outcomes.insert(id, outcome);
    }
    let back = came_back(&tx, &added).await?;
    record(ctx, &tx, added).await?;
    restock::on_return(ctx, &tx, &back).await?;
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
    checks.require(!lines.is_empty(), "lines", "Choose at least one variant.");
    checks.require(lines.len() <= MAX_LINES, "lines", "Change at most 200 variants at a time.");
    let ids: BTreeSet<&str> = lines.iter().map(|line| line.variant_id.as_str()).collect();
    checks.require(ids.len() == lines.len(), "lines", "Name each variant once.");
    for line in lines {
        match line.wanted {
            Wanted::Add(delta) => checks.require(can_be_added(delta), "lines", NOT_PIECES),
            Wanted::Set { qty_in_stock, .. } => checks.require(can_be_there(qty_in_stock), "lines", NOT_STOCK),
        }
    }
}

/// Whether a change that was made is the one that is wanted. What there was of a variant that was not counted is in
/// no version, so there any number is.
fn is_same(made: &stock_change::Model, wanted: &Wanted) -> bool {
    match *wanted {
        Wanted::Add(delta) => made.delta == delta,
        Wanted::Set { seen, qty_in_stock, .. } => seen < 0 || made.delta == qty_in_stock - seen,
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

    /// What the same call changed when it came before. Asked once the variants are locked, so that two at once cannot
    /// both find nothing.
    async fn made_before(&self, ids: &[VariantId]) -> Result<HashMap<VariantId, stock_change::Model>, CommerceError> {
        let keys = stock_change::Column::RequestKey.is_in(ids.iter().map(|id| self.key_of(id)));
        let found = self.tx.find::<stock_change::Entity>().filter(keys).all().await?;
        Ok(found.into_iter().map(|change| (change.variant_id.clone(), change)).collect())
    }

    /// Makes the change of a line. What is added goes into the ledger at the end, with that of the other lines.
    async fn make(
        &self,
        row: &variant::Model,
        wanted: &Wanted,
        added: &mut Vec<StockChange>,
    ) -> Result<Outcome, CommerceError> {
        let request_key = Some(self.key_of(&row.id));
        match *wanted {
            Wanted::Add(delta) => match add(self.tx, &row.id, delta).await {
                Err(CommerceError::Conflict(reason)) => return Ok(Outcome::Conflict(reason)),
                other => {
                    other?;
                    added.push(StockChange {
                        variant_id: row.id.clone(),
                        delta,
                        reason: "manual",
                        reference: self.note.clone(),
                        request_key,
                    });
                }
            },
            Wanted::Set { unlimited, qty_in_stock, seen } => {
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
