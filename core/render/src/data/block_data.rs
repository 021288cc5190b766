//! Loads the data of all blocks of a document in one pass.

use std::collections::{BTreeSet, HashMap};

use serde_json::{Map, Value};
use stoa_commerce::catalogue::{self, CataloguePage};
use stoa_document::{Block, Document};
use stoa_entity::TenantTx;
use stoa_entity::tenant::site::SiteAddress;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::CollectionKind;
use stoa_kernel::id::{AssetId, CollectionId, ProductId};
use stoa_kernel::page::PageRequest;
use stoa_messages::Texts;
use stoa_page::{BlockContents, BlockNeed};
use stoa_site::content::{self, Collection};
use stoa_site::media::{self, Asset};
use stoa_site::posts::{self, Post, PostQuery};
use stoa_site::{cache_tags, plugin_data};

use super::merchandising::Merchandising;
use super::prepare::Preparing;
use super::{image, post, shop};
use crate::RenderError;
use crate::blocks::SiteKinds;
use crate::plugin::PluginBlockData;

/// Number of posts or products of a block without a count.
const DEFAULT_COUNT: usize = 6;
const MAX_ITEMS: usize = 50;

/// Name of what a plugin has stored, in the data of its block.
const STORED: &str = "stored";

/// Context for loading.
pub(crate) struct BlockDataContext<'a> {
    pub(crate) kinds: &'a SiteKinds,
    pub(crate) multiple_quantity_for_services: bool,
    /// Texts in the language of the page.
    pub(crate) texts: Texts<'a>,
    pub(crate) now: Timestamp,
    /// IANA name of the site's time zone.
    pub(crate) time_zone: &'a str,
    /// Address and coordinates of the site's location.
    pub(crate) site_address: &'a SiteAddress,
}

/// Loaded data.
#[derive(Debug, Default)]
pub(crate) struct LoadedBlockData {
    /// Settings and data of each block.
    pub(crate) contents: BlockContents,
    /// Cache tags of the page.
    pub(crate) tags: BTreeSet<String>,
    /// Merchandising data of its products.
    pub(crate) merchandising: Merchandising,
}

/// Data of a block before its images are loaded.
enum UnresolvedData {
    Products(Vec<Value>),
    Posts(Box<Collection>, Vec<Post>),
    Product(Value),
    Prepared(Value),
}

/// Loads the data of a document's blocks.
pub(crate) async fn load_block_data(
    tx: &TenantTx,
    document: &Document,
    around: &BlockDataContext<'_>,
) -> Result<LoadedBlockData, RenderError> {
    let mut gathered = LoadedBlockData::default();
    let mut asset_ids = BTreeSet::new();
    let (mut shown, mut stored) = (HashMap::new(), HashMap::new());
    for block in document.blocks() {
        let settings = around.kinds.complete(block, around.texts);
        let kind = around.kinds.library().get(&block.kind);
        let needs = kind.map_or(&[][..], |kind| &kind.needs);
        let of_plugin = around.kinds.data_of_plugin(&block.kind);
        asset_ids.extend(assets_of(needs, &settings));
        let found = match (needs.first(), block.kind.as_str()) {
            (Some(BlockNeed::Items), "summary") => latest_posts(tx, &settings, around, &mut gathered.tags).await?,
            (Some(BlockNeed::Items), _) => products(tx, &settings, around, &mut gathered).await?,
            (Some(BlockNeed::Item), _) => product(tx, &settings, around, &mut gathered).await?,
            (None, _) if of_plugin.is_some_and(|own| own.gets.products || own.gets.entries) => {
                let gets = of_plugin.map(|own| own.gets).unwrap_or_default();
                of_collection(tx, gets, &settings, around, &mut gathered).await?
            }
            _ => match kind.and_then(|kind| kind.preparation) {
                Some(preparation) => {
                    let preparing = Preparing { tx, around, settings: &settings, tags: &mut gathered.tags };
                    Some(UnresolvedData::Prepared(preparing.prepare(preparation).await?))
                }
                None => None,
            },
        };
        if let Some(UnresolvedData::Posts(_, posts)) = &found {
            asset_ids.extend(posts.iter().filter_map(|post| post.fields.image.clone()));
        }
        shown.extend(found.map(|found| (block.id.clone(), found)));
        if let Some(own) = of_plugin.filter(|own| own.gets.stored) {
            let value = plugin_data::stored(tx, &own.plugin_id, &own.own_name, around.now).await?;
            stored.insert(block.id.clone(), value);
        }
        gathered.contents.settings.insert(block.id.clone(), settings);
    }
    let ids: Vec<AssetId> = asset_ids.into_iter().collect();
    let assets = media::with_posters(tx, &ids).await?;
    for block in document.blocks() {
        let mut data = block_data(block, &gathered.contents.settings, shown.get(&block.id), &assets, around);
        if let (Some(members), Some(value)) = (data.as_object_mut(), stored.remove(&block.id)) {
            members.insert(STORED.to_owned(), value);
        }
        gathered.contents.data.insert(block.id.clone(), data);
    }
    Ok(gathered)
}

