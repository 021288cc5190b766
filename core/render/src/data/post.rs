use std::collections::HashMap;

use serde_json::{Value, json};
use stoa_kernel::id::AssetId;
use stoa_site::content::{Collection, CollectionType};
use stoa_site::media::Asset;
use stoa_site::posts::Post;
use stoa_site::{discussions, drawn_of};

use super::image;

/// States of the comments on a post.
const COMMENTS_CLOSED: i32 = 0;
const COMMENTS_OPEN: i32 = 1;
/// Blocks that lists can show in the place of a picture.
const PROMOTED: [&str; 5] = ["audio", "gallery", "image", "quote", "video"];

/// A post as lists show it: without its blocks.
pub(crate) fn listed(post: &Post, blog: &Collection, assets: &HashMap<AssetId, Asset>) -> Value {
    let fields = &post.fields;
    let external_link = Some(&fields.external_link).filter(|link| !link.is_empty());
    let picture = fields.image.as_ref().and_then(|id| assets.get(id));
    json!({
        "id": post.id,
        "collectionId": blog.id,
        "recordType": record_type(blog),
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
        "promotedBlockType": promoted_block(post),
        "publicCommentCount": post.discussion.comments,
        "commentState": if post.discussion.open { COMMENTS_OPEN } else { COMMENTS_CLOSED },
        "likeCount": post.discussion.likes,
        "shareButtonOptions": {},
        "folder": false,
        "folderBehavior": Value::Null,
        "collection": {"id": blog.id, "type": blog.type_code, "title": blog.title, "fullUrl": blog.full_url},
        "startDate": fields.starts_on,
        "endDate": fields.ends_on,
        "location": fields.location,
    })
}

/// What pages depend on that list posts: the comments and likes of each, beside the posts themselves.
pub(crate) fn tags(posts: &[Post]) -> impl Iterator<Item = String> {
    let discussions = posts.iter().map(|post| discussions::tag(post.id.as_str()));
    std::iter::once(drawn_of::POSTS.to_owned()).chain(discussions)
}

/// The kind of the block that a post begins with, where that is a picture, a film or the like.
fn promoted_block(post: &Post) -> Option<&str> {
    let first = post.document.blocks().next()?;
    PROMOTED.contains(&first.kind.as_str()).then_some(first.kind.as_str())
}

fn record_type(blog: &Collection) -> i32 {
    CollectionType::from_code(blog.type_code).unwrap_or(CollectionType::Generic).record_type()
}

/// Path of a post on the site.
pub(crate) fn address(post: &Post, blog: &Collection) -> String {
    format!("/{}/{}", blog.url_id, post.url_id)
}
