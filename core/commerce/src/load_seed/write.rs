//! Writes a shop in batches of one short transaction each.

use sea_orm::ActiveModelBehavior;
use sea_orm::ActiveValue::{NotSet, Set};
use stoa_entity::tenant::counter;
use stoa_entity::{DbError, TenantDb, TenantEntity, TenantRow, TenantTx};
use stoa_kernel::boxed;

use super::customers::CustomerRows;
use super::orders::OrderRows;
use super::plan::ShopPlan;
use super::products::{ProductRows, category_rows};
use crate::CommerceError;
use crate::checkout::ORDER_NUMBERS;

/// Products, customers or orders of one transaction.
const BATCH: usize = 500;
/// Rows of one statement: SQLite takes 32,766 values, and an order has 32. Statements of equal length are prepared once.
const ROWS: usize = 500;

/// How many rows a shop has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Products.
    pub products: usize,
    /// Customers.
    pub customers: usize,
    /// Orders.
    pub orders: usize,
    /// Lines of orders.
    pub lines: usize,
    /// Rows of all tables.
    pub rows: usize,
}

/// Writes the shop of a plan; `progress` is told how many orders each transaction added. The page of its store must be
/// there already. Nothing else may write to the shop meanwhile: numbers of orders begin with 1.
///
/// # Errors
/// When an amount overflows; when the database fails. Batches that were committed before stay.
#[boxed]
pub async fn write_shop(
    db: &TenantDb,
    plan: &ShopPlan,
    progress: &(dyn Fn(usize) + Send + Sync),
) -> Result<Written, CommerceError> {
    let mut written = Written::default();
    let tx = db.write().await?;
    written.rows += insert(&tx, category_rows(&plan.setting)).await?;
    tx.commit().await?;
    for numbers in batches(plan.products.len()) {
        let mut rows = ProductRows::default();
        numbers.for_each(|number| rows.add(plan, number));
        let tx = db.write().await?;
        written.products += insert(&tx, rows.products).await?;
        written.rows += insert(&tx, rows.variants).await?;
        written.rows += insert(&tx, rows.categories).await?;
        written.rows += insert(&tx, rows.stock).await?;
        tx.commit().await?;
    }
    for numbers in batches(plan.customers.len()) {
        let mut rows = CustomerRows::default();
        numbers.for_each(|number| rows.add(plan, number));
        let tx = db.write().await?;
        written.rows += insert(&tx, rows.accounts).await?;
        written.customers += insert(&tx, rows.customers).await?;
        tx.commit().await?;
    }
    write_orders(db, plan, &mut written, progress).await?;
    written.rows += written.products + written.customers + written.orders + written.lines;
    Ok(written)
}

async fn write_orders(
    db: &TenantDb,
    plan: &ShopPlan,
    written: &mut Written,
    progress: &(dyn Fn(usize) + Send + Sync),
) -> Result<(), CommerceError> {
    for numbers in batches(plan.orders()) {
        let mut rows = OrderRows::default();
        for number in numbers {
            rows.add(plan, number)?;
        }
        let tx = db.write().await?;
        let orders = write_batch(&tx, rows, written).await?;
        tx.commit().await?;
        written.orders += orders;
        progress(orders);
    }
    if plan.orders() > 0 {
        let last = counter::ActiveModel {
            website_id: NotSet,
            name: Set(ORDER_NUMBERS.to_owned()),
            value: Set(i64::try_from(plan.orders()).unwrap_or(i64::MAX)),
        };
        let tx = db.write().await?;
        written.rows += insert(&tx, vec![last]).await?;
        tx.commit().await?;
    }
    Ok(())
}

async fn write_batch(tx: &TenantTx, rows: OrderRows, written: &mut Written) -> Result<usize, DbError> {
    written.rows += insert(tx, rows.carts).await?;
    written.rows += insert(tx, rows.entries).await?;
    let orders = insert(tx, rows.orders).await?;
    written.lines += insert(tx, rows.items).await?;
    written.rows += insert(tx, rows.languages).await?;
    written.rows += insert(tx, rows.payments).await?;
    written.rows += insert(tx, rows.events).await?;
    written.rows += insert(tx, rows.parcels).await?;
    written.rows += insert(tx, rows.packed).await?;
    written.rows += insert(tx, rows.stock).await?;
    written.rows += insert(tx, rows.refunds).await?;
    written.rows += insert(tx, rows.refunded).await?;
    Ok(orders)
}

async fn insert<A>(tx: &TenantTx, rows: Vec<A>) -> Result<usize, DbError>
where
    A: TenantRow + ActiveModelBehavior + Send,
    A::Entity: TenantEntity,
{
    let count = rows.len();
    let mut rows = rows.into_iter();
    loop {
        let part: Vec<A> = rows.by_ref().take(ROWS).collect();
        if part.is_empty() {
            return Ok(count);
        }
        tx.insert_many(part).await?;
    }
}

fn batches(count: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
    (0..count).step_by(BATCH).map(move |start| start..(start + BATCH).min(count))
}
