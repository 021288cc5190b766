//! The databases of visitors' analytics. On SQLite each site has a second file, created with the first event of a
//! visitor, so that what visitors do never waits for the site's own writes; on Postgres its tables are in the shared
//! database, and events are partitioned by month.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use moka::future::Cache;
use moka::policy::EvictionPolicy;
use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement, TransactionTrait as _};
use stoa_entity::{Connections, SiteCache, TenantDb};
use stoa_kernel::boxed;
use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::id::WebsiteId;

use super::months;
use crate::TenancyError;
use crate::databases::{Databases, Rows, open_error};
use crate::site_files::SiteFiles;

/// What the names of partitions begin with.
const PARTITION: &str = "analytics_event_";
/// Lock that prevents several processes from making the same partition at the same time.
const LOCK: &str = "SELECT pg_advisory_xact_lock(6872016841251938)";

/// A site whose analytics file is open.
#[derive(Clone)]
struct OpenAnalytics {
    db: TenantDb,
    /// As for the file of the site.
    epoch: u64,
    /// Identifies the file.
    mark: Option<u64>,
}

/// The open files, and the months whose partitions are known to exist.
pub(crate) struct AnalyticsDatabases {
    open: Cache<WebsiteId, OpenAnalytics>,
    months: Mutex<HashSet<i64>>,
    /// The day up to which empty partitions were looked for last.
    dropped_until: Mutex<Option<i64>>,
}

impl AnalyticsDatabases {
    /// Keeps at most `most` files open, and closes one that was not used for `idle`.
    pub(crate) fn new(most: u64, idle: Duration) -> Self {
        let open = Cache::builder().eviction_policy(EvictionPolicy::lru()).max_capacity(most).time_to_idle(idle);
        Self { open: open.build(), months: Mutex::default(), dropped_until: Mutex::default() }
    }

    fn knows(&self, month: i64) -> bool {
        self.months.lock().unwrap_or_else(PoisonError::into_inner).contains(&month)
    }

    fn note(&self, month: i64) {
        self.months.lock().unwrap_or_else(PoisonError::into_inner).insert(month);
    }

    fn forget(&self, month: i64) {
        self.months.lock().unwrap_or_else(PoisonError::into_inner).remove(&month);
    }

    /// Whether empty partitions were not looked for up to this day yet.
    fn begins_day(&self, day: i64) -> bool {
        let mut last = self.dropped_until.lock().unwrap_or_else(PoisonError::into_inner);
        last.replace(day) != Some(day)
    }
}

impl Databases {
    /// The analytics of a site; none when nothing was ever recorded for it.
    ///
    /// # Errors
    /// When the database cannot be opened or migrated.
    #[boxed]
    pub async fn analytics(&self, website: &WebsiteId) -> Result<Option<TenantDb>, TenancyError> {
        match &self.rows {
            Rows::Shared(shared) => Ok(Some(self.shared_analytics(website, shared))),
            Rows::Files(files) if files.has_analytics(website).await => self.open_analytics(website).await.map(Some),
            Rows::Files(_) => Ok(None),
        }
    }

