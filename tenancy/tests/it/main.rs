//! Sites, accounts and permissions on both databases.

mod due_work;
mod jobs;
mod site_files;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use futures::future::try_join_all;
use sea_orm::{ActiveValue::Set, ColumnTrait as _, ConnectionTrait as _};
use stoa_entity::platform::{host, website};
use stoa_entity::tenant::counter;
use stoa_kernel::clock::{SystemClock, Timestamp};
use stoa_kernel::encryption::Cipher;
use stoa_kernel::id::{SiteUserId, WebsiteId};
use stoa_kernel::website::WebsiteStatus;
use stoa_kernel::{Action, Actor, Resource};
use stoa_tenancy::{Browser, DatabaseSettings, Databases, Keys, NewSite, Tenancy, TenancyError, TenancySettings};
use stoa_testkit::{CurrentSchema, Postgres, migrated_database, migrated_folder};

async fn open(settings: DatabaseSettings) -> Result<Tenancy> {
    let databases =
        Databases::open(settings, Arc::new(CurrentSchema), Cipher::new(&[7; 32])?, Arc::new(SystemClock)).await?;
    open_with(databases).await
}

async fn open_with(databases: Databases) -> Result<Tenancy> {
    let keys = Keys { tokens: b"a key that is only good for tests", seals: &[7; 32] };
    let settings = TenancySettings { longest_session_ms: 30 * 24 * 3_600_000 };
    Ok(Tenancy::new(Arc::new(databases), Arc::new(SystemClock), keys, settings).await?)
}

const MINUTE: Duration = Duration::from_secs(60);

fn sqlite(folder: &Path, max_open_sites: u64, idle: Duration) -> DatabaseSettings {
    DatabaseSettings::Sqlite { folder: folder.to_owned(), max_open_sites, idle }
}

/// Runs a check on SQLite, then on Postgres.
async fn on_both<F: AsyncFn(Tenancy) -> Result<()>>(check: F) -> Result<()> {
    let folder = tempfile::tempdir()?;
    migrated_folder(folder.path()).await?;
    check(open(sqlite(folder.path(), 4, MINUTE)).await?).await?;
    let server = Postgres::start()?;
    let url = migrated_database(&server).await?;
    check(open(DatabaseSettings::Postgres { url, max_connections: 5 }).await?).await
}

async fn make_site(tenancy: &Tenancy, identifier: &str) -> Result<WebsiteId> {
    let site = NewSite {
        identifier: identifier.to_owned(),
        title: identifier.to_uppercase(),
        hosts: vec![format!("{identifier}.localhost")],
        status: WebsiteStatus::Paid,
        plan: None,
    };
    let id = WebsiteId::generate();
    tenancy.tenants.create(&id, &site, None, Timestamp::from_ms(1)).await?;
    Ok(id)
}

fn count(name: &str, value: i64) -> counter::ActiveModel {
    counter::ActiveModel { website_id: Set(WebsiteId::generate()), name: Set(name.to_owned()), value: Set(value) }
}

#[tokio::test(flavor = "multi_thread")]
async fn handle_is_scoped_to_its_site() -> Result<()> {
    on_both(async |tenancy| {
        let mine = tenancy.databases.tenant(&make_site(&tenancy, "mine").await?).await?;
        let other = tenancy.databases.tenant(&make_site(&tenancy, "other").await?).await?;
        let tx = mine.write().await?;
        tx.insert(count("orders", 7)).await?;
        tx.commit().await?;

        let tx = other.write().await?;
        assert_eq!(tx.find::<counter::Entity>().all().await?, vec![]);
        let changed = tx.update::<counter::Entity>(counter::Column::Name.eq("orders"));
        assert_eq!(changed.set(counter::Column::Value, 9).exec().await?, 0);
        assert_eq!(tx.delete::<counter::Entity>(counter::Column::Name.eq("orders")).exec().await?, 0);
        tx.commit().await?;

        let kept = mine.read().await?.find::<counter::Entity>().one().await?.unwrap();
        assert_eq!((kept.value, &kept.website_id), (7, mine.website()));
        Ok(())
    })
    .await
}

