//! Removal of what runs of load tests made, in batches: each deletes things together with the notes that name them, so
//! that a removal that was interrupted goes on with what is still noted.

use std::collections::HashSet;

use sea_orm::sea_query::{Expr, ExprTrait, SimpleExpr};
use sea_orm::{ColumnTrait, Condition};
use stoa_kernel::boxed;
use stoa_kernel::id::LoadRunId;
use stoa_kernel::load_run::LoadRunItemKind;

use crate::json_column::JsonOf;
use crate::tenant::load_run::{self, RunCounts};
use crate::tenant::load_run_item;
use crate::{DbError, TenantTx};

/// Ids of things of a kind that a run made and that are not removed yet, at most as many.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn next(tx: &TenantTx, run: &LoadRunId, kind: LoadRunItemKind, most: u64) -> Result<Vec<String>, DbError> {
    let find = tx.find::<load_run_item::Entity>().filter(of_run(run, kind));
    let rows = find.order_by_asc(load_run_item::Column::ItemId).limit(most).all().await?;
    Ok(rows.into_iter().map(|row| row.item_id).collect())
}

/// Ends a batch: deletes the notes of its things and counts these, the ones that stay as kept. Returns the size of the
/// batch.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn end_batch(
    tx: &TenantTx,
    run: &LoadRunId,
    kind: LoadRunItemKind,
    ids: &[String],
    kept: usize,
) -> Result<u64, DbError> {
    let own = of_run(run, kind).add(load_run_item::Column::ItemId.is_in(ids.iter().cloned()));
    tx.delete::<load_run_item::Entity>(own).exec().await?;
    let (all, kept) = (u64::try_from(ids.len()).unwrap_or(0), u64::try_from(kept).unwrap_or(0));
    count(tx, run, counted_as(kind), Batch { removed: all.saturating_sub(kept), kept }).await?;
    Ok(all)
}

/// The name under which things of a kind are counted; orders, which are found by their carts, are `orders`, and
/// customers, which are found by their addresses, `customers`.
const fn counted_as(kind: LoadRunItemKind) -> &'static str {
    match kind {
        LoadRunItemKind::Cart => "carts",
        LoadRunItemKind::SiteUser => "siteUsers",
        LoadRunItemKind::Page | LoadRunItemKind::Item => "pages",
        LoadRunItemKind::Asset => "assets",
        LoadRunItemKind::Product => "products",
        LoadRunItemKind::Submission => "submissions",
        LoadRunItemKind::Subscriber | LoadRunItemKind::Address => "addresses",
        LoadRunItemKind::Comment => "comments",
        LoadRunItemKind::Wishlist => "wishlists",
    }
}

/// How many things of a batch were removed, and how many stay.
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    /// Those that were removed.
    pub removed: u64,
    /// Those that stay, since people or real money have to do with them.
    pub kept: u64,
}

/// Adds to the numbers of things of a run, by their name.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn count(tx: &TenantTx, run: &LoadRunId, name: &'static str, batch: Batch) -> Result<(), DbError> {
    if batch.removed == 0 && batch.kept == 0 {
        return Ok(());
    }
    let own = load_run::Column::Id.eq(run.clone());
    let Some(row) = tx.find::<load_run::Entity>().filter(own.clone()).for_update().one().await? else { return Ok(()) };
    tx.update::<load_run::Entity>(own)
        .set(load_run::Column::Removed, Expr::value(added(row.removed, name, batch.removed)))
        .set(load_run::Column::Kept, Expr::value(added(row.kept, name, batch.kept)))
        .exec()
        .await?;
    Ok(())
}

fn added(counts: Option<JsonOf<RunCounts>>, name: &str, number: u64) -> Option<JsonOf<RunCounts>> {
    if number == 0 {
        return counts;
    }
    let mut counts = counts.map(|counts| counts.0).unwrap_or_default();
    *counts.entry(name.to_owned()).or_default() += number;
    Some(JsonOf(counts))
}

/// A run.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn find(tx: &TenantTx, run: &LoadRunId) -> Result<Option<load_run::Model>, DbError> {
    tx.find::<load_run::Entity>().filter(load_run::Column::Id.eq(run.clone())).one().await
}

/// Those of the things that some run made; lists for people outside leave them out.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn noted(tx: &TenantTx, kind: LoadRunItemKind, ids: Vec<String>) -> Result<HashSet<String>, DbError> {
    let these = tx.find::<load_run_item::Entity>().filter(load_run_item::Column::Kind.eq(kind));
    let rows = these.filter(load_run_item::Column::ItemId.is_in(ids)).all().await?;
    Ok(rows.into_iter().map(|row| row.item_id).collect())
}

/// The condition that no run made the thing of a kind whose id this is, an expression over the outer query. One look
/// into the index per row, however much runs have made.
pub fn is_not_noted(tx: &TenantTx, kind: LoadRunItemKind, id: SimpleExpr) -> SimpleExpr {
    let item_id = Expr::col((load_run_item::Entity, load_run_item::Column::ItemId));
    let own = tx.find::<load_run_item::Entity>().filter(load_run_item::Column::Kind.eq(kind)).filter(item_id.eq(id));
    Expr::not_exists(own.subquery_of(Expr::value(1)))
}

fn of_run(run: &LoadRunId, kind: LoadRunItemKind) -> Condition {
    let own = load_run_item::Column::RunId.eq(run.clone());
    Condition::all().add(own.and(load_run_item::Column::Kind.eq(kind)))
}
