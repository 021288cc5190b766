//! Edge cases of formatters and values: odd types, missing values, many digits.

use serde_json::{Value, json};

use super::{output, run, with_partials};

#[track_caller]
fn check(cases: &[(&str, Value, &str)]) {
    for (call, value, expected) in cases {
        assert_eq!(output(&format!("{{@|{call}}}"), value), *expected, "{call} {value}");
    }
}

#[test]
fn numbers_print_shortest_roundtrip_digits() {
    let data: Value = serde_json::from_str(
        "[1.0, -0.0, 0.1, 0.30000000000000004, 1e20, 1e21, 1e-6, 1e-7, 123456789012345678, \
         9223372036854775807, 12345678901234567890, 123456789012345678901234567890]",
    )
    .unwrap();
    let printed = output("{.repeated section @}{@} {.end}", &data);
    assert_eq!(
        printed,
        "1 0 0.1 0.30000000000000004 100000000000000000000 1e+21 0.000001 1e-7 123456789012345678 \
         9223372036854775807 12345678901234567890 1.2345678901234568e+29 "
    );
    assert_eq!(output("{@|json}", &data), output("{@|raw}", &data));
    assert!(output("{@|json}", &data).contains(",9223372036854775807,12345678901234567890,"));
    let long = json!("12345678901234567890.123456789");
    assert_eq!(output("{@|decimal maxFrac:9}", &long), "12,345,678,901,234,567,890.123456789");
}

#[test]
fn arrays_print_their_scalars() {
    assert_eq!(output("{@}", &json!([1.0, "x", true, null, [1], { "a": 1 }])), "1,x,true,null,,");
    assert_eq!(output("[{@}]", &json!([])), "[]");
    assert_eq!(output("[{@}]", &json!({ "a": 1 })), "[]");
}

#[test]
fn null_is_text_for_some_formatters() {
    check(&[
        ("encode-space", json!(null), "null"),
        ("encode-uri", json!(null), "null"),
        ("url-encode", json!(null), "null"),
        ("truncate 2", json!(null), "nu..."),
        ("html", json!(null), ""),
        ("htmltag", json!(null), ""),
        ("slugify", json!(null), ""),
        ("smartypants", json!(null), ""),
        ("str", json!(null), ""),
        ("safe", json!(null), ""),
        ("json", json!(null), "null"),
        ("raw", json!(null), "null"),
    ]);
}

#[test]
fn number_conversion_of_other_values() {
    check(&[
        ("mod 3", json!(-7), "-1"),
        ("mod 3", json!("8"), "2"),
        ("mod 3", json!(7.9), "1"),
        ("mod 0", json!(5), "1"),
        ("mod 2.5", json!(5), "1"),
        ("mod", json!([]), "0"),
        ("round", json!(-2.5), "-2"),
        ("round", json!("3.7"), "4"),
        ("round", json!("x"), "0"),
        ("pluralize", json!(1.5), ""),
        ("pluralize", json!("1"), ""),
        ("pluralize", json!(true), ""),
        ("pluralize", json!(null), "s"),
        ("cycle a b c", json!(0), "c"),
        ("cycle a b c", json!(-4), "b"),
        ("cycle a b c", json!("2"), "b"),
        ("cycle:a b:c", json!(1), "a b"),
        ("count", json!("äöü😀"), "5"),
        ("count", json!(null), "0"),
        ("humanizeDuration", json!(3_600_000), "60:00"),
    ]);
}

#[test]
fn any_argument_delimiter() {
    check(&[
        ("output:1:2:3", json!(0), "1 2 3"),
        ("output,a b,,c", json!(0), "a b c"),
        ("pluralize/one thing/many things", json!(2), "many things"),
        ("truncate#4# (more)", json!("abc def ghi"), "abc  (more)"),
        ("output", json!(0), ""),
    ]);
    assert_eq!(output("{.equal?:\"a b\"}x{.end}", &json!("a b")), "x");
    assert_eq!(output("{.equal?/[1, 2]/b}x{.end}", &json!({ "b": [1, 2] })), "x");
}

