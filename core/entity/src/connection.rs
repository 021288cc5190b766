//! Handles on the rows of sites, and the transactions that begin on them.

use std::marker::PhantomData;
use std::sync::Arc;

use sea_orm::sea_query::{Expr, Func, IntoCondition, OnConflict, Query, SimpleExpr};
use sea_orm::{
    ActiveModelBehavior, ConnectionTrait, DbBackend, EntityTrait, IntoActiveModel, IsolationLevel, Iterable as _,
    PrimaryKeyToColumn, QueryFilter, Statement,
};
use stoa_kernel::boxed;
use stoa_kernel::encryption::Cipher;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::migrations::FIRST_OF_ANALYTICS;
use stoa_kernel::reachability::DatabaseReachability;

use crate::scope::both;
use crate::transaction::{OpaqueTransaction, Transaction};
use crate::{Connections, DbError, Delete, Execution, Find, SiteCache, TenantEntity, TenantRow, Update, WriteObserver};

/// Starts a site's transaction on Postgres in one statement: each statement costs a round trip.
const WRITES: &str = "SELECT set_config('stoa.website_id', $1, true)";
const READS: &str = "SELECT set_config('stoa.website_id', $1, true), set_config('transaction_read_only', 'on', true)";

/// Waits for the lock of one site's storage on Postgres. Locks with two keys are apart from those with one.
pub(crate) const LOCK_STORAGE: &str = "SELECT pg_advisory_xact_lock(1, hashtext($1))";

/// The rows of one site, in whichever database. Created only by `tenancy`.
#[derive(Clone, Debug)]
pub struct TenantDb {
    website: WebsiteId,
    connections: Connections,
    memory: SiteCache,
    seal: Arc<Cipher>,
    notice: Option<Arc<dyn WriteObserver>>,
    language: Option<String>,
}

impl TenantDb {
    /// A handle on one site's rows. Called by `tenancy` and the test kit; a lint forbids other callers.
    pub fn open(website: WebsiteId, connections: Connections, memory: SiteCache, seal: Arc<Cipher>) -> Self {
        Self { website, connections, memory, seal, notice: None, language: None }
    }

    /// A handle that calls `notice` before each transaction that writes.
    pub fn with_notice(self, notice: Arc<dyn WriteObserver>) -> Self {
        Self { notice: Some(notice), ..self }
    }

    /// A handle without notice, for callers that handle the consequences of their writes themselves.
    pub fn without_notice(&self) -> Self {
        Self { notice: None, ..self.clone() }
    }

    /// A handle whose transactions read what visitors see in a language, see [`TenantTx::in_language`]. Those that write
    /// must store originals: they read them with their ids.
    pub fn in_language(&self, language: Option<String>) -> Self {
        Self { language, ..self.clone() }
    }

    /// The language in which its transactions read; none for the one in which the owner writes.
    pub fn language(&self) -> Option<&str> {
        self.language.as_deref()
    }

    /// Closes the connections; those to a server are shared by all its handles.
    ///
    /// # Errors
    /// When a connection does not close.
    #[boxed]
    pub async fn close(&self) -> Result<(), DbError> {
        self.connections.close().await
    }

    /// Number of handles on the same connections, plus the transaction that uses the first reader. If there are more
    /// than the caller knows of, the connections are in use.
    pub fn users(&self) -> usize {
        Arc::strong_count(&self.connections.reader_is_taken)
    }

    /// The site whose rows are visible.
    pub fn website(&self) -> &WebsiteId {
        &self.website
    }

    /// The in-process cache of the site.
    pub fn memory(&self) -> &SiteCache {
        &self.memory
    }

    /// Reachability of the database.
    pub fn reach(&self) -> &DatabaseReachability {
        &self.connections.reach
    }

    /// Begins a read-only transaction: one consistent snapshot of the site.
    ///
    /// # Errors
    /// When the database cannot be reached.
    #[boxed]
    pub async fn read(&self) -> Result<TenantTx, DbError> {
        self.scoped(self.connections.begin_read(None).await?, READS).await
    }

