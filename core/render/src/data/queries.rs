//! Items of blogs and stores that templates of the original form ask for on any page.

use serde_json::{Value, json};
use stoa_commerce::catalogue::{self, CataloguePage};
use stoa_entity::TenantTx;
use stoa_kernel::id::AssetId;
use stoa_kernel::page::PageRequest;
use stoa_site::content::{self, Collection, CollectionKind};
use stoa_site::posts::{self, PostsWanted};
use stoa_site::themes::{QUERIES, Query};
use stoa_site::{drawn_of, media};

use super::{Material, post, shop};
use crate::RenderError;

/// Adds what the queries of a theme find to the material of a page.
pub(crate) async fn add_queries(
    tx: &TenantTx,
    queries: &[Query],
    now_ms: i64,
    material: &mut Material,
) -> Result<(), RenderError> {
    if queries.is_empty() {
        return Ok(());
    }
    let mut found = Vec::with_capacity(queries.len());
    for query in queries {
        found.push(match content::by_url(tx, &query.collection).await? {
            Some(collection) => {
                material.tags.insert(drawn_of::collection(&collection.id));
                let items = match collection.kind {
                    CollectionKind::Blog => latest(tx, &collection, query, now_ms, material).await?,
                    CollectionKind::Store => products(tx, &collection, query, material).await?,
                    CollectionKind::Page | CollectionKind::Folder | CollectionKind::Item => Vec::new(),
                };
                json!({"collection": {"title": collection.title, "fullUrl": collection.full_url}, "items": items})
            }
            None => json!({"items": []}),
        });
    }
    material.data.insert(QUERIES.to_owned(), Value::Array(found));
    Ok(())
}

async fn latest(
    tx: &TenantTx,
    blog: &Collection,
    query: &Query,
    now_ms: i64,
    material: &mut Material,
) -> Result<Vec<Value>, RenderError> {
    let wanted =
        PostsWanted { tag: query.tag.as_deref(), ..PostsWanted::latest(&blog.id, blog.type_code, query.limit, now_ms) };
    let mut found = posts::list(tx, &wanted).await?;
    posts::add_discussions(tx, &mut found, now_ms).await?;
    material.tags.extend(post::tags(&found));
    let ids: Vec<AssetId> = found.iter().filter_map(|entry| entry.fields.image.clone()).collect();
    let assets = media::by_ids(tx, &ids).await?;
    Ok(found.iter().map(|entry| post::listed(entry, blog, &assets, now_ms)).collect())
}

async fn products(
    tx: &TenantTx,
    store: &Collection,
    query: &Query,
    material: &mut Material,
) -> Result<Vec<Value>, RenderError> {
    let wanted = CataloguePage {
        collection_id: store.id.clone(),
        category: query.category.clone(),
        request: PageRequest::new(None, u64::try_from(query.limit).ok()),
    };
    let found = catalogue::page(tx, &wanted).await?.items;
    material.tags.extend(found.iter().map(|item| format!("product:{}", item.id)));
    let services = material
        .data
        .get("websiteSettings")
        .and_then(|settings| settings.pointer("/storeSettings/multipleQuantityAllowedForServices"))
        .and_then(Value::as_bool)
        .unwrap_or(true);
    Ok(found.iter().map(|item| shop::product(item, services)).collect())
}
