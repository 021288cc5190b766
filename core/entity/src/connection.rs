use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use sea_orm::sea_query::{Expr, Func, IntoCondition, Query, SimpleExpr};
use sea_orm::{
    AccessMode, ActiveModelBehavior, ActiveModelTrait, ConnectionTrait, DatabaseConnection, DbBackend, EntityTrait,
    IntoActiveModel, QueryFilter, SqliteTransactionMode, Statement, TransactionOptions, TransactionTrait,
};
use stoa_kernel::id::WebsiteId;
use stoa_kernel::reach::Reach;
use stoa_kernel::seal::Seal;
use stoa_kernel::storage::WriteHealth;

use crate::scope::both;
use crate::transaction::{Transaction, within};
use crate::{DbError, Delete, Find, PlatformEntity, SiteMemory, TenantEntity, TenantRow, Update, WriteNotice};

/// What begins a transaction of a site on Postgres, in one statement: each costs a way to the server and back.
const WRITES: &str = "SELECT set_config('stoa.website_id', $1, true)";
const READS: &str = "SELECT set_config('stoa.website_id', $1, true), set_config('transaction_read_only', 'on', true)";

/// A database as pools. On SQLite one connection reads, further ones read what is asked meanwhile, and one writes: each holds
/// some 400 kB for the shape of a site's tables alone. On Postgres they are one pool.
#[derive(Clone, Debug)]
pub struct Connections {
    /// For transactions that only read.
    pub reader: DatabaseConnection,
    /// For those that begin while another one reads.
    pub further_readers: DatabaseConnection,
    /// For transactions that write.
    pub writer: DatabaseConnection,
    /// Learns of writes that the disk refuses.
    pub health: WriteHealth,
    /// Knows whether they lead anywhere.
    pub reach: Reach,
    /// Whether `reader` is in use.
    pub reader_is_taken: Arc<AtomicBool>,
}

/// Has the first reader for as long as it is there.
#[derive(Debug)]
pub(crate) struct FirstReader(Arc<AtomicBool>);

impl FirstReader {
    fn take(is_taken: &Arc<AtomicBool>) -> Option<Self> {
        (!is_taken.swap(true, Ordering::Relaxed)).then(|| Self(Arc::clone(is_taken)))
    }
}

impl Drop for FirstReader {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

impl Connections {
    /// Closes them.
    ///
    /// # Errors
    /// When one does not close.
    pub async fn close(&self) -> Result<(), DbError> {
        for pool in [&self.reader, &self.further_readers, &self.writer] {
            pool.close_by_ref().await?;
        }
        Ok(())
    }

    /// A connection comes back to its pool a moment after its transaction is over. A pool of one waits for it; a pool of several
    /// would open another one instead.
    async fn begin_read(&self, access: Option<AccessMode>) -> Result<Transaction, DbError> {
        let first = FirstReader::take(&self.reader_is_taken);
        let pool = if first.is_some() { &self.reader } else { &self.further_readers };
        let begun = within(&self.reach, &self.health, pool.begin_with_config(None, access)).await?;
        Ok(Transaction::new(begun, self.health.clone(), self.reach.clone()).of(first))
    }

    async fn begin_write(&self) -> Result<Transaction, DbError> {
        let options = TransactionOptions {
            sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
            ..TransactionOptions::default()
        };
        let begun = within(&self.reach, &self.health, self.writer.begin_with_options(options)).await?;
        Ok(Transaction::new(begun, self.health.clone(), self.reach.clone()))
    }
}

/// The rows of one site, wherever they lie. Made by `tenancy` alone.
#[derive(Clone, Debug)]
pub struct TenantDb {
    website: WebsiteId,
    connections: Connections,
    memory: SiteMemory,
    seal: Arc<Seal>,
    notice: Option<Arc<dyn WriteNotice>>,
}

impl TenantDb {
    /// A handle on one site's rows. Called by `tenancy` and the test kit; a lint keeps all others
    /// from it.
    pub fn open(website: WebsiteId, connections: Connections, memory: SiteMemory, seal: Arc<Seal>) -> Self {
        Self { website, connections, memory, seal, notice: None }
    }

    /// A handle that gives notice before each transaction that writes.
    pub fn with_notice(self, notice: Arc<dyn WriteNotice>) -> Self {
        Self { notice: Some(notice), ..self }
    }

    /// A handle for whoever sees to what follows from writing without notice.
    pub fn without_notice(&self) -> Self {
        Self { notice: None, ..self.clone() }
    }

    /// Closes the connections; those of a server are shared by all its handles.
    ///
    /// # Errors
    /// When a connection does not close.
    pub async fn close(&self) -> Result<(), DbError> {
        self.connections.close().await
    }

