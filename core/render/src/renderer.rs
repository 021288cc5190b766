//! Renders pages: resolves what is asked for, loads its data, draws it, and caches what is the same for everybody.

use std::sync::Arc;

use bytes::Bytes;
use stoa_commerce::cart::CheckoutKey;
use stoa_commerce::checkout::{self, CheckoutView};
use stoa_commerce::ports::{Installments, Payments, QuotePlugins};
use stoa_commerce::quotes::{self, Quoted};
use stoa_commerce::{CommerceError, cart};
use stoa_entity::TenantDb;
use stoa_kernel::ports::{Cache, Invalidation};
use stoa_kernel::{TenantCtx, boxed};
use stoa_page::IslandFiles;
use stoa_site::cache_tags;
use stoa_site::design::{ThemeDesign, published_look};
use stoa_site::experiments::RunningExperiments;
use stoa_site::header_footer::HeaderFooter;
use stoa_site::themes::ThemeLibrary;
use stoa_site::website_settings::CookieSettings;
use stoa_template::{ParseOptions, Plugins};

use crate::RenderError;
use crate::blocks::{BlockLibrary, SiteKinds};
use crate::cache::{Built, CachedPage, PageCache, PageKey, SiteCache, etag, has_captcha, lifetime_of};
use crate::captcha::CaptchaSettings;
use crate::data::{Loader, PageData, add_areas, add_queries, add_theme_texts, answer_questions};
use crate::draw::{BlockError, Drawn, LoadedPage, draw};
use crate::experiments::{self, Exposures};
use crate::language::{KnownLanguages, PagePosition, link_within, unless_hidden};
use crate::page_call::{PageCall, PageResponse};
use crate::plugin::{PagePlugins, PluginBlocks, PluginPage};
use crate::redirects::elsewhere;
use crate::resolve::{Address, Credentials, PageQuery, Target, parameter, resolve};
use crate::template_files::{SiteThemes, ThemeOriginals};
use crate::theme::{ParsedTheme, ParsedThemes};
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
pub struct Renderer {
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
        Ok(Self {
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
        })
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

    /// The page at a URL. Pages that are the same for everybody are cached.
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

    /// The checkout of the token in the URL, otherwise of the visitor's cart; none if there is nothing to buy, or if it
    /// was started in another browser.
    async fn checkout(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        call: &PageCall,
    ) -> Result<Option<CheckoutView>, RenderError> {
        let named = parameter(&call.query, "cartToken").filter(|token| !token.is_empty());
        let token = match named {
            Some(token) => token,
            None => {
                let view = cart::view(ctx, db, call.token("CART")).await?;
                let Some(token) = view.cart_token.filter(|_| !view.entries.is_empty()) else { return Ok(None) };
                token
            }
        };
        let (key, plugins) = (call.checkout_key(&token), self.quotes.as_ref());
        let Some(view) = self.checkout_of(ctx, db, key).await? else { return Ok(None) };
        let is_settled = view.cart.is_purchased || quotes::are_settled(ctx, db, plugins, &view.cart.quotes).await?;
        if is_settled || !quotes::prepare(ctx, db, plugins, Quoted::Checkout(key), None).await? {
            return Ok(Some(view));
        }
        self.checkout_of(ctx, db, key).await
    }

