//! Tests of translations that are laid over resources.

use stoa_entity::tenant::translation::Model;
use stoa_entity::translations::{FoundText, TextCounts, lay_over, source_digest, text_for, texts_of};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::translation::{TranslatedKind, TranslationState};

fn row(key: &str, original: &str, text: &str) -> Model {
    Model {
        website_id: WebsiteId::generate(),
        language: "de".to_owned(),
        resource_kind: TranslatedKind::Page,
        resource_id: "col".to_owned(),
        text_key: key.to_owned(),
        text: text.to_owned(),
        source_digest: source_digest(original),
        source_text: original.to_owned(),
        updated_on: Timestamp::from_ms(0),
    }
}

fn laid_over(rows: &[Model], texts: &[(&str, &str)]) -> Vec<String> {
    let mut texts: Vec<(String, String)> =
        texts.iter().map(|(key, text)| ((*key).to_owned(), (*text).to_owned())).collect();
    lay_over(rows, |visit| {
        for (key, text) in &mut texts {
            visit(FoundText::plain(key, "", text));
        }
    });
    texts.into_iter().map(|(_, text)| text).collect()
}

#[test]
fn translations_move_with_their_entries() {
    let rows = [row("list/0/title", "One", "Eins"), row("list/1/title", "Two", "Zwei"), row("title", "Old", "Alt")];
    assert_eq!(laid_over(&rows, &[("list/0/title", "One"), ("list/1/title", "Two")]), ["Eins", "Zwei"]);
    let shifted = [("list/0/title", "New"), ("list/1/title", "One"), ("list/2/title", "Two"), ("title", "Other")];
    assert_eq!(laid_over(&rows, &shifted), ["New", "Eins", "Zwei", "Alt"]);
    assert_eq!(laid_over(&rows, &[("list/0/text", "One"), ("name", "Old")]), ["One", "Old"]);
}

// spec: plugins.blocks.migration
#[test]
fn translations_move_with_texts_whose_setting_has_another_name() {
    let rows = [row("block/b/text", "Open", "Offen"), row("block/b/title", "Old", "Alt")];
    let renamed = [("block/b/days/0/text", "Open"), ("block/b/title", "New"), ("block/c/text", "Open")];
    assert_eq!(laid_over(&rows, &renamed), ["Offen", "Alt", "Open"], "within the block alone");
    let both = [("block/b/text", "Open"), ("block/b/note", "Open")];
    assert_eq!(laid_over(&rows, &both), ["Offen", "Open"], "a text that is still there keeps its own");
    let texts = texts_of(|visit| visit(FoundText::plain("block/b/note", "", &mut "Open".to_owned())));
    let found =
        |key: &str, original: &str| text_for(&texts, key, &source_digest(original)).map(|text| text.key.as_str());
    assert_eq!(found("block/b/text", "Open"), Some("block/b/note"));
    assert_eq!((found("block/b/text", "Shut"), found("block/c/text", "Open")), (None, None));
}

#[test]
fn missing_and_outdated_texts_counted() {
    let texts = texts_of(|visit| {
        for (key, text) in [("a", "One\r\n"), ("b", "Two"), ("c", "Three"), ("d", " ")] {
            visit(FoundText::plain(key, key, &mut text.to_owned()));
        }
    });
    let counts = TextCounts::of(&texts, &[row("a", "One", "Eins"), row("b", "Before", "Davor")]);
    assert_eq!(counts, TextCounts { total: 3, missing: 1, outdated: 1 });
    assert!(counts.is(TranslationState::Missing) && counts.is(TranslationState::Outdated));
    assert!(!counts.is(TranslationState::Complete));
}
