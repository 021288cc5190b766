//! Renders pages: resolves what is asked for, loads its data, draws it, and caches what is the same for everyone.

mod checkout;
mod scene;

use std::ops::Deref;
use std::sync::Arc;

use bytes::Bytes;
use stoa_commerce::ports::{Installments, Payments, QuotePlugins};
use stoa_entity::TenantDb;
use stoa_kernel::ports::{Cache, Invalidation};
use stoa_kernel::{TenantCtx, boxed};
use stoa_opaque::Opaque;
use stoa_page::IslandFiles;
use stoa_site::cache_tags;
use stoa_site::experiments::RunningExperiments;
use stoa_site::themes::ThemeLibrary;
use stoa_template::{ParseOptions, Plugins};

pub(crate) use self::scene::{DraftOverrides, RenderRequest};
use crate::RenderError;
use crate::blocks::{BlockLibrary, SiteKinds};
use crate::cache::{Built, CachedPage, PageCache, PageKey, SiteCache, etag, has_captcha, lifetime_of};
use crate::captcha::CaptchaSettings;
use crate::experiments::{self, Exposures};
use crate::language::{KnownLanguages, unless_hidden};
use crate::page_call::{PageCall, PageResponse};
use crate::plugin::PluginBlocks;
use crate::redirects::elsewhere;
use crate::resolve::{Address, Credentials, PageQuery, resolve};
use crate::template_files::{SiteThemes, ThemeOriginals};
use crate::theme::ParsedThemes;
use crate::visitor_script::{VisitRules, VisitorScript, with_script};

const NOT_FOUND: u16 = 404;
/// Status of a password form.
const LOCKED: u16 = 401;
/// Status of the page shown instead of a members-only page.
const DENIED: u16 = 403;

/// Dependencies of a renderer.
pub struct RendererParts {
    /// All themes.
    pub themes: ThemeLibrary,
    /// Plugins that render blocks.
    pub plugins: Arc<dyn PluginBlocks>,
    /// Payment methods, for the checkout page.
    pub payments: Arc<dyn Payments>,
    /// Instalment messages for products.
    pub installments: Arc<dyn Installments>,
    /// Plugins that name delivery options, taxes and discounts.
    pub quotes: Arc<dyn QuotePlugins>,
    /// Cache shared by all processes.
    pub cache: Arc<dyn Cache>,
    /// Cache invalidation.
    pub invalidation: Arc<dyn Invalidation>,
    /// Scripts and styles of the islands.
    pub islands: IslandFiles,
    /// Captcha settings of pages, if a service is configured.
    pub captcha: Option<CaptchaSettings>,
    /// The script that records visits.
    pub visitor_script: VisitorScript,
}

/// Renders the pages of all sites.
pub struct Renderer(Opaque<RendererState>);

impl Deref for Renderer {
    type Target = RendererState;

    fn deref(&self) -> &RendererState {
        &self.0
    }
}

/// What [`Renderer`] consists of.
pub struct RendererState {
    pub(crate) library: Arc<ThemeLibrary>,
    pub(crate) themes: ParsedThemes,
    pub(crate) site_themes: SiteThemes,
    /// The files that sites may customize, by theme.
    pub(crate) originals: ThemeOriginals,
    pub(crate) options: ParseOptions,
    pub(crate) blocks: Arc<BlockLibrary>,
    pub(crate) vocabulary: Arc<dyn Plugins>,
    pub(crate) plugins: Arc<dyn PluginBlocks>,
    payments: Arc<dyn Payments>,
    pub(crate) installments: Arc<dyn Installments>,
    quotes: Arc<dyn QuotePlugins>,
    islands: Arc<IslandFiles>,
    pub(crate) captcha: Option<CaptchaSettings>,
    cache: PageCache,
    pub(crate) languages: SiteCache<KnownLanguages>,
    pub(crate) experiments: SiteCache<RunningExperiments>,
    pub(crate) exposures: Exposures,
    pub(crate) visits: SiteCache<VisitRules>,
    visitor_script: VisitorScript,
}

impl Renderer {
    /// The templates of themes and built-in blocks are parsed by the first page that needs them.
    ///
    /// # Errors
    /// When the groups of built-in blocks are invalid.
    pub fn new(parts: RendererParts) -> Result<Self, RenderError> {
        let vocabulary = parts.plugins.vocabulary();
        let options = ParseOptions { plugins: Some(Arc::clone(&vocabulary)), ..ParseOptions::default() };
        let invalidation = parts.invalidation.as_ref();
        let library = Arc::new(parts.themes);
        Ok(Self(Opaque::new(RendererState {
            themes: ParsedThemes::new(Arc::clone(&library), options.clone()),
            site_themes: SiteThemes::new(),
            originals: ThemeOriginals::new(Arc::clone(&library)),
            library,
            blocks: Arc::new(BlockLibrary::embedded(&options)?),
            options,
            vocabulary,
            plugins: parts.plugins,
            payments: parts.payments,
            installments: parts.installments,
            quotes: parts.quotes,
            islands: Arc::new(parts.islands),
            captcha: parts.captcha,
            languages: SiteCache::new(invalidation, &[cache_tags::SITE, cache_tags::LANGUAGES]),
            experiments: SiteCache::new(invalidation, &[cache_tags::SITE, cache_tags::EXPERIMENTS]),
            exposures: Exposures::new(),
            visits: SiteCache::new(invalidation, &[cache_tags::SITE]),
            visitor_script: parts.visitor_script,
            cache: PageCache::new(parts.cache, parts.invalidation),
        })))
    }

