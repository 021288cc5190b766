//! Live preview in the editor: the preview data that the browser gets once, and requests for what only the server can
//! do.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use base64::Engine as _;
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};
use stoa_commerce::installments::InstallmentShop;
use stoa_document::{Block, Column, Devices, Document, MAX_BLOCKS, Row, Section, SectionSettings, ShownIn};
use stoa_entity::TenantDb;
use stoa_kernel::content::CollectionKind;
use stoa_kernel::id::CollectionId;
use stoa_kernel::{Action, Resource, TenantCtx, boxed};
use stoa_messages::{Catalogue, Texts};
use stoa_page::{
    AnsweredBlock, AnsweredCall, Answers, BlockContents, BlockTemplates as _, Outcome, PluginCall,
    PluginOutputSource as _, PreviewData, Questions, SanitizedPluginOutput, Sheet,
};
use stoa_site::content::{self, Collection, PageDetail, items};
use stoa_site::design;
use stoa_site::header_footer;
use stoa_site::site_texts;
use stoa_site::template_files::{self, UnsavedTexts};
use stoa_site::{SiteError, sanitise_document, settings, translations};

use crate::RenderError;
use crate::blocks::SiteKinds;
use crate::data::{AreaData, BlockDataContext, answer_among, load_block_data, multiple_services};
use crate::draw::{LoadedPage, Recorder, SessionPluginOutputs, render_and_record};
use crate::page_call::PageCall;
use crate::plugin::{PagePlugins, PluginPage, PluginSession};
use crate::renderer::{DraftOverrides, RenderRequest, Renderer};
use crate::resolve::{Address, Credentials, PageQuery, Target, resolve};
use crate::template_files::drafted_sheets;

/// Maximum number of calls of plugin formatters and predicates per request.
const MAX_CALLS: usize = 200;

/// Preview data of a page, for the engine in the browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewDataResponse {
    /// A [`PreviewData`] as JSON.
    pub body: Vec<u8>,
    /// ETag; changes with the preview data, and not with time alone.
    pub etag: String,
}

/// Request for the preview data of the saved draft of a page.
#[derive(Clone, Copy, Debug)]
pub struct DraftShown<'a> {
    /// The page.
    pub page_id: &'a CollectionId,
    /// BCP 47 tag of the language in which visitors would see it; none for the blocks of all languages with their
    /// originals.
    pub language: Option<&'a str>,
}

/// Request for a preview of header and footer on a page.
#[derive(Clone, Copy, Debug)]
pub struct HeaderFooterShown<'a> {
    /// Path of the page, with its query string.
    pub address: &'a str,
    /// Version number; the draft if none.
    pub version: Option<i64>,
}

/// The site's public address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PublicSite {
    /// Base URL, such as `https://domain.com`, without a trailing slash.
    pub origin: String,
    /// Its short name.
    pub identifier: String,
}

impl PublicSite {
    pub(crate) fn call(self, path: &str, query: &str) -> PageCall {
        let Self { origin, identifier } = self;
        PageCall { path: path.to_owned(), query: query.to_owned(), origin, identifier, ..PageCall::default() }
    }

    /// A request for a path with its query string.
    fn call_to(self, address: &str) -> PageCall {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        self.call(path, query)
    }
}

/// A page as if its draft were published, with its titles in a language; an item with its blog.
pub(crate) async fn drafted(
    db: &TenantDb,
    page: PageDetail,
    document: Document,
    language: Option<String>,
) -> Result<Target, RenderError> {
    if page.summary.kind == CollectionKind::Item {
        return drafted_item(db, &page.summary.id, document, language).await;
    }
    let mut page = Collection::of_draft(page, document);
    if language.is_some() {
        let tx = db.read().await?.in_language(language);
        translations::lay_over_titles(&tx, std::slice::from_mut(&mut page)).await?;
    }
    Ok(Target::Page(page))
}

/// The same for an item.
pub(crate) async fn drafted_item(
    db: &TenantDb,
    id: &CollectionId,
    document: Document,
    language: Option<String>,
) -> Result<Target, RenderError> {
    let tx = db.read().await?.in_language(language);
    let (blog, mut post) = items::drafted(&tx, id, document).await?;
    translations::lay_over_posts(&tx, std::slice::from_mut(&mut post)).await?;
    Ok(Target::Post(blog, Box::new(post)))
}

/// The page at a URL with drafts in place of what is published.
struct DraftedAddress {
    call: PageCall,
    instead: DraftOverrides,
    /// Drafted style sheets by name.
    sheets: BTreeMap<String, Sheet>,
}

