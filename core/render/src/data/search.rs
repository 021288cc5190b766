//! The search page: what visitors can open anyway, by the words they look for.

use serde_json::{Value, json};
use stoa_commerce::catalogue::{self, CataloguePage};
use stoa_document::Document;
use stoa_kernel::page::PageRequest;
use stoa_site::content::{self, Access, Collection, CollectionKind};
use stoa_site::posts::{self, Post, PostsWanted};

use super::lists::escaped;
use super::load::Loader;
use super::part::{Part, words_of};
use super::post;
use crate::PageType;
use crate::RenderError;

/// Results on a page.
const A_PAGE: usize = 20;
const MOST_POSTS: usize = 500;
/// Longest text that a result shows, characters.
const EXCERPT: usize = 200;

/// Something that may be what a visitor looks for.
struct Candidate {
    kind: &'static str,
    title: String,
    url: String,
    text: String,
}

impl Loader<'_> {
    pub(super) async fn search(&self) -> Result<Part, RenderError> {
        let asked = self.query.words.as_deref().unwrap_or_default().trim();
        let words: Vec<String> = asked.to_lowercase().split_whitespace().map(str::to_owned).collect();
        let mut found: Vec<(usize, Candidate)> = Vec::new();
        if !words.is_empty() {
            let candidates = self.candidates().await?;
            found.extend(candidates.into_iter().filter_map(|candidate| Some((candidate.rank(&words)?, candidate))));
        }
        found
            .sort_by(|(rank, one), (other_rank, other)| rank.cmp(other_rank).then_with(|| one.title.cmp(&other.title)));
        let start = self.query.cursor.as_deref().and_then(|cursor| cursor.parse::<usize>().ok()).unwrap_or(0);
        let count = found.len();
        let shown: Vec<Value> = found.iter().skip(start).take(A_PAGE).map(|(_, candidate)| candidate.shown()).collect();
        let next = start.saturating_add(A_PAGE);
        let address = format!("/search?q={}", escaped(asked));
        let next_url = (next < count).then(|| format!("{address}&cursor={next}"));
        let mut part = Part::plain("search.item", PageType::Search, "search", "Search");
        part.path = "/search".to_owned();
        part.set("search", json!({"query": asked, "count": count, "asked": !words.is_empty()}));
        part.set("items", shown.into());
        part.set(
            "pagination",
            json!({
                "prevPage": start > 0,
                "prevPageUrl": (start > 0).then_some(address),
                "nextPage": next_url.is_some(),
                "nextPageUrl": next_url,
            }),
        );
        Ok(part)
    }

    /// Everything that stands open to everybody.
    async fn candidates(&self) -> Result<Vec<Candidate>, RenderError> {
        let mut candidates = Vec::new();
        for collection in content::whole_collections(self.tx).await? {
            if collection.settings.access != Access::Public || collection.settings.no_index {
                continue;
            }
            match collection.kind {
                CollectionKind::Store => self.products(&collection, &mut candidates).await?,
                CollectionKind::Blog => self.posts(&collection, &mut candidates).await?,
                CollectionKind::Page => candidates.push(Candidate::of_page(collection)),
                CollectionKind::Folder | CollectionKind::Item => {}
            }
        }
        Ok(candidates)
    }

    async fn products(&self, store: &Collection, candidates: &mut Vec<Candidate>) -> Result<(), RenderError> {
        let request = PageRequest::new(None, Some(PageRequest::MAX_LIMIT));
        let wanted = CataloguePage { collection_id: store.id.clone(), category: None, request };
        for item in catalogue::page(self.tx, &wanted).await?.items {
            let text = format!("{} {} {}", item.excerpt, item.description, item.tags.join(" "));
            candidates.push(Candidate { kind: "product", title: item.name, url: item.full_url, text: words_of(&text) });
        }
        Ok(())
    }

    async fn posts(&self, blog: &Collection, candidates: &mut Vec<Candidate>) -> Result<(), RenderError> {
        let now_ms = self.ctx.now_ms();
        let wanted = PostsWanted::newest(&blog.id, MOST_POSTS, now_ms);
        let found = posts::list(self.tx, &wanted).await?;
        candidates.extend(found.into_iter().map(|entry| Candidate::of_post(entry, blog)));
        Ok(())
    }
}

impl Candidate {
    fn of_page(page: Collection) -> Self {
        let text = page.document.as_ref().map(text_of).unwrap_or_default();
        Self { kind: "page", title: page.title, url: page.full_url, text: format!("{} {text}", page.seo_description) }
    }

    fn of_post(entry: Post, blog: &Collection) -> Self {
        let url = post::address(&entry, blog);
        let text =
            format!("{} {} {}", words_of(&entry.fields.excerpt), text_of(&entry.document), entry.fields.tags.join(" "));
        Self { kind: "post", title: entry.title, url, text }
    }

    /// The less the better; none when one of the words is not there. Words of the title count most.
    fn rank(&self, words: &[String]) -> Option<usize> {
        let (title, text) = (self.title.to_lowercase(), self.text.to_lowercase());
        let in_text = words.iter().filter(|word| !title.contains(word.as_str()));
        let mut rank = 0;
        for word in in_text {
            if !text.contains(word.as_str()) {
                return None;
            }
            rank += 1;
        }
        Some(rank)
    }

    fn shown(&self) -> Value {
        let text: String = self.text.trim().chars().take(EXCERPT).collect();
        let more = if self.text.trim().chars().count() > EXCERPT { "…" } else { "" };
        json!({"kind": self.kind, "title": self.title, "fullUrl": self.url, "excerpt": format!("{text}{more}")})
    }
}

/// The words that people read in a document.
fn text_of(document: &Document) -> String {
    /// Settings that hold what people read.
    const TEXTS: [&str; 6] = ["html", "text", "title", "heading", "caption", "quote"];
    let blocks = document.blocks().flat_map(|block| {
        TEXTS
            .iter()
            .filter_map(|name| block.settings.get(*name).and_then(Value::as_str))
            .map(words_of)
            .collect::<Vec<_>>()
    });
    blocks.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_words_must_be_there_and_titles_come_first() {
        let page = |title: &str, text: &str| Candidate {
            kind: "page",
            title: title.to_owned(),
            url: "/x".to_owned(),
            text: text.to_owned(),
        };
        let words = ["blue".to_owned(), "mug".to_owned()];
        assert_eq!(page("Blue Mug", "").rank(&words), Some(0));
        assert_eq!(page("Mug", "It is blue.").rank(&words), Some(1));
        assert_eq!(page("Cup", "A blue mug").rank(&words), Some(2));
        assert_eq!(page("Mug", "green").rank(&words), None);
    }
}
