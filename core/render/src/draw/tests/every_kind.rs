//! Requirements on every folder of a built-in kind.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;

use serde_json::{Value, json};
use stoa_document::{BlockKinds as _, Document};
use stoa_messages::Catalogue;

use super::{kinds, page};

/// Block type numbers and the kind that renders each.
const BLOCK_TYPES: [(i32, &str); 64] = [
    (1, "navigation"),
    (2, "text"),
    (3, "logo"),
    (4, "map"),
    (5, "image"),
    (6, "twitter"),
    (7, "summary"),
    (8, "gallery"),
    (9, "form"),
    (10, "map"),
    (11, "index"),
    (12, "collection-link"),
    (13, "link"),
    (14, "tag-cloud"),
    (16, "comments"),
    (17, "index"),
    (18, "menu"),
    (19, "social"),
    (20, "summary"),
    (21, "spacer"),
    (22, "embed"),
    (23, "code"),
    (24, "foursquare"),
    (25, "instagram"),
    (26, "calendar"),
    (27, "posts-by-author"),
    (28, "posts-by-tag"),
    (29, "posts-by-category"),
    (30, "posts-by-month"),
    (31, "quote"),
    (32, "video"),
    (33, "search"),
    (41, "audio"),
    (42, "five-hundred-px"),
    (43, "product"),
    (44, "markdown"),
    (45, "flickr"),
    (46, "amazon"),
    (47, "line"),
    (48, "social"),
    (49, "rss"),
    (50, "opentable"),
    (51, "newsletter"),
    (52, "donation"),
    (53, "button"),
    (54, "social"),
    (55, "summary"),
    (56, "soundcloud"),
    (57, "contact"),
    (58, "message-link"),
    (59, "tour-dates"),
    (60, "album"),
    (61, "archive"),
    (62, "chart"),
    (63, "wedding-registry"),
    (65, "scheduling"),
    (66, "opentable"),
    (67, "member-area"),
    (68, "reservations"),
    (69, "accordion"),
    (70, "marquee"),
    (71, "shape"),
    (72, "pricing-plan"),
    (1337, "website-component"),
];

/// Preset numbers, with the kind and the setting of each.
const VARIANTS: [(i32, &str, &str); 19] = [
    (1000, "gallery", "slideshow"),
    (1001, "gallery", "slider"),
    (1002, "gallery", "grid"),
    (1003, "gallery", "stacked"),
    (1004, "summary", "wall"),
    (1005, "summary", "carousel"),
    (1006, "summary", "list"),
    (1007, "summary", "grid"),
    (1008, "chart", "bar"),
    (1009, "chart", "line"),
    (1010, "chart", "pie"),
    (1011, "image", "inline"),
    (1012, "image", "poster"),
    (1013, "image", "card"),
    (1014, "image", "overlap"),
    (1015, "image", "collage"),
    (1016, "image", "stack"),
    (1017, "reservations", "reservations"),
    (1018, "reservations", "events"),
];

const HOSTILE: &str = "\"'><script>alert(1)</script>{settings}</textarea>";

struct Folder {
    kind: String,
    example: Value,
    schema: Value,
}

fn folders() -> Vec<Folder> {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/blocks"));
    let read = |path: PathBuf| serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let entries = std::fs::read_dir(&root).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_dir());
    let folder = |entry: std::fs::DirEntry| Folder {
        kind: entry.file_name().into_string().unwrap(),
        example: read(entry.path().join("example.json")),
        schema: read(entry.path().join("schema.json")),
    };
    entries.map(folder).collect()
}

impl Folder {
    fn hint(&self) -> Option<&str> {
        self.schema.get("x-emptyHint").and_then(Value::as_str)
    }

    fn draw(&self, settings: &Value, data: &Value, around: &Value, in_editor: bool) -> super::Drawn {
        let blocks = json!([{"id": "b1", "kind": self.kind, "settings": settings}]);
        page(&blocks, &HashMap::from([("b1".to_owned(), data.clone())]), around, in_editor)
    }
}

