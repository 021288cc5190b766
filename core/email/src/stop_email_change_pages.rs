//! Texts of the pages that stop a change of e-mail address, linked from the notification about it.

use stoa_entity::TenantDb;
use stoa_kernel::boxed;

use crate::EmailError;
use crate::link_pages::PageTexts;
use crate::site_info::SiteInfo;
use crate::texts::{Texts, fill, language_of};

/// The texts for one site user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StopEmailChangePages {
    email: String,
    site_title: String,
    language: String,
}

impl StopEmailChangePages {
    /// For the account with an e-mail address, in the language of the site user or else of the site.
    ///
    /// # Errors
    /// When the database fails.
    #[boxed]
    pub async fn of(db: &TenantDb, email: String, language: Option<String>) -> Result<Self, EmailError> {
        let site = SiteInfo::load(&db.read().await?).await?;
        let known = language.filter(|tag| Texts::in_language(tag).is_some());
        Ok(Self { email, site_title: site.title, language: known.unwrap_or(site.language) })
    }

    fn texts(&self, [heading, text, button, link]: [&'static str; 4]) -> PageTexts {
        let text = fill(text, &[("site", &self.site_title), ("email", &self.email)]);
        PageTexts { language: language_of(&self.language), heading, text, button, to_site: link }
    }

    /// The page that asks whether to stop the change.
    pub fn stopping(&self) -> PageTexts {
        let texts = Texts::of(&self.language);
        self.texts([texts.page_stop, texts.page_stop_text, texts.page_stop_button, texts.page_to_site])
    }

    /// The page that confirms that the change was stopped. Its link leads to the password reset.
    pub fn stopped(&self) -> PageTexts {
        let texts = Texts::of(&self.language);
        self.texts([texts.page_stopped, texts.page_stopped_text, "", texts.password_reset.link])
    }
}
