//! The pages behind the links of letters about news and accounts, drawn as the site's others are.

use serde_json::json;
use stoa_entity::TenantDb;
use stoa_kernel::TenantCtx;

use crate::renderer::{PageAnswer, PageCall, Renderer};
use crate::resolve::Target;
use crate::{PageType, RenderError};

/// What such a page says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewsPage {
    /// The kind of page.
    pub page_type: PageType,
    /// BCP 47 tag of the texts.
    pub language: &'static str,
    /// Above everything.
    pub heading: &'static str,
    /// Below it.
    pub text: String,
    /// On the button; empty for none.
    pub button: &'static str,
    /// Where the button leads; none for the address of the page.
    pub action: Option<String>,
    /// Where the link below leads: to the site, or further on.
    pub link: &'static str,
    /// On that link.
    pub to_site: &'static str,
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
    /// The page in the theme of the site. None while the site is locked, since it would name pages.
    ///
    /// # Errors
    /// When the database refuses or a plugin breaks the program's rules.
    pub async fn news_page(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        call: &PageCall,
        page: &NewsPage,
    ) -> Result<Option<PageAnswer>, RenderError> {
        self.unless_locked(ctx, db, call, Target::News(Box::new(page.clone()))).await
    }
}
