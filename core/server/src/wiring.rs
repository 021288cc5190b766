//! Composition root: builds all parts, in order, without a framework.

use std::path::Path;
use std::sync::{Arc, Weak};
use std::time::Duration;

use anyhow::Context as _;
use async_trait::async_trait;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use sea_orm::{DatabaseConnection, DbErr};
use stoa_analytics::Recorder;
use stoa_commerce::ports::QuotePlugins;
use stoa_http::{AppState, HttpSettings, MinimumRate, PageChangeNotifier, Parts, Shutdown};
use stoa_kernel::address_lookup::Places;
use stoa_kernel::boxed;
use stoa_kernel::clock::{Clock, SystemClock};
use stoa_kernel::encryption::Cipher;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::ports::{BlobStore, Cache, Captcha, Invalidation, Mailer, RateLimit, Sessions};
use stoa_kernel::website::WebsiteStatus;
use stoa_migration::{analytics_version, sites_version, upgrade_analytics, upgrade_platform, upgrade_sites};
use stoa_plugin_host::PluginHost;
use stoa_render::{CaptchaSettings, Renderer, RendererParts};
use stoa_site::media::{LimitOverrides, Media, OEmbedServices, PlanLimits, SmugmugService, UploadLimits};
use stoa_site::themes::ThemeLibrary;
use stoa_tenancy::{DatabaseSettings, Databases, Keys, Schema, SignUpRules, Tenancy, TenancySettings, VisitorSalts};
use tokio::sync::mpsc;

use crate::config::{CaptchaConfig, Config, PlanConfig, Secret};
use crate::database_watch::DatabaseWatch;
use crate::jobs::{AnalyticsRetention, Jobs, MailRules};
use crate::outbound::blobs::Blobs;
use crate::outbound::captcha::SiteVerify;
use crate::outbound::click_house::ClickHouse;
use crate::outbound::in_memory::{LocalInvalidation, LocalRateLimit, NoSharedCache, StoredSessions};
use crate::outbound::mail::MailFileSink;
use crate::outbound::places::GooglePlaces;
use crate::outbound::proof_of_work::ProofOfWork;
use crate::outbound::redis::{Redis, RedisCache, RedisInvalidation, RedisRateLimit, count_failures};
use crate::outbound::remote_files::WebFiles;
use crate::outbound::smtp::{Smtp, SmtpLimits};
use crate::plugin_ports::{
    BundledFiles, PluginActivity, PluginInstallments, PluginPackages, PluginParts, PluginPayments, PluginQuotes,
    PluginReads, PluginService, PluginSites, PluginSurroundings, Recording, SiteStorage, StoredFiles,
    check_packages_with, load_plugins, plugin_folder, plugin_plans,
};
use crate::secret_check::check_key;
use crate::secrets::MasterKey;
use crate::seed::SiteCreator;
use crate::write_watch::WriteWatch;
use crate::{analytics_stores, metrics_endpoint, private_files};

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

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

