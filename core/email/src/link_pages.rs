//! Texts of the pages behind the links of e-mails.

use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::boxed;
use stoa_kernel::token::random_token;

use crate::EmailError;
use crate::site_info::SiteInfo;
use crate::texts::{Texts, fill, language_of};

const UNSUBSCRIBE_KEY_LENGTH: usize = 40;

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

/// The texts for a link that is no longer valid, in the reader's language or else the site's.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn invalid_link(db: &TenantDb, language: Option<String>) -> Result<PageTexts, EmailError> {
    let known = language.filter(|tag| Texts::in_language(tag).is_some());
    let language = match known {
        Some(language) => language,
        None => SiteInfo::load(&db.read().await?).await?.language,
    };
    let texts = Texts::of(&language);
    Ok(PageTexts {
        language: language_of(&language),
        heading: texts.page_gone,
        text: texts.page_gone_text.to_owned(),
        button: "",
        to_site: texts.page_to_site,
    })
}

/// A new key for an unsubscribe link.
pub fn new_unsubscribe_key() -> String {
    random_token(UNSUBSCRIBE_KEY_LENGTH)
}

/// The person and subscription that such a page is about.
#[derive(Clone, Debug)]
pub struct SubscriptionInfo {
    /// The e-mail address that is subscribed or pending.
    pub email: String,
    /// Name of the site.
    pub site_title: String,
    /// BCP 47 tag of the language of its e-mails.
    pub language: String,
    /// Kind of e-mails.
    pub to: SubscribedTo,
}

/// Kind of e-mails with an unsubscribe link, by the texts of its pages.
#[derive(Clone, Copy, Debug)]
pub struct SubscribedTo {
    /// What unsubscribing stops.
    pub leaving: fn(&Texts) -> &'static str,
    /// What is no longer sent.
    pub left: fn(&Texts) -> &'static str,
    /// Whether the last page has a button for subscribing again.
    pub can_return: bool,
}

impl SubscribedTo {
    /// Newsletters.
    pub const LIST: Self =
        Self { leaving: |texts| texts.page_leave_text, left: |texts| texts.page_left_text, can_return: true };
    /// Abandoned cart e-mails.
    pub const CARTS: Self = Self {
        leaving: |texts| texts.page_leave_carts_text,
        left: |texts| texts.page_left_carts_text,
        can_return: false,
    };
    /// Review requests.
    pub const REVIEWS: Self = Self {
        leaving: |texts| texts.page_leave_reviews_text,
        left: |texts| texts.page_left_reviews_text,
        can_return: false,
    };
}

impl SubscriptionInfo {
    /// With the name of the site; in the language of the person if there are texts in it, otherwise that of the site.
    ///
    /// # Errors
    /// When the database fails.
    #[boxed]
    pub async fn load(
        tx: &TenantTx,
        to: SubscribedTo,
        email: String,
        language: Option<String>,
    ) -> Result<Self, EmailError> {
        let site = SiteInfo::load(tx).await?;
        let known = language.filter(|tag| Texts::in_language(tag).is_some());
        Ok(Self { email, site_title: site.title, language: known.unwrap_or(site.language), to })
    }

    fn texts(&self, page: impl FnOnce(&Texts) -> [&'static str; 3]) -> PageTexts {
        let words = Texts::of(&self.language);
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
        self.texts(|words| [words.page_leave, (self.to.leaving)(words), words.page_leave_button])
    }

    /// Confirms unsubscribing.
    pub fn left(&self) -> PageTexts {
        let button = |words: &Texts| if self.to.can_return { words.page_back_button } else { "" };
        self.texts(|words| [words.page_left, (self.to.left)(words), button(words)])
    }
}
