//! Removal of what runs of load tests made, in batches: each deletes things together with the notes that name them, so
//! that a removal that was interrupted goes on with what is still noted.

use std::collections::HashSet;

use sea_orm::sea_query::{Expr, ExprTrait, SimpleExpr};
use sea_orm::{ColumnTrait, Condition};
use stoa_kernel::boxed;
use stoa_kernel::id::LoadRunId;
use stoa_kernel::load_run::LoadRunItemKind;

use crate::json_column::JsonOf;
use crate::tenant::{load_run, load_run_item};
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

/// Deletes the notes of things that are removed.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn forget(tx: &TenantTx, run: &LoadRunId, kind: LoadRunItemKind, ids: &[String]) -> Result<(), DbError> {
    let own = of_run(run, kind).add(load_run_item::Column::ItemId.is_in(ids.iter().cloned()));
    tx.delete::<load_run_item::Entity>(own).exec().await?;
    Ok(())
}

/// The name under which removed things of a kind are counted; orders and customers, which are found by their carts, are
/// `orders` and `customers`.
pub const fn counted_as(kind: LoadRunItemKind) -> &'static str {
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

/// Adds to the numbers of removed things of a run, by their names.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn count(tx: &TenantTx, run: &LoadRunId, removed: &[(&'static str, u64)]) -> Result<(), DbError> {
    let own = load_run::Column::Id.eq(run.clone());
    let Some(row) = tx.find::<load_run::Entity>().filter(own.clone()).for_update().one().await? else { return Ok(()) };
    let mut counts = row.removed.map(|counts| counts.0).unwrap_or_default();
    for (name, number) in removed.iter().filter(|(_, number)| *number > 0) {
        *counts.entry((*name).to_owned()).or_default() += *number;
    }
    let counts = Expr::value(Some(JsonOf(counts)));
    tx.update::<load_run::Entity>(own).set(load_run::Column::Removed, counts).exec().await?;
    Ok(())
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