    /// How many handles there are on the same connections, with the transaction that has the first reader. More than those
    /// that the caller knows of means that somebody is at work.
    pub fn users(&self) -> usize {
        Arc::strong_count(&self.connections.reader_is_taken)
    }

    /// The site whose rows it sees.
    pub fn website(&self) -> &WebsiteId {
        &self.website
    }

    /// What this process remembers of the site.
    pub fn memory(&self) -> &SiteMemory {
        &self.memory
    }

    /// Whether its rows can be reached.
    pub fn reach(&self) -> &Reach {
        &self.connections.reach
    }

    /// Begins a transaction that only reads: one consistent picture of the site.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub async fn read(&self) -> Result<TenantTx, DbError> {
        self.scoped(self.connections.begin_read(None).await?, READS).await
    }

    /// Begins a transaction that writes. Dropping it without [`TenantTx::commit`] undoes it.
    ///
    /// # Errors
    /// When the database cannot be reached or stays busy.
    pub async fn write(&self) -> Result<TenantTx, DbError> {
        if let Some(notice) = &self.notice {
            notice.before_write(&self.website, &self.memory).await?;
        }
        self.scoped(self.connections.begin_write().await?, WRITES).await
    }

    /// On Postgres the transaction also tells the row-level policies which site it serves.
    async fn scoped(&self, tx: Transaction, scope: &str) -> Result<TenantTx, DbError> {
        if tx.is_postgres() {
            let statement = Statement::from_sql_and_values(DbBackend::Postgres, scope, [self.website.clone().into()]);
            tx.run(tx.connection().execute_raw(statement)).await?;
        }
        let (memory, seal) = (self.memory.clone(), Arc::clone(&self.seal));
        Ok(TenantTx { website: self.website.clone(), tx, memory, seal })
    }
}

/// A transaction on one site's rows. Its connection is private, and every table it takes is asked
/// for this site's rows alone:
///
/// ```compile_fail
/// async fn all_sites(tx: &stoa_entity::TenantTx) {
///     use sea_orm::EntityTrait;
///     let _ = stoa_entity::tenant::product::Entity::find().all(tx).await;
/// }
/// ```
#[derive(Debug)]
pub struct TenantTx {
    website: WebsiteId,
    tx: Transaction,
    memory: SiteMemory,
    seal: Arc<Seal>,
}

impl TenantTx {
    /// The site whose rows it sees.
    pub fn website(&self) -> &WebsiteId {
        &self.website
    }

    /// What this process remembers of the site.
    pub fn memory(&self) -> &SiteMemory {
        &self.memory
    }

    /// Seals what must not lie in a column for all to read, and opens it again.
    pub fn seal(&self) -> &Seal {
        &self.seal
    }

