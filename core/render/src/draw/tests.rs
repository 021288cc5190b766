//! Tests of rendering, with a plugin that fails on request.

mod every_kind;
mod gallery;

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, LazyLock};

use serde_json::{Value, json};
use stoa_document::{BlockKinds as _, Document};
use stoa_kernel::clock::Timestamp;
use stoa_page::{BlockContents, IslandFiles};
use stoa_site::design::ThemeDesign;
use stoa_site::site_texts::SiteWording;
use stoa_site::themes::ThemeLibrary;
use stoa_site::website_settings::{AnalyticsSettings, CookieSettings};
use stoa_template::{ParseOptions, Plugins};

use super::{Drawn, LoadedPage, draw};
use crate::blocks::{BlockLibrary, SiteKinds};
use crate::data::{LoadedBlockData, Names, PageData};
use crate::plugin::{
    NoPlugins, PagePlugins, PluginBlockClient, PluginBlockData, PluginBlockInput, PluginBlockKind, PluginBlockOutput,
    PluginSession,
};
use crate::theme::ParsedThemes;

/// A plugin that renders one kind of block, and fails on request.
struct Callout;

impl Plugins for Callout {
    fn has_formatter(&self, _: &str) -> bool {
        false
    }

    fn has_predicate(&self, _: &str) -> bool {
        false
    }

    fn format(&self, _: &str, _: &[&Value], _: &[&str]) -> Result<Option<Value>, String> {
        Ok(None)
    }

    fn test(&self, _: &str, _: &Value, _: &[&str]) -> Result<bool, String> {
        Ok(false)
    }
}

impl PluginSession for Callout {
    fn render_block(&self, input: &PluginBlockInput<'_>) -> Result<PluginBlockOutput, String> {
        match input.settings.get("text").and_then(Value::as_str) {
            Some("fail") => Err("the plugin took <too> long".to_owned()),
            Some("markup") => Ok(PluginBlockOutput {
                html: "<p onclick=\"f()\">Mine</p></div></section><script>f()</script>".to_owned(),
                head: vec!["<style>p{}</style>".to_owned(), "<script src=\"//elsewhere\"></script>".to_owned()],
                ..PluginBlockOutput::default()
            }),
            text => Ok(PluginBlockOutput {
                html: format!("<aside class=\"card\" role=\"note\">{}</aside>", text.unwrap_or_default()),
                head: vec!["<style>.card{margin:0}</style>".to_owned()],
                cache_seconds: text.and_then(|text| text.parse().ok()),
                client: (text == Some("ticks")).then(|| PluginBlockClient {
                    address: "/static/plugin-clients/a".to_owned(),
                    title: "Clock".to_owned(),
                }),
            }),
        }
    }
}

static KINDS: LazyLock<SiteKinds> = LazyLock::new(|| {
    let library = Arc::new(BlockLibrary::embedded(&ParseOptions::default()).unwrap());
    let callout = PluginBlockKind {
        kind: "callout".to_owned(),
        own_name: "callout".to_owned(),
        name: "Callout".to_owned(),
        description: String::new(),
        category: None,
        settings_schema: json!({"type": "object", "properties": {"text": {"type": "string", "default": "Hello"}}}),
        settings_version: None,
        written_version: 1,
        example: None,
        plugin_id: "stoa.callout".to_owned(),
        gets: PluginBlockData::default(),
    };
    SiteKinds::new(library, vec![callout])
});

static THEMES: LazyLock<ParsedThemes> =
    LazyLock::new(|| ParsedThemes::new(Arc::new(ThemeLibrary::embedded()), ParseOptions::default()));

fn kinds() -> SiteKinds {
    KINDS.clone()
}

fn page(blocks: &Value, data: &HashMap<String, Value>, around: &Value, in_editor: bool) -> Drawn {
    let kinds = kinds();
    let document = Document::from_json(&json!({"version": 1, "sections": [
        {"id": "s1", "settings": {"tone": "dark"}, "rows": [{"id": "r1", "columns": [{"span": 6, "blocks": blocks}]}]}
    ]}))
    .unwrap();
    let mut contents = BlockContents { data: data.clone(), ..BlockContents::default() };
    for block in document.blocks() {
        let settings =
            kinds.schema(&block.kind).map_or_else(|| block.settings.clone(), |schema| schema.complete(&block.settings));
        contents.settings.insert(block.id.clone(), settings);
    }
    let mut page = json!({
        "website": {"id": "site_1", "siteTitle": "Juniper", "language": "en-US", "baseUrl": "http://juniper", "timeZone": "UTC", "contactEmail": "a@b.co"},
        "websiteSettings": {"useCLDRMoneyFormat": true, "storeSettings": {"selectedCurrency": "USD"}},
        "page": {"id": "p", "title": "</title><script>", "type": 2, "bodyClass": "x", "canonicalUrl": "http://juniper/about", "isHome": false},
        "mainNavigation": [],
        "footerNavigation": [],
    });
    for (name, value) in around.as_object().into_iter().flatten() {
        page[name] = value.clone();
    }
    draw(LoadedPage {
        material: PageData {
            shopfront: None,
            template: "page.item",
            status: 200,
            data: page.as_object().cloned().unwrap_or_default(),
            layout: Some((document, LoadedBlockData { contents, ..LoadedBlockData::default() })),
            body_of_item: false,
            body_of_area: None,
            areas: Vec::new(),
            theme: "linen".to_owned(),
            language: "en-US".to_owned(),
            primary_language: "en-US".to_owned(),
            wording: SiteWording::usual("en-US"),
            names: Names::of_language("en-US"),
            tags: BTreeSet::new(),
            share_image: None,
            indexed: true,
            cookies: CookieSettings::default(),
            analytics: AnalyticsSettings::default(),
        },
        theme: THEMES.get("linen").unwrap(),
        look: ThemeDesign::default(),
        kinds,
        plugins: Arc::new(PagePlugins { vocabulary: Arc::new(NoPlugins), session: Arc::new(Callout) }),
        islands: Arc::new(IslandFiles {
            scripts: vec!["/static/islands.js".to_owned()],
            clients: "/static/plugin-client.js".to_owned(),
            ..IslandFiles::default()
        }),
        in_editor,
        now: Timestamp::from_ms(1_767_225_600_000),
    })
}

