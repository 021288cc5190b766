//! What every handler can reach. Built once by the server's wiring.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use stoa_commerce::ports::{InstallmentProviders, Installments, PaymentProviders, Payments};
use stoa_kernel::Failure;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::money::Currency;
use stoa_kernel::places::Places;
use stoa_kernel::ports::{BlobStore, Captcha, Invalidation, RateLimit, RemoteFiles, Sessions};
use stoa_kernel::seal::Seal;
use stoa_render::Renderer;
use stoa_site::media::{FilmServices, Media, SmugmugService};
use stoa_site::themes::Theme;
use stoa_tenancy::{Account, NewSite, SignUpRules, Tenancy, WebsiteStatus};

use crate::bell::Bell;
use crate::extract::Proxies;
use crate::pace::Pace;

/// Settings of the web layer.
#[derive(Debug, Clone)]
pub struct HttpSettings {
    /// Host name under which the admin and the contributors' calls are served.
    pub platform_host: String,
    /// `http` or `https`, as browsers see it.
    pub scheme: &'static str,
    /// Port that browsers use, when it is not the scheme's own.
    pub public_port: Option<u16>,
    /// Which proxies are believed about whom they forward for.
    pub proxies: Proxies,
    /// How fast bodies of requests have to come.
    pub pace: Pace,
    /// Multiplies every allowance; 0 switches rate limits off, for load tests.
    pub rate_limit_factor: u32,
    /// What people may do by themselves.
    pub sign_up: SignUpRules,
    /// Standing of the sites they make.
    pub new_site_status: WebsiteStatus,
    /// Plan of the sites they make, by its name in the settings.
    pub new_site_plan: Option<String>,
    /// What plans are called, by their names in the settings.
    pub plan_titles: HashMap<String, String>,
    /// Where services are asked about films.
    pub film_services: FilmServices,
    /// Where galleries are asked for that lie with SmugMug.
    pub smugmug: SmugmugService,
}

impl HttpSettings {
    /// Address of a host as browsers write it, without a closing slash.
    pub fn origin(&self, host: &str) -> String {
        match self.public_port {
            Some(port) => format!("{}://{host}:{port}", self.scheme),
            None => format!("{}://{host}", self.scheme),
        }
    }

    /// Whether cookies may only travel encrypted.
    pub fn secure_cookies(&self) -> bool {
        self.scheme == "https"
    }
}

/// A plugin in the list of a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PluginSummary {
    /// Publisher and name.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Its version.
    pub version: String,
    /// One line on what it does.
    pub summary: String,
    /// What it provides, such as `payment-provider`.
    pub kinds: Vec<String>,
    /// Whether the site uses it.
    pub enabled: bool,
    /// Whether it is suspended on this site after failing too often.
    pub suspended: bool,
}

/// The plugins this installation offers to a site.
#[async_trait]
pub trait PluginDirectory: Send + Sync {
    /// All of them, by id.
    ///
    /// # Errors
    /// When the site's choices cannot be read.
    async fn list(&self, website: &WebsiteId) -> Result<Vec<PluginSummary>, Failure>;
}

/// Makes sites that begin with what their theme brings.
#[async_trait]
pub trait SiteFounding: Send + Sync {
    /// Makes a site that belongs to `owner`. It is known when all of it is written, or leaves nothing behind.
    /// It sells in `currency`, or else in what its theme begins with.
    async fn found(
        &self,
        theme: &Theme,
        new: &NewSite,
        currency: Option<Currency>,
        owner: &Account,
    ) -> Result<WebsiteId, Failure>;
}

/// The parts, held together.
pub struct Parts {
    /// Sites, people, rights.
    pub tenancy: Arc<Tenancy>,
    /// Draws pages.
    pub renderer: Arc<Renderer>,
    /// Takes payments.
    pub payments: Arc<dyn Payments>,
    /// Speaks of payment in parts.
    pub installments: Arc<dyn Installments>,
    /// Those who can speak of it.
    pub installment_providers: Arc<dyn InstallmentProviders>,
    /// Those who could take payments, for owners to choose among.
    pub payment_providers: Arc<dyn PaymentProviders>,
    /// Sessions of site users.
    pub sessions: Arc<dyn Sessions>,
    /// Counts calls.
    pub rate_limit: Arc<dyn RateLimit>,
    /// Tells people from programs where a service is set up for it; none where none is.
    pub captcha: Option<Arc<dyn Captcha>>,
    /// Tells people from programs in front of forms: that service, or a captcha of our own.
    pub form_captcha: Arc<dyn Captcha>,
    /// Knows addresses where a service is set up for it; none where none is.
    pub places: Option<Arc<dyn Places>>,
    /// Tells all processes what has changed.
    pub invalidation: Arc<dyn Invalidation>,
    /// Where files lie.
    pub blobs: Arc<dyn BlobStore>,
    /// Takes pictures and files in, and makes pictures smaller.
    pub media: Arc<Media>,
    /// Makes sites.
    pub founding: Arc<dyn SiteFounding>,
    /// Fetches files from elsewhere.
    pub remote_files: Arc<dyn RemoteFiles>,
    /// The plugins at hand.
    pub plugins: Arc<dyn PluginDirectory>,
    /// Asks the worker to look at a site's outbox now.
    pub wake: Arc<dyn Fn(&WebsiteId) + Send + Sync>,
    /// Proves that a browser has signed in to an account before.
    pub known_browsers: Seal,
    /// Settings of the web layer.
    pub settings: HttpSettings,
}

/// Whether the program is about to stop and wants no more calls. Cloned handles share one state.
#[derive(Clone, Debug, Default)]
pub struct Leaving(Arc<AtomicBool>);

impl Leaving {
    /// From now on it is.
    pub fn begin(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it is.
    pub fn has_begun(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Cheap to clone, as axum wants it.
#[derive(Clone)]
pub struct AppState {
    parts: Arc<Parts>,
    bell: Bell,
    leaving: Leaving,
}

impl AppState {
    /// Holds the parts together.
    pub fn new(parts: Parts) -> Self {
        Self { parts: Arc::new(parts), bell: Bell::default(), leaving: Leaving::default() }
    }

    /// Wakes calls that wait for a page to change.
    pub fn bell(&self) -> &Bell {
        &self.bell
    }

    /// Whether the program is about to stop.
    pub fn leaving(&self) -> &Leaving {
        &self.leaving
    }
}

impl Deref for AppState {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.parts
    }
}
