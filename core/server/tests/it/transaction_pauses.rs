//! The database of the dollar shop, accessed from outside the program: reads what was written, and installs triggers
//! that block a transaction at a given write. The program itself knows nothing of them.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use sea_orm::{ConnectOptions, ConnectionTrait as _, Database, DatabaseConnection, DbBackend, Statement};

/// A write at which the program is blocked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// What is committed when the program reaches it.
    pub(crate) name: &'static str,
    pub(crate) table: &'static str,
    /// `INSERT` or `UPDATE`.
    pub(crate) write: &'static str,
    /// SQL condition on the new row.
    pub(crate) when: &'static str,
}

/// Holds one connection.
pub(crate) struct Journal {
    connection: DatabaseConnection,
}

/// Time limit for the program to reach a step, or to finish pending work.
const PATIENCE: Duration = Duration::from_secs(90);
const GLANCE: Duration = Duration::from_millis(15);

impl Journal {
    /// Opens a site's SQLite file.
    pub(crate) async fn sqlite(data: &Path, website: &str) -> Result<Self> {
        let file = data.join("db/sites").join(format!("{website}.sqlite"));
        let connection = connect(&format!("sqlite://{}", file.display())).await?;
        connection.execute_unprepared("PRAGMA busy_timeout = 0").await?;
        Ok(Self { connection })
    }

    /// Opens the SQLite file of a site's analytics, once it is there: the first event makes it.
    pub(crate) async fn analytics(data: &Path, website: &str) -> Result<Self> {
        let file = data.join("db/sites").join(format!("{website}.analytics.sqlite"));
        let begun = Instant::now();
        while !file.exists() {
            ensure!(begun.elapsed() < PATIENCE, "there is no {}", file.display());
            tokio::time::sleep(GLANCE).await;
        }
        Ok(Self { connection: connect(&format!("sqlite://{}", file.display())).await? })
    }

    /// Opens a site on Postgres.
    pub(crate) async fn postgres(url: &str, website: &str) -> Result<Self> {
        let connection = connect(url).await?;
        let named = format!("SELECT set_config('stoa.website_id', '{website}', false)");
        connection.execute_unprepared(&named).await?;
        Ok(Self { connection })
    }

    fn is_postgres(&self) -> bool {
        self.connection.get_database_backend() == DbBackend::Postgres
    }

    pub(crate) async fn execute(&self, sql: &str) -> Result<()> {
        let begun = Instant::now();
        loop {
            match self.connection.execute_unprepared(sql).await {
                Ok(_) => return Ok(()),
                // Another connection is writing to the file.
                Err(error) if error.to_string().contains("locked") && begun.elapsed() < PATIENCE => {
                    tokio::time::sleep(GLANCE).await;
                }
                Err(error) => return Err(error).with_context(|| sql.to_owned()),
            }
        }
    }

    /// Result rows as text; every column must be cast to text.
    pub(crate) async fn rows(&self, sql: &str) -> Result<Vec<Vec<String>>> {
        let statement = Statement::from_string(self.connection.get_database_backend(), sql);
        let found = self.connection.query_all_raw(statement).await.with_context(|| sql.to_owned())?;
        let text = |row: &sea_orm::QueryResult, column: usize| {
            row.try_get_by_index::<Option<String>>(column).map(Option::unwrap_or_default)
        };
        found
            .iter()
            .map(|row| Ok((0..row.column_names().len()).map(|column| text(row, column)).collect::<Result<_, _>>()?))
            .collect()
    }

    /// One number.
    pub(crate) async fn number(&self, sql: &str) -> Result<i64> {
        let rows = self.rows(&format!("SELECT CAST(({sql}) AS TEXT)")).await?;
        let text = rows.first().and_then(|row| row.first()).context("no row")?;
        text.parse().with_context(|| format!("{sql}: {text:?}"))
    }

    /// Blocks the next transaction that reaches a step, before it can be committed.
    pub(crate) async fn pause_at(&self, step: Step) -> Result<()> {
        let Step { table, write, when, .. } = step;
        if self.is_postgres() {
            self.execute(
                "CREATE FUNCTION hold_up() RETURNS trigger LANGUAGE plpgsql \
                 AS $$ BEGIN PERFORM pg_sleep(600); RETURN NEW; END $$",
            )
            .await?;
            let trigger = format!(
                "CREATE TRIGGER hold_up BEFORE {write} ON {table} FOR EACH ROW WHEN ({when}) EXECUTE FUNCTION hold_up()"
            );
            return self.execute(&trigger).await;
        }
        // Counts up to a number that is never reached; a trigger can use this only through a view.
        self.execute(
            "CREATE VIEW for_ever AS WITH RECURSIVE step(n) AS \
             (SELECT 1 UNION ALL SELECT n + 1 FROM step WHERE n < 1000000000000) SELECT n FROM step",
        )
        .await?;
        let trigger = format!(
            "CREATE TRIGGER hold_up BEFORE {write} ON {table} WHEN {when} BEGIN SELECT count(*) FROM for_ever; END"
        );
        self.execute(&trigger).await
    }

