use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use bytes::Bytes;
use stoa_commerce::cart::{Browser, CheckoutKey};
use stoa_commerce::checkout::{self, CheckoutView};
use stoa_commerce::ports::{Installments, Payments};
use stoa_commerce::{CommerceError, cart, downloads};
use stoa_document::{Document, MAX_BLOCKS};
use stoa_entity::TenantDb;
use stoa_kernel::ports::{Cache, Invalidation};
use stoa_kernel::{Action, Resource, TenantCtx};
use stoa_page::{IslandFiles, PluginWords};
use stoa_site::content::{self, CollectionKind};
use stoa_site::design::{Look, published_look};
use stoa_site::header_footer::HeaderFooter;
use stoa_site::template_files::Originals;
use stoa_site::themes::ThemeLibrary;
use stoa_site::website_settings::CookieSettings;
use stoa_site::{SiteError, sanitise_document};
use stoa_template::{ParseOptions, Plugins};

use crate::RenderError;
use crate::blocks::{BlockLibrary, SiteKinds};
use crate::cache::{Built, CachedPage, Held, PageCache, PageKey, asks_captcha, etag};
use crate::captcha::CaptchaFace;
use crate::data::{Loader, Material, add_queries, answer_questions};
use crate::draw::{BlockError, Drawn, Scene, draw};
use crate::elsewhere::elsewhere;
use crate::live::{SiteFace, drafted, drafted_item};
use crate::plugin::{PagePlugins, PluginBlocks};
use crate::resolve::{Address, Credentials, PageQuery, Target, parameter, resolve};
use crate::template_files::{SiteThemes, originals};
use crate::theme::{ParsedTheme, ParsedThemes};

const NOT_FOUND: u16 = 404;
/// Status of the page that asks for a password.
const LOCKED: u16 = 401;
/// Status of the page that stands in the place of one for members.
const DENIED: u16 = 403;

/// Lies over drafts that are shown to people without an account.
const DRAFT_NOTE: &str = "<p role=\"note\" style=\"position:fixed;z-index:2147483647;inset:auto auto 1rem 50%;\
    transform:translateX(-50%);width:max-content;max-width:calc(100vw - 2rem);box-sizing:border-box;margin:0;\
    padding:.5rem 1rem;border-radius:2rem;background:#1c1b19;color:#fff;text-align:center;\
    font:14px/1.4 system-ui,sans-serif\">This is a draft. Visitors do not see it yet.</p>";

/// What a renderer is made of.
pub struct RendererParts {
    /// All themes.
    pub themes: ThemeLibrary,
    /// Plugins that draw blocks.
    pub plugins: Arc<dyn PluginBlocks>,
    /// Asked by the checkout page for the ways to pay.
    pub payments: Arc<dyn Payments>,
    /// Speaks of payment in parts beside products.
    pub installments: Arc<dyn Installments>,
    /// Cache that all processes share.
    pub cache: Arc<dyn Cache>,
    /// Tells what has changed.
    pub invalidation: Arc<dyn Invalidation>,
    /// Scripts and styles of the islands.
    pub islands: IslandFiles,
    /// What pages need to show a captcha, where one is set up.
    pub captcha: Option<CaptchaFace>,
}

/// Draws the pages of all sites.
pub struct Renderer {
    pub(crate) library: ThemeLibrary,
    pub(crate) themes: ParsedThemes,
    pub(crate) site_themes: SiteThemes,
    /// The files that sites may change, by theme.
    pub(crate) originals: HashMap<String, Originals>,
    pub(crate) options: ParseOptions,
    pub(crate) blocks: Arc<BlockLibrary>,
    pub(crate) words: PluginWords,
    pub(crate) vocabulary: Arc<dyn Plugins>,
    pub(crate) plugins: Arc<dyn PluginBlocks>,
    payments: Arc<dyn Payments>,
    pub(crate) installments: Arc<dyn Installments>,
    islands: Arc<IslandFiles>,
    pub(crate) captcha: Option<CaptchaFace>,
    cache: PageCache,
}