fn text<'a>(settings: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    settings.get(name).and_then(Value::as_str).filter(|text| !text.is_empty())
}

fn count(settings: &Map<String, Value>) -> usize {
    let named = settings.get("count").and_then(Value::as_u64).and_then(|count| usize::try_from(count).ok());
    named.unwrap_or(DEFAULT_COUNT).clamp(1, MAX_ITEMS)
}

fn assets_of(needs: &[BlockNeed], settings: &Map<String, Value>) -> Vec<AssetId> {
    let single = needs.contains(&BlockNeed::Asset).then(|| text(settings, "asset")).flatten();
    let list = settings.get("assets").and_then(Value::as_array).filter(|_| needs.contains(&BlockNeed::Assets));
    let list = list.into_iter().flatten().filter_map(Value::as_str);
    single.into_iter().chain(list).filter_map(|id| id.parse().ok()).collect()
}

/// What a plugin's block gets of the page that its setting `collection` names.
async fn of_collection(
    tx: &TenantTx,
    gets: PluginBlockData,
    settings: &Map<String, Value>,
    around: &BlockDataContext<'_>,
    gathered: &mut LoadedBlockData,
) -> Result<Option<UnresolvedData>, RenderError> {
    if !gets.entries {
        return products(tx, settings, around, gathered).await;
    }
    let Some(id) = text(settings, "collection").and_then(|id| id.parse::<CollectionId>().ok()) else {
        return Ok(None);
    };
    gathered.tags.insert(cache_tags::collection(&id));
    match content::published_by_id(tx, &id).await?.map(|page| page.kind) {
        Some(CollectionKind::Store) if gets.products => products(tx, settings, around, gathered).await,
        Some(CollectionKind::Blog) => latest_posts(tx, settings, around, &mut gathered.tags).await,
        _ => Ok(None),
    }
}

async fn products(
    tx: &TenantTx,
    settings: &Map<String, Value>,
    around: &BlockDataContext<'_>,
    gathered: &mut LoadedBlockData,
) -> Result<Option<UnresolvedData>, RenderError> {
    let Some(id) = text(settings, "collection").and_then(|id| id.parse::<CollectionId>().ok()) else {
        return Ok(None);
    };
    gathered.tags.insert(cache_tags::collection(&id));
    if content::published_by_id(tx, &id).await?.is_none() {
        return Ok(None);
    }
    let limit = u64::try_from(count(settings)).ok();
    let wanted = CataloguePage {
        collection_id: id,
        category: text(settings, "category").map(str::to_owned),
        request: PageRequest::new(None, limit),
    };
    let items = catalogue::page(tx, &wanted).await?.items;
    gathered.tags.extend(items.iter().map(|item| format!("product:{}", item.id)));
    gathered.merchandising.note(&items);
    let shown = |item| shop::product(item, around.multiple_quantity_for_services, around.texts);
    let items = items.iter().map(shown);
    Ok(Some(UnresolvedData::Products(items.collect())))
}