impl Renderer {
    /// Preview data of the saved draft of a page.
    ///
    /// # Errors
    /// [`SiteError::Denied`] when the caller may not see drafts, [`SiteError::NotFound`] when there is no such page,
    /// [`SiteError::Invalid`] when the site does not have the language.
    #[boxed]
    pub async fn page_material<'a>(
        &'a self,
        ctx: &TenantCtx,
        db: &TenantDb,
        site: PublicSite,
        wanted: DraftShown<'a>,
    ) -> Result<PreviewDataResponse, RenderError> {
        ctx.authorise(Resource::Content, Action::Read).map_err(SiteError::from)?;
        let page = content::page(ctx, db, wanted.page_id).await?;
        let document = page.document.clone();
        let call = self.draft_call(ctx, db, site, wanted.language).await?;
        let target = drafted(db, page, document, call.language_tag()).await?;
        let query = PageQuery::default();
        let wanted = RenderRequest { in_editor: true, ..RenderRequest::of_visitors(&call, &query, target) };
        let scene = self.scene(ctx, db, wanted).await?;
        self.material_of(ctx, scene, BTreeMap::new()).await
    }

    /// The call for a draft as visitors of a language would see it; without a language, with the blocks of all
    /// languages and their originals.
    pub(crate) async fn draft_call(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        site: PublicSite,
        language: Option<&str>,
    ) -> Result<PageCall, RenderError> {
        let call = site.call("", "");
        let Some(tag) = language else { return Ok(PageCall { shows_all_languages: true, ..call }) };
        if settings::site_row(&db.read().await?).await?.language == tag {
            return Ok(call);
        }
        let found = self.language_of(ctx, db, &format!("/{}", tag.to_ascii_lowercase()), true).await?;
        match found.map(|found| found.language).filter(|language| language.tag == tag) {
            Some(language) => Ok(PageCall { language: Some(language), ..call }),
            None => {
                let message = "The site does not have this language. Add it under Settings → Languages first.";
                Err(SiteError::Invalid([("language".to_owned(), message.to_owned())].into()).into())
            }
        }
    }

    /// Preview data of the page at a URL, with the saved drafts of its templates. None if the theme has the original
    /// form, whose templates only the server can translate for the engine.
    ///
    /// # Errors
    /// [`SiteError::Denied`] when the caller may not see drafts of templates.
    #[boxed]
    pub async fn template_material(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        site: PublicSite,
        address: &str,
    ) -> Result<Option<PreviewDataResponse>, RenderError> {
        let (name, own) = template_files::drafts(ctx, db, self, UnsavedTexts::default()).await?;
        let theme = Arc::new(self.with_own_files(&name, own.clone()).await?);
        let sheets = drafted_sheets(theme.theme(), &own);
        let instead = DraftOverrides { theme: Some(theme), ..DraftOverrides::default() };
        self.address_material(ctx, db, DraftedAddress { call: site.call_to(address), instead, sheets }).await
    }

    /// Preview data of the page at a URL, with the saved draft of the design. None if the theme has the original form.
    ///
    /// # Errors
    /// [`SiteError::Denied`] when the caller may not see the draft.
    #[boxed]
    pub async fn design_material(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        site: PublicSite,
        address: &str,
    ) -> Result<Option<PreviewDataResponse>, RenderError> {
        let draft = design::draft(ctx, db).await?;
        let theme = self.theme_of(&db.read().await?, &draft.theme).await?;
        let look = Some(design::look(&draft, &draft.theme));
        let instead = DraftOverrides { theme: Some(theme), look, frame: None };
        let call = site.call_to(address);
        self.address_material(ctx, db, DraftedAddress { call, instead, sheets: BTreeMap::new() }).await
    }

    /// Preview data of the page at a URL, with the saved draft of header and footer or one of their versions. None if
    /// the theme has the original form.
    ///
    /// # Errors
    /// [`SiteError::Denied`] when the caller may not see the draft, [`SiteError::NotFound`] when there is no such
    /// version.
    #[boxed]
    pub async fn header_footer_material<'a>(
        &'a self,
        ctx: &TenantCtx,
        db: &TenantDb,
        site: PublicSite,
        wanted: HeaderFooterShown<'a>,
    ) -> Result<Option<PreviewDataResponse>, RenderError> {
        let frame = Some(header_footer::arranged(ctx, db, wanted.version).await?);
        let theme = {
            let tx = db.read().await?;
            self.theme_of(&tx, &settings::site_row(&tx).await?.theme).await?
        };
        let instead = DraftOverrides { theme: Some(theme), look: None, frame };
        let call = site.call_to(wanted.address);
        self.address_material(ctx, db, DraftedAddress { call, instead, sheets: BTreeMap::new() }).await
    }

    async fn address_material(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        drafted: DraftedAddress,
    ) -> Result<Option<PreviewDataResponse>, RenderError> {
        let DraftedAddress { call, instead, sheets } = drafted;
        if instead.theme.as_ref().is_some_and(|theme| theme.sheet().original.is_some()) {
            return Ok(None);
        }
        let target = {
            let tx = db.read().await?;
            resolve(
                &tx,
                Address::read(&call.path, &call.query),
                Credentials { is_inside: true, ..Credentials::default() },
                ctx.now(),
            )
            .await?
        };
        let query = PageQuery::read(&call.query);
        let shown = RenderRequest::of_visitors(&call, &query, target);
        let wanted = RenderRequest { in_editor: true, instead, ..shown };
        let scene = self.scene(ctx, db, wanted).await?;
        self.material_of(ctx, scene, sheets).await.map(Some)
    }

    async fn material_of(
        &self,
        ctx: &TenantCtx,
        mut scene: LoadedPage,
        sheets: BTreeMap<String, Sheet>,
    ) -> Result<PreviewDataResponse, RenderError> {
        let words = self.plugins.words(ctx).await;
        let recorder = Arc::new(Recorder::new(Arc::clone(&scene.plugins.session)));
        let session: Arc<dyn PluginSession> = Arc::clone(&recorder) as Arc<dyn PluginSession>;
        scene.plugins = Arc::new(PagePlugins { vocabulary: Arc::clone(&self.vocabulary), session });
        // The browser inserts its own time, so that the preview data and its ETag do not change with time.
        if let Some(now) = scene.material.data.get_mut("now") {
            *now = Value::Null;
        }
        let mut material = PreviewData {
            page: scene.facts(),
            document: scene.material.layout.as_ref().map(|(document, _)| document.clone()),
            areas: scene.material.areas.iter().map(AreaData::sent).collect(),
            theme: scene.theme.sheet(),
            sheets,
            kinds: scene.kinds.sheets(Catalogue::for_language(&scene.material.language)),
            globals: scene.material.names.to_cow(),
            islands: scene.islands.as_ref().clone(),
            island_messages: scene.material.names.island_messages_to_cow(),
            words,
            known: Answers::default(),
        };
        let work = tokio::task::spawn_blocking(move || {
            let mut drawings = render_and_record(&scene);
            if let Some((document, gathered)) = &scene.material.layout {
                let asked = gathered.contents.settings.clone();
                material.known.blocks = answered(document, &asked, &gathered.contents, &mut drawings);
            }
            for AreaData { document, gathered, .. } in &scene.material.areas {
                let contents = &gathered.contents;
                material.known.blocks.extend(answered(document, &contents.settings, contents, &mut drawings));
            }
            material.known.calls = recorder.calls();
            serde_json::to_vec(&material)
        });
        let body = broken(work.await)?;
        let body = broken(body)?;
        let mut etag = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(Sha256::digest(&body));
        etag.truncate(22);
        Ok(PreviewDataResponse { body, etag: format!("\"{etag}\"") })
    }

    /// Computes what the editor cannot: the data of blocks, the rendering of plugin blocks, sanitized texts, and
    /// results of plugin formatters and predicates.
    ///
    /// # Errors
    /// [`SiteError::Denied`] when the caller may not see drafts, [`SiteError::Invalid`] when a request asks for too
    /// much.
    #[boxed]
    pub async fn answers(&self, ctx: &TenantCtx, db: &TenantDb, questions: Questions) -> Result<Answers, RenderError> {
        ctx.authorise(Resource::Content, Action::Read).map_err(SiteError::from)?;
        bounded(&questions)?;
        let Questions { blocks, calls } = questions;
        let kinds = self.kinds(ctx, db).await;
        let mut document = document_of(blocks);
        let (asked, mut contents, shopfront) = {
            let tx = db.read().await?;
            let row = settings::site_row(&tx).await?;
            let wording = site_texts::texts_of_row(&tx, &row).await?;
            let asked = complete_settings(&document, &kinds, wording.texts());
            sanitise_document(&mut document, &kinds);
            let multiple_quantity_for_services = multiple_services(&row);
            let around = BlockDataContext {
                kinds: &kinds,
                multiple_quantity_for_services,
                texts: wording.texts(),
                now: ctx.now(),
                time_zone: &row.time_zone,
                site_address: &row.location.0,
            };
            let contents = load_block_data(&tx, &document, &around).await?.contents;
            (asked, contents, InstallmentShop::from_row(&row)?)
        };
        answer_among(ctx, self.installments.as_ref(), &shopfront, contents.data.values_mut()).await;
        let session = self.plugins.open(ctx, &PluginPage { in_editor: true, ..PluginPage::default() }).await;
        let work = tokio::task::spawn_blocking(move || {
            let mut drawings = by_plugins(&document, &contents, &kinds, &session);
            let calls = calls.into_iter().map(|call| answered_call(call, session.as_ref())).collect();
            Answers { blocks: answered(&document, &asked, &contents, &mut drawings), calls }
        });
        broken(work.await)
    }
}

