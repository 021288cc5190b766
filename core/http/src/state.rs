//! State that every handler can reach. Built once when the server starts.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use axum::http::HeaderName;
use stoa_analytics::Recorder;
use stoa_analytics::schemas::SourceEnvironment;
use stoa_commerce::ports::{InstallmentProviders, Installments, PaymentProviders, Payments, QuotePlugins};
use stoa_kernel::Failure;
use stoa_kernel::address::lookup::Places;
use stoa_kernel::encryption::Cipher;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::money::Currency;
use stoa_kernel::ports::{BlobStore, Captcha, Invalidation, RateLimit, RemoteFiles, Sessions};
use stoa_kernel::website::WebsiteStatus;
use stoa_opaque::Opaque;
use stoa_render::Renderer;
use stoa_site::load_tests::LoadTestRules;
use stoa_site::media::{Media, OEmbedServices, SmugmugService};
use stoa_site::themes::Theme;
use stoa_tenancy::{Account, NewSite, SignUpRules, Tenancy};

use crate::extract::Proxies;
use crate::load_run::KnownRuns;
use crate::page_change_notifier::PageChangeNotifier;
use crate::site_plugins::SitePlugins;
use crate::slow_clients::MinimumRate;

/// Settings of the HTTP layer.
#[derive(Debug, Clone)]
pub struct HttpSettings {
    /// Host name of the admin and the contributors' API.
    pub platform_host: String,
    /// `http` or `https`, as browsers see it.
    pub scheme: &'static str,
    /// Port in public URLs, when it is not the default of the scheme.
    pub public_port: Option<u16>,
    /// Trusted proxies.
    pub proxies: Proxies,
    /// Minimum transfer rate of request bodies.
    pub pace: MinimumRate,
    /// Factor of every rate limit; 0 switches rate limits off, for load tests.
    pub rate_limit_factor: u32,
    /// Rules for self-service sign-up.
    pub sign_up: SignUpRules,
    /// Status of new sites made by self-service.
    pub new_site_status: WebsiteStatus,
    /// Plan of new sites made by self-service, by its name in the settings.
    pub new_site_plan: Option<String>,
    /// Titles of plans, by their names in the settings.
    pub plan_titles: HashMap<String, String>,
    /// Services that are asked about external videos.
    pub film_services: OEmbedServices,
    /// Service from which SmugMug galleries are imported.
    pub smugmug: SmugmugService,
    /// How events of visitors are taken in.
    pub analytics: AnalyticsRules,
    /// What sites may allow load tests to do.
    pub load_tests: LoadTestRules,
}

/// How events of visitors are taken in.
#[derive(Debug, Clone)]
pub struct AnalyticsRules {
    /// The environment that this server is.
    pub environment: SourceEnvironment,
    /// Header of a trusted proxy with the country of the visitor.
    pub country_header: Option<HeaderName>,
    /// Origin that browsers send events to instead of the site's own.
    pub event_origin: Option<String>,
    /// Whether pages are served with a recorder of visitors' sessions.
    pub has_session_recorder: bool,
}

impl HttpSettings {
    /// Public URL of a host, without a trailing slash.
    pub fn origin(&self, host: &str) -> String {
        match self.public_port {
            Some(port) => format!("{}://{host}:{port}", self.scheme),
            None => [self.scheme, "://", host].concat(),
        }
    }

    /// Whether cookies are `Secure`.
    pub fn secure_cookies(&self) -> bool {
        self.scheme == "https"
    }
}

/// What a person chooses for a new site besides its name. What is not chosen is as in the starter content of its theme.
#[derive(Debug, Clone, Default)]
pub struct SiteChoices {
    /// Its currency. Numeric prices of products are not converted.
    pub currency: Option<Currency>,
    /// BCP 47 tag of its language.
    pub language: Option<String>,
}

