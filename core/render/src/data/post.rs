use std::collections::HashMap;

use serde_json::{Value, json};
use stoa_kernel::id::AssetId;
use stoa_site::content::Collection;
use stoa_site::media::Asset;
use stoa_site::posts::Post;

use super::image;

/// A post as lists show it: without its blocks.
pub(crate) fn listed(post: &Post, blog: &Collection, assets: &HashMap<AssetId, Asset>) -> Value {
    let picture = post.image.as_ref().and_then(|id| assets.get(id));
    json!({
        "id": post.id,
        "recordType": 1,
        "title": post.title,
        "urlId": post.url_id,
        "fullUrl": address(post, blog),
        "body": "",
        "excerpt": post.excerpt,
        "mainImage": picture.map_or(Value::Null, image::of_asset),
        "assetUrl": picture.map(Asset::url),
        "author": {"displayName": post.author},
        "publishOn": post.published_on,
        "tags": post.tags,
        "categories": [],
    })
}

/// Path of a post on the site.
pub(crate) fn address(post: &Post, blog: &Collection) -> String {
    format!("/{}/{}", blog.url_id, post.url_id)
}