    /// Waits until a transaction is blocked at the step.
    pub(crate) async fn wait_until_held(&self) -> Result<()> {
        let begun = Instant::now();
        let mut glances = 0;
        while glances < 20 {
            glances = if self.is_paused().await? { glances + 1 } else { 0 };
            ensure!(begun.elapsed() < PATIENCE, "the program does not come to the step");
            tokio::time::sleep(GLANCE).await;
        }
        Ok(())
    }

    /// On Postgres the sleep is visible; on SQLite a blocked writer holds the file's only lock.
    async fn is_paused(&self) -> Result<bool> {
        if self.is_postgres() {
            let asleep = "SELECT count(*) FROM pg_stat_activity \
                          WHERE datname = current_database() AND wait_event = 'PgSleep'";
            return Ok(self.number(asleep).await? > 0);
        }
        match self.connection.execute_unprepared("BEGIN IMMEDIATE").await {
            Ok(_) => {
                self.connection.execute_unprepared("ROLLBACK").await?;
                Ok(false)
            }
            Err(error) => Ok(error.to_string().contains("locked")),
        }
    }

    /// Removes the trigger after the program has ended, and terminates what it left running on the server.
    pub(crate) async fn resume(&self, step: Step) -> Result<()> {
        if self.is_postgres() {
            // Excludes the server's own processes, such as autovacuum, which cannot be terminated.
            let others = "FROM pg_stat_activity WHERE datname = current_database() \
                          AND backend_type = 'client backend' AND pid <> pg_backend_pid()";
            self.execute(&format!("SELECT pg_terminate_backend(pid) {others}")).await?;
            let begun = Instant::now();
            while self.number(&format!("SELECT count(*) {others}")).await? > 0 {
                ensure!(begun.elapsed() < PATIENCE, "connections of the program are still there");
                tokio::time::sleep(GLANCE).await;
            }
            return self.execute(&format!("DROP TRIGGER hold_up ON {}; DROP FUNCTION hold_up()", step.table)).await;
        }
        self.execute("DROP TRIGGER hold_up").await?;
        self.execute("DROP VIEW for_ever").await
    }

    /// Makes all scheduled payment work and stock holds due now.
    pub(crate) async fn make_scheduled_work_due(&self) -> Result<()> {
        for (table, column) in [
            ("payment", "next_check_on"),
            ("refund", "next_check_on"),
            ("webhook_receipt", "next_try_on"),
            ("saved_payment_method", "forget_on"),
            ("orders", "hold_expires_on"),
        ] {
            self.execute(&format!("UPDATE {table} SET {column} = 1 WHERE {column} IS NOT NULL")).await?;
        }
        self.execute("UPDATE outbox SET due_on = 1 WHERE done_on IS NULL").await
    }

    /// Lets the time be over for which the program had claimed jobs when it was killed. On Postgres it may not be the only
    /// process, and these fifteen seconds would pass after nearly every kill; on SQLite its successor takes the jobs at
    /// once. That claims end by themselves is tested with the queue of jobs in `stoa-tenancy`.
    pub(crate) async fn end_claims(&self) -> Result<()> {
        if self.is_postgres() {
            self.execute("UPDATE job SET claimed_until = 1 WHERE claimed_until IS NOT NULL").await?;
        }
        Ok(())
    }

    /// Waits until all load runs are removed.
    pub(crate) async fn wait_for_removed_runs(&self) -> Result<()> {
        self.wait_for_none("runs", "SELECT count(*) FROM load_run WHERE state <> 'removed'").await
    }

    /// Waits until a count is zero.
    pub(crate) async fn wait_for_none(&self, what: &str, sql: &str) -> Result<()> {
        let begun = Instant::now();
        loop {
            let left = self.number(sql).await?;
            if left == 0 {
                return Ok(());
            }
            ensure!(begun.elapsed() < PATIENCE, "{left} {what} after {PATIENCE:?}");
            tokio::time::sleep(GLANCE).await;
        }
    }
}

async fn connect(url: &str) -> Result<DatabaseConnection> {
    let mut options = ConnectOptions::new(url);
    options.max_connections(1).sqlx_logging(false);
    Ok(Database::connect(options).await?)
}
