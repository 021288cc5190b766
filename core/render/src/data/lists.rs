//! Pages that list things: stores and blogs, and how their lists go on.

use serde_json::{Value, json};
use stoa_commerce::catalogue::{self, CataloguePage};
use stoa_kernel::id::AssetId;
use stoa_kernel::page::PageRequest;
use stoa_site::content::Collection;
use stoa_site::media;
use stoa_site::posts::{self, PostsWanted};

use super::load::Loader;
use super::part::{Part, collection_data};
use super::{post, shop};
use crate::RenderError;

const PRODUCTS_A_PAGE: u64 = 24;
const POSTS_A_PAGE: usize = 12;

impl Loader<'_> {
    pub(super) async fn store(&self, collection: Collection, multiple: bool) -> Result<Part, RenderError> {
        let categories = catalogue::categories(self.tx, &collection.id).await?;
        let wanted = CataloguePage {
            collection_id: collection.id.clone(),
            category: self.query.category.clone(),
            request: PageRequest::new(self.query.cursor.clone(), Some(PRODUCTS_A_PAGE)),
        };
        let found = catalogue::page(self.tx, &wanted).await?;
        let mut part = Part::of("products.list", 1, "products-list", &collection);
        part.tags.extend(found.items.iter().map(|item| format!("product:{}", item.id)));
        part.share_image = found.items.iter().find_map(|item| item.pictures.first()).map(catalogue::Picture::url);
        let listed = categories.iter().filter(|category| !category.is_root);
        let listed: Vec<Value> =
            listed.map(|category| json!({"name": category.name, "urlId": category.url_id})).collect();
        let mut data = collection_data(&collection);
        if let Some(object) = data.as_object_mut() {
            object.insert("categories".to_owned(), listed.into());
            object.insert("activeCategory".to_owned(), self.query.category.clone().into());
        }
        part.set("collection", data);
        part.set("items", found.items.iter().map(|item| shop::product(item, multiple)).collect());
        part.set("pagination", self.pagination(&collection, found.next_cursor));
        Ok(part)
    }

    pub(super) async fn blog(&self, collection: Collection) -> Result<Part, RenderError> {
        let wanted = PostsWanted {
            collection_id: &collection.id,
            tag: self.query.tag.as_deref(),
            before: self.query.cursor.as_deref().and_then(|cursor| cursor.parse().ok()),
            count: POSTS_A_PAGE + 1,
            now_ms: self.ctx.now_ms(),
        };
        let mut found = posts::list(self.tx, &wanted).await?;
        let more = found.len() > POSTS_A_PAGE;
        found.truncate(POSTS_A_PAGE);
        let next = found.last().filter(|_| more).map(|last| last.published_on.to_string());
        let ids: Vec<AssetId> = found.iter().filter_map(|post| post.image.clone()).collect();
        let assets = media::by_ids(self.tx, &ids).await?;
        let mut part = Part::of("blog.list", 1, "blog-list", &collection);
        part.tags.push("posts".to_owned());
        part.set("items", found.iter().map(|entry| post::listed(entry, &collection, &assets)).collect());
        part.set("pagination", self.pagination(&collection, next));
        Ok(part)
    }

    fn pagination(&self, collection: &Collection, next: Option<String>) -> Value {
        let first = self.query.cursor.is_none();
        if first && next.is_none() {
            return Value::Null;
        }
        let kept = [("category", &self.query.category), ("tag", &self.query.tag)];
        let address = |cursor: Option<&str>| {
            let kept = kept.iter().filter_map(|(name, value)| Some((*name, value.as_deref()?)));
            let pairs: Vec<String> = kept
                .chain(cursor.map(|cursor| ("cursor", cursor)))
                .map(|(name, value)| format!("{name}={}", escaped(value)))
                .collect();
            if pairs.is_empty() {
                collection.full_url.clone()
            } else {
                format!("{}?{}", collection.full_url, pairs.join("&"))
            }
        };
        json!({
            "prevPage": !first,
            "prevPageUrl": (!first).then(|| address(None)),
            "nextPage": next.is_some(),
            "nextPageUrl": next.map(|cursor| address(Some(&cursor))),
        })
    }
}

/// Escapes a value for a query string.
fn escaped(value: &str) -> String {
    value.bytes().fold(String::new(), |mut text, byte| {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn query_values_are_escaped() {
        assert_eq!(escaped("a b&ü"), "a%20b%26%C3%BC");
    }
}
