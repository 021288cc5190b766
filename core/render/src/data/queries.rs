//! Queries in templates of the original form: items of blogs and stores, pages of folders, categories.

use serde_json::{Value, json};
use stoa_commerce::catalogue::{self, Selection};
use stoa_entity::TenantTx;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::{CollectionKind, PageAccess};
use stoa_kernel::id::AssetId;
use stoa_site::content::{self, Collection};
use stoa_site::posts::{self, PostQuery};
use stoa_site::themes::{QUERIES, Query, Source};
use stoa_site::translations::named_labels;
use stoa_site::{cache_tags, media, navigation, settings};

use super::{PageData, lists, post, shop};
use crate::RenderError;
use crate::resolve::PageQuery;

/// The site's password page, for which queries return nothing.
pub(super) const LOCK_SCREEN: &str = "lock-screen.item";

/// Adds the results of a theme's queries to the data of a page.
pub(crate) async fn add_queries(
    tx: &TenantTx,
    queries: &[Query],
    asked: &PageQuery,
    now: Timestamp,
    material: &mut PageData,
) -> Result<(), RenderError> {
    if queries.is_empty() {
        return Ok(());
    }
    let shown = material.data.get("collection").and_then(|collection| collection.get("urlId"));
    let shown = shown.and_then(Value::as_str).map(str::to_owned);
    let finder = QueryRunner { tx, now, shown: shown.as_deref(), chosen: asked.category.as_deref() };
    let mut found = Vec::with_capacity(queries.len());
    for query in queries {
        let collection = match material.template {
            LOCK_SCREEN => None,
            _ => finder.collection(query).await?,
        };
        found.push(match collection {
            Some(collection) => finder.found(query, &collection, material).await?,
            None => json!({"items": [], "categories": []}),
        });
    }
    material.data.insert(QUERIES.to_owned(), Value::Array(found));
    Ok(())
}

struct QueryRunner<'a> {
    tx: &'a TenantTx,
    now: Timestamp,
    /// The slug of the page's collection.
    shown: Option<&'a str>,
    /// The category that the page is filtered by.
    chosen: Option<&'a str>,
}

