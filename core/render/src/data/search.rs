//! The search page: public pages that contain the search terms.

use async_trait::async_trait;
use serde_json::{Value, json};
use stoa_commerce::catalogue;
use stoa_document::{Document, Readable, formatted, readable};
use stoa_kernel::content::{CollectionKind, PageAccess};
use stoa_kernel::search::folded;
use stoa_kernel::translation::TranslatedKind;
use stoa_messages::Texts;
use stoa_site::content::{self, Collection};
use stoa_site::posts::{self, Post, PostOrder, PostQuery};
use stoa_site::settings;

use super::fixed_pages::FixedPage;
use super::html_text::{spaced, words_of};
use super::lists::escaped;
use super::load::Loader;
use super::part::Part;
use super::post;
use super::translations::lay_over_blocks_of_all;
use crate::PageType;
use crate::RenderError;

/// Results per page.
const A_PAGE: usize = 20;
/// Number of posts searched in one batch.
const BATCH: usize = 200;
/// Maximum number of posts of a blog that are searched, newest first.
const MAX_POSTS: usize = 10_000;
/// Maximum length of a result's text, characters.
const EXCERPT: usize = 200;

/// Kinds of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Page,
    Post,
    Event,
    Work,
    Product,
}

impl Kind {
    const ALL: [Self; 5] = [Self::Page, Self::Post, Self::Event, Self::Work, Self::Product];

    fn name(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Post => "post",
            Self::Event => "event",
            Self::Work => "work",
            Self::Product => "product",
        }
    }

    /// The message that names it.
    fn title(self) -> &'static str {
        match self {
            Self::Page => "storefront.searchPages",
            Self::Post => "storefront.searchPosts",
            Self::Event => "storefront.searchEvents",
            Self::Work => "storefront.searchProjects",
            Self::Product => "storefront.searchProducts",
        }
    }

    /// The kind of a collection and its items.
    fn of(collection: &Collection) -> Option<Self> {
        match collection.kind {
            CollectionKind::Page => Some(Self::Page),
            CollectionKind::Store => Some(Self::Product),
            CollectionKind::Blog => Some(match PostOrder::of(collection.type_code) {
                PostOrder::Newest => Self::Post,
                PostOrder::Events => Self::Event,
                PostOrder::Own => Self::Work,
            }),
            CollectionKind::Folder | CollectionKind::Item | CollectionKind::Area => None,
        }
    }
}

/// A search result.
struct SearchResult {
    kind: Kind,
    title: String,
    url: String,
    text: String,
    rank: usize,
}

/// The search terms.
struct Search {
    words: Vec<String>,
    /// BCP 47 tag of the language of the page.
    language: String,
    found: Vec<SearchResult>,
}

/// The search page.
#[derive(Debug)]
pub(super) struct SearchPage;

#[async_trait]
impl FixedPage for SearchPage {
    fn paths(&self) -> &'static [&'static str] {
        &["/search"]
    }

    fn template(&self) -> &'static str {
        "search.item"
    }

    async fn load(&self, loader: &Loader<'_>, texts: Texts<'_>) -> Result<Part, RenderError> {
        loader.search(Part::titled(self.template(), PageType::Search, "search", "storefront.search"), texts).await
    }
}

