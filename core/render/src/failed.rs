//! The page that stands in the place of one that could not be made.

use bytes::Bytes;
use stoa_entity::TenantDb;
use stoa_kernel::TenantCtx;
use stoa_site::content;

use crate::RenderError;
use crate::renderer::{PageAnswer, PageCall, Renderer, Wanted};
use crate::resolve::{PageQuery, Target};

impl Renderer {
    /// The page that stands in the place of one that could not be made, drawn as the site's others are. None while the
    /// site is locked, since it names pages.
    ///
    /// # Errors
    /// When it cannot be made either.
    pub async fn failed_page(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        call: &PageCall,
    ) -> Result<Option<PageAnswer>, RenderError> {
        self.unless_locked(ctx, db, call, Target::Failed).await
    }

    /// A page that stands for no address of the site, unless the site is locked.
    pub(crate) async fn unless_locked(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        call: &PageCall,
        target: Target,
    ) -> Result<Option<PageAnswer>, RenderError> {
        let lock = {
            let tx = db.read().await?;
            content::site_lock(&tx).await?
        };
        if lock.is_some() {
            return Ok(None);
        }
        let query = PageQuery::default();
        let (outline, drawn) = self.drawn(ctx, db, Wanted::of_visitors(call, &query, target)).await?;
        Ok(Some(PageAnswer { status: outline.status, body: Bytes::from(drawn.html), ..PageAnswer::default() }))
    }
}