fn broken<T, E: std::error::Error + Send + Sync + 'static>(result: Result<T, E>) -> Result<T, RenderError> {
    result.map_err(|error| RenderError::Broken(Box::new(error)))
}

fn bounded(questions: &Questions) -> Result<(), SiteError> {
    let mut problems = BTreeMap::new();
    if questions.blocks.len() > MAX_BLOCKS {
        problems.insert("blocks".to_owned(), format!("At most {MAX_BLOCKS} blocks are allowed."));
    }
    if questions.calls.len() > MAX_CALLS {
        problems.insert("calls".to_owned(), format!("At most {MAX_CALLS} calls are allowed."));
    }
    if problems.is_empty() { Ok(()) } else { Err(SiteError::Invalid(problems)) }
}

/// Blocks as a document, so that functions for documents can be applied.
fn document_of(blocks: Vec<Block>) -> Document {
    let columns = vec![Column { span: 12, blocks }];
    let rows = vec![Row { id: "row".to_owned(), devices: Devices::default(), columns }];
    let (settings, devices) = (SectionSettings::default(), Devices::default());
    let languages = ShownIn::default();
    let sections = vec![Section { id: "section".to_owned(), settings, devices, languages, rows }];
    Document { version: Document::VERSION, sections }
}

fn complete_settings(document: &Document, kinds: &SiteKinds, texts: Texts<'_>) -> HashMap<String, Map<String, Value>> {
    document.blocks().map(|block| (block.id.clone(), kinds.complete(block, texts))).collect()
}

