//! Composition root: builds all parts, in order, without a framework.

mod extensions;
mod http_settings;
mod services;
mod upkeep;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use async_trait::async_trait;
use metrics_exporter_prometheus::PrometheusHandle;
use sea_orm::{DatabaseConnection, DbErr};
use stoa_analytics::Recorder;
use stoa_http::{AppState, HttpSettings, PageChangeNotifier, Parts, Shutdown};
use stoa_kernel::boxed;
use stoa_kernel::clock::{Clock, DAY_MS, SystemClock};
use stoa_kernel::encryption::Cipher;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::ports::{BlobStore, Cache, Captcha, Invalidation, RateLimit, Sessions};
use stoa_migration::{analytics_version, sites_version, upgrade_analytics, upgrade_platform, upgrade_sites};
use stoa_plugin_host::{HttpTransport, PluginHost, PublicNetwork};
use stoa_render::Renderer;
use stoa_site::media::Media;
use stoa_site::themes::ThemeLibrary;
use stoa_tenancy::{DatabaseSettings, Databases, Keys, Schema, Tenancy, TenancySettings};
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

use self::extensions::Extensions;
use self::http_settings::http_settings;
use self::services::{captcha, mail_rules, mailer, media, places};
use self::upkeep::{metrics_handle, start_upkeep};
use crate::config::{Config, Secret};
use crate::jobs::{AnalyticsRetention, Jobs};
use crate::outbound::blobs::Blobs;
use crate::outbound::click_house::ClickHouse;
use crate::outbound::in_memory::{LocalInvalidation, LocalRateLimit, NoSharedCache, StoredSessions};
use crate::outbound::proof_of_work::ProofOfWork;
use crate::outbound::redis::{Redis, RedisCache, RedisInvalidation, RedisRateLimit};
use crate::outbound::remote_files::WebFiles;
use crate::plugin_ports::{
    BundledFiles, PluginActivity, PluginPackages, PluginService, Recording, StoredFiles, check_packages_with,
    plugin_folder,
};
use crate::secret_check::check_key;
use crate::secrets::MasterKey;
use crate::seed::SiteCreator;
use crate::{analytics_stores, metrics_endpoint, private_files};

/// The migrations of this program.
pub(crate) struct CurrentSchema;

#[async_trait]
impl Schema for CurrentSchema {
    async fn migrate_platform(&self, connection: &DatabaseConnection) -> Result<(), DbErr> {
        upgrade_platform(connection).await
    }

    async fn migrate_sites(&self, connection: &DatabaseConnection) -> Result<(), DbErr> {
        upgrade_sites(connection).await
    }

    fn sites_version(&self) -> i32 {
        sites_version()
    }

    async fn migrate_analytics(&self, connection: &DatabaseConnection) -> Result<(), DbErr> {
        upgrade_analytics(connection).await
    }

    fn analytics_version(&self) -> i32 {
        analytics_version()
    }
}

/// Parts shared by commands and the server: databases, accounts, files.
pub struct AppContext {
    /// Sites, accounts, permissions.
    pub tenancy: Arc<Tenancy>,
    /// The open databases.
    pub databases: Arc<Databases>,
    /// The file store.
    pub blobs: Arc<dyn BlobStore>,
    /// Processes uploaded images and files.
    pub media: Arc<Media>,
    /// The network that requests of plugins go to.
    pub plugin_network: Arc<dyn HttpTransport>,
    /// Host name of the platform; demo sites use subdomains of it.
    pub platform_host: String,
    key: MasterKey,
    clock: Arc<dyn Clock>,
}

impl AppContext {
    /// Opens and migrates the databases, and opens the file store.
    #[boxed]
    pub async fn open(config: &Config) -> anyhow::Result<Self> {
        let folder = &config.data_dir;
        private_files::data_folder(folder)?;
        let found = MasterKey::find(&config.secrets.key, folder)?;
        let (key, is_new) = found.map_or_else(|| (MasterKey::generate(), true), |key| (key, false));
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let settings = database_settings(config)?;
        let seal = Cipher::new(&key.derive("secrets of sites"))?;
        let opened = Databases::open(settings, Arc::new(CurrentSchema), seal, Arc::clone(&clock));
        let databases = Arc::new(opened.await?);
        check_key(&databases, &key, is_new.then_some(folder.as_path()), clock.now()).await?;
        let (tokens, seals) = (key.derive("access tokens"), key.derive("second factors"));
        let keys = Keys { tokens: &tokens, seals: &seals };
        let rules = TenancySettings { longest_session_ms: i64::from(config.sessions.contributor_days) * DAY_MS };
        let tenancy = Arc::new(Tenancy::new(Arc::clone(&databases), Arc::clone(&clock), keys, rules).await?);
        let blobs: Arc<dyn BlobStore> = match config.storage.kind.as_str() {
            "s3" => Arc::new(Blobs::s3(&config.storage)?),
            _ => Arc::new(Blobs::local(&private_files::made(folder.join("files"))?)?),
        };
        Ok(Self {
            databases,
            media: Arc::new(media(config, &tenancy, &blobs)?),
            tenancy,
            blobs,
            plugin_network: Arc::new(PublicNetwork::default()),
            platform_host: config.server.platform_host.clone(),
            key,
            clock,
        })
    }

