use std::collections::{BTreeSet, HashMap};

use serde_json::{Map, Value, json};
use stoa_commerce::CommerceError;
use stoa_commerce::catalogue::{self, CatalogueItem, CataloguePage};
use stoa_commerce::checkout::CheckoutView;
use stoa_commerce::{cart, checkout, orders};
use stoa_document::Document;
use stoa_entity::TenantTx;
use stoa_entity::tenant::site as site_table;
use stoa_kernel::TenantCtx;
use stoa_kernel::id::AssetId;
use stoa_kernel::page::PageRequest;
use stoa_site::content::{self, Collection};
use stoa_site::media::{self, Asset};
use stoa_site::posts::{self, Post, PostsWanted};
use stoa_site::settings;

use super::gather::{Around, Gathered, gather};
use super::{image, post, shop, site};
use crate::RenderError;
use crate::blocks::SiteKinds;
use crate::renderer::PageCall;
use crate::resolve::{PageQuery, Target};

const PRODUCTS_A_PAGE: u64 = 24;
const POSTS_A_PAGE: usize = 12;
const RELATED: usize = 4;

/// Everything a page is drawn from.
#[derive(Debug)]
pub(crate) struct Material {
    /// Template of the theme, such as `page.item`.
    pub(crate) template: &'static str,
    /// HTTP status.
    pub(crate) status: u16,
    /// What templates see, without what is drawn.
    pub(crate) data: Map<String, Value>,
    /// Blocks and what they show.
    pub(crate) layout: Option<(Document, Gathered)>,
    /// Whether the drawn blocks are the body of the item instead of the page's.
    pub(crate) body_of_item: bool,
    /// Folder name of the theme.
    pub(crate) theme: String,
    /// BCP 47 tag.
    pub(crate) language: String,
    /// What the page depends on.
    pub(crate) tags: BTreeSet<String>,
    /// Address of the picture shown when the page is shared.
    pub(crate) share_image: Option<String>,
    /// Whether search engines may list the page.
    pub(crate) indexed: bool,
}

/// What is known when a page is loaded.
pub(crate) struct Loader<'a> {
    pub(crate) ctx: &'a TenantCtx,
    pub(crate) tx: &'a TenantTx,
    pub(crate) call: &'a PageCall,
    pub(crate) query: &'a PageQuery,
    pub(crate) kinds: &'a SiteKinds,
    /// The checkout, fetched beforehand because it asks the payment providers.
    pub(crate) checkout: Option<CheckoutView>,
}

/// The part of a page that differs from kind to kind.
struct Part {
    template: &'static str,
    page_type: i64,
    class: &'static str,
    id: String,
    title: String,
    description: String,
    path: String,
    data: Map<String, Value>,
    document: Option<Document>,
    share_image: Option<String>,
    tags: Vec<String>,
    indexed: bool,
}

impl Part {
    fn plain(template: &'static str, page_type: i64, class: &'static str, title: &str) -> Self {
        Self {
            template,
            page_type,
            class,
            id: String::new(),
            title: title.to_owned(),
            description: String::new(),
            path: String::new(),
            data: Map::new(),
            document: None,
            share_image: None,
            tags: Vec::new(),
            indexed: false,
        }
    }

    fn of(template: &'static str, page_type: i64, class: &'static str, collection: &Collection) -> Self {
        let title = if collection.seo_title.is_empty() { &collection.title } else { &collection.seo_title };
        let description =
            if collection.seo_description.is_empty() { &collection.description } else { &collection.seo_description };
        Self {
            id: collection.id.to_string(),
            title: title.clone(),
            description: description.clone(),
            path: collection.full_url.clone(),
            data: Map::from_iter([("collection".to_owned(), collection_data(collection))]),
            document: collection.document.clone(),
            tags: vec![format!("collection:{}", collection.id)],
            indexed: true,
            ..Self::plain(template, page_type, class, "")
        }
    }

    fn set(&mut self, name: &str, value: Value) {
        self.data.insert(name.to_owned(), value);
    }
}

