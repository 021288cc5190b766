//! Feeds as Atom 1.0 (RFC 4287).

use std::io;

use super::FeedFormat;
use super::model::{Entry, Feed, timestamp};
use super::xml::{ATOM, Xml, around, document, empty, text};

pub(super) fn written(feed: &Feed) -> io::Result<Vec<u8>> {
    let root = [("xmlns", ATOM), ("xml:lang", feed.language.as_str())];
    document(|xml| around(xml, "feed", &root, |xml| inside(xml, feed)))
}

fn inside(xml: &mut Xml, feed: &Feed) -> io::Result<()> {
    text(xml, "id", &[], &feed.id)?;
    text(xml, "title", &[], &feed.title)?;
    if !feed.description.is_empty() {
        text(xml, "subtitle", &[], &feed.description)?;
    }
    text(xml, "updated", &[], &timestamp(feed.updated_on))?;
    author(xml, &feed.author)?;
    link(xml, "self", FeedFormat::Atom.media_type(), &feed.address)?;
    link(xml, "alternate", "text/html", &feed.home)?;
    feed.entries.iter().try_for_each(|one| around(xml, "entry", &[], |xml| entry(xml, one)))
}

fn entry(xml: &mut Xml, entry: &Entry) -> io::Result<()> {
    text(xml, "id", &[], &entry.id)?;
    text(xml, "title", &[], &entry.title)?;
    text(xml, "published", &[], &timestamp(entry.published_on))?;
    text(xml, "updated", &[], &timestamp(entry.updated_on))?;
    if let Some(name) = &entry.author {
        author(xml, name)?;
    }
    link(xml, "alternate", "text/html", &entry.address)?;
    entry.labels.iter().try_for_each(|label| empty(xml, "category", &[("term", label.as_str())]))?;
    if entry.html.is_empty() { Ok(()) } else { text(xml, "content", &[("type", "html")], &entry.html) }
}

fn author(xml: &mut Xml, name: &str) -> io::Result<()> {
    around(xml, "author", &[], |xml| text(xml, "name", &[], name))
}

fn link(xml: &mut Xml, rel: &str, media_type: &str, address: &str) -> io::Result<()> {
    empty(xml, "link", &[("rel", rel), ("type", media_type), ("href", address)])
}