/// The running program.
pub struct Stoa {
    /// Databases, accounts, files.
    pub foundation: AppContext,
    state: AppState,
    jobs: Jobs,
    settings: HttpSettings,
    metrics: PrometheusHandle,
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
        let tenancy = Arc::clone(&foundation.tenancy);
        let packages = foundation.package_files();
        let (activity, suspended) = PluginActivity::new(Arc::clone(&foundation.clock));
        let surroundings = PluginSurroundings {
            storage: Arc::new(SiteStorage::new(Arc::clone(&tenancy))),
            reads: Arc::new(PluginReads::new(Arc::clone(&tenancy))),
            activity: Arc::clone(&activity) as _,
        };
        let host = load_plugins(config, &foundation.key, Arc::clone(&packages), surroundings).await?;
        let packages = foundation.packages_of(host.clone(), packages, config);
        let sites = PluginSites::new(host, packages, Arc::clone(&tenancy), foundation.key.clone());
        let sites = Arc::new(sites.with_plans(plugin_plans(config)));
        let payments = Arc::new(PluginPayments::new(Arc::clone(&sites), Arc::clone(&tenancy), settings.clone()));
        let installments = Arc::new(PluginInstallments::new(Arc::clone(&sites)));
        let quotes: Arc<dyn QuotePlugins> = Arc::new(PluginQuotes::new(Arc::clone(&sites), Arc::clone(&activity)));
        if config.languages.pseudo {
            stoa_messages::enable_pseudo_languages();
        }
        let renderer = Arc::new(Renderer::new(RendererParts {
            themes: themes(config)?,
            plugins: Arc::new(PluginParts::new(Arc::clone(&sites), Arc::clone(&activity))),
            payments: Arc::clone(&payments) as _,
            installments: Arc::clone(&installments) as _,
            quotes: Arc::clone(&quotes),
            cache: Arc::clone(&shared.cache),
            invalidation: Arc::clone(&shared.invalidation),
            islands: stoa_http::public::static_files::island_files(),
            captcha: captcha_face(config),
            visitor_script: config.analytics.script(),
        })?);
        let (waker, woken) = mpsc::unbounded_channel::<WebsiteId>();
        let metrics = metrics_handle();
        start_upkeep(config, &foundation, &shared.invalidation, &metrics);
        let captcha = captcha(config)?;
        let form_captcha = captcha
            .clone()
            .unwrap_or_else(|| Arc::new(ProofOfWork::new(foundation.key.derive("captcha"))) as Arc<dyn Captcha>);
        let elsewhere = Arc::new(WebFiles::new(&config.uploads.private_addresses));
        let state = AppState::new(Parts {
            tenancy: Arc::clone(&tenancy),
            renderer: Arc::clone(&renderer),
            payments: Arc::clone(&payments) as _,
            payment_providers: Arc::clone(&payments) as _,
            installments: Arc::clone(&installments) as _,
            installment_providers: installments,
            quotes,
            sessions: shared.sessions,
            rate_limit: shared.rate_limit,
            captcha,
            form_captcha,
            places: places(config)?,
            invalidation: Arc::clone(&shared.invalidation),
            blobs: Arc::clone(&foundation.blobs),
            media: Arc::clone(&foundation.media),
            founding: Arc::new(SiteCreator {
                tenancy: Arc::clone(&tenancy),
                media: Arc::clone(&foundation.media),
                blobs: Arc::clone(&foundation.blobs),
                rules: settings.sign_up,
            }),
            remote_files: Arc::clone(&elsewhere) as _,
            plugins: PluginService::start(
                Arc::clone(&payments),
                Recording { activity, suspended },
                Arc::clone(&tenancy),
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
        });
        let jobs = Jobs {
            tenancy,
            plugins: sites,
            payments,
            blobs: Arc::clone(&foundation.blobs),
            media: Arc::clone(&foundation.media),
            mailer: mailer(config)?,
            mail: mail_rules(config),
            webhooks: elsewhere,
            invalidation: shared.invalidation,
            sender: config.mail.from.clone(),
            settings: settings.clone(),
            renderer,
            stock_seen: Arc::default(),
            recorder: Arc::clone(&state.analytics),
            event_sink: ClickHouse::new(&config.analytics)?.map(|table| Arc::new(table) as _),
            analytics: AnalyticsRetention::of(config),
            erases_ended_trials: config.accounts.erase_ended_trials,
            rest: config.jobs.rest,
            woken: Arc::new(tokio::sync::Mutex::new(woken)),
        };
        Ok(Self { foundation, state, jobs, settings, metrics })
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

    /// The background jobs.
    pub fn jobs(&self) -> Jobs {
        self.jobs.clone()
    }

    /// Settings of the web layer.
    pub fn settings(&self) -> &HttpSettings {
        &self.settings
    }
}

fn http_settings(config: &Config, bound: u16) -> HttpSettings {
    HttpSettings {
        platform_host: config.server.platform_host.clone(),
        scheme: if config.server.scheme == "https" { "https" } else { "http" },
        public_port: config.public_port(bound),
        proxies: config.proxies(),
        pace: MinimumRate {
            bytes_per_second: config.connections.body_bytes_per_second,
            pause: Duration::from_secs(config.connections.body_pause_seconds),
        },
        rate_limit_factor: config.server.rate_limit_factor,
        sign_up: SignUpRules { open: config.accounts.open, sites_per_account: config.accounts.sites_per_account },
        new_site_status: match config.accounts.new_site_status.as_str() {
            "trial" => WebsiteStatus::Trial,
            _ => WebsiteStatus::Paid,
        },
        new_site_plan: Some(config.plans.new_site.clone()).filter(|plan| !plan.is_empty()),
        plan_titles: config.plans.offered.iter().map(|(name, plan)| (name.clone(), plan.title.clone())).collect(),
        film_services: OEmbedServices {
            youtube: config.uploads.youtube_oembed.clone(),
            vimeo: config.uploads.vimeo_oembed.clone(),
        },
        smugmug: SmugmugService {
            url: config.uploads.smugmug_url.clone(),
            key: config.uploads.smugmug_key.expose().to_owned(),
        },
        analytics: config.analytics.rules(&config.server),
        load_tests: config.load_tests.rules(),
    }
}

/// Starts what goes on beside the requests: metrics, salts of visitors, and the watches over databases and disk.
fn start_upkeep(
    config: &Config,
    foundation: &AppContext,
    invalidation: &Arc<dyn Invalidation>,
    metrics: &PrometheusHandle,
) {
    if !config.redis.url.is_empty() {
        count_failures();
    }
    tokio::spawn(run_maintenance(metrics.clone(), Arc::downgrade(&foundation.databases)));
    let has_files_here = config.database.url.is_empty() || config.storage.kind == "local";
    let disk = has_files_here.then(|| config.data_dir.clone());
    let salts = Arc::downgrade(&foundation.tenancy.visitor_salts);
    tokio::spawn(VisitorSalts::run(salts, Arc::clone(&foundation.clock)));
    tokio::spawn(DatabaseWatch::new(&foundation.databases, Arc::clone(invalidation)).run());
    tokio::spawn(WriteWatch::new(&foundation.databases, disk, config.disk.reserve_megabytes).run());
}

/// Image and file processing with its limits: a megabyte has 1,000,000 bytes.
fn media(config: &Config, tenancy: &Arc<Tenancy>, blobs: &Arc<dyn BlobStore>) -> anyhow::Result<Media> {
    let bytes = |megabytes: u64| megabytes.saturating_mul(1_000_000);
    let limits = UploadLimits {
        picture_bytes: bytes(config.uploads.picture_megabytes),
        file_bytes: bytes(config.uploads.file_megabytes),
        site_bytes: bytes(config.uploads.site_megabytes),
    };
    let of_plan = |plan: &PlanConfig| LimitOverrides {
        picture_bytes: plan.picture_megabytes.map(bytes),
        file_bytes: plan.file_megabytes.map(bytes),
        site_bytes: plan.site_megabytes.map(bytes),
    };
    let plans = PlanLimits {
        plans: Arc::clone(tenancy) as _,
        limits: config.plans.offered.iter().map(|(name, plan)| (name.clone(), of_plan(plan))).collect(),
    };
    Ok(Media::start(Arc::clone(blobs), limits)?.with_avif(config.pictures.avif).with_plans(plans))
}

fn captcha(config: &Config) -> anyhow::Result<Option<Arc<dyn Captcha>>> {
    Ok(match config.captcha.kind.as_str() {
        "off" => None,
        _ => Some(Arc::new(SiteVerify::new(&config.captcha)?)),
    })
}

fn places(config: &Config) -> anyhow::Result<Option<Arc<dyn Places>>> {
    Ok(match config.places.key.is_empty() {
        true => None,
        false => Some(Arc::new(GooglePlaces::new(&config.places)?)),
    })
}

fn captcha_face(config: &Config) -> Option<CaptchaSettings> {
    let CaptchaConfig { kind, site_key, script_url, origins, .. } = config.captcha.clone();
    let script = reqwest::Url::parse(&script_url).map(|url| url.origin().ascii_serialization()).ok();
    let sources = script.into_iter().chain(origins).collect();
    (kind != "off").then_some(CaptchaSettings { kind, site_key, script_url, sources })
}

fn mailer(config: &Config) -> anyhow::Result<Arc<dyn Mailer>> {
    Ok(match config.mail.kind.as_str() {
        "smtp" => {
            let connect = Duration::from_secs(config.mail.connect_seconds);
            let limits = SmtpLimits { connect, answer: Duration::from_secs(config.mail.answer_seconds) };
            Arc::new(Smtp::new(config.mail.smtp_url.expose(), limits)?)
        }
        _ => Arc::new(MailFileSink::new(&private_files::made(config.data_dir.join("outbox"))?)?),
    })
}

fn mail_rules(config: &Config) -> MailRules {
    let first_pause = config.mail.first_pause_seconds.saturating_mul(1_000);
    let first_pause_ms = i64::try_from(first_pause).unwrap_or(i64::MAX);
    MailRules { connections: config.mail.connections, first_pause_ms }
}

/// Bucket bounds of the histograms, seconds.
const SECONDS: [f64; 11] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];
/// The histogram that counts SQL statements, and its buckets.
const STATEMENTS: &str = "stoa_http_request_statements";
const STATEMENT_COUNTS: [f64; 9] = [0.0, 2.0, 4.0, 6.0, 8.0, 12.0, 16.0, 32.0, 64.0];
const UPKEEP: Duration = Duration::from_secs(5);

