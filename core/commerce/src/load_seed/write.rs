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

/// Products, customers or orders that become rows at once.
const BATCH: usize = 500;
/// Rows after which a transaction is committed.
const ROWS_OF_TRANSACTION: usize = 5_000;
/// Rows of one statement, the most that are left: few lengths, because each is prepared and kept by the connection.
const ROWS: [usize; 4] = [256, 32, 4, 1];

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

/// Writes the shop of a plan; `progress` is told how many orders were added. The page of its store must be there
/// already. Nothing else may write to the shop meanwhile: numbers of orders begin with 1.
///
/// # Errors
/// When an amount overflows; when the database fails. Batches that were committed before stay.
#[boxed]
pub async fn write_shop(
    db: &TenantDb,
    plan: &ShopPlan,
    progress: &(dyn Fn(usize) + Send + Sync),
) -> Result<Written, CommerceError> {
    let mut writer = Writer { tx: db.write().await?, db, open: 0, written: 0 };
    let mut written = Written::default();
    writer.insert(category_rows(&plan.setting)).await?;
    for numbers in batches(plan.products.len()) {
        let mut rows = ProductRows::default();
        numbers.for_each(|number| rows.add(plan, number));
        written.products += writer.insert(rows.products).await?;
        writer.insert(rows.variants).await?;
        writer.insert(rows.categories).await?;
        writer.insert(rows.stock).await?;
        writer = writer.committed().await?;
    }
    for numbers in batches(plan.customers.len()) {
        let mut rows = CustomerRows::default();
        numbers.for_each(|number| rows.add(plan, number));
        writer.insert(rows.accounts).await?;
        written.customers += writer.insert(rows.customers).await?;
        writer = writer.committed().await?;
    }
    for numbers in batches(plan.orders()) {
        let mut rows = OrderRows::default();
        for number in numbers {
            rows.add(plan, number)?;
        }
        let (orders, lines) = writer.insert_orders(rows).await?;
        writer = writer.committed().await?;
        written.orders += orders;
        written.lines += lines;
        progress(orders);
    }
    if let Some(last) = last_number(plan) {
        writer.insert(vec![last]).await?;
    }
    written.rows = writer.written;
    writer.tx.commit().await?;
    Ok(written)
}

/// The counter of order numbers, after the last order.
fn last_number(plan: &ShopPlan) -> Option<counter::ActiveModel> {
    let orders = i64::try_from(plan.orders()).ok().filter(|orders| *orders > 0)?;
    Some(counter::ActiveModel { website_id: NotSet, name: Set(ORDER_NUMBERS.to_owned()), value: Set(orders) })
}

/// Writes in transactions that are neither long nor, in small shops, many.
struct Writer<'a> {
    tx: TenantTx,
    db: &'a TenantDb,
    /// Rows of the open transaction.
    open: usize,
    /// Rows of all transactions.
    written: usize,
}

impl Writer<'_> {
    async fn insert<A>(&mut self, rows: Vec<A>) -> Result<usize, DbError>
    where
        A: TenantRow + ActiveModelBehavior + Send,
        A::Entity: TenantEntity,
    {
        let count = rows.len();
        let mut rows = rows.into_iter();
        for most in ROWS {
            while rows.len() >= most {
                self.tx.insert_many(rows.by_ref().take(most).collect()).await?;
            }
        }
        self.open += count;
        self.written += count;
        Ok(count)
    }

    /// Returns the numbers of orders and of their lines.
    async fn insert_orders(&mut self, rows: OrderRows) -> Result<(usize, usize), DbError> {
        self.insert(rows.carts).await?;
        self.insert(rows.entries).await?;
        let orders = self.insert(rows.orders).await?;
        let lines = self.insert(rows.items).await?;
        self.insert(rows.languages).await?;
        self.insert(rows.payments).await?;
        self.insert(rows.events).await?;
        self.insert(rows.parcels).await?;
        self.insert(rows.packed).await?;
        self.insert(rows.stock).await?;
        self.insert(rows.refunds).await?;
        self.insert(rows.refunded).await?;
        Ok((orders, lines))
    }

    /// Commits when enough has been written, and goes on in a new transaction.
    async fn committed(self) -> Result<Self, DbError> {
        if self.open < ROWS_OF_TRANSACTION {
            return Ok(self);
        }
        let Self { tx, db, written, .. } = self;
        tx.commit().await?;
        Ok(Self { tx: db.write().await?, db, open: 0, written })
    }
}

fn batches(count: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
    (0..count).step_by(BATCH).map(move |start| start..(start + BATCH).min(count))
}
