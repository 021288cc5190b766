//! Instructions, scopes and truthiness.

use serde_json::{Value, json};
use stoa_template::Kind;

use super::{output, with_partials};

// spec: template.loop-variables
#[test]
fn positions_in_a_loop() {
    let data = json!({ "a": ["a", "b"] });
    assert_eq!(output("{.repeated section a}{@index}:{@index0}{.alternates with} {.end}", &data), "1:0 2:1");
}

// spec: template.truthiness.open
#[test]
fn truthy_values() {
    let cases = [
        (json!({}), false),
        (json!({ "x": null }), false),
        (json!({ "x": false }), false),
        (json!({ "x": 0 }), false),
        (json!({ "x": 0.0 }), false),
        (json!({ "x": "" }), false),
        (json!({ "x": [] }), false),
        (json!({ "x": {} }), false),
        (json!({ "x": "0" }), true),
        (json!({ "x": "false" }), true),
        (json!({ "x": [0] }), true),
        (json!({ "x": { "y": null } }), true),
        (json!({ "x": -1 }), true),
    ];
    for (data, expected) in cases {
        let expected = if expected { "yes" } else { "no" };
        assert_eq!(output("{.section x}yes{.or}no{.end}", &data), expected, "{data}");
        assert_eq!(output("{.if x}yes{.or}no{.end}", &data), expected, "{data}");
    }
}

// spec: template.scope.open
#[test]
fn name_lookup() {
    let data = json!({ "a": { "b": 1, "c": {} }, "b": 2, "d": { "e": 3 } });
    assert_eq!(output("{.section a}{b}{.end}", &data), "1");
    assert_eq!(output("{.section a}{d.e}{.end}", &data), "3");
    // A dotted path is resolved only in the frame of its first name.
    let shadowed = json!({ "a": { "d": {} }, "d": { "e": 3 } });
    assert_eq!(output("{.section a}[{d.e}]{.end}", &shadowed), "[]");
    assert_eq!(output("{.section b}{@}{.end}", &data), "2");
    // Sections are not resolved in outer scopes.
    assert_eq!(output("{.section a}{.section d}x{.or}y{.end}{.end}", &data), "y");
}

// spec: template.types
#[test]
fn kinds_of_values() {
    let cases = [
        (json!(null), Kind::Null),
        (json!(true), Kind::Boolean),
        (json!(1), Kind::Number),
        (json!(1.5), Kind::Number),
        (json!("x"), Kind::String),
        (json!([]), Kind::Array),
        (json!({}), Kind::Object),
    ];
    for (value, kind) in cases {
        assert_eq!(Kind::of(Some(&value)), kind);
    }
    assert_eq!(Kind::of(None), Kind::Missing);
}

#[test]
fn printing_of_values() {
    let cases: [(Value, &str); 8] = [
        (json!(1e21), "1e+21"),
        (json!(1e-7), "1e-7"),
        (json!(1e-6), "0.000001"),
        (json!(1.0), "1"),
        (json!(-0.0), "0"),
        (json!(123_456_789_012_i64), "123456789012"),
        (json!([1, null, "a", [2], {}]), "1,null,a,,"),
        (json!({ "a": 1 }), ""),
    ];
    for (value, expected) in cases {
        assert_eq!(output("{@}", &value), expected);
    }
}

#[test]
fn conditions_short_circuit() {
    let data = json!({ "t": 1, "f": 0 });
    assert_eq!(output("{.if t && f || t}y{.or}n{.end}", &data), "n");
    assert_eq!(output("{.if f || t && t}y{.or}n{.end}", &data), "y");
    assert_eq!(output("{.if f || f || t}y{.or}n{.end}", &data), "y");
}

// spec: template.variant-descriptor
#[test]
fn variant_descriptor() {
    let data = json!({ "optionValues": [{ "value": "Red" }, { "value": "L" }] });
    assert_eq!(output("{@|variant-descriptor}", &data), "Red / L");
}

#[test]
fn text_belongs_to_enclosing_block() {
    let template = "0{# c #}1{.if a}2{.if b}3{.end}{.or}4{.if b}5{.or}6{.end}{.end}7{## c ##}";
    let cases = [
        (json!({ "a": 1, "b": 1 }), "01237"),
        (json!({ "a": 1 }), "0127"),
        (json!({ "b": 1 }), "01457"),
        (json!({}), "01467"),
    ];
    for (data, expected) in cases {
        assert_eq!(output(template, &data), expected, "{data}");
    }
    let template = "<{.repeated section r}a{@}b{.alternates with}-{.or}none{.end}>";
    assert_eq!(output(template, &json!({ "r": [1, 2] })), "<a1b-a2b>");
    assert_eq!(output(template, &json!({ "r": [] })), "<none>");
    assert_eq!(output("{.section s}x{.even?}y{.or odd?}z{.end}{.or}w{.end}", &json!({ "s": 3 })), "xz");
}

/// Partials and macros run in their own source; what follows their call runs in that of the caller.
#[test]
fn caller_continues_after_partial() {
    let partials = [("p", "<{@}{.if @}{nothing|apply p}{.end}>"), ("q", "[{@|apply p}{@|apply m}{@|apply gone}]")];
    let template = "{.macro m}({@}{.section @}{nothing|apply m}{.end}){.end}{.repeated section r}{@|apply q}{@|apply m}\
        {.alternates with}{@|apply p};{.end} {r|apply none}{.var @x b|apply m}{@x}{@x|apply p}.";
    let outcome = with_partials(template, &json!({ "r": [1, 2], "b": 3 }), &partials);
    let expected = "[<1<>>(1())](1())<1<>>;[<2<>>(2())](2()) (3())<(3())<>>.";
    assert_eq!(outcome.output, expected);
    let told: Vec<_> = outcome.errors.iter().map(|error| (error.template.as_deref(), error.position.column)).collect();
    let gone = 1 + partials[1].1.find("{@|apply gone}").unwrap();
    let none = 1 + template.find("{r|apply none}").unwrap();
    let expected = [(Some("q"), gone), (Some("q"), gone), (None, none)];
    assert_eq!(told, expected.map(|(name, place)| (name, u32::try_from(place).unwrap())));
}
