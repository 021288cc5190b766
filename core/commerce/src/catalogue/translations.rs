//! Translations of products and categories: their texts, and laying translations over what visitors see.

use std::collections::{BTreeMap, HashMap, HashSet};

use async_trait::async_trait;
use sea_orm::ColumnTrait;
use stoa_entity::tenant::{category, product};
use stoa_entity::translations::{
    FoundText, ResourceTexts, Translatable, Translations, Visit, image_texts, tag_id, texts_of,
};
use stoa_entity::{DbError, TenantTx};
use stoa_kernel::Failure;
use stoa_kernel::id::{CategoryId, ProductId};
use stoa_kernel::translation::TranslatedKind;

use super::model::{CatalogueItem, Category, ProductType};
use super::store::{self, VisibilityScope};
use crate::{CommerceError, lessons};

/// Products as resources to translate.
pub struct ProductTexts;

#[async_trait]
impl Translatable for ProductTexts {
    fn kind(&self) -> TranslatedKind {
        TranslatedKind::Product
    }

    async fn page(&self, tx: &TenantTx, after: Option<&str>, limit: u64) -> Result<Vec<ResourceTexts>, Failure> {
        let mut find = tx.find::<product::Entity>();
        if let Some(after) = after {
            find = find.filter(product::Column::Id.gt(after));
        }
        let rows: Vec<ProductKey> =
            find.order_by_asc(product::Column::Id).limit(limit).select_columns(&[product::Column::Id]).await?;
        Ok(texts(tx, rows.into_iter().map(|row| row.id).collect()).await?)
    }

    async fn some(&self, tx: &TenantTx, ids: &[String]) -> Result<Vec<ResourceTexts>, Failure> {
        Ok(texts(tx, ids.iter().filter_map(|id| id.parse().ok()).collect()).await?)
    }
}

#[derive(sea_orm::FromQueryResult)]
struct ProductKey {
    id: ProductId,
}

async fn texts(tx: &TenantTx, ids: Vec<ProductId>) -> Result<Vec<ResourceTexts>, CommerceError> {
    let items = store::by_ids(tx, &ids, VisibilityScope::Contributors).await?;
    let paywalls = items.iter().filter(|item| item.kind() == Some(ProductType::Paywall));
    let paywalls = paywalls.map(|item| item.id.clone()).collect();
    let mut titles = lessons::original_titles(tx, paywalls).await?;
    let resource = |mut item: CatalogueItem| {
        let mut options = OptionWords::of(&item);
        let mut own = titles.remove(&item.id).unwrap_or_default();
        let (id, title) = (item.id.to_string(), item.name.clone());
        let texts = texts_of(|visit| {
            product_texts(&mut item, &mut options, visit);
            lessons::lesson_texts(&mut own, visit);
        });
        ResourceTexts { id, title, texts }
    };
    Ok(items.into_iter().map(resource).collect())
}

/// Categories as resources to translate, without those that contain all products of a store.
pub struct CategoryTexts;

#[async_trait]
impl Translatable for CategoryTexts {
    fn kind(&self) -> TranslatedKind {
        TranslatedKind::Category
    }

    async fn page(&self, tx: &TenantTx, after: Option<&str>, limit: u64) -> Result<Vec<ResourceTexts>, Failure> {
        let mut find = tx.find::<category::Entity>();
        if let Some(after) = after {
            find = find.filter(category::Column::Id.gt(after));
        }
        Ok(category_resources(find.order_by_asc(category::Column::Id).limit(limit).all().await?))
    }

    async fn some(&self, tx: &TenantTx, ids: &[String]) -> Result<Vec<ResourceTexts>, Failure> {
        let own = category::Column::Id.is_in(ids.iter().cloned());
        Ok(category_resources(tx.find::<category::Entity>().filter(own).all().await?))
    }
}

fn category_resources(rows: Vec<category::Model>) -> Vec<ResourceTexts> {
    let resource = |row: category::Model| {
        let mut category = Category::from(row);
        let (id, title) = (category.id.to_string(), category.name.clone());
        ResourceTexts { id, title, texts: texts_of(|visit| category_texts(&mut category, visit)) }
    };
    rows.into_iter().map(resource).collect()
}

