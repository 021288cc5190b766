//! What the pages behind the link of a warning say, which stops a change of address.

use stoa_entity::TenantDb;

use crate::CommerceError;
use crate::settings::StoreSettings;
use crate::subscribers::PageTexts;
use crate::words::{Words, fill, language_of};

/// The texts for one reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangePages {
    email: String,
    site_title: String,
    language: String,
}

impl ChangePages {
    /// About the account of an address, in the language of its holder or else the site's.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn of(db: &TenantDb, email: String, language: Option<String>) -> Result<Self, CommerceError> {
        let settings = StoreSettings::load(&db.read().await?).await?;
        let known = language.filter(|tag| Words::in_language(tag).is_some());
        Ok(Self { email, site_title: settings.site_title, language: known.unwrap_or(settings.language) })
    }

    fn texts(&self, [heading, text, button, link]: [&'static str; 4]) -> PageTexts {
        let text = fill(text, &[("site", &self.site_title), ("email", &self.email)]);
        PageTexts { language: language_of(&self.language), heading, text, button, to_site: link }
    }

    /// Asks whether the change is to be stopped.
    pub fn stopping(&self) -> PageTexts {
        let words = Words::of(&self.language);
        self.texts([words.page_stop, words.page_stop_text, words.page_stop_button, words.page_to_site])
    }

    /// Says that it is stopped. The link leads to another password.
    pub fn stopped(&self) -> PageTexts {
        let words = Words::of(&self.language);
        self.texts([words.page_stopped, words.page_stopped_text, "", words.password_reset.link])
    }
}
