//! Messages with arguments.

use std::collections::HashMap;

use stoa_locale::{Locale, Message, MessageArguments, MessageError, Number};

struct Texts(HashMap<&'static str, &'static str>);

impl MessageArguments for Texts {
    fn text(&self, name: &str) -> Option<String> {
        self.0.get(name).map(|text| (*text).to_owned())
    }

    fn number(&self, name: &str) -> Option<Number> {
        Number::parse(self.0.get(name)?)
    }

    fn format(&self, names: &[&str], formatter: &str, options: &[&str]) -> Option<String> {
        Some(format!("<{formatter} {} {}>", names.join("+"), options.join("+")))
    }
}

fn texts(pairs: &[(&'static str, &'static str)]) -> Texts {
    Texts(pairs.iter().copied().collect())
}

#[track_caller]
fn check(message: &str, pairs: &[(&'static str, &'static str)], expected: &str) {
    assert_eq!(Message::parse(message).format(&Locale::default(), &texts(pairs)), expected, "{message}");
}

// spec: message.syntax.open
#[test]
fn syntax_of_messages() {
    check("Hi {name}, {0}", &[("name", "Bob"), ("0", "x")], "Hi Bob, x");
    check("{n plural one {# file} other {# files}}", &[("n", "1")], "1 file");
    check("{n, plural, one {# file} other {# files}}", &[("n", "2")], "2 files");
    check("{n selectordinal one{#st} two{#nd} few{#rd} other{#th}}", &[("n", "22")], "22nd");
    check("{g select female {she} male {he} other {they}}", &[("g", "male")], "he");
    check("{g select female {she} other {they}}", &[("g", "x")], "they");
    check(
        "{n plural offset:1 =0 {nobody} =1 {you} one {you and # more} other {you and # more}}",
        &[("n", "3")],
        "you and 2 more",
    );
    check("{n plural other {{g select a {A#} other {B#}}}}", &[("n", "5"), ("g", "a")], "A5");
    check("{a money style:short}", &[], "<money a style:short>");
    check("{a;b datetime-interval yMMMd}", &[], "<datetime-interval a+b yMMMd>");
    check("it''s '{quoted}' {-hidden}", &[], "it's {quoted} {hidden}");
    check("[{}] [{!}] {n plural other {<{!}>}}", &[("n", "1")], "[] [] <{!}>");
}

// spec: message.error.plural-key
#[test]
fn plural_keys_must_exist_in_the_locale() {
    let message = Message::parse("{n plural one {a} few {b} other {c}}");
    let english = message.check(&Locale::default());
    assert!(matches!(english, Err(MessageError::PluralKey { key, .. }) if key == "few"));
    assert_eq!(message.check(&Locale::parse("pl").unwrap()), Ok(()));
    let ordinal = Message::parse("{n selectordinal one {a} two {b} few {c} other {d}}");
    assert_eq!(ordinal.check(&Locale::default()), Ok(()));
}

// spec: message.error.offset-number
#[test]
fn plural_offset_requires_number() {
    let message = Message::parse("{n plural offset:1 one {a} other {b}}");
    let refused = message.check_arguments(&texts(&[("n", "abc")]));
    assert_eq!(refused, Err(MessageError::OffsetNumber("n".to_owned())));
    assert_eq!(message.check_arguments(&texts(&[("n", "3")])), Ok(()));
}

// spec: message.error.reserved-key
#[test]
fn reserved_argument_name() {
    assert_eq!(Message::check_keys(["toString"]), Err(MessageError::ReservedKey("toString".to_owned())));
    assert_eq!(Message::check_keys(["hello", "bye"]), Ok(()));
}

#[test]
fn message_nesting_limit() {
    let deep = format!("{}x{}", "{n plural other {".repeat(5000), "}}".repeat(5000));
    let text = Message::parse(&deep).format(&Locale::default(), &texts(&[("n", "1")]));
    assert!(text.contains('x'));
    let open = "{".repeat(200_000);
    assert_eq!(Message::parse(&open).format(&Locale::default(), &texts(&[])), open);
    let one_closed = format!("{open}0}}");
    assert_eq!(Message::parse(&one_closed).format(&Locale::default(), &texts(&[("0", "!")])).len(), 200_000);
}
