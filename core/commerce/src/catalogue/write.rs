//! Writes a validated product with its categories and variants, in the caller's transaction.

use std::collections::{HashMap, HashSet};

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait, Func};
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::{asset, category, product, product_category, variant};
use stoa_entity::{DbError, TenantTx, addresses, load_run_items};
use stoa_kernel::TenantCtx;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CollectionId, ProductId, VariantId};
use stoa_kernel::load_run::LoadRunItemKind;
use stoa_kernel::search::folded;

use super::edit::ProductDraft;
use super::model::ProductType;
use super::variant_validation::{Stock, VariantPatch};
use crate::inventory::{Level, StockConflict};
use crate::{CommerceError, contributor_texts, inventory};

/// Fails on categories of other stores, and on deleted images or related products.
pub(super) async fn check_references(
    tx: &TenantTx,
    store: &CollectionId,
    draft: &ProductDraft,
) -> Result<(), CommerceError> {
    let categories = tx
        .find::<category::Entity>()
        .filter(category::Column::CollectionId.eq(store.clone()))
        .filter(category::Column::Id.is_in(draft.category_ids.iter().cloned()));
    let pictures = tx.find::<asset::Entity>().filter(asset::Column::Id.is_in(draft.image_ids.iter().cloned()));
    let shared = tx.find::<asset::Entity>().filter(asset::Column::Id.is_in(draft.share_image_id.iter().cloned()));
    let related = tx.find::<product::Entity>().filter(product::Column::Id.is_in(draft.related_ids.iter().cloned()));
    for (found, wanted, field, what) in [
        (categories.count().await?, draft.category_ids.len(), "categories", "category"),
        (pictures.count().await?, draft.image_ids.len(), "imageIds", "picture"),
        (shared.count().await?, draft.share_image_id.iter().len(), "shareImageId", "picture"),
        (related.count().await?, draft.related_ids.len(), "relatedProductIds", "related product"),
    ] {
        if found != u64::try_from(wanted).unwrap_or(u64::MAX) {
            return Err(no_longer_exists(field, what));
        }
    }
    Ok(())
}

/// The refusal of a reference to something that was deleted, or that is not of the product's store.
pub(super) fn no_longer_exists(field: &str, what: &str) -> CommerceError {
    CommerceError::field(field, format!("A {what} no longer exists. Reload the page."))
}

/// Inserts a new product with its categories and variants.
pub(super) async fn insert(
    ctx: &TenantCtx,
    tx: &TenantTx,
    store: &CollectionId,
    kind: ProductType,
    draft: &ProductDraft,
) -> Result<ProductId, CommerceError> {
    let id = ProductId::generate();
    require_no_other_word(tx, store, &draft.url_id, &id).await?;
    let last = tx
        .find::<product::Entity>()
        .filter(product::Column::CollectionId.eq(store.clone()))
        .order_by_desc(product::Column::Position)
        .one()
        .await?;
    let row = product::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(id.clone()),
        collection_id: Set(store.clone()),
        url_id: Set(draft.url_id.clone()),
        name: Set(draft.name.clone()),
        product_type: Set(kind.code()),
        excerpt: Set(draft.excerpt.clone()),
        description: Set(draft.description.clone()),
        tags: Set(JsonOf(draft.tags.clone())),
        image_ids: Set(JsonOf(draft.image_ids.clone())),
        variant_option_ordering: Set(JsonOf(draft.variant_option_ordering.clone())),
        taxable: Set(draft.taxable),
        visible: Set(draft.visible),
        use_custom_add_button_text: Set(draft.use_custom_add_button_text),
        custom_add_button_text: Set(draft.custom_add_button_text.clone()),
        custom_sold_out_text: Set(draft.custom_sold_out_text.clone()),
        publish_on: Set(draft.publish_on),
        seo_title: Set(draft.seo_title.clone()),
        seo_description: Set(draft.seo_description.clone()),
        no_index: Set(draft.no_index),
        share_image_id: Set(draft.share_image_id.clone()),
        related_ids: Set(JsonOf(draft.related_ids.clone())),
        scarcity: Set(Some(JsonOf(draft.scarcity.clone()))),
        additional_fields: Set(Some(JsonOf(draft.additional_fields.clone()))),
        position: Set(last.map_or(0, |row| row.position.saturating_add(1))),
        revision: Set(1),
        created_on: Set(ctx.now()),
        updated_on: Set(ctx.now()),
        searched: Set(found_by(&draft.name, &draft.tags)),
    };
    match tx.insert(row).await {
        Err(DbError::Duplicate(_)) => return Err(CommerceError::UrlTaken(draft.url_id.clone())),
        other => other?,
    };
    load_run_items::note(ctx, tx, LoadRunItemKind::Product, id.as_str()).await?;
    set_categories(tx, &id, draft).await?;
    set_variants(ctx, tx, &id, &draft.variants).await?;
    Ok(id)
}

