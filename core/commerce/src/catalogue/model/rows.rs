//! A product made of the rows of its tables.

use std::collections::HashMap;

use stoa_entity::tenant::product;
use stoa_kernel::id::{AssetId, CategoryId};
use stoa_kernel::money::Currency;

use super::{CatalogueItem, Category, Picture};
use crate::catalogue::variant::Variant;
use crate::donations::DonationTerms;
use crate::subscriptions::SubscriptionPlan;

/// Data that is joined to a product's row.
pub(crate) struct ProductRelations<'a> {
    pub(crate) collection_url_id: &'a str,
    pub(crate) categories: &'a HashMap<CategoryId, Category>,
    pub(crate) category_ids: Vec<CategoryId>,
    pub(crate) pictures: &'a HashMap<AssetId, Picture>,
    pub(crate) subscription: Option<SubscriptionPlan>,
    pub(crate) donation: Option<DonationTerms>,
    pub(crate) currency: Currency,
}

fn own_categories(around: &ProductRelations<'_>) -> Vec<Category> {
    let mut own: Vec<Category> =
        around.category_ids.iter().filter_map(|id| around.categories.get(id)).cloned().collect();
    own.sort_by(|one, other| (one.position, &one.id).cmp(&(other.position, &other.id)));
    own
}

fn categories_above(around: &ProductRelations<'_>) -> Vec<Category> {
    let mut above: Vec<Category> = Vec::new();
    for id in &around.category_ids {
        let mut parent = around.categories.get(id).and_then(|category| category.parent_id.as_ref());
        while let Some(category) = parent.and_then(|id| around.categories.get(id)) {
            if above.iter().any(|known| known.id == category.id) {
                break;
            }
            above.push(category.clone());
            parent = category.parent_id.as_ref();
        }
    }
    above
}

impl CatalogueItem {
    pub(crate) fn from_row(row: product::Model, variants: Vec<Variant>, around: &ProductRelations<'_>) -> Self {
        Self {
            full_url: format!("/{}/{}", around.collection_url_id, row.url_id),
            tags: row.tags.0,
            categories: own_categories(around),
            categories_above: categories_above(around),
            related_ids: row.related_ids.0,
            scarcity: row.scarcity.unwrap_or_default().0,
            additional_fields: row.additional_fields.unwrap_or_default().0,
            pictures: row.image_ids.0.iter().filter_map(|id| around.pictures.get(id).cloned()).collect(),
            variant_option_ordering: row.variant_option_ordering.0,
            variants,
            id: row.id,
            collection_id: row.collection_id,
            url_id: row.url_id,
            name: row.name,
            product_type: row.product_type,
            excerpt: row.excerpt,
            description: row.description,
            taxable: row.taxable,
            visible: row.visible,
            publish_on: row.publish_on,
            seo_title: row.seo_title,
            seo_description: row.seo_description,
            no_index: row.no_index,
            share_image_id: row.share_image_id,
            use_custom_add_button_text: row.use_custom_add_button_text,
            custom_add_button_text: row.custom_add_button_text,
            custom_sold_out_text: row.custom_sold_out_text,
            position: row.position,
            subscription: around.subscription.clone(),
            donation: around.donation.clone(),
            currency: around.currency,
            revision: row.revision,
            created_on: row.created_on,
            updated_on: row.updated_on,
        }
    }
}
