//! The program under test, served on a free port.

mod checks;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use sea_orm::ColumnTrait as _;
use stoa_entity::tenant::{mail, outbox};
use stoa_kernel::id::WebsiteId;
use stoa_kernel::messages::DeliveryStatus;
use stoa_plugin_host::HttpTransport;
use stoa_server::config::{self, Config};
use stoa_server::connection_limits::connection_limits;
use stoa_server::jobs;
use stoa_server::seed::PASSWORD;
use stoa_server::wiring::{AppContext, Stoa};
use stoa_testkit::Postgres;
use tokio::net::TcpListener;
use tokio::sync::OnceCell;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use self::checks::Pending;
pub(crate) use self::checks::{
    on_both, on_both_at_once, on_both_with, on_postgres, on_postgres_with, on_sqlite, on_sqlite_with,
};
use crate::client::Client;
use crate::demo_database;

/// The worker's rest with the default settings. Most tests shorten it: unoptimised, a round takes so long that they would
/// spend their time waiting for the next one.
const REST_IN_RUSH: u32 = 7;

/// The cache of compiled plugins that all tests share, also with the servers that `cargo xtask` starts: unoptimised,
/// compiling them takes longer than most tests.
pub(crate) fn plugin_cache() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/plugin-cache")
}

/// How long tests wait for what the program does by itself. Only a test that fails waits so long: a busy machine may take
/// many times as long as usual.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);
/// How often they look.
pub(crate) const GLANCE: Duration = Duration::from_millis(20);

/// Settings for a data folder and a database.
pub(crate) fn settings(data: &Path, database: &str) -> Config {
    settings_with(data, database, "")
}

/// The same with further sections.
pub(crate) fn settings_with(data: &Path, database: &str, more: &str) -> Config {
    let plugins = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/plugins");
    let text = format!(
        "data_dir = {:?}\n[database]\nurl = {database:?}\n[disk]\nreserve_megabytes = 0\n\
         [server]\nrate_limit_factor = 0\ndrain_seconds = 0\n[jobs]\nrest = 1\n\
         [plugins]\ndir = {:?}\ncache = {:?}\n\
         [secrets]\nkey = 'a key of more than thirty-two characters'\n\
         [uploads]\nprivate_addresses = ['127.0.0.1']\n{more}",
        data.display().to_string(),
        plugins.display().to_string(),
        plugin_cache().display().to_string(),
    );
    let file = data.with_extension("toml");
    std::fs::create_dir_all(data).unwrap();
    std::fs::write(&file, text).unwrap();
    config::load(Some(&file)).unwrap_or_else(|error| panic!("{error}; run `cargo xtask plugins` first"))
}

/// A running program with the two demo sites.
pub(crate) struct App {
    pub(crate) address: SocketAddr,
    pub(crate) data: PathBuf,
    pub(crate) stoa: Arc<Stoa>,
    stop: CancellationToken,
    server: JoinHandle<()>,
    worker: JoinHandle<()>,
    shared_owner: OnceCell<Client>,
    _folder: Option<tempfile::TempDir>,
    _postgres: Option<Arc<Postgres>>,
}

fn with_rate_limits(mut config: Config) -> Config {
    config.server.rate_limit_factor = 1;
    config.server.trust_proxy = true;
    config
}

impl App {
    /// On SQLite.
    pub(crate) async fn sqlite() -> Result<Self> {
        Self::sqlite_with("").await
    }

    /// On SQLite, with further sections of settings.
    pub(crate) async fn sqlite_with(more: &str) -> Result<Self> {
        Self::open_sqlite(more, None).await
    }

