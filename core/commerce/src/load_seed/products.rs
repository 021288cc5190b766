//! Products with their variants, categories and stock.

use std::collections::BTreeMap;

use sea_orm::ActiveValue::{NotSet, Set};
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::{category, product, product_category, stock_change, variant};
use stoa_kernel::catalogue::{CategoryKind, PageRendering, StockReason};
use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::id::{AssetId, CategoryId, ProductId, StockChangeId, VariantId};
use stoa_kernel::money::Cents;
use stoa_kernel::search::folded;

use super::plan::{ShopPlan, ShopSetting, Stream};
use super::words::{CATEGORIES, COLOURS, MANNERS, SIZES, STUFFS, TAGS, THINGS, sentences};
use crate::catalogue;

/// Type of physical products.
const PHYSICAL: i32 = 1;

/// A product before it is written.
#[derive(Clone, Debug)]
pub(super) struct Product {
    pub(super) id: ProductId,
    pub(super) name: String,
    pub(super) option: Option<&'static str>,
    pub(super) variants: Vec<Variant>,
    pub(super) pictures: Vec<AssetId>,
    category: usize,
    grams: i64,
    tags: Vec<String>,
    created_on: Timestamp,
}

/// A variant of it.
#[derive(Clone, Debug)]
pub(super) struct Variant {
    pub(super) id: VariantId,
    pub(super) sku: String,
    pub(super) value: Option<&'static str>,
    pub(super) price_cents: Cents,
    /// The price for which it is on sale.
    pub(super) sale_cents: Option<Cents>,
    /// Whether its stock is not tracked.
    pub(super) unlimited: bool,
    sold: i64,
    left: i64,
}

/// Rows of some products.
#[derive(Default)]
pub(super) struct ProductRows {
    pub(super) products: Vec<product::ActiveModel>,
    pub(super) variants: Vec<variant::ActiveModel>,
    pub(super) categories: Vec<product_category::ActiveModel>,
    pub(super) stock: Vec<stock_change::ActiveModel>,
}

impl Product {
    pub(super) fn new(setting: &ShopSetting, number: usize, last_sku: &mut usize) -> Self {
        let random = &mut setting.random(Stream::Product, number);
        let created_on = setting.opened_on() - random.between(1, 30 * DAY_MS);
        let ms = u64::try_from(created_on.ms()).unwrap_or(0);
        let place = random.place(THINGS.len());
        let (name, category, cents, grams) = match THINGS.get(place) {
            Some(thing) => (thing.name, thing.category, (thing.least_cents.0, thing.most_cents.0), thing.grams),
            None => ("Thing", 0, (1_000, 2_000), 100),
        };
        let name = format!("{} {} {name} {}", random.word(&MANNERS), random.word(&STUFFS), number + 1);
        let price = Cents(random.between(cents.0 / 100, cents.1 / 100) * 100);
        let (option, values): (Option<&str>, &[&'static str]) = match random.below(4) {
            0 => (Some("Size"), SIZES.as_slice()),
            1 => (Some("Color"), COLOURS.as_slice()),
            _ => (None, &[]),
        };
        let on_sale = random.once_in(8);
        let mut variant = |value: Option<&'static str>, place: usize| {
            *last_sku += 1;
            let larger = if option == Some("Size") { i64::try_from(place).unwrap_or(0) * 600 } else { 0 };
            let price_cents = price + Cents(larger);
            Variant {
                id: VariantId::from_parts(ms, random.id()),
                sku: format!("SKU-{last_sku:06}"),
                value,
                price_cents,
                sale_cents: on_sale.then(|| Cents(price_cents.0 * 8 / 10)),
                unlimited: random.once_in(10),
                sold: 0,
                left: pieces_left(random),
            }
        };
        let variants = match values.is_empty() {
            true => vec![variant(None, 0)],
            false => values.iter().enumerate().map(|(place, value)| variant(Some(*value), place)).collect(),
        };
        let first_picture = random.place(setting.pictures.len());
        let pictures = setting.pictures.iter().cycle().skip(first_picture).take(2.min(setting.pictures.len()));
        let first_tag = random.place(TAGS.len());
        let tags = TAGS.iter().cycle().skip(first_tag).take(2).map(|tag| (*tag).to_owned());
        Self {
            id: ProductId::from_parts(ms, random.id()),
            name,
            option,
            variants,
            pictures: pictures.cloned().collect(),
            category,
            grams,
            tags: tags.collect(),
            created_on,
        }
    }

    /// Notes that it was sold.
    pub(super) fn sell(&mut self, variant: usize, quantity: i64) {
        if let Some(variant) = self.variants.get_mut(variant) {
            variant.sold += quantity;
        }
    }
}

/// Stock of a variant: of some, little or nothing is left.
fn pieces_left(random: &mut super::random::Random) -> i64 {
    match random.below(12) {
        0 => 0,
        1 => random.between(1, 5),
        _ => random.between(200, 5_000),
    }
}

