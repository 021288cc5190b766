//! The list of due work: due work is found again however a process ends, and an idle site is not listed.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use anyhow::{Context as _, Result, ensure};
use stoa_entity::platform::due_work;
use stoa_kernel::clock::{Clock, Timestamp};
use stoa_kernel::encryption::Cipher;
use stoa_kernel::id::WebsiteId;
use stoa_tenancy::{DatabaseSettings, Databases, SitePass};
use stoa_testkit::{CurrentSchema, Postgres, migrated_database, migrated_folder};

use crate::{MINUTE, count, sqlite};

const MINUTE_MS: i64 = 60_000;

/// A clock set by the test.
#[derive(Default)]
pub(crate) struct TestClock(AtomicI64);

impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_ms(self.0.load(Ordering::SeqCst))
    }
}

impl TestClock {
    pub(crate) fn go_on(&self, ms: i64) {
        self.0.fetch_add(ms, Ordering::SeqCst);
    }
}

/// A process with its own clock.
pub(crate) struct Process {
    pub(crate) databases: Databases,
    pub(crate) clock: Arc<TestClock>,
}

impl Process {
    pub(crate) async fn start(settings: &DatabaseSettings, clock: &Arc<TestClock>) -> Result<Self> {
        let seal = Cipher::new(&[7; 32])?;
        let databases =
            Databases::open(settings.clone(), Arc::new(CurrentSchema), seal, Arc::clone(clock) as _).await?;
        Ok(Self { databases, clock: Arc::clone(clock) })
    }

    /// Writes something that makes the site due.
    async fn write(&self, website: &WebsiteId) -> Result<()> {
        let tx = self.databases.tenant(website).await?.write().await?;
        tx.delete::<stoa_entity::tenant::counter::Entity>(sea_orm::Condition::all()).exec().await?;
        tx.insert(count("orders", self.clock.now().ms())).await?;
        Ok(tx.commit().await?)
    }

    async fn taken(&self) -> Result<Vec<SitePass>> {
        Ok(self.databases.due_work().take().await?)
    }

    /// Takes the one site that is due; `next` is when it is due again.
    async fn pass(&self, website: &WebsiteId, next: Option<Timestamp>) -> Result<()> {
        let pass = only(self.taken().await?)?;
        ensure!(pass.website == *website, "{pass:?}");
        Ok(self.databases.due_work().settle(&pass, next).await?)
    }

    pub(crate) async fn listed(&self) -> Result<Vec<Timestamp>> {
        let tx = self.databases.platform().read().await?;
        Ok(tx.find::<due_work::Entity>().all().await?.into_iter().map(|row| row.due_on).collect())
    }
}

/// The only pass that was taken.
fn only(mut taken: Vec<SitePass>) -> Result<SitePass> {
    ensure!(taken.len() <= 1, "{taken:?}");
    taken.pop().context("nothing is due")
}

pub(crate) async fn on_both(check: impl AsyncFn(&DatabaseSettings, &Arc<TestClock>) -> Result<()>) -> Result<()> {
    let clock = || Arc::new(TestClock(AtomicI64::new(1_000_000)));
    let folder = tempfile::tempdir()?;
    migrated_folder(folder.path()).await?;
    check(&sqlite(folder.path(), 4, MINUTE), &clock()).await.context("on SQLite")?;
    let server = Postgres::start()?;
    let settings = DatabaseSettings::Postgres { url: migrated_database(&server).await?, max_connections: 5 };
    check(&settings, &clock()).await.context("on Postgres")
}

#[tokio::test(flavor = "multi_thread")]
async fn due_work_survives_process_end() -> Result<()> {
    on_both(async |settings, clock| {
        let website = WebsiteId::generate();
        let first = Process::start(settings, clock).await?;
        first.write(&website).await?;
        ensure!(first.taken().await?.is_empty(), "it may still be written to");
        drop(first);

        let second = Process::start(settings, clock).await?;
        second.databases.due_work().take_over(true).await?;
        second.pass(&website, None).await?;
        ensure!(second.taken().await?.is_empty(), "once is enough for now");
        clock.go_on(MINUTE_MS);
        second.pass(&website, None).await?;
        ensure!(second.listed().await?.is_empty(), "an idle site is not listed");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn write_recorded_once_a_minute_and_during_pass() -> Result<()> {
    on_both(async |settings, clock| {
        let website = WebsiteId::generate();
        let (one, two) = (Process::start(settings, clock).await?, Process::start(settings, clock).await?);
        let began = clock.now();
        for _ in 0..5 {
            one.write(&website).await?;
            clock.go_on(MINUTE_MS / 10);
        }
        ensure!(one.listed().await? == [began + MINUTE_MS], "{:?}", one.listed().await?);

        // A request has just changed the site: the pass ends before the note expires, and the note stays.
        let pass = one.databases.due_work().begin(&website).await?;
        one.databases.due_work().settle(&pass, None).await?;
        ensure!(
            one.listed().await? == [began + MINUTE_MS],
            "the promised pass is still due: {:?}",
            one.listed().await?
        );

        // Another process writes during the pass.
        clock.go_on(MINUTE_MS / 2);
        let pass = only(one.taken().await?)?;
        two.write(&website).await?;
        let noted = clock.now() + MINUTE_MS;
        one.databases.due_work().settle(&pass, None).await?;
        ensure!(one.listed().await? == [noted], "data written meanwhile is processed: {:?}", one.listed().await?);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn expired_pass_lease_is_taken_over() -> Result<()> {
    on_both(async |settings, clock| {
        let website = WebsiteId::generate();
        let first = Process::start(settings, clock).await?;
        let day = clock.now() + 24 * 60 * MINUTE_MS;
        first.databases.due_work().wake(&website, clock.now()).await?;
        ensure!(first.taken().await?.len() == 1, "it is due");
        let second = Process::start(settings, clock).await?;
        ensure!(second.taken().await?.is_empty(), "someone processes it");
        // The second process also processes the site, and ends before the first, whose pass is never settled.
        let pass = second.databases.due_work().begin(&website).await?;
        second.databases.due_work().settle(&pass, None).await?;
        drop(first);
        clock.go_on(2 * MINUTE_MS);
        second.pass(&website, Some(day)).await?;
        ensure!(second.listed().await? == [day], "{:?}", second.listed().await?);
        second.databases.due_work().wake(&website, day + 1).await?;
        ensure!(second.listed().await? == [day], "an earlier time stays");
        second.databases.due_work().take_over(true).await?;
        ensure!(second.taken().await?.is_empty(), "a start does not process what is due tomorrow");
        clock.go_on(24 * 60 * MINUTE_MS);
        second.pass(&website, None).await?;
        ensure!(second.listed().await?.is_empty(), "{:?}", second.listed().await?);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn new_site_is_due_regardless_of_write_time() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let tenancy = crate::open(sqlite(folder.path(), 4, MINUTE)).await?;
    let website = crate::make_site(&tenancy, "copied").await?;
    let pass = only(tenancy.databases.due_work().take().await?)?;
    ensure!(pass.website == website, "{pass:?}");
    Ok(())
}
