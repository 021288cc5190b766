//! Keyset pagination of lists with a choice of sort orders. With an index on the sort key and the id, a page can start
//! where the previous one ended, however long the list is.

use std::collections::HashMap;

use sea_orm::sea_query::{Condition, Expr, ExprTrait};
use sea_orm::{ColumnTrait, EntityTrait, FromQueryResult};
use stoa_kernel::Failure;
use stoa_kernel::error::FieldErrors;
use stoa_kernel::page::{Page, PageRequest};

use crate::{DbError, Find};

/// Why a page of a list cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum KeysetError {
    /// The cursor is not one of this sort order.
    #[error("the cursor does not belong to this list")]
    Cursor,
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DbError),
}

impl From<KeysetError> for Failure {
    fn from(error: KeysetError) -> Self {
        match error {
            KeysetError::Cursor => invalid_cursor(),
            KeysetError::Database(error) => error.into(),
        }
    }
}

/// The field error for a cursor of another list or sort order.
pub fn invalid_cursor() -> Failure {
    let message = "The cursor does not belong to this list.".to_owned();
    Failure::validation(FieldErrors::from([("cursor".to_owned(), message)]))
}

/// A sort order. Rows with equal keys are sorted by id, in the same direction.
#[derive(Clone, Debug)]
pub struct SortOrder<C> {
    key: SortKey,
    id: C,
    descending: bool,
}

#[derive(Clone, Debug)]
enum SortKey {
    Number(Expr),
    Text(Expr),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum KeyValue {
    Number(i64),
    Text(String),
}

/// Position of a row in a sort order: sort key and id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    value: KeyValue,
    id: String,
}

#[derive(FromQueryResult)]
struct NumberKey {
    id: String,
    value: i64,
}

#[derive(FromQueryResult)]
struct TextKey {
    id: String,
    value: String,
}

impl Cursor {
    /// Of a row with a text key.
    pub fn of_text(text: impl Into<String>, id: impl Into<String>) -> Self {
        Self { value: KeyValue::Text(text.into()), id: id.into() }
    }

    /// Of a row with a numeric key.
    pub fn of_number(number: i64, id: impl Into<String>) -> Self {
        Self { value: KeyValue::Number(number), id: id.into() }
    }

    /// Id of the row.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The sort key, if it is a text; empty otherwise.
    pub fn text(&self) -> &str {
        match &self.value {
            KeyValue::Number(_) => "",
            KeyValue::Text(text) => text,
        }
    }

    /// The position as a cursor for clients.
    pub fn encode(&self) -> String {
        match &self.value {
            KeyValue::Number(number) => format!("{number}.{}", self.id),
            KeyValue::Text(text) => format!("{text}.{}", self.id),
        }
    }
}

impl From<&KeyValue> for Expr {
    fn from(value: &KeyValue) -> Self {
        match value {
            KeyValue::Number(number) => Self::value(*number),
            KeyValue::Text(text) => Self::value(text.clone()),
        }
    }
}

impl<C: ColumnTrait> SortOrder<C> {
    /// Sorts by an integer.
    pub fn of_numbers(by: impl Into<Expr>, id: C, descending: bool) -> Self {
        Self { key: SortKey::Number(by.into()), id, descending }
    }

    /// Sorts by a text.
    pub fn of_texts(by: impl Into<Expr>, id: C, descending: bool) -> Self {
        Self { key: SortKey::Text(by.into()), id, descending }
    }

    fn by(&self) -> Expr {
        match &self.key {
            SortKey::Number(by) | SortKey::Text(by) => by.clone(),
        }
    }

    /// Parses a cursor of this sort order.
    ///
    /// # Errors
    /// A field error for `cursor` when it does not belong to this sort order.
    pub fn read(&self, cursor: &str) -> Result<Cursor, KeysetError> {
        let read = || {
            let (value, id) = cursor.rsplit_once('.')?;
            Some(match self.key {
                SortKey::Number(_) => Cursor::of_number(value.parse().ok()?, id),
                SortKey::Text(_) => Cursor::of_text(value, id),
            })
        };
        read().ok_or(KeysetError::Cursor)
    }

    /// Condition for the rows after a position.
    pub fn condition_after(&self, cursor: &Cursor) -> Condition {
        let value = || Expr::from(&cursor.value);
        let id = cursor.id.clone();
        // This bound is implied by the rest, but without it the databases do not use the index as a range.
        let (bound, beyond, later) = if self.descending {
            (self.by().lte(value()), self.by().lt(value()), self.id.lt(id))
        } else {
            (self.by().gte(value()), self.by().gt(value()), self.id.gt(id))
        };
        let equal = Condition::all().add(self.by().eq(value())).add(later);
        Condition::all().add(bound).add(Condition::any().add(beyond).add(equal))
    }

    /// Query for the rows after a position, sorted.
    pub fn after<'a, E>(&self, find: Find<'a, E>, behind: Option<&Cursor>, limit: u64) -> Find<'a, E>
    where
        E: EntityTrait<Column = C>,
        E::Model: Send + Sync,
    {
        let find = match behind {
            Some(cursor) => find.filter(self.condition_after(cursor)),
            None => find,
        };
        let find = find.order_by(self.by(), self.descending);
        let find = if self.descending { find.order_by_desc(self.id) } else { find.order_by_asc(self.id) };
        find.limit(limit)
    }

    /// The positions of the rows after a position, sorted. The sort keys are read from the database, as it has its own
    /// rules for lower case.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn cursors<E>(
        &self,
        find: Find<'_, E>,
        behind: Option<&Cursor>,
        limit: u64,
    ) -> Result<Vec<Cursor>, DbError>
    where
        E: EntityTrait<Column = C>,
        E::Model: Send + Sync,
    {
        let find = self.after(find, behind, limit);
        let value = vec![(self.by(), "value")];
        Ok(match self.key {
            SortKey::Number(_) => {
                let rows: Vec<NumberKey> = find.select_columns_and(&[self.id], value).await?;
                rows.into_iter().map(|row| Cursor::of_number(row.value, row.id)).collect()
            }
            SortKey::Text(_) => {
                let rows: Vec<TextKey> = find.select_columns_and(&[self.id], value).await?;
                rows.into_iter().map(|row| Cursor::of_text(row.value, row.id)).collect()
            }
        })
    }

    /// The positions of the rows of a page.
    ///
    /// # Errors
    /// A field error for `cursor`; when the database fails.
    pub async fn page<E>(&self, find: Find<'_, E>, request: &PageRequest) -> Result<Page<Cursor>, KeysetError>
    where
        E: EntityTrait<Column = C>,
        E::Model: Send + Sync,
    {
        let behind = request.cursor.as_deref().map(|cursor| self.read(cursor)).transpose()?;
        let cursors = self.cursors(find, behind.as_ref(), request.limit() + 1).await?;
        Ok(Page::from_rows(cursors, request.limit(), Cursor::encode))
    }
}

/// Sorts rows by their positions; rows that no longer exist are left out.
pub fn sort_by_cursors<R>(rows: Vec<R>, cursors: &[Cursor], id: impl Fn(&R) -> String) -> Vec<R> {
    let mut rows: HashMap<String, R> = rows.into_iter().map(|row| (id(&row), row)).collect();
    cursors.iter().filter_map(|cursor| rows.remove(cursor.id())).collect()
}
