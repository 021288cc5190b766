//! Writes the initial content of a site: images first, then in one transaction its settings, store, blog and pages.

use std::collections::HashMap;

use anyhow::Context as _;
use sea_orm::ActiveValue::Set;
use serde_json::{Value, json};
use stoa_document::{Document, ReferenceKind};
use stoa_entity::TenantTx;
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::{collection, site};
use stoa_kernel::TenantCtx;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::{CollectionKind, CollectionType};
use stoa_kernel::id::{AssetId, CollectionId};
use stoa_site::content::items::{self, ItemFields};
use stoa_site::media::{self, Media, NewAsset, SharedImage};
use stoa_site::posts::Post;
use stoa_tenancy::Tenant;

use super::files::{BlogFile, PageFile, SeedSite};
use super::{prices, shop};

/// Ids assigned to the names in the files.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub(super) assets: HashMap<String, AssetId>,
    pub(super) collections: HashMap<String, CollectionId>,
    pub(super) products: HashMap<String, String>,
}

impl Names {
    pub(super) fn asset(&self, file: &str) -> anyhow::Result<AssetId> {
        self.assets.get(file).cloned().with_context(|| format!("there is no image {file}"))
    }

    /// Replaces the names in a document by ids.
    fn resolved(&self, document: &Value) -> anyhow::Result<Value> {
        let mut document = Document::from_json(document).map_err(|problems| anyhow::anyhow!("{problems:?}"))?;
        document
            .rewrite_names(&mut |kind, name| match kind {
                ReferenceKind::Asset => self.assets.get(name).map(ToString::to_string),
                ReferenceKind::Collection => self.collections.get(name).map(ToString::to_string),
                ReferenceKind::Product => self.products.get(name).cloned(),
            })
            .map_err(|name| anyhow::anyhow!("there is no {name}"))?;
        Ok(serde_json::to_value(document)?)
    }
}

pub(super) async fn write(library: &Media, tenant: &Tenant, files: &SeedSite) -> anyhow::Result<()> {
    let now = tenant.ctx.now();
    let mut names = Names::default();
    let shared = store_images(library, tenant, files, &mut names).await?;
    let urls = files.pages.iter().map(|page| page.url_id.as_str());
    for url in urls.chain([files.store.url_id.as_str(), files.blog.url_id.as_str()]) {
        names.collections.insert(url.to_owned(), CollectionId::generate());
    }
    let tx = tenant.db.write().await?;
    for (new, picture) in shared {
        let file = new.filename.clone();
        names.assets.insert(file, media::add_shared(&tenant.ctx, &tx, &picture, new).await?.id);
    }
    tx.insert(site_row(files, &names, now)?).await?;
    let store = Address {
        url_id: &files.store.url_id,
        title: &files.store.title,
        kind: CollectionKind::Store,
        collection_type: CollectionType::Products,
    };
    tx.insert(Collection { description: &files.store.description, ..Collection::new(store) }.row(&names, now)?).await?;
    shop::write(&tx, &files.store, &mut names, now).await?;
    if let Some(prices) = &files.prices {
        prices::write(&tx, prices, now).await?;
    }
    let blog = Address {
        url_id: &files.blog.url_id,
        title: &files.blog.title,
        kind: CollectionKind::Blog,
        collection_type: CollectionType::Generic,
    };
    tx.insert(Collection { description: &files.blog.description, ..Collection::new(blog) }.row(&names, now)?).await?;
    write_posts(&tx, &tenant.ctx, &files.blog, &names).await?;
    for (position, page) in files.pages.iter().enumerate() {
        let row = page_row(page, &names, now, i32::try_from(position)?);
        tx.insert(row.with_context(|| format!("page {}", page.url_id))?).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Stores the images of the site. Returns those that it shares with other sites, which are added to it in the transaction
/// of its content.
async fn store_images(
    library: &Media,
    tenant: &Tenant,
    files: &SeedSite,
    names: &mut Names,
) -> anyhow::Result<Vec<(NewAsset, SharedImage)>> {
    let mut shared: Vec<(NewAsset, SharedImage)> = Vec::new();
    for (file, image) in &files.images {
        let new = NewAsset {
            filename: file.clone(),
            alt_text: image.alt.clone(),
            focal_point: image.focal_point.map_or((0.5, 0.5), |point| (point.x, point.y)),
            bytes: files.picture(file)?,
        };
        match files.shares_pictures {
            true => {
                let picture = media::store_shared_image(&tenant.ctx, library, file, new.bytes.clone()).await?;
                shared.push((new, picture));
            }
            false => {
                let asset = media::create(&tenant.ctx, &tenant.db, library, new).await?;
                names.assets.insert(file.clone(), asset.id);
            }
        }
    }
    Ok(shared)
}

fn site_row(files: &SeedSite, names: &Names, now: Timestamp) -> anyhow::Result<site::ActiveModel> {
    let links = |urls: &[String]| -> anyhow::Result<Value> {
        urls.iter()
            .map(|url| {
                let id = names.collections.get(url).with_context(|| format!("no page has the address {url}"))?;
                Ok(json!({"collectionId": id, "externalLink": null, "memberAreaId": null, "children": []}))
            })
            .collect()
    };
    let file = &files.site;
    Ok(site::ActiveModel {
        title: Set(file.title.clone()),
        tagline: Set(file.tagline.clone()),
        description: Set(file.description.clone()),
        language: Set(file.language.clone()),
        currency: Set(file.currency.clone()),
        time_zone: Set(file.time_zone.clone()),
        theme: Set(file.theme.clone()),
        contact_email: Set(file.contact_email.clone()),
        logo_asset_id: Set(file.logo.as_deref().map(|logo| names.asset(logo)).transpose()?),
        location: Set(JsonOf(file.location.clone())),
        social_accounts: Set(JsonOf(file.social_accounts.clone())),
        main_navigation: Set(links(&file.main_navigation)?),
        footer_navigation: Set(links(&file.footer_navigation)?),
        delivers_test_orders: Set(None),
        store_settings: Set(file.store_settings.clone().unwrap_or_else(|| json!({}))),
        revision: Set(1),
        created_on: Set(now),
        updated_on: Set(now),
        ..Default::default()
    })
}

#[derive(Clone, Copy)]
struct Address<'a> {
    url_id: &'a str,
    title: &'a str,
    kind: CollectionKind,
    collection_type: CollectionType,
}

#[derive(Clone, Copy)]
struct Collection<'a> {
    address: Address<'a>,
    navigation_title: &'a str,
    description: &'a str,
    seo_description: &'a str,
    is_home: bool,
    position: i32,
}

