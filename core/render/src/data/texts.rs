//! The storefront's texts in the language of a page, which templates read as `localizedStrings`.

use std::borrow::Cow;
use std::ops::Deref;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use serde_json::{Map, Value};
use stoa_entity::TenantTx;
use stoa_messages::{Catalogue, LANGUAGES, OwnTexts, PSEUDO_LANGUAGES, Texts};
use stoa_page::IslandMessages;
use stoa_site::site_texts::SiteWording;
use stoa_site::themes::Theme;

use super::PageData;

/// Name of the texts in templates.
const NAME: &str = "localizedStrings";
/// Name of those that a theme brings along.
const OF_THEME: &str = "themeStrings";
/// Group of their keys in the catalogues.
const GROUP: &str = "storefront";
/// Group of the messages that scripts show.
const SCRIPTS: &str = "island";
/// Beginnings of the texts that formatters of the template language print.
const OF_FORMATTERS: [&str; 2] = ["product", "giftCard"];

/// A place where a template reads a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextRead<'t> {
    pub(crate) name: &'t str,
    /// In bytes.
    pub(crate) offset: usize,
}

/// Names that every template can read, and the messages that the scripts of pages show.
#[derive(Clone, Debug)]
pub(crate) enum Names {
    /// Of all sites in a language.
    Shared(&'static MadeTexts),
    /// Of a site that has texts of its own.
    OfSite(Arc<MadeTexts>),
}

/// What is made from the texts of a language or site.
#[derive(Debug)]
pub(crate) struct MadeTexts {
    names: Value,
    island_messages: IslandMessages,
}

impl Names {
    /// Those of a language, for pages without a site.
    pub(crate) fn of_language(language: &str) -> Self {
        Self::Shared(shared_names(language))
    }

    /// Those of a site. Its own are made once for as long as its texts do not change.
    pub(crate) fn of_site(tx: &TenantTx, wording: &SiteWording) -> Self {
        let Some(own) = wording.own() else { return Self::of_language(wording.texts().language()) };
        let made = tx.memory().of::<MadeNames>();
        let mut made = made.0.lock().unwrap_or_else(PoisonError::into_inner);
        match made.as_ref() {
            Some((known, names)) if Arc::ptr_eq(known, own) => Self::OfSite(Arc::clone(names)),
            _ => {
                let names = Arc::new(made_of(wording.texts()));
                *made = Some((Arc::clone(own), Arc::clone(&names)));
                Self::OfSite(names)
            }
        }
    }

    /// The names for the data of a preview.
    pub(crate) fn to_cow(&self) -> Cow<'static, Value> {
        match self {
            Self::Shared(made) => Cow::Borrowed(&made.names),
            Self::OfSite(made) => Cow::Owned(made.names.clone()),
        }
    }

    /// The messages that the scripts of pages show.
    pub(crate) fn island_messages(&self) -> &IslandMessages {
        match self {
            Self::Shared(made) => &made.island_messages,
            Self::OfSite(made) => &made.island_messages,
        }
    }

    /// The messages for the data of a preview.
    pub(crate) fn island_messages_to_cow(&self) -> Cow<'static, IslandMessages> {
        match self {
            Self::Shared(made) => Cow::Borrowed(&made.island_messages),
            Self::OfSite(made) => Cow::Owned(made.island_messages.clone()),
        }
    }

    /// The texts.
    fn texts(&self) -> Option<&Map<String, Value>> {
        self.get(NAME)?.as_object()
    }
}

impl Deref for Names {
    type Target = Value;

    fn deref(&self) -> &Value {
        match self {
            Self::Shared(made) => &made.names,
            Self::OfSite(made) => &made.names,
        }
    }
}

/// The names that were made last for a site, and the texts they were made from.
#[derive(Debug, Default)]
struct MadeNames(Mutex<Option<(Arc<OwnTexts>, Arc<MadeTexts>)>>);

/// The texts of a language: made once, and shared by all pages.
fn shared_names(language: &str) -> &'static MadeTexts {
    const COUNT: usize = LANGUAGES.len() + PSEUDO_LANGUAGES.len();
    static NAMES: [OnceLock<MadeTexts>; COUNT] = [const { OnceLock::new() }; COUNT];
    let texts = Catalogue::for_language(language);
    let own = LANGUAGES.iter().chain(&PSEUDO_LANGUAGES).zip(&NAMES).find(|(known, _)| **known == texts.language());
    let [english, ..] = &NAMES;
    own.map_or(english, |(_, names)| names).get_or_init(|| made_of(texts))
}

