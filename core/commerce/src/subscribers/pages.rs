//! What the pages behind the links of letters about news say.

use stoa_entity::TenantDb;

use crate::CommerceError;
use crate::settings::StoreSettings;
use crate::words::{Words, fill, language_of};

/// Whom such a page is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListFace {
    /// The address that is on the list, or is to be.
    pub email: String,
    /// Name of the site.
    pub site_title: String,
    /// BCP 47 tag of the language that its letters are in.
    pub language: String,
    /// Which letters it is about.
    pub about: About,
}

/// Which letters a link stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// News.
    List,
    /// Letters about carts that were left behind.
    Carts,
    /// Letters that ask for reviews.
    Reviews,
}

/// What such a page says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageTexts {
    /// Language of the texts.
    pub language: &'static str,
    /// Above everything.
    pub heading: &'static str,
    /// Below it.
    pub text: String,
    /// On the button, where there is one.
    pub button: &'static str,
    /// On the link to the site.
    pub to_site: &'static str,
}

impl ListFace {
    fn texts(&self, page: fn(&Words) -> [&'static str; 3]) -> PageTexts {
        let words = Words::of(&self.language);
        let [heading, text, button] = page(words);
        let text = fill(text, &[("site", &self.site_title), ("email", &self.email)]);
        PageTexts { language: language_of(&self.language), heading, text, button, to_site: words.page_to_site }
    }

    /// Asks whether the address wants news.
    pub fn joining(&self) -> PageTexts {
        self.texts(|words| [words.page_join, words.page_join_text, words.page_join_button])
    }

    /// Says that the address is on the list.
    pub fn joined(&self) -> PageTexts {
        self.texts(|words| [words.page_joined, words.page_joined_text, ""])
    }

    /// Asks whether letters shall stop.
    pub fn leaving(&self) -> PageTexts {
        self.texts(match self.about {
            About::List => |words| [words.page_leave, words.page_leave_text, words.page_leave_button],
            About::Carts => |words| [words.page_leave, words.page_leave_carts_text, words.page_leave_button],
            About::Reviews => |words| [words.page_leave, words.page_leave_reviews_text, words.page_leave_button],
        })
    }

    /// Says that letters stop.
    pub fn left(&self) -> PageTexts {
        self.texts(match self.about {
            About::List => |words| [words.page_left, words.page_left_text, words.page_back_button],
            About::Carts => |words| [words.page_left, words.page_left_carts_text, ""],
            About::Reviews => |words| [words.page_left, words.page_left_reviews_text, ""],
        })
    }
}

/// What is said of a link that works no longer, in the reader's language or else the site's.
///
/// # Errors
/// When the database refuses.
pub async fn gone(db: &TenantDb, language: Option<String>) -> Result<PageTexts, CommerceError> {
    let site_title = String::new();
    let known = language.filter(|tag| Words::in_language(tag).is_some());
    let language = match known {
        Some(language) => language,
        None => StoreSettings::load(&db.read().await?).await?.language,
    };
    let face = ListFace { email: String::new(), site_title, language, about: About::List };
    Ok(face.texts(|words| [words.page_gone, words.page_gone_text, ""]))
}
