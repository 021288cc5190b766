//! Sentences about problems with the settings of blocks and plugins, and with the bodies of requests. Those that the
//! schemas and parsers write are found by their English words. The admin says them in its language, by their code
//! (`admin-ui/src/shared/i18n/problem-texts/`); other clients get English.

use stoa_kernel::{ProblemValue, Said};

stoa_kernel::problem_texts! {
    pub(crate) SETTING_NOT_AN_OPTION = "setting-not-an-option", "{value} is not one of the expected options";
    pub(crate) SETTING_SAME_ON_ALL_DEVICES = "setting-same-on-all-devices", "This setting is the same on all devices.";
    pub(crate) SETTING_HAS_ANOTHER_FORMAT = "setting-has-another-format", "This does not have the expected format.";
    pub(crate) ENTER_A_NUMBER = "enter-a-number", "Enter a number.";
    pub(crate) ENTER_A_WHOLE_NUMBER_ALONE = "enter-a-whole-number-alone", "Enter a whole number.";
    pub(crate) ENTER_LEAST_OR_MORE = "enter-least-or-more", "Enter {least} or more.";
    pub(crate) ENTER_MOST_OR_LESS = "enter-most-or-less", "Enter {most} or less.";
    pub(crate) LIST_HAS_REACHED_ITS_LIMIT = "list-has-reached-its-limit",
        "You have reached the limit of {count} {things}.";
    pub(crate) ADD_AT_LEAST_ENTRIES = "add-at-least-entries", "Add at least {count} entries.";
    pub(crate) NO_SETTING_OF_THIS_NAME = "no-setting-of-this-name", "There is no setting of this name.";
    pub(crate) MUST_BE_TEXT = "must-be-text", "This must be text.";
    pub(crate) MUST_BE_ON_OR_OFF = "must-be-on-or-off", "This must be on or off.";
    pub(crate) MUST_BE_A_LIST = "must-be-a-list", "This must be a list.";
    pub(crate) MUST_BE_A_GROUP = "must-be-a-group", "This must be a group of values.";
    pub(crate) MUST_BE_FORMATTED_TEXT = "must-be-formatted-text", "This must be formatted text.";
    pub(crate) TEXT_NESTED_TOO_DEEPLY = "text-nested-too-deeply", "This text is nested too deeply.";
    pub(crate) FORMATTED_TEXT_WITHOUT = "formatted-text-without", "Formatted text cannot contain '{name}'.";
    pub(crate) FORMATTED_TEXT_WITHOUT_MARK = "formatted-text-without-mark",
        "Formatted text cannot have the mark '{name}'.";
    pub(crate) ENTER_A_LINK_SUCH_AS = "enter-a-link-such-as", "Enter a link such as /shop or https://domain.com.";
    pub(crate) NOT_A_PAGE_URL = "not-a-page-url", "{value} is not a valid page URL";
    pub(crate) LINK_OF_EMAIL_FORM = "link-of-email-form", "Emails must be formatted as user@domain.com";
    pub(crate) LINK_OF_WEB_FORM = "link-of-web-form",
        "Links must be formatted as http://example.com or https://example.com";
    pub(crate) ENTER_A_COLOR = "enter-a-color", "Enter a color such as #336699.";
    pub(crate) ENTER_A_DATE_SUCH_AS_2027 = "enter-a-date-such-as-2027", "Enter a date such as 2027-05-31.";
    pub(crate) CHOOSE_AN_OPTION_FROM_THE_LIST = "choose-an-option-from-the-list", "Choose an option from the list.";
    pub(crate) LANGUAGES_OF_THE_SITE = "languages-of-the-site", "Choose the languages from those of the site.";
    pub(crate) UNKNOWN_DOCUMENT_VERSION = "unknown-document-version", "Only version {count} of documents is known.";
    pub(crate) UNKNOWN_KIND_OF_BLOCK = "unknown-kind-of-block", "There is no block of the kind '{name}'.";
    pub(crate) IDS_OF_BLOCKS = "ids-of-blocks", "Ids are 1 to 64 letters, digits, '-' or '_'.";
    pub(crate) ID_USED_TWICE = "id-used-twice", "This id is used twice.";
    pub(crate) NAME_OF_SECTION_TOO_LONG = "name-of-section-too-long",
        "The name of a section has at most {count} characters.";
    pub(crate) CHOOSE_AN_IMAGE_FROM_THE_LIBRARY = "choose-an-image-from-the-library",
        "Choose an image from the library.";
    pub(crate) FOCAL_POINT_INSIDE = "focal-point-inside", "The focal point must be inside the image.";
    pub(crate) DARKEN_BY_PERCENT = "darken-by-percent", "Darken the image by {least} to {most} percent.";
    pub(crate) COLUMNS_SPAN_TWELFTHS = "columns-span-twelfths", "A column spans 1 to 12 twelfths.";
    pub(crate) HAS_TO_BE_OF_TYPE = "has-to-be-of-type", "This has to be of type {wanted}.";
    pub(crate) HAS_TO_BE_ONE_OF = "has-to-be-one-of", "This has to be one of {choices}.";
    pub(crate) HAS_TO_BE_AT_LEAST = "has-to-be-at-least", "This has to be at least {least}.";
    pub(crate) HAS_TO_BE_AT_MOST = "has-to-be-at-most", "This has to be at most {most}.";
    pub(crate) NEEDS_AT_LEAST_CHARACTERS = "needs-at-least-characters", "This has to have at least {count} characters.";
    pub(crate) HAS_AT_MOST_CHARACTERS = "has-at-most-characters", "This has to have at most {count} characters.";
    pub(crate) NEEDS_AT_LEAST_ENTRIES = "needs-at-least-entries", "This has to have at least {count} entries.";
    pub(crate) HAS_AT_MOST_ENTRIES = "has-at-most-entries", "This has to have at most {count} entries.";
    pub(crate) IS_A_SECRET = "is-a-secret", "This is a secret and is stored separately.";
    pub(crate) IS_NOT_KNOWN = "is-not-known", "This is not known.";
    pub(crate) IS_NEEDED = "is-needed", "This is needed.";
    pub(crate) BODY_IS_EMPTY = "body-is-empty", "Send a JSON body; this one is empty.";
    pub(crate) BODY_ENDS_TOO_EARLY = "body-ends-too-early",
        "The body is not valid JSON: it ends too early, at line {line} column {column}.";
    pub(crate) BODY_IS_NOT_JSON = "body-is-not-json", "The body is not valid JSON: {reason}.";
    pub(crate) SEND_THE_BODY_AS = "send-the-body-as", "Send the body as {name}.";
    pub(crate) SEND_THE_BOUNDARY = "send-the-boundary", "Send the multipart boundary in Content-Type.";
    pub(crate) BODY_MUST_BE = "body-must-be", "The body must be {wanted}.";
    pub(crate) BODY_MUST_BE_NOT = "body-must-be-not", "The body must be {wanted}, not {given}.";
    pub(crate) VALUE_IN_BODY_MUST_BE = "value-in-body-must-be", "A value in the body must be {wanted}.";
    pub(crate) VALUE_IN_BODY_MUST_BE_NOT = "value-in-body-must-be-not",
        "A value in the body must be {wanted}, not {given}.";
    pub(crate) VALUE_IN_BODY_HAS_NO_FORM = "value-in-body-has-no-form",
        "A value in the body has none of the accepted forms.";
    pub(crate) VALUE_MUST_BE = "value-must-be", "This must be {wanted}.";
    pub(crate) VALUE_MUST_BE_NOT = "value-must-be-not", "This must be {wanted}, not {given}.";
    pub(crate) MEMBER_MUST_BE = "member-must-be", "{member} must be {wanted}.";
    pub(crate) MEMBER_MUST_BE_NOT = "member-must-be-not", "{member} must be {wanted}, not {given}.";
    pub(crate) VALUE_IS_TOO_LARGE = "value-is-too-large", "This is too large.";
    pub(crate) MEMBER_IS_TOO_LARGE = "member-is-too-large", "{member} is too large.";
    pub(crate) VALUE_IS_TOO_SMALL = "value-is-too-small", "This is too small.";
    pub(crate) MEMBER_IS_TOO_SMALL = "member-is-too-small", "{member} is too small.";
    pub(crate) VALUE_IS_REPEATED = "value-is-repeated", "This is repeated.";
    pub(crate) MEMBER_IS_REPEATED = "member-is-repeated", "{member} is repeated.";
    pub(crate) VALUE_HAS_NO_FORM = "value-has-no-form", "This has none of the accepted forms.";
    pub(crate) MEMBER_HAS_NO_FORM = "member-has-no-form", "{member} has none of the accepted forms.";
    pub(crate) VALUE_IS_NOT_A_KNOWN_FIELD = "value-is-not-a-known-field", "This is not a known field.";
    pub(crate) VALUE_IS_NOT_A_KNOWN_FIELD_USE = "value-is-not-a-known-field-use",
        "This is not a known field; use {choices}.";
    pub(crate) MEMBER_IS_NOT_A_KNOWN_FIELD = "member-is-not-a-known-field", "{member} is not a known field.";
    pub(crate) MEMBER_IS_NOT_A_KNOWN_FIELD_USE = "member-is-not-a-known-field-use",
        "{member} is not a known field; use {choices}.";
    /// A request that takes longer than its time limit.
    pub TOOK_TOO_LONG = "took-too-long", "This took too long. Please try again.";
    /// A body that is sent slower than allowed.
    pub SENT_TOO_SLOWLY = "sent-too-slowly",
        "The request was sent too slowly. Please check your connection and try again.";
}

