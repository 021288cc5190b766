//! Tests of the kinds of blocks.

use std::collections::BTreeSet;

use serde_json::json;
use stoa_messages::{Catalogue, LANGUAGES};

use super::*;

fn english() -> Catalogue {
    Catalogue::for_language("en")
}

#[test]
fn default_words_are_those_of_the_catalogues() {
    let library = BlockLibrary::embedded(&ParseOptions::default()).unwrap();
    assert!(library.iter().all(|kind| *kind.settings_schema(english()) == kind.offered.settings_schema));
    let kinds = SiteKinds::new(Arc::new(library), Vec::new());
    let settings = Map::from_iter([("url".to_owned(), Value::from("/shop"))]);
    let block = Block {
        id: "b".to_owned(),
        kind: "button".to_owned(),
        settings,
        devices: Box::default(),
        languages: stoa_document::ShownIn::default(),
    };
    assert_eq!(kinds.complete(&block, english())["label"], "Read more");
    assert_eq!(kinds.complete(&block, Catalogue::for_language("de-AT"))["label"], "Mehr erfahren");
    let sheets = kinds.sheets(Catalogue::for_language("de"));
    assert_eq!(sheets["search"].schema["properties"]["buttonLabel"]["default"], "Suchen");
}

// spec: plugins.blocks.migration
#[test]
fn settings_of_another_version_are_left_as_they_are() {
    let library = Arc::new(BlockLibrary::embedded(&ParseOptions::default()).unwrap());
    let hours = PluginBlockKind {
        kind: "hours".to_owned(),
        own_name: "hours".to_owned(),
        name: "Hours".to_owned(),
        description: String::new(),
        category: None,
        settings_schema: json!({"type": "object", "properties": {"day": {"type": "string", "default": "Monday"}}}),
        settings_version: Some(2),
        written_version: 2,
        example: None,
        plugin_id: "acme.hours".to_owned(),
        gets: PluginBlockData::default(),
    };
    let kinds = SiteKinds::new(library, vec![hours]);
    let complete = |settings: Value| {
        let block = json!([{"id": "b", "kind": "hours", "settings": settings}]);
        let rows = json!([{"id": "r", "columns": [{"span": 12, "blocks": block}]}]);
        let document = json!({"version": 1, "sections": [{"id": "s", "rows": rows}]});
        let document = stoa_document::Document::from_json(&document).unwrap();
        Value::Object(kinds.complete(document.block("b").unwrap(), english()))
    };
    assert_eq!(complete(json!({"text": "9 to 5"})), json!({"text": "9 to 5"}));
    let noted = json!({"day": "Monday", "$saved": {"version": 2}});
    assert_eq!(complete(json!({"$saved": {"version": 2}})), noted);
    assert_eq!(kinds.sheets(english())["hours"].schema["x-settingsVersion"], 2, "for the preview in the editor");
    assert!(kinds.offered(english()).iter().any(|kind| kind.settings_version == Some(2)));
}

#[test]
fn built_in_kinds_parse_and_defaults_are_valid() {
    let library = BlockLibrary::embedded(&ParseOptions::default()).unwrap();
    for kind in library.iter() {
        assert_eq!(kind.template.errors(), [], "{}", kind.offered.kind);
    }
    let kinds = SiteKinds::new(Arc::new(library), Vec::new());
    for language in LANGUAGES {
        let offered = kinds.offered(Catalogue::for_language(language)).into_iter();
        let block = |kind: BlockKind| json!({"id": kind.kind, "kind": kind.kind, "settings": kind.default_settings});
        let blocks: Vec<Value> = offered.map(block).collect();
        for blocks in blocks.chunks(stoa_document::MAX_BLOCKS) {
            let rows = json!([{"id": "r", "columns": [{"span": 12, "blocks": blocks}]}]);
            let document = json!({"version": 1, "sections": [{"id": "s", "rows": rows}]});
            let document = stoa_document::Document::from_json(&document).unwrap();
            assert_eq!(document.check(&kinds).into_map(), BTreeMap::new(), "{language}");
        }
    }
}

#[test]
fn block_kinds_grouped_and_sorted_by_use() {
    let library = Arc::new(BlockLibrary::embedded(&ParseOptions::default()).unwrap());
    let named: BTreeSet<&String> = library.groups.iter().flat_map(|group| &group.kinds).collect();
    assert_eq!(named, library.kinds.keys().collect::<BTreeSet<_>>());
    let plugin = |kind: &str, category: Option<&str>| PluginBlockKind {
        kind: kind.to_owned(),
        own_name: kind.to_owned(),
        name: kind.to_owned(),
        description: String::new(),
        category: category.map(str::to_owned),
        settings_schema: json!({"type": "object", "properties": {}}),
        settings_version: Some(1),
        written_version: 1,
        example: None,
        plugin_id: "sample.kinds".to_owned(),
        gets: PluginBlockData::default(),
    };
    let plugins = vec![plugin("a-poll", Some("Forms")), plugin("b-clock", None), plugin("c-tide", Some("Weather"))];
    let offered = SiteKinds::new(Arc::clone(&library), plugins).offered(english());
    let groups: Vec<&str> = offered
        .chunk_by(|one, other| one.category == other.category)
        .filter_map(|kinds| kinds.first().map(|kind| kind.category.as_str()))
        .collect();
    assert_eq!(groups, library.groups.iter().map(|group| group.name.as_str()).collect::<Vec<_>>());
    let of = |group: &str| -> Vec<&str> {
        offered.iter().filter(|kind| kind.category == group).map(|kind| kind.kind.as_str()).collect()
    };
    assert_eq!(of("Basic").get(..3), Some(["text", "image", "button"].as_slice()));
    assert_eq!(of("Forms"), ["form", "newsletter", "a-poll"]);
    assert_eq!(of(PLUGINS), ["b-clock", "c-tide"]);
}
