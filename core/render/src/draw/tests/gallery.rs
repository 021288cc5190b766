//! Gallery options: allowed values, default, and the designs that have them.

use std::collections::HashMap;

use serde_json::{Map, Value, json};
use stoa_document::{BlockKinds as _, Schema};

use super::{kinds, page};

const DESIGNS: [&str; 4] = ["slideshow", "slider", "grid", "stacked"];

fn settings(value: Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}

fn schema() -> Schema {
    kinds().schema("gallery").unwrap().clone()
}

fn takes(option: &str, value: Value) -> bool {
    schema().problems(&settings(json!({option: value}))).is_empty()
}

fn read(given: Value) -> Map<String, Value> {
    schema().complete(&settings(given))
}

fn written() -> Value {
    let text = include_str!("../../../blocks/gallery/schema.json");
    serde_json::from_str(text).unwrap()
}

// spec: gallery.option.design, gallery.option.aspect-ratio, gallery.option.meta-position
// spec: gallery.option.active-alignment, gallery.option.lightbox-theme
#[test]
fn enum_options_reject_other_values() {
    let ratios = [
        "square",
        "standard",
        "standard-vertical",
        "four-three",
        "three-four-vertical",
        "widescreen",
        "anamorphic-widescreen",
    ];
    let positions = ["top", "top-left", "top-right", "center", "bottom", "bottom-left", "bottom-right"];
    for (option, values, default) in [
        ("design", &DESIGNS[..], "grid"),
        ("aspect-ratio", &ratios[..], "square"),
        ("meta-position", &positions[..], "bottom"),
        ("active-alignment", &["left", "center", "right"][..], "center"),
        ("lightboxTheme", &["dark", "light"][..], "dark"),
    ] {
        assert_eq!(read(json!({}))[option], default);
        let offered = &written()["properties"][option]["enum"];
        assert_eq!(offered.as_array().map(Vec::len), Some(values.len()), "{option}");
        assert!(values.iter().all(|value| takes(option, json!(value))), "{option}");
        assert!(!takes(option, json!("other")) && !takes(option, json!(1)), "{option}");
    }
}

// spec: editor.slider-aspect
#[test]
fn slide_default_aspect_ratio() {
    assert_eq!(read(json!({}))["slider-aspect-ratio"], 50);
    assert!(takes("slider-aspect-ratio", json!(25)) && takes("slider-aspect-ratio", json!(150)));
    assert!(!takes("slider-aspect-ratio", json!(24)) && !takes("slider-aspect-ratio", json!(151)));
}

// spec: enum.gallery-design-catalogue
#[test]
fn gallery_design_order() {
    assert_eq!(written()["properties"]["design"]["enum"], json!(["grid", "slideshow", "slider", "stacked"]));
}

// spec: gallery.option.autoplay, gallery.option.controls, gallery.option.auto-crop, gallery.option.square-thumbs
// spec: gallery.option.thumbnails, gallery.option.lightbox, gallery.option.new-window
// spec: gallery.option.transparent-background, gallery.option.show-meta-flags, gallery.option.show-meta-flags.open
#[test]
fn boolean_option_defaults() {
    let new = read(json!({}));
    for option in [
        "autoplay",
        "controls",
        "thumbnails",
        "show-meta-basic",
        "show-meta",
        "show-meta-only-title",
        "show-meta-on-hover",
        "lightbox",
        "newWindow",
        "transparentBackground",
    ] {
        assert_eq!(new[option], false, "{option}");
        assert!(takes(option, json!(true)) && takes(option, json!(false)) && !takes(option, json!("on")), "{option}");
    }
    for option in ["auto-crop", "square-thumbs"] {
        assert_eq!(new[option], true, "{option}");
        assert!(takes(option, json!(false)) && !takes(option, json!(1)), "{option}");
    }
}

// spec: gallery.option.autoplay-duration, gallery.option.thumbnail-strip-height, gallery.option.thumbnail-strip-margin
// spec: gallery.option.thumbnails-per-row, gallery.option.padding, gallery.option.max-width
#[test]
fn number_options_clamped() {
    for (option, least, most, default) in [
        ("autoplay-duration", 1, 10, 5),
        ("thumbnail-strip-height", 0, 200, 80),
        ("thumbnail-strip-margin", 0, 60, 20),
        ("thumbnails-per-row", 1, 10, 4),
        ("padding", 0, 50, 20),
        ("max-width", 100, 300, 300),
    ] {
        assert_eq!(read(json!({}))[option], default, "{option}");
        assert!(takes(option, json!(least)) && takes(option, json!(most)), "{option}");
        assert!(!takes(option, json!(least - 1)) && !takes(option, json!(most + 1)), "{option}");
        assert_eq!(read(json!({option: most + 1}))[option], most, "{option}");
        assert_eq!(read(json!({option: least - 1}))[option], least, "{option}");
    }
}

// spec: gallery.implied.thumbnails, gallery.implied.autoplay
#[test]
fn design_implies_thumbnails_and_autoplay() {
    for design in DESIGNS {
        let plain = read(json!({"design": design}));
        assert_eq!(plain["thumbnails"], design == "slideshow", "{design}");
        let played = read(json!({"design": design, "autoplay": true, "thumbnails": true}));
        assert_eq!(played["autoplay"], ["slideshow", "slider"].contains(&design), "{design}");
        assert_eq!(played["thumbnails"], design == "slideshow", "{design}");
    }
    assert_eq!(read(json!({"design": "slideshow", "thumbnails": false}))["thumbnails"], false);
}

