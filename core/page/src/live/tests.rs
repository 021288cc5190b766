//! Tests of the live preview.

use serde_json::{Value, json};

use super::{Edit, LivePage};

/// A page with a text, an image, a plugin block and a plugin formatter in its template.
fn material() -> Value {
    let block = |id: &str, kind: &str, settings: Value| json!({"id": id, "kind": kind, "settings": settings});
    let blocks = json!([
        block("t", "text", json!({"html": "<p>Clay</p>"})),
        block("i", "image", json!({"asset": "ast_1"})),
        block("c", "callout", json!({})),
    ]);
    let rows = json!([{"id": "r", "columns": [{"span": 12, "blocks": blocks}]}]);
    let html = json!({"type": "object", "properties": {"html": {"type": ["object", "string"], "format": "richtext"}}});
    json!({
        "page": {"template": "page.item", "regions": ["site.region"], "language": "en-US", "indexed": true,
                 "bodyOfItem": false, "properties": "", "data": {"now": null, "title": "About"}},
        "document": {"version": 1, "sections": [{"id": "s", "rows": rows}]},
        "theme": {"name": "linen", "styles": ["/themes/linen/site.css?v=1"], "navigations": [], "templates": {
            "page.item": "<h1>{title|shout}</h1><p>{localizedStrings.about}</p>{body}",
            "site.region": "{stoa.headers}{stoa.main-content}",
        }},
        "sheets": {"assets/site.css": {"address": "/themes/linen/site.css?v=1"}},
        "kinds": {
            "text": {"template": "{settings.html}", "schema": html, "needs": []},
            "image": {"template": "{data.asset.altText}", "schema": {"type": "object"}, "needs": ["asset"]},
            "callout": {"template": null, "schema": {"type": "object", "properties": {"tone": {"default": "calm"}}},
                        "needs": []},
        },
        "globals": {"localizedStrings": {"about": "Über uns"}},
        "islands": {"scripts": [], "styles": []},
        "words": {"formatters": ["shout"], "predicates": []},
        "known": {
            "blocks": [
                {"asked": {"html": "<p>Clay</p>"}, "block": block("t", "text", json!({"html": "<p>Clay</p>"})), "data": {}},
                {"asked": {"asset": "ast_1"}, "block": block("i", "image", json!({"asset": "ast_1"})),
                 "data": {"asset": {"altText": "Kiln"}}},
                {"asked": {"tone": "calm"}, "block": block("c", "callout", json!({"tone": "calm"})), "data": {},
                 "drawing": {"value": {"html": "<aside>Calm</aside>", "head": ["<style>p{}</style>"], "refused": 0}}},
            ],
            "calls": [{"call": {"name": "shout", "values": ["About"], "arguments": []}, "outcome": {"value": "ABOUT!"}}],
        },
    })
}

fn page() -> LivePage {
    LivePage::from_json(material()).unwrap()
}

/// An edit of the block at an index.
fn edit(index: usize, settings: Value) -> Edit {
    let mut document = material()["document"].take();
    document["sections"][0]["rows"][0]["columns"][0]["blocks"][index]["settings"] = settings;
    Edit::from_json(json!({"document": document, "nowMs": 1})).unwrap()
}

#[test]
fn initial_preview_needs_no_requests() {
    let shown = page().draw(&Edit::default());
    assert_eq!((shown.errors, shown.questions), (Vec::new(), None));
    for part in
        ["<h1>ABOUT!</h1><p>Über uns</p>", "<p>Clay</p>", ">Kiln</div>", "<aside>Calm</aside>", "<style>p{}</style>"]
    {
        assert!(shown.html.contains(part), "no {part} in\n{}", shown.html);
    }
}

