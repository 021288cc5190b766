//! Each catalogue is complete and says the same with the same arguments.

use std::path::Path;

use stoa_locale::{Locale, Message};
use stoa_messages::{Catalogue, LANGUAGES};

use crate::read;

#[test]
fn files_belong_to_the_languages() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("catalogues");
    let mut files: Vec<String> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    files.sort_unstable();
    let mut expected: Vec<String> = LANGUAGES.iter().map(|language| format!("{language}.po")).collect();
    expected.sort_unstable();
    assert_eq!(files, expected);
    for language in LANGUAGES {
        let file = polib::po_file::parse(&folder.join(format!("{language}.po"))).unwrap();
        let header = (file.metadata.language.as_str(), file.metadata.content_type.as_str());
        assert_eq!(header, (*language, "text/plain; charset=UTF-8"));
        assert_eq!(Locale::parse(language).unwrap().to_string(), *language, "a BCP 47 tag in its usual form");
    }
}

#[test]
fn each_language_has_the_messages_of_english() {
    let (english, count) = read("en");
    assert_eq!(english.len(), count, "each key once");
    for (key, message) in &english {
        assert_eq!(message.text, message.english, "{key}");
        assert!(!message.comment.is_empty(), "{key} lacks a comment for translators");
        for argument in Message::parse_icu(&message.text).unwrap().arguments() {
            assert!(message.comment.contains(&format!("{{{argument}}}: ")), "{key}: {{{argument}}} is not explained");
        }
    }
    for language in LANGUAGES {
        let (messages, count) = read(language);
        assert_eq!(messages.len(), count, "{language}: each key once");
        let keys: Vec<&String> = messages.keys().collect();
        assert_eq!(keys, english.keys().collect::<Vec<_>>(), "{language}");
        for (key, message) in &messages {
            assert_eq!(message.english, english[key].english, "{language}: {key} translates another text");
            assert_eq!(message.comment, english[key].comment, "{language}: {key}");
            assert!(!message.text.is_empty(), "{language}: {key} is not translated");
        }
    }
}

#[test]
fn messages_are_valid_in_their_language() {
    let (english, _) = read("en");
    for language in LANGUAGES {
        let locale = Locale::parse(language).unwrap();
        for (key, translated) in read(language).0 {
            let message =
                Message::parse_icu(&translated.text).unwrap_or_else(|error| panic!("{language}: {key}: {error}"));
            assert_eq!(message.check_complete(&locale), Ok(()), "{language}: {key}");
            let for_templates = Message::parse(&message.to_template_syntax(*language == "en"));
            assert_eq!(for_templates.arguments(), message.arguments(), "{language}: {key}");
            let original = Message::parse_icu(&english[&key].text).unwrap();
            assert_eq!(message.arguments(), original.arguments(), "{language}: {key}");
            assert!(!key.starts_with("island.") || message.nodes().is_some(), "{language}: {key} is not for scripts");
            let paragraphs = |text: &str| text.split("\n\n").count();
            assert_eq!(paragraphs(&translated.text), paragraphs(&english[&key].text), "{language}: {key}");
        }
    }
}

/// Owners reword the texts of e-mails, whose placeholders are names in braces and nothing else.
#[test]
fn texts_that_owners_reword_have_no_syntax_but_placeholders() {
    for language in LANGUAGES {
        let catalogue = Catalogue::for_language(language);
        for (key, message) in read(language).0 {
            if key.starts_with("email.") && key.split('.').count() == 3 {
                assert_eq!(catalogue.find(&key), Some(message.text.as_str()), "{language}: {key}");
            }
        }
    }
}

#[test]
fn texts_are_set_as_their_languages_set_them() {
    for message in read("fr").0.values() {
        for sign in [" :", " ;", " !", " ?", "n° ", "« ", " »", "'"] {
            assert!(!message.text.contains(sign), "a space that breaks, or a typewriter's sign: {}", message.text);
        }
    }
    let has_syntax = |text: &str| text.contains("plural,") || text.contains("select,");
    for message in read("ja").0.values().filter(|message| !has_syntax(&message.text)) {
        // What visitors type has the signs that they type.
        let text = message.text.replace("user@domain.com", "").replace("12.50", "");
        assert!(!text.contains(['.', '!', '?', ',']), "not a Japanese sign: {text}");
    }
    for (language, wrong) in [("de", "Nr. "), ("es", "n.º ")] {
        assert!(read(language).0.values().all(|message| !message.text.contains(wrong)), "{language}");
    }
}
