//! Property tests: no input causes a panic, and every run terminates.

use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop, prop_oneof, proptest};
use serde_json::{Value, json};
use stoa_template::{
    ErrorKind, Limits, Mode, ParseOptions, PartialSet, RenderContext, Template, formatter_names, predicate_names,
    render,
};

use super::output;

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[ -~]{0,12}".prop_map(Value::from),
        "[<>&\"'/a ]{0,12}".prop_map(Value::from),
        "\\PC{0,6}".prop_map(Value::from),
    ];
    let key = prop_oneof![
        Just("a".to_owned()),
        Just("value".to_owned()),
        Just("currency".to_owned()),
        Just("structuredContent".to_owned()),
        Just("variants".to_owned()),
        Just("items".to_owned()),
        Just("website".to_owned()),
        Just("timeZone".to_owned()),
        "[a-z]{1,4}",
    ];
    leaf.prop_recursive(4, 24, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((key.clone(), inner), 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn tag() -> impl Strategy<Value = String> {
    let formatter = prop::sample::select(formatter_names());
    let predicate = prop::sample::select(predicate_names());
    prop_oneof![
        Just("{.section a}".to_owned()),
        Just("{.repeated section @}".to_owned()),
        Just("{.repeated section items}".to_owned()),
        Just("{.alternates with}".to_owned()),
        Just("{.or}".to_owned()),
        Just("{.end}".to_owned()),
        Just("{.if a || b && @}".to_owned()),
        Just("{.macro p}".to_owned()),
        Just("{.var @x a|json}".to_owned()),
        Just("{.ctx @y a=a b=@}".to_owned()),
        Just("{.eval @x = @x + 'ab' * 3}".to_owned()),
        Just("{@|apply p private a=1}".to_owned()),
        Just("{.include p output}".to_owned()),
        Just("{@x}{@y.a}{a.0.b}{@index}".to_owned()),
        (formatter, "[ -~]{0,8}").prop_map(|(name, arguments)| format!("{{@, a|{name} {arguments}}}")),
        (predicate, "[ -~]{0,8}").prop_map(|(name, arguments)| format!("{{.{name} {arguments}}}")),
        "[ -~\n]{0,10}",
    ]
}

/// Few cases by default; set `PROPTEST_CASES` for more.
fn configuration() -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig { cases: asked.unwrap_or(192), failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(configuration())]

    #[test]
    fn parsing_never_panics(source in "\\PC{0,80}") {
        let _errors = Template::validate(source.as_str(), &ParseOptions::default());
        let preprocess = ParseOptions { preprocess: true, ..ParseOptions::default() };
        let _errors = Template::validate(source.as_str(), &preprocess);
    }

    #[test]
    fn parsing_of_braces_never_panics(source in "[{}.#|@^&=? a-e0-9\n]{0,80}") {
        let _errors = Template::validate(source.as_str(), &ParseOptions::default());
    }

    #[test]
    fn expressions_never_panic(source in "[-+*/%&|^!=<>~()a-c@.0-9e,;'\"\\\\xu #]{0,40}", data in any_json()) {
        let template = Template::parse_lenient(format!("{{.eval {source}}}"), &ParseOptions::default());
        let _outcome = render(&template, &data, &RenderContext::default());
    }

    #[test]
    fn rendering_never_panics(tags in prop::collection::vec(tag(), 0..14), data in any_json()) {
        let template = Template::parse_lenient(tags.concat(), &ParseOptions::default());
        let partials: PartialSet = [("p", "{@}{@args.a}{@|apply p}")].into_iter().collect();
        let limits = Limits { steps: 5_000, output_bytes: 1_000_000, ..Limits::for_sites() };
        let context = RenderContext { partials: Some(&partials), limits, ..RenderContext::default() };
        let outcome = render(&template, &data, &context);
        assert!(outcome.output.len() <= 1_000_000);
    }

    #[test]
    fn recursive_partials_end(
        bodies in prop::collection::vec(prop::collection::vec(tag(), 0..6), 3),
        data in any_json(),
    ) {
        let call = "{@|apply p}{a|apply q x=1}{.include p output}{.include q}";
        let partials: PartialSet =
            ["p", "q"].into_iter().zip(&bodies).map(|(name, tags)| (name, tags.concat() + call)).collect();
        let template = Template::parse_lenient(bodies.concat().concat() + call, &ParseOptions::default());
        for mode in [Mode::Safe, Mode::Strict] {
            let limits = Limits { steps: 2_000, output_bytes: 100_000, ..Limits::for_sites() };
            let context = RenderContext { partials: Some(&partials), limits, mode, ..RenderContext::default() };
            let outcome = render(&template, &data, &context);
            assert!(outcome.output.len() <= 100_000);
            let limit = outcome.errors.iter().rposition(|error| error.kind == ErrorKind::CodeLimitReached);
            let last = limit.is_none_or(|at| at + 1 == outcome.errors.len() || at < template.errors().len());
            assert!(last, "a limit ends the run: {:?}", outcome.errors);
        }
    }

    #[test]
    fn escaped_text_has_no_markup(data in any_json()) {
        for escape in ["html", "htmltag", "htmlattr"] {
            let text = output(&format!("{{@|{escape}}}"), &data);
            assert!(!text.contains(['<', '>']), "{escape}: {text}");
            let entities = ["&amp;", "&lt;", "&gt;", "&quot;"];
            let whole = |at: usize| entities.iter().any(|entity| text[at..].starts_with(entity));
            assert!(text.match_indices('&').all(|(at, _)| whole(at)), "{escape}: {text}");
            assert!(escape == "html" || !text.contains('"'), "{escape}: {text}");
        }
        for encode in ["encode-uri", "encode-uri-component", "url-encode"] {
            let text = output(&format!("{{@|{encode}}}"), &data);
            assert!(text.is_ascii() && !text.contains(['<', '>', '"', '\'', ' ']), "{encode}: {text}");
        }
        for writer in ["json", "json-pretty"] {
            let text = output(&format!("{{@|{writer}}}"), &data);
            assert!(!text.contains("</"), "{writer}: {text}");
            assert!(serde_json::from_str::<Value>(&text).is_ok(), "{writer}: {text}");
        }
        let slug = output("{@|slugify}", &data);
        assert!(slug.bytes().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'-'));
    }

    #[test]
    fn attribute_values_stay_quoted(wild in "[<>&\"'a]{0,10}a") {
        for formatter in MARKUP {
            let marks = |text: &str| marks(&output(&format!("{{@|{formatter}}}"), &full_of(text)));
            assert_eq!(marks(&wild), marks("a"), "{formatter}");
        }
    }
}