    /// The same; on Postgres, all its statements see the rows as they were at the first one, even where others move them
    /// from one table to another meanwhile. SQLite has no other transactions. Costs Postgres a round trip.
    ///
    /// # Errors
    /// When the database cannot be reached.
    #[boxed]
    pub async fn snapshot(&self) -> Result<TenantTx, DbError> {
        let is_postgres = self.connections.reader.get_database_backend() == DbBackend::Postgres;
        let isolation = is_postgres.then_some(IsolationLevel::RepeatableRead);
        self.scoped(self.connections.begin_reading(isolation, None).await?, READS).await
    }

    /// Begins a transaction that writes. Dropping it without [`TenantTx::commit`] rolls it back.
    ///
    /// # Errors
    /// When the database cannot be reached or stays busy.
    #[boxed]
    pub async fn write(&self) -> Result<TenantTx, DbError> {
        if let Some(notice) = &self.notice {
            notice.before_write(&self.website, &self.memory).await?;
        }
        self.scoped(self.connections.begin_write().await?, WRITES).await
    }

    /// On Postgres it also sets the site for the row-level security policies.
    async fn scoped(&self, tx: Transaction, scope: &str) -> Result<TenantTx, DbError> {
        if tx.is_postgres() {
            let statement = Statement::from_sql_and_values(DbBackend::Postgres, scope, [self.website.clone().into()]);
            tx.run(tx.connection().execute_raw(statement)).await?;
        }
        let (memory, seal) = (self.memory.clone(), Arc::clone(&self.seal));
        Ok(TenantTx { website: self.website.clone(), tx: tx.into(), memory, seal, language: self.language.clone() })
    }
}

/// A transaction on one site's rows. Its connection is private, and every query is restricted to this site's rows:
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
    tx: OpaqueTransaction,
    memory: SiteCache,
    seal: Arc<Cipher>,
    language: Option<String>,
}

impl TenantTx {
    /// The site whose rows are visible.
    pub fn website(&self) -> &WebsiteId {
        &self.website
    }

    /// Has what visitors see read in a language, see [`crate::translations`]; none for the language in which the owner
    /// writes.
    pub fn in_language(self, language: Option<String>) -> Self {
        Self { language, ..self }
    }

    /// The language in which what visitors see is read; none for the one in which the owner writes.
    pub fn language(&self) -> Option<&str> {
        self.language.as_deref()
    }

    /// The in-process cache of the site.
    pub fn memory(&self) -> &SiteCache {
        &self.memory
    }

    /// Encrypts and decrypts column values that must not be readable in the database.
    pub fn seal(&self) -> &Cipher {
        &self.seal
    }

    /// Whether the database locks single rows. SQLite has a single writer instead.
    pub fn locks_rows(&self) -> bool {
        self.tx.is_postgres()
    }

    /// Waits until no other transaction of the site holds this lock, and holds it until the transaction ends. SQLite has
    /// a single writer and needs none. A transaction that takes it takes it first, so that it holds no row while it waits.
    ///
    /// # Errors
    /// When the database refuses.
    pub(crate) async fn lock_storage(&self) -> Result<(), DbError> {
        if self.tx.is_postgres() {
            let own = self.website.clone();
            let lock = Statement::from_sql_and_values(DbBackend::Postgres, LOCK_STORAGE, [own.into()]);
            self.tx.run(self.tx.connection().execute_raw(lock)).await?;
        }
        Ok(())
    }

    /// Has older programs refuse the database in which this site's analytics are, see [`FIRST_OF_ANALYTICS`].
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn refuse_older_programs(&self) -> Result<(), DbError> {
        let noted = format!("DELETE FROM analytics_migration WHERE version = '{FIRST_OF_ANALYTICS}'");
        self.tx.run(self.tx.connection().execute_unprepared(&noted)).await?;
        Ok(())
    }

