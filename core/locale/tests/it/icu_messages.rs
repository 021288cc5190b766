//! Messages in the syntax of ICU MessageFormat.

use std::collections::HashMap;

use stoa_locale::{Locale, Message, MessageArguments, MessageError, Number, NumberOptions};

struct Values {
    locale: Locale,
    values: HashMap<&'static str, &'static str>,
}

impl MessageArguments for Values {
    fn text(&self, name: &str) -> Option<String> {
        self.values.get(name).map(|text| (*text).to_owned())
    }

    fn number(&self, name: &str) -> Option<Number> {
        Number::parse(self.values.get(name)?)
    }

    fn format(&self, names: &[&str], formatter: &str, _: &[&str]) -> Option<String> {
        assert_eq!(formatter, "number");
        let number = self.number(names.first()?)?;
        Some(self.locale.format_number(&number, &NumberOptions::default()))
    }
}

#[track_caller]
fn check(language: &str, message: &str, values: &[(&'static str, &'static str)], expected: &str) {
    let values = Values { locale: Locale::parse(language).unwrap(), values: values.iter().copied().collect() };
    let text = Message::parse_icu(message).unwrap().format(&values.locale, &values);
    assert_eq!(text, expected, "{language}: {message}");
}

#[track_caller]
fn refused(message: &str, offset: usize, expected: &'static str) {
    assert_eq!(Message::parse_icu(message), Err(MessageError::Syntax { offset, expected }), "{message}");
}

#[test]
fn plurals_follow_the_rules_of_the_language() {
    let english = "{n, plural, one {# item} other {# items}}";
    check("en", english, &[("n", "0")], "0 items");
    check("en", english, &[("n", "1")], "1 item");
    check("en", english, &[("n", "1200")], "1,200 items");
    check("ja", "{n, plural, other {#点}}", &[("n", "1")], "1点");
    let french = "{n, plural, one {# article} many {# d’articles} other {# articles}}";
    check("fr", french, &[("n", "0")], "0 article");
    check("fr", french, &[("n", "2")], "2 articles");
    check("fr", french, &[("n", "1000000")], "1\u{202f}000\u{202f}000 d’articles");
    let arabic = "{n, plural, zero {صفر} one {واحد} two {اثنان} few {قليل} many {كثير} other {آخر}}";
    for (number, category) in
        [("0", "صفر"), ("1", "واحد"), ("2", "اثنان"), ("3", "قليل"), ("11", "كثير"), ("100", "آخر")]
    {
        check("ar", arabic, &[("n", number)], category);
    }
    check("en", "{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}", &[("n", "22")], "22nd");
    check("en", "{n,plural,=0{none}one{one}other{many}}", &[("n", "0")], "none");
    let offset = "{n, plural, offset:1 =1 {you} one {you and # more} other {you and # more}}";
    check("en", offset, &[("n", "3")], "you and 2 more");
}

#[test]
fn selects_numbers_and_nesting() {
    let greeting = "{kind, select, order {Order #{number}} other {{name}}}";
    check("en", greeting, &[("kind", "order"), ("number", "7")], "Order #7");
    check("en", greeting, &[("kind", "gift"), ("name", "Ada")], "Ada");
    check("de", "{amount, number} Stück", &[("amount", "1234.5")], "1.234,5 Stück");
    let nested = "{n, plural, one {{who, select, me {my # item} other {their item}}} other {# items}}";
    check("en", nested, &[("n", "1"), ("who", "me")], "my # item");
    check("en", nested, &[("n", "4")], "4 items");
}

#[test]
fn apostrophes_quote_only_special_signs() {
    check("en", "It's {name}'s", &[("name", "Ada")], "It's Ada's");
    check("en", "two '' one, '{name}' and '{it''s}'", &[], "two ' one, {name} and {it's}");
    check("en", "{n, plural, one {'#' #} other {'#'s}}", &[("n", "1")], "# 1");
    check("en", "no '#' here", &[], "no '#' here");
}