#[test]
fn typed_html_is_sanitized_after_response() {
    let mut page = page();
    let typed = edit(0, json!({"html": "<p onclick=x>Ash"}));
    let shown = page.draw(&typed);
    assert!(shown.html.contains("<p onclick=x>Ash"));
    let asked: Vec<String> = shown.questions.unwrap().blocks.into_iter().map(|block| block.id).collect();
    assert_eq!(asked, ["t"]);
    page.learn(json!({"blocks": [{"asked": {"html": "<p onclick=x>Ash"}, "data": {},
        "block": {"id": "t", "kind": "text", "settings": {"html": "<p>Ash</p>"}}}]}));
    let shown = page.draw(&typed);
    assert!(shown.html.contains("<p>Ash</p>") && shown.questions.is_none());
    assert_eq!(page.draw(&edit(0, json!({"html": "<p>Ash</p>"}))).questions, None, "what was cleaned is clean");
}

fn alone(id: &str, kind: &str, settings: &Value) -> Edit {
    Edit::from_json(json!({"block": {"id": id, "kind": kind, "settings": settings}, "nowMs": 1})).unwrap()
}

#[test]
fn single_block_renders_as_in_page() {
    let mut page = page();
    for html in [
        json!("<p>Ash</p>"),
        json!({"type": "doc", "content": [{"type": "paragraph", "content": [
        {"type": "text", "text": "a < b", "marks": [{"type": "bold"}]}]}]}),
    ] {
        let alone = page.draw(&alone("t", "text", &json!({"html": html})));
        let whole = page.draw(&edit(0, json!({"html": html})));
        assert!(whole.html.contains(alone.html.trim_end()), "{}\n{}", alone.html, whole.html);
        assert_eq!(alone.questions.is_some(), html.is_string(), "HTML is cleaned by the server, a tree is clean");
    }
    let hidden = json!({"id": "t", "kind": "text", "settings": {}, "devices": {"phone": {"hidden": true}}});
    let alone_on_phones = page.draw(&Edit::from_json(json!({"block": hidden, "nowMs": 1})).unwrap());
    assert!(alone_on_phones.html.contains(" data-hidden-on=\"phone\""), "{}", alone_on_phones.html);
    assert!(page.draw(&alone("c", "callout", &json!({}))).incomplete, "a plugin has lines in the head");
}

#[test]
fn missing_data_shows_last_known_value() {
    let mut page = page();
    page.draw(&Edit::default());
    let shown = page.draw(&edit(1, json!({"asset": "ast_2"})));
    assert!(shown.html.contains(">Kiln</div>") && shown.questions.is_some());
    page.learn(json!({"blocks": [{"asked": {"asset": "ast_2"}, "data": {"asset": null},
        "block": {"id": "i", "kind": "image", "settings": {"asset": "ast_2"}}}]}));
    let shown = page.draw(&edit(1, json!({"asset": "ast_2"})));
    assert!(!shown.html.contains("Kiln") && shown.questions.is_none());

    let shown = page.draw(&edit(2, json!({"tone": "loud"})));
    assert!(shown.html.contains("<aside>Calm</aside>"));
    assert_eq!(shown.questions.unwrap().blocks[0].settings, json!({"tone": "loud"}).as_object().cloned().unwrap());
    page.learn(json!({"blocks": [{"asked": {"tone": "loud"}, "data": {}, "drawing": {"error": "too <loud>"},
        "block": {"id": "c", "kind": "callout", "settings": {"tone": "loud"}}}]}));
    let shown = page.draw(&edit(2, json!({"tone": "loud"})));
    assert!(shown.html.contains("too &lt;loud&gt;"), "{}", shown.html);
    assert_eq!(shown.errors[0].block_id.as_deref(), Some("c"));
}

