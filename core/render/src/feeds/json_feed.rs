//! Feeds as JSON Feed 1.1.

use std::io;

use serde::Serialize;

use super::model::{Entry, Feed, timestamp};

const VERSION: &str = "https://jsonfeed.org/version/1.1";

#[derive(Serialize)]
struct FeedDocument<'a> {
    version: &'static str,
    title: &'a str,
    home_page_url: &'a str,
    feed_url: &'a str,
    description: &'a str,
    language: &'a str,
    authors: [Author<'a>; 1],
    items: Vec<Item<'a>>,
}

#[derive(Serialize)]
struct Item<'a> {
    id: &'a str,
    url: &'a str,
    title: &'a str,
    content_html: &'a str,
    date_published: String,
    date_modified: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    authors: Option<[Author<'a>; 1]>,
    tags: &'a [String],
}

#[derive(Serialize)]
struct Author<'a> {
    name: &'a str,
}

pub(super) fn written(feed: &Feed) -> io::Result<Vec<u8>> {
    let whole = FeedDocument {
        version: VERSION,
        title: &feed.title,
        home_page_url: &feed.home,
        feed_url: &feed.address,
        description: &feed.description,
        language: &feed.language,
        authors: [Author { name: &feed.author }],
        items: feed.entries.iter().map(item).collect(),
    };
    Ok(serde_json::to_vec(&whole)?)
}

fn item(entry: &Entry) -> Item<'_> {
    Item {
        id: &entry.id,
        url: &entry.address,
        title: &entry.title,
        content_html: &entry.html,
        date_published: timestamp(entry.published_on),
        date_modified: timestamp(entry.updated_on),
        authors: entry.author.as_deref().map(|name| [Author { name }]),
        tags: &entry.labels,
    }
}
