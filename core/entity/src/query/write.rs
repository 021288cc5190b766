//! Updates and deletions.

use std::marker::PhantomData;

use sea_orm::sea_query::{IntoCondition, SimpleExpr};
use sea_orm::{DeleteMany, EntityTrait, QueryFilter, UpdateMany};

use crate::Execution;
use crate::transaction::Transaction;

/// An update of rows of one table.
#[must_use = "an update is executed by `exec`"]
pub struct Update<'a, E: EntityTrait> {
    pub(crate) update: UpdateMany<E>,
    pub(crate) tx: &'a Transaction,
}

impl<'a, E: EntityTrait> Update<'a, E> {
    /// Adds a condition.
    pub fn filter(mut self, condition: impl IntoCondition) -> Self {
        self.update = self.update.filter(condition.into_condition());
        self
    }

    /// Sets a column to the value of an expression.
    pub fn set(mut self, column: E::Column, value: impl Into<SimpleExpr>) -> Self {
        self.update = self.update.col_expr(column, value.into());
        self
    }

    /// Executes the update and returns the number of rows affected.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn exec(self) -> Execution<'a, u64> {
        Box::pin(async move { Ok(self.tx.run(self.update.exec(self.tx.connection())).await?.rows_affected) })
    }
}

impl<'a, E: EntityTrait> Update<'a, E>
where
    E::Model: Send + Sync,
{
    /// Executes the update and returns the updated rows.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn returning(self) -> Execution<'a, Vec<E::Model>> {
        self.tx.execute(self.update.exec_with_returning(self.tx.connection()))
    }
}

/// A deletion of rows of one table.
#[must_use = "a deletion is executed by `exec`"]
pub struct Delete<'a, E: EntityTrait> {
    pub(crate) delete: DeleteMany<E>,
    pub(crate) tx: &'a Transaction,
    pub(crate) table: PhantomData<E>,
}

impl<'a, E: EntityTrait> Delete<'a, E> {
    /// Adds a condition.
    pub fn filter(mut self, condition: impl IntoCondition) -> Self {
        self.delete = self.delete.filter(condition.into_condition());
        self
    }

    /// Executes the deletion and returns the number of rows.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn exec(self) -> Execution<'a, u64> {
        Box::pin(async move { Ok(self.tx.run(self.delete.exec(self.tx.connection())).await?.rows_affected) })
    }
}