/// An option of a product: its name and values, each with the text that is shown.
struct OptionWords {
    name: String,
    shown: String,
    values: Vec<(String, String)>,
}

impl OptionWords {
    fn of(item: &CatalogueItem) -> Vec<Self> {
        let words = |text: String| (text.clone(), text);
        let options = item.options().into_iter();
        options
            .map(|option| Self {
                shown: option.name.clone(),
                name: option.name,
                values: option.values.into_iter().map(words).collect(),
            })
            .collect()
    }

    fn shown_value(&self, value: &str) -> Option<&String> {
        self.values.iter().find(|(original, _)| original == value).map(|(_, shown)| shown)
    }
}

fn product_texts(item: &mut CatalogueItem, options: &mut [OptionWords], visit: &mut Visit<'_>) {
    main_texts(&mut item.name, &mut item.excerpt, &mut item.description, visit);
    for option in options {
        visit(FoundText::plain(&format!("option/{}", option.name), "Option", &mut option.shown));
        for (value, shown) in &mut option.values {
            let label = format!("Option {}", option.name);
            visit(FoundText::plain(&format!("value/{}/{value}", option.name), &label, shown));
        }
    }
    if item.use_custom_add_button_text {
        visit(FoundText::plain("customAddButtonText", "Button", &mut item.custom_add_button_text));
    }
    visit(FoundText::plain("customSoldOutText", "Sold-out text", &mut item.custom_sold_out_text));
    visit(FoundText::plain("scarcityText", "Low stock text", &mut item.scarcity.text));
    for field in &mut item.additional_fields {
        visit(FoundText::plain(&format!("field/{}", field.id), "Form field", &mut field.title));
        for option in &mut field.options {
            let key = format!("choice/{}/{option}", field.id);
            visit(FoundText::plain(&key, "Form field: Choice", option));
        }
    }
    visit(FoundText::plain("seoTitle", "Title for search engines", &mut item.seo_title));
    visit(FoundText::lines("seoDescription", "Description for search engines", &mut item.seo_description));
}

/// The texts of a product that the search looks in.
pub(super) fn main_texts(name: &mut String, excerpt: &mut String, description: &mut String, visit: &mut Visit<'_>) {
    visit(FoundText::plain("title", "Name", name));
    visit(FoundText::html("excerpt", "Short description", excerpt));
    visit(FoundText::html("description", "Description", description));
}

fn category_texts(category: &mut Category, visit: &mut Visit<'_>) {
    if !category.is_root {
        visit(FoundText::plain("name", "Name", &mut category.name));
    }
}

/// Lays translations over products and the categories they are in, in the language of the transaction.
pub(super) async fn lay_over_products(tx: &TenantTx, items: &mut [CatalogueItem]) -> Result<(), DbError> {
    if tx.language().is_none() {
        return Ok(());
    }
    let products = items.iter().map(|item| item.id.to_string()).collect();
    let categories: HashSet<String> =
        items.iter().flat_map(CatalogueItem::all_categories).map(|category| category.id.to_string()).collect();
    let pictures: HashSet<String> =
        items.iter().flat_map(|item| &item.pictures).map(|picture| picture.id.to_string()).collect();
    let tags: HashSet<String> = items.iter().flat_map(|item| &item.tags).map(|tag| tag_id(tag)).collect();
    let wanted = vec![
        (TranslatedKind::Product, products),
        (TranslatedKind::Tag, tags.into_iter().collect()),
        (TranslatedKind::Category, categories.into_iter().collect()),
        (TranslatedKind::Image, pictures.into_iter().collect()),
    ];
    let translations = Translations::shown(tx, wanted).await?;
    if translations.is_empty() {
        return Ok(());
    }
    for item in items {
        lay_over_product(item, &translations);
        translations.name_tags(&mut item.tags);
        for picture in &mut item.pictures {
            let id = picture.id.to_string();
            translations.lay_over(TranslatedKind::Image, &id, |visit| image_texts(&mut picture.alt_text, visit));
        }
        for category in item.categories.iter_mut().chain(&mut item.categories_above) {
            lay_over_category(&translations, category);
        }
    }
    Ok(())
}

