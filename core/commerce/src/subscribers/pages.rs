//! Texts of the pages behind the links of newsletter e-mails.

use stoa_entity::TenantDb;

use crate::CommerceError;
use crate::settings::StoreSettings;
use crate::words::{Words, fill, language_of};

/// The person and subscription that such a page is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubscriptionInfo {
    /// The e-mail address that is subscribed or pending.
    pub email: String,
    /// Name of the site.
    pub site_title: String,
    /// BCP 47 tag of the language of its e-mails.
    pub language: String,
    /// Kind of e-mails.
    pub about: About,
}

/// Kinds of e-mails with an unsubscribe link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Newsletters.
    List,
    /// Abandoned cart e-mails.
    Carts,
    /// Review requests.
    Reviews,
}

/// Texts of such a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageTexts {
    /// Language of the texts.
    pub language: &'static str,
    /// Heading.
    pub heading: &'static str,
    /// Body text.
    pub text: String,
    /// Button label, where there is a button.
    pub button: &'static str,
    /// Label of the link to the site.
    pub to_site: &'static str,
}

impl SubscriptionInfo {
    fn texts(&self, page: fn(&Words) -> [&'static str; 3]) -> PageTexts {
        let words = Words::of(&self.language);
        let [heading, text, button] = page(words);
        let text = fill(text, &[("site", &self.site_title), ("email", &self.email)]);
        PageTexts { language: language_of(&self.language), heading, text, button, to_site: words.page_to_site }
    }

    /// Asks to confirm the subscription.
    pub fn joining(&self) -> PageTexts {
        self.texts(|words| [words.page_join, words.page_join_text, words.page_join_button])
    }

    /// Confirms the subscription.
    pub fn joined(&self) -> PageTexts {
        self.texts(|words| [words.page_joined, words.page_joined_text, ""])
    }

    /// Asks to confirm unsubscribing.
    pub fn leaving(&self) -> PageTexts {
        self.texts(match self.about {
            About::List => |words| [words.page_leave, words.page_leave_text, words.page_leave_button],
            About::Carts => |words| [words.page_leave, words.page_leave_carts_text, words.page_leave_button],
            About::Reviews => |words| [words.page_leave, words.page_leave_reviews_text, words.page_leave_button],
        })
    }

    /// Confirms unsubscribing.
    pub fn left(&self) -> PageTexts {
        self.texts(match self.about {
            About::List => |words| [words.page_left, words.page_left_text, words.page_back_button],
            About::Carts => |words| [words.page_left, words.page_left_carts_text, ""],
            About::Reviews => |words| [words.page_left, words.page_left_reviews_text, ""],
        })
    }
}

/// The text for a link that is no longer valid, in the reader's language or else the site's.
///
/// # Errors
/// When the database fails.
pub async fn gone(db: &TenantDb, language: Option<String>) -> Result<PageTexts, CommerceError> {
    let site_title = String::new();
    let known = language.filter(|tag| Words::in_language(tag).is_some());
    let language = match known {
        Some(language) => language,
        None => StoreSettings::load(&db.read().await?).await?.language,
    };
    let face = SubscriptionInfo { email: String::new(), site_title, language, about: About::List };
    Ok(face.texts(|words| [words.page_gone, words.page_gone_text, ""]))
}