#[test]
fn page_frame_and_block_wrappers() {
    let blocks = json!([{"id": "t1", "kind": "text", "settings": {"html": "<p>Clay</p>"}}]);
    let html = page(&blocks, &HashMap::new(), &Value::Null, false).html;
    assert!(html.starts_with("<!doctype html>"), "{html}");
    for part in [
        "<section class=\"stoa-section\" data-tone=\"dark\" data-width=\"normal\" data-padding=\"medium\" data-section-id=\"s1\">",
        "<div class=\"stoa-col\" style=\"--span:6\">",
        "<div class=\"stoa-block stoa-block-text\" data-block-id=\"t1\">",
        "<p>Clay</p>",
        "<title>&lt;/title&gt;&lt;script&gt; — Juniper</title>",
        "<link rel=\"canonical\" href=\"http://juniper/about\">",
        "/themes/base/assets/blocks.css?v=",
        "/themes/linen/assets/site.css?v=",
        "<script type=\"module\" src=\"/static/islands.js\"></script>",
        "\"pageTitle\":\"\\u003c/title\\u003e\\u003cscript\\u003e\"",
    ] {
        assert!(html.contains(part), "no {part} in\n{html}");
    }
}

#[test]
fn failing_block_does_not_affect_others() {
    let blocks = json!([
        {"id": "c1", "kind": "callout", "settings": {"text": "fail"}},
        {"id": "c2", "kind": "callout"},
        {"id": "gone", "kind": "no-such-kind"},
        {"id": "t1", "kind": "text", "settings": {"html": "<p>Still here</p>"}},
    ]);
    let seen = page(&blocks, &HashMap::new(), &Value::Null, false);
    assert!(
        seen.html.contains("<aside class=\"card\" role=\"note\">Hello</aside>") && seen.html.contains("Still here")
    );
    assert!(!seen.html.contains("data-block-id=\"c1\"") && !seen.html.contains("data-block-id=\"gone\""));
    assert!(!seen.html.contains("too long"));
    assert_eq!(seen.html.matches("<style>:where(.stoa-block-callout) .card{margin:0}</style>").count(), 1);
    let edited = page(&blocks, &HashMap::new(), &Value::Null, true);
    assert!(edited.html.contains("data-block-id=\"c1\"><div class=\"stoa-block-error\""));
    assert!(edited.html.contains("the plugin took &lt;too&gt; long"));
    let blamed: Vec<Option<&str>> = edited.errors.iter().map(|error| error.block_id.as_deref()).collect();
    assert_eq!(blamed, [Some("c1"), Some("gone")]);
}

#[test]
fn page_is_cached_as_briefly_as_its_blocks_request() {
    let of = |texts: &[&str]| {
        let blocks: Vec<Value> = texts
            .iter()
            .enumerate()
            .map(|(place, text)| json!({"id": format!("c{place}"), "kind": "callout", "settings": {"text": text}}))
            .collect();
        page(&Value::Array(blocks), &HashMap::new(), &Value::Null, false).cache_seconds
    };
    assert_eq!(of(&["words"]), None);
    assert_eq!(of(&["60", "words", "5"]), Some(5));
}

#[test]
fn plugin_html_sanitized_and_contained() {
    let blocks = json!([{"id": "c1", "kind": "callout", "settings": {"text": "markup"}}]);
    for in_editor in [false, true] {
        let drawn = page(&blocks, &HashMap::new(), &Value::Null, in_editor);
        assert!(drawn.html.contains("data-block-id=\"c1\"><p>Mine</p></div>\n</div>"), "{}", drawn.html);
        assert!(
            drawn.html.contains("<style>:where(.stoa-block-callout) p{}</style>") && !drawn.html.contains("elsewhere")
        );
        let [error] = &drawn.errors[..] else { panic!("{:?}", drawn.errors) };
        assert_eq!(error.block_id.as_deref(), Some("c1"));
    }
}

#[test]
fn a_block_with_a_script_is_shown_first_and_loads_one_more_file() {
    let script = "<script type=\"module\" src=\"/static/plugin-client.js\"></script>";
    let with = |text: &str| {
        let blocks = json!([{"id": "c1", "kind": "callout", "settings": {"text": text}}]);
        page(&blocks, &HashMap::new(), &Value::Null, false).html
    };
    let html = with("ticks");
    assert!(html.contains(
        "<div class=\"stoa-plugin-client\"><div><aside class=\"card\" role=\"note\">ticks</aside></div>\
         <script type=\"application/json\">{"
    ));
    assert!(html.contains("\"frame\":\"/static/plugin-clients/a\"") && html.contains("\"kind\":\"callout\""));
    assert_eq!(html.matches(script).count(), 1);
    assert_eq!(with("words").matches(script).count(), 0, "other pages load nothing more");
}

#[test]
fn settings_escaped_except_html() {
    let blocks = json!([{"id": "q", "kind": "button", "settings": {"label": "<b>\"x\"</b>"}}]);
    let html = page(&blocks, &HashMap::new(), &Value::Null, false).html;
    assert!(!html.contains("<b>\"x\"</b>"), "{html}");
}
