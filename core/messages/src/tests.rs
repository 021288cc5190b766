//! Lookup of messages: fallbacks, arguments, and the counter of missing ones.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use metrics::{Counter, Gauge, Histogram, Key, KeyName, Metadata, Recorder, SharedString, Unit};

use crate::language::Language;
use crate::{Catalogue, OwnTextError, OwnTexts, Value, check_own_text, has_language, original, po_file, suits_scripts};

const UNFINISHED: &str = r#"
msgid ""
msgstr ""
"Language: nl\n"

msgctxt "email.orderConfirmed.subject"
msgid "Order #{number} confirmed"
msgstr "Bestelling {number} bevestigd"

msgctxt "linkPage.join"
msgid "Confirm your subscription"
msgstr ""

msgctxt "subscription.weeks"
msgid "{count, plural, one {# week} other {# weeks}}"
msgstr "{count, plural, one {# week} other {# weken}"
"#;

const SITE: &str = r#"
msgid ""
msgstr ""
"Language: de\n"

msgctxt "linkPage.join"
msgid "Confirm your subscription"
msgstr "Bestätigen"
"#;

/// Counts the missing messages of the language `nl`.
#[derive(Default)]
struct Missing(Arc<AtomicU64>);

impl Recorder for Missing {
    fn describe_counter(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn describe_gauge(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn describe_histogram(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn register_counter(&self, key: &Key, _: &Metadata<'_>) -> Counter {
        assert_eq!(key.name(), "stoa_messages_missing_total");
        assert!(key.labels().any(|label| (label.key(), label.value()) == ("language", "nl")));
        Counter::from_arc(Arc::clone(&self.0))
    }

    fn register_gauge(&self, _: &Key, _: &Metadata<'_>) -> Gauge {
        Gauge::noop()
    }

    fn register_histogram(&self, _: &Key, _: &Metadata<'_>) -> Histogram {
        Histogram::noop()
    }
}

#[test]
fn missing_and_wrong_messages_fall_back_and_are_counted() {
    let missing = Missing::default();
    let unfinished: &'static Language = Box::leak(Box::new(Language::read("nl", UNFINISHED)));
    let texts = Catalogue::chain(Some(unfinished), None);
    metrics::with_local_recorder(&missing, || {
        let number = [("number", Value::from("1001"))];
        assert_eq!(texts.format("email.orderConfirmed.subject", &number), "Bestelling 1001 bevestigd");
        assert_eq!(missing.0.load(Ordering::Acquire), 0);
        assert_eq!(texts.text("linkPage.join"), "Confirm your subscription", "not translated");
        assert_eq!(
            texts.format("subscription.weeks", &[("count", Value::Integer(2))]),
            "2 weeks",
            "a brace is missing"
        );
        assert_eq!(texts.text("linkPage.left"), "You are unsubscribed", "no such key");
        assert_eq!(missing.0.load(Ordering::Acquire), 3);
        assert_eq!(texts.find("email.orderConfirmed.closing"), None, "English has none either");
        assert_eq!(texts.text("no.such.key"), "no.such.key");
        assert_eq!(missing.0.load(Ordering::Acquire), 3);
    });
}

#[test]
fn the_site_s_language_comes_before_english() {
    let unfinished: &'static Language = Box::leak(Box::new(Language::read("nl", UNFINISHED)));
    let site: &'static Language = Box::leak(Box::new(Language::read("de", SITE)));
    assert_eq!(Catalogue::chain(Some(unfinished), Some(site)).text("linkPage.join"), "Bestätigen");
}

#[test]
fn language_of_a_reader() {
    let language = |tag: &str| Catalogue::for_language(tag).language();
    assert_eq!(
        [language("de-AT"), language("DE"), language("fr"), language("xx"), language("")],
        ["de", "de", "fr", "en", "en"]
    );
    assert!(has_language("de-CH-1996") && !has_language("xx") && !has_language(""));
    assert_eq!(
        [
            language("pt"),
            language("pt-PT"),
            language("zh-CN"),
            language("zh-SG"),
            language("zh-TW"),
            language("zh-hant-hk")
        ],
        ["pt-BR", "pt-BR", "zh-Hans", "zh-Hans", "en", "en"]
    );
    assert_eq!(Catalogue::for_language("ar-EG").dir_attribute(), " dir=\"rtl\"");
    assert_eq!(Catalogue::for_language("fa").dir_attribute(), "", "the texts are English");
    assert_eq!(Catalogue::for_reader(Some("ja"), "de").language(), "ja");
    assert_eq!(Catalogue::for_reader(Some("xx"), "de").language(), "de");
    assert_eq!(Catalogue::for_reader(None, "xx").language(), "en");
}

#[test]
fn arguments_of_a_message() {
    let german = Catalogue::for_language("de");
    assert_eq!(german.format("subscription.everyWeeks", &[("count", Value::Integer(1))]), "jede Woche");
    assert_eq!(german.format("subscription.everyWeeks", &[("count", Value::Integer(2))]), "alle 2\u{a0}Wochen");
    let japanese = Catalogue::for_language("ja");
    assert_eq!(japanese.format("subscription.everyWeeks", &[("count", Value::Integer(1))]), "毎週");
    assert_eq!(japanese.format("subscription.weeks", &[("count", Value::Integer(1))]), "1週間");
    let english = Catalogue::for_language("en");
    assert_eq!(english.text("printable.order"), "Order #{number}");
    assert_eq!(english.format("printable.order", &[("number", Value::from("{x}"))]), "Order #{x}");
    assert_eq!(english.format("printable.order", &[]), "Order #", "no value");
}

#[test]
fn own_texts_come_first_in_their_language() {
    let texts = [
        ("printable.order", "Beleg {number}"),
        ("printable.invoice", "Quittung {number}"),
        ("no.such.key", "Nichts"),
        ("subscription.weeks", "{count, plural, one {eine Woche} other {# Wochen}}"),
    ];
    let own = OwnTexts::read("de-AT", texts.map(|(key, text)| (key.to_owned(), text.to_owned())));
    let german = Catalogue::for_language("de").with_own(Some(&own));
    assert_eq!(german.text("printable.order"), "Beleg {number}");
    assert_eq!(german.format("subscription.weeks", &[("count", Value::Integer(1))]), "eine Woche");
    assert_eq!(german.text("printable.invoice"), "Rechnung", "another argument than the original");
    assert_eq!(german.find("no.such.key"), None);
    assert_eq!(Catalogue::for_language("fr").with_own(Some(&own)).text("printable.order"), "Commande n°\u{a0}{number}");
}

#[test]
fn own_texts_have_the_arguments_of_the_original() {
    let check = |key: &str, text: &str| check_own_text("de", key, text);
    assert_eq!(check("printable.order", "Beleg {number}"), Ok(()));
    assert_eq!(check("printable.order", "Beleg"), Err(OwnTextError::Missing("number".to_owned())));
    assert_eq!(check("printable.order", "{number} {name}"), Err(OwnTextError::Unknown("name".to_owned())));
    assert!(matches!(check("printable.order", "Beleg {number"), Err(OwnTextError::Syntax(_))));
    let one = "{count, plural, one {eine Woche}}";
    assert!(matches!(check("subscription.weeks", one), Err(OwnTextError::Syntax(_))));
    assert_eq!(check("no.such.key", "x"), Err(OwnTextError::NoSuchKey));
}

#[test]
fn scripts_choose_only_where_the_original_does() {
    let (plain, plural) = ("{count} left", "{count, plural, one {# left} other {# left}}");
    assert!(suits_scripts(plain, "Only {count}") && suits_scripts(plural, plural) && suits_scripts(plural, plain));
    assert!(!suits_scripts(plain, plural), "its script knows no plurals");
    assert!(!suits_scripts(plural, "{count, plural, offset:1 other {# left}}"));
}

#[test]
fn texts_as_a_po_file() {
    let order = original("de", "printable.order").unwrap();
    assert_eq!(order.english, "Order #{number}");
    let file = String::from_utf8(po_file("de", [(order, Some("Beleg \"{number}\""))]).unwrap()).unwrap();
    assert!(file.contains("msgctxt \"printable.order\"\nmsgid \"Order #{number}\"\nmsgstr \"Beleg \\\"{number}\\\"\""));
}