    /// On SQLite, with further sections of settings; requests of plugins go to `network`.
    pub(crate) async fn sqlite_in_network(more: &str, network: Arc<dyn HttpTransport>) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let data = folder.path().join("data");
        demo_database::sqlite(&data).await?;
        let mut app = Self::start_in(settings_with(&data, "", more), Some(network)).await?;
        app._folder = Some(folder);
        Ok(app)
    }

    /// The same with rate limits, behind a proxy that forwards client addresses.
    pub(crate) async fn rate_limited_in_network(more: &str, network: Arc<dyn HttpTransport>) -> Result<Self> {
        let (folder, data) = demo_database::sqlite_folder().await?;
        let mut app = Self::start_in(with_rate_limits(settings_with(&data, "", more)), Some(network)).await?;
        app._folder = Some(folder);
        Ok(app)
    }

    /// On Postgres; requests of plugins go to `network`.
    pub(crate) async fn postgres_in_network(more: &str, network: Arc<dyn HttpTransport>) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let data = folder.path().join("data");
        let server = Arc::new(Postgres::start()?);
        let url = demo_database::postgres(&server, &data).await?;
        let mut app = Self::start_in(settings_with(&data, &url, more), Some(network)).await?;
        app._folder = Some(folder);
        app._postgres = Some(server);
        Ok(app)
    }

    /// On SQLite, with a worker that rests as long as by default: for many requests at once.
    pub(crate) async fn sqlite_in_rush() -> Result<Self> {
        Self::open_sqlite("", Some(REST_IN_RUSH)).await
    }

    async fn open_sqlite(more: &str, rest: Option<u32>) -> Result<Self> {
        let (folder, data) = demo_database::sqlite_folder().await?;
        let mut config = settings_with(&data, "", more);
        config.jobs.rest = rest.unwrap_or(config.jobs.rest);
        let mut app = Self::start(config).await?;
        app._folder = Some(folder);
        Ok(app)
    }

    /// On SQLite with rate limits, behind a proxy that forwards client addresses.
    pub(crate) async fn rate_limited() -> Result<Self> {
        Self::rate_limited_with("").await
    }

    /// The same with further sections of settings.
    pub(crate) async fn rate_limited_with(more: &str) -> Result<Self> {
        let (folder, data) = demo_database::sqlite_folder().await?;
        let mut app = Self::start(with_rate_limits(settings_with(&data, "", more))).await?;
        app._folder = Some(folder);
        Ok(app)
    }

    /// On SQLite, behind a proxy that terminates TLS; `change` adjusts the settings.
    pub(crate) async fn encrypted(change: impl FnOnce(&mut Config)) -> Result<Self> {
        let (folder, data) = demo_database::sqlite_folder().await?;
        let mut config = settings(&data, "");
        config.server.scheme = "https".to_owned();
        config.server.public_port = 443;
        change(&mut config);
        let mut app = Self::start(config).await?;
        app._folder = Some(folder);
        Ok(app)
    }

    /// On Postgres.
    pub(crate) async fn postgres() -> Result<Self> {
        Self::postgres_with("").await
    }

    /// On Postgres, with further sections of settings.
    pub(crate) async fn postgres_with(more: &str) -> Result<Self> {
        Self::open_postgres(more, None).await
    }

    /// On Postgres, with a worker that rests as long as by default: for many requests at once.
    pub(crate) async fn postgres_in_rush() -> Result<Self> {
        Self::open_postgres("", Some(REST_IN_RUSH)).await
    }

    async fn open_postgres(more: &str, rest: Option<u32>) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let data = folder.path().join("data");
        let server = Arc::new(Postgres::start()?);
        let url = demo_database::postgres(&server, &data).await?;
        let mut config = settings_with(&data, &url, more);
        config.jobs.rest = rest.unwrap_or(config.jobs.rest);
        let mut app = Self::start(config).await?;
        app._folder = Some(folder);
        app._postgres = Some(server);
        Ok(app)
    }

    /// With these settings; the databases already contain the demo.
    pub(crate) async fn start(config: Config) -> Result<Self> {
        Self::start_in(config, None).await
    }

    async fn start_in(config: Config, network: Option<Arc<dyn HttpTransport>>) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let data = config.data_dir.clone();
        let mut foundation = AppContext::open(&config).await?;
        if let Some(network) = network {
            foundation.plugin_network = network;
        }
        let stoa = Arc::new(Stoa::build(&config, foundation, address.port()).await?);
        let stop = CancellationToken::new();
        let worker = tokio::spawn(jobs::work(stoa.jobs(), stop.clone()));
        let serving =
            stoa_serving::serve(listener, stoa.router(), connection_limits(&config), stop.clone().cancelled_owned());
        let server = tokio::spawn(serving);
        let shared_owner = OnceCell::new();
        Ok(Self { address, data, stoa, stop, server, worker, shared_owner, _folder: None, _postgres: None })
    }

    /// A browser on the dollar shop.
    pub(crate) fn juniper(&self) -> Client {
        Client::new(self.address, "juniper.localhost")
    }

    /// A browser on the yen shop.
    pub(crate) fn kissaten(&self) -> Client {
        Client::new(self.address, "kissaten.localhost")
    }

    /// A browser on the platform's host.
    pub(crate) fn platform(&self) -> Client {
        Client::new(self.address, "localhost")
    }

    /// An account signed in to the admin, with its sites by identifier.
    pub(crate) async fn staff(&self, email: &str) -> Result<Client> {
        let mut client = self.platform();
        client.sign_in(email, PASSWORD).await?;
        Ok(client)
    }

    /// The owner of both sites.
    pub(crate) async fn owner(&self) -> Result<Client> {
        self.staff("owner@stoa.example").await
    }

    /// The owner of both sites, and the id of a site.
    pub(crate) async fn owner_of(&self, identifier: &str) -> Result<(Client, String)> {
        Ok((self.owner().await?, self.website(identifier).await?))
    }

    /// The owner of both sites, who works on one of them.
    pub(crate) async fn owner_on(&self, identifier: &str) -> Result<Client> {
        let (mut owner, website) = self.owner_of(identifier).await?;
        owner.website = Some(website);
        Ok(owner)
    }

    /// The owner of both sites, who works on one of them, and the base path of its API.
    pub(crate) async fn owner_with_api(&self, identifier: &str) -> Result<(Client, String)> {
        let (mut owner, website) = self.owner_of(identifier).await?;
        owner.website = Some(website.clone());
        Ok((owner, format!("/api/v1/websites/{website}")))
    }

    /// The owner of both sites in a session that all callers share, for helpers that are called often: a sign-in costs
    /// more than most requests.
    pub(crate) async fn shared_owner(&self) -> Result<Client> {
        Ok(self.shared_owner.get_or_try_init(|| self.owner()).await?.clone())
    }

    /// The id of a site.
    pub(crate) async fn website(&self, identifier: &str) -> Result<String> {
        let sites = self.stoa.foundation.tenancy.tenants.list().await?;
        let site = sites.into_iter().find(|site| site.identifier == identifier).context("no such site")?;
        Ok(site.id.to_string())
    }

    /// E-mails in the outbox as text, once there are `count` of them.
    pub(crate) async fn emails(&self, count: usize) -> Result<Vec<String>> {
        let begun = Instant::now();
        loop {
            let mut emails = Vec::new();
            for entry in std::fs::read_dir(self.data.join("outbox"))? {
                let path = entry?.path();
                if path.extension().is_some_and(|extension| extension == "eml") {
                    emails.push(std::fs::read_to_string(path)?);
                }
            }
            if emails.len() >= count {
                return Ok(emails);
            }
            ensure!(
                begun.elapsed() < PATIENCE,
                "there are fewer than {count} e-mails in the outbox after {PATIENCE:?}"
            );
            tokio::time::sleep(GLANCE).await;
        }
    }

    /// Lists a site as due, as after a write that the program did not make itself.
    pub(crate) async fn make_due(&self, website: &WebsiteId) -> Result<()> {
        let tenancy = &self.stoa.foundation.tenancy;
        Ok(tenancy.databases.due_work().wake(website, tenancy.now()).await?)
    }

    /// Waits until the worker has processed the events of a site that are due now.
    pub(crate) async fn outbox_done(&self, identifier: &str) -> Result<()> {
        let website = self.website(identifier).await?.parse()?;
        let tenant = self.stoa.foundation.tenancy.for_system(&website, "test").await?;
        let now = tenant.ctx.now();
        let is_done = async || {
            let tx = tenant.db.read().await?;
            let events = tx.find::<outbox::Entity>().filter(outbox::Column::DoneOn.is_null());
            Ok(events.filter(outbox::Column::DueOn.lte(now)).count().await? == 0)
        };
        self.until(is_done).await
    }

    /// The same, and until the e-mails that were written meanwhile are sent.
    pub(crate) async fn emails_done(&self, identifier: &str) -> Result<()> {
        self.outbox_done(identifier).await?;
        let website = self.website(identifier).await?.parse()?;
        let tenant = self.stoa.foundation.tenancy.for_system(&website, "test").await?;
        let are_sent = async || {
            let tx = tenant.db.read().await?;
            let waiting = tx.find::<mail::Entity>().filter(mail::Column::Status.eq(DeliveryStatus::Queued));
            Ok(waiting.count().await? == 0)
        };
        self.until(are_sent).await
    }

    /// Waits for something that the worker does.
    pub(crate) fn until<'c>(&'c self, done: impl AsyncFn() -> Result<bool> + 'c) -> Pending<'c, ()> {
        Box::pin(checks::wait_until(Box::new(done)))
    }

    /// Stops the program gracefully.
    pub(crate) async fn stop(self) -> Result<()> {
        self.stop.cancel();
        self.stoa.bell().stop();
        self.worker.await?;
        self.server.await?;
        Ok(())
    }
}
