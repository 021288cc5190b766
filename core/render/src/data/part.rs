//! The part of a page that differs from kind to kind.

use serde_json::{Map, Value, json};
use stoa_document::Document;
use stoa_site::content::Collection;

use super::merchandising::Merchandising;

/// The part of a page that differs from kind to kind.
pub(super) struct Part {
    pub(super) template: &'static str,
    pub(super) page_type: i64,
    pub(super) class: &'static str,
    pub(super) id: String,
    pub(super) title: String,
    pub(super) description: String,
    pub(super) path: String,
    pub(super) data: Map<String, Value>,
    pub(super) document: Option<Document>,
    pub(super) merchandising: Merchandising,
    pub(super) share_image: Option<String>,
    pub(super) tags: Vec<String>,
    pub(super) indexed: bool,
}

impl Part {
    pub(super) fn plain(template: &'static str, page_type: i64, class: &'static str, title: &str) -> Self {
        Self {
            template,
            page_type,
            class,
            id: String::new(),
            title: title.to_owned(),
            description: String::new(),
            path: String::new(),
            data: Map::new(),
            document: None,
            merchandising: Merchandising::default(),
            share_image: None,
            tags: Vec::new(),
            indexed: false,
        }
    }

    /// A page of a collection, shown with its title and description unless told otherwise.
    pub(super) fn of(template: &'static str, page_type: i64, class: &'static str, collection: &Collection) -> Self {
        let title = if collection.seo_title.is_empty() { &collection.title } else { &collection.seo_title };
        let description =
            if collection.seo_description.is_empty() { &collection.description } else { &collection.seo_description };
        Self {
            id: collection.id.to_string(),
            title: title.clone(),
            description: description.clone(),
            path: collection.full_url.clone(),
            data: Map::from_iter([("collection".to_owned(), collection_data(collection))]),
            document: collection.document.clone(),
            tags: vec![format!("collection:{}", collection.id)],
            indexed: true,
            ..Self::plain(template, page_type, class, "")
        }
    }

    pub(super) fn not_found() -> Self {
        Self::plain("not-found.item", 100, "not-found", "Page not found")
    }

    pub(super) fn set(&mut self, name: &str, value: Value) {
        self.data.insert(name.to_owned(), value);
    }
}

pub(super) fn collection_data(collection: &Collection) -> Value {
    json!({
        "id": collection.id,
        "type": collection.type_code,
        "title": collection.title,
        "urlId": collection.url_id,
        "fullUrl": collection.full_url,
        "description": collection.description,
        "navigationTitle": collection.navigation_title,
    })
}

/// HTML without its tags, shortened to what search engines show.
pub(crate) fn plain_text(html: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for letter in html.chars() {
        match letter {
            '<' => inside = true,
            '>' => inside = false,
            other if !inside => text.push(other),
            _ => {}
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(300).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_are_plain() {
        assert_eq!(plain_text("<p>A <b>blue</b>\n mug</p>"), "A blue mug");
    }
}
