//! Predicates whose members differ by a word in their name: each is true only for its own value.

use serde_json::{Value, json};
use stoa_template::predicate_names;

use super::output;

/// Which of the given predicates are true for a value.
fn holding(names: &[&str], data: &Value) -> Vec<String> {
    let tests: String = names.iter().map(|name| format!("{{.{name}?}}{name} {{.end}}")).collect();
    output(&tests, data).split_whitespace().map(str::to_owned).collect()
}

/// `holder` makes the data for a value.
#[track_caller]
fn check<V: Clone + Into<Value>>(family: &[(&str, V)], holder: impl Fn(Value) -> Value) {
    let names: Vec<&str> = family.iter().map(|(name, _)| *name).collect();
    for (name, value) in family {
        assert_eq!(holding(&names, &holder(value.clone().into())), [*name]);
    }
    for other in [json!(null), json!(false), json!(99), json!("other"), json!([]), json!({})] {
        assert_eq!(holding(&names, &holder(other.clone())), [""; 0], "{other}");
    }
    assert_eq!(holding(&names, &json!({})), [""; 0]);
}

// spec: enum.record-type
#[test]
fn records_by_their_type() {
    let family = [
        ("undefined", -1),
        ("text", 1),
        ("image", 2),
        ("quote", 4),
        ("link", 5),
        ("audio", 7),
        ("video", 8),
        ("store-item", 11),
        ("event", 12),
        ("gallery", 14),
        ("binary", 15),
        ("css-asset", 16),
        ("tweak-asset", 17),
        ("digital-good", 18),
        ("attachment", 19),
        ("wordpress-export", 20),
        ("json-export", 21),
        ("site-search", 30),
        ("active-time", 31),
        ("tweet", 50),
        ("checkin", 52),
        ("kbarticle", 54),
    ];
    check(&family, |value| json!({ "recordType": value }));
    let outer = json!({ "recordType": 1, "inner": { "a": 1 } });
    assert_eq!(output("{.section inner}{.text?}x{.end}{.end}", &outer), "");
}

#[test]
fn records_by_the_block_promoted_in_them() {
    let family = ["gallery", "image", "link", "quote", "video"].map(|name| (name, name));
    check(&family, |value| json!({ "promotedBlockType": value }));
    check(&[("external-video", "video")], |value| json!({ "promotedBlockType": value }));
    assert_eq!(output("{.external-video?}x{.end}", &json!({ "recordType": 8 })), "");
}

#[test]
fn promoted_blocks() {
    let family = [
        ("promotedCODE", "code"),
        ("promotedEMBED", "embed"),
        ("promotedFORM", "form"),
        ("promotedFOURSQUARE", "foursquare"),
        ("promotedIMAGE", "image"),
        ("promotedINSTAGRAM", "instagram"),
        ("promotedLINK", "link"),
        ("promotedMAP", "map"),
        ("promotedQUOTE", "quote"),
        ("promotedTWITTER", "twitter"),
        ("promotedVIDEO", "video"),
    ];
    check(&family, |value| json!({ "promotedBlockType": value }));
}

// spec: enum.background-source
#[test]
fn sources_of_backgrounds() {
    let family = [
        ("background-source-undefined", -1),
        ("background-source-upload", 1),
        ("background-source-instagram", 2),
        ("background-source-video", 3),
        ("background-source-none", 4),
    ];
    check(&family, |value| json!({ "backgroundSource": value }));
}

// spec: enum.slice-types, enum.slice-types.open
#[test]
fn slices_by_their_type() {
    let names = [
        (1, "heading"),
        (3, "body"),
        (4, "image"),
        (5, "gallery"),
        (6, "video"),
        (7, "social-icons"),
        (8, "buttons"),
        (9, "navigation"),
        (10, "custom-form"),
        (11, "newsletter"),
        (12, "album"),
        (13, "map"),
        (14, "logo"),
        (15, "action"),
        (16, "form"),
        (17, "lock"),
        (18, "password"),
        (19, "twitter"),
        (-1, "undefined"),
    ];
    let tests: String = names.iter().map(|(_, name)| format!("{{.current-type? {name}}}{name}{{.end}}")).collect();
    let current = |value: Value| output(&tests, &json!({ "currentType": value }));
    for (code, name) in names {
        assert_eq!(current(json!(code)), name);
        assert_eq!(current(json!(code.to_string())), name);
        let by_code = format!("{{.current-type? {code}}}yes{{.or}}no{{.end}}");
        assert_eq!(output(&by_code, &json!({ "currentType": code })), "yes");
        assert_eq!(output(&by_code, &json!({ "currentType": 2 })), "no");
    }
    assert_eq!(current(json!(2)), "", "reserved");
    assert_eq!(output("{.current-type? 2}yes{.end}", &json!({ "currentType": 2 })), "yes");
    assert_eq!(output("{.current-type? 20}yes{.end}", &json!({ "currentType": 20 })), "");
    for other in [json!(0), json!(20), json!(null), json!("gallery"), json!([5]), json!({})] {
        assert_eq!(current(other.clone()), "undefined", "{other}");
    }
    let outer = json!({ "currentType": 5, "inner": { "a": 1 } });
    assert_eq!(output("{.section inner}{.current-type? gallery}x{.end}{.end}", &outer), "");
    assert_eq!(
        output("{.current-type? none}x{.end}{.current-type? Gallery}x{.end}{.current-type?}x{.end}", &outer),
        ""
    );
}