#[test]
fn template_and_style_drafts_replace_published() {
    let mut page = page();
    let files = json!({"page.item": "<h2>{title|shout loud}</h2>", "assets/site.css": "p{color:red}</style>"});
    let edit = Edit::from_json(json!({"files": files})).unwrap();
    let shown = page.draw(&edit);
    assert!(shown.html.contains("<style>p{color:red}<\\/style></style>") && shown.html.contains("<h2></h2>"));
    let call = shown.questions.unwrap().calls.remove(0);
    assert_eq!((call.name.as_str(), call.arguments), ("shout", vec!["loud".to_owned()]));
    page.learn(json!({"calls": [{"call": {"name": "shout", "values": ["About"], "arguments": ["loud"]},
        "outcome": {"value": "ABOUT!!"}}]}));
    assert!(page.draw(&edit).html.contains("<h2>ABOUT!!</h2>"));
    let shown = page.draw(&Edit::default());
    assert!(shown.html.contains("<h1>ABOUT!</h1>") && shown.html.contains("href=\"/themes/linen/site.css?v=1\""));
}

#[test]
fn malformed_document_error_has_path() {
    let wrong = json!({"document": {"version": 1, "sections": [{"id": "s"}]}});
    assert_eq!(Edit::from_json(wrong).unwrap_err(), "sections[0].rows is missing");
}

/// A page of a theme in the original form, with a published area in its footer.
fn with_area(edited: Value) -> Value {
    let mut material = material();
    material["page"]["bodyOfArea"] = edited;
    material["theme"]["original"] = json!({"navigations": "navs", "queries": "queries", "areas": "areas"});
    material["theme"]["templates"]["site.region"] =
        json!("{squarespace.main-content}<footer>{areas.foot}{areas.side}</footer>");
    let block = json!({"id": "hours", "kind": "text", "settings": {"html": "<p>Open on Saturdays</p>"}});
    let rows = json!([{"id": "foot-row", "columns": [{"span": 12, "blocks": [block]}]}]);
    material["areas"] = json!([
        {"id": "foot", "label": "Foot", "document": {"version": 1, "sections": [{"id": "foot-section", "rows": rows}]}},
        {"id": "side", "label": "Side", "document": {"version": 1, "sections": []}},
    ]);
    material
}

#[test]
fn theme_areas_render_in_template_position() {
    let shown = LivePage::from_json(with_area(Value::Null)).unwrap().draw(&Edit::default());
    let (page, foot) = shown.html.split_once("<footer>").unwrap();
    assert!(page.contains("<p>Clay</p>") && !page.contains("Saturdays"), "{}", shown.html);
    assert!(foot.starts_with("<div class=\"stoa-area\" data-area-id=\"foot\">"), "{foot}");
    assert!(foot.contains("data-block-id=\"hours\"><p>Open on Saturdays</p>"), "{foot}");
    assert!(foot.contains("Side: this area is empty."), "{foot}");
    let asked = shown.questions.unwrap().blocks;
    assert_eq!(asked.iter().map(|block| block.id.as_str()).collect::<Vec<_>>(), ["hours"], "its text is not known yet");
}

#[test]
fn area_preview_in_place_or_instead_of_page() {
    let shown = LivePage::from_json(with_area("foot".into())).unwrap().draw(&edit(0, json!({"html": "<p>Ash</p>"})));
    let (page, foot) = shown.html.split_once("<footer>").unwrap();
    assert!(page.contains("<h1>ABOUT!</h1>") && !page.contains("Ash"), "{}", shown.html);
    assert!(foot.contains("<p>Ash</p>") && !foot.contains("Saturdays"), "{foot}");

    let mut material = with_area("foot".into());
    material["theme"]["templates"]["site.region"] = json!("{squarespace.main-content}<footer>{areas.side}</footer>");
    let shown = LivePage::from_json(material).unwrap().draw(&edit(0, json!({"html": "<p>Ash</p>"})));
    let (page, _) = shown.html.split_once("<footer>").unwrap();
    assert_eq!(
        (page.matches("<p>Ash</p>").count(), shown.html.matches("<p>Ash</p>").count()),
        (1, 1),
        "{}",
        shown.html
    );
}