fn made_of(texts: Texts<'_>) -> MadeTexts {
    let printed = texts.for_templates(GROUP).into_iter();
    let printed: Map<String, Value> = printed.map(|(name, text)| (name.to_owned(), text.into())).collect();
    let messages = texts.for_scripts(SCRIPTS).into_iter().map(|(key, message)| (key.to_owned(), message));
    MadeTexts {
        names: Value::Object(Map::from_iter([(NAME.to_owned(), Value::Object(printed))])),
        island_messages: IslandMessages { language: texts.language().to_owned(), messages: messages.collect() },
    }
}

/// Whether the catalogues have a text.
pub(crate) fn has_text(name: &str) -> bool {
    texts_of("en").is_some_and(|texts| texts.contains_key(name))
}

/// Gives data for a browser the texts that its templates can print.
pub(crate) fn add_texts_of<'s>(data: &mut Map<String, Value>, names: &Names, sources: impl Iterator<Item = &'s str>) {
    let Some(texts) = names.texts() else { return };
    let of_formatters = texts.keys().filter(|name| OF_FORMATTERS.iter().any(|start| name.starts_with(*start)));
    let mut wanted: Vec<&str> = of_formatters.map(String::as_str).collect();
    wanted.extend(sources.flat_map(reads).map(|read| read.name));
    let found = wanted.into_iter().filter_map(|name| Some((name.to_owned(), texts.get(name)?.clone())));
    data.insert(NAME.to_owned(), Value::Object(found.collect()));
}

fn texts_of(language: &str) -> Option<&'static Map<String, Value>> {
    shared_names(language).names.get(NAME)?.as_object()
}

/// Gives a page the texts of the theme in its language. Those that the language lacks are counted.
pub(crate) fn add_theme_texts(page: &mut PageData, theme: &Theme) {
    if theme.texts.is_empty() {
        return;
    }
    let found = theme.texts_in(&page.language, &page.primary_language);
    if found.missing > 0 {
        metrics::counter!("stoa_messages_missing_total", "language" => page.language.clone()).increment(found.missing);
    }
    let texts = found.texts.into_iter().map(|(name, text)| (name.to_owned(), text.into()));
    page.data.insert(OF_THEME.to_owned(), Value::Object(texts.collect()));
}

/// The texts that a template names.
pub(crate) fn reads(source: &str) -> impl Iterator<Item = TextRead<'_>> {
    reads_of(NAME, source)
}

/// The texts of the theme that a template names.
pub(crate) fn theme_reads(source: &str) -> impl Iterator<Item = TextRead<'_>> {
    reads_of(OF_THEME, source)
}

fn reads_of<'t>(object: &'static str, source: &'t str) -> impl Iterator<Item = TextRead<'t>> {
    source.match_indices(object).filter_map(move |(offset, found)| {
        let rest = source.get(offset + found.len()..)?.strip_prefix('.')?;
        let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').unwrap_or(rest.len());
        rest.get(..end).filter(|name| !name.is_empty()).map(|name| TextRead { name, offset })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_shared_and_in_the_language() {
        let [german, austrian] = ["de", "de-AT"].map(shared_names);
        assert!(std::ptr::eq(german, austrian));
        let text = |language: &str, name: &str| texts_of(language).unwrap()[name].clone();
        assert_eq!(text("en-US", "productAddToCartText"), "Add To Cart");
        assert_eq!(text("sv", "productAddToCartText"), "Add To Cart", "no catalogue");
        assert_eq!(text("de-CH", "productAddToCartText"), "In den Warenkorb");
    }

    #[test]
    fn reads_of_texts_in_a_template() {
        let source = "{localizedStrings.cart|html} {.if localizedStrings}{n|message a:localizedStrings.items_b}{.end}";
        let found: Vec<_> = reads(source).collect();
        let offset = source.rfind(NAME).unwrap();
        assert_eq!(found, [TextRead { name: "cart", offset: 1 }, TextRead { name: "items_b", offset }]);
    }

    #[test]
    fn browsers_get_the_texts_of_their_templates() {
        let mut data = Map::new();
        let names = Names::of_language("de");
        add_texts_of(&mut data, &names, ["{localizedStrings.noSuchText}"].into_iter());
        let texts = data[NAME].as_object().unwrap();
        assert!(texts.contains_key("productSoldOutText") && !texts.contains_key("noSuchText"));
        assert!(texts.len() < texts_of("de").unwrap().len());
    }
}