#[test]
fn block_examples_render_expected_output() {
    for folder in folders() {
        let (kind, example) = (&folder.kind, &folder.example);
        let drawn = folder.draw(&example["settings"], &example["data"], &example["page"], false);
        assert_eq!(drawn.errors, [], "{kind}");
        for expected in example["expectContains"].as_array().unwrap() {
            let expected = expected.as_str().unwrap();
            assert!(drawn.html.contains(expected), "{kind}: no {expected} in\n{}", drawn.html);
        }
    }
}

#[test]
fn empty_block_hint_in_editor_only() {
    for folder in folders() {
        let (kind, empty) = (&folder.kind, &folder.example["empty"]);
        let settings = if empty.is_null() { json!({}) } else { empty.clone() };
        let (seen, edited) = (
            folder.draw(&settings, &json!({}), &Value::Null, false),
            folder.draw(&settings, &json!({}), &Value::Null, true),
        );
        assert_eq!(seen.errors, [], "{kind}");
        match folder.hint() {
            Some(hint) => {
                assert!(!seen.html.contains("data-block-id=\"b1\""), "{kind}: visitors see\n{}", seen.html);
                let said = "data-block-id=\"b1\"><p class=\"stoa-block-empty\" style=\"";
                assert!(edited.html.contains(said), "{kind}: the editor shows\n{}", edited.html);
                assert!(edited.html.contains(&stoa_page::escape_html(hint)), "{kind}: no hint");
            }
            None => assert_eq!(seen.html, edited.html, "{kind} always has something to show"),
        }
        assert_eq!(folder.hint().is_none(), seen.html.contains("data-block-id=\"b1\""), "{kind}");
    }
}

#[test]
fn buttons_without_link_omitted() {
    let folders = folders();
    let named = |kind: &str| folders.iter().find(|folder| folder.kind == kind).unwrap();
    let drawn = |kind: &str, settings: Value| named(kind).draw(&settings, &json!({}), &Value::Null, false).html;
    let button = drawn("button", json!({"label": "Read more", "url": ""}));
    assert!(!button.contains("stoa-button"), "{button}");
    let only_second = json!({
        "buttonLabel": "Shop", "buttonUrl": "", "secondButtonLabel": "Visit", "secondButtonUrl": "/visit",
    });
    let hero = drawn("hero", only_second);
    assert!(hero.contains("href=\"/visit\"") && !hero.contains("Shop") && !hero.contains("href=\"\""), "{hero}");
    let neither = drawn("hero", json!({"buttonLabel": "Shop", "secondButtonLabel": "Visit"}));
    assert!(!neither.contains("stoa-hero__actions"), "{neither}");
}

#[test]
fn external_video_loads_only_on_play() {
    let folders = folders();
    let video = folders.iter().find(|folder| folder.kind == "video").unwrap();
    let drawn = |file: Value| {
        video.draw(&json!({"url": "x.mp4"}), &json!({"prepared": file, "asset": null}), &Value::Null, false).html
    };
    let elsewhere = drawn(json!({"file": "https://films.example/a.mp4", "elsewhere": "films.example"}));
    assert!(elsewhere.contains("preload=\"none\"") && !elsewhere.contains("poster="), "{elsewhere}");
    assert!(elsewhere.contains("is loaded from films.example"), "{elsewhere}");
    let own = drawn(json!({"file": "/assets/a/a.mp4"}));
    assert!(own.contains("preload=\"metadata\"") && !own.contains("is loaded from"), "{own}");
}

#[test]
fn reservation_kinds() {
    let folders = folders();
    let block = folders.iter().find(|folder| folder.kind == "reservations").unwrap();
    let drawn = |design: &str, label: &str| {
        let settings = json!({"url": "https://www.exploretock.com/kiln", "design": design, "linkLabel": label});
        block.draw(&settings, &json!({}), &Value::Null, false).html
    };
    let (tables, events) = (drawn("reservations", ""), drawn("events", ""));
    assert!(tables.contains("Reserve a table<") && tables.contains(">Reservations</p>"), "{tables}");
    assert!(events.contains("Get tickets<") && events.contains(">Events</p>"), "{events}");
    assert!(drawn("events", "Come").contains("Come<"));
}

