//! The storefront's texts in the language of a page, which templates read as `localizedStrings`.

use std::sync::OnceLock;

use serde_json::{Map, Value};
use stoa_messages::{Catalogue, LANGUAGES};
use stoa_page::IslandMessages;

/// Name of the texts in templates.
const NAME: &str = "localizedStrings";
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

/// Names that every template can read, in a language: made once, and shared by all pages.
pub(crate) fn shared_names(language: &str) -> &'static Value {
    static NAMES: [OnceLock<Value>; LANGUAGES.len()] = [const { OnceLock::new() }; LANGUAGES.len()];
    let texts = Catalogue::for_language(language);
    let own = LANGUAGES.iter().zip(&NAMES).find(|(known, _)| **known == texts.language());
    let [english, ..] = &NAMES;
    own.map_or(english, |(_, names)| names).get_or_init(|| {
        let texts = texts.for_templates(GROUP).into_iter();
        let texts: Map<String, Value> = texts.map(|(name, text)| (name.to_owned(), text.into())).collect();
        Value::Object(Map::from_iter([(NAME.to_owned(), Value::Object(texts))]))
    })
}

/// The messages that the scripts of pages show, in a language: made once, and shared by all pages.
pub(crate) fn island_messages(language: &str) -> &'static IslandMessages {
    static MESSAGES: [OnceLock<IslandMessages>; LANGUAGES.len()] = [const { OnceLock::new() }; LANGUAGES.len()];
    let texts = Catalogue::for_language(language);
    let own = LANGUAGES.iter().zip(&MESSAGES).find(|(known, _)| **known == texts.language());
    let [english, ..] = &MESSAGES;
    own.map_or(english, |(_, messages)| messages).get_or_init(|| messages_in(&texts))
}

/// The messages that the scripts of pages show.
fn messages_in(texts: &Catalogue) -> IslandMessages {
    let messages = texts.for_scripts(SCRIPTS).into_iter().map(|(key, message)| (key.to_owned(), message));
    IslandMessages { language: texts.language().to_owned(), messages: messages.collect() }
}

/// Whether the catalogues have a text.
pub(crate) fn has_text(name: &str) -> bool {
    texts_of("en").is_some_and(|texts| texts.contains_key(name))
}

/// Gives data for a browser the texts that its templates can print.
pub(crate) fn add_texts_of<'s>(data: &mut Map<String, Value>, language: &str, sources: impl Iterator<Item = &'s str>) {
    let Some(texts) = texts_of(language) else { return };
    let of_formatters = texts.keys().filter(|name| OF_FORMATTERS.iter().any(|start| name.starts_with(*start)));
    let mut wanted: Vec<&str> = of_formatters.map(String::as_str).collect();
    wanted.extend(sources.flat_map(reads).map(|read| read.name));
    let found = wanted.into_iter().filter_map(|name| Some((name.to_owned(), texts.get(name)?.clone())));
    data.insert(NAME.to_owned(), Value::Object(found.collect()));
}

fn texts_of(language: &str) -> Option<&'static Map<String, Value>> {
    shared_names(language).get(NAME)?.as_object()
}

/// The texts that a template names.
pub(crate) fn reads(source: &str) -> impl Iterator<Item = TextRead<'_>> {
    source.match_indices(NAME).filter_map(move |(offset, found)| {
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
        add_texts_of(&mut data, "de", ["{localizedStrings.noSuchText}"].into_iter());
        let texts = data[NAME].as_object().unwrap();
        assert!(texts.contains_key("productSoldOutText") && !texts.contains_key("noSuchText"));
        assert!(texts.len() < texts_of("de").unwrap().len());
    }
}
