//! Reads what the rules about a run are asked of.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use sea_orm::sea_query::{Expr, Func, SelectStatement};
use sea_orm::{ColumnTrait, FromQueryResult};
use stoa_entity::tenant::{
    discount, discount_use, load_run, load_run_item, order, order_item, payment, stock_change, variant,
};
use stoa_entity::{Find, TenantDb, TenantTx, load_run_removal, sum};
use stoa_kernel::boxed;
use stoa_kernel::catalogue::StockReason;
use stoa_kernel::id::{DiscountId, LoadRunId, OrderId, VariantId};
use stoa_kernel::load_run::{LoadRunItemKind, LoadTestRule};
use stoa_kernel::money::Cents;
use stoa_kernel::order::OrderPaymentStatus;

use super::rules::{DiscountFacts, Finding, OrderFacts, PaymentFacts, VariantFacts, lost};
use crate::CommerceError;

/// Most orders that one request says were confirmed.
pub const MAX_CONFIRMED: usize = 1_000;
/// Orders or variants that one statement reads.
const BATCH: usize = 1_000;

/// What is to be checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckRequest {
    /// Ids of orders that were confirmed to shoppers.
    pub confirmed_orders: Vec<String>,
    /// The rules; all when there are none.
    pub rules: Vec<LoadTestRule>,
}

/// What holds in the store after a run.
///
/// # Errors
/// [`CommerceError::NotFound`] when the site has no such run.
#[boxed]
pub async fn check(db: &TenantDb, run: &LoadRunId, request: &CheckRequest) -> Result<Vec<Finding>, CommerceError> {
    // One snapshot, so that nothing that goes on meanwhile looks wrong.
    let tx = db.read().await?;
    let row = load_run_removal::find(&tx, run).await?.ok_or(CommerceError::NotFound)?;
    let wanted = |rule: LoadTestRule| request.rules.is_empty() || request.rules.contains(&rule);
    let mut findings = Vec::new();
    if wanted(LoadTestRule::StockLedger) || wanted(LoadTestRule::NothingOversold) {
        let mut ledger = Finding::of(LoadTestRule::StockLedger);
        let mut sold = Finding::of(LoadTestRule::NothingOversold);
        for variant in variants(&tx, &row).await? {
            ledger.note(variant.ledger_problem());
            sold.note(variant.oversold());
        }
        findings.extend([ledger, sold].into_iter().filter(|finding| wanted(finding.rule)));
    }
    if wanted(LoadTestRule::PaidOnce) {
        findings.push(paid_once(&tx, run).await?);
    }
    if wanted(LoadTestRule::CodesWithinLimits) {
        findings.push(codes(&tx, run).await?);
    }
    if wanted(LoadTestRule::ConfirmedOrdersKept) {
        findings.push(confirmed(&tx, run, &request.confirmed_orders).await?);
    }
    Ok(findings)
}

fn orders<'a>(tx: &'a TenantTx, run: &LoadRunId) -> Find<'a, order::Entity> {
    let carts = tx
        .find::<load_run_item::Entity>()
        .filter(load_run_item::Column::RunId.eq(run.clone()))
        .filter(load_run_item::Column::Kind.eq(LoadRunItemKind::Cart));
    tx.find::<order::Entity>().filter(order::Column::CartId.in_subquery(carts.subquery(load_run_item::Column::ItemId)))
}

fn order_ids(tx: &TenantTx, run: &LoadRunId) -> SelectStatement {
    orders(tx, run).subquery(order::Column::Id)
}

/// Units of a variant.
#[derive(FromQueryResult)]
struct Units {
    variant_id: VariantId,
    units: i64,
}

fn by_variant(rows: Vec<Units>) -> BTreeMap<VariantId, i64> {
    rows.into_iter().map(|row| (row.variant_id, row.units)).collect()
}