#[test]
fn nested_value_lookup() {
    let data = json!({ "a": [{ "x": 1 }, { "x": 2 }], "one": 1, "path": [1, "x"], "far": 9, "o": { "k": { "l": 3 } } });
    assert_eq!(output("{a|get one|prop x}", &data), "2");
    assert_eq!(output("{a|get path}", &data), "2");
    assert_eq!(output("[{a|get far}{a|get nothing}{a|get}]", &json!({ "a": [{}], "far": 9 })), "[]");
    assert_eq!(output("{o|prop k.l}{o|prop k l}{a|prop 1.x}", &data), "332");
    assert_eq!(output("{a|key-by x|json}", &data), "{\"1\":{\"x\":1},\"2\":{\"x\":2}}");
    assert_eq!(output("{@|lookup name}", &json!({ "name": "a.b", "a": { "b": 5 } })), "5");
}

#[test]
fn get_key_types() {
    let data = json!({ "l": ["a", "b"], "o": { "1": "one" }, "text": "1", "number": 1, "flag": true });
    assert_eq!(output("{l|get number}{o|get text}", &data), "bone");
    assert_eq!(output("[{l|get text}{o|get number}{l|get flag}]", &data), "[]");
    assert_eq!(output("{l|prop 1}{o|prop 1}", &data), "bone");
}

#[test]
fn comparison_by_left_type() {
    let holds = |left: Value, right: Value| {
        let template = "{.lessThan? l r}<{.or greaterThan? l r}>{.or}={.end}";
        output(template, &json!({ "l": left, "r": right }))
    };
    assert_eq!(holds(json!(3), json!(3.9)), "=");
    assert_eq!(holds(json!(3.0), json!(3.9)), "<");
    assert_eq!(holds(json!(9), json!("10")), "<");
    assert_eq!(holds(json!("9"), json!(10)), ">");
    assert_eq!(holds(json!(1), json!("x")), ">");
    assert_eq!(holds(json!(false), json!(true)), "<");
    assert_eq!(holds(json!([1]), json!([1])), "=");
    assert_eq!(holds(json!([2]), json!([1])), "<");
    assert_eq!(output("{.section @}{.singular?}one{.end}{.end}", &json!(true)), "one");
}

#[test]
fn member_lookup_in_any_position() {
    let wide = |at: usize| {
        let mut members: serde_json::Map<String, Value> =
            (0..40).map(|index| (format!("m{index}"), json!(0))).collect();
        members.shift_insert(at, "x".to_owned(), json!(at));
        Value::Object(members)
    };
    let rows = json!([{ "x": 1 }, { "a": 0, "x": 2 }, {}, { "x": 3, "a": 0 }, wide(30), wide(2), { "y": 1 }, { "a": 0, "b": 0, "x": { "z": { "w": 5 } } }]);
    let data = json!({ "x": "out", "rows": rows });
    assert_eq!(output("{.repeated section rows}{x},{.end}", &data), "1,2,out,3,30,2,out,,");
    assert_eq!(output("{.repeated section rows}{.section x}{@}{.end},{.end}", &data), "1,2,,3,30,2,,,");
    assert_eq!(output("{.repeated section rows}{x.z.w}{x.z.0},{.end}", &data), ",,,,,,,5,");
}

#[test]
fn finding_elements() {
    let data = json!({
        "items": [{ "id": 1 }, { "id": 2, "on": true }, { "id": 3, "on": true }],
        "ids": ["x", "y", "z"],
        "table": { "y": { "on": { "deep": 1 } }, "z": { "on": { "deep": 0 } } },
    });
    assert_eq!(output("{items|find-first on|prop id}/{items|find-last on|prop id}", &data), "2/3");
    assert_eq!(output("{ids|find-first table on.deep}/{ids|find-last table on.deep}", &data), "y/y");
    assert_eq!(output("[{items|find-first off}{table|find-first on}]", &data), "[]");
    assert_eq!(run("{items|find-first}", &data).errors.len(), 1);
    assert_eq!(output("{@|line-breaks}", &json!("a\nb\n")), "a<br/>b<br/>");
}

#[test]
fn patterns_with_arguments() {
    let data = json!({ "m": "{0}-{1}-{2}{x}{9}", "m2": "}{0}{", "a": "{1}", "b": true, "c": [1, 2] });
    assert_eq!(output("{m|format a b c}", &data), "{1}-true-");
    assert_eq!(output("{m2|format a}", &data), "}{1}{");
}