/// Folds samples into the histograms and closes idle site files, even when nobody reads metrics, as long as the program
/// runs.
async fn run_maintenance(metrics: PrometheusHandle, databases: Weak<Databases>) {
    let mut round = tokio::time::interval(UPKEEP);
    loop {
        round.tick().await;
        metrics.run_upkeep();
        let Some(databases) = databases.upgrade() else { return };
        if databases.is_embedded() {
            databases.close_replaced_sites().await;
            let open = u32::try_from(databases.open_sites().await).unwrap_or(u32::MAX);
            metrics::gauge!("stoa_open_site_files").set(f64::from(open));
        }
    }
}

/// One recorder for the whole process, even if the program is built several times in it.
fn metrics_handle() -> PrometheusHandle {
    static HANDLE: std::sync::OnceLock<PrometheusHandle> = std::sync::OnceLock::new();
    HANDLE
        .get_or_init(|| {
            let counts = Matcher::Full(STATEMENTS.to_owned());
            let builder = PrometheusBuilder::new().set_buckets(&SECONDS);
            let builder = builder.and_then(|builder| builder.set_buckets_for_metric(counts, &STATEMENT_COUNTS));
            let recorder = builder.map_or_else(
                |error| {
                    tracing::warn!(%error, "the histogram buckets are invalid; summaries are exported instead");
                    PrometheusBuilder::new().build_recorder()
                },
                PrometheusBuilder::build_recorder,
            );
            let handle = recorder.handle();
            if metrics::set_global_recorder(recorder).is_err() {
                tracing::warn!("another metrics recorder is already installed");
            }
            handle
        })
        .clone()
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
