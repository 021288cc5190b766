//! Handles on the tables of the platform, and transactions on them.

use std::marker::PhantomData;

use sea_orm::sea_query::IntoCondition;
use sea_orm::{
    AccessMode, ActiveModelBehavior, ActiveModelTrait, DbBackend, EntityTrait, IntoActiveModel, QueryFilter,
};
use stoa_kernel::boxed;

use crate::scope::both;
use crate::transaction::OpaqueTransaction;
use crate::{Connections, DbError, Delete, Execution, Find, PlatformEntity, Update};

/// The platform's rows.
#[derive(Clone, Debug)]
pub struct PlatformDb {
    connections: Connections,
}

impl PlatformDb {
    /// A handle on the platform's tables.
    pub fn open(connections: Connections) -> Self {
        Self { connections }
    }

    /// Closes the connections; those to a server are shared by all its handles.
    ///
    /// # Errors
    /// When a connection does not close.
    #[boxed]
    pub async fn close(&self) -> Result<(), DbError> {
        self.connections.close().await
    }

    /// Begins a read-only transaction.
    ///
    /// # Errors
    /// When the database cannot be reached.
    #[boxed]
    pub async fn read(&self) -> Result<PlatformTx, DbError> {
        let on_postgres = self.connections.reader.get_database_backend() == DbBackend::Postgres;
        let begun = self.connections.begin_read(on_postgres.then_some(AccessMode::ReadOnly)).await?;
        Ok(PlatformTx { tx: begun.into() })
    }

    /// Begins a transaction that writes. Dropping it without [`PlatformTx::commit`] rolls it back.
    ///
    /// # Errors
    /// When the database cannot be reached or stays busy.
    #[boxed]
    pub async fn write(&self) -> Result<PlatformTx, DbError> {
        Ok(PlatformTx { tx: self.connections.begin_write().await?.into() })
    }
}

/// A transaction on the platform's tables. Tables of sites are not accepted.
#[derive(Debug)]
pub struct PlatformTx {
    tx: OpaqueTransaction,
}

impl PlatformTx {
    /// Starts a query of a table.
    pub fn find<E: PlatformEntity>(&self) -> Find<'_, E> {
        Find { select: E::find(), tx: &self.tx, site: None }
    }

    /// Updates rows that meet a condition.
    pub fn update<E: PlatformEntity>(&self, condition: impl IntoCondition) -> Update<'_, E> {
        Update { update: E::update_many().filter(both(None, condition)), tx: &self.tx }
    }

    /// Deletes rows that meet a condition.
    pub fn delete<E: PlatformEntity>(&self, condition: impl IntoCondition) -> Delete<'_, E> {
        let delete = E::delete_many().filter(both(None, condition));
        Delete { delete, tx: &self.tx, table: PhantomData }
    }

    /// Inserts a row.
    ///
    /// # Errors
    /// [`DbError::Duplicate`] when a unique value is taken.
    pub fn insert<'a, A>(&'a self, row: A) -> Execution<'a, <A::Entity as EntityTrait>::Model>
    where
        A: ActiveModelTrait + ActiveModelBehavior + Send + 'a,
        A::Entity: PlatformEntity,
        <A::Entity as EntityTrait>::Model: IntoActiveModel<A>,
    {
        self.tx.execute(row.insert(self.tx.connection()))
    }

    /// Updates the changed columns of a row, found by its key.
    ///
    /// # Errors
    /// When the row does not exist or the database refuses.
    pub fn save<'a, A>(&'a self, row: A) -> Execution<'a, <A::Entity as EntityTrait>::Model>
    where
        A: ActiveModelTrait + ActiveModelBehavior + Send + 'a,
        A::Entity: PlatformEntity,
        <A::Entity as EntityTrait>::Model: IntoActiveModel<A>,
    {
        self.tx.execute(row.update(self.tx.connection()))
    }

    /// Commits the transaction.
    ///
    /// # Errors
    /// When the database refuses; then nothing was committed.
    #[boxed]
    pub async fn commit(self) -> Result<(), DbError> {
        self.tx.commit().await
    }
}
