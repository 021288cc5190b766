//! Item pages: a product, a post.

use stoa_commerce::catalogue::{self, CatalogueItem, CataloguePage};
use stoa_commerce::shipping_zones;
use stoa_kernel::id::AssetId;
use stoa_kernel::page::PageRequest;
use stoa_messages::Texts;
use stoa_site::content::Collection;
use stoa_site::media::{self, Asset};
use stoa_site::posts::Post;
use stoa_site::{cache_tags, discussions};

use super::html_text::plain_text;
use super::load::Loader;
use super::part::Part;
use super::{post, shop};
use crate::PageType;
use crate::RenderError;
use crate::feeds;

const RELATED: usize = 4;

impl Loader<'_> {
    pub(super) async fn product(
        &self,
        collection: Collection,
        item: &CatalogueItem,
        multiple: bool,
        texts: Texts<'_>,
    ) -> Result<Part, RenderError> {
        let related = self.related(item).await?;
        let mut part = Part::below("products.item", PageType::Item, "products-item", &collection);
        part.id = item.id.to_string();
        part.title = if item.seo_title.is_empty() { &item.name } else { &item.seo_title }.clone();
        part.description = match item.seo_description.as_str() {
            "" => plain_text(&item.excerpt),
            chosen => chosen.to_owned(),
        };
        part.path = item.full_url.clone();
        part.share_image = item.pictures.first().map(catalogue::Picture::url);
        part.chosen_image.clone_from(&item.share_image_id);
        part.indexed &= !item.no_index;
        part.tags.push(format!("product:{}", item.id));
        part.tags.extend(related.iter().map(|other| format!("product:{}", other.id)));
        part.merchandising.note(related.iter().chain([item]));
        if part.indexed {
            part.deliveries = shipping_zones::deliveries(self.tx, item).await?;
        }
        part.set("item", shop::product(item, multiple, texts));
        part.set("relatedItems", related.iter().map(|other| shop::product(other, multiple, texts)).collect());
        self.reviews(&mut part, item).await?;
        Ok(part)
    }

    /// Related products: the merchant's choice, otherwise the first others of the store.
    async fn related(&self, item: &CatalogueItem) -> Result<Vec<CatalogueItem>, RenderError> {
        if !item.related_ids.is_empty() {
            return Ok(catalogue::items(self.tx, &item.related_ids).await?);
        }
        let wanted = CataloguePage {
            collection_id: item.collection_id.clone(),
            category: None,
            request: PageRequest::new(None, u64::try_from(RELATED + 1).ok()),
        };
        let mut around = catalogue::page(self.tx, &wanted).await?.items;
        around.retain(|other| other.id != item.id);
        around.truncate(RELATED);
        Ok(around)
    }

    pub(super) async fn post(&self, collection: Collection, entry: Post) -> Result<Part, RenderError> {
        let ids: Vec<AssetId> = entry.fields.image.iter().cloned().collect();
        let assets = media::by_ids(self.tx, &ids).await?;
        let mut part = Part::below("blog.item", PageType::Item, "blog-item", &collection);
        part.id = entry.id.to_string();
        part.title = if entry.seo_title.is_empty() { &entry.title } else { &entry.seo_title }.clone();
        part.description = match entry.seo_description.as_str() {
            "" => plain_text(&entry.fields.excerpt),
            chosen => chosen.to_owned(),
        };
        part.path = post::address(&entry, &collection);
        part.share_image = assets.values().next().map(Asset::url);
        part.chosen_image.clone_from(&entry.fields.share_image);
        part.indexed &= !entry.fields.no_index;
        part.tags.extend([cache_tags::post(&entry.id), discussions::tag(entry.id.as_str())]);
        part.discussion = Some(entry.discussion);
        part.offer_feeds(feeds::links(self.tx, &collection, &[]).await?);
        part.set("item", post::listed(&entry, &collection, &assets, self.ctx.now()));
        part.document = Some(entry.document);
        Ok(part)
    }
}
