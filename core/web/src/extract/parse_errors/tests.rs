//! Tests of messages about unreadable requests.

#![expect(dead_code, reason = "members are read and not used")]

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use stoa_kernel::{ErrorCode, Failure};

use super::InputName;
use crate::extract::body::{parse_fields, parse_json};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Order {
    items: Vec<Line>,
    is_gift: Option<bool>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    quantity: u32,
    wrapping: Option<Wrapping>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Wrapping {
    Paper,
    Box,
    Cloth,
}

#[derive(Debug, Deserialize)]
enum Greeting {
    #[serde(rename = "")]
    None,
    #[serde(rename = "card")]
    Card,
}

#[derive(Debug, Deserialize)]
struct Shared {
    #[serde(flatten)]
    line: Line,
}

fn refused<T: DeserializeOwned + std::fmt::Debug>(text: &str) -> Failure {
    parse_json::<T>(text.as_bytes()).unwrap_err().0
}

#[test]
fn json_errors_name_field_and_type() {
    for (body, member, message, detail) in [
        ("{}", "items", "This is required.", "items is required."),
        ("[]", "body", "The body must be an object.", "The body must be an object."),
        ("\"a\"", "body", "The body must be an object, not a string.", "The body must be an object, not a string."),
        ("{\"items\": {}}", "items", "This must be a list, not an object.", "items must be a list, not an object."),
        ("{\"items\": [{}]}", "items.0.quantity", "This is required.", "items.0.quantity is required."),
        (
            "{\"items\": [{\"quantity\": \"2, expected u8\"}]}",
            "items.0.quantity",
            "This must be a whole number from 0 to 4294967295, not a string.",
            "items.0.quantity must be a whole number from 0 to 4294967295, not a string.",
        ),
        (
            "{\"items\": [{\"quantity\": 1}, {\"quantity\": -1}]}",
            "items.1.quantity",
            "This must be a whole number from 0 to 4294967295.",
            "items.1.quantity must be a whole number from 0 to 4294967295.",
        ),
        (
            "{\"items\": [{\"quantity\": 1.5}]}",
            "items.0.quantity",
            "This must be a whole number from 0 to 4294967295.",
            "items.0.quantity must be a whole number from 0 to 4294967295.",
        ),
        (
            "{\"items\": [{\"quantity\": 1, \"wrapping\": \"foil\"}]}",
            "items.0.wrapping",
            "This must be paper, box or cloth.",
            "items.0.wrapping must be paper, box or cloth.",
        ),
        (
            "{\"items\": [{\"quantity\": 1, \"wrapping\": 5}]}",
            "items.0.wrapping",
            "This must be one of the known values.",
            "items.0.wrapping must be one of the known values.",
        ),
        (
            "{\"items\": [], \"isGift\": \"yes\"}",
            "isGift",
            "This must be true or false, not a string.",
            "isGift must be true or false, not a string.",
        ),
        ("{\"items\": [], \"items\": []}", "items", "This is repeated.", "items is repeated."),
        (
            "{\"colour\": 1}",
            "colour",
            "This is not a known field; use items or isGift.",
            "colour is not a known field; use items or isGift.",
        ),
    ] {
        let failure = refused::<Order>(body);
        assert_eq!(failure.code, ErrorCode::ValidationFailed, "{body}");
        assert_eq!(failure.fields, BTreeMap::from([(member.to_owned(), message.to_owned())]), "{body}");
        assert_eq!(failure.detail, detail, "{body}");
    }
}

#[test]
fn json_errors_of_unnamed_values() {
    let failure = refused::<Shared>("{\"quantity\": \"two\"}");
    let expected = "A value in the body must be a whole number from 0 to 4294967295, not a string.";
    assert_eq!((failure.fields["body"].as_str(), failure.detail.as_str()), (expected, expected));
}

#[test]
fn empty_choice_is_named() {
    #[derive(Debug, Deserialize)]
    struct Present {
        greeting: Greeting,
    }
    let failure = refused::<Present>("{\"greeting\": \"song\"}");
    assert_eq!(failure.fields["greeting"], "This must be empty or card.");
}

#[test]
fn invalid_json_has_line_and_column() {
    for (body, detail) in [
        ("", "Send a JSON body; this one is empty."),
        ("{\n\"items\":", "The body is not valid JSON: it ends too early, at line 2 column 8."),
        ("{\"items\" 1}", "The body is not valid JSON: expected `:` at line 1 column 10."),
        ("{\"items\": []} x", "The body is not valid JSON: trailing characters at line 1 column 15."),
    ] {
        let failure = refused::<Order>(body);
        assert_eq!((failure.code, failure.detail.as_str()), (ErrorCode::BadRequest, detail), "{body}");
    }
}

#[test]
fn form_and_query_errors_name_field() {
    for (text, member, message) in [
        ("", "quantity", "This is required."),
        ("quantity=", "quantity", "This must be a whole number in digits."),
        ("quantity=two", "quantity", "This must be a whole number in digits."),
        ("quantity=4294967296", "quantity", "This is too large."),
        ("quantity=1&wrapping=foil", "wrapping", "This must be paper, box or cloth."),
        ("quantity=1&quantity=2", "quantity", "This is repeated."),
    ] {
        let failure = parse_fields::<Line>(text.as_bytes(), InputName::QUERY).unwrap_err().0;
        assert_eq!(failure.fields, BTreeMap::from([(member.to_owned(), message.to_owned())]), "{text}");
    }
}

#[test]
fn document_errors_name_path() {
    #[derive(Debug, Deserialize)]
    struct Page {
        document: stoa_document::Document,
    }
    for (document, member, message) in [
        ("[]", "document", "This must be an object."),
        ("{\"version\": 1, \"sections\": {}}", "document.sections", "This must be a list."),
        ("{\"version\": 1, \"sections\": [{\"rows\": []}]}", "document.sections.0.id", "This is required."),
    ] {
        let failure = refused::<Page>(&format!("{{\"document\": {document}}}"));
        assert_eq!(failure.fields, BTreeMap::from([(member.to_owned(), message.to_owned())]), "{document}");
    }
}
