//! The list of due work: what is to be looked at is found again however a process ends, and a site that rests is not in it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use anyhow::{Context as _, Result, ensure};
use stoa_entity::platform::due_work;
use stoa_kernel::clock::Clock;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::seal::Seal;
use stoa_tenancy::{DatabaseSettings, Databases, Look};
use stoa_testkit::{CurrentSchema, Postgres};

use crate::{MINUTE, count, sqlite};

const MINUTE_MS: i64 = 60_000;

/// A clock that is moved by hand.
#[derive(Default)]
struct Hands(AtomicI64);

impl Clock for Hands {
    fn now_ms(&self) -> i64 {
        self.0.load(Ordering::SeqCst)
    }
}

impl Hands {
    fn go_on(&self, ms: i64) {
        self.0.fetch_add(ms, Ordering::SeqCst);
    }
}

/// A process, and the time it goes by.
struct Process {
    databases: Databases,
    clock: Arc<Hands>,
}

impl Process {
    async fn start(settings: &DatabaseSettings, clock: &Arc<Hands>) -> Result<Self> {
        let seal = Seal::new(&[7; 32])?;
        let databases =
            Databases::open(settings.clone(), Arc::new(CurrentSchema), seal, Arc::clone(clock) as _).await?;
        Ok(Self { databases, clock: Arc::clone(clock) })
    }

    /// Writes something that others have to follow.
    async fn write(&self, website: &WebsiteId) -> Result<()> {
        let tx = self.databases.tenant(website).await?.write().await?;
        tx.delete::<stoa_entity::tenant::counter::Entity>(sea_orm::Condition::all()).exec().await?;
        tx.insert(count("orders", self.clock.now_ms())).await?;
        Ok(tx.commit().await?)
    }

    async fn taken(&self) -> Result<Vec<Look>> {
        Ok(self.databases.due_work().take().await?)
    }

    /// Takes the one site that is due and finds nothing to do, or something later.
    async fn look(&self, website: &WebsiteId, next: Option<i64>) -> Result<()> {
        let look = only(self.taken().await?)?;
        ensure!(look.website == *website, "{look:?}");
        Ok(self.databases.due_work().settle(&look, next).await?)
    }

    async fn listed(&self) -> Result<Vec<i64>> {
        let tx = self.databases.platform().read().await?;
        Ok(tx.find::<due_work::Entity>().all().await?.into_iter().map(|row| row.due_on).collect())
    }
}

/// The one look that was taken.
fn only(mut taken: Vec<Look>) -> Result<Look> {
    ensure!(taken.len() <= 1, "{taken:?}");
    taken.pop().context("nothing is due")
}

async fn on_both(check: impl AsyncFn(&DatabaseSettings, &Arc<Hands>) -> Result<()>) -> Result<()> {
    let clock = || Arc::new(Hands(AtomicI64::new(1_000_000)));
    let folder = tempfile::tempdir()?;
    check(&sqlite(folder.path(), 4, MINUTE), &clock()).await.context("on SQLite")?;
    let server = Postgres::start()?;
    let settings = DatabaseSettings::Postgres { url: server.database()?, max_connections: 5 };
    check(&settings, &clock()).await.context("on Postgres")
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_written_is_looked_at_though_its_process_ended_and_then_the_site_rests() -> Result<()> {
    on_both(async |settings, clock| {
        let website = WebsiteId::generate();
        let first = Process::start(settings, clock).await?;
        first.write(&website).await?;
        ensure!(first.taken().await?.is_empty(), "it may still be written to");
        drop(first);

        let second = Process::start(settings, clock).await?;
        second.databases.due_work().take_over(true).await?;
        second.look(&website, None).await?;
        ensure!(second.taken().await?.is_empty(), "once is enough for now");
        clock.go_on(MINUTE_MS);
        second.look(&website, None).await?;
        ensure!(second.listed().await?.is_empty(), "a site that rests is in no list");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_in_use_is_noted_once_a_minute_and_a_write_during_a_look_is_not_lost() -> Result<()> {
    on_both(async |settings, clock| {
        let website = WebsiteId::generate();
        let (one, two) = (Process::start(settings, clock).await?, Process::start(settings, clock).await?);
        let began = clock.now_ms();
        for _ in 0..5 {
            one.write(&website).await?;
            clock.go_on(MINUTE_MS / 10);
        }
        ensure!(one.listed().await? == [began + MINUTE_MS], "{:?}", one.listed().await?);

        // A call has just changed the site: the look is over before the note ends, and the note stays.
        let look = one.databases.due_work().begin(&website).await?;
        one.databases.due_work().settle(&look, None).await?;
        ensure!(one.listed().await? == [began + MINUTE_MS], "the promise of a look stands: {:?}", one.listed().await?);

        // Another process writes while the one looks.
        clock.go_on(MINUTE_MS / 2);
        let look = only(one.taken().await?)?;
        two.write(&website).await?;
        let noted = clock.now_ms() + MINUTE_MS;
        one.databases.due_work().settle(&look, None).await?;
        ensure!(one.listed().await? == [noted], "what was written meanwhile is looked at: {:?}", one.listed().await?);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_look_whose_process_ended_is_taken_by_another_and_times_to_come_are_kept() -> Result<()> {
    on_both(async |settings, clock| {
        let website = WebsiteId::generate();
        let first = Process::start(settings, clock).await?;
        let day = clock.now_ms() + 24 * 60 * MINUTE_MS;
        first.databases.due_work().wake(&website, clock.now_ms()).await?;
        ensure!(first.taken().await?.len() == 1, "it is due");
        let second = Process::start(settings, clock).await?;
        ensure!(second.taken().await?.is_empty(), "somebody looks at it");
        // The other one has something to do there too, and ends before the first, which then does not come to its end.
        let look = second.databases.due_work().begin(&website).await?;
        second.databases.due_work().settle(&look, None).await?;
        drop(first);
        clock.go_on(2 * MINUTE_MS);
        second.look(&website, Some(day)).await?;
        ensure!(second.listed().await? == [day], "{:?}", second.listed().await?);
        second.databases.due_work().wake(&website, day + 1).await?;
        ensure!(second.listed().await? == [day], "an earlier time stays");
        second.databases.due_work().take_over(true).await?;
        ensure!(second.taken().await?.is_empty(), "a start does not look at what is due tomorrow");
        clock.go_on(24 * 60 * MINUTE_MS);
        second.look(&website, None).await?;
        ensure!(second.listed().await?.is_empty(), "{:?}", second.listed().await?);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_that_becomes_known_is_looked_at_however_long_ago_it_was_written() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let tenancy = crate::open(sqlite(folder.path(), 4, MINUTE)).await?;
    let website = crate::make_site(&tenancy, "copied").await?;
    let look = only(tenancy.databases.due_work().take().await?)?;
    ensure!(look.website == website, "{look:?}");
    Ok(())
}
