//! Drafts as visitors would see them: for contributors, and for people with a link.

use bytes::Bytes;
use stoa_commerce::downloads;
use stoa_document::{Document, MAX_BLOCKS};
use stoa_entity::TenantDb;
use stoa_kernel::content::CollectionKind;
use stoa_kernel::id::CollectionId;
use stoa_kernel::{Action, Resource, TenantCtx, boxed};
use stoa_site::content;
use stoa_site::{SiteError, sanitise_document};

use crate::RenderError;
use crate::draw::BlockError;
use crate::live::{PublicSite, drafted, drafted_item};
use crate::page_call::PageCall;
use crate::renderer::{RenderRequest, Renderer};
use crate::resolve::{PageQuery, Target};

/// Notice shown over drafts that are shared with people without an account.
const DRAFT_NOTE: &str = "<p role=\"note\" style=\"position:fixed;z-index:2147483647;inset:auto auto 1rem 50%;\
    transform:translateX(-50%);width:max-content;max-width:calc(100vw - 2rem);box-sizing:border-box;margin:0;\
    padding:.5rem 1rem;border-radius:2rem;background:#1c1b19;color:#fff;text-align:center;\
    font:14px/1.4 system-ui,sans-serif\">This is a draft. Visitors do not see it yet.</p>";

/// A contributor's request for a preview of a draft.
#[derive(Clone, Debug, PartialEq)]
pub struct PreviewCall {
    /// The site's public address.
    pub site: PublicSite,
    /// The page.
    pub page_id: CollectionId,
    /// Its draft, saved or not.
    pub document: Document,
    /// BCP 47 tag of the language in which visitors would see it; none for the blocks of all languages with their
    /// originals.
    pub language: Option<String>,
}

/// A draft rendered as visitors would see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// HTML of the whole page.
    pub html: String,
    /// Errors, by block.
    pub errors: Vec<BlockError>,
}

impl Renderer {
    /// Renders a draft as the published page would be.
    ///
    /// # Errors
    /// [`SiteError::Denied`] when the caller may not see drafts, [`SiteError::NotFound`] when there is no such page.
    #[boxed]
    pub async fn preview(&self, ctx: &TenantCtx, db: &TenantDb, call: PreviewCall) -> Result<Preview, RenderError> {
        ctx.authorise(Resource::Content, Action::Read).map_err(SiteError::from)?;
        let page = content::page(ctx, db, &call.page_id).await?;
        let mut document = call.document;
        if document.blocks().count() > MAX_BLOCKS {
            let message = format!("You have reached the limit of {MAX_BLOCKS} blocks.");
            return Err(SiteError::Invalid([("sections".to_owned(), message)].into()).into());
        }
        sanitise_document(&mut document, &self.kinds(ctx, db).await);
        let call = self.draft_call(ctx, db, call.site, call.language.as_deref()).await?;
        let target = drafted(db, page, document, call.language_tag()).await?;
        let query = PageQuery::default();
        let wanted = RenderRequest { in_editor: true, ..RenderRequest::of_visitors(&call, &query, target) };
        let (_, drawn) = self.drawn(ctx, db, wanted).await?;
        Ok(Preview { html: drawn.html, errors: drawn.errors })
    }

    /// Renders the draft of a preview link as visitors would see it, with a draft notice. None when the link is
    /// invalid.
    ///
    /// # Errors
    /// When the database refuses or a plugin violates a limit.
    #[boxed]
    pub async fn draft_page(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        call: &PageCall,
        token: &str,
    ) -> Result<Option<Bytes>, RenderError> {
        let draft = {
            let tx = db.read().await?;
            content::preview_links::linked_draft(&tx, token, ctx.now()).await?
        };
        let Some(mut draft) = draft else { return Ok(None) };
        if let Some(document) = draft.document.as_mut() {
            sanitise_document(document, &self.kinds(ctx, db).await);
        }
        let target = match draft.kind {
            CollectionKind::Item => drafted_item(db, &draft.id, draft.document.unwrap_or_default(), None).await?,
            _ => Target::Page(draft),
        };
        let query = PageQuery::default();
        let (_, drawn) = self.drawn(ctx, db, RenderRequest::of_visitors(call, &query, target)).await?;
        Ok(Some(Bytes::from(with_draft_notice(drawn.html))))
    }

    /// Preview of a digital product's files for holders of a preview link. None when the link is invalid.
    ///
    /// # Errors
    /// When the database refuses or a plugin violates a limit.
    #[boxed]
    pub async fn digital_preview_page(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        call: &PageCall,
        token: &str,
    ) -> Result<Option<Bytes>, RenderError> {
        let preview = {
            let tx = db.read().await?;
            downloads::previewed(&tx, token, ctx.now()).await?
        };
        let Some(preview) = preview else { return Ok(None) };
        let (query, target) = (PageQuery::default(), Target::DigitalPreview(Box::new(preview)));
        let (_, drawn) = self.drawn(ctx, db, RenderRequest::of_visitors(call, &query, target)).await?;
        Ok(Some(Bytes::from(drawn.html)))
    }
}

/// Adds the draft notice to a page.
fn with_draft_notice(mut html: String) -> String {
    let end = html.rfind("</body>").unwrap_or(html.len());
    html.insert_str(end, DRAFT_NOTE);
    html
}
