use std::marker::PhantomData;

use sea_orm::Order;
use sea_orm::sea_query::{
    Asterisk, Expr, ExprTrait as _, Func, IntoCondition, LikeExpr, Query, SelectStatement, SimpleExpr,
};
use sea_orm::{
    ConnectionTrait as _, DbBackend, DeleteMany, EntityTrait, FromQueryResult, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, Select, UpdateMany,
};

use crate::DbError;
use crate::transaction::Transaction;

/// A question to one table, already restricted to the rows its handle may see.
#[must_use = "a question is asked by `all`, `one` or `count`"]
pub struct Find<'a, E: EntityTrait> {
    pub(crate) select: Select<E>,
    pub(crate) tx: &'a Transaction,
}

impl<E: EntityTrait> Find<'_, E>
where
    E::Model: Send + Sync,
{
    /// Only rows for which this holds as well.
    pub fn filter(mut self, condition: impl IntoCondition) -> Self {
        self.select = self.select.filter(condition.into_condition());
        self
    }

    /// Smallest first.
    pub fn order_by_asc(mut self, column: E::Column) -> Self {
        self.select = self.select.order_by_asc(column);
        self
    }

    /// Largest first.
    pub fn order_by_desc(mut self, column: E::Column) -> Self {
        self.select = self.select.order_by_desc(column);
        self
    }

    /// By an expression, smallest first unless turned round.
    pub fn order_by(mut self, expression: impl Into<SimpleExpr>, descending: bool) -> Self {
        let order = if descending { Order::Desc } else { Order::Asc };
        self.select = self.select.order_by(expression.into(), order);
        self
    }

    /// At most so many rows.
    pub fn limit(mut self, rows: u64) -> Self {
        self.select = self.select.limit(rows);
        self
    }

    /// Locks the rows until the transaction ends, where the database has row locks. On SQLite the
    /// single writer makes it needless.
    pub fn for_update(mut self) -> Self {
        if self.tx.is_postgres() {
            self.select = self.select.lock_exclusive();
        }
        self
    }

    /// One answer for all rows that agree in an expression; see [`Self::grouped`].
    pub fn group_by(mut self, expression: impl Into<SimpleExpr>) -> Self {
        self.select = self.select.group_by(expression.into());
        self
    }

    /// All rows.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn all(self) -> Result<Vec<E::Model>, DbError> {
        self.tx.run(self.select.all(self.tx.connection())).await
    }

    /// The first row.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn one(self) -> Result<Option<E::Model>, DbError> {
        self.tx.run(self.select.one(self.tx.connection())).await
    }

    /// These columns alone, once for all rows that agree in them, with what is reckoned over those rows
    /// (sums, counts) under names of its own.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn grouped<R: FromQueryResult + Send + Sync>(
        self,
        columns: &[E::Column],
        reckoned: Vec<(SimpleExpr, &'static str)>,
    ) -> Result<Vec<R>, DbError> {
        let mut select = self.select.select_only();
        for column in columns {
            select = select.column(*column).group_by(*column);
        }
        for (reckoning, name) in reckoned {
            select = select.expr_as(reckoning, name);
        }
        self.tx.run(select.into_model::<R>().all(self.tx.connection())).await
    }

    /// These columns alone, so that an index that holds them can answer without the rows.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn only<R: FromQueryResult + Send + Sync>(self, columns: &[E::Column]) -> Result<Vec<R>, DbError> {
        let select = self.select.select_only().columns(columns.iter().copied());
        self.tx.run(select.into_model::<R>().all(self.tx.connection())).await
    }

    /// These columns and expressions alone, the latter under names of their own.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn only_with<R: FromQueryResult + Send + Sync>(
        self,
        columns: &[E::Column],
        expressions: Vec<(SimpleExpr, &'static str)>,
    ) -> Result<Vec<R>, DbError> {
        let mut select = self.select.select_only().columns(columns.iter().copied());
        for (expression, name) in expressions {
            select = select.expr_as(expression, name);
        }
        self.tx.run(select.into_model::<R>().all(self.tx.connection())).await
    }

    /// How the database would find these columns of the rows, a step on each line: for tests that watch over
    /// indexes.
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

    /// The values of a column, to be looked for in the question to another table.
    pub fn values_of(self, column: E::Column) -> SelectStatement {
        self.select.select_only().column(column).into_query()
    }

    /// The values of an expression, for the question to another table.
    pub fn values_by(self, expression: impl Into<SimpleExpr>) -> SelectStatement {
        self.select.select_only().expr(expression.into()).into_query()
    }

    /// How many rows there are, counted up to `most`: whatever there are more, no more are looked at.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn count_up_to(self, most: u64) -> Result<u64, DbError> {
        let backend = self.tx.backend();
        let some = self.select.select_only().expr_as(Expr::value(1), "one").limit(most).into_query();
        let counted = Expr::expr(Func::count(Expr::col(Asterisk)));
        let count = Query::select().expr_as(counted, "counted").from_subquery(some, "some").to_owned();
        let row = self.tx.run(self.tx.connection().query_one_raw(backend.build(&count))).await?;
        let counted = row.map(|row| row.try_get::<i64>("", "counted")).transpose()?;
        Ok(counted.and_then(|counted| u64::try_from(counted).ok()).unwrap_or(0))
    }

    /// How many rows there are.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn count(self) -> Result<u64, DbError> {
        self.tx.run(self.select.count(self.tx.connection())).await
    }
}