impl<'a> Collection<'a> {
    fn new(address: Address<'a>) -> Self {
        let navigation_title = address.title;
        Self { address, navigation_title, description: "", seo_description: "", is_home: false, position: 0 }
    }

    fn row(&self, names: &Names, now: Timestamp) -> anyhow::Result<collection::ActiveModel> {
        let address = self.address;
        let id = names.collections.get(address.url_id).context("the collection has no id")?;
        Ok(collection::ActiveModel {
            id: Set(id.clone()),
            kind: Set(address.kind),
            type_code: Set(address.collection_type.code()),
            title: Set(address.title.to_owned()),
            navigation_title: Set(self.navigation_title.to_owned()),
            url_id: Set(address.url_id.to_owned()),
            description: Set(self.description.to_owned()),
            enabled: Set(true),
            is_home: Set(self.is_home),
            draft: Set(None),
            revision: Set(1),
            published: Set(None),
            published_revision: Set(Some(1)),
            published_on: Set(Some(now)),
            seo_title: Set(String::new()),
            seo_description: Set(self.seo_description.to_owned()),
            position: Set(self.position),
            created_on: Set(now),
            updated_on: Set(now),
            ..Default::default()
        })
    }
}

fn page_row(page: &PageFile, names: &Names, now: Timestamp, position: i32) -> anyhow::Result<collection::ActiveModel> {
    let mut document = names.resolved(&page.document)?;
    fill_dates(&mut document, now);
    let address = Address {
        url_id: &page.url_id,
        title: &page.title,
        kind: CollectionKind::Page,
        collection_type: CollectionType::Page,
    };
    let row = Collection {
        navigation_title: &page.navigation_title,
        seo_description: &page.seo_description,
        is_home: page.is_home,
        position,
        ..Collection::new(address)
    };
    let row = row.row(names, now)?;
    Ok(collection::ActiveModel { draft: Set(Some(document.clone())), published: Set(Some(document)), ..row })
}

/// Replaces dates that are counted from the day on which the site is made, such as `date:+21 10:00`.
pub fn fill_dates(value: &mut Value, now: Timestamp) {
    match value {
        Value::String(text) => {
            if let Some(date) = counted_date(text, now) {
                *text = date;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| fill_dates(item, now)),
        Value::Object(members) => members.values_mut().for_each(|member| fill_dates(member, now)),
        _ => {}
    }
}

fn counted_date(text: &str, now: Timestamp) -> Option<String> {
    let (days, time) = text.strip_prefix("date:+")?.split_once(' ')?;
    let days = jiff::Span::new().try_days(days.parse::<i64>().ok()?).ok()?;
    let today = jiff::Timestamp::from_millisecond(now.ms()).ok()?.to_zoned(jiff::tz::TimeZone::UTC).date();
    Some(format!("{} {time}", today.checked_add(days).ok()?))
}

async fn write_posts(tx: &TenantTx, ctx: &TenantCtx, blog: &BlogFile, names: &Names) -> anyhow::Result<()> {
    let collection = names.collections.get(&blog.url_id).context("the blog has no id")?;
    for file in &blog.posts {
        let published: jiff::Timestamp = file.published_on.parse().context(file.url_id.clone())?;
        let document = names.resolved(&file.document).with_context(|| format!("post {}", file.url_id))?;
        let document = Document::from_json(&document).map_err(|problems| anyhow::anyhow!("{problems:?}"))?;
        let fields = ItemFields {
            excerpt: file.excerpt.clone(),
            author: blog.author.clone(),
            image: file.image.as_deref().map(|image| names.asset(image)).transpose()?,
            tags: file.tags.clone(),
            categories: file.categories.clone(),
            ..ItemFields::default()
        };
        let post = Post {
            published_on: Timestamp::from_ms(published.as_millisecond()).min(ctx.now()),
            fields,
            ..Post::new(collection.clone(), file.title.clone(), file.url_id.clone(), document)
        };
        items::put_published(tx, ctx, collection, post).await?;
    }
    Ok(())
}
