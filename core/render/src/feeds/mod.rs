//! Feeds of blogs, whole or filtered, for feed readers.

mod atom;
mod events;
mod json_feed;
mod model;
mod rss;
mod xml;

use std::io;

use bytes::Bytes;
use serde_json::{Value, json};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::{CollectionKind, PageAccess};
use stoa_kernel::translation::TranslatedKind;
use stoa_kernel::{TenantCtx, boxed};
use stoa_locale::Locale;
use stoa_site::content::{self, Collection};
use stoa_site::posts::{self, Post};
use stoa_site::{settings, translations};

use crate::cache::etag;
use crate::data::{is_of_events, list_address, post_address, posts_wanted};
use crate::page_call::PageCall;
use crate::resolve::{PageQuery, parameter};
use crate::{RenderError, Renderer};
use events::{Clock, when_and_where};
pub(crate) use model::timestamp;
use model::{Entry, Feed, absolute, urn};

const POSTS_IN_FEED: usize = 20;

/// Feed format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeedFormat {
    /// RSS 2.0.
    Rss,
    /// Atom 1.0 (RFC 4287).
    Atom,
    /// JSON Feed 1.1.
    JsonFeed,
}

/// Response with a feed, a sitemap or `robots.txt`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedResponse {
    /// The document.
    pub body: Bytes,
    /// ETag.
    pub etag: String,
}

impl From<String> for FeedResponse {
    fn from(text: String) -> Self {
        Self { etag: etag(text.as_bytes()), body: Bytes::from(text) }
    }
}

impl FeedFormat {
    const ALL: [Self; 3] = [Self::Rss, Self::Atom, Self::JsonFeed];

    /// The format in the query parameter `format`; none when no feed is requested.
    pub fn requested_format(query: &str) -> Option<Self> {
        let name = parameter(query, "format")?;
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Its media type.
    pub fn content_type(self) -> &'static str {
        match self {
            Self::Rss => "application/rss+xml; charset=utf-8",
            Self::Atom => "application/atom+xml; charset=utf-8",
            Self::JsonFeed => "application/feed+json",
        }
    }

    fn media_type(self) -> &'static str {
        match self {
            Self::Rss => "application/rss+xml",
            Self::Atom => "application/atom+xml",
            Self::JsonFeed => "application/feed+json",
        }
    }

    /// Its name in URLs.
    fn name(self) -> &'static str {
        match self {
            Self::Rss => "rss",
            Self::Atom => "atom",
            Self::JsonFeed => "json-feed",
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::Rss => "RSS",
            Self::Atom => "Atom",
            Self::JsonFeed => "JSON Feed",
        }
    }

    fn written(self, feed: &Feed) -> io::Result<Vec<u8>> {
        match self {
            Self::Rss => rss::written(feed),
            Self::Atom => atom::written(feed),
            Self::JsonFeed => json_feed::written(feed),
        }
    }
}

impl Renderer {
    /// The newest posts of the blog at a URL, filtered like its list; none when there is no public blog.
    ///
    /// # Errors
    /// When the database refuses.
    #[boxed]
    pub async fn feed(
        ctx: &TenantCtx,
        db: &TenantDb,
        call: &PageCall,
        format: FeedFormat,
    ) -> Result<Option<FeedResponse>, RenderError> {
        let tx = db.read().await?.in_language(call.language_tag());
        let blog = match call.path.trim_matches('/') {
            "" => content::home(&tx).await?,
            url_id => content::by_url(&tx, url_id).await?,
        };
        let Some(blog) = blog else { return Ok(None) };
        let hides = call.language.as_ref().filter(|language| language.hides_untranslated);
        let is_hidden = match hides {
            Some(language) => {
                !translations::is_translated(&tx, &language.tag, TranslatedKind::Page, blog.id.as_str()).await?
            }
            None => false,
        };
        if is_hidden || !has_feed(&tx, &blog).await? {
            return Ok(None);
        }
        let feed = gathered(&tx, &blog, call, format, ctx.now()).await?;
        let body = format.written(&feed).map_err(|error| RenderError::Broken(Box::new(error)))?;
        Ok(Some(FeedResponse { etag: etag(&body), body: Bytes::from(body) }))
    }
}

