//! Pages behind links in newsletter and account e-mails, rendered with the site's theme.

use serde_json::json;
use stoa_entity::TenantDb;
use stoa_kernel::{TenantCtx, boxed};

use crate::page_call::{PageCall, PageResponse};
use crate::renderer::Renderer;
use crate::resolve::Target;
use crate::{PageType, RenderError};

/// Content of such a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewsPage {
    /// The page type.
    pub page_type: PageType,
    /// BCP 47 tag of the texts.
    pub language: &'static str,
    /// Heading.
    pub heading: String,
    /// Text below the heading.
    pub text: String,
    /// Label of the button; empty for no button.
    pub button: String,
    /// Target of the button; none for the page's own URL.
    pub action: Option<String>,
    /// URL of the link below: to the site, or to the next step.
    pub link: &'static str,
    /// Label of that link.
    pub to_site: String,
}

impl NewsPage {
    pub(crate) fn data(&self) -> serde_json::Value {
        json!({
            "language": self.language,
            "heading": self.heading,
            "text": self.text,
            "button": self.button,
            "action": self.action,
            "link": self.link,
            "toSite": self.to_site,
        })
    }
}

impl Renderer {
    /// Renders the page with the site's theme. None while the site has a password, since its navigation shows pages.
    ///
    /// # Errors
    /// When the database refuses or a plugin violates a limit.
    #[boxed]
    pub async fn news_page(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        call: &PageCall,
        page: &NewsPage,
    ) -> Result<Option<PageResponse>, RenderError> {
        self.render_unless_locked(ctx, db, call, Target::News(Box::new(page.clone()))).await
    }
}