// spec: site-user.kinds
#[tokio::test(flavor = "multi_thread")]
async fn actors_of_requests() -> Result<()> {
    on_both(async |tenancy| {
        let site = make_site(&tenancy, "mine").await?;
        let account = tenancy
            .staff
            .create("owner@example.com", "Robin Hale", "long enough words", Timestamp::from_ms(1))
            .await?
            .id;
        tenancy.staff.grant(&site, &account, 1).await?;
        let (member, mug) = (SiteUserId::generate(), (Resource::Products, Action::Write));
        let visitor = tenancy.for_visitor(&site, None, "test").await?.ctx;
        let signed_in = tenancy.for_visitor(&site, Some(member.clone()), "test").await?.ctx;
        let owner = tenancy.for_contributor(&site, &account, "test").await?.ctx;
        assert_eq!((visitor.actor(), visitor.authorise(mug.0, mug.1).is_ok()), (&Actor::Visitor, false));
        assert_eq!((signed_in.actor(), signed_in.authorise(mug.0, mug.1).is_ok()), (&Actor::SiteUser(member), false));
        assert_eq!((owner.actor(), owner.authorise(mug.0, mug.1).is_ok()), (&Actor::Contributor(account), true));
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn row_security_hides_other_sites_on_postgres() -> Result<()> {
    let server = Postgres::start()?;
    let url = server.database()?;
    let tenancy = open(DatabaseSettings::Postgres { url: url.clone(), max_connections: 5 }).await?;
    let mine = tenancy.databases.tenant(&make_site(&tenancy, "mine").await?).await?;
    let tx = mine.write().await?;
    tx.insert(count("orders", 7)).await?;
    tx.commit().await?;
    let raw = sea_orm::Database::connect(url).await?;
    let rows =
        raw.query_all_raw(sea_orm::Statement::from_string(sea_orm::DbBackend::Postgres, "SELECT * FROM counter"));
    assert!(rows.await?.is_empty(), "a connection without a site sees no rows");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn erased_site_leaves_no_data() -> Result<()> {
    on_both(async |tenancy| {
        let id = make_site(&tenancy, "gone").await?;
        let db = tenancy.databases.tenant(&id).await?;
        let tx = db.write().await?;
        tx.insert(count("orders", 1)).await?;
        tx.commit().await?;
        drop(db);
        tenancy.tenants.delete("gone").await?;
        assert_eq!(tenancy.tenants.list().await?, vec![]);
        assert_eq!(tenancy.hosts.resolve("gone.localhost:8080").await?, None);
        let left = tenancy.databases.tenant(&id).await?.read().await?.find::<counter::Entity>().all().await?;
        assert_eq!(left, vec![]);
        Ok(())
    })
    .await
}

/// Files of sites in a folder that this process holds open.
fn open_site_files(folder: &Path) -> Result<BTreeSet<PathBuf>> {
    let sites = folder.join("sites");
    let mut held = BTreeSet::new();
    for entry in std::fs::read_dir("/proc/self/fd")? {
        // A file may be closed between listing and reading it.
        let Ok(file) = std::fs::read_link(entry?.path()) else { continue };
        if file.starts_with(&sites) && file.extension().is_some_and(|extension| extension == "sqlite") {
            held.insert(file);
        }
    }
    Ok(held)
}

/// Waits until at most this many sites are open: connections close on their own threads.
async fn at_most_open(tenancy: &Tenancy, folder: &Path, most: usize) -> Result<()> {
    let begun = Instant::now();
    loop {
        let (kept, held) = (tenancy.databases.open_sites().await, open_site_files(folder)?.len());
        if usize::try_from(kept)? <= most && held <= most {
            return Ok(());
        }
        ensure!(begun.elapsed() < MINUTE, "{kept} sites are cached and {held} files are open, not {most}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

async fn add_one(tenancy: &Tenancy, site: &WebsiteId) -> Result<i64> {
    let tx = tenancy.databases.tenant(site).await?.write().await?;
    let own = counter::Column::Name.eq("orders");
    let value = tx.find::<counter::Entity>().filter(own.clone()).one().await?.map_or(0, |row| row.value) + 1;
    if value == 1 {
        tx.insert(count("orders", value)).await?;
    } else {
        tx.update::<counter::Entity>(own).set(counter::Column::Value, value).exec().await?;
    }
    tx.commit().await?;
    Ok(value)
}

#[tokio::test(flavor = "multi_thread")]
async fn more_sites_than_open_limit_all_respond() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let tenancy = open(sqlite(folder.path(), 3, MINUTE)).await?;
    let mut sites = Vec::new();
    for number in 0..10 {
        sites.push(make_site(&tenancy, &format!("site-{number}")).await?);
    }
    for round in 1..=3 {
        for site in &sites {
            assert_eq!(add_one(&tenancy, site).await?, round);
            at_most_open(&tenancy, folder.path(), 3).await?;
        }
        let newest: Vec<_> = open_site_files(folder.path())?.into_iter().collect();
        let last = sites.last().map(|site| folder.path().join("sites").join(format!("{site}.sqlite")));
        assert!(last.is_some_and(|last| newest.contains(&last)), "the site used last is closed: {newest:?}");
    }
    let all_at_once = try_join_all(sites.iter().map(|site| add_one(&tenancy, site))).await?;
    assert_eq!(all_at_once, [4; 10]);
    at_most_open(&tenancy, folder.path(), 3).await
}

#[tokio::test(flavor = "multi_thread")]
async fn idle_site_is_closed_and_reopened() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let tenancy = open(sqlite(folder.path(), 3, Duration::from_millis(50))).await?;
    let site = make_site(&tenancy, "quiet").await?;
    assert_eq!(add_one(&tenancy, &site).await?, 1);
    let in_use = tenancy.databases.tenant(&site).await?;
    let tx = in_use.read().await?;
    let begun = Instant::now();
    while tenancy.databases.open_sites().await > 0 {
        ensure!(begun.elapsed() < MINUTE, "the idle site is still open");
        tokio::task::yield_now().await;
    }
    assert_eq!(open_site_files(folder.path())?.len(), 1, "a running request keeps its file open");
    assert_eq!(tx.find::<counter::Entity>().one().await?.map(|row| row.value), Some(1));
    drop(tx);
    drop(in_use);
    at_most_open(&tenancy, folder.path(), 0).await?;
    assert_eq!(add_one(&tenancy, &site).await?, 2);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn permissions_are_per_site() -> Result<()> {
    on_both(async |tenancy| {
        let shop = make_site(&tenancy, "shop").await?;
        let elsewhere = make_site(&tenancy, "elsewhere").await?;
        let person = tenancy.staff.create("Ada@Example.com", "Ada", "long enough words", Timestamp::from_ms(1)).await?;
        tenancy.staff.grant(&shop, &person.id, 10).await?;
        let tenant = tenancy.for_contributor(&shop, &person.id, "test").await?;
        assert!(tenant.ctx.authorise(Resource::Content, Action::Read).is_ok());
        assert!(tenant.ctx.authorise(Resource::Content, Action::Write).is_err());
        let stranger = tenancy.for_contributor(&elsewhere, &person.id, "test").await;
        assert!(matches!(stranger, Err(TenancyError::UnknownSite)));
        tenancy.staff.grant(&shop, &person.id, 1).await?;
        let tenant = tenancy.for_contributor(&shop, &person.id, "test").await?;
        assert!(tenant.ctx.authorise(Resource::Orders, Action::Publish).is_ok());
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn refresh_token_reuse_ends_session() -> Result<()> {
    on_both(async |tenancy| {
        let person = tenancy.staff.create("ada@example.com", "Ada", "long enough words", Timestamp::from_ms(1)).await?;
        assert!(tenancy.staff.by_password("ada@example.com", "wrong words").await.is_err());
        assert!(tenancy.staff.by_password("nobody@example.com", "long enough words").await.is_err());
        let account = tenancy.staff.by_password(" ADA@example.com ", "long enough words").await?;
        assert_eq!(account.account, person);
        let first = tenancy.sessions.begin(&account, Browser { user_agent: "a browser", language: None }).await?;
        assert_eq!(tenancy.sessions.check(&first.access.token).await?.account, person.id);
        assert!(tenancy.sessions.check("not.a.token").await.is_err());
        let old = first.refresh.unwrap();
        let second = tenancy.sessions.refresh(&old).await?;
        let new = second.refresh.unwrap();
        assert_ne!(old, new);
        let tab = tenancy.sessions.refresh(&old).await?;
        assert_eq!(tab.refresh, None, "a second tab is let in, but gets no chain of its own");
        tenancy.sessions.end(&new).await?;
        assert!(tenancy.sessions.check(&second.access.token).await.is_err(), "its access token ends with it");
        assert!(tenancy.sessions.refresh(&new).await.is_err());
        Ok(())
    })
    .await
}

/// Number of other sites among which one is found.
const SITES: usize = 3_000;

async fn fill_platform(tenancy: &Tenancy) -> Result<WebsiteId> {
    let tx = tenancy.databases.platform().write().await?;
    let mut wanted = WebsiteId::generate();
    for number in 0..SITES {
        let id = WebsiteId::generate();
        if number == SITES / 2 {
            wanted = id.clone();
        }
        let site = website::ActiveModel {
            id: Set(id.clone()),
            identifier: Set(format!("site-{number}")),
            title: Set(format!("Site {number}")),
            status: Set(WebsiteStatus::Paid),
            created_on: Set(Timestamp::from_ms(1)),
            ..Default::default()
        };
        tx.insert(site).await?;
        for (name, is_primary) in [("www", true), ("shop", false)] {
            let name = format!("{name}.site-{number}.example");
            tx.insert(host::ActiveModel { host: Set(name), website_id: Set(id.clone()), is_primary: Set(is_primary) })
                .await?;
        }
    }
    tx.commit().await?;
    Ok(wanted)
}

async fn check_lookup_plan(tenancy: Tenancy) -> Result<()> {
    let id = fill_platform(&tenancy).await?;
    let found = tenancy.tenants.get(&id).await?;
    let name = format!("site-{}", SITES / 2);
    ensure!(
        found
            .as_ref()
            .is_some_and(|site| site.identifier == name && site.hosts.first() == Some(&format!("www.{name}.example")))
    );
    ensure!(tenancy.tenants.get(&WebsiteId::generate()).await?.is_none());
    let all = tenancy.tenants.list().await?;
    ensure!(
        all.len() == SITES
            && all
                .iter()
                .all(|site| site.hosts.len() == 2 && site.hosts.first().is_some_and(|host| host.starts_with("www.")))
    );
    ensure!(all.into_iter().find(|site| site.id == id) == found);

    let tx = tenancy.databases.platform().read().await?;
    let plans = [
        (
            "its hosts",
            tx.find::<host::Entity>()
                .filter(host::Column::WebsiteId.eq(id.clone()))
                .plan(&[host::Column::Host])
                .await?,
        ),
        (
            "a host",
            tx.find::<host::Entity>()
                .filter(host::Column::Host.eq("www.site-7.example"))
                .plan(&[host::Column::WebsiteId])
                .await?,
        ),
        (
            "a site",
            tx.find::<website::Entity>().filter(website::Column::Id.eq(id)).plan(&[website::Column::Title]).await?,
        ),
    ];
    for (what, plan) in plans {
        let scans = |step: &String| step.contains("Seq Scan") || (step.contains("SCAN") && !step.contains("INDEX"));
        ensure!(!plan.iter().any(scans), "{what}: {plan:#?}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn site_lookup_uses_index() -> Result<()> {
    on_both(check_lookup_plan).await
}
