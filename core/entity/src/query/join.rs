//! Joins. Each joined table is restricted to the rows of the site in its own `ON` clause, whatever the relation says, so
//! a left join finds no row of another site either. Tables of sites and of the platform are never joined.

use std::marker::PhantomData;

use sea_orm::sea_query::{Condition, ConditionType, IntoCondition};
use sea_orm::{
    ColumnAsExpr, ColumnTrait, ConnectionTrait as _, DbErr, EntityTrait, FromQueryResult, IdenStatic as _,
    Iterable as _, JoinType, PrimaryKeyToColumn as _, QueryFilter, QueryOrder, QueryResult, QuerySelect, QueryTrait,
    Related, RelationDef, Select,
};
use stoa_kernel::id::WebsiteId;

use super::Find;
use crate::transaction::Transaction;
use crate::{DbError, Execution, ScopedEntity};

/// Alias of the columns of the first table, and of the first joined one; the same as sea-orm's.
const FIRST: &str = "A_";
const SECOND: &str = "B_";

impl<'a, E: ScopedEntity> Find<'a, E> {
    /// Joins a related table; rows without a related one are left out.
    pub fn inner_join<R>(mut self, _: R) -> Self
    where
        R: ScopedEntity<Side = E::Side>,
        E: Related<R>,
    {
        self.select = self.select.join(JoinType::InnerJoin, fenced::<E, R>(self.site.as_ref()));
        self
    }

    /// Joins a related table; its columns are null in rows without a related one.
    pub fn left_join<R>(mut self, _: R) -> Self
    where
        R: ScopedEntity<Side = E::Side>,
        E: Related<R>,
    {
        self.select = self.select.join(JoinType::LeftJoin, fenced::<E, R>(self.site.as_ref()));
        self
    }

    /// Left joins a related table and reads its rows as well.
    pub fn find_also_related<R>(self, _: R) -> FindAlso<'a, E, (E, R)>
    where
        R: ScopedEntity<Side = E::Side>,
        E: Related<R>,
    {
        let select = self.select.join(JoinType::LeftJoin, fenced::<E, R>(self.site.as_ref())).select_only();
        let select = with_columns_of::<E, R>(with_columns_of::<E, E>(select, FIRST), SECOND);
        FindAlso { select, tx: self.tx, site: self.site, tables: PhantomData }
    }
}

/// A query of a table with the rows of related tables.
#[must_use = "a query is executed by `all` or `one`"]
pub struct FindAlso<'a, E: EntityTrait, T> {
    select: Select<E>,
    tx: &'a Transaction,
    site: Option<WebsiteId>,
    tables: PhantomData<fn() -> T>,
}

impl<'a, E: ScopedEntity, T: JoinedTables> FindAlso<'a, E, T> {
    /// Left joins a table that is related to one of the query, and reads its rows as well.
    pub fn find_also<G, R>(self, _: G, _: R) -> FindAlso<'a, E, <T as AndTable<R>>::Tables>
    where
        G: Related<R>,
        R: ScopedEntity<Side = E::Side>,
        T: AndTable<R>,
    {
        let select = self.select.join(JoinType::LeftJoin, fenced::<G, R>(self.site.as_ref()));
        let select = with_columns_of::<E, R>(select, <T as AndTable<R>>::ALIAS);
        FindAlso { select, tx: self.tx, site: self.site, tables: PhantomData }
    }

    /// Joins a table that is related to one of the query, without reading its rows; rows without a related one are left
    /// out.
    pub fn inner_join<G, R>(mut self, _: G, _: R) -> Self
    where
        G: Related<R>,
        R: ScopedEntity<Side = E::Side>,
    {
        self.select = self.select.join(JoinType::InnerJoin, fenced::<G, R>(self.site.as_ref()));
        self
    }

    /// Like [`Self::inner_join`]; the columns of the table are null in rows without a related one.
    pub fn left_join<G, R>(mut self, _: G, _: R) -> Self
    where
        G: Related<R>,
        R: ScopedEntity<Side = E::Side>,
    {
        self.select = self.select.join(JoinType::LeftJoin, fenced::<G, R>(self.site.as_ref()));
        self
    }

    /// Adds a column or an expression under a name, for [`Self::all_with_columns`].
    pub fn column_as(mut self, expression: impl ColumnAsExpr, name: &str) -> Self {
        self.select = self.select.column_as(expression, name);
        self
    }

    /// Adds a condition.
    pub fn filter(mut self, condition: impl IntoCondition) -> Self {
        self.select = self.select.filter(condition.into_condition());
        self
    }

    /// Ascending order by a column of any table.
    pub fn order_by_asc(mut self, column: impl ColumnTrait) -> Self {
        self.select = self.select.order_by_asc(column);
        self
    }