fn collection_data(collection: &Collection) -> Value {
    json!({
        "id": collection.id,
        "type": collection.type_code,
        "title": collection.title,
        "urlId": collection.url_id,
        "fullUrl": collection.full_url,
        "description": collection.description,
        "navigationTitle": collection.navigation_title,
    })
}

impl Loader<'_> {
    /// Loads the material of a target; what turns out not to be there becomes the not-found page.
    pub(crate) async fn load(&self, target: Target) -> Result<Material, RenderError> {
        let row = settings::site_row(self.tx).await?;
        let part = match self.part(&row, target).await {
            Err(RenderError::Commerce(CommerceError::NotFound)) => not_found(),
            other => other?,
        };
        self.material(row, part).await
    }

    async fn part(&self, row: &site_table::Model, target: Target) -> Result<Part, RenderError> {
        let multiple = self.multiple(row);
        match target {
            Target::Page(collection) => Ok(page(collection)),
            Target::Store(collection) => self.store(collection, multiple).await,
            Target::Product(collection, item) => self.product(collection, &item, multiple).await,
            Target::Blog(collection) => self.blog(collection).await,
            Target::Post(collection, post) => self.post(collection, *post).await,
            Target::Cart => self.cart().await,
            Target::Checkout => self.checkout_page().await,
            Target::OrderConfirmed { order_id, auth_code } => {
                let order = orders::by_auth_code(self.tx, &order_id, &auth_code).await?;
                let mut part = Part::plain("order-confirmed.item", 202, "order-confirmed", "Order confirmed");
                part.set("order", shop::order(&order));
                Ok(part)
            }
            Target::OrderStatus { token } => {
                let order = orders::by_status_token(self.tx, &token).await?;
                let mut part = Part::plain("order-status.item", 211, "order-status", "Your order");
                part.set("order", shop::order(&order));
                Ok(part)
            }
            Target::PaymentConfirm { attempt_id } => {
                let attempt = checkout::attempt_summary(self.tx, &attempt_id).await?;
                let mut part = Part::plain("payment-confirm.item", 207, "payment-confirm", "Confirm your payment");
                part.set("payment", shop::payment(&attempt));
                Ok(part)
            }
            Target::NotFound => Ok(not_found()),
        }
    }

    fn multiple(&self, row: &site_table::Model) -> bool {
        let stored = site::store_settings(row);
        stored.get("multipleQuantityAllowedForServices").and_then(Value::as_bool).unwrap_or(true)
    }

    async fn store(&self, collection: Collection, multiple: bool) -> Result<Part, RenderError> {
        let categories = catalogue::categories(self.tx, &collection.id).await?;
        let wanted = CataloguePage {
            collection_id: collection.id.clone(),
            category: self.query.category.clone(),
            request: PageRequest::new(self.query.cursor.clone(), Some(PRODUCTS_A_PAGE)),
        };
        let found = catalogue::page(self.tx, &wanted).await?;
        let mut part = Part::of("products.list", 1, "products-list", &collection);
        part.tags.extend(found.items.iter().map(|item| format!("product:{}", item.id)));
        part.share_image = found.items.iter().find_map(|item| item.pictures.first()).map(catalogue::Picture::url);
        let listed = categories.iter().filter(|category| !category.is_root);
        let listed: Vec<Value> =
            listed.map(|category| json!({"name": category.name, "urlId": category.url_id})).collect();
        let mut data = collection_data(&collection);
        if let Some(object) = data.as_object_mut() {
            object.insert("categories".to_owned(), listed.into());
            object.insert("activeCategory".to_owned(), self.query.category.clone().into());
        }
        part.set("collection", data);
        part.set("items", found.items.iter().map(|item| shop::product(item, multiple)).collect());
        part.set("pagination", self.pagination(&collection, found.next_cursor));
        Ok(part)
    }

    async fn product(&self, collection: Collection, item: &CatalogueItem, multiple: bool) -> Result<Part, RenderError> {
        let wanted = CataloguePage {
            collection_id: collection.id.clone(),
            category: None,
            request: PageRequest::new(None, u64::try_from(RELATED + 1).ok()),
        };
        let around = catalogue::page(self.tx, &wanted).await?.items;
        let related: Vec<&CatalogueItem> = around.iter().filter(|other| other.id != item.id).take(RELATED).collect();
        let mut part = Part::of("products.item", 50, "products-item", &collection);
        part.document = None;
        part.id = item.id.to_string();
        part.title = item.name.clone();
        part.description = plain_text(&item.excerpt);
        part.path = item.full_url.clone();
        part.share_image = item.pictures.first().map(catalogue::Picture::url);
        part.tags.push(format!("product:{}", item.id));
        part.tags.extend(related.iter().map(|other| format!("product:{}", other.id)));
        part.set("item", shop::product(item, multiple));
        part.set("relatedItems", related.iter().map(|other| shop::product(other, multiple)).collect());
        Ok(part)
    }

    async fn blog(&self, collection: Collection) -> Result<Part, RenderError> {
        let wanted = PostsWanted {
            collection_id: &collection.id,
            tag: self.query.tag.as_deref(),
            before: self.query.cursor.as_deref().and_then(|cursor| cursor.parse().ok()),
            count: POSTS_A_PAGE + 1,
            now_ms: self.ctx.now_ms(),
        };
        let mut found = posts::list(self.tx, &wanted).await?;
        let more = found.len() > POSTS_A_PAGE;
        found.truncate(POSTS_A_PAGE);
        let next = found.last().filter(|_| more).map(|last| last.published_on.to_string());
        let ids: Vec<AssetId> = found.iter().filter_map(|post| post.image.clone()).collect();
        let assets = media::by_ids(self.tx, &ids).await?;
        let mut part = Part::of("blog.list", 1, "blog-list", &collection);
        part.tags.push("posts".to_owned());
        part.set("items", found.iter().map(|entry| post::listed(entry, &collection, &assets)).collect());
        part.set("pagination", self.pagination(&collection, next));
        Ok(part)
    }

    async fn post(&self, collection: Collection, entry: Post) -> Result<Part, RenderError> {
        let ids: Vec<AssetId> = entry.image.iter().cloned().collect();
        let assets = media::by_ids(self.tx, &ids).await?;
        let mut part = Part::of("blog.item", 50, "blog-item", &collection);
        part.id = entry.id.to_string();
        part.title = entry.title.clone();
        part.description = plain_text(&entry.excerpt);
        part.path = post::address(&entry, &collection);
        part.share_image = assets.values().next().map(Asset::url);
        part.tags.push("posts".to_owned());
        part.set("item", post::listed(&entry, &collection, &assets));
        part.document = Some(entry.document);
        Ok(part)
    }

    async fn cart(&self) -> Result<Part, RenderError> {
        let view = cart::view_in(self.ctx, self.tx, self.call.cart_token.as_deref()).await?;
        let ids: Vec<AssetId> = view.entries.iter().filter_map(|entry| entry.image_id.clone()).collect();
        let images = image_values(&media::by_ids(self.tx, &ids).await?);
        let mut part = Part::plain("cart.item", 200, "cart", "Shopping cart");
        part.path = "/cart".to_owned();
        part.set("shoppingCart", shop::cart(&view, &|id| images.get(id).cloned()));
        Ok(part)
    }

    async fn checkout_page(&self) -> Result<Part, RenderError> {
        let mut part = Part::plain("checkout.item", 201, "checkout", "Checkout");
        part.path = "/checkout".to_owned();
        let Some(view) = &self.checkout else {
            part.set("checkout", json!({"cartToken": null, "cart": null}));
            return Ok(part);
        };
        let ids: Vec<AssetId> = view.cart.entries.iter().filter_map(|entry| entry.image_id.clone()).collect();
        let images = image_values(&media::by_ids(self.tx, &ids).await?);
        part.set("checkout", shop::checkout(view, &|id| images.get(id).cloned()));
        Ok(part)
    }

    fn pagination(&self, collection: &Collection, next: Option<String>) -> Value {
        let first = self.query.cursor.is_none();
        if first && next.is_none() {
            return Value::Null;
        }
        let kept = [("category", &self.query.category), ("tag", &self.query.tag)];
        let address = |cursor: Option<&str>| {
            let kept = kept.iter().filter_map(|(name, value)| Some((*name, value.as_deref()?)));
            let pairs: Vec<String> = kept
                .chain(cursor.map(|cursor| ("cursor", cursor)))
                .map(|(name, value)| format!("{name}={}", escaped(value)))
                .collect();
            if pairs.is_empty() {
                collection.full_url.clone()
            } else {
                format!("{}?{}", collection.full_url, pairs.join("&"))
            }
        };
        json!({
            "prevPage": !first,
            "prevPageUrl": (!first).then(|| address(None)),
            "nextPage": next.is_some(),
            "nextPageUrl": next.map(|cursor| address(Some(&cursor))),
        })
    }

    async fn material(&self, row: site_table::Model, part: Part) -> Result<Material, RenderError> {
        let collections = content::collections(self.tx).await?;
        let logo_id: Vec<AssetId> = row.logo_asset_id.iter().cloned().collect();
        let logo = media::by_ids(self.tx, &logo_id).await?;
        let facts = site::SiteFacts {
            row: &row,
            collections: &collections,
            logo: logo.values().next(),
            identifier: &self.call.identifier,
            origin: &self.call.origin,
            path: &part.path,
            now_ms: self.ctx.now_ms(),
        };
        let mut data = site::page_data(&facts)?;
        let mut tags: BTreeSet<String> = part.tags.iter().cloned().collect();
        tags.insert("site".to_owned());
        let around = Around {
            kinds: self.kinds,
            multiple_quantity_for_services: self.multiple(&row),
            now_ms: self.ctx.now_ms(),
        };
        let layout = match part.document {
            Some(document) => {
                let gathered = gather(self.tx, &document, &around).await?;
                tags.extend(gathered.tags.iter().cloned());
                Some((document, gathered))
            }
            None => None,
        };
        let description = if part.description.is_empty() { row.description.clone() } else { part.description };
        let canonical = if part.indexed { format!("{}{}", self.call.origin, part.path) } else { String::new() };
        data.insert(
            "page".to_owned(),
            json!({
                "id": part.id,
                "title": part.title,
                "description": description,
                "type": part.page_type,
                "bodyClass": format!("stoa-page-{} stoa-type-{}", part.class, part.page_type),
                "canonicalUrl": canonical,
                "isHome": part.path == "/",
            }),
        );
        data.extend(part.data);
        Ok(Material {
            template: part.template,
            status: if part.page_type == 100 { 404 } else { 200 },
            data,
            layout,
            body_of_item: part.template == "blog.item",
            theme: row.theme,
            language: row.language,
            tags,
            share_image: part.share_image,
            indexed: part.indexed,
        })
    }
}

fn page(collection: Collection) -> Part {
    Part::of("page.item", 2, "page", &collection)
}

fn not_found() -> Part {
    Part::plain("not-found.item", 100, "not-found", "Page not found")
}

fn image_values(assets: &HashMap<AssetId, Asset>) -> HashMap<String, Value> {
    assets.iter().map(|(id, asset)| (id.to_string(), image::of_asset(asset))).collect()
}

/// HTML without its tags, shortened to what search engines show.
fn plain_text(html: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for letter in html.chars() {
        match letter {
            '<' => inside = true,
            '>' => inside = false,
            other if !inside => text.push(other),
            _ => {}
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(300).collect()
}

/// Escapes a value for a query string.
fn escaped(value: &str) -> String {
    value.bytes().fold(String::new(), |mut text, byte| {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_are_plain() {
        assert_eq!(plain_text("<p>A <b>blue</b>\n mug</p>"), "A blue mug");
    }

    #[test]
    fn query_values_are_escaped() {
        assert_eq!(escaped("a b&ü"), "a%20b%26%C3%BC");
    }
}