/// Refuses a path that another product of the store has in a language of the site.
pub(super) async fn require_no_other_word(
    tx: &TenantTx,
    store: &CollectionId,
    url_id: &str,
    own: &ProductId,
) -> Result<(), CommerceError> {
    if addresses::takes(tx, store.as_str(), url_id, Some(own.as_str())).await? {
        return Err(CommerceError::UrlTaken(url_id.to_owned()));
    }
    Ok(())
}

/// Search text of a product, without the SKUs of its variants.
pub fn found_by(name: &str, tags: &[String]) -> String {
    folded(&std::iter::once(name).chain(tags.iter().map(String::as_str)).collect::<Vec<_>>().join("\n"))
}

/// Updates a product to match the draft. The caller has incremented its revision.
pub(super) async fn update(
    ctx: &TenantCtx,
    tx: &TenantTx,
    id: &ProductId,
    draft: &ProductDraft,
) -> Result<(), CommerceError> {
    let update = tx
        .update::<product::Entity>(product::Column::Id.eq(id.clone()))
        .set(product::Column::Name, draft.name.clone())
        .set(product::Column::Searched, found_by(&draft.name, &draft.tags))
        .set(product::Column::UrlId, draft.url_id.clone())
        .set(product::Column::Description, draft.description.clone())
        .set(product::Column::Excerpt, draft.excerpt.clone())
        .set(product::Column::Taxable, draft.taxable)
        .set(product::Column::Visible, draft.visible)
        .set(product::Column::PublishOn, draft.publish_on.map(Timestamp::ms))
        .set(product::Column::Tags, JsonOf(draft.tags.clone()))
        .set(product::Column::ImageIds, JsonOf(draft.image_ids.clone()))
        .set(product::Column::UseCustomAddButtonText, draft.use_custom_add_button_text)
        .set(product::Column::CustomAddButtonText, draft.custom_add_button_text.clone())
        .set(product::Column::CustomSoldOutText, draft.custom_sold_out_text.clone())
        .set(product::Column::SeoTitle, draft.seo_title.clone())
        .set(product::Column::SeoDescription, draft.seo_description.clone())
        .set(product::Column::NoIndex, draft.no_index)
        .set(product::Column::ShareImageId, draft.share_image_id.clone())
        .set(product::Column::RelatedIds, JsonOf(draft.related_ids.clone()))
        .set(product::Column::Scarcity, JsonOf(draft.scarcity.clone()))
        .set(product::Column::AdditionalFields, JsonOf(draft.additional_fields.clone()))
        .set(product::Column::VariantOptionOrdering, JsonOf(draft.variant_option_ordering.clone()));
    match update.exec().await {
        Err(DbError::Duplicate(_)) => return Err(CommerceError::UrlTaken(draft.url_id.clone())),
        other => other?,
    };
    set_categories(tx, id, draft).await?;
    if draft.changes_variants {
        set_variants(ctx, tx, id, &draft.variants).await?;
    }
    Ok(())
}

async fn set_categories(tx: &TenantTx, id: &ProductId, draft: &ProductDraft) -> Result<(), CommerceError> {
    tx.delete::<product_category::Entity>(product_category::Column::ProductId.eq(id.clone())).exec().await?;
    let link = |category| product_category::ActiveModel {
        website_id: Set(tx.website().clone()),
        product_id: Set(id.clone()),
        category_id: Set(category),
    };
    Ok(tx.insert_many(draft.category_ids.iter().cloned().map(link).collect()).await?)
}

fn sku_taken(index: usize) -> CommerceError {
    CommerceError::field(&format!("variants[{index}].sku"), contributor_texts::ANOTHER_PRODUCT_HAS_THIS_SKU.english())
}

/// Writes all variants of a product in order, and deletes those that are not listed. Carts leave deleted variants out
/// when they are priced.
async fn set_variants(
    ctx: &TenantCtx,
    tx: &TenantTx,
    product: &ProductId,
    variants: &[VariantPatch],
) -> Result<(), CommerceError> {
    check_skus(tx, product, variants).await?;
    let rows = tx
        .find::<variant::Entity>()
        .filter(variant::Column::ProductId.eq(product.clone()))
        .order_by_asc(variant::Column::Id)
        .for_update()
        .all()
        .await?;
    let kept: HashSet<&VariantId> = variants.iter().filter_map(|patch| patch.id.as_ref()).collect();
    let gone: Vec<VariantId> = rows.iter().map(|row| row.id.clone()).filter(|id| !kept.contains(id)).collect();
    if !gone.is_empty() {
        tx.delete::<variant::Entity>(variant::Column::Id.is_in(gone)).exec().await?;
    }
    let known: HashMap<&VariantId, &variant::Model> = rows.iter().map(|row| (&row.id, row)).collect();
    check_stock(variants, &known)?;
    free_skus(tx, variants, &known).await?;
    for (index, patch) in variants.iter().enumerate() {
        let written = match patch.id.as_ref().and_then(|id| known.get(id)) {
            Some(row) => change(ctx, tx, row, index, patch).await,
            None => add(ctx, tx, product, index, patch).await,
        };
        match written {
            Err(CommerceError::Database(DbError::Duplicate(_))) => return Err(sku_taken(index)),
            other => other?,
        }
    }
    Ok(())
}