#[test]
fn unknown_arguments_print_nothing() {
    check("en", "Hello {name}.", &[], "Hello .");
    check("en", "{n, plural, one {one} other {# items}}", &[], "0 items");
    let message = Message::parse_icu("{a} {n, plural, other {{b}}} {c, number} {d, select, other {}}").unwrap();
    assert_eq!(message.arguments().into_iter().collect::<Vec<_>>(), ["a", "b", "c", "d", "n"]);
}

#[test]
fn mistakes_are_found() {
    refused("Hello {name", 11, "a comma or a closing brace");
    refused("Hello }", 6, "no closing brace");
    refused("{}", 1, "the name of an argument");
    refused("{n, plural, one {a}}", 19, "the key other");
    refused("{n, plural, one {a} one {b} other {c}}", 23, "a key only once");
    refused("{n, plural, other {a}", 21, "a key");
    refused("{n, date}", 8, "plural, selectordinal, select or number");
    refused("{n plural other {a}}", 3, "a comma or a closing brace");
    refused("'{name}", 1, "an apostrophe");
    assert!(Message::parse_icu(&"{n, plural, other {".repeat(5_000)).is_err());
}

#[test]
fn plurals_have_the_categories_of_the_language() {
    let check = |language: &str, message: &str| {
        Message::parse_icu(message).unwrap().check_complete(&Locale::parse(language).unwrap())
    };
    let english = "{n, plural, =0 {none} one {#} other {#}}";
    assert_eq!(check("en", english), Ok(()));
    assert_eq!(check("ja", "{n, plural, =1 {a} other {#}}"), Ok(()));
    assert_eq!(check("pl", english), Err(MessageError::PluralIncomplete { kind: "plural", key: "few" }));
    let extra = check("ja", english);
    assert!(matches!(extra, Err(MessageError::PluralKey { key, .. }) if key == "one"), "Japanese has no singular");
    let inner = check("en", "{a, select, other {{n, selectordinal, one {#st} other {#th}}}}");
    assert!(matches!(inner, Err(MessageError::PluralIncomplete { kind: "selectordinal", .. })), "{inner:?}");
}

#[test]
fn the_syntax_of_templates_says_the_same() {
    let english = "{n, plural, =0 {nobody's} one {# item} other {# items}}";
    let nested = "{n, plural, one {{who, select, me {my # item} other {their item}}} other {'#'{n}: {n, number}}}";
    let offset = "{n, plural, offset:1 =1 {you} one {you and # more} other {you and # more}}";
    let quoted = "It's '{name}' and {name}'s #1";
    for (language, message, values, expected) in [
        ("en", english, [("n", "0"), ("who", "")], "nobody's"),
        ("en", english, [("n", "1"), ("who", "")], "1 item"),
        ("en", english, [("n", "1200"), ("who", "")], "1,200 items"),
        ("de", english, [("n", "1200"), ("who", "")], "1.200 items"),
        ("en", nested, [("n", "1"), ("who", "me")], "my # item"),
        ("en", nested, [("n", "1"), ("who", "you")], "their item"),
        ("en", nested, [("n", "1200"), ("who", "")], "#1200: 1,200"),
        ("en", offset, [("n", "3"), ("who", "")], "you and 2 more"),
        ("en", "{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}", [("n", "22"), ("who", "")], "22nd"),
        ("en", quoted, [("name", "Ada"), ("who", "")], "It's {name} and Ada's #1"),
    ] {
        let values = Values { locale: Locale::parse(language).unwrap(), values: values.into_iter().collect() };
        let message = Message::parse_icu(message).unwrap();
        let source = message.to_template_syntax(false);
        let again = Message::parse(&source);
        assert_eq!(again.format(&values.locale, &values), expected, "{language}: {source}");
        assert_eq!(again.arguments(), message.arguments(), "{source}");
    }
}
