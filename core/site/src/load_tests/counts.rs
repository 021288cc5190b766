//! What there still is of load test runs.

use std::collections::HashMap;

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait};
use stoa_entity::tenant::load_run::RunCounts;
use stoa_entity::tenant::{customer, load_run, load_run_item, order};
use stoa_entity::{DbError, TenantTx};
use stoa_kernel::id::LoadRunId;
use stoa_kernel::load_run::LoadRunItemKind;

/// Name of a kind among the counts; none for what is not counted.
fn counted_as(kind: LoadRunItemKind) -> Option<&'static str> {
    match kind {
        LoadRunItemKind::Cart => Some("carts"),
        LoadRunItemKind::SiteUser => Some("siteUsers"),
        LoadRunItemKind::Page | LoadRunItemKind::Item => Some("pages"),
        LoadRunItemKind::Asset => Some("assets"),
        LoadRunItemKind::Product => Some("products"),
        LoadRunItemKind::Submission => Some("submissions"),
        LoadRunItemKind::Comment => Some("comments"),
        LoadRunItemKind::Subscriber | LoadRunItemKind::Wishlist | LoadRunItemKind::Address => None,
    }
}

/// What is there of each run, by the names of [`RunCounts`]. Three statements for all runs. Customers are those of the
/// addresses that were given in a run: with an order, an account or neither.
pub(super) async fn present(tx: &TenantTx, runs: &[LoadRunId]) -> Result<HashMap<LoadRunId, RunCounts>, DbError> {
    let mut counts: HashMap<LoadRunId, RunCounts> = HashMap::new();
    if runs.is_empty() {
        return Ok(counts);
    }
    let mut add = |run: LoadRunId, name: &str, count: i64| {
        let own = counts.entry(run).or_default().entry(name.to_owned()).or_default();
        *own = own.saturating_add(u64::try_from(count).unwrap_or(0));
    };
    let of_runs =
        || tx.find::<load_run_item::Entity>().filter(load_run_item::Column::RunId.is_in(runs.iter().cloned()));
    let items = of_runs()
        .select_only()
        .column(load_run_item::Column::RunId)
        .column(load_run_item::Column::Kind)
        .column_as(load_run_item::Column::ItemId.count(), "items")
        .group_by(load_run_item::Column::RunId)
        .group_by(load_run_item::Column::Kind)
        .into_tuple::<(LoadRunId, LoadRunItemKind, i64)>();
    for (run, kind, count) in items.all().await? {
        if let Some(name) = counted_as(kind) {
            add(run, name, count);
        }
    }
    let orders = of_runs()
        .inner_join(order::Entity)
        .filter(load_run_item::Column::Kind.eq(LoadRunItemKind::Cart))
        .select_only()
        .column(load_run_item::Column::RunId)
        .column_as(order::Column::Id.count(), "orders")
        .group_by(load_run_item::Column::RunId)
        .into_tuple::<(LoadRunId, i64)>();
    for (run, orders) in orders.all().await? {
        add(run, "orders", orders);
    }
    let first_seen = Expr::col((customer::Entity, customer::Column::CreatedOn));
    let customers = of_runs()
        .inner_join(customer::Entity)
        .inner_join(load_run::Entity)
        .filter(load_run_item::Column::Kind.eq(LoadRunItemKind::Address))
        .filter(first_seen.gte(Expr::col((load_run::Entity, load_run::Column::StartedOn))))
        .select_only()
        .column(load_run_item::Column::RunId)
        .column_as(customer::Column::Id.count(), "customers")
        .group_by(load_run_item::Column::RunId)
        .into_tuple::<(LoadRunId, i64)>();
    for (run, customers) in customers.all().await? {
        add(run, "customers", customers);
    }
    Ok(counts)
}

/// Counts as in "carts 2, orders 1", or `none` for no counts.
pub fn counts_in_words(counts: &RunCounts, none: &str) -> String {
    if counts.is_empty() {
        return none.to_owned();
    }
    let counts: Vec<String> = counts.iter().map(|(name, number)| format!("{name} {number}")).collect();
    counts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_told_in_words() {
        let counts = RunCounts::from([("carts".to_owned(), 2), ("orders".to_owned(), 1)]);
        assert_eq!(counts_in_words(&counts, "-"), "carts 2, orders 1");
        assert_eq!(counts_in_words(&RunCounts::new(), "-"), "-");
    }
}