    /// Starts a query of a table.
    pub fn find<E: TenantEntity>(&self) -> Find<'_, E> {
        Find { select: E::find().filter(E::of(&self.website)), tx: &self.tx, site: Some(self.website.clone()) }
    }

    /// Updates rows that meet a condition.
    pub fn update<E: TenantEntity>(&self, condition: impl IntoCondition) -> Update<'_, E> {
        let update = E::update_many().filter(both(Some(E::of(&self.website)), condition));
        Update { update, tx: &self.tx }
    }

    /// Deletes rows that meet a condition.
    pub fn delete<E: TenantEntity>(&self, condition: impl IntoCondition) -> Delete<'_, E> {
        let delete = E::delete_many().filter(both(Some(E::of(&self.website)), condition));
        Delete { delete, tx: &self.tx, table: PhantomData }
    }

    /// An expression: whether a JSON column with a list of texts has one that meets a condition. `condition` is given
    /// the text.
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

    /// Inserts a row into the site; its website id is set here.
    ///
    /// # Errors
    /// [`DbError::Duplicate`] when a unique value is taken.
    pub fn insert<'a, A>(&'a self, mut row: A) -> Execution<'a, <A::Entity as EntityTrait>::Model>
    where
        A: TenantRow + ActiveModelBehavior + Send + 'a,
        <A::Entity as EntityTrait>::Model: IntoActiveModel<A>,
    {
        row.place(&self.website);
        self.tx.execute(row.insert(self.tx.connection()))
    }

    /// Inserts many rows into the site.
    ///
    /// # Errors
    /// [`DbError::Duplicate`] when a unique value is taken; then none is inserted.
    pub fn insert_many<'a, A>(&'a self, rows: Vec<A>) -> Execution<'a, ()>
    where
        A: TenantRow + ActiveModelBehavior + Send + 'a,
        A::Entity: TenantEntity,
    {
        let mut rows = rows;
        for row in &mut rows {
            row.place(&self.website);
        }
        Box::pin(async move {
            if !rows.is_empty() {
                let insert = <A::Entity as EntityTrait>::insert_many(rows);
                self.tx.run(insert.exec_without_returning(self.tx.connection())).await?;
            }
            Ok(())
        })
    }

    /// Inserts those rows into the site whose keys are not taken yet, and returns them.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn insert_new<'a, A>(&'a self, mut rows: Vec<A>) -> Execution<'a, Vec<<A::Entity as EntityTrait>::Model>>
    where
        A: TenantRow + ActiveModelBehavior + Send + 'a,
        A::Entity: TenantEntity,
        <A::Entity as EntityTrait>::Model: IntoActiveModel<A>,
    {
        for row in &mut rows {
            row.place(&self.website);
        }
        if rows.is_empty() {
            return Box::pin(async { Ok(Vec::new()) });
        }
        let keys = <A::Entity as EntityTrait>::PrimaryKey::iter().map(PrimaryKeyToColumn::into_column);
        let taken = OnConflict::columns(keys).do_nothing().to_owned();
        let insert = <A::Entity as EntityTrait>::insert_many(rows).on_conflict(taken);
        self.tx.execute(insert.exec_with_returning(self.tx.connection()))
    }

    /// Inserts many rows into the site; `conflict` says what happens to those whose key is taken.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn upsert_many<'a, A>(&'a self, mut rows: Vec<A>, conflict: OnConflict) -> Execution<'a, ()>
    where
        A: TenantRow + ActiveModelBehavior + Send + 'a,
        A::Entity: TenantEntity,
    {
        for row in &mut rows {
            row.place(&self.website);
        }
        Box::pin(async move {
            if !rows.is_empty() {
                let insert = <A::Entity as EntityTrait>::insert_many(rows).on_conflict(conflict);
                self.tx.run(insert.exec_without_returning(self.tx.connection())).await?;
            }
            Ok(())
        })
    }

    /// Updates the changed columns of a row of the site, found by its key.
    ///
    /// # Errors
    /// When the row does not exist or the database refuses.
    pub fn save<'a, A>(&'a self, mut row: A) -> Execution<'a, <A::Entity as EntityTrait>::Model>
    where
        A: TenantRow + ActiveModelBehavior + Send + 'a,
        <A::Entity as EntityTrait>::Model: IntoActiveModel<A>,
    {
        row.place(&self.website);
        self.tx.execute(row.update(self.tx.connection()))
    }

    /// Commits the transaction.
    ///
    /// # Errors
    /// When the database refuses; then nothing was committed. If the database became unreachable meanwhile, the outcome
    /// is unknown: then the site is recorded with [`DatabaseReachability::record_uncertain_commit`].
    #[boxed]
    pub async fn commit(self) -> Result<(), DbError> {
        let (website, reach) = (self.website, self.tx.reach().clone());
        self.tx.commit().await.inspect_err(|error| {
            if matches!(error, DbError::Unavailable(_)) {
                reach.record_uncertain_commit(&website);
            }
        })
    }
}