async fn product(
    tx: &TenantTx,
    settings: &Map<String, Value>,
    around: &BlockDataContext<'_>,
    gathered: &mut LoadedBlockData,
) -> Result<Option<UnresolvedData>, RenderError> {
    let Some(id) = text(settings, "product").and_then(|id| id.parse::<ProductId>().ok()) else { return Ok(None) };
    gathered.tags.insert(format!("product:{id}"));
    let found = catalogue::items(tx, &[id]).await?;
    gathered.merchandising.note(&found);
    let shown = |item| shop::product(item, around.multiple_quantity_for_services, around.texts);
    Ok(found.first().map(|item| UnresolvedData::Product(shown(item))))
}

async fn latest_posts(
    tx: &TenantTx,
    settings: &Map<String, Value>,
    around: &BlockDataContext<'_>,
    tags: &mut BTreeSet<String>,
) -> Result<Option<UnresolvedData>, RenderError> {
    let Some(id) = text(settings, "collection").and_then(|id| id.parse::<CollectionId>().ok()) else {
        return Ok(None);
    };
    tags.insert(cache_tags::POSTS.to_owned());
    let Some(blog) = content::published_by_id(tx, &id).await? else { return Ok(None) };
    let latest = PostQuery::latest(&id, blog.type_code, count(settings), around.now);
    let wanted = PostQuery { tag: text(settings, "tag"), category: text(settings, "category"), ..latest };
    let mut posts = posts::list(tx, &wanted).await?;
    posts::add_discussions(tx, &mut posts, around.now).await?;
    tags.extend(post::tags(&posts));
    Ok(Some(UnresolvedData::Posts(Box::new(blog), posts)))
}

fn block_data(
    block: &Block,
    settings: &HashMap<String, Map<String, Value>>,
    shown: Option<&UnresolvedData>,
    assets: &HashMap<AssetId, Asset>,
    around: &BlockDataContext<'_>,
) -> Value {
    let none = Map::new();
    let settings = settings.get(&block.id).unwrap_or(&none);
    let needs = around.kinds.library().get(&block.kind).map_or(&[][..], |kind| &kind.needs);
    let mut data = Map::new();
    for need in needs {
        let value = need.of_settings(&block.id, settings).unwrap_or_else(|| match need {
            BlockNeed::Asset => {
                let id = text(settings, "asset").and_then(|id| id.parse::<AssetId>().ok());
                id.and_then(|id| assets.get(&id)).map_or(Value::Null, image::of_asset)
            }
            BlockNeed::Assets => {
                let ids = assets_of(&[BlockNeed::Assets], settings);
                ids.iter()
                    .filter_map(|id| assets.get(id))
                    .map(|asset| image::in_gallery(asset, assets, around.texts))
                    .collect()
            }
            BlockNeed::Items => list_of(shown, assets, around.now),
            BlockNeed::Item => match shown {
                Some(UnresolvedData::Product(product)) => product.clone(),
                _ => Value::Null,
            },
            BlockNeed::Prepared => match shown {
                Some(UnresolvedData::Prepared(prepared)) => prepared.clone(),
                _ => Value::Null,
            },
            BlockNeed::Form => Value::Null,
        });
        data.insert(need.name().to_owned(), value);
    }
    if around.kinds.data_of_plugin(&block.kind).is_some_and(|own| own.gets.products || own.gets.entries) {
        data.insert(BlockNeed::Items.name().to_owned(), list_of(shown, assets, around.now));
    }
    Value::Object(data)
}

fn list_of(shown: Option<&UnresolvedData>, assets: &HashMap<AssetId, Asset>, now: Timestamp) -> Value {
    match shown {
        Some(UnresolvedData::Products(products)) => products.clone().into(),
        Some(UnresolvedData::Posts(blog, posts)) => {
            posts.iter().map(|entry| post::listed(entry, blog, assets, now)).collect()
        }
        Some(UnresolvedData::Product(_) | UnresolvedData::Prepared(_)) | None => Value::Array(Vec::new()),
    }
}