/// Number of brackets, and of quotes inside tags.
fn marks(markup: &str) -> usize {
    let mut in_tag = false;
    let counts = |letter: &char| match letter {
        '<' | '>' => {
            in_tag = *letter == '<';
            true
        }
        letter => in_tag && *letter == '"',
    };
    markup.chars().filter(counts).count()
}

/// Formatters that write HTML around data.
const MARKUP: [&str; 16] = [
    "image",
    "video",
    "audio-player",
    "comment-link",
    "comments",
    "like-button",
    "social-button",
    "social-button-inline",
    "twitter-follow-button",
    "add-to-cart-btn",
    "product-quick-view",
    "quantity-input",
    "variants-select",
    "product-checkout",
    "summary-form-field",
    "product-status",
];

/// Data for all of [`MARKUP`] with one text in every text value.
fn full_of(text: &str) -> Value {
    json!({
        "id": text, "title": text, "assetUrl": text, "fullUrl": text, "filename": text, "componentKey": text,
        "userName": text, "rawTitle": text, "value": text, "oembed": { "html": text, "providerName": text },
        "website": { "shareButtonOptions": [1] },
        "websiteSettings": { "simpleLikingEnabled": true },
        "structuredContent": {
            "productType": 1, "useCustomAddButtonText": true, "customAddButtonText": text, "audioAssetUrl": text,
            "variants": [{ "attributes": { "a": text }, "qtyInStock": 5 }], "variantOptionOrdering": ["a"],
        },
    })
}
