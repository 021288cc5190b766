//! On which databases a check runs. The functions that tests call only box what they are given: running it, starting and
//! stopping the program are compiled once, not for each of hundreds of checks.

use std::pin::Pin;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};

use super::{App, GLANCE, PATIENCE};

/// What a check or a condition will have found.
pub(crate) type Pending<'c, T> = Pin<Box<dyn Future<Output = Result<T>> + 'c>>;

/// A check, whatever its type.
trait Check {
    fn run<'c>(&'c self, app: &'c App) -> Pending<'c, ()>;
}

impl<F: AsyncFn(&App) -> Result<()>> Check for F {
    fn run<'c>(&'c self, app: &'c App) -> Pending<'c, ()> {
        Box::pin(self(app))
    }
}

/// Something to wait for.
pub(super) trait Condition {
    fn holds(&self) -> Pending<'_, bool>;
}

impl<F: AsyncFn() -> Result<bool>> Condition for F {
    fn holds(&self) -> Pending<'_, bool> {
        Box::pin(self())
    }
}

/// Runs a check on SQLite, then on Postgres: for behaviour that depends on locks, isolation or types, and where no
/// other test runs a statement on one of the two.
pub(crate) fn on_both<'c>(check: impl AsyncFn(&App) -> Result<()> + 'c) -> Pending<'c, ()> {
    on_both_with("", check)
}

/// The same with further sections of settings.
pub(crate) fn on_both_with<'c>(more: &'c str, check: impl AsyncFn(&App) -> Result<()> + 'c) -> Pending<'c, ()> {
    Box::pin(run_on_both(more, Box::new(check)))
}

/// Like [`on_both`], on both at the same time: for checks that mostly wait.
pub(crate) fn on_both_at_once<'c>(check: impl AsyncFn(&App) -> Result<()> + 'c) -> Pending<'c, ()> {
    Box::pin(run_at_once(Box::new(check)))
}

/// Runs a check that does not depend on the database, on SQLite only. Half of such tests run on each database; with
/// `STOA_TEST_DATABASES=both` all run on both.
pub(crate) fn on_sqlite<'c>(check: impl AsyncFn(&App) -> Result<()> + 'c) -> Pending<'c, ()> {
    on_sqlite_with("", check)
}

/// The same with further sections of settings.
pub(crate) fn on_sqlite_with<'c>(more: &'c str, check: impl AsyncFn(&App) -> Result<()> + 'c) -> Pending<'c, ()> {
    Box::pin(run_by_choice(more, Box::new(check), Database::Sqlite))
}

/// Like [`on_sqlite`], on Postgres only.
pub(crate) fn on_postgres<'c>(check: impl AsyncFn(&App) -> Result<()> + 'c) -> Pending<'c, ()> {
    on_postgres_with("", check)
}

/// The same with further sections of settings.
pub(crate) fn on_postgres_with<'c>(more: &'c str, check: impl AsyncFn(&App) -> Result<()> + 'c) -> Pending<'c, ()> {
    Box::pin(run_by_choice(more, Box::new(check), Database::Postgres))
}

#[derive(Clone, Copy)]
enum Database {
    Sqlite,
    Postgres,
}

fn wants_both() -> bool {
    std::env::var("STOA_TEST_DATABASES").is_ok_and(|wanted| wanted == "both")
}

async fn run_by_choice(more: &str, check: Box<dyn Check + '_>, database: Database) -> Result<()> {
    if wants_both() {
        return run_on_both(more, check).await;
    }
    match database {
        Database::Sqlite => run_on_sqlite(more, &*check).await,
        Database::Postgres => run_on_postgres(more, &*check).await,
    }
}

async fn run_on_both(more: &str, check: Box<dyn Check + '_>) -> Result<()> {
    run_on_sqlite(more, &*check).await?;
    run_on_postgres(more, &*check).await
}

async fn run_at_once(check: Box<dyn Check + '_>) -> Result<()> {
    tokio::try_join!(run_on_sqlite("", &*check), run_on_postgres("", &*check)).map(|_| ())
}

async fn run_on_sqlite(more: &str, check: &(dyn Check + '_)) -> Result<()> {
    let app = App::sqlite_with(more).await?;
    check.run(&app).await.context("on SQLite")?;
    app.stop().await
}

async fn run_on_postgres(more: &str, check: &(dyn Check + '_)) -> Result<()> {
    let app = App::postgres_with(more).await?;
    check.run(&app).await.context("on Postgres")?;
    app.stop().await
}

/// Waits until a condition holds.
pub(super) async fn wait_until(done: Box<dyn Condition + '_>) -> Result<()> {
    let begun = Instant::now();
    while !done.holds().await? {
        ensure!(begun.elapsed() < PATIENCE, "it has not happened after {PATIENCE:?}");
        tokio::time::sleep(GLANCE).await;
    }
    Ok(())
}