    /// All themes with their files.
    pub fn themes(&self) -> &ThemeLibrary {
        &self.library
    }

    /// The kinds of blocks that a site can use.
    #[boxed]
    pub async fn kinds(&self, ctx: &TenantCtx, db: &TenantDb) -> SiteKinds {
        SiteKinds::new(Arc::clone(&self.blocks), self.plugins.kinds(ctx, db).await)
    }

    /// The page at a URL. Pages that are the same for everyone are cached.
    ///
    /// # Errors
    /// When the database refuses or a plugin violates a limit.
    #[boxed]
    pub async fn page(&self, ctx: &TenantCtx, db: &TenantDb, call: &PageCall) -> Result<PageResponse, RenderError> {
        let address = Address::read(&call.path, &call.query);
        if address.is_personal() || call.wrong_password {
            return Box::pin(self.personal(ctx, db, call, address)).await;
        }
        let query = PageQuery::read(&call.query);
        let key = PageKey { website: ctx.website().clone(), name: cache_name(call, &address, &query) };
        let place = PagePlace { address, query };
        let found = self.cache.page(key, db.reach(), || self.built(ctx, db, call, &place)).await?;
        let page = found.page;
        let shown = Credentials::of(ctx, call.page_keys());
        if (page.status == LOCKED && shown.keys.is_some()) || (page.status == DENIED && shown.is_member) {
            return Box::pin(self.personal(ctx, db, call, place.address)).await;
        }
        if page.status == NOT_FOUND
            && let Some(elsewhere) = elsewhere(db, &place.address, call).await?
        {
            return Ok(elsewhere);
        }
        let packed = if call.accepts_gzip { page.packed() } else { None };
        Ok(PageResponse {
            status: page.status,
            packed: packed.is_some(),
            draws_in_browser: page.draws_in_browser,
            captcha_sources: self.captcha_sources(page.has_captcha),
            body: packed.unwrap_or_else(|| page.body.clone()),
            etag: Some(page.etag.clone()),
            redirect: None,
            cookies: Some(page.cookies),
            held: found.held,
        })
    }

    fn captcha_sources(&self, asked: bool) -> Option<String> {
        self.captcha.as_ref().filter(|_| asked).map(|captcha| captcha.sources.join(" "))
    }

    async fn personal(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        call: &PageCall,
        address: Address,
    ) -> Result<PageResponse, RenderError> {
        let shown = db.in_language(call.language_tag());
        let checkout = if address == Address::Checkout { self.checkout(ctx, &shown, call).await? } else { None };
        if address == Address::Checkout && checkout.is_none() {
            let redirect = Some(call.address("/cart"));
            return Ok(PageResponse { status: 303, redirect, ..PageResponse::default() });
        }
        let target = {
            let tx = db.read().await?.in_language(call.language_tag());
            let target = resolve(&tx, address, Credentials::of(ctx, call.page_keys()), ctx.now()).await?;
            unless_hidden(&tx, call, target).await?
        };
        let query = PageQuery::read(&call.query);
        let wanted = RenderRequest { checkout, ..RenderRequest::of_visitors(call, &query, target) };
        let (material, drawn) = self.drawn(ctx, db, wanted).await?;
        let body = Bytes::from(with_script(drawn.html, material.visitor_script.as_deref()));
        let captcha_sources = self.captcha_sources(has_captcha(&body));
        let cookies = Some(material.cookies);
        Ok(PageResponse { status: material.status, body, captcha_sources, cookies, ..PageResponse::default() })
    }

    async fn built(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        call: &PageCall,
        place: &PagePlace,
    ) -> Result<Built, RenderError> {
        let target = {
            let tx = db.read().await?.in_language(call.language_tag());
            let target = resolve(&tx, place.address.clone(), Credentials::default(), ctx.now()).await?;
            unless_hidden(&tx, call, target).await?
        };
        let wanted = RenderRequest { is_shared: true, ..RenderRequest::of_visitors(call, &place.query, target) };
        let (material, drawn) = self.drawn(ctx, db, wanted).await?;
        metrics::counter!("stoa_pages_drawn_total").increment(1);
        let lifetime = lifetime_of(drawn.errors.is_empty(), drawn.cache_seconds);
        let body = Bytes::from(with_script(drawn.html, material.visitor_script.as_deref()));
        let etag = etag(&body);
        let tags = cache_tags::of_page(material.tags, call.language_tag().as_deref());
        let page = CachedPage::new(material.status, body, etag, tags, material.cookies);
        Ok(Built { shared: page.status == 200, lifetime, page })
    }
}

/// What the URL of a cached page asks for.
struct PagePlace {
    address: Address,
    query: PageQuery,
}

/// Unknown URLs share one cache entry, so that random URLs cannot fill the cache.
fn cache_name(call: &PageCall, address: &Address, query: &PageQuery) -> String {
    let path = match address {
        Address::Unknown => "?",
        _ => call.path.trim_end_matches('/'),
    };
    let text = Option::<&str>::unwrap_or_default;
    let mut name = [
        call.origin.as_str(),
        text(call.language.as_ref().map(|language| language.prefix.as_str())),
        path,
        text(query.category.as_deref()),
        text(query.tag.as_deref()),
        text(query.author.as_deref()),
        text(query.cursor.as_deref()),
        query.order.as_str(),
        if query.in_stock { "true" } else { "false" },
        text(query.least.as_deref()),
        text(query.most.as_deref()),
        text(query.view()),
    ]
    .join("\n");
    experiments::add_to_name(&mut name, &call.variants);
    name
}