// spec: color.dark.luminance, color.dark.luminance-formula.open
#[test]
fn luminance_of_colors() {
    let cases = [
        ("#ffffff", "1", "light"),
        ("fff", "1", "light"),
        ("#000", "0", "dark"),
        ("#87abc5", "0.64", "dark"),
        ("#8bc54b", "0.65", "light"),
        ("no color", "", "light"),
    ];
    for (color, luminance, weight) in cases {
        assert_eq!(output("{@|color-luminance}", &json!(color)), luminance, "{color}");
        assert_eq!(output("{.dark-color?}dark{.or}light{.end}", &json!(color)), weight, "{color}");
    }
}

#[test]
fn carts_and_variants() {
    check(&[
        ("cart-quantity", json!({}), "<span class=\"sqs-cart-quantity\">0</span>"),
        ("cart-quantity", json!({ "items": [] }), "<span class=\"sqs-cart-quantity\">0</span>"),
        (
            "cart-quantity",
            json!({ "entries": [{ "quantity": 2 }, { "quantity": "3" }, {}] }),
            "<span class=\"sqs-cart-quantity\">5</span>",
        ),
        ("variant-descriptor", json!({ "optionValues": [] }), ""),
        ("variant-descriptor", json!({ "optionValues": [{ "value": "Red" }] }), "Red"),
        (
            "variant-descriptor",
            json!({ "optionValues": [{ "value": "Red" }, { "value": "L" }, { "value": 5 }] }),
            "Red / L / 5",
        ),
        ("i18n-money-format", json!({ "decimalValue": "1234.5", "currencyCode": "USD" }), "$1,234.50"),
        ("i18n-money-format", json!({ "decimalValue": "1234.5" }), ""),
        ("i18n-money-format de-DE", json!({ "decimalValue": "1234.5", "currencyCode": "EUR" }), "1.234,50\u{a0}€"),
    ]);
    for retired in ["unit", "datetimefield"] {
        let outcome = run(&format!("{{@|{retired}}}"), &json!("kept"));
        assert_eq!((outcome.output.as_str(), outcome.errors.len()), ("kept", 1), "{retired}");
    }
}

#[test]
fn skeletons_may_mix_dates_and_times() {
    let at = json!(1_509_647_217_000_i64);
    assert_eq!(output("{@|datetime date:hm}", &at), output("{@|datetime hm}", &at));
    assert_eq!(output("{@|datetime time:yMMMd}", &at), output("{@|datetime yMMMd}", &at));
    assert_eq!(output("{@|datetime date:short time:hm}", &at), output("{@|datetime date:short hm}", &at));
}

#[test]
fn scopes_of_macros_and_partials() {
    let data = json!({ "a": 1, "b": "B" });
    let template = "{.macro m}[{@}{b}{@args.x}]{.end}";
    assert_eq!(output(&format!("{template}{{a|apply m x=5}}"), &data), "[1B5]");
    assert_eq!(output(&format!("{template}{{a|apply m private x=a=b}}"), &data), "[1a=b]");
    assert_eq!(output(&format!("{template}{{a|apply m}}"), &data), "[1B]");
    let set = "{.macro m}{.var @v a}{.end}";
    assert_eq!(output(&format!("{set}{{@|apply m}}[{{@v}}]{{.include m}}[{{@v}}]"), &data), "[][1]");
    let inner = "{@|apply p}{.section b}{.macro p}inner{.end}{@|apply p}{.end}{@|apply p}";
    let outcome = with_partials(inner, &data, &[("p", "partial ")]);
    assert_eq!(outcome.output, "partial innerpartial ");
}

#[test]
fn if_operators_left_to_right() {
    let data = json!({ "t": 1 });
    let holds = |condition: &str| output(&format!("{{.if {condition}}}yes{{.or}}no{{.end}}"), &data);
    for (condition, expected) in [
        ("t && f || t", "no"),
        ("f && t || t", "no"),
        ("t || f && f", "yes"),
        ("f || t && t", "yes"),
        ("f || f && t", "no"),
        ("t&&t", "yes"),
        ("f||t", "yes"),
        ("equal? t 1", "yes"),
    ] {
        assert_eq!(holds(condition), expected, "{condition}");
    }
}