/// A product as it is shown with translations.
pub(crate) fn translated(mut item: CatalogueItem, translations: &Translations) -> CatalogueItem {
    lay_over_product(&mut item, translations);
    item
}

/// A product as the owner wrote it, in a language.
pub(crate) async fn item_in(tx: &TenantTx, item: &CatalogueItem, language: &str) -> Result<CatalogueItem, DbError> {
    let own = vec![item.id.to_string()];
    let translations = Translations::of(tx, language, TranslatedKind::Product, own).await?;
    Ok(translated(item.clone(), &translations))
}

fn lay_over_product(item: &mut CatalogueItem, translations: &Translations) {
    let id = item.id.to_string();
    let mut options = OptionWords::of(item);
    let choices: Vec<Vec<String>> = item.additional_fields.iter().map(|field| field.options.clone()).collect();
    translations.lay_over(TranslatedKind::Product, &id, |visit| product_texts(item, &mut options, visit));
    show_options(item, &options);
    // Answers are told apart by the choices too.
    for (field, original) in item.additional_fields.iter_mut().zip(choices) {
        if field.options.iter().collect::<HashSet<_>>().len() != field.options.len() {
            field.options = original;
        }
    }
}

/// The tags of a list, each with the name that is shown in the language of the transaction.
pub(super) async fn named_tags(tx: &TenantTx, tags: &[String]) -> Result<Vec<(String, String)>, DbError> {
    let wanted = vec![(TranslatedKind::Tag, tags.iter().map(|tag| tag_id(tag)).collect())];
    let translations = Translations::shown(tx, wanted).await?;
    let mut named: Vec<(String, String)> = tags.iter().map(|tag| (tag.clone(), tag.clone())).collect();
    translations.name_tags(named.iter_mut().map(|(_, name)| name));
    Ok(named)
}

/// Lays translations over categories by id, in the language of the transaction.
pub(super) async fn lay_over_categories<'c>(
    tx: &TenantTx,
    categories: impl IntoIterator<Item = &'c mut Category>,
) -> Result<(), DbError> {
    if tx.language().is_none() {
        return Ok(());
    }
    let mut by_id: HashMap<CategoryId, &'c mut Category> =
        categories.into_iter().map(|category| (category.id.clone(), category)).collect();
    let ids = by_id.keys().map(ToString::to_string).collect();
    let translations = Translations::shown(tx, vec![(TranslatedKind::Category, ids)]).await?;
    for category in by_id.values_mut() {
        lay_over_category(&translations, category);
    }
    Ok(())
}

fn lay_over_category(translations: &Translations, category: &mut Category) {
    let id = category.id.to_string();
    translations.lay_over(TranslatedKind::Category, &id, |visit| category_texts(category, visit));
}

/// Gives the options of a product the texts that are shown, unless two of them would have the same: variants are told
/// apart by them.
fn show_options(item: &mut CatalogueItem, options: &[OptionWords]) {
    let names: HashSet<&str> = options.iter().map(|option| option.shown.as_str()).collect();
    let are_distinct = |option: &OptionWords| {
        option.values.iter().map(|(_, shown)| shown).collect::<HashSet<_>>().len() == option.values.len()
    };
    if names.len() != options.len() || !options.iter().all(are_distinct) {
        return;
    }
    for name in &mut item.variant_option_ordering {
        if let Some(option) = options.iter().find(|option| option.name == *name) {
            name.clone_from(&option.shown);
        }
    }
    for variant in &mut item.variants {
        let shown = std::mem::take(&mut variant.attributes).into_iter().map(|(name, value)| {
            match options.iter().find(|option| option.name == name) {
                Some(option) => (option.shown.clone(), option.shown_value(&value).cloned().unwrap_or(value)),
                None => (name, value),
            }
        });
        variant.attributes = shown.collect::<BTreeMap<_, _>>();
    }
}