#[test]
fn type_codes_as_text_and_boolean() {
    let holds =
        |predicate: &str, data: Value| output(&format!("{{.{predicate}?}}yes{{.or}}no{{.end}}"), &data) == "yes";
    assert!(holds("tweet", json!({ "recordType": "50" })) && holds("tweet", json!({ "recordType": 50.9 })));
    assert!(holds("text", json!({ "recordType": true })) && !holds("text", json!({ "recordType": [1] })));
    assert!(holds("background-source-video", json!({ "backgroundSource": " 3 " })));
    assert!(holds("undefined", json!({ "recordType": "-1" })) && !holds("undefined", json!({})));
    assert!(holds("redirect", json!({ "folderBehavior": "2" })) && !holds("redirect", json!({ "folderBehavior": "" })));
    assert!(holds("collection-page", json!({ "collection": { "type": "10" } })));
    assert!(
        holds("clickable", json!({ "folderBehavior": "1" })) && !holds("clickable", json!({ "folderBehavior": 0 }))
    );
}

#[test]
fn predicates_compare_text_exactly() {
    let holds =
        |predicate: &str, data: Value| output(&format!("{{.{predicate}?}}yes{{.or}}no{{.end}}"), &data) == "yes";
    for block in ["MAP", "Map", " map", "m\u{e4}p", ""] {
        assert!(!holds("promotedMAP", json!({ "promotedBlockType": block })), "{block}");
    }
    assert!(!holds("quote", json!({ "promotedBlockType": "QUOTE" })));
    assert!(!holds("gallery-design-slider", json!({ "options": { "design": "Slider" } })));
    assert!(!holds("gallery-design-slider", json!({ "options": { "design": ["slider"] } })));
    assert!(!holds("gallery-meta-position-top", json!({ "options": { "meta-position": "top-left" } })));
    assert!(!holds("gallery-design-slider", json!({ "options": "slider" })));
}

#[test]
fn predicate_families_ignore_arguments() {
    let data = json!({ "recordType": 1, "options": { "lightbox": true, "design": "stacked" } });
    for predicate in ["text? 2", "text?:a:b", "gallery-lightbox? x", "gallery-design-stacked? grid"] {
        assert_eq!(output(&format!("{{.{predicate}}}yes{{.or}}no{{.end}}"), &data), "yes", "{predicate}");
    }
}

// spec: gallery.predicates.open
#[test]
fn options_of_galleries() {
    check_choices_of_galleries();
    check_switches_of_galleries();
    for (options, expected) in [
        (json!({ "controls": true }), "yes"),
        (json!({ "indicators": "dots" }), "yes"),
        (json!({ "controls": false, "indicators": true }), "yes"),
        (json!({ "controls": false, "indicators": "" }), "no"),
        (json!({ "thumbnails": true }), "no"),
        (json!(null), "no"),
    ] {
        let found = output("{.gallery-meta?}yes{.or}no{.end}", &json!({ "options": options }));
        assert_eq!(found, expected, "{options}");
    }
}

fn check_choices_of_galleries() {
    let families: [(&str, &str, &[&str]); 3] = [
        ("gallery-design-", "design", &["grid", "slider", "slideshow", "stacked"]),
        ("gallery-active-alignment-", "active-alignment", &["center", "left", "right"]),
        (
            "gallery-meta-position-",
            "meta-position",
            &["top", "top-left", "top-right", "center", "bottom", "bottom-left", "bottom-right"],
        ),
    ];
    for (prefix, option, values) in families {
        let names: Vec<String> = values.iter().map(|value| format!("{prefix}{value}")).collect();
        let family: Vec<(&str, &str)> = names.iter().map(String::as_str).zip(values.iter().copied()).collect();
        check(&family, |value| json!({ "options": { option: value } }));
        let outside = json!({ "options": { option: values[0] }, "inner": { "a": 1 } });
        let template = format!("{{.section inner}}{{.{}?}}x{{.end}}{{.end}}", names[0]);
        assert_eq!(output(&template, &outside), "x", "options are looked up outwards");
    }
}

fn check_switches_of_galleries() {
    let switches = [
        "auto-crop",
        "autoplay",
        "controls",
        "lightbox",
        "newWindow",
        "show-meta",
        "show-meta-basic",
        "show-meta-on-hover",
        "show-meta-only-title",
        "square-thumbs",
        "thumbnails",
        "transparentBackground",
    ];
    for option in switches {
        let template = format!("{{.gallery-{option}?}}on{{.or}}off{{.end}}");
        let cases = [
            (json!(true), "on"),
            (json!(false), "off"),
            (json!(1), "off"),
            (json!("true"), "off"),
            (json!(null), "off"),
        ];
        for (value, expected) in cases {
            assert_eq!(output(&template, &json!({ "options": { option: value } })), expected, "{option}");
            assert_eq!(output(&template, &json!({ "settings": { option: value } })), expected, "{option} of a block");
        }
        assert_eq!(output(&template, &json!({})), "off");
    }
}

#[test]
fn predicates_accept_any_data() {
    for name in predicate_names() {
        let arguments = match name {
            "equal?"
            | "notEqual?"
            | "greaterThan?"
            | "greaterThanOrEqual?"
            | "lessThan?"
            | "lessThanOrEqual?"
            | "nth?" => " 1",
            "units-metric?" => continue,
            _ => "",
        };
        let template = format!("{{.{name}{arguments}}}yes{{.or}}no{{.end}}");
        for data in [json!(null), json!(true), json!(-1.5), json!("x"), json!([]), json!([{}]), json!({})] {
            let outcome = super::run(&template, &data);
            assert!(matches!(outcome.output.as_str(), "yes" | "no"), "{name} {data}");
            assert_eq!(outcome.errors, [], "{name} {data}");
        }
    }
}