impl Loader<'_> {
    async fn search(&self, mut part: Part, texts: Texts<'_>) -> Result<Part, RenderError> {
        let asked = self.query.words.as_deref().unwrap_or_default().trim();
        let kind = Kind::ALL.into_iter().find(|kind| self.query.kind.as_deref() == Some(kind.name()));
        let language = match self.call.language_tag() {
            Some(language) => language,
            None => settings::site_row(self.tx).await?.language,
        };
        let collections = self.open_to_all(&language).await?;
        let offered: Vec<Kind> = Kind::ALL
            .into_iter()
            .filter(|kind| collections.iter().any(|collection| Kind::of(collection) == Some(*kind)))
            .collect();
        let words = folded(asked).split_whitespace().map(str::to_owned).collect();
        let mut search = Search { words, language, found: Vec::new() };
        if !search.words.is_empty() {
            for collection in collections {
                if let Some(own) = Kind::of(&collection).filter(|own| kind.is_none_or(|kind| kind == *own)) {
                    self.search_posts_in_batches(collection, own, &mut search).await?;
                }
            }
        }
        let mut found = search.found;
        found.sort_by(|one, other| one.rank.cmp(&other.rank).then_with(|| one.title.cmp(&other.title)));
        let start = self.query.cursor.as_deref().and_then(|cursor| cursor.parse::<usize>().ok()).unwrap_or(0);
        let count = found.len();
        let shown: Vec<Value> = found.iter().skip(start).take(A_PAGE).map(SearchResult::shown).collect();
        let next = start.saturating_add(A_PAGE);
        let chosen = kind.map(|kind| format!("&type={}", kind.name())).unwrap_or_default();
        let address = format!("/search?q={}{chosen}", escaped(asked));
        let next_url = (next < count).then(|| format!("{address}&cursor={next}"));
        let types: Vec<Value> = offered
            .iter()
            .map(|offered| {
                let title = texts.text(offered.title());
                json!({"name": offered.name(), "title": title, "active": kind == Some(*offered)})
            })
            .collect();
        let types = if types.len() > 1 || kind.is_some() { types } else { Vec::new() };
        part.path = "/search".to_owned();
        let said = json!({"query": asked, "count": count, "asked": !asked.is_empty(), "types": types});
        part.set("search", said);
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

    /// Public collections.
    async fn open_to_all(&self, language: &str) -> Result<Vec<Collection>, RenderError> {
        let mut collections = content::whole_collections(self.tx).await?;
        collections.retain(|own| own.settings.access == PageAccess::Public && !own.settings.no_index);
        let mut documents = Vec::new();
        for own in &mut collections {
            if let Some(document) = own.document.as_mut() {
                document.keep_shown_in(language);
                documents.push((own.id.to_string(), document));
            }
        }
        lay_over_blocks_of_all(self.tx, TranslatedKind::Page, self.kinds, documents).await?;
        Ok(collections)
    }

    async fn search_posts_in_batches(
        &self,
        own: Collection,
        kind: Kind,
        search: &mut Search,
    ) -> Result<(), RenderError> {
        match kind {
            Kind::Page => {
                let text = own.document.as_ref().map(|document| self.text_of(document)).unwrap_or_default();
                let text = format!("{} {text}", own.seo_description);
                search.note(kind, own.title, own.full_url, text);
            }
            Kind::Post | Kind::Event | Kind::Work => self.posts(&own, kind, search).await?,
            Kind::Product => {
                for item in catalogue::searchable_products(self.tx, &own.id).await? {
                    let [excerpt, description] = [&item.excerpt, &item.description].map(|html| words_of(html));
                    let text = format!("{excerpt} {description} {}", item.tags.join(" "));
                    search.note(kind, item.name, format!("/{}/{}", own.url_id, item.url_id), text);
                }
            }
        }
        Ok(())
    }

    async fn posts(&self, blog: &Collection, kind: Kind, search: &mut Search) -> Result<(), RenderError> {
        let mut wanted = PostQuery::newest(&blog.id, BATCH, self.ctx.now());
        for _ in 0..MAX_POSTS / BATCH {
            let mut batch = posts::list(self.tx, &wanted).await?;
            for post in &mut batch {
                post.document.keep_shown_in(&search.language);
            }
            let documents = batch.iter_mut().map(|post| (post.id.to_string(), &mut post.document)).collect();
            lay_over_blocks_of_all(self.tx, TranslatedKind::Post, self.kinds, documents).await?;
            let Some(last) = batch.last().filter(|_| batch.len() == BATCH) else {
                self.note_posts(batch, blog, kind, search);
                break;
            };
            wanted.behind = Some(wanted.spot(last));
            self.note_posts(batch, blog, kind, search);
        }
        Ok(())
    }

    fn note_posts(&self, batch: Vec<Post>, blog: &Collection, kind: Kind, search: &mut Search) {
        for entry in batch {
            let url = post::address(&entry, blog);
            let place = entry.fields.location.as_ref();
            let place = place.map(|place| [&*place.address_title, &*place.address_line2].join(" ")).unwrap_or_default();
            let (excerpt, body) = (words_of(&entry.fields.excerpt), self.text_of(&entry.document));
            let labels = entry.fields.tags.join(" ");
            search.note(kind, entry.title, url, format!("{excerpt} {body} {place} {labels}"));
        }
    }

    /// The visible text of a document.
    fn text_of(&self, document: &Document) -> String {
        let blocks = document.blocks().map(|block| {
            let texts = match self.kinds.library().get(&block.kind) {
                Some(own) => readable(&own.offered.settings_schema, &block.settings),
                None => NAMES.iter().filter_map(|name| formatted(block.settings.get(*name)?)).collect(),
            };
            let words = texts.iter().map(|text| match text {
                Readable::Html(html) => words_of(html),
                Readable::Plain(text) => spaced(text),
            });
            words.collect::<Vec<_>>().join(" ")
        });
        spaced(&blocks.collect::<Vec<_>>().join(" "))
    }
}

/// Settings with visible text in plugin blocks, whose schemas do not mark such settings.
const NAMES: [&str; 6] = ["html", "text", "title", "heading", "caption", "quote"];

impl Search {
    /// Adds an entry if it contains all terms.
    fn note(&mut self, kind: Kind, title: String, url: String, text: String) {
        if let Some(rank) = rank(&self.words, &title, &text) {
            self.found.push(SearchResult { kind, title, url, text: spaced(&text), rank });
        }
    }
}

/// Rank, lower is better; none when a term is missing. Terms in the title weigh most.
fn rank(words: &[String], title: &str, text: &str) -> Option<usize> {
    let (title, text) = (folded(title), folded(text));
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

impl SearchResult {
    fn shown(&self) -> Value {
        let text: String = self.text.chars().take(EXCERPT).collect();
        let more = if self.text.chars().count() > EXCERPT { "…" } else { "" };
        json!({
            "kind": self.kind.name(),
            "title": self.title,
            "fullUrl": self.url,
            "excerpt": format!("{}{more}", text.trim_end()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search_requires_all_words_and_ranks_titles() {
        let words = ["blue".to_owned(), "mug".to_owned()];
        let rank = |title: &str, text: &str| rank(&words, title, text);
        assert_eq!(rank("Blue Mug", ""), Some(0));
        assert_eq!(rank("Mug", "It is blue."), Some(1));
        assert_eq!(rank("Cup", "A blue mug"), Some(2));
        assert_eq!(rank("Mug", "green"), None);
    }
}
