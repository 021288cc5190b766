//! Live preview in the editor: the preview data that the browser gets once, and requests for what only the server can
//! do.

mod answers;

use std::collections::BTreeMap;
use std::sync::Arc;

use base64::Engine as _;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use stoa_document::Document;
use stoa_entity::TenantDb;
use stoa_kernel::content::CollectionKind;
use stoa_kernel::id::CollectionId;
use stoa_kernel::{Action, Resource, TenantCtx, boxed};
use stoa_messages::Catalogue;
use stoa_page::{Answers, PreviewData, Sheet};
use stoa_site::content::{self, Collection, PageDetail, items};
use stoa_site::design;
use stoa_site::header_footer;
use stoa_site::template_files::{self, UnsavedTexts};
use stoa_site::{SiteError, settings, translations};

use self::answers::answered;
use crate::RenderError;
use crate::data::AreaData;
use crate::draw::{LoadedPage, Recorder, render_and_record};
use crate::own_thread::on_own_thread;
use crate::page_call::PageCall;
use crate::plugin::{PagePlugins, PluginSession};
use crate::renderer::{DraftOverrides, RenderRequest, Renderer};
use crate::resolve::{Address, Credentials, PageQuery, Target, resolve};
use crate::template_files::drafted_sheets;

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
        let work = on_own_thread(move || {
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
}

fn broken<T, E: std::error::Error + Send + Sync + 'static>(result: Result<T, E>) -> Result<T, RenderError> {
    result.map_err(|error| RenderError::Broken(Box::new(error)))
}