/// Whether a sentence was read as it was written: members have names such as `items.0.title`. A sentence of another kind
/// can end like one about a member.
pub(crate) fn is_read_well(said: &Said) -> bool {
    let is_name = |text: &str| {
        text.starts_with(|first: char| first.is_ascii_lowercase() || first.is_ascii_digit() || first == '_')
            && !text.contains(char::is_whitespace)
    };
    said.values().iter().all(|(name, value)| match value {
        ProblemValue::Text(text) => *name != "member" || is_name(text),
        ProblemValue::Number(_) => true,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::problem::contributor_text;

    #[test]
    fn sentences_of_schemas_and_parsers_are_found() {
        for (sentence, code, params) in [
            ("This must be on or off.", "must-be-on-or-off", json!({})),
            ("Enter 0.5 or more.", "enter-least-or-more", json!({"least": "0.5"})),
            ("Enter 12 or less.", "enter-most-or-less", json!({"most": 12})),
            (
                "You have reached the limit of 7 slides.",
                "list-has-reached-its-limit",
                json!({"count": 7, "things": "slides"}),
            ),
            ("tall is not one of the expected options", "setting-not-an-option", json!({"value": "tall"})),
            ("Alternative text is required.", "required", json!({})),
            ("This has to be of type integer.", "has-to-be-of-type", json!({"wanted": "integer"})),
            (
                "items.0.quantity must be a whole number of 0 or more, not a string.",
                "member-must-be-not",
                json!({"member": "items.0.quantity", "wanted": "a whole number of 0 or more", "given": "a string"}),
            ),
            ("This must be red or blue.", "value-must-be", json!({"wanted": "red or blue"})),
            (
                "The body is not valid JSON: it ends too early, at line 3 column 4.",
                "body-ends-too-early",
                json!({"line": "3", "column": "4"}),
            ),
            (
                "The body must be an object, not a list.",
                "body-must-be-not",
                json!({"wanted": "an object", "given": "a list"}),
            ),
        ] {
            let found = contributor_text(sentence).map(|text| (text.code, json!(text.params)));
            assert_eq!(found, Some((code, params)), "{sentence}");
        }
        // It is about no member.
        assert!(contributor_text("The sum must be settled.").is_none());
        assert!(contributor_text("Sums must be settled.").is_none());
    }
}