    /// Asks a table.
    pub fn find<E: TenantEntity>(&self) -> Find<'_, E> {
        Find { select: E::find().filter(E::of(&self.website)), tx: &self.tx }
    }

    /// Changes rows that meet a condition.
    pub fn update<E: TenantEntity>(&self, condition: impl IntoCondition) -> Update<'_, E> {
        let update = E::update_many().filter(both(Some(E::of(&self.website)), condition));
        Update { update, tx: &self.tx }
    }

    /// Removes rows that meet a condition.
    pub fn delete<E: TenantEntity>(&self, condition: impl IntoCondition) -> Delete<'_, E> {
        let delete = E::delete_many().filter(both(Some(E::of(&self.website)), condition));
        Delete { delete, tx: &self.tx, table: PhantomData }
    }

    /// Whether a list of texts in a JSON column holds one that meets a condition, which is made of that text.
    pub fn any_text(&self, list: impl Into<SimpleExpr>, condition: impl FnOnce(Expr) -> Expr) -> Expr {
        let unfold = match self.tx.backend() {
            DbBackend::Postgres => "jsonb_array_elements_text",
            _ => "json_each",
        };
        let mut texts = Query::select();
        texts
            .expr(Expr::value(1))
            .from_function(Func::cust(unfold).arg(list.into()), "texts")
            .and_where(condition(Expr::col(("texts", "value"))));
        Expr::exists(texts)
    }

    /// Writes a new row into the site, whichever site it named.
    ///
    /// # Errors
    /// [`DbError::Duplicate`] when a unique value is taken.
    pub async fn insert<A>(&self, mut row: A) -> Result<<A::Entity as EntityTrait>::Model, DbError>
    where
        A: TenantRow + ActiveModelBehavior + Send,
        <A::Entity as EntityTrait>::Model: IntoActiveModel<A>,
    {
        row.place(&self.website);
        self.tx.run(row.insert(self.tx.connection())).await
    }

    /// Writes many new rows into the site.
    ///
    /// # Errors
    /// [`DbError::Duplicate`] when a unique value is taken; then none is written.
    pub async fn insert_many<A>(&self, rows: Vec<A>) -> Result<(), DbError>
    where
        A: TenantRow + ActiveModelBehavior + Send,
        A::Entity: TenantEntity,
    {
        let mut rows = rows;
        for row in &mut rows {
            row.place(&self.website);
        }
        if !rows.is_empty() {
            let insert = <A::Entity as EntityTrait>::insert_many(rows);
            self.tx.run(insert.exec_without_returning(self.tx.connection())).await?;
        }
        Ok(())
    }

    /// Writes the changed columns of a row of the site, found by its key.
    ///
    /// # Errors
    /// When the row is not there or the database refuses.
    pub async fn save<A>(&self, mut row: A) -> Result<<A::Entity as EntityTrait>::Model, DbError>
    where
        A: TenantRow + ActiveModelBehavior + Send,
        <A::Entity as EntityTrait>::Model: IntoActiveModel<A>,
    {
        row.place(&self.website);
        self.tx.run(row.update(self.tx.connection())).await
    }

    /// Makes everything done so far last.
    ///
    /// # Errors
    /// When the database refuses; then nothing was done. Nobody knows what was when it went away meanwhile: then the site is
    /// noted in [`Reach::note_uncertain`].
    pub async fn commit(self) -> Result<(), DbError> {
        let (website, reach) = (self.website, self.tx.reach().clone());
        self.tx.commit().await.inspect_err(|error| {
            if matches!(error, DbError::Unavailable(_)) {
                reach.note_uncertain(&website);
            }
        })
    }
}

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

    /// Closes the connections; those of a server are shared by all its handles.
    ///
    /// # Errors
    /// When a connection does not close.
    pub async fn close(&self) -> Result<(), DbError> {
        self.connections.close().await
    }

    /// Begins a transaction that only reads.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub async fn read(&self) -> Result<PlatformTx, DbError> {
        let on_postgres = self.connections.reader.get_database_backend() == DbBackend::Postgres;
        Ok(PlatformTx { tx: self.connections.begin_read(on_postgres.then_some(AccessMode::ReadOnly)).await? })
    }

    /// Begins a transaction that writes. Dropping it without [`PlatformTx::commit`] undoes it.
    ///
    /// # Errors
    /// When the database cannot be reached or stays busy.
    pub async fn write(&self) -> Result<PlatformTx, DbError> {
        Ok(PlatformTx { tx: self.connections.begin_write().await? })
    }
}

/// A transaction on the platform's tables. It takes no table of a site.
#[derive(Debug)]
pub struct PlatformTx {
    tx: Transaction,
}

impl PlatformTx {
    /// Asks a table.
    pub fn find<E: PlatformEntity>(&self) -> Find<'_, E> {
        Find { select: E::find(), tx: &self.tx }
    }

    /// Changes rows that meet a condition.
    pub fn update<E: PlatformEntity>(&self, condition: impl IntoCondition) -> Update<'_, E> {
        Update { update: E::update_many().filter(both(None, condition)), tx: &self.tx }
    }

    /// Removes rows that meet a condition.
    pub fn delete<E: PlatformEntity>(&self, condition: impl IntoCondition) -> Delete<'_, E> {
        let delete = E::delete_many().filter(both(None, condition));
        Delete { delete, tx: &self.tx, table: PhantomData }
    }

    /// Writes a new row.
    ///
    /// # Errors
    /// [`DbError::Duplicate`] when a unique value is taken.
    pub async fn insert<A>(&self, row: A) -> Result<<A::Entity as EntityTrait>::Model, DbError>
    where
        A: ActiveModelTrait + ActiveModelBehavior + Send,
        A::Entity: PlatformEntity,
        <A::Entity as EntityTrait>::Model: IntoActiveModel<A>,
    {
        self.tx.run(row.insert(self.tx.connection())).await
    }

    /// Writes the changed columns of a row, found by its key.
    ///
    /// # Errors
    /// When the row is not there or the database refuses.
    pub async fn save<A>(&self, row: A) -> Result<<A::Entity as EntityTrait>::Model, DbError>
    where
        A: ActiveModelTrait + ActiveModelBehavior + Send,
        A::Entity: PlatformEntity,
        <A::Entity as EntityTrait>::Model: IntoActiveModel<A>,
    {
        self.tx.run(row.update(self.tx.connection())).await
    }

    /// Makes everything done so far last.
    ///
    /// # Errors
    /// When the database refuses; then nothing was done.
    pub async fn commit(self) -> Result<(), DbError> {
        self.tx.commit().await
    }
}
