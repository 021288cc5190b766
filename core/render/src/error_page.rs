//! The error page shown instead of a page that could not be rendered.

use bytes::Bytes;
use stoa_entity::TenantDb;
use stoa_kernel::{TenantCtx, boxed};
use stoa_site::content;

use crate::RenderError;
use crate::page_call::{PageCall, PageResponse};
use crate::renderer::{RenderRequest, Renderer};
use crate::resolve::{PageQuery, Target};

impl Renderer {
    /// The error page, rendered with the site's theme. None while the site has a password, since its navigation shows
    /// pages.
    ///
    /// # Errors
    /// When the error page cannot be rendered either.
    #[boxed]
    pub async fn failed_page(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        call: &PageCall,
    ) -> Result<Option<PageResponse>, RenderError> {
        self.render_unless_locked(ctx, db, call, Target::Failed).await
    }

    /// Renders a page without a URL of its own, unless the site has a password.
    pub(crate) async fn render_unless_locked(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        call: &PageCall,
        target: Target,
    ) -> Result<Option<PageResponse>, RenderError> {
        let lock = {
            let tx = db.read().await?;
            content::site_lock(&tx).await?
        };
        if lock.is_some() {
            return Ok(None);
        }
        let query = PageQuery::default();
        let (outline, drawn) = self.drawn(ctx, db, RenderRequest::of_visitors(call, &query, target)).await?;
        Ok(Some(PageResponse { status: outline.status, body: Bytes::from(drawn.html), ..PageResponse::default() }))
    }
}