// spec: gallery.option.applicability.open
#[test]
fn options_per_design() {
    let moving = ["autoplay", "autoplay-duration", "controls"];
    let of_slideshow = [
        "thumbnails",
        "thumbnail-strip-height",
        "thumbnail-strip-margin",
        "auto-crop",
        "show-meta",
        "show-meta-on-hover",
        "meta-position",
        "transparentBackground",
    ];
    let of_slider = ["active-alignment", "show-meta", "meta-position", "slider-aspect-ratio"];
    let of_grid = [
        "aspect-ratio",
        "square-thumbs",
        "thumbnails-per-row",
        "padding",
        "lightbox",
        "lightboxTheme",
        "show-meta-basic",
        "show-meta-only-title",
        "newWindow",
    ];
    let of_stacked = ["show-meta-basic", "padding", "max-width", "lightbox", "newWindow"];
    let table = [
        ("slideshow", [&moving[..], &of_slideshow].concat()),
        ("slider", [&moving[..], &of_slider].concat()),
        ("grid", of_grid.to_vec()),
        ("stacked", of_stacked.to_vec()),
    ];
    let schema = written();
    let options = schema["properties"].as_object().unwrap();
    for (design, expected) in table {
        for (name, option) in options {
            let Some(designs) = option["x-showWhen"]["design"].as_array() else { continue };
            let is_there = designs.iter().any(|named| named == design);
            assert_eq!(is_there, expected.contains(&name.as_str()), "{design} {name}");
        }
    }
}

/// The rendered gallery of two images with titles and texts.
fn drawn(options: Value) -> String {
    let picture = |id: &str| {
        json!({"id": id, "assetUrl": format!("/assets/{id}/{id}.webp"), "width": 1600, "height": 1200, "srcset": "",
            "altText": "Wheel", "title": format!("The {id}"), "body": "Thrown on <b>Sunday</b>", "mediaType": "image-file"})
    };
    let mut block = settings(options);
    block.insert("assets".to_owned(), json!(["wheel", "kiln"]));
    let blocks = json!([{"id": "b1", "kind": "gallery", "settings": block}]);
    let data = json!({"assets": [picture("wheel"), picture("kiln")]});
    let drawn = page(&blocks, &HashMap::from([("b1".to_owned(), data)]), &Value::Null, false);
    assert_eq!(drawn.errors, []);
    drawn.html
}

/// What is on the page with an option, and not without it.
fn check_shown(base: Value, option: &str, value: Value, expected: &str) {
    let without = drawn(base.clone());
    let mut with = settings(base);
    with.insert(option.to_owned(), value);
    let with = drawn(Value::Object(with));
    assert!(with.contains(expected), "{option}: no {expected} in {with}");
    assert!(!without.contains(expected), "{option}: {expected} is there without it");
}

// spec: gallery.option.controls, gallery.option.thumbnails, gallery.option.autoplay, gallery.option.autoplay-duration
// spec: gallery.option.meta-position, gallery.option.transparent-background, gallery.option.active-alignment
#[test]
fn slideshow_options_rendered() {
    let (show, slider) = (json!({"design": "slideshow", "thumbnails": false}), json!({"design": "slider"}));
    for moving in [&show, &slider] {
        check_shown(moving.clone(), "controls", json!(true), "aria-label=\"Next image\"");
        check_shown(moving.clone(), "controls", json!(true), " data-controls");
        check_shown(moving.clone(), "autoplay", json!(true), " data-autoplay");
        check_shown(moving.clone(), "autoplay-duration", json!(9), "--gallery-seconds:9s");
        check_shown(moving.clone(), "show-meta", json!(true), "class=\"stoa-gallery__caption\"");
        check_shown(moving.clone(), "meta-position", json!("top-left"), " data-caption=\"top-left\"");
    }
    check_shown(show.clone(), "thumbnails", json!(true), "class=\"stoa-gallery__strip\"");
    check_shown(show.clone(), "transparentBackground", json!(true), " data-transparent");
    check_shown(slider, "active-alignment", json!("right"), " data-active=\"right\"");
    let strip = drawn(json!({"design": "slideshow", "thumbnails": true, "thumbnail-strip-height": 120}));
    assert!(strip.contains("--strip-height:120px") && strip.matches("aria-label=\"Image ").count() == 2, "{strip}");
    let plays = drawn(json!({"design": "slideshow", "autoplay": true}));
    assert!(plays.contains("--gallery-count:2;animation-timing-function:steps(2,jump-none)"), "{plays}");
    assert!(plays.contains("href=\"#gallery-b1-2\"") && plays.contains("id=\"gallery-b1-2\""), "{plays}");
}

// spec: gallery.option.lightbox, gallery.option.lightbox-theme, gallery.option.new-window
// spec: gallery.option.show-meta-flags
#[test]
fn grid_options_rendered() {
    for design in ["grid", "stacked"] {
        let plain = json!({"design": design});
        check_shown(plain.clone(), "lightbox", json!(true), "data-stoa-lightbox=\"dark\"");
        check_shown(plain.clone(), "newWindow", json!(true), "target=\"_blank\" rel=\"noopener\"");
        check_shown(plain, "show-meta-basic", json!(true), "<span class=\"stoa-gallery__text\">");
    }
    let light = drawn(json!({"design": "grid", "lightbox": true, "lightboxTheme": "light"}));
    assert!(light.contains("data-stoa-lightbox=\"light\""), "{light}");
    let titles = drawn(json!({"design": "grid", "show-meta-only-title": true}));
    assert!(titles.contains("The wheel</span>") && !titles.contains("stoa-gallery__text"), "{titles}");
}
