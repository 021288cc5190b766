use std::marker::PhantomData;

use sea_orm::sea_query::{IntoCondition, SimpleExpr};
use sea_orm::{
    DatabaseTransaction, DeleteMany, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Select,
    UpdateMany,
};

use crate::DbError;

/// A question to one table, already restricted to the rows its handle may see.
#[must_use = "a question is asked by `all`, `one` or `count`"]
pub struct Find<'a, E: EntityTrait> {
    pub(crate) select: Select<E>,
    pub(crate) connection: &'a DatabaseTransaction,
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

    /// At most so many rows.
    pub fn limit(mut self, rows: u64) -> Self {
        self.select = self.select.limit(rows);
        self
    }

    /// Locks the rows until the transaction ends, where the database has row locks. On SQLite the
    /// single writer makes it needless.
    pub fn for_update(mut self) -> Self {
        use sea_orm::ConnectionTrait as _;
        if self.connection.get_database_backend() == sea_orm::DbBackend::Postgres {
            self.select = self.select.lock_exclusive();
        }
        self
    }

    /// All rows.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn all(self) -> Result<Vec<E::Model>, DbError> {
        Ok(self.select.all(self.connection).await?)
    }

    /// The first row.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn one(self) -> Result<Option<E::Model>, DbError> {
        Ok(self.select.one(self.connection).await?)
    }

    /// How many rows there are.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn count(self) -> Result<u64, DbError> {
        Ok(self.select.count(self.connection).await?)
    }
}

/// A change to rows of one table.
#[must_use = "a change is made by `exec`"]
pub struct Update<'a, E: EntityTrait> {
    pub(crate) update: UpdateMany<E>,
    pub(crate) connection: &'a DatabaseTransaction,
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
        Ok(self.update.exec(self.connection).await?.rows_affected)
    }
}

/// Removal of rows of one table.
#[must_use = "rows are removed by `exec`"]
pub struct Delete<'a, E: EntityTrait> {
    pub(crate) delete: DeleteMany<E>,
    pub(crate) connection: &'a DatabaseTransaction,
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
        Ok(self.delete.exec(self.connection).await?.rows_affected)
    }
}