    /// The packages of plugins, for commands: without the plugins of the folder.
    ///
    /// # Errors
    /// When the cache of compiled code cannot be used.
    pub(crate) fn plugin_packages(&self, config: &Config) -> anyhow::Result<Arc<PluginPackages>> {
        let files = self.package_files();
        let host = check_packages_with(config, &self.key, Arc::clone(&files))?;
        Ok(self.packages_of(host, files, config))
    }

    fn package_files(&self) -> Arc<StoredFiles> {
        Arc::new(StoredFiles::new(Arc::clone(&self.databases), Arc::clone(&self.blobs)))
    }

    fn packages_of(&self, host: PluginHost, files: Arc<StoredFiles>, config: &Config) -> Arc<PluginPackages> {
        let settings = config.plugins.packages.clone();
        Arc::new(PluginPackages::new(host, files, Arc::clone(&self.tenancy), settings))
    }
}

pub(crate) fn database_settings(config: &Config) -> anyhow::Result<DatabaseSettings> {
    if config.database.url.is_empty() {
        return Ok(DatabaseSettings::Sqlite {
            folder: private_files::made(config.data_dir.join("db"))?,
            max_open_sites: config.database.max_open_sites,
            idle: Duration::from_secs(config.database.idle_seconds),
        });
    }
    Ok(DatabaseSettings::Postgres {
        url: config.database.url.expose().to_owned(),
        max_connections: config.database.max_connections,
    })
}

/// Services shared by several processes through Redis, or local to this one.
struct Shared {
    cache: Arc<dyn Cache>,
    invalidation: Arc<dyn Invalidation>,
    rate_limit: Arc<dyn RateLimit>,
    sessions: Arc<dyn Sessions>,
}

impl Shared {
    async fn open(config: &Config, foundation: &AppContext) -> anyhow::Result<Self> {
        let longest = Duration::from_secs(u64::from(config.sessions.site_user_days) * 24 * 60 * 60);
        let stored = StoredSessions::new(Arc::clone(&foundation.databases), Arc::clone(&foundation.clock), longest);
        let stored: Arc<dyn Sessions> = Arc::new(stored);
        if config.redis.url.is_empty() {
            return Ok(Self {
                cache: Arc::new(NoSharedCache),
                invalidation: Arc::new(LocalInvalidation::default()),
                rate_limit: Arc::new(LocalRateLimit::default()),
                sessions: stored,
            });
        }
        let redis = Redis::connect(config.redis.url.expose()).await.context("redis.url cannot be reached")?;
        Ok(Self {
            cache: Arc::new(RedisCache(redis.clone())),
            invalidation: RedisInvalidation::start(redis.clone()),
            rate_limit: Arc::new(RedisRateLimit::new(redis)),
            sessions: stored,
        })
    }
}

/// What requests and jobs are made from.
struct BuiltParts<'a> {
    config: &'a Config,
    foundation: &'a AppContext,
    settings: HttpSettings,
    shared: Shared,
    extensions: Extensions,
    renderer: Arc<Renderer>,
    elsewhere: Arc<WebFiles>,
}

impl BuiltParts<'_> {
    fn of_requests(&self, recording: Recording, waker: UnboundedSender<WebsiteId>) -> anyhow::Result<Parts> {
        let Self { config, foundation, settings, shared, extensions, .. } = self;
        let tenancy = &foundation.tenancy;
        let captcha = captcha(config)?;
        let form_captcha = captcha
            .clone()
            .unwrap_or_else(|| Arc::new(ProofOfWork::new(foundation.key.derive("captcha"))) as Arc<dyn Captcha>);
        Ok(Parts {
            tenancy: Arc::clone(tenancy),
            renderer: Arc::clone(&self.renderer),
            payments: Arc::clone(&extensions.payments) as _,
            payment_providers: Arc::clone(&extensions.payments) as _,
            installments: Arc::clone(&extensions.installments) as _,
            installment_providers: Arc::clone(&extensions.installments) as _,
            quotes: Arc::clone(&extensions.quotes),
            sessions: Arc::clone(&shared.sessions),
            rate_limit: Arc::clone(&shared.rate_limit),
            captcha,
            form_captcha,
            places: places(config)?,
            invalidation: Arc::clone(&shared.invalidation),
            blobs: Arc::clone(&foundation.blobs),
            media: Arc::clone(&foundation.media),
            founding: Arc::new(SiteCreator {
                tenancy: Arc::clone(tenancy),
                media: Arc::clone(&foundation.media),
                blobs: Arc::clone(&foundation.blobs),
                rules: settings.sign_up,
            }),
            remote_files: Arc::clone(&self.elsewhere) as _,
            plugins: PluginService::start(
                Arc::clone(&extensions.payments),
                recording,
                Arc::clone(tenancy),
                Arc::clone(&shared.invalidation),
                BundledFiles::new(plugin_folder(&config.plugins.dir)?),
            ),
            wake: Arc::new(move |website| {
                // The receiver is only dropped when the program ends; its next start finds the work.
                let _ = waker.send(website.clone());
            }),
            analytics: analytics_stores::recorder(&foundation.databases, &foundation.clock),
            known_browsers: Cipher::new(&foundation.key.derive("known browsers"))?,
            load_passes: Cipher::new(&foundation.key.derive("passes of load tests"))?,
            settings: settings.clone(),
        })
    }

    fn of_jobs(&self, recorder: Arc<Recorder>, woken: UnboundedReceiver<WebsiteId>) -> anyhow::Result<Jobs> {
        let Self { config, foundation, extensions, .. } = self;
        Ok(Jobs {
            tenancy: Arc::clone(&foundation.tenancy),
            plugins: Arc::clone(&extensions.sites),
            payments: Arc::clone(&extensions.payments) as _,
            blobs: Arc::clone(&foundation.blobs),
            media: Arc::clone(&foundation.media),
            mailer: mailer(config)?,
            mail: mail_rules(config),
            webhooks: Arc::clone(&self.elsewhere) as _,
            invalidation: Arc::clone(&self.shared.invalidation),
            sender: config.mail.from.clone(),
            settings: self.settings.clone(),
            renderer: Arc::clone(&self.renderer),
            stock_seen: Arc::default(),
            recorder,
            event_sink: ClickHouse::new(&config.analytics)?.map(|table| Arc::new(table) as _),
            analytics: AnalyticsRetention::of(config),
            erases_ended_trials: config.accounts.erase_ended_trials,
            rest: config.jobs.rest,
            woken: Arc::new(tokio::sync::Mutex::new(woken)),
        })
    }
}

