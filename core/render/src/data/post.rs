//! Posts as templates get them in lists.

use std::collections::HashMap;

use serde_json::{Value, json};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::CollectionType;
use stoa_kernel::id::AssetId;
use stoa_site::content::Collection;
use stoa_site::content::items::{RecordType, promoted_block};
use stoa_site::media::Asset;
use stoa_site::posts::Post;
use stoa_site::{cache_tags, discussions};

use super::image;

/// States of a post's comments.
const COMMENTS_CLOSED: i32 = 0;
const COMMENTS_OPEN: i32 = 1;

/// A post in lists: without its blocks.
pub(crate) fn listed(post: &Post, blog: &Collection, assets: &HashMap<AssetId, Asset>, now: Timestamp) -> Value {
    let fields = &post.fields;
    let external_link = Some(&fields.external_link).filter(|link| !link.is_empty());
    let picture = fields.image.as_ref().and_then(|id| assets.get(id));
    let promoted = promoted_block(&post.document);
    let record = RecordType::of(type_of(blog), promoted, external_link.is_some());
    json!({
        "id": post.id,
        "collectionId": blog.id,
        "recordType": record.code(),
        "recordTypeLabel": record.name(),
        "title": post.title,
        "urlId": post.url_id,
        "fullUrl": address(post, blog),
        "excerpt": fields.excerpt,
        "mainImage": picture.map_or(Value::Null, image::of_asset),
        "assetUrl": picture.map(Asset::url),
        "author": {"displayName": fields.author},
        "publishOn": post.published_on,
        "updatedOn": post.updated_on,
        "tags": fields.tags,
        "categories": fields.categories,
        "starred": fields.starred,
        "externalLink": external_link,
        "passthrough": external_link.is_some(),
        "sourceUrl": fields.external_link,
        "promotedBlockType": promoted,
        "publicCommentCount": post.discussion.comments,
        "commentState": if post.discussion.open { COMMENTS_OPEN } else { COMMENTS_CLOSED },
        "likeCount": post.discussion.likes,
        "shareButtonOptions": {},
        "folder": false,
        "folderBehavior": Value::Null,
        "collection": {"id": blog.id, "type": blog.type_code, "title": blog.title, "fullUrl": blog.full_url},
        "startDate": fields.starts_on,
        "endDate": fields.ends_on,
        "past": is_of_events(blog) && fields.starts_on.is_some() && post.is_over(now),
        "location": fields.location,
    })
}

/// Cache tags of a list of posts, besides the posts themselves: the comments and likes of each.
pub(crate) fn tags(posts: &[Post]) -> impl Iterator<Item = String> {
    let discussions = posts.iter().map(|post| discussions::tag(post.id.as_str()));
    std::iter::once(cache_tags::POSTS.to_owned()).chain(discussions)
}

fn type_of(blog: &Collection) -> CollectionType {
    CollectionType::from_code(blog.type_code).unwrap_or(CollectionType::Generic)
}

/// Whether a collection is an event calendar.
pub(crate) fn is_of_events(blog: &Collection) -> bool {
    blog.type_code == CollectionType::Events.code()
}

/// Path of a post on the site.
pub(crate) fn address(post: &Post, blog: &Collection) -> String {
    format!("/{}/{}", blog.url_id, post.url_id)
}
