//! Texts of the pages behind the links of e-mails.

use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::boxed;
use stoa_kernel::token::random_token;
use stoa_messages::{Texts, has_language};

use crate::EmailError;
use crate::site_info::SiteInfo;

const UNSUBSCRIBE_KEY_LENGTH: usize = 40;

/// Texts of such a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageTexts {
    /// Language of the texts.
    pub language: &'static str,
    /// Attribute for their direction, as of [`Texts::dir_attribute`].
    pub dir_attribute: &'static str,
    /// Heading.
    pub heading: String,
    /// Body text.
    pub text: String,
    /// Button label; empty without a button.
    pub button: String,
    /// Label of the link to the site.
    pub to_site: String,
}

/// What such a page says, by the keys of its messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageMessages {
    /// BCP 47 tag of the language in which it is read.
    pub language: String,
    /// Heading.
    pub heading: &'static str,
    /// Body text, with the name of the site and the e-mail address.
    pub text: &'static str,
    /// Button label; none without a button.
    pub button: Option<&'static str>,
    /// Label of the link to the site.
    pub to_site: &'static str,
    /// Name of the site.
    pub site_title: String,
    /// The e-mail address that the page is about.
    pub email: String,
}

impl PageMessages {
    /// The page in the language of the texts.
    pub fn in_words(&self, texts: Texts<'_>) -> PageTexts {
        PageTexts {
            language: texts.language(),
            dir_attribute: texts.dir_attribute(),
            heading: texts.text(self.heading).to_owned(),
            text: texts.format(self.text, &[("site", (&self.site_title).into()), ("email", (&self.email).into())]),
            button: self.button.map_or_else(String::new, |key| texts.text(key).to_owned()),
            to_site: texts.text(self.to_site).to_owned(),
        }
    }
}

/// What a page says about a link that is no longer valid, in the reader's language or else the site's.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn invalid_link(db: &TenantDb, language: Option<String>) -> Result<PageMessages, EmailError> {
    let known = language.filter(|tag| has_language(tag));
    let language = match known {
        Some(language) => language,
        None => SiteInfo::load(&db.read().await?).await?.language,
    };
    Ok(PageMessages {
        language,
        heading: "linkPage.invalid",
        text: "linkPage.invalidText",
        button: None,
        to_site: "linkPage.toSite",
        site_title: String::new(),
        email: String::new(),
    })
}

/// A new key for an unsubscribe link.
pub fn new_unsubscribe_key() -> String {
    random_token(UNSUBSCRIBE_KEY_LENGTH)
}

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
    pub to: SubscribedTo,
}

/// Kind of e-mails with an unsubscribe link, by the messages of its pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SubscribedTo {
    /// Key of what unsubscribing stops.
    pub leaving: &'static str,
    /// Key of what is no longer sent.
    pub left: &'static str,
    /// Whether the last page has a button for subscribing again.
    pub can_return: bool,
}

impl SubscribedTo {
    /// Newsletters.
    pub const LIST: Self = Self { leaving: "linkPage.leaveNewsText", left: "linkPage.leftNewsText", can_return: true };
    /// Abandoned cart e-mails.
    pub const CARTS: Self =
        Self { leaving: "linkPage.leaveCartsText", left: "linkPage.leftCartsText", can_return: false };
    /// Review requests.
    pub const REVIEWS: Self =
        Self { leaving: "linkPage.leaveReviewsText", left: "linkPage.leftReviewsText", can_return: false };
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
        let known = language.filter(|tag| has_language(tag));
        Ok(Self { email, site_title: site.title, language: known.unwrap_or(site.language), to })
    }

    fn page(&self, heading: &'static str, text: &'static str, button: Option<&'static str>) -> PageMessages {
        PageMessages {
            language: self.language.clone(),
            heading,
            text,
            button,
            to_site: "linkPage.toSite",
            site_title: self.site_title.clone(),
            email: self.email.clone(),
        }
    }

    /// Asks to confirm the subscription.
    pub fn joining(&self) -> PageMessages {
        self.page("linkPage.join", "linkPage.joinText", Some("linkPage.joinButton"))
    }

    /// Confirms the subscription.
    pub fn joined(&self) -> PageMessages {
        self.page("linkPage.joined", "linkPage.joinedText", None)
    }

    /// Asks to confirm unsubscribing.
    pub fn leaving(&self) -> PageMessages {
        self.page("linkPage.leave", self.to.leaving, Some("linkPage.leaveButton"))
    }

    /// Confirms unsubscribing.
    pub fn left(&self) -> PageMessages {
        self.page("linkPage.left", self.to.left, self.to.can_return.then_some("linkPage.subscribeAgain"))
    }
}
