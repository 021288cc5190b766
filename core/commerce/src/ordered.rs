//! Lists in an order of their reader's choice. An index on what a list is ordered by, and on the id behind it, lets a
//! page begin where the one before ended, however long the list is.

use std::collections::HashMap;

use sea_orm::sea_query::{Condition, Expr, ExprTrait};
use sea_orm::{ColumnTrait, EntityTrait, FromQueryResult};
use stoa_entity::{DbError, Find};
use stoa_kernel::page::{Page, PageRequest};

use crate::CommerceError;

/// By what rows are put in order. Equals stand in the order of their ids, in the same direction.
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

/// Where a row stands in an order.
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
    /// Of a row that is named.
    pub(crate) fn of_text(text: impl Into<String>, id: impl Into<String>) -> Self {
        Self { amount: Amount::Text(text.into()), id: id.into() }
    }

    /// Of a row that measures a number.
    pub(crate) fn of_number(number: i64, id: impl Into<String>) -> Self {
        Self { amount: Amount::Number(number), id: id.into() }
    }

    /// The row.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// What the row is ordered by, when that is a text.
    pub(crate) fn text(&self) -> &str {
        match &self.amount {
            Amount::Number(_) => "",
            Amount::Text(text) => text,
        }
    }

    /// The spot as clients keep it.
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
    /// By a whole number.
    pub(crate) fn of_numbers(by: impl Into<Expr>, id: C, descending: bool) -> Self {
        Self { measure: Measure::Number(by.into()), id, descending }
    }

    /// By a text.
    pub(crate) fn of_texts(by: impl Into<Expr>, id: C, descending: bool) -> Self {
        Self { measure: Measure::Text(by.into()), id, descending }
    }

    fn by(&self) -> Expr {
        match &self.measure {
            Measure::Number(by) | Measure::Text(by) => by.clone(),
        }
    }

    /// The spot that a cursor of this order stands for.
    ///
    /// # Errors
    /// A message beside `cursor` when it is none of this order.
    pub(crate) fn read(&self, cursor: &str) -> Result<Spot, CommerceError> {
        let read = || {
            let (amount, id) = cursor.rsplit_once('.')?;
            Some(match self.measure {
                Measure::Number(_) => Spot::of_number(amount.parse().ok()?, id),
                Measure::Text(_) => Spot::of_text(amount, id),
            })
        };
        read().ok_or_else(|| CommerceError::field("cursor", "The cursor is not one of this list."))
    }

    /// What holds for the rows behind a spot.
    pub(crate) fn behind(&self, spot: &Spot) -> Condition {
        let amount = || Expr::from(&spot.amount);
        let id = spot.id.clone();
        // The bound that holds for all rows lets the database begin in an index.
        let (bound, beyond, later) = if self.descending {
            (self.by().lte(amount()), self.by().lt(amount()), self.id.lt(id))
        } else {
            (self.by().gte(amount()), self.by().gt(amount()), self.id.gt(id))
        };
        let equal = Condition::all().add(self.by().eq(amount())).add(later);
        Condition::all().add(bound).add(Condition::any().add(beyond).add(equal))
    }

    /// The rows behind a spot, in order.
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

    /// The spots of the rows behind a spot, in order. The database names what they measure: it has its own way of
    /// writing letters small.
    ///
    /// # Errors
    /// When the database refuses.
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

    /// The spots of a page.
    ///
    /// # Errors
    /// A message beside `cursor`; when the database refuses.
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

/// Rows in the order of their spots; those that are gone are left out.
pub(crate) fn arranged<R>(rows: Vec<R>, spots: &[Spot], id: impl Fn(&R) -> String) -> Vec<R> {
    let mut rows: HashMap<String, R> = rows.into_iter().map(|row| (id(&row), row)).collect();
    spots.iter().filter_map(|spot| rows.remove(spot.id())).collect()
}