#[test]
fn services_accepted_in_all_countries() {
    let takes = |kind: &str, url: &str| {
        let settings = json!({"url": url}).as_object().cloned().unwrap();
        kinds().schema(kind).unwrap().problems(&settings).is_empty()
    };
    for (kind, url) in [
        ("opentable", "https://www.opentable.com.au/r/kiln"),
        ("opentable", "https://www.opentable.ie/r/kiln"),
        ("amazon", "https://www.amazon.nl/dp/1"),
        ("amazon", "https://www.amazon.in/dp/1"),
        ("amazon", "https://amzn.eu/d/1"),
        ("scheduling", "https://kiln.as.me/"),
        ("scheduling", "https://calendly.com/kiln"),
    ] {
        assert!(takes(kind, url), "{kind} {url}");
    }
    for (kind, url) in [("opentable", "https://opentable.com.example/"), ("amazon", "https://amazon.example/")] {
        assert!(!takes(kind, url), "{kind} {url}");
    }
}

#[test]
fn social_accounts_have_service_icon() {
    let folders = folders();
    let social = folders.iter().find(|folder| folder.kind == "social").unwrap();
    let services = include_str!("../../../../site/src/social.rs").lines().filter_map(|line| {
        let (name, _) = line.trim().strip_prefix("(\"")?.split_once("\", &[")?;
        Some(name)
    });
    let sign = |service: &str| {
        let account = json!({"type": service, "title": "Us", "profileUrl": "https://a.example/"});
        let around = json!({"website": {"siteTitle": "Juniper", "socialAccounts": [account]}});
        let html = social.draw(&json!({"style": "icons"}), &json!({}), &around, false).html;
        html.split("<svg class=\"stoa-social__icon\"")
            .nth(1)
            .and_then(|rest| rest.split("</svg>").next())
            .map(str::to_owned)
    };
    let chain = sign("website");
    let mut seen = BTreeSet::from([chain.unwrap()]);
    let services: Vec<&str> = services.chain(["yelp"]).collect();
    assert!(services.len() > 30, "{services:?}");
    for service in services {
        assert!(seen.insert(sign(service).unwrap()), "{service} has no icon of its own");
    }
}

#[test]
fn decorative_image_has_empty_alt() {
    let folders = folders();
    let image = folders.iter().find(|folder| folder.kind == "image").unwrap();
    let data = json!({"asset": {"assetUrl": "/assets/a/k.webp", "altText": "A kiln", "width": 6, "height": 4}});
    let drawn = |settings: Value| image.draw(&settings, &data, &Value::Null, false).html;
    assert!(drawn(json!({"asset": "a"})).contains("alt=\"A kiln\""));
    let passed_over = drawn(json!({"asset": "a", "altText": "Of bricks", "decorative": true}));
    assert!(passed_over.contains("alt=\"\""), "{passed_over}");
}

/// Inserts hostile text wherever people can enter text.
fn poisoned(schema: &Value, value: &Value) -> Value {
    if schema.get("enum").is_some()
        || schema.get("format").is_some_and(|format| format == "html" || format == "richtext")
    {
        return value.clone();
    }
    match value {
        Value::String(_) => json!(HOSTILE),
        Value::Array(entries) => entries.iter().map(|entry| poisoned(&schema["items"], entry)).collect(),
        Value::Object(members) => {
            members.iter().map(|(name, member)| (name.clone(), poisoned(&schema["properties"][name], member))).collect()
        }
        other => other.clone(),
    }
}

