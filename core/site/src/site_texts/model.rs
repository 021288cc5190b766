//! Which texts there are, and what a site can have in their place.

use stoa_kernel::clock::Timestamp;
use stoa_kernel::search::folded;
use stoa_messages::{LANGUAGES, Original, OwnTextError, check_own_text, original, originals, suits_scripts};

use crate::{SiteError, contributor_texts as texts};

/// Beginnings of the keys of texts that a site can have its own for.
const GROUPS: [&str; 14] = [
    "storefront.",
    "island.",
    "addressPart.",
    "paymentRefusal.",
    "problem.",
    "sitePage.",
    "linkPage.",
    "email.",
    "orderSummary.",
    "printable.",
    "refundReason.",
    "testMode.",
    "subscription.",
    "deliveryTime.",
];
/// The one of them that scripts of pages read.
const SCRIPTS: &str = "island.";
/// Beginnings of keys in these groups that are set elsewhere, in the settings of cookies and of the store, or that no site
/// says: e-mails of the platform.
const SET_ELSEWHERE: [&str; 4] = ["sitePage.cookie", "sitePage.restock", "sitePage.scarcity", "email.staff"];
/// The e-mails whose texts are set with them, and the parts that are.
const EMAILS: &str = "email.";
const SET_WITH_EMAILS: [&str; 4] = [".subject", ".heading", ".opening", ".closing"];
/// Longest text, in characters.
pub const LONGEST: usize = 2_000;

/// A text of a language: that of the catalogue, and that of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteText {
    /// Key in the catalogues.
    pub key: &'static str,
    /// What translators have to know, such as where it is shown.
    pub comment: &'static str,
    /// The text of the catalogue, ICU MessageFormat.
    pub original: &'static str,
    /// The text of the site; none if it is not changed.
    pub own: Option<String>,
    /// When it was changed last, UTC milliseconds.
    pub updated_on: Option<Timestamp>,
}

/// Which texts are listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextFilter {
    /// Part of the key, the original or the site's text, in any case.
    pub query: Option<String>,
    /// Only texts that the site has changed.
    pub changed: bool,
}

/// A text, by its language and key as a client names them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPlace {
    /// Tag of a language with a catalogue.
    pub language: String,
    /// Key of a text.
    pub key: String,
}

/// The tag of a language with a catalogue.
pub(super) fn language_tag(name: &str) -> Result<&'static str, SiteError> {
    LANGUAGES.iter().copied().find(|known| *known == name).ok_or(SiteError::NotFound)
}

/// Whether a site can have its own text for a key.
pub(super) fn is_changeable(key: &str) -> bool {
    let starts = |beginnings: &[&str]| beginnings.iter().any(|beginning| key.starts_with(beginning));
    let of_email = key.starts_with(EMAILS) && SET_WITH_EMAILS.iter().any(|part| key.ends_with(part));
    starts(&GROUPS) && !starts(&SET_ELSEWHERE) && !of_email
}

/// The texts of a language that a site can change, by key.
pub(super) fn changeable(language: &str) -> impl Iterator<Item = &'static Original> {
    originals(language).iter().filter(|text| is_changeable(&text.key))
}

/// Finds the language and the original of a text.
pub(super) fn found(place: &TextPlace) -> Result<(&'static str, &'static Original), SiteError> {
    let language = language_tag(&place.language)?;
    let original = original(language, &place.key).filter(|text| is_changeable(&text.key));
    original.map(|original| (language, original)).ok_or(SiteError::NotFound)
}

impl TextFilter {
    pub(super) fn admits(&self, text: &SiteText) -> bool {
        if self.changed && text.own.is_none() {
            return false;
        }
        let Some(query) = self.query.as_deref().map(folded).filter(|query| !query.is_empty()) else { return true };
        let is_in = |searched: &str| folded(searched).contains(&query);
        is_in(text.key) || is_in(text.original) || text.own.as_deref().is_some_and(is_in)
    }
}

/// Normalises and checks a text.
pub(super) fn checked(language: &str, original: &Original, text: &str) -> Result<String, SiteError> {
    let text = text.replace("\r\n", "\n").trim().to_owned();
    let wrong = |message: String| Err(SiteError::field("text", message));
    if text.is_empty() {
        return wrong("Enter a text.".to_owned());
    }
    if text.chars().count() > LONGEST {
        return wrong(stoa_kernel::contributor_texts::TEXT_CAN_HAVE_AT_MOST.with("count", LONGEST).to_string());
    }
    if text.chars().any(|sign| sign.is_control() && sign != '\n') {
        return wrong(stoa_kernel::contributor_texts::TEXT_ALONE.english().to_owned());
    }
    // Templates print some texts around a link, and therefore as they are.
    if text.contains(['<', '>']) {
        return wrong(texts::TEXT_ALONE_WITHOUT_TAGS.english().to_owned());
    }
    match check_own_text(language, &original.key, &text) {
        Ok(()) if original.key.starts_with(SCRIPTS) && !suits_scripts(&original.english, &text) => {
            wrong(texts::PLACEHOLDERS_ALONE.english().to_owned())
        }
        Ok(()) => Ok(text),
        Err(OwnTextError::NoSuchKey) => Err(SiteError::NotFound),
        Err(OwnTextError::Syntax(error)) => {
            wrong(texts::PLACEHOLDERS_UNREADABLE.with("reason", error.to_string()).to_string())
        }
        Err(OwnTextError::Missing(name)) => {
            wrong(texts::PLACEHOLDER_MISSING.with("name", in_braces(&name)).with("value", &original.text).to_string())
        }
        Err(OwnTextError::Unknown(name)) => {
            wrong(texts::PLACEHOLDER_UNKNOWN.with("name", in_braces(&name)).with("value", &original.text).to_string())
        }
    }
}

/// A placeholder as it stands in a text.
fn in_braces(name: &str) -> String {
    format!("{{{name}}}")
}
