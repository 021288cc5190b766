use serde_json::json;
use stoa_document::Document;

use super::load::Loader;
use super::part::Part;
use crate::RenderError;

impl Loader<'_> {
    /// What is found for words, as a page of blocks.
    pub(super) fn search(query: &str) -> Result<Part, RenderError> {
        let blocks = json!([
            {"id": "search-title", "kind": "text", "settings": {"html": "<h1>Search</h1>"}},
            {"id": "search-field", "kind": "search", "settings": {"query": query}},
        ]);
        let rows = json!([{"id": "search-row", "columns": [{"span": 12, "blocks": blocks}]}]);
        let section = json!({"id": "search", "settings": {"width": "narrow"}, "rows": rows});
        let document = Document::from_json(&json!({"version": 1, "sections": [section]}));
        let mut part = Part::plain("page.item", 2, "search", "Search");
        part.path = "/search".to_owned();
        part.document = Some(document.map_err(|reason| RenderError::Broken(reason.into()))?);
        Ok(part)
    }
}
