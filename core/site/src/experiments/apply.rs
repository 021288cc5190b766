//! What a variant changes in a document and in the design.

use serde_json::{Map, Value};
use stoa_document::{Block, Document};
use stoa_kernel::experiment::ExperimentTarget;

use super::model::VariantContent;

/// The place of a text in the settings of a block: names, and positions in lists.
fn text_mut<'s>(settings: &'s mut Map<String, Value>, path: &str) -> Option<&'s mut Value> {
    let mut parts = path.split('/');
    let mut found = settings.get_mut(parts.next()?)?;
    for part in parts {
        found = match found {
            Value::Object(members) => members.get_mut(part)?,
            Value::Array(entries) => entries.get_mut(part.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    Some(found)
}

fn block_mut<'d>(document: &'d mut Document, id: &str) -> Option<&'d mut Block> {
    document.blocks_mut().find(|block| block.id == id)
}

/// Whether a document has the text, section or block that an experiment changes.
pub(super) fn has_element(
    document: &Document,
    target: ExperimentTarget,
    element: Option<&str>,
    setting: Option<&str>,
) -> bool {
    let element = element.unwrap_or_default();
    match target {
        ExperimentTarget::Page | ExperimentTarget::Theme => true,
        ExperimentTarget::Section => document.sections.iter().any(|section| section.id == element),
        ExperimentTarget::Block => document.block(element).is_some(),
        ExperimentTarget::Text => document.block(element).is_some_and(|block| {
            let mut settings = block.settings.clone();
            // Formatted text can be a tree.
            text_mut(&mut settings, setting.unwrap_or_default())
                .is_some_and(|value| value.is_string() || value.is_object())
        }),
    }
}

/// The content of a variant that a page has: the page itself, or its section or block with this id.
pub(super) fn content_of(
    document: Document,
    target: ExperimentTarget,
    element: Option<&str>,
) -> Option<VariantContent> {
    let element = element.unwrap_or_default();
    match target {
        ExperimentTarget::Page => Some(VariantContent::Document(document)),
        ExperimentTarget::Section => {
            let found = document.sections.into_iter().find(|section| section.id == element);
            found.map(VariantContent::Section)
        }
        ExperimentTarget::Block => document.block(element).cloned().map(VariantContent::Block),
        ExperimentTarget::Text | ExperimentTarget::Theme => None,
    }
}

/// Puts the content of a variant into a document. What the document no longer has is left out.
pub(super) fn put(document: &mut Document, content: &VariantContent, element: Option<&str>, setting: Option<&str>) {
    let element = element.unwrap_or_default();
    match content {
        VariantContent::Document(own) => document.clone_from(own),
        VariantContent::Section(own) => {
            if let Some(section) = document.sections.iter_mut().find(|section| section.id == element) {
                section.clone_from(own);
            }
        }
        VariantContent::Block(own) => {
            if let Some(block) = block_mut(document, element) {
                block.clone_from(own);
            }
        }
        VariantContent::Text(own) => {
            let block = block_mut(document, element);
            if let Some(value) = block.and_then(|block| text_mut(&mut block.settings, setting.unwrap_or_default())) {
                *value = Value::String(own.clone());
            }
        }
        VariantContent::Values(_) => {}
    }
}

/// The text that a document has at the place of an experiment.
pub(super) fn text_of(document: &mut Document, element: Option<&str>, setting: Option<&str>) -> Option<String> {
    let block = block_mut(document, element.unwrap_or_default())?;
    text_mut(&mut block.settings, setting.unwrap_or_default())?.as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn page(title: &str) -> Document {
        Document::from_json(&json!({"version": 1, "sections": [{"id": "s1", "settings": {}, "rows": [{"id": "r1",
            "columns": [{"span": 12, "blocks": [
                {"id": "b1", "kind": "heading", "settings": {"title": title, "items": [{"label": "one"}]}},
                {"id": "b2", "kind": "text", "settings": {"html": "<p>Same</p>"}}]}]}]}]}))
        .unwrap()
    }

    #[test]
    fn contents_of_a_copy_are_put_in_their_place() {
        for (target, element) in [
            (ExperimentTarget::Page, None),
            (ExperimentTarget::Section, Some("s1")),
            (ExperimentTarget::Block, Some("b1")),
        ] {
            let content = content_of(page("Other"), target, element).unwrap();
            let mut shown = page("Original");
            put(&mut shown, &content, element, None);
            assert_eq!(shown, page("Other"), "{target}");
        }
        assert_eq!(content_of(page("Other"), ExperimentTarget::Block, Some("gone")), None);
    }

    #[test]
    fn texts_are_found_by_their_path() {
        let mut shown = page("Original");
        put(&mut shown, &VariantContent::Text("two".to_owned()), Some("b1"), Some("items/0/label"));
        assert_eq!(text_of(&mut shown, Some("b1"), Some("items/0/label")).as_deref(), Some("two"));
        let has = |path| has_element(&page("x"), ExperimentTarget::Text, Some("b1"), Some(path));
        assert!(has("title") && has("items/0/label"));
        assert!(!has("items/1/label") && !has("items") && !has("") && !has("title/x"));
        // What is gone changes nothing.
        let before = shown.clone();
        put(&mut shown, &VariantContent::Text("lost".to_owned()), Some("b9"), Some("title"));
        assert_eq!(shown, before);
    }
}