/// Fails when stock to be set has changed since the caller has seen it: orders change stock without changing the
/// product's revision.
fn check_stock(variants: &[VariantPatch], known: &HashMap<&VariantId, &variant::Model>) -> Result<(), CommerceError> {
    let moved = variants.iter().enumerate().filter_map(|(index, patch)| {
        let row = patch.id.as_ref().and_then(|id| known.get(id))?;
        let stock = patch.stock.filter(|stock| !has_stock(row, *stock))?;
        let has_moved = stock.seen != Some(inventory::version(row.unlimited, row.qty_in_stock));
        has_moved.then(|| StockConflict::new(format!("variants[{index}].stock.qtyInStock"), row))
    });
    let moved: Vec<StockConflict> = moved.collect();
    if moved.is_empty() { Ok(()) } else { Err(CommerceError::StockMoved(moved)) }
}

/// Whether a variant already has this stock.
fn has_stock(row: &variant::Model, stock: Stock) -> bool {
    (row.unlimited, row.qty_in_stock) == (stock.unlimited, stock.qty_in_stock)
}

async fn check_skus(tx: &TenantTx, product: &ProductId, variants: &[VariantPatch]) -> Result<(), CommerceError> {
    let lower = Expr::expr(Func::lower(Expr::col(variant::Column::Sku)));
    let taken = tx
        .find::<variant::Entity>()
        .filter(lower.is_in(variants.iter().map(|patch| patch.sku.to_lowercase())))
        .filter(variant::Column::ProductId.ne(product.clone()))
        .one()
        .await?;
    let place = |row: &variant::Model| variants.iter().position(|patch| patch.sku.eq_ignore_ascii_case(&row.sku));
    match taken {
        Some(row) => Err(sku_taken(place(&row).unwrap_or(0))),
        None => Ok(()),
    }
}

/// Two variants may swap their SKUs, so SKUs that change are first replaced by temporary ones.
async fn free_skus(
    tx: &TenantTx,
    variants: &[VariantPatch],
    known: &HashMap<&VariantId, &variant::Model>,
) -> Result<(), CommerceError> {
    for patch in variants {
        let Some(row) = patch.id.as_ref().and_then(|id| known.get(id)).filter(|row| row.sku != patch.sku) else {
            continue;
        };
        tx.update::<variant::Entity>(variant::Column::Id.eq(row.id.clone()))
            .set(variant::Column::Sku, row.id.to_string())
            .exec()
            .await?;
    }
    Ok(())
}

fn place(index: usize) -> i32 {
    i32::try_from(index).unwrap_or(i32::MAX)
}

async fn change(
    ctx: &TenantCtx,
    tx: &TenantTx,
    row: &variant::Model,
    index: usize,
    patch: &VariantPatch,
) -> Result<(), CommerceError> {
    tx.update::<variant::Entity>(variant::Column::Id.eq(row.id.clone()))
        .set(variant::Column::Sku, patch.sku.clone())
        .set(variant::Column::Searched, folded(&patch.sku))
        .set(variant::Column::Attributes, JsonOf(patch.attributes.clone()))
        .set(variant::Column::PriceCents, patch.price_cents)
        .set(variant::Column::SalePriceCents, patch.sale_price_cents)
        .set(variant::Column::OnSale, patch.on_sale)
        .set(variant::Column::WeightGrams, patch.weight_grams)
        .set(variant::Column::MainImageId, patch.main_image_id.clone())
        .set(variant::Column::Position, place(index))
        .exec()
        .await?;
    match patch.stock.filter(|stock| !has_stock(row, *stock)) {
        Some(stock) => inventory::set(ctx, tx, row, level(stock)).await,
        None => Ok(()),
    }
}

async fn add(
    ctx: &TenantCtx,
    tx: &TenantTx,
    product: &ProductId,
    index: usize,
    patch: &VariantPatch,
) -> Result<(), CommerceError> {
    let stock = patch.stock.unwrap_or(Stock { unlimited: false, qty_in_stock: 0, seen: None });
    let row = tx
        .insert(variant::ActiveModel {
            website_id: Set(tx.website().clone()),
            id: Set(VariantId::generate()),
            product_id: Set(product.clone()),
            sku: Set(patch.sku.clone()),
            searched: Set(folded(&patch.sku)),
            attributes: Set(JsonOf(patch.attributes.clone())),
            price_cents: Set(patch.price_cents),
            sale_price_cents: Set(patch.sale_price_cents),
            on_sale: Set(patch.on_sale),
            unlimited: Set(stock.unlimited),
            qty_in_stock: Set(0),
            weight_grams: Set(patch.weight_grams),
            main_image_id: Set(patch.main_image_id.clone()),
            position: Set(place(index)),
        })
        .await?;
    if stock.qty_in_stock == 0 {
        return Ok(());
    }
    inventory::set(ctx, tx, &row, level(stock)).await
}

fn level(stock: Stock) -> Level {
    let note = "In the form of the product".to_owned();
    Level { unlimited: stock.unlimited, qty_in_stock: stock.qty_in_stock, note, request_key: None }
}
