//! Writes the store of a demo site.

use std::collections::HashMap;

use anyhow::Context as _;
use sea_orm::ActiveValue::Set;
use stoa_commerce::catalogue;
use stoa_entity::TenantTx;
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::{category, product, product_category, stock_change, variant};
use stoa_kernel::catalogue::{CategoryKind, PageRendering, StockReason};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CategoryId, CollectionId, ProductId, StockChangeId, VariantId};
use stoa_kernel::search::folded;

use super::content::Names;
use super::files::{ProductFile, StoreFile, VariantFile};

pub(super) async fn write(tx: &TenantTx, store: &StoreFile, names: &mut Names, now: Timestamp) -> anyhow::Result<()> {
    let collection = names.collections.get(&store.url_id).context("the store has no id")?.clone();
    let categories = write_categories(tx, store, &collection).await?;
    for (position, file) in store.products.iter().enumerate() {
        let id = ProductId::generate();
        let row = product_row(file, names)?;
        tx.insert(product::ActiveModel {
            id: Set(id.clone()),
            collection_id: Set(collection.clone()),
            position: Set(i32::try_from(position)?),
            created_on: Set(now),
            updated_on: Set(now),
            ..row
        })
        .await?;
        tx.insert_many(category_rows(file, &id, &categories)?).await?;
        for (position, file) in file.variants.iter().enumerate() {
            let variant = VariantId::generate();
            tx.insert(variant::ActiveModel {
                id: Set(variant.clone()),
                product_id: Set(id.clone()),
                position: Set(i32::try_from(position)?),
                ..variant_row(file, names)?
            })
            .await?;
            record_initial_stock(tx, variant, file, now).await?;
        }
        names.products.insert(file.url_id.clone(), id.to_string());
    }
    Ok(())
}

async fn write_categories(
    tx: &TenantTx,
    store: &StoreFile,
    collection: &CollectionId,
) -> anyhow::Result<HashMap<String, CategoryId>> {
    let row =
        |id: &CategoryId, parent: Option<&CategoryId>, name: &str, url_id: &str, position: i32| category::ActiveModel {
            id: Set(id.clone()),
            collection_id: Set(collection.clone()),
            parent_id: Set(parent.cloned()),
            name: Set(name.to_owned()),
            url_id: Set(url_id.to_owned()),
            kind: Set(if parent.is_some() { CategoryKind::Category } else { CategoryKind::Root }),
            page_rendering: Set(if parent.is_some() { PageRendering::StoreView } else { PageRendering::ListView }),
            position: Set(position),
            ..Default::default()
        };
    let root = CategoryId::generate();
    tx.insert(row(&root, None, "All", "all", 1)).await?;
    let mut ids = HashMap::new();
    for (position, file) in store.categories.iter().enumerate() {
        let id = CategoryId::generate();
        tx.insert(row(&id, Some(&root), &file.name, &file.url_id, i32::try_from(position)? + 1)).await?;
        ids.insert(file.name.clone(), id);
    }
    Ok(ids)
}

fn category_rows(
    file: &ProductFile,
    product: &ProductId,
    categories: &HashMap<String, CategoryId>,
) -> anyhow::Result<Vec<product_category::ActiveModel>> {
    let row = |name: &String| {
        let category = categories.get(name).with_context(|| format!("{}: no category {name}", file.url_id))?;
        Ok(product_category::ActiveModel {
            product_id: Set(product.clone()),
            category_id: Set(category.clone()),
            ..Default::default()
        })
    };
    file.categories.iter().map(row).collect()
}

fn product_row(file: &ProductFile, names: &Names) -> anyhow::Result<product::ActiveModel> {
    let image_ids = file.images.iter().map(|image| names.asset(image)).collect::<anyhow::Result<Vec<_>>>()?;
    Ok(product::ActiveModel {
        url_id: Set(file.url_id.clone()),
        searched: Set(catalogue::found_by(&file.name, &file.tags)),
        name: Set(file.name.clone()),
        product_type: Set(file.product_type),
        excerpt: Set(file.excerpt.clone()),
        description: Set(file.description.clone()),
        tags: Set(JsonOf(file.tags.clone())),
        image_ids: Set(JsonOf(image_ids)),
        variant_option_ordering: Set(JsonOf(file.options.clone())),
        visible: Set(true),
        use_custom_add_button_text: Set(file.custom_add_button_text.is_some()),
        custom_add_button_text: Set(file.custom_add_button_text.clone().unwrap_or_default()),
        custom_sold_out_text: Set(file.custom_sold_out_text.clone().unwrap_or_default()),
        revision: Set(1),
        ..Default::default()
    })
}

fn variant_row(file: &VariantFile, names: &Names) -> anyhow::Result<variant::ActiveModel> {
    Ok(variant::ActiveModel {
        sku: Set(file.sku.clone()),
        searched: Set(folded(&file.sku)),
        attributes: Set(JsonOf(file.attributes.clone())),
        price_cents: Set(file.price_cents),
        sale_price_cents: Set(file.sale_price_cents),
        on_sale: Set(file.on_sale),
        unlimited: Set(file.unlimited),
        qty_in_stock: Set(file.qty_in_stock),
        main_image_id: Set(file.image.as_deref().map(|image| names.asset(image)).transpose()?),
        ..Default::default()
    })
}

/// Initial stock is recorded in the stock ledger like later changes.
async fn record_initial_stock(tx: &TenantTx, id: VariantId, file: &VariantFile, now: Timestamp) -> anyhow::Result<()> {
    if file.unlimited || file.qty_in_stock == 0 {
        return Ok(());
    }
    tx.insert(stock_change::ActiveModel {
        id: Set(StockChangeId::generate()),
        variant_id: Set(id),
        delta: Set(file.qty_in_stock),
        reason: Set(StockReason::Seed),
        reference: Set(String::new()),
        actor: Set("system".to_owned()),
        created_on: Set(now),
        ..Default::default()
    })
    .await?;
    Ok(())
}