/// A visitor's wish for a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageCall {
    /// Path, as sent.
    pub path: String,
    /// Query string without `?`, as sent.
    pub query: String,
    /// How the site is addressed by its main host, such as `https://domain.com`, without a closing slash.
    pub origin: String,
    /// Short name of the site.
    pub identifier: String,
    /// Token of the visitor's cart.
    pub cart_token: Option<String>,
    /// Token of what the visitor buys beside the cart.
    pub buyer_token: Option<String>,
    /// What shows that the visitor tries out a shop on which they work.
    pub tester_pass: Option<String>,
    /// Tokens of passwords that the visitor has given, separated by dots.
    pub keys: Option<String>,
    /// Whether a password was given that is not right.
    pub wrong_password: bool,
    /// What was typed into the page's form and is not right.
    pub form: Option<FormTry>,
    /// Whether the browser takes pages packed with gzip.
    pub takes_gzip: bool,
}

impl PageCall {
    /// Token of the checkout that the address names; none for other addresses.
    pub fn checkout_link(&self) -> Option<String> {
        let is_checkout = Address::read(&self.path, &self.query) == Address::Checkout;
        parameter(&self.query, "cartToken").filter(|token| is_checkout && !token.is_empty())
    }

    /// The checkout of a token, asked for by the visitor's browser.
    fn checkout_key<'a>(&'a self, token: &'a str) -> CheckoutKey<'a> {
        let browser = Browser { cart: self.cart_token.as_deref(), buyer: self.buyer_token.as_deref() };
        CheckoutKey { token, browser }
    }
}

/// What was typed into a form, and what is not right of it, by the names of its fields.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormTry {
    /// What was typed.
    pub values: BTreeMap<String, String>,
    /// What is not right.
    pub problems: BTreeMap<String, String>,
}

/// A page on its way to a visitor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageAnswer {
    /// HTTP status.
    pub status: u16,
    /// The page.
    pub body: Bytes,
    /// Whether the body is packed with gzip.
    pub packed: bool,
    /// Whether the template engine goes on in the browser.
    pub draws_in_browser: bool,
    /// Where scripts and frames of a captcha service come from, separated by spaces, for a page that asks one.
    pub captcha_sources: Option<String>,
    /// Changes with the page; none for pages that belong to one visitor and must not be kept.
    pub etag: Option<String>,
    /// Where to go instead, with the status.
    pub redirect: Option<String>,
    /// What the site may remember of who looks at the page; none where nothing was drawn.
    pub cookies: Option<CookieSettings>,
    /// Set for a kept page that is shown while the database is away.
    pub held: Option<Held>,
}

/// A contributor's wish to see a draft.
#[derive(Clone, Debug, PartialEq)]
pub struct PreviewCall {
    /// How the site is known to browsers.
    pub site: SiteFace,
    /// The page.
    pub page_id: String,
    /// Its draft, saved or not.
    pub document: Document,
}

/// A draft as visitors would see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// The whole page.
    pub html: String,
    /// What went wrong, by block.
    pub errors: Vec<BlockError>,
}

impl Renderer {
    /// Parses all templates, once.
    ///
    /// # Errors
    /// When a built-in block is broken.
    pub fn new(parts: RendererParts) -> Result<Self, RenderError> {
        let words = parts.plugins.words();
        let vocabulary: Arc<dyn Plugins> = Arc::new(words.clone());
        let options = ParseOptions { plugins: Some(Arc::clone(&vocabulary)), ..ParseOptions::default() };
        Ok(Self {
            themes: ParsedThemes::parse(&parts.themes, &options),
            site_themes: SiteThemes::new(),
            originals: originals(&parts.themes),
            library: parts.themes,
            blocks: Arc::new(BlockLibrary::embedded(&options)?),
            options,
            words,
            vocabulary,
            plugins: parts.plugins,
            payments: parts.payments,
            installments: parts.installments,
            islands: Arc::new(parts.islands),
            captcha: parts.captcha,
            cache: PageCache::new(parts.cache, parts.invalidation),
        })
    }