fn by_plugins(
    document: &Document,
    contents: &BlockContents,
    kinds: &SiteKinds,
    session: &Arc<dyn PluginSession>,
) -> HashMap<String, Outcome<SanitizedPluginOutput>> {
    let mut drawings = SessionPluginOutputs::new(Arc::clone(session));
    let (no_settings, no_data) = (Map::new(), Value::Object(Map::new()));
    document
        .blocks()
        .filter(|block| kinds.is_plugin(&block.kind))
        .map(|block| {
            let settings = contents.settings.get(&block.id).unwrap_or(&no_settings);
            let data = contents.data.get(&block.id).unwrap_or(&no_data);
            (block.id.clone(), drawings.drawing(block, settings, data).into())
        })
        .collect()
}

fn answered(
    document: &Document,
    asked: &HashMap<String, Map<String, Value>>,
    contents: &BlockContents,
    drawings: &mut HashMap<String, Outcome<SanitizedPluginOutput>>,
) -> Vec<AnsweredBlock> {
    let answer = |block: &Block| AnsweredBlock {
        asked: asked.get(&block.id).cloned().unwrap_or_default(),
        block: Block { settings: contents.settings.get(&block.id).cloned().unwrap_or_default(), ..block.clone() },
        data: contents.data.get(&block.id).cloned().unwrap_or_default(),
        drawing: drawings.remove(&block.id),
    };
    document.blocks().map(answer).collect()
}

fn answered_call(call: PluginCall, session: &dyn PluginSession) -> AnsweredCall {
    let values: Vec<&Value> = call.values.iter().collect();
    let arguments: Vec<&str> = call.arguments.iter().map(String::as_str).collect();
    let outcome = match (call.is_test(), values.first()) {
        (true, Some(value)) => session.test(&call.name, value, &arguments).map(|truth| Some(Value::Bool(truth))),
        (true, None) => session.test(&call.name, &Value::Null, &arguments).map(|truth| Some(Value::Bool(truth))),
        (false, _) => session.format(&call.name, &values, &arguments),
    };
    AnsweredCall { outcome: outcome.into(), call }
}