    /// The analytics of a site, made when there are none; none when the site does not exist.
    ///
    /// # Errors
    /// When the database cannot be opened, created or migrated.
    #[boxed]
    pub async fn analytics_for_writing(&self, website: &WebsiteId) -> Result<Option<TenantDb>, TenancyError> {
        match &self.rows {
            Rows::Shared(shared) if self.is_known(website).await? => Ok(Some(self.shared_analytics(website, shared))),
            Rows::Files(files) if files.has_analytics(website).await || self.is_known(website).await? => {
                self.open_analytics(website).await.map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Makes the partitions of events from these times, where events are partitioned.
    ///
    /// # Errors
    /// When the database refuses.
    #[boxed]
    pub async fn make_analytics_months(&self, from: Timestamp, until: Timestamp) -> Result<(), TenancyError> {
        let Rows::Shared(shared) = &self.rows else { return Ok(()) };
        for month in months::between(from, until) {
            if !self.analytics.knows(month.number) {
                make_month(shared, &month).await.map_err(|error| open_error("Postgres", error))?;
                self.analytics.note(month.number);
            }
        }
        Ok(())
    }

    /// Drops the partitions of events that ended by this time and are empty, where events are partitioned; once a day of
    /// this time. One that is in use is tried again the next day. Nobody may record events of this time any more.
    ///
    /// # Errors
    /// When the partitions cannot be listed.
    #[boxed]
    pub async fn drop_analytics_months(&self, ended: Timestamp) -> Result<(), TenancyError> {
        let Rows::Shared(shared) = &self.rows else { return Ok(()) };
        if !self.analytics.begins_day(ended.ms().div_euclid(DAY_MS)) {
            return Ok(());
        }
        let months = partitions(shared).await.map_err(|error| open_error("Postgres", error))?;
        for month in months.iter().filter(|month| month.until <= ended) {
            self.analytics.forget(month.number);
            if let Err(error) = drop_month(shared, month).await {
                tracing::warn!(%error, month = %month.name, "an old partition of events was not dropped");
            }
        }
        Ok(())
    }

    #[expect(clippy::disallowed_methods, reason = "site handles are only created in this crate")]
    fn shared_analytics(&self, website: &WebsiteId, shared: &Connections) -> TenantDb {
        TenantDb::open(website.clone(), shared.clone(), SiteCache::default(), Arc::clone(&self.seal))
    }

    #[expect(clippy::disallowed_methods, reason = "site handles are only created in this crate")]
    async fn open_analytics(&self, website: &WebsiteId) -> Result<TenantDb, TenancyError> {
        let Rows::Files(files) = &self.rows else { return Err(TenancyError::UnknownSite) };
        if let Some(open) = self.analytics.open.get(website).await {
            if open.epoch == self.health.epoch() {
                return Ok(open.db);
            }
            self.analytics.open.invalidate(website).await;
        }
        let opened = self.analytics.open.try_get_with_by_ref(website, async {
            let epoch = self.health.epoch();
            let (opening, own) = (Arc::clone(files), website.clone());
            // Spawned, so that a cancelled request does not leave a half-opened file to the next one.
            let opened = tokio::spawn(async move { opening.open_analytics(&own).await }).await;
            let connections = opened.map_err(|error| open_error(website.as_str(), error))??;
            let seal = Arc::clone(&self.seal);
            let db = TenantDb::open(website.clone(), connections, SiteCache::default(), seal);
            let mark = files.analytics_mark(website).await;
            Ok::<_, TenancyError>(OpenAnalytics { db, epoch, mark })
        });
        let opened = Box::pin(opened).await;
        self.analytics.open.run_pending_tasks().await;
        let alone = |error| Arc::try_unwrap(error).unwrap_or_else(|shared| open_error(website.as_str(), shared));
        opened.map(|open| open.db).map_err(alone)
    }

    /// Deletes the analytics of a site permanently.
    ///
    /// # Errors
    /// When they cannot be deleted.
    pub(crate) async fn erase_analytics(&self, website: &WebsiteId) -> Result<(), TenancyError> {
        match &self.rows {
            Rows::Shared(shared) => {
                let tx = self.shared_analytics(website, shared).write().await?;
                tx.delete_all_analytics_rows().await?;
                Ok(tx.commit().await?)
            }
            Rows::Files(files) => {
                self.analytics.open.invalidate(website).await;
                files.remove_analytics(website).await
            }
        }
    }

    /// Closes analytics files that were not used for a while, and those beyond the limit.
    pub(crate) async fn close_idle_analytics(&self) {
        self.analytics.open.run_pending_tasks().await;
    }

    /// Closes analytics files that were replaced by a copy after they were opened.
    pub(crate) async fn close_replaced_analytics(&self, files: &SiteFiles) {
        let open: Vec<_> = self.analytics.open.iter().map(|(website, open)| (website, open.mark)).collect();
        for (website, mark) in open {
            if files.analytics_mark(&website).await != mark {
                self.analytics.open.invalidate(&*website).await;
            }
        }
    }

    /// Closes the analytics files.
    pub(crate) async fn close_analytics(&self) -> Result<(), TenancyError> {
        for (_, open) in &self.analytics.open {
            open.db.close().await?;
        }
        self.analytics.open.invalidate_all();
        Ok(())
    }
}

/// Makes the partition of a month. Policies of the table do not apply to its partitions when they are queried
/// themselves, which this program never does: they get the same policy nevertheless.
async fn make_month(shared: &Connections, month: &months::Month) -> Result<(), DbErr> {
    let name = format!("{PARTITION}{}", month.name);
    let tx = shared.writer.begin().await?;
    tx.execute_unprepared(LOCK).await?;
    let (from, until) = (month.from.ms(), month.until.ms());
    let question = format!("SELECT 1 WHERE to_regclass('{name}') IS NULL");
    let statement = Statement::from_string(DbBackend::Postgres, question);
    if tx.query_one_raw(statement).await?.is_some() {
        for statement in [
            // Rows of a day are deleted every day: their space is found before those of the next one need it.
            format!(
                "CREATE TABLE {name} PARTITION OF analytics_event FOR VALUES FROM ({from}) TO ({until}) \
                 WITH (autovacuum_vacuum_scale_factor = 0.02)"
            ),
            format!("ALTER TABLE {name} ENABLE ROW LEVEL SECURITY"),
            format!("ALTER TABLE {name} FORCE ROW LEVEL SECURITY"),
            format!(
                "CREATE POLICY own_site ON {name} USING (website_id = current_setting('stoa.website_id', true)) \
                 WITH CHECK (website_id = current_setting('stoa.website_id', true))"
            ),
        ] {
            tx.execute_unprepared(&statement).await?;
        }
    }
    tx.commit().await
}

/// The months whose partitions are there.
async fn partitions(shared: &Connections) -> Result<Vec<months::Month>, DbErr> {
    let sql = "SELECT own.relname::text AS name FROM pg_inherits JOIN pg_class own ON own.oid = inhrelid \
               WHERE inhparent = to_regclass('analytics_event')";
    let statement = Statement::from_string(DbBackend::Postgres, sql);
    let rows = shared.writer.query_all_raw(statement).await?;
    let names = rows.iter().map(|row| row.try_get::<String>("", "name"));
    let names: Vec<String> = names.collect::<Result<_, _>>()?;
    Ok(names.iter().filter_map(|name| months::named(name.strip_prefix(PARTITION)?)).collect())
}

/// Whether a partition has no pages: not even events that were deleted while transactions are open that see them.
async fn has_no_pages(connection: &impl ConnectionTrait, name: &str) -> Result<bool, DbErr> {
    let sql = format!("SELECT 1 WHERE pg_relation_size(to_regclass('{name}')) = 0");
    Ok(connection.query_one_raw(Statement::from_string(DbBackend::Postgres, sql)).await?.is_some())
}

/// Drops the partition of a month if nobody has or sees events in it. Queries that use the table do not wait
/// longer than the limit.
async fn drop_month(shared: &Connections, month: &months::Month) -> Result<(), DbErr> {
    let name = format!("{PARTITION}{}", month.name);
    if !has_no_pages(&shared.writer, &name).await? {
        // Autovacuum may have passed while someone read, and returns only after further deletions. Where events are left, this
        // looks at the pages that changed since the last time alone.
        shared.writer.execute_unprepared(&format!("VACUUM (SKIP_LOCKED) {name}")).await?;
        if !has_no_pages(&shared.writer, &name).await? {
            return Ok(());
        }
    }
    let tx = shared.writer.begin().await?;
    tx.execute_unprepared("SET LOCAL lock_timeout = '500ms'").await?;
    tx.execute_unprepared(LOCK).await?;
    // The order in which inserts lock them, so that no two wait for each other.
    tx.execute_unprepared("LOCK TABLE ONLY analytics_event IN ACCESS EXCLUSIVE MODE").await?;
    if !has_no_pages(&tx, &name).await? {
        return tx.rollback().await;
    }
    tx.execute_unprepared(&format!("DROP TABLE {name}")).await?;
    tx.commit().await
}