    /// All themes with their files.
    pub fn themes(&self) -> &ThemeLibrary {
        &self.library
    }

    /// The kinds of blocks a site can use.
    pub async fn kinds(&self, ctx: &TenantCtx, db: &TenantDb) -> SiteKinds {
        SiteKinds::new(Arc::clone(&self.blocks), self.plugins.kinds(ctx, db).await)
    }

    /// The page of an address. Pages that are the same for everybody are kept.
    ///
    /// # Errors
    /// When the database refuses or a plugin breaks the program's rules.
    pub async fn page(&self, ctx: &TenantCtx, db: &TenantDb, call: &PageCall) -> Result<PageAnswer, RenderError> {
        let address = Address::read(&call.path, &call.query);
        if address.is_personal() || call.wrong_password {
            return Box::pin(self.personal(ctx, db, call, address)).await;
        }
        let query = PageQuery::read(&call.query);
        let key = PageKey { website: ctx.website().clone(), name: cache_name(call, &address, &query) };
        let place = (address, query);
        let found = self.cache.page(key, db.reach(), || self.built(ctx, db, call, &place)).await?;
        let page = found.page;
        let shown = Credentials::of(ctx, call.keys.as_deref());
        if (page.status == LOCKED && shown.keys.is_some()) || (page.status == DENIED && shown.is_member) {
            return Box::pin(self.personal(ctx, db, call, place.0)).await;
        }
        if page.status == NOT_FOUND
            && let Some(elsewhere) = elsewhere(db, &place.0, call).await?
        {
            return Ok(elsewhere);
        }
        let packed = if call.takes_gzip { page.packed() } else { None };
        Ok(PageAnswer {
            status: page.status,
            packed: packed.is_some(),
            draws_in_browser: page.draws_in_browser,
            captcha_sources: self.captcha_sources(page.asks_captcha),
            body: packed.unwrap_or_else(|| page.body.clone()),
            etag: Some(page.etag.clone()),
            redirect: None,
            cookies: Some(page.cookies),
            held: found.held,
        })
    }

    /// A draft drawn as the published page would be.
    ///
    /// # Errors
    /// [`SiteError::Denied`] when the caller may not see drafts, [`SiteError::NotFound`] when there
    /// is no such page.
    pub async fn preview(&self, ctx: &TenantCtx, db: &TenantDb, call: PreviewCall) -> Result<Preview, RenderError> {
        ctx.authorise(Resource::Content, Action::Read).map_err(SiteError::from)?;
        let page = content::page(ctx, db, &call.page_id).await?;
        let mut document = call.document;
        if document.blocks().count() > MAX_BLOCKS {
            let message = format!("You have reached the limit of {MAX_BLOCKS} blocks.");
            return Err(SiteError::Invalid([("sections".to_owned(), message)].into()).into());
        }
        sanitise_document(&mut document, &self.kinds(ctx, db).await);
        let target = drafted(db, page, document).await?;
        let (call, query) = (call.site.call("", ""), PageQuery::default());
        let wanted =
            Wanted { call: &call, query: &query, target, checkout: None, in_editor: true, instead: Instead::default() };
        let (_, drawn) = self.drawn(ctx, db, wanted).await?;
        Ok(Preview { html: drawn.html, errors: drawn.errors })
    }

    /// The draft that a preview link shows, drawn as visitors would see it, with a note that it is one. None when the
    /// link opens nothing.
    ///
    /// # Errors
    /// When the database refuses or a plugin breaks the program's rules.
    pub async fn draft_page(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        call: &PageCall,
        token: &str,
    ) -> Result<Option<Bytes>, RenderError> {
        let draft = {
            let tx = db.read().await?;
            content::preview_links::draft_of_link(&tx, token, ctx.now_ms()).await?
        };
        let Some(mut draft) = draft else { return Ok(None) };
        if let Some(document) = draft.document.as_mut() {
            sanitise_document(document, &self.kinds(ctx, db).await);
        }
        let target = match draft.kind {
            CollectionKind::Item => drafted_item(db, &draft.id, draft.document.unwrap_or_default()).await?,
            _ => Target::Page(draft),
        };
        let query = PageQuery::default();
        let (_, drawn) = self.drawn(ctx, db, Wanted::of_visitors(call, &query, target)).await?;
        Ok(Some(Bytes::from(marked_as_draft(drawn.html))))
    }