    async fn checkout_of(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        key: CheckoutKey<'_>,
    ) -> Result<Option<CheckoutView>, RenderError> {
        match checkout::view(ctx, db, self.payments.as_ref(), key).await {
            Ok(view) => Ok(Some(view)),
            Err(CommerceError::NotFound) => Ok(None),
            Err(error) => Err(error.into()),
        }
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

    pub(crate) async fn drawn(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        wanted: RenderRequest<'_>,
    ) -> Result<(RenderSummary, Drawn), RenderError> {
        let (path, in_editor) = (wanted.call.path.clone(), wanted.in_editor);
        let position = wanted.call.language.clone().map(|language| PagePosition {
            language,
            origin: wanted.call.origin.clone(),
            path: path.clone(),
        });
        let call = wanted.call;
        let scene = self.scene(ctx, db, wanted).await?;
        let visitor_script = self.visitor_script.element(&scene.material, call);
        let outline = RenderSummary { visitor_script, ..RenderSummary::of(&scene.material) };
        let drawn = tokio::task::spawn_blocking(move || {
            let drawn = draw(scene);
            match position {
                Some(position) => Drawn { html: link_within(drawn.html, &position), ..drawn },
                None => drawn,
            }
        });
        let drawn = drawn.await;
        let drawn = drawn.map_err(|error| RenderError::Broken(Box::new(error)))?;
        if !in_editor {
            report(ctx, &path, &drawn.errors);
            if drawn.broken_off {
                return Err(RenderError::BrokenOff(path));
            }
        }
        Ok((outline, drawn))
    }

    /// Loads everything needed to render a page.
    pub(crate) async fn scene(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        wanted: RenderRequest<'_>,
    ) -> Result<LoadedPage, RenderError> {
        let kinds = self.kinds(ctx, db).await;
        let known = self.known_languages(ctx, db).await?;
        let (mut material, theme, look) = {
            let tx = db.read().await?.in_language(wanted.call.language_tag());
            let loader = Loader {
                ctx,
                tx: &tx,
                call: wanted.call,
                query: wanted.query,
                kinds: &kinds,
                words: &known.words,
                checkout: wanted.checkout,
                frame: wanted.instead.frame,
            };
            let mut material = loader.load(wanted.target).await?;
            self.captcha.clone().unwrap_or_default().show_in(&mut material.data);
            let theme = match wanted.instead.theme {
                Some(theme) => theme,
                None => self.theme_of(&tx, &material.theme).await?,
            };
            let mut look = match wanted.instead.look {
                Some(look) => look,
                None => published_look(&tx, &theme.theme().name).await?,
            };
            experiments::show_in_look(&wanted.call.variants, &theme.theme().name, &mut look.values);
            add_queries(&tx, &theme.theme().queries, wanted.query, ctx.now(), &mut material).await?;
            let areas = &theme.theme().areas;
            Box::pin(add_areas(&tx, areas, &kinds, ctx.now(), &mut material)).await?;
            (material, theme, look)
        };
        answer_questions(ctx, self.installments.as_ref(), &mut material).await;
        add_theme_texts(&mut material, theme.theme());
        let page = PluginPage {
            language: wanted.call.language_tag(),
            in_editor: wanted.in_editor,
            is_shared: wanted.is_shared,
        };
        let session = self.plugins.open(ctx, &page).await;
        Ok(LoadedPage {
            material,
            theme,
            look,
            kinds,
            plugins: Arc::new(PagePlugins { vocabulary: Arc::clone(&self.vocabulary), session }),
            islands: Arc::clone(&self.islands),
            in_editor: wanted.in_editor,
            now: ctx.now(),
        })
    }
}

/// What the URL of a cached page asks for.
struct PagePlace {
    address: Address,
    query: PageQuery,
}

/// A page to render.
pub(crate) struct RenderRequest<'a> {
    pub(crate) call: &'a PageCall,
    pub(crate) query: &'a PageQuery,
    pub(crate) target: Target,
    pub(crate) checkout: Option<CheckoutView>,
    pub(crate) in_editor: bool,
    /// Whether all visitors get it.
    pub(crate) is_shared: bool,
    pub(crate) instead: DraftOverrides,
}

/// Replacements for the published versions.
#[derive(Default)]
pub(crate) struct DraftOverrides {
    pub(crate) theme: Option<Arc<ParsedTheme>>,
    /// Design of the site (settings over the theme).
    pub(crate) look: Option<ThemeDesign>,
    /// Header and footer.
    pub(crate) frame: Option<HeaderFooter>,
}

impl<'a> RenderRequest<'a> {
    /// A page as visitors see it.
    pub(crate) fn of_visitors(call: &'a PageCall, query: &'a PageQuery, target: Target) -> Self {
        let instead = DraftOverrides::default();
        Self { call, query, target, checkout: None, in_editor: false, is_shared: false, instead }
    }
}

/// The data that is still needed after rendering.
pub(crate) struct RenderSummary {
    pub(crate) status: u16,
    tags: Vec<String>,
    cookies: CookieSettings,
    /// The element of the script that records visits; for pages as visitors get them.
    visitor_script: Option<String>,
}

impl RenderSummary {
    fn of(material: &PageData) -> Self {
        let tags = material.tags.iter().cloned().collect();
        Self { status: material.status, tags, cookies: material.cookies, visitor_script: None }
    }
}

fn report(ctx: &TenantCtx, path: &str, errors: &[BlockError]) {
    for error in errors.iter().take(10) {
        tracing::warn!(
            tenant.id = ctx.website().as_str(),
            page.path = path,
            block.id = error.block_id.as_deref().unwrap_or_default(),
            template.file = error.file.as_deref().unwrap_or_default(),
            template.line = error.line,
            "a template failed: {}",
            error.message
        );
    }
}

/// Unknown URLs share one cache entry, so that random URLs cannot fill the cache.
fn cache_name(call: &PageCall, address: &Address, query: &PageQuery) -> String {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let path = match address {
        Address::Unknown => "?",
        _ => call.path.trim_end_matches('/'),
    };
    let prefix = call.language.as_ref().map(|language| language.prefix.as_str()).unwrap_or_default();
    let (category, tag, cursor) = (text(&query.category), text(&query.tag), text(&query.cursor));
    let author = text(&query.author);
    let (least, most, order) = (text(&query.least), text(&query.most), query.order.name());
    let (stock, view) = (query.in_stock, query.view().unwrap_or_default());
    let origin = &call.origin;
    let mut name = format!(
        "{origin}\n{prefix}\n{path}\n{category}\n{tag}\n{author}\n{cursor}\n{order}\n{stock}\n{least}\n{most}\n{view}"
    );
    experiments::add_to_name(&mut name, &call.variants);
    name
}
