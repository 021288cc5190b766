//! Selected columns and aggregates in place of whole rows, as with sea-orm's `QuerySelect`.

use sea_orm::{
    ColumnAsExpr, ColumnTrait, EntityTrait, FromQueryResult, IntoSimpleExpr, QuerySelect, SelectGetableTuple,
    SelectModel, Selector, SelectorTrait, TryGetableMany,
};

use super::Find;
use crate::Execution;
use crate::transaction::Transaction;

impl<'a, E: EntityTrait> Find<'a, E> {
    /// Selects no columns, so that only those added afterwards are read.
    pub fn select_only(mut self) -> Self {
        self.select = self.select.select_only();
        self
    }

    /// Adds a column of this table or of a joined one.
    pub fn column(mut self, column: impl ColumnTrait) -> Self {
        self.select = self.select.column(column);
        self
    }

    /// Adds a column or an expression under a name.
    pub fn column_as(mut self, expression: impl ColumnAsExpr, name: &str) -> Self {
        self.select = self.select.column_as(expression, name);
        self
    }

    /// Groups rows by a column or an expression.
    pub fn group_by(mut self, expression: impl IntoSimpleExpr) -> Self {
        self.select = self.select.group_by(expression);
        self
    }

    /// Reads the selected columns as a tuple, by their position; a single column as a value.
    pub fn into_tuple<T: TryGetableMany>(self) -> Selected<'a, SelectGetableTuple<T>> {
        Selected { selector: self.select.into_tuple::<T>(), tx: self.tx }
    }

    /// Reads the selected columns as a structure, by their names.
    pub fn into_model<M: FromQueryResult>(self) -> Selected<'a, SelectModel<M>> {
        Selected { selector: self.select.into_model::<M>(), tx: self.tx }
    }
}

/// A query whose rows are read as something else than models.
#[must_use = "a query is executed by `all` or `one`"]
pub struct Selected<'a, S: SelectorTrait> {
    selector: Selector<S>,
    tx: &'a Transaction,
}

impl<'a, S: SelectorTrait + Send + 'a> Selected<'a, S>
where
    S::Item: Send,
{
    /// All rows.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn all(self) -> Execution<'a, Vec<S::Item>> {
        self.tx.execute(self.selector.all(self.tx.connection()))
    }

    /// The first row.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn one(self) -> Execution<'a, Option<S::Item>> {
        self.tx.execute(self.selector.one(self.tx.connection()))
    }
}
