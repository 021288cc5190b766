//! Texts of the pages that stop a change of e-mail address, linked from the notification about it.

use stoa_entity::TenantDb;
use stoa_kernel::boxed;
use stoa_messages::has_language;

use crate::EmailError;
use crate::link_pages::PageMessages;
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
    pub fn stopping(&self) -> PageMessages {
        self.page("linkPage.stop", "linkPage.stopText", Some("linkPage.stopButton"), "linkPage.toSite")
    }

    /// The page that confirms that the change was stopped. Its link leads to the password reset.
    pub fn stopped(&self) -> PageMessages {
        self.page("linkPage.stopped", "linkPage.stoppedText", None, "email.passwordReset.link")
    }

    fn page(
        &self,
        heading: &'static str,
        text: &'static str,
        button: Option<&'static str>,
        to_site: &'static str,
    ) -> PageMessages {
        PageMessages {
            language: self.language.clone(),
            heading,
            text,
            button,
            to_site,
            site_title: self.site_title.clone(),
            email: self.email.clone(),
        }
    }
}