#[test]
fn settings_cannot_inject_markup() {
    for folder in folders() {
        let (kind, example) = (&folder.kind, &folder.example);
        let settings = poisoned(&folder.schema, &example["settings"]);
        for data in [&example["data"], &json!({})] {
            for in_editor in [false, true] {
                let drawn = folder.draw(&settings, data, &example["page"], in_editor);
                assert_eq!(drawn.errors, [], "{kind}");
                assert!(!drawn.html.contains("<script>alert"), "{kind}:\n{}", drawn.html);
                assert!(!drawn.html.contains("\"'><"), "{kind}:\n{}", drawn.html);
            }
        }
    }
}

fn english() -> Catalogue {
    Catalogue::for_language("en")
}

// spec: enum.block-type
#[test]
fn block_type_numbers_map_to_kinds() {
    let offered = kinds().offered(english());
    for (number, kind) in BLOCK_TYPES {
        let found = offered.iter().find(|offered| offered.kind == kind).unwrap();
        assert!(found.type_codes.contains(&number), "{number} {kind}");
    }
    let numbers: BTreeSet<i32> = BLOCK_TYPES.iter().map(|(number, _)| *number).collect();
    for kind in &offered {
        assert!(kind.type_codes.iter().all(|number| numbers.contains(number)), "{}", kind.kind);
    }
    assert_eq!(numbers.len(), BLOCK_TYPES.len());
    assert!((34..=40).chain([15, 64]).all(|number| !numbers.contains(&number)));
}

// spec: enum.block-variants, enum.block-variants.open
#[test]
fn form_template_numbers() {
    let found: BTreeMap<i32, (String, Value)> = kinds()
        .offered(english())
        .into_iter()
        .flat_map(|kind| kind.variants.into_iter().map(move |variant| (kind.kind.clone(), variant)))
        .map(|(kind, variant)| (variant.code, (kind, variant.settings.values().next().cloned().unwrap_or_default())))
        .collect();
    let expected = VARIANTS.map(|(code, kind, setting)| (code, (kind.to_owned(), json!(setting))));
    assert_eq!(found, BTreeMap::from(expected));
}

#[test]
fn block_kinds_have_picker_data() {
    let offered = kinds().offered(english());
    for folder in folders() {
        let kind = offered.iter().find(|offered| offered.kind == folder.kind).unwrap();
        let thumbnail = kind.thumbnail.as_deref().unwrap();
        assert!(
            thumbnail.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 96 64\""),
            "{}",
            kind.kind
        );
        assert!(!thumbnail.contains("script") && !thumbnail.contains("href"), "{}", kind.kind);
        assert!(kind.description.ends_with('.') && kind.description.len() <= 160, "{}", kind.kind);
        assert_eq!(folder.schema["additionalProperties"], false, "{}", kind.kind);
        for (name, property) in folder.schema["properties"].as_object().unwrap() {
            assert!(property["title"].is_string() && !property["default"].is_null(), "{}.{name}", kind.kind);
        }
    }
}

#[test]
fn settings_clamped_to_bounds() {
    let tracks: Vec<Value> = (0..61).map(|number| json!({"title": format!("Track {number}")})).collect();
    let blocks = json!([
        {"id": "album", "kind": "album", "settings": {"tracks": tracks}},
        {"id": "x", "kind": "twitter", "settings": {"url": "https://x.com.elsewhere.example/a"}},
        {"id": "fits", "kind": "soundcloud", "settings": {"url": "https://soundcloud.com/a/b"}},
    ]);
    let rows = json!([{"id": "r", "columns": [{"span": 12, "blocks": blocks}]}]);
    let document = Document::from_json(&json!({"version": 1, "sections": [{"id": "s", "rows": rows}]})).unwrap();
    let expected = [
        ("album.tracks", "You have reached the limit of 60 tracks."),
        ("x.url", "Enter an address at x.com or twitter.com that begins with https://."),
    ];
    let expected = expected.map(|(path, message)| (path.to_owned(), message.to_owned()));
    assert_eq!(document.check(&kinds()).into_map(), BTreeMap::from(expected));
}