    /// What buyers of a digital product get, for who has a link to it. None when the link opens nothing.
    ///
    /// # Errors
    /// When the database refuses or a plugin breaks the program's rules.
    pub async fn digital_preview_page(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        call: &PageCall,
        token: &str,
    ) -> Result<Option<Bytes>, RenderError> {
        let preview = {
            let tx = db.read().await?;
            downloads::previewed(&tx, token, ctx.now_ms()).await?
        };
        let Some(preview) = preview else { return Ok(None) };
        let (query, target) = (PageQuery::default(), Target::DigitalPreview(Box::new(preview)));
        let (_, drawn) = self.drawn(ctx, db, Wanted::of_visitors(call, &query, target)).await?;
        Ok(Some(Bytes::from(drawn.html)))
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
    ) -> Result<PageAnswer, RenderError> {
        let checkout = if address == Address::Checkout { self.checkout(ctx, db, call).await? } else { None };
        if address == Address::Checkout && checkout.is_none() {
            let redirect = Some("/cart".to_owned());
            return Ok(PageAnswer { status: 303, redirect, ..PageAnswer::default() });
        }
        let target = {
            let tx = db.read().await?;
            resolve(&tx, address, Credentials::of(ctx, call.keys.as_deref()), ctx.now_ms()).await?
        };
        let query = PageQuery::read(&call.query);
        let wanted = Wanted { checkout, ..Wanted::of_visitors(call, &query, target) };
        let (material, drawn) = self.drawn(ctx, db, wanted).await?;
        let body = Bytes::from(drawn.html);
        let captcha_sources = self.captcha_sources(asks_captcha(&body));
        let cookies = Some(material.cookies);
        Ok(PageAnswer { status: material.status, body, captcha_sources, cookies, ..PageAnswer::default() })
    }

    /// The checkout that the address names by its token, else that of the visitor's cart; none while there is
    /// nothing to buy, and for one that was begun elsewhere.
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
                let view = cart::view(ctx, db, call.cart_token.as_deref()).await?;
                let Some(token) = view.cart_token.filter(|_| !view.entries.is_empty()) else { return Ok(None) };
                token
            }
        };
        match checkout::view(ctx, db, self.payments.as_ref(), call.checkout_key(&token)).await {
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
        (address, query): &(Address, PageQuery),
    ) -> Result<Built, RenderError> {
        let target = {
            let tx = db.read().await?;
            resolve(&tx, address.clone(), Credentials::default(), ctx.now_ms()).await?
        };
        let (material, drawn) = self.drawn(ctx, db, Wanted::of_visitors(call, query, target)).await?;
        metrics::counter!("stoa_pages_drawn_total").increment(1);
        let lasting = drawn.errors.is_empty();
        let body = Bytes::from(drawn.html);
        let etag = etag(&body);
        let page = CachedPage::new(material.status, body, etag, material.tags, material.cookies);
        Ok(Built { shared: page.status == 200, lasting, page })
    }

    pub(crate) async fn drawn(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        wanted: Wanted<'_>,
    ) -> Result<(Outline, Drawn), RenderError> {
        let (path, in_editor) = (wanted.call.path.clone(), wanted.in_editor);
        let scene = self.scene(ctx, db, wanted).await?;
        let outline = Outline::of(&scene.material);
        let drawn = tokio::task::spawn_blocking(move || draw(scene)).await;
        let drawn = drawn.map_err(|error| RenderError::Broken(Box::new(error)))?;
        if !in_editor {
            report(ctx, &path, &drawn.errors);
            if drawn.broken_off {
                return Err(RenderError::BrokenOff(path));
            }
        }
        Ok((outline, drawn))
    }

    /// Everything a page is drawn from, gathered.
    pub(crate) async fn scene(&self, ctx: &TenantCtx, db: &TenantDb, wanted: Wanted<'_>) -> Result<Scene, RenderError> {
        let kinds = self.kinds(ctx, db).await;
        let (mut material, theme, look) = {
            let tx = db.read().await?;
            let loader = Loader {
                ctx,
                tx: &tx,
                call: wanted.call,
                query: wanted.query,
                kinds: &kinds,
                checkout: wanted.checkout,
                frame: wanted.instead.frame,
            };
            let mut material = loader.load(wanted.target).await?;
            self.captcha.clone().unwrap_or_default().show_in(&mut material.data);
            let theme = match wanted.instead.theme {
                Some(theme) => theme,
                None => self.theme_of(&tx, &material.theme).await?,
            };
            let look = match wanted.instead.look {
                Some(look) => look,
                None => published_look(&tx, &theme.theme().name).await?,
            };
            add_queries(&tx, &theme.theme().queries, ctx.now_ms(), &mut material).await?;
            (material, theme, look)
        };
        answer_questions(ctx, self.installments.as_ref(), &mut material).await;
        let session = self.plugins.open(ctx, db).await;
        Ok(Scene {
            material,
            theme,
            look,
            kinds,
            plugins: Arc::new(PagePlugins { vocabulary: Arc::clone(&self.vocabulary), session }),
            islands: Arc::clone(&self.islands),
            in_editor: wanted.in_editor,
            now_ms: ctx.now_ms(),
        })
    }
}

