//! Finds and rewrites references in a document to images, pages and products.

use serde_json::Value;

use crate::check::BlockKinds;
use crate::tree::Document;

/// Type of an object that a setting can refer to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReferenceKind {
    /// An image or file.
    Asset,
    /// A page, blog or store.
    Collection,
    /// A product.
    Product,
}

/// A setting that refers to an object outside the document.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Reference {
    /// Type of the object.
    pub kind: ReferenceKind,
    /// Its id.
    pub id: String,
}

impl ReferenceKind {
    fn of_format(format: &str) -> Option<Self> {
        match format {
            "asset" => Some(ReferenceKind::Asset),
            "collection" => Some(ReferenceKind::Collection),
            "product" => Some(ReferenceKind::Product),
            _ => None,
        }
    }

    fn of_prefix(prefix: &str) -> Option<Self> {
        Self::of_format(prefix)
    }
}

impl Document {
    /// All references in settings, in reading order, without empty ones.
    pub fn references(&self, kinds: &dyn BlockKinds) -> Vec<Reference> {
        let mut found = Vec::new();
        for block in self.blocks() {
            let Some(schema) = kinds.schema(&block.kind) else { continue };
            let mut settings = block.settings.clone();
            schema.for_each_formatted(&mut settings, &mut |format, text| {
                if let Some(kind) = ReferenceKind::of_format(format).filter(|_| !text.is_empty()) {
                    found.push(Reference { kind, id: text.clone() });
                }
            });
        }
        found
    }

    /// Replaces names such as `asset:kiln.webp`, `collection:shop` and `product:blue-mug` anywhere in settings by the
    /// ids that `resolve` returns.
    ///
    /// # Errors
    /// The first name that `resolve` does not know.
    pub fn rewrite_names(
        &mut self,
        resolve: &mut dyn FnMut(ReferenceKind, &str) -> Option<String>,
    ) -> Result<(), String> {
        for block in self.blocks_mut() {
            for value in block.settings.values_mut() {
                rewrite(value, resolve)?;
            }
        }
        Ok(())
    }
}

fn rewrite(value: &mut Value, resolve: &mut dyn FnMut(ReferenceKind, &str) -> Option<String>) -> Result<(), String> {
    match value {
        Value::String(text) => {
            let named = text.split_once(':').and_then(|(prefix, name)| {
                let kind = ReferenceKind::of_prefix(prefix)?;
                Some((kind, name)).filter(|(_, name)| !name.contains(char::is_whitespace))
            });
            if let Some((kind, name)) = named {
                *text = resolve(kind, name).ok_or_else(|| text.clone())?;
            }
            Ok(())
        }
        Value::Array(list) => list.iter_mut().try_for_each(|entry| rewrite(entry, resolve)),
        Value::Object(object) => object.values_mut().try_for_each(|entry| rewrite(entry, resolve)),
        Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Schema;
    use serde_json::json;

    struct Any(Schema);

    impl BlockKinds for Any {
        fn schema(&self, _: &str) -> Option<&Schema> {
            Some(&self.0)
        }
    }

    fn sample() -> Document {
        Document::from_json(&json!({"version": 1, "sections": [{"id": "s", "rows": [{"id": "r", "columns": [
            {"span": 12, "blocks": [{"id": "b", "kind": "gallery", "settings": {
                "assets": [{"asset": "asset:a.webp"}, {"asset": ""}], "store": "collection:shop",
                "text": "asset: not a name"}}]}]}]}]}))
        .unwrap()
    }

    #[test]
    fn reference_names_and_ids_roundtrip() {
        let schema = json!({"type": "object", "properties": {
            "assets": {"type": "array", "items": {"type": "object", "properties": {"asset": {"type": "string", "format": "asset"}}}},
            "store": {"type": "string", "format": "collection"},
        }});
        let kinds = Any(Schema::from_json(&schema).unwrap());
        let mut document = sample();
        document.rewrite_names(&mut |_, name| Some(format!("id-of-{name}"))).unwrap();
        let expected = [(ReferenceKind::Asset, "id-of-a.webp"), (ReferenceKind::Collection, "id-of-shop")];
        let found = document.references(&kinds);
        assert_eq!(found, expected.map(|(kind, id)| Reference { kind, id: id.to_owned() }));
        assert_eq!(document.block("b").unwrap().settings["text"], "asset: not a name");
    }

    #[test]
    fn unknown_names_reported() {
        assert_eq!(sample().rewrite_names(&mut |_, _| None), Err("asset:a.webp".to_owned()));
    }
}
