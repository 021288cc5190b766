//! Texts of the pages that stop a change of e-mail address, linked from the notification about it.

use stoa_entity::TenantDb;
use stoa_kernel::boxed;
use stoa_messages::{Catalogue, has_language};

use crate::EmailError;
use crate::link_pages::PageTexts;
use crate::site_info::SiteInfo;

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
        let known = language.filter(|tag| has_language(tag));
        Ok(Self { email, site_title: site.title, language: known.unwrap_or(site.language) })
    }

    /// The page that asks whether to stop the change.
    pub fn stopping(&self) -> PageTexts {
        let texts = Catalogue::for_language(&self.language);
        PageTexts {
            language: texts.language(),
            dir_attribute: texts.dir_attribute(),
            heading: texts.text("linkPage.stop"),
            text: self.filled(texts, "linkPage.stopText"),
            button: texts.text("linkPage.stopButton"),
            to_site: texts.text("linkPage.toSite"),
        }
    }

    /// The page that confirms that the change was stopped. Its link leads to the password reset.
    pub fn stopped(&self) -> PageTexts {
        let texts = Catalogue::for_language(&self.language);
        PageTexts {
            language: texts.language(),
            dir_attribute: texts.dir_attribute(),
            heading: texts.text("linkPage.stopped"),
            text: self.filled(texts, "linkPage.stoppedText"),
            button: "",
            to_site: texts.text("email.passwordReset.link"),
        }
    }

    fn filled(&self, texts: Catalogue, key: &'static str) -> String {
        texts.format(key, &[("site", (&self.site_title).into()), ("email", (&self.email).into())])
    }
}