/// A page to be drawn.
pub(crate) struct Wanted<'a> {
    pub(crate) call: &'a PageCall,
    pub(crate) query: &'a PageQuery,
    pub(crate) target: Target,
    pub(crate) checkout: Option<CheckoutView>,
    pub(crate) in_editor: bool,
    pub(crate) instead: Instead,
}

/// What a page is drawn with instead of what visitors see.
#[derive(Default)]
pub(crate) struct Instead {
    pub(crate) theme: Option<Arc<ParsedTheme>>,
    /// Laid over the theme.
    pub(crate) look: Option<Look>,
    /// Header and footer.
    pub(crate) frame: Option<HeaderFooter>,
}

impl<'a> Wanted<'a> {
    /// A page as visitors see it.
    pub(crate) fn of_visitors(call: &'a PageCall, query: &'a PageQuery, target: Target) -> Self {
        Self { call, query, target, checkout: None, in_editor: false, instead: Instead::default() }
    }
}

/// What remains of the material after the page was drawn from it.
pub(crate) struct Outline {
    pub(crate) status: u16,
    tags: Vec<String>,
    cookies: CookieSettings,
}

impl Outline {
    fn of(material: &Material) -> Self {
        let tags = material.tags.iter().cloned().collect();
        Self { status: material.status, tags, cookies: material.cookies }
    }
}

/// Says over a page that it is a draft.
fn marked_as_draft(mut html: String) -> String {
    let end = html.rfind("</body>").unwrap_or(html.len());
    html.insert_str(end, DRAFT_NOTE);
    html
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

/// Pages of unknown addresses share one place, so that made-up addresses cannot fill the cache.
fn cache_name(call: &PageCall, address: &Address, query: &PageQuery) -> String {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let path = match address {
        Address::Unknown => "?",
        _ => call.path.trim_end_matches('/'),
    };
    let (category, tag, cursor) = (text(&query.category), text(&query.tag), text(&query.cursor));
    let author = text(&query.author);
    let (least, most, order) = (text(&query.least), text(&query.most), query.order.name());
    let (stock, view) = (query.in_stock, query.view().unwrap_or_default());
    format!("{}\n{path}\n{category}\n{tag}\n{author}\n{cursor}\n{order}\n{stock}\n{least}\n{most}\n{view}", call.origin)
}
