//! Tests of a site's own words.

use stoa_kernel::clock::Timestamp;
use stoa_messages::original;

use super::model::{LONGEST, SiteText, TextFilter, TextPlace, changeable, checked, found};
use crate::SiteError;

fn refused(key: &str, text: &str) -> String {
    match checked("de", original("de", key).unwrap(), text) {
        Err(SiteError::Invalid(fields)) => fields["text"].clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn texts_are_checked() {
    let order = original("de", "storefront.orderNumber").unwrap();
    assert_eq!(checked("de", order, " Auftrag {number}\r\n").unwrap(), "Auftrag {number}");
    let long = "a".repeat(LONGEST + 1);
    for (text, message) in [
        ("Auftrag", "The placeholder {number} is missing. The original is: "),
        ("{number} {name}", "There is no placeholder {name} in this text. The original is: "),
        ("{number", "The placeholders cannot be read: "),
        ("  ", "Enter a text."),
        ("<b>{number}</b>", "Use text alone: the signs < and > are not allowed."),
        ("a\u{7}", "Use text alone, without control characters."),
        (long.as_str(), "The text can have at most 2000 characters."),
    ] {
        assert!(refused("storefront.orderNumber", text).starts_with(message), "{text}");
    }
}

#[test]
fn only_texts_of_visitors_can_be_changed() {
    let place = |language: &str, key: &str| TextPlace { language: language.to_owned(), key: key.to_owned() };
    for key in ["storefront.addToCart", "email.orderConfirmed.link", "printable.invoice", "problem.code-expired"] {
        assert!(found(&place("de", key)).is_ok(), "{key}");
    }
    for (language, key) in [
        ("de-AT", "storefront.addToCart"),
        ("xx", "storefront.addToCart"),
        ("de", "email.staffGreeting"),
        ("de", "email.orderConfirmed.subject"),
        ("de", "sitePage.cookieText"),
        ("de", "storefront.nothing"),
    ] {
        assert!(matches!(found(&place(language, key)), Err(SiteError::NotFound)), "{language} {key}");
    }
    assert!(changeable("de").all(|text| !text.text.contains(['<', '>'])), "originals would be refused");
}

#[test]
fn search_finds_key_original_and_own_text() {
    let text = SiteText {
        key: "storefront.addToCart",
        comment: "",
        original: "In den Warenkorb",
        own: Some("Ab in die Tüte".to_owned()),
        updated_on: Some(Timestamp::from_ms(1)),
    };
    let finds = |query: &str| TextFilter { query: Some(query.to_owned()), changed: true }.admits(&text);
    assert!(finds("ADDTO") && finds("warenk") && finds("tüte") && finds("") && !finds("kasse"));
    assert!(!TextFilter { query: None, changed: true }.admits(&SiteText { own: None, ..text.clone() }));
}