    /// Descending order by a column of any table.
    pub fn order_by_desc(mut self, column: impl ColumnTrait) -> Self {
        self.select = self.select.order_by_desc(column);
        self
    }

    /// Limits the number of joined rows.
    pub fn limit(mut self, rows: u64) -> Self {
        self.select = self.select.limit(rows);
        self
    }

    /// All rows.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn all(self) -> Execution<'a, Vec<T::Row>> {
        self.read(T::read)
    }

    /// All rows, each with the columns that were added by name.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn all_with_columns<C: FromQueryResult + 'a>(self) -> Execution<'a, Vec<(T::Row, C)>> {
        self.read(|row| Ok((T::read(row)?, C::from_query_result(row, "")?)))
    }

    fn read<R: 'a>(self, read: fn(&QueryResult) -> Result<R, DbErr>) -> Execution<'a, Vec<R>> {
        let (tx, statement) = (self.tx, self.select.build(self.tx.backend()));
        Box::pin(async move {
            let rows = tx.run(tx.connection().query_all_raw(statement)).await?;
            rows.iter().map(|row| read(row).map_err(DbError::from)).collect()
        })
    }

    /// The first row.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn one(self) -> Execution<'a, Option<T::Row>> {
        let first = self.limit(1).all();
        Box::pin(async move { Ok(first.await?.into_iter().next()) })
    }
}

/// The tables of a query, in the order in which they were joined.
pub trait JoinedTables {
    /// A row: of the first table, and of each of the others where there is one.
    type Row: 'static;

    /// Reads a row.
    ///
    /// # Errors
    /// When a column does not have its type.
    fn read(row: &QueryResult) -> Result<Self::Row, DbErr>;
}

/// The tables of a query with another one.
pub trait AndTable<R> {
    /// All tables.
    type Tables: JoinedTables;
    /// Alias of the columns of the added table.
    const ALIAS: &'static str;
}

macro_rules! joined_tables {
    ($($table:ident $alias:literal)+) => {
        impl<E: EntityTrait, $($table: EntityTrait),+> JoinedTables for (E, $($table),+) {
            type Row = (E::Model, $(Option<<$table as EntityTrait>::Model>),+);

            fn read(row: &QueryResult) -> Result<Self::Row, DbErr> {
                let first = <E::Model as FromQueryResult>::from_query_result(row, FIRST)?;
                Ok((first, $(optional::<$table>(row, $alias)?),+))
            }
        }
    };
}

macro_rules! and_table {
    ($alias:literal $($table:ident)+) => {
        impl<E: EntityTrait, $($table: EntityTrait,)+ R: EntityTrait> AndTable<R> for (E, $($table),+) {
            type Tables = (E, $($table,)+ R);
            const ALIAS: &'static str = $alias;
        }
    };
}

joined_tables!(F "B_");
joined_tables!(F "B_" G "C_");
joined_tables!(F "B_" G "C_" H "D_");
joined_tables!(F "B_" G "C_" H "D_" I "E_");
joined_tables!(F "B_" G "C_" H "D_" I "E_" J "F_");
and_table!("C_" F);
and_table!("D_" F G);
and_table!("E_" F G H);
and_table!("F_" F G H I);

/// The relation from `E` to `R`, restricted to a site. Relations through a third table do not exist: it is joined itself.
pub(super) fn fenced<E, R>(site: Option<&WebsiteId>) -> RelationDef
where
    E: Related<R>,
    R: ScopedEntity,
{
    let mut relation = <E as Related<R>>::to();
    let Some(site) = site.cloned() else { return relation };
    let own = relation.on_condition.take();
    relation.condition_type = ConditionType::All;
    relation.on_condition(move |from, to| {
        let fence = Condition::all().add_option(R::fence(to.clone(), &site));
        match &own {
            Some(own) => fence.add(own(from, to)),
            None => fence,
        }
    })
}

fn with_columns_of<E: EntityTrait, R: EntityTrait>(mut select: Select<E>, alias: &str) -> Select<E> {
    for column in R::Column::iter() {
        select = select.column_as(column, format!("{alias}{}", column.as_str()));
    }
    select
}

/// The row of a joined table; none where its key is null. sea-orm's own reading of optional rows also takes a row that
/// cannot be read for a missing one.
fn optional<R: EntityTrait>(row: &QueryResult, alias: &str) -> Result<Option<R::Model>, DbErr> {
    let Some(key) = R::PrimaryKey::iter().next() else { return Ok(None) };
    let is_there = row.try_get::<Option<String>>(alias, key.into_column().as_str())?.is_some();
    is_there.then(|| <R::Model as FromQueryResult>::from_query_result(row, alias)).transpose()
}
