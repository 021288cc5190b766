use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

use super::*;

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