/// The variants that a run bought.
async fn variants(tx: &TenantTx, run: &load_run::Model) -> Result<Vec<VariantFacts>, CommerceError> {
    let held = orders(tx, &run.id).filter(order::Column::StockHeld.eq(true)).subquery(order::Column::Id);
    let sold: Vec<Units> = tx
        .find::<order_item::Entity>()
        .filter(order_item::Column::OrderId.in_subquery(held))
        .aggregate(&[order_item::Column::VariantId], vec![(sum(order_item::Column::Quantity), "units")])
        .await?;
    let by_run = |reasons: Vec<StockReason>| {
        tx.find::<stock_change::Entity>()
            .filter(stock_change::Column::Reference.in_subquery(order_ids(tx, &run.id)))
            .filter(stock_change::Column::Reason.is_in(reasons))
            .aggregate::<Units>(&[stock_change::Column::VariantId], vec![(sum(stock_change::Column::Delta), "units")])
    };
    let by_orders = StockReason::values_where(StockReason::is_by_order).collect();
    let (sold, of_run) = (by_variant(sold), by_variant(by_run(by_orders).await?));
    let returned = by_variant(by_run(vec![StockReason::OrderRefunded]).await?);
    let ids: BTreeSet<VariantId> = sold.keys().chain(of_run.keys()).cloned().collect();
    let mut facts = Vec::with_capacity(ids.len());
    for ids in Vec::from_iter(ids).chunks(BATCH) {
        let own = stock_change::Column::VariantId.is_in(ids.iter().cloned());
        let ledger: Vec<Units> = tx
            .find::<stock_change::Entity>()
            .filter(own.clone())
            .aggregate(&[stock_change::Column::VariantId], vec![(sum(stock_change::Column::Delta), "units")])
            .await?;
        let ledger = by_variant(ledger);
        let tracking = [StockReason::CountingStarted, StockReason::CountingStopped];
        let changed = tx
            .find::<stock_change::Entity>()
            .filter(own)
            .filter(stock_change::Column::CreatedOn.gte(run.started_on))
            .filter(stock_change::Column::Reason.is_in(tracking));
        let changed: HashSet<VariantId> = changed.all().await?.into_iter().map(|row| row.variant_id).collect();
        let rows = tx.find::<variant::Entity>().filter(variant::Column::Id.is_in(ids.iter().cloned())).all().await?;
        let units = |of: &BTreeMap<VariantId, i64>, id: &VariantId| of.get(id).copied().unwrap_or(0);
        facts.extend(rows.into_iter().map(|row| VariantFacts {
            unlimited: row.unlimited,
            was_changed: changed.contains(&row.id),
            in_stock: row.qty_in_stock,
            ledger: units(&ledger, &row.id),
            ledger_of_run: units(&of_run, &row.id),
            sold: units(&sold, &row.id) - units(&returned, &row.id),
            id: row.id,
        }));
    }
    Ok(facts)
}

async fn paid_once(tx: &TenantTx, run: &LoadRunId) -> Result<Finding, CommerceError> {
    let mut finding = Finding::of(LoadTestRule::PaidOnce);
    let paid = OrderPaymentStatus::values_where(OrderPaymentStatus::is_paid);
    let paid: Vec<OrderPaymentStatus> = paid.collect();
    let mut last: Option<OrderId> = None;
    loop {
        let mut find = orders(tx, run).filter(order::Column::PaymentStatus.is_in(paid.iter().copied()));
        if let Some(id) = last {
            find = find.filter(order::Column::Id.gt::<OrderId>(id));
        }
        let find = find.order_by_asc(order::Column::Id).limit(u64::try_from(BATCH).unwrap_or(1));
        let columns = [order::Column::Id, order::Column::PaymentStatus, order::Column::GrandTotalCents];
        let rows: Vec<PaidOrder> = find.select_columns(&columns).await?;
        let Some(newest) = rows.last() else { return Ok(finding) };
        last = Some(newest.id.clone());
        let own = payment::Column::OrderId.is_in(rows.iter().map(|row| row.id.clone()));
        let mut payments: HashMap<OrderId, Vec<PaymentFacts>> = HashMap::new();
        for row in tx.find::<payment::Entity>().filter(own).all().await? {
            let facts = PaymentFacts { captured: row.captured_cents, refunded: row.refunded_cents };
            payments.entry(row.order_id).or_default().push(facts);
        }
        for PaidOrder { id, payment_status: status, grand_total_cents: total } in rows {
            let payments = payments.remove(&id).unwrap_or_default();
            finding.note(OrderFacts { id, status, total, payments }.payment_problem());
        }
    }
}

