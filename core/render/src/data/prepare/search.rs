//! What a site has for words: pages, blogs and stores, posts, products.

use serde_json::{Map, Value, json};
use stoa_commerce::catalogue::{self, CataloguePage};
use stoa_document::Document;
use stoa_kernel::page::PageRequest;
use stoa_site::content::{self, Collection, CollectionKind};
use stoa_site::posts::{self, PostsWanted};

use super::posts::MOST_POSTS;
use super::{Preparing, text};
use crate::RenderError;
use crate::data::{plain_text, post_address};

const MOST_RESULTS: usize = 50;
const MOST_WORDS: usize = 8;
const EXCERPT: usize = 160;
/// Settings that hold what visitors read.
const READ: [&str; 12] = [
    "html",
    "text",
    "title",
    "heading",
    "eyebrow",
    "description",
    "caption",
    "label",
    "markdown",
    "name",
    "source",
    "items",
];

/// Words that must all occur.
struct Words(Vec<String>);

impl Words {
    fn read(query: &str) -> Self {
        Self(query.split_whitespace().take(MOST_WORDS).map(str::to_lowercase).collect())
    }

    fn occur_in(&self, parts: &[&str]) -> bool {
        let text = parts.join(" ").to_lowercase();
        self.0.iter().all(|word| text.contains(word))
    }
}

impl Preparing<'_> {
    /// What is found for the setting `query`, in the order of the site; null without words.
    pub(super) async fn search(self) -> Result<Value, RenderError> {
        let Some(query) = text(self.settings, "query") else { return Ok(Value::Null) };
        let words = Words::read(query);
        let mut results = Vec::new();
        self.tags.insert("posts".to_owned());
        for collection in content::collections(self.tx).await? {
            self.tags.insert(format!("collection:{}", collection.id));
            let read = collection.document.as_ref().map(words_of).unwrap_or_default();
            if words.occur_in(&[&collection.title, &collection.description, &read]) {
                let said = if collection.description.is_empty() { &read } else { &collection.description };
                results.push(result(&collection.title, &collection.full_url, said));
            }
            match collection.kind {
                CollectionKind::Page => {}
                CollectionKind::Blog => self.posts(&collection, &words, &mut results).await?,
                CollectionKind::Store => self.products(&collection, &words, &mut results).await?,
            }
            if results.len() >= MOST_RESULTS {
                break;
            }
        }
        results.truncate(MOST_RESULTS);
        Ok(results.into())
    }

    async fn posts(&self, blog: &Collection, words: &Words, results: &mut Vec<Value>) -> Result<(), RenderError> {
        let now_ms = self.around.now_ms;
        let wanted = PostsWanted { collection_id: &blog.id, tag: None, before: None, count: MOST_POSTS, now_ms };
        for post in posts::list(self.tx, &wanted).await? {
            let read = words_of(&post.document);
            if words.occur_in(&[&post.title, &post.excerpt, &post.author, &post.tags.join(" "), &read]) {
                results.push(result(&post.title, &post_address(&post, blog), &post.excerpt));
            }
        }
        Ok(())
    }

    async fn products(&self, store: &Collection, words: &Words, results: &mut Vec<Value>) -> Result<(), RenderError> {
        let request = PageRequest::new(None, Some(PageRequest::MAX_LIMIT));
        let wanted = CataloguePage { collection_id: store.id.clone(), category: None, request };
        for item in catalogue::page(self.tx, &wanted).await?.items {
            if words.occur_in(&[&item.name, &item.excerpt, &plain_text(&item.description), &item.tags.join(" ")]) {
                results.push(result(&item.name, &item.full_url, &item.excerpt));
            }
        }
        Ok(())
    }
}

fn result(title: &str, url: &str, text: &str) -> Value {
    let plain = plain_text(text);
    let text: String =
        if plain.chars().count() > EXCERPT { plain.chars().take(EXCERPT).chain(['…']).collect() } else { plain };
    json!({"title": title, "url": url, "text": text})
}

/// What visitors read in the blocks of a document.
fn words_of(document: &Document) -> String {
    let mut read = String::new();
    for block in document.blocks() {
        gather(&block.settings, &mut read);
    }
    read
}

fn gather(settings: &Map<String, Value>, read: &mut String) {
    for (_, value) in settings.iter().filter(|(name, _)| READ.contains(&name.as_str())) {
        match value {
            Value::String(text) => {
                read.push_str(&plain_text(text));
                read.push(' ');
            }
            Value::Array(entries) => {
                for entry in entries.iter().filter_map(Value::as_object) {
                    gather(entry, read);
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_words_must_occur_in_what_visitors_read() {
        let settings =
            json!({"html": "<p>A <b>blue</b> mug</p>", "url": "/kiln", "items": [{"title": "Glaze", "url": "/x"}]});
        let mut read = String::new();
        gather(settings.as_object().unwrap(), &mut read);
        assert_eq!(read, "A blue mug Glaze ");
        assert!(Words::read(" BLUE glaze").occur_in(&[&read]));
        assert!(!Words::read("blue kiln").occur_in(&[&read]));
    }
}
