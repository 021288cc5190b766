//! Posts of a blog, grouped or as a list.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;
use serde_json::{Value, json};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::CollectionKind;
use stoa_kernel::id::CollectionId;
use stoa_site::cache_tags;
use stoa_site::content::{self, Collection};
use stoa_site::posts::{self, Post, PostQuery};

use super::{Preparing, number, text};
use crate::RenderError;
use crate::data::{post, post_address};

/// Maximum number of posts that are grouped.
pub(super) const MAX_POSTS: usize = 500;
const MAX_NEWEST: usize = 20;
/// Number of font sizes of a tag cloud.
const WEIGHTS: usize = 5;

/// Grouping key of posts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grouping {
    Author,
    Category,
    Tag,
    Month,
    Year,
}

/// A blog and its visible posts, newest first, or its events, the next one first.
pub(super) struct Blog {
    pub(super) collection: Collection,
    pub(super) posts: Vec<Post>,
}

impl Preparing<'_> {
    pub(super) async fn blog(&mut self, count: usize) -> Result<Option<Blog>, RenderError> {
        let Some(id) = text(self.settings, "collection").and_then(|id| id.parse::<CollectionId>().ok()) else {
            return Ok(None);
        };
        self.tags.insert(cache_tags::POSTS.to_owned());
        self.tags.insert(cache_tags::collection(&id));
        let found = content::published_by_id(self.tx, &id).await?;
        let Some(collection) = found.filter(|found| found.kind == CollectionKind::Blog) else { return Ok(None) };
        let posts = posts::list(self.tx, &PostQuery::latest(&id, collection.type_code, count, self.around.now)).await?;
        Ok(Some(Blog { collection, posts }).filter(|blog| !blog.posts.is_empty()))
    }

    pub(super) async fn newest(mut self) -> Result<Value, RenderError> {
        let count = number(self.settings, "count", 1..=MAX_NEWEST);
        Ok(self.blog(count).await?.map_or(Value::Null, |blog| {
            let posts: Vec<Value> = blog.posts.iter().map(|post| blog.link(post)).collect();
            json!({"collection": blog.itself(), "posts": posts})
        }))
    }

    pub(super) async fn grouped(mut self, grouping: Grouping) -> Result<Value, RenderError> {
        let zone = TimeZone::get(self.around.time_zone).unwrap_or(TimeZone::UTC);
        Ok(self.blog(MAX_POSTS).await?.map_or(Value::Null, |blog| blog.grouped(grouping, &zone)))
    }
}

impl Blog {
    /// The blog as a link.
    fn itself(&self) -> Value {
        let Collection { title, full_url, .. } = &self.collection;
        json!({"title": title, "url": full_url, "feed": format!("{full_url}?format=rss")})
    }

    /// A post as a link.
    pub(super) fn link(&self, post: &Post) -> Value {
        json!({"title": post.title, "url": post_address(post, &self.collection), "on": self.date(post)})
    }

    /// Publication time of a post, or start of an event.
    pub(super) fn date(&self, post: &Post) -> Timestamp {
        if self.is_of_events() { post.starts() } else { post.published_on }
    }

    pub(super) fn is_of_events(&self) -> bool {
        post::is_of_events(&self.collection)
    }

    fn grouped(&self, grouping: Grouping, zone: &TimeZone) -> Value {
        let mut groups: BTreeMap<String, (&str, Vec<&Post>)> = BTreeMap::new();
        for post in &self.posts {
            let names: Vec<&str> = match grouping {
                Grouping::Author => vec![post.fields.author.as_str()],
                Grouping::Category => post.fields.categories.iter().map(String::as_str).collect(),
                Grouping::Tag => post.fields.tags.iter().map(String::as_str).collect(),
                Grouping::Month | Grouping::Year => {
                    groups
                        .entry(period(self.date(post), grouping, zone))
                        .or_insert_with(|| ("", Vec::new()))
                        .1
                        .push(post);
                    continue;
                }
            };
            for name in names.into_iter().filter(|name| !name.is_empty()) {
                groups.entry(name.to_lowercase()).or_insert_with(|| (name, Vec::new())).1.push(post);
            }
        }
        let most = groups.values().map(|(_, posts)| posts.len()).max().unwrap_or(1);
        let shown = |key: &str, name: &str| match grouping {
            Grouping::Month => Value::Null,
            Grouping::Year => json!(key),
            Grouping::Author | Grouping::Category | Grouping::Tag => json!(name),
        };
        let mut groups: Vec<Value> =
            groups.iter().map(|(key, (name, posts))| self.group(grouping, &shown(key, name), posts, most)).collect();
        if matches!(grouping, Grouping::Month | Grouping::Year) {
            groups.reverse();
        }
        json!({"collection": self.itself(), "groups": groups})
    }

    fn group(&self, grouping: Grouping, name: &Value, posts: &[&Post], most: usize) -> Value {
        let parameter = match grouping {
            Grouping::Tag => Some("tag"),
            Grouping::Category => Some("category"),
            Grouping::Author => Some("author"),
            Grouping::Month | Grouping::Year => None,
        };
        let links: Vec<Value> =
            if grouping == Grouping::Tag { Vec::new() } else { posts.iter().map(|post| self.link(post)).collect() };
        json!({
            "url": parameter.map(|by| narrowed(&self.collection, by, name.as_str().unwrap_or_default())),
            "name": name,
            "on": posts.first().map(|post| self.date(post)),
            "count": posts.len(),
            "weight": 1 + (posts.len() - 1) * (WEIGHTS - 1) / (most - 1).max(1),
            "posts": links,
        })
    }
}

fn narrowed(blog: &Collection, by: &str, name: &str) -> String {
    let query: String = url::form_urlencoded::Serializer::new(String::new()).append_pair(by, name).finish();
    format!("{}?{query}", blog.full_url)
}

/// Year, or year and month, of a time.
fn period(on: Timestamp, grouping: Grouping, zone: &TimeZone) -> String {
    let date = jiff::Timestamp::from_millisecond(on.ms()).unwrap_or_default().to_zoned(zone.clone()).date();
    match grouping {
        Grouping::Year => format!("{:04}", date.year()),
        _ => format!("{:04}-{:02}", date.year(), date.month()),
    }
}