impl QueryRunner<'_> {
    /// The collection of a query. Collections that are not public are left out, except that of the page itself.
    async fn collection(&self, query: &Query) -> Result<Option<Collection>, RenderError> {
        let url_id = match &query.source {
            Source::Named(url_id) => Some(url_id.as_str()),
            Source::Shown => self.shown,
        };
        let Some(url_id) = url_id else { return Ok(None) };
        let found = content::by_url(self.tx, url_id).await?;
        let open =
            |collection: &Collection| collection.settings.access == PageAccess::Public || self.is_shown(collection);
        let Some(collection) = found.filter(open) else { return Ok(None) };
        let Some(folder) = &query.folder else { return Ok(Some(collection)) };
        let Some(folder) = content::by_url(self.tx, folder).await? else { return Ok(None) };
        let lies_there = self.pages_in(&folder).await?.iter().any(|(_, page)| page.id == collection.id);
        Ok(lies_there.then_some(collection))
    }

    fn is_shown(&self, collection: &Collection) -> bool {
        self.shown == Some(collection.url_id.as_str())
    }

    async fn found(
        &self,
        query: &Query,
        collection: &Collection,
        material: &mut PageData,
    ) -> Result<Value, RenderError> {
        material.tags.insert(cache_tags::collection(&collection.id));
        let facts = json!({"title": collection.title, "urlId": collection.url_id, "fullUrl": collection.full_url});
        if query.wants_categories {
            let categories = self.categories(collection, material).await?;
            return Ok(json!({"collection": facts, "categories": categories}));
        }
        let items = match collection.kind {
            CollectionKind::Blog => self.posts(collection, query, material).await?,
            CollectionKind::Store => self.products(collection, query, material).await?,
            CollectionKind::Folder => self.pages(collection, query, material).await?,
            CollectionKind::Page | CollectionKind::Item | CollectionKind::Area => Vec::new(),
        };
        Ok(json!({"collection": facts, "items": items}))
    }

    async fn posts(
        &self,
        blog: &Collection,
        query: &Query,
        material: &mut PageData,
    ) -> Result<Vec<Value>, RenderError> {
        let wanted = PostQuery {
            any_tag: &query.tags,
            any_category: &query.categories,
            featured: query.featured,
            ..PostQuery::latest(&blog.id, blog.type_code, query.skip + query.limit, self.now)
        };
        let mut found = posts::list(self.tx, &wanted).await?;
        found.drain(..query.skip.min(found.len()));
        posts::add_discussions(self.tx, &mut found, self.now).await?;
        material.tags.extend(post::tags(&found));
        let ids: Vec<AssetId> = found.iter().filter_map(|entry| entry.fields.image.clone()).collect();
        let assets = media::by_ids(self.tx, &ids).await?;
        Ok(found.iter().map(|entry| post::listed(entry, blog, &assets, self.now)).collect())
    }

    async fn products(
        &self,
        store: &Collection,
        query: &Query,
        material: &mut PageData,
    ) -> Result<Vec<Value>, RenderError> {
        // Products cannot be featured.
        if query.featured {
            return Ok(Vec::new());
        }
        let wanted = Selection {
            collection_id: &store.id,
            categories: &query.categories,
            tags: &query.tags,
            skip: query.skip,
            limit: query.limit,
        };
        let found = catalogue::selected(self.tx, &wanted).await?;
        material.tags.extend(found.iter().map(|item| format!("product:{}", item.id)));
        let services = material
            .data
            .get("websiteSettings")
            .and_then(|settings| settings.pointer("/storeSettings/multipleQuantityAllowedForServices"))
            .and_then(Value::as_bool)
            .unwrap_or(true);
        let texts = material.wording.texts();
        Ok(found.iter().map(|item| shop::product(item, services, texts)).collect())
    }

    /// The pages of a folder, in order. They have no tags and categories, and cannot be featured.
    async fn pages(
        &self,
        folder: &Collection,
        query: &Query,
        material: &mut PageData,
    ) -> Result<Vec<Value>, RenderError> {
        if query.featured || !query.tags.is_empty() || !query.categories.is_empty() {
            return Ok(Vec::new());
        }
        let pages = self.pages_in(folder).await?;
        material.tags.extend(pages.iter().map(|(_, page)| cache_tags::collection(&page.id)));
        Ok(pages.iter().skip(query.skip).take(query.limit).map(|(title, page)| page_in_folder(title, page)).collect())
    }

    /// The pages of a folder, with their navigation titles.
    async fn pages_in(&self, folder: &Collection) -> Result<Vec<(String, Collection)>, RenderError> {
        let row = settings::site_row(self.tx).await?;
        let collections = content::collections(self.tx).await?;
        let links = navigation::in_folder(&[&row.main_navigation, &row.footer_navigation], folder, &collections);
        let page = |link: navigation::Link| {
            let page = collections.iter().find(|collection| collection.full_url == link.url)?;
            Some((link.title, page.clone()))
        };
        Ok(links.into_iter().filter_map(page).collect())
    }

    /// The categories of a blog or store, with the URLs of their lists.
    async fn categories(&self, collection: &Collection, material: &mut PageData) -> Result<Vec<Value>, RenderError> {
        let names: Vec<(String, String)> = match collection.kind {
            CollectionKind::Blog => {
                material.tags.insert(cache_tags::POSTS.to_owned());
                let names = posts::categories(self.tx, &collection.id, self.now).await?;
                let named = named_labels(self.tx, names).await?.into_iter();
                named.map(|(label, name)| (name, label)).collect()
            }
            CollectionKind::Store => {
                let menu = catalogue::category_menu(self.tx, &collection.id, None).await?;
                let top = menu.levels.into_iter().next().map(|level| level.categories).unwrap_or_default();
                top.into_iter().map(|category| (category.name, category.url_id)).collect()
            }
            CollectionKind::Page | CollectionKind::Folder | CollectionKind::Item | CollectionKind::Area => Vec::new(),
        };
        Ok(names.iter().map(|(name, url_id)| self.category(collection, name, url_id)).collect())
    }

    fn category(&self, collection: &Collection, name: &str, url_id: &str) -> Value {
        let is_chosen = self.chosen.is_some_and(|chosen| chosen.to_lowercase() == url_id.to_lowercase());
        json!({
            "name": name,
            "urlId": url_id,
            "fullUrl": lists::address(&collection.full_url, [("category", url_id)].into_iter()),
            "active": is_chosen && self.is_shown(collection),
        })
    }
}

/// A page in the list of a folder. The description of a page that is not public is left out.
fn page_in_folder(title: &str, page: &Collection) -> Value {
    let is_open = page.settings.access == PageAccess::Public;
    json!({
        "id": page.id,
        "title": page.title,
        "navigationTitle": title,
        "urlId": page.url_id,
        "fullUrl": page.full_url,
        "description": Some(&page.description).filter(|_| is_open),
        "tags": [],
        "categories": [],
        "starred": false,
    })
}