/// Creates sites with the starter content of their theme.
#[async_trait]
pub trait SiteCreation: Send + Sync {
    /// Creates a site owned by `owner`. It becomes visible when it is written completely; a failure leaves nothing
    /// behind.
    async fn found(
        &self,
        theme: &Theme,
        new: &NewSite,
        choices: SiteChoices,
        owner: &Account,
    ) -> Result<WebsiteId, Failure>;
}

/// Everything that [`AppState`] holds.
pub struct Parts {
    /// Sites, accounts and permissions.
    pub tenancy: Arc<Tenancy>,
    /// Renders pages.
    pub renderer: Arc<Renderer>,
    /// Payments of orders.
    pub payments: Arc<dyn Payments>,
    /// Messages about payment in installments.
    pub installments: Arc<dyn Installments>,
    /// Plugins that name delivery options, taxes and discounts.
    pub quotes: Arc<dyn QuotePlugins>,
    /// Installment providers that a site can choose.
    pub installment_providers: Arc<dyn InstallmentProviders>,
    /// Payment providers that a site can choose.
    pub payment_providers: Arc<dyn PaymentProviders>,
    /// Sessions of site users.
    pub sessions: Arc<dyn Sessions>,
    /// Counts requests for rate limits.
    pub rate_limit: Arc<dyn RateLimit>,
    /// External captcha service; none when none is configured.
    pub captcha: Option<Arc<dyn Captcha>>,
    /// Captcha of forms: the external service, or else the built-in captcha.
    pub form_captcha: Arc<dyn Captcha>,
    /// Address autocomplete service; none when none is configured.
    pub places: Option<Arc<dyn Places>>,
    /// Cache invalidation across all processes.
    pub invalidation: Arc<dyn Invalidation>,
    /// Stores files.
    pub blobs: Arc<dyn BlobStore>,
    /// Accepts uploaded images and files, and scales images.
    pub media: Arc<Media>,
    /// Creates sites.
    pub founding: Arc<dyn SiteCreation>,
    /// Downloads files from URLs.
    pub remote_files: Arc<dyn RemoteFiles>,
    /// The plugins of sites.
    pub plugins: Arc<dyn SitePlugins>,
    /// Asks the worker to process a site's outbox now.
    pub wake: Arc<dyn Fn(&WebsiteId) + Send + Sync>,
    /// Takes in what visitors do.
    pub analytics: Arc<Recorder>,
    /// Signs the cookies of known browsers.
    pub known_browsers: Cipher,
    /// Signs the passes of load tests.
    pub load_passes: Cipher,
    /// Settings of the HTTP layer.
    pub settings: HttpSettings,
}

/// Whether the program is shutting down and wants no more requests. Clones share one state.
#[derive(Clone, Debug, Default)]
pub struct Shutdown(Arc<AtomicBool>);

impl Shutdown {
    /// Starts the shutdown.
    pub fn begin(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the shutdown has begun.
    pub fn has_begun(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// State of the application; cheap to clone: axum does it several times for each request.
#[derive(Clone)]
pub struct AppState(Opaque<Shared>);

struct Shared {
    parts: Parts,
    bell: PageChangeNotifier,
    leaving: Shutdown,
    load_runs: KnownRuns,
}

impl AppState {
    /// Wraps the parts.
    pub fn new(parts: Parts) -> Self {
        Self(Opaque::new(Shared {
            parts,
            bell: PageChangeNotifier::default(),
            leaving: Shutdown::default(),
            load_runs: KnownRuns::default(),
        }))
    }

    /// Notifies requests that wait for a page to change.
    pub fn bell(&self) -> &PageChangeNotifier {
        &self.0.bell
    }

    /// Whether runs of load tests go on.
    pub(crate) fn load_runs(&self) -> &KnownRuns {
        &self.0.load_runs
    }

    /// Whether the program is shutting down.
    pub fn leaving(&self) -> &Shutdown {
        &self.0.leaving
    }
}

impl Deref for AppState {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0.parts
    }
}
