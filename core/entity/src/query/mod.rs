//! Queries that are restricted to the rows that their handle may see, with sea-orm's own names.

mod expression;
mod join;
mod select;
mod write;

use sea_orm::Order;
use sea_orm::sea_query::{
    Asterisk, Expr, Func, IntoCondition, LockBehavior, LockType, Query, QueryStatementBuilder as _, SelectStatement,
    SimpleExpr,
};
use sea_orm::{
    ConnectionTrait as _, DbBackend, EntityTrait, FromQueryResult, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, Select,
};
use stoa_kernel::id::WebsiteId;

use crate::transaction::Transaction;
use crate::{DbError, Execution};

pub use expression::{by_key, containing, sum};
pub use join::{AndTable, FindAlso, JoinedTables};
pub use select::Selected;
pub use write::{Delete, Update};

/// A query of one table, and of tables joined with it, already restricted to the rows that its handle may see.
#[must_use = "a query is executed by `all`, `one` or `count`"]
pub struct Find<'a, E: EntityTrait> {
    pub(crate) select: Select<E>,
    pub(crate) tx: &'a Transaction,
    /// The site that joined tables are restricted to; none for tables of the platform.
    pub(crate) site: Option<WebsiteId>,
}

impl<'a, E: EntityTrait> Find<'a, E>
where
    E::Model: Send + Sync,
{
    /// Adds a condition.
    pub fn filter(mut self, condition: impl IntoCondition) -> Self {
        self.select = self.select.filter(condition.into_condition());
        self
    }

    /// Ascending order.
    pub fn order_by_asc(mut self, column: E::Column) -> Self {
        self.select = self.select.order_by_asc(column);
        self
    }

    /// Descending order.
    pub fn order_by_desc(mut self, column: E::Column) -> Self {
        self.select = self.select.order_by_desc(column);
        self
    }

    /// Order by an expression, ascending unless `descending`.
    pub fn order_by(mut self, expression: impl Into<SimpleExpr>, descending: bool) -> Self {
        let order = if descending { Order::Desc } else { Order::Asc };
        self.select = self.select.order_by(expression.into(), order);
        self
    }

    /// Limits the number of rows.
    pub fn limit(mut self, rows: u64) -> Self {
        self.select = self.select.limit(rows);
        self
    }

    /// Locks the rows until the transaction ends, where the database has row locks. SQLite has a single writer and
    /// needs none.
    pub fn for_update(mut self) -> Self {
        if self.tx.is_postgres() {
            self.select = self.select.lock_exclusive();
        }
        self
    }

    /// Like [`Self::for_update`], but leaves out rows that another transaction has locked, instead of waiting for it.
    pub fn for_update_skip_locked(mut self) -> Self {
        if self.tx.is_postgres() {
            self.select = self.select.lock_with_behavior(LockType::Update, LockBehavior::SkipLocked);
        }
        self
    }

    /// All rows.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn all(self) -> Execution<'a, Vec<E::Model>> {
        self.tx.execute(self.select.all(self.tx.connection()))
    }

    /// The first row.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn one(self) -> Execution<'a, Option<E::Model>> {
        self.tx.execute(self.select.one(self.tx.connection()))
    }

    /// Selects these columns, grouped by them, and aggregates (sums, counts) under their own names.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn aggregate<R: FromQueryResult + Send + Sync + 'a>(
        self,
        columns: &[E::Column],
        aggregates: Vec<(SimpleExpr, &'static str)>,
    ) -> Execution<'a, Vec<R>> {
        let mut select = self.select.select_only();
        for column in columns {
            select = select.column(*column).group_by(*column);
        }
        for (aggregate, name) in aggregates {
            select = select.expr_as(aggregate, name);
        }
        self.tx.execute(select.into_model::<R>().all(self.tx.connection()))
    }

    /// Selects only these columns, so that a covering index can answer the query.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn select_columns<R>(self, columns: &[E::Column]) -> Execution<'a, Vec<R>>
    where
        R: FromQueryResult + Send + Sync + 'a,
    {
        let select = self.select.select_only().columns(columns.iter().copied());
        self.tx.execute(select.into_model::<R>().all(self.tx.connection()))
    }

    /// Selects only these columns and expressions, the latter under their own names.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn select_columns_and<R: FromQueryResult + Send + Sync + 'a>(
        self,
        columns: &[E::Column],
        expressions: Vec<(SimpleExpr, &'static str)>,
    ) -> Execution<'a, Vec<R>> {
        let mut select = self.select.select_only().columns(columns.iter().copied());
        for (expression, name) in expressions {
            select = select.expr_as(expression, name);
        }
        self.tx.execute(select.into_model::<R>().all(self.tx.connection()))
    }

    /// The query plan for these columns, one step on each line: for tests of indexes.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn plan(self, columns: &[E::Column]) -> Result<Vec<String>, DbError> {
        let backend = self.tx.backend();
        let mut statement = self.select.select_only().columns(columns.iter().copied()).build(backend);
        let (explain, column) = match backend {
            DbBackend::Postgres => ("EXPLAIN", "QUERY PLAN"),
            _ => ("EXPLAIN QUERY PLAN", "detail"),
        };
        statement.sql = format!("{explain} {}", statement.sql);
        let rows = self.tx.run(self.tx.connection().query_all_raw(statement)).await?;
        rows.iter().map(|row| Ok(row.try_get::<String>("", column)?)).collect()
    }

    /// The values of a column as a subquery.
    pub fn subquery(self, column: E::Column) -> SelectStatement {
        self.select.select_only().column(column).into_query()
    }

    /// The values of an expression as a subquery.
    pub fn subquery_of(self, expression: impl Into<SimpleExpr>) -> SelectStatement {
        self.select.select_only().expr(expression.into()).into_query()
    }

    /// Counts matching rows, stopping at `most`.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn count_up_to(self, most: u64) -> Execution<'a, u64> {
        let backend = self.tx.backend();
        let some = self.select.select_only().expr_as(Expr::value(1), "one").limit(most).into_query();
        let counted = Expr::expr(Func::count(Expr::col(Asterisk)));
        let count = Query::select().expr_as(counted, "counted").from_subquery(some, "some").to_owned();
        let (tx, statement) = (self.tx, backend.build(&count));
        Box::pin(async move {
            let row = tx.run(tx.connection().query_one_raw(statement)).await?;
            let counted = row.map(|row| row.try_get::<i64>("", "counted")).transpose()?;
            Ok(counted.and_then(|counted| u64::try_from(counted).ok()).unwrap_or(0))
        })
    }

    /// The number of matching rows as an expression, stopping at `most`. The conditions may name columns of the query
    /// that it becomes a part of.
    pub fn counted_up_to(self, most: u64) -> SimpleExpr {
        let some = self.select.select_only().expr_as(Expr::value(1), "one").limit(most).into_query();
        let counted = Expr::expr(Func::count(Expr::col(Asterisk)));
        let count = Query::select().expr(counted).from_subquery(some, "some").to_owned();
        SimpleExpr::SubQuery(None, Box::new(count.into_sub_query_statement()))
    }

    /// Counts matching rows.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn count(self) -> Execution<'a, u64> {
        self.tx.execute(self.select.count(self.tx.connection()))
    }
}