/// The feeds of a blog for the heads of its pages: of the whole blog, or filtered.
pub(crate) async fn links(tx: &TenantTx, blog: &Collection, by: &[(&'static str, &str)]) -> Result<Value, RenderError> {
    if !has_feed(tx, blog).await? {
        return Ok(json!([]));
    }
    let link = |format: FeedFormat| {
        let parameters = by.iter().copied().chain([("format", format.name())]);
        json!({
            "type": format.media_type(),
            "title": format!("{} ({})", titled(&blog.title, by), format.title()),
            "url": list_address(&blog.full_url, parameters),
        })
    };
    Ok(FeedFormat::ALL.into_iter().map(link).collect())
}

/// Whether it is a public blog.
async fn has_feed(tx: &TenantTx, collection: &Collection) -> Result<bool, RenderError> {
    let is_open = collection.kind == CollectionKind::Blog && collection.settings.access == PageAccess::Public;
    Ok(is_open && content::site_lock(tx).await?.is_none())
}

async fn gathered(
    tx: &TenantTx,
    blog: &Collection,
    call: &PageCall,
    format: FeedFormat,
    now: Timestamp,
) -> Result<Feed, RenderError> {
    let mut site = settings::site_row(tx).await?;
    if let Some(language) = &call.language {
        site.language.clone_from(&language.tag);
    }
    let query = PageQuery::read(&call.query);
    let by = query.of_posts();
    let posts = posts::list(tx, &posts_wanted(blog, &query, POSTS_IN_FEED, now)).await?;
    let clock = Clock { locale: Locale::parse(&site.language).unwrap_or_default(), zone: &site.time_zone };
    let entries: Vec<Entry> = posts.iter().map(|post| entry(post, blog, call, &clock)).collect();
    let changes = entries.iter().map(|entry| entry.updated_on).chain([blog.updated_on]);
    let own = by.iter().copied().chain([("format", format.name())]);
    let description = [&blog.description, &site.description, &blog.title].into_iter().find(|text| !text.is_empty());
    Ok(Feed {
        id: urn(&in_language(&list_address(blog.id.as_str(), by.iter().copied()).to_lowercase(), call)),
        title: format!("{} — {}", titled(&blog.title, &by), site.title),
        description: description.cloned().unwrap_or_default(),
        updated_on: changes.max().unwrap_or_default(),
        home: absolute(&call.origin, &call.address(&list_address(&blog.full_url, by.iter().copied()))),
        address: absolute(&call.origin, &call.address(&list_address(&blog.full_url, own))),
        language: site.language,
        author: site.title,
        entries,
    })
}

fn entry(post: &Post, blog: &Collection, call: &PageCall, clock: &Clock<'_>) -> Entry {
    let fields = &post.fields;
    let event = if is_of_events(blog) { when_and_where(fields, clock) } else { String::new() };
    Entry {
        id: urn(&in_language(post.id.as_str(), call)),
        title: post.title.clone(),
        address: absolute(&call.origin, &call.address(&post_address(post, blog))),
        published_on: post.published_on,
        updated_on: post.updated_on.max(post.published_on),
        author: Some(fields.author.trim()).filter(|name| !name.is_empty()).map(str::to_owned),
        labels: fields.categories.iter().chain(&fields.tags).cloned().collect(),
        html: format!("{event}{}", fields.excerpt),
    }
}

/// What an id is made from: the same post is another entry in another language.
fn in_language(id: &str, call: &PageCall) -> String {
    call.language.as_ref().map_or_else(|| id.to_owned(), |language| format!("{id}\n{}", language.tag))
}

/// The title of a blog with its filter.
fn titled(title: &str, by: &[(&'static str, &str)]) -> String {
    let names: Vec<&str> = by.iter().map(|(_, name)| *name).collect();
    if names.is_empty() { title.to_owned() } else { format!("{title}: {}", names.join(", ")) }
}
