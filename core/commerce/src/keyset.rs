//! Keyset pagination of lists with a choice of sort orders. With an index on the sort key and the id, a page can start
//! where the previous one ended, however long the list is.

use std::collections::HashMap;

use sea_orm::sea_query::{Condition, Expr, ExprTrait};
use sea_orm::{ColumnTrait, EntityTrait, FromQueryResult};
use stoa_entity::{DbError, Find};
use stoa_kernel::page::{Page, PageRequest};

use crate::CommerceError;

/// A sort order. Rows with equal keys are sorted by id, in the same direction.
#[derive(Clone, Debug)]
pub(crate) struct Order<C> {
    measure: Measure,
    id: C,
    descending: bool,
}

#[derive(Clone, Debug)]
enum Measure {
    Number(Expr),
    Text(Expr),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Amount {
    Number(i64),
    Text(String),
}

/// Position of a row in a sort order: sort key and id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    amount: Amount,
    id: String,
}

#[derive(FromQueryResult)]
struct Numbered {
    id: String,
    amount: i64,
}

#[derive(FromQueryResult)]
struct Named {
    id: String,
    amount: String,
}

impl Spot {
    /// Of a row with a text key.
    pub(crate) fn of_text(text: impl Into<String>, id: impl Into<String>) -> Self {
        Self { amount: Amount::Text(text.into()), id: id.into() }
    }

    /// Of a row with a numeric key.
    pub(crate) fn of_number(number: i64, id: impl Into<String>) -> Self {
        Self { amount: Amount::Number(number), id: id.into() }
    }

    /// Id of the row.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// The sort key, if it is a text; empty otherwise.
    pub(crate) fn text(&self) -> &str {
        match &self.amount {
            Amount::Number(_) => "",
            Amount::Text(text) => text,
        }
    }

    /// The position as a cursor for clients.
    pub(crate) fn cursor(&self) -> String {
        match &self.amount {
            Amount::Number(number) => format!("{number}.{}", self.id),
            Amount::Text(text) => format!("{text}.{}", self.id),
        }
    }
}

impl From<&Amount> for Expr {
    fn from(amount: &Amount) -> Self {
        match amount {
            Amount::Number(number) => Self::value(*number),
            Amount::Text(text) => Self::value(text.clone()),
        }
    }
}

impl<C: ColumnTrait> Order<C> {
    /// Sorts by an integer.
    pub(crate) fn of_numbers(by: impl Into<Expr>, id: C, descending: bool) -> Self {
        Self { measure: Measure::Number(by.into()), id, descending }
    }

    /// Sorts by a text.
    pub(crate) fn of_texts(by: impl Into<Expr>, id: C, descending: bool) -> Self {
        Self { measure: Measure::Text(by.into()), id, descending }
    }

    fn by(&self) -> Expr {
        match &self.measure {
            Measure::Number(by) | Measure::Text(by) => by.clone(),
        }
    }

    /// Parses a cursor of this sort order.
    ///
    /// # Errors
    /// A field error for `cursor` when it does not belong to this sort order.
    pub(crate) fn read(&self, cursor: &str) -> Result<Spot, CommerceError> {
        let read = || {
            let (amount, id) = cursor.rsplit_once('.')?;
            Some(match self.measure {
                Measure::Number(_) => Spot::of_number(amount.parse().ok()?, id),
                Measure::Text(_) => Spot::of_text(amount, id),
            })
        };
        read().ok_or_else(|| CommerceError::field("cursor", "The cursor does not belong to this list."))
    }

    /// Condition for the rows after a position.
    pub(crate) fn behind(&self, spot: &Spot) -> Condition {
        let amount = || Expr::from(&spot.amount);
        let id = spot.id.clone();
        // This bound is implied by the rest, but without it the databases do not use the index as a range.
        let (bound, beyond, later) = if self.descending {
            (self.by().lte(amount()), self.by().lt(amount()), self.id.lt(id))
        } else {
            (self.by().gte(amount()), self.by().gt(amount()), self.id.gt(id))
        };
        let equal = Condition::all().add(self.by().eq(amount())).add(later);
        Condition::all().add(bound).add(Condition::any().add(beyond).add(equal))
    }

    /// Query for the rows after a position, sorted.
    pub(crate) fn sought<'a, E>(&self, find: Find<'a, E>, behind: Option<&Spot>, limit: u64) -> Find<'a, E>
    where
        E: EntityTrait<Column = C>,
        E::Model: Send + Sync,
    {
        let find = match behind {
            Some(spot) => find.filter(self.behind(spot)),
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
    pub(crate) async fn spots<E>(
        &self,
        find: Find<'_, E>,
        behind: Option<&Spot>,
        limit: u64,
    ) -> Result<Vec<Spot>, DbError>
    where
        E: EntityTrait<Column = C>,
        E::Model: Send + Sync,
    {
        let find = self.sought(find, behind, limit);
        let amount = vec![(self.by(), "amount")];
        Ok(match self.measure {
            Measure::Number(_) => {
                let rows: Vec<Numbered> = find.only_with(&[self.id], amount).await?;
                rows.into_iter().map(|row| Spot::of_number(row.amount, row.id)).collect()
            }
            Measure::Text(_) => {
                let rows: Vec<Named> = find.only_with(&[self.id], amount).await?;
                rows.into_iter().map(|row| Spot::of_text(row.amount, row.id)).collect()
            }
        })
    }

    /// The positions of the rows of a page.
    ///
    /// # Errors
    /// A field error for `cursor`; when the database fails.
    pub(crate) async fn page<E>(&self, find: Find<'_, E>, request: &PageRequest) -> Result<Page<Spot>, CommerceError>
    where
        E: EntityTrait<Column = C>,
        E::Model: Send + Sync,
    {
        let behind = request.cursor.as_deref().map(|cursor| self.read(cursor)).transpose()?;
        let spots = self.spots(find, behind.as_ref(), request.limit() + 1).await?;
        Ok(Page::from_rows(spots, request.limit(), Spot::cursor))
    }
}

/// Sorts rows by their positions; rows that no longer exist are left out.
pub(crate) fn arranged<R>(rows: Vec<R>, spots: &[Spot], id: impl Fn(&R) -> String) -> Vec<R> {
    let mut rows: HashMap<String, R> = rows.into_iter().map(|row| (id(&row), row)).collect();
    spots.iter().filter_map(|spot| rows.remove(spot.id())).collect()
}