#[derive(FromQueryResult)]
struct PaidOrder {
    id: OrderId,
    payment_status: OrderPaymentStatus,
    grand_total_cents: Cents,
}

#[derive(FromQueryResult)]
struct Uses {
    discount_id: DiscountId,
    uses: i64,
}

#[derive(FromQueryResult)]
struct ByCustomer {
    times: i64,
}

async fn codes(tx: &TenantTx, run: &LoadRunId) -> Result<Finding, CommerceError> {
    let mut finding = Finding::of(LoadTestRule::CodesWithinLimits);
    let count = || Expr::expr(Func::count(Expr::col(discount_use::Column::Id)));
    let by_run = tx
        .find::<discount_use::Entity>()
        .filter(discount_use::Column::OrderId.in_subquery(order_ids(tx, run)))
        .subquery(discount_use::Column::DiscountId);
    let uses: Vec<Uses> = tx
        .find::<discount_use::Entity>()
        .filter(discount_use::Column::DiscountId.in_subquery(by_run))
        .aggregate(&[discount_use::Column::DiscountId], vec![(count(), "uses")])
        .await?;
    let uses: BTreeMap<DiscountId, i64> = uses.into_iter().map(|row| (row.discount_id, row.uses)).collect();
    let own = discount::Column::Id.is_in(uses.keys().cloned());
    for row in tx.find::<discount::Entity>().filter(own).order_by_asc(discount::Column::Id).all().await? {
        let most_by_one = if row.once_per_customer { Some(most_by_one(tx, &row.id).await?) } else { None };
        let uses = uses.get(&row.id).copied().unwrap_or(0);
        finding.note(DiscountFacts { id: row.id.to_string(), limit: row.usage_limit, uses, most_by_one }.problem());
    }
    Ok(finding)
}

/// How often the customer used a discount who used it most, by the addresses of the orders.
async fn most_by_one(tx: &TenantTx, id: &DiscountId) -> Result<i64, CommerceError> {
    let uses = tx.find::<discount_use::Entity>().filter(discount_use::Column::DiscountId.eq(id.clone()));
    let lower = || Expr::expr(Func::lower(Expr::col(order::Column::Email)));
    let by_customer: Vec<ByCustomer> = tx
        .find::<order::Entity>()
        .filter(order::Column::Id.in_subquery(uses.subquery(discount_use::Column::OrderId)))
        .filter(order::Column::Email.ne(""))
        .group_by(lower())
        .aggregate(&[], vec![(Expr::expr(Func::count(Expr::col(order::Column::Id))), "times")])
        .await?;
    Ok(by_customer.into_iter().map(|row| row.times).max().unwrap_or(0))
}

async fn confirmed(tx: &TenantTx, run: &LoadRunId, ids: &[String]) -> Result<Finding, CommerceError> {
    let mut finding = Finding::of(LoadTestRule::ConfirmedOrdersKept);
    for ids in ids.chunks(BATCH) {
        let named = orders(tx, run).filter(order::Column::Id.is_in(ids.iter().cloned()));
        let columns = [order::Column::Id, order::Column::PaymentStatus, order::Column::GrandTotalCents];
        let rows: Vec<PaidOrder> = named.select_columns(&columns).await?;
        let known = rows.into_iter().map(|row| (row.id, row.payment_status)).collect();
        ids.iter().for_each(|id| finding.note(lost(id, &known)));
    }
    Ok(finding)
}