fn category_id(setting: &ShopSetting, place: usize) -> CategoryId {
    let ms = u64::try_from(setting.opened_on().ms()).unwrap_or(0);
    CategoryId::from_parts(ms, setting.random(Stream::Category, place).id())
}

/// The root category and the others.
pub(super) fn category_rows(setting: &ShopSetting) -> Vec<category::ActiveModel> {
    let root = category_id(setting, CATEGORIES.len());
    let row = |id: CategoryId, name: &str, url_id: &str, position: i32| category::ActiveModel {
        website_id: NotSet,
        parent_id: Set((id != root).then(|| root.clone())),
        kind: Set(if id == root { CategoryKind::Root } else { CategoryKind::Category }),
        page_rendering: Set(if id == root { PageRendering::ListView } else { PageRendering::StoreView }),
        id: Set(id),
        collection_id: Set(setting.store.clone()),
        name: Set(name.to_owned()),
        url_id: Set(url_id.to_owned()),
        position: Set(position),
    };
    let named = (1_i32..).zip(&CATEGORIES).enumerate();
    let others =
        named.map(|(place, (position, (name, url_id)))| row(category_id(setting, place), name, url_id, position));
    std::iter::once(row(root.clone(), "All", "all", 1)).chain(others).collect()
}

impl ProductRows {
    /// Adds a product of the plan.
    pub(super) fn add(&mut self, plan: &ShopPlan, number: usize) {
        let Some(own) = plan.products.get(number) else { return };
        let setting = &plan.setting;
        let random = &mut setting.random(Stream::Stock, number);
        self.products.push(product_row(plan, own, number));
        self.categories.push(product_category::ActiveModel {
            website_id: NotSet,
            product_id: Set(own.id.clone()),
            category_id: Set(category_id(setting, own.category)),
        });
        for (position, variant) in (0_i32..).zip(&own.variants) {
            self.variants.push(variant_row(own, variant, position));
            let initial = variant.sold + variant.left;
            if variant.unlimited || initial == 0 {
                continue;
            }
            let ms = u64::try_from(own.created_on.ms()).unwrap_or(0);
            self.stock.push(stock_change::ActiveModel {
                website_id: NotSet,
                id: Set(StockChangeId::from_parts(ms, random.id())),
                variant_id: Set(variant.id.clone()),
                delta: Set(initial),
                reason: Set(StockReason::Seed),
                reference: Set(String::new()),
                actor: Set("system".to_owned()),
                request_key: Set(None),
                created_on: Set(own.created_on),
            });
        }
    }
}

fn product_row(plan: &ShopPlan, own: &Product, number: usize) -> product::ActiveModel {
    let random = &mut plan.setting.random(Stream::Text, number);
    let description = format!("<p>{}</p><p>{}</p>", sentences(random, 4), sentences(random, 3));
    product::ActiveModel {
        website_id: NotSet,
        id: Set(own.id.clone()),
        collection_id: Set(plan.setting.store.clone()),
        url_id: Set(own.name.to_lowercase().replace(' ', "-")),
        name: Set(own.name.clone()),
        product_type: Set(PHYSICAL),
        excerpt: Set(format!("<p>{}</p>", sentences(random, 1))),
        description: Set(description),
        searched: Set(catalogue::found_by(&own.name, &own.tags)),
        tags: Set(JsonOf(own.tags.clone())),
        image_ids: Set(JsonOf(own.pictures.clone())),
        variant_option_ordering: Set(JsonOf(own.option.iter().map(|option| (*option).to_owned()).collect())),
        taxable: Set(true),
        visible: Set(true),
        use_custom_add_button_text: Set(false),
        custom_add_button_text: Set(String::new()),
        custom_sold_out_text: Set(String::new()),
        publish_on: Set(None),
        seo_title: Set(String::new()),
        seo_description: Set(String::new()),
        no_index: Set(false),
        share_image_id: Set(None),
        related_ids: Set(JsonOf(Vec::new())),
        scarcity: Set(None),
        additional_fields: Set(None),
        position: Set(i32::try_from(number).unwrap_or(i32::MAX)),
        revision: Set(1),
        created_on: Set(own.created_on),
        updated_on: Set(own.created_on),
    }
}

fn variant_row(own: &Product, variant: &Variant, position: i32) -> variant::ActiveModel {
    let value = own.option.zip(variant.value).map(|(option, value)| (option.to_owned(), value.to_owned()));
    let attributes: BTreeMap<String, String> = value.into_iter().collect();
    variant::ActiveModel {
        website_id: NotSet,
        id: Set(variant.id.clone()),
        product_id: Set(own.id.clone()),
        sku: Set(variant.sku.clone()),
        searched: Set(folded(&variant.sku)),
        attributes: Set(JsonOf(attributes)),
        price_cents: Set(variant.price_cents),
        sale_price_cents: Set(variant.sale_cents),
        on_sale: Set(variant.sale_cents.is_some()),
        unlimited: Set(variant.unlimited),
        qty_in_stock: Set(if variant.unlimited { 0 } else { variant.left }),
        weight_grams: Set(own.grams),
        main_image_id: Set(None),
        position: Set(position),
    }
}