/// A change to rows of one table.
#[must_use = "a change is made by `exec`"]
pub struct Update<'a, E: EntityTrait> {
    pub(crate) update: UpdateMany<E>,
    pub(crate) tx: &'a Transaction,
}

impl<E: EntityTrait> Update<'_, E> {
    /// Only rows for which this holds as well.
    pub fn filter(mut self, condition: impl IntoCondition) -> Self {
        self.update = self.update.filter(condition.into_condition());
        self
    }

    /// Gives a column the value of an expression.
    pub fn set(mut self, column: E::Column, value: impl Into<SimpleExpr>) -> Self {
        self.update = self.update.col_expr(column, value.into());
        self
    }

    /// Makes the change and tells how many rows it met.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn exec(self) -> Result<u64, DbError> {
        Ok(self.tx.run(self.update.exec(self.tx.connection())).await?.rows_affected)
    }
}

impl<E: EntityTrait> Update<'_, E>
where
    E::Model: Send + Sync,
{
    /// Makes the change and gives the rows as they are after it.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn returning(self) -> Result<Vec<E::Model>, DbError> {
        self.tx.run(self.update.exec_with_returning(self.tx.connection())).await
    }
}

/// Removal of rows of one table.
#[must_use = "rows are removed by `exec`"]
pub struct Delete<'a, E: EntityTrait> {
    pub(crate) delete: DeleteMany<E>,
    pub(crate) tx: &'a Transaction,
    pub(crate) table: PhantomData<E>,
}

impl<E: EntityTrait> Delete<'_, E> {
    /// Only rows for which this holds as well.
    pub fn filter(mut self, condition: impl IntoCondition) -> Self {
        self.delete = self.delete.filter(condition.into_condition());
        self
    }

    /// Removes the rows and tells how many there were.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn exec(self) -> Result<u64, DbError> {
        Ok(self.tx.run(self.delete.exec(self.tx.connection())).await?.rows_affected)
    }
}

/// A pattern for `LIKE` that finds a text anywhere, whatever signs it holds.
pub fn containing(text: &str) -> LikeExpr {
    let escaped = text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    LikeExpr::new(format!("%{escaped}%")).escape('\\')
}

/// Whether a text contains another one in whatever case. SQLite turns only the letters of ASCII, so the usual ways of
/// writing others are looked for one by one.
pub fn in_any_case(wanted: &str, text: impl Fn() -> Expr) -> Expr {
    let lower = wanted.to_lowercase();
    let mut letters = lower.chars();
    let capitalised = letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>());
    let found = Expr::expr(Func::lower(text())).like(containing(&lower));
    if lower.is_ascii() {
        return found;
    }
    let found = found.or(text().like(containing(&wanted.to_uppercase())));
    capitalised.into_iter().fold(found, |found, word| found.or(text().like(containing(&word))))
}
