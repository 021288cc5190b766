//! Feeds as RSS 2.0. RSS has no elements for authors' names and for the feed's own URL: Dublin Core and Atom elements
//! are used, as feed readers expect.

use std::io;

use super::FeedFormat;
use super::model::{Entry, Feed, rfc2822};
use super::xml::{ATOM, Xml, around, document, empty, text};

const DUBLIN_CORE: &str = "http://purl.org/dc/elements/1.1/";

pub(super) fn written(feed: &Feed) -> io::Result<Vec<u8>> {
    document(|xml| {
        let root = [("version", "2.0"), ("xmlns:atom", ATOM), ("xmlns:dc", DUBLIN_CORE)];
        around(xml, "rss", &root, |xml| around(xml, "channel", &[], |xml| channel(xml, feed)))
    })
}

fn channel(xml: &mut Xml, feed: &Feed) -> io::Result<()> {
    text(xml, "title", &[], &feed.title)?;
    text(xml, "link", &[], &feed.home)?;
    text(xml, "description", &[], &feed.description)?;
    text(xml, "language", &[], &feed.language)?;
    text(xml, "lastBuildDate", &[], &rfc2822(feed.updated_on))?;
    let own = [("rel", "self"), ("type", FeedFormat::Rss.media_type()), ("href", feed.address.as_str())];
    empty(xml, "atom:link", &own)?;
    feed.entries.iter().try_for_each(|entry| around(xml, "item", &[], |xml| item(xml, entry)))
}

fn item(xml: &mut Xml, entry: &Entry) -> io::Result<()> {
    text(xml, "title", &[], &entry.title)?;
    text(xml, "link", &[], &entry.address)?;
    text(xml, "guid", &[("isPermaLink", "false")], &entry.id)?;
    text(xml, "pubDate", &[], &rfc2822(entry.published_on))?;
    if let Some(author) = &entry.author {
        text(xml, "dc:creator", &[], author)?;
    }
    entry.labels.iter().try_for_each(|label| text(xml, "category", &[], label))?;
    text(xml, "description", &[], &entry.html)
}