/// The running program.
pub struct Stoa {
    /// Databases, accounts, files.
    pub foundation: AppContext,
    state: AppState,
    jobs: Jobs,
    settings: HttpSettings,
    metrics: PrometheusHandle,
    plugin_activity: Arc<PluginActivity>,
}

impl Stoa {
    /// Builds the program; `bound` is the port it listens on.
    ///
    /// # Errors
    /// When a part cannot be reached or built.
    #[boxed]
    pub async fn build(config: &Config, foundation: AppContext, bound: u16) -> anyhow::Result<Self> {
        let settings = http_settings(config, bound);
        let shared = Shared::open(config, &foundation).await?;
        let (extensions, recording) = Extensions::load(config, &foundation, &settings).await?;
        if config.languages.pseudo {
            stoa_messages::enable_pseudo_languages();
        }
        let renderer = extensions.renderer(config, &shared)?;
        let metrics = metrics_handle();
        start_upkeep(config, &foundation, &shared.invalidation, &metrics);
        let (waker, woken) = mpsc::unbounded_channel::<WebsiteId>();
        let plugin_activity = Arc::clone(&recording.activity);
        let elsewhere = Arc::new(WebFiles::new(&config.uploads.private_addresses));
        let built = BuiltParts { config, foundation: &foundation, settings, shared, extensions, renderer, elsewhere };
        let state = AppState::new(built.of_requests(recording, waker)?);
        let jobs = built.of_jobs(Arc::clone(&state.analytics), woken)?;
        Ok(Self { settings: built.settings, foundation, state, jobs, metrics, plugin_activity })
    }

    /// The router of the web application.
    pub fn router(&self) -> axum::Router {
        stoa_http::router(self.state.clone())
    }

    /// The router of the metrics, to be served at a separate address.
    pub fn metrics_router(&self, token: &Secret) -> axum::Router {
        let databases = Arc::downgrade(&self.foundation.databases);
        metrics_endpoint::router(self.metrics.clone(), databases, token.clone())
    }

    /// The metrics in Prometheus' text format.
    pub fn metrics(&self) -> String {
        self.metrics.render()
    }

    /// Ends long-polling requests when the program stops.
    pub fn bell(&self) -> PageChangeNotifier {
        self.state.bell().clone()
    }

    /// Notified when the program is about to stop.
    pub fn leaving(&self) -> Shutdown {
        self.state.leaving().clone()
    }

    /// Takes in what visitors do.
    pub fn analytics(&self) -> &Arc<Recorder> {
        &self.state.analytics
    }

    /// Stores what plugins did on sites, as far as it is not stored yet.
    pub async fn flush_plugin_activity(&self) {
        self.plugin_activity.flush(&self.foundation.tenancy).await;
    }

    /// The background jobs.
    pub fn jobs(&self) -> Jobs {
        self.jobs.clone()
    }

    /// Settings of the web layer.
    pub fn settings(&self) -> &HttpSettings {
        &self.settings
    }
}

/// The bundled themes and those of the configured folder.
pub(crate) fn themes(config: &Config) -> anyhow::Result<ThemeLibrary> {
    let mut library = ThemeLibrary::embedded();
    if !config.themes.dir.is_empty() {
        let folder = Path::new(&config.themes.dir);
        library.add_folders(folder).with_context(|| format!("themes.dir: {}", folder.display()))?;
    }
    Ok(library)
}
