//! Whatever comes in, nothing panics and everything ends.

use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop, prop_oneof, proptest};
use serde_json::Value;
use stoa_template::{
    Limits, ParseOptions, PartialSet, RenderContext, Template, formatter_names, predicate_names, render,
};

fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[ -~]{0,12}".prop_map(Value::from),
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

/// A few cases in the daily run; `PROPTEST_CASES` asks for more.
fn configuration() -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig { cases: asked.unwrap_or(192), failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(configuration())]

    #[test]
    fn parsing_never_panics(source in "\\PC{0,80}") {
        let _errors = Template::validate(&source, &ParseOptions::default());
        let preprocess = ParseOptions { preprocess: true, ..ParseOptions::default() };
        let _errors = Template::validate(&source, &preprocess);
    }

    #[test]
    fn parsing_of_braces_never_panics(source in "[{}.#|@^&=? a-e0-9\n]{0,80}") {
        let _errors = Template::validate(&source, &ParseOptions::default());
    }

    #[test]
    fn expressions_never_panic(source in "[-+*/%&|^!=<>~()a-c@.0-9e,;'\"\\\\xu #]{0,40}", data in json()) {
        let template = Template::parse_lenient(&format!("{{.eval {source}}}"), &ParseOptions::default());
        let _outcome = render(&template, &data, &RenderContext::default());
    }

    #[test]
    fn rendering_never_panics(tags in prop::collection::vec(tag(), 0..14), data in json()) {
        let template = Template::parse_lenient(&tags.concat(), &ParseOptions::default());
        let partials: PartialSet = [("p", "{@}{@args.a}{@|apply p}")].into_iter().collect();
        let limits = Limits { steps: 5_000, output_bytes: 1_000_000, ..Limits::for_sites() };
        let context = RenderContext { partials: Some(&partials), limits, ..RenderContext::default() };
        let outcome = render(&template, &data, &context);
        assert!(outcome.output.len() <= 1_000_000);
    }
}
