//! Writes a bulk change of products, whatever their number, with a few statements.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait};
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::{product, product_category};
use stoa_entity::{TenantTx, Update, by_key};
use stoa_kernel::TenantCtx;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CategoryId, ProductId};
use stoa_kernel::site_event::EventTopic;

use super::admin::remove;
use super::bulk::{BulkAction, repricing};
use super::model::CatalogueItem;
use super::write::found_by;
use crate::{CommerceError, restock, site_events};

/// Writes products that the action changes, as they become. The caller has locked them, and checked that it can be applied
/// to each.
pub(super) async fn write(
    ctx: &TenantCtx,
    tx: &TenantTx,
    action: &BulkAction,
    changed: &[CatalogueItem],
) -> Result<(), CommerceError> {
    if changed.is_empty() {
        return Ok(());
    }
    if *action == BulkAction::Delete {
        return remove(ctx, tx, changed).await;
    }
    let ids: Vec<ProductId> = changed.iter().map(|item| item.id.clone()).collect();
    let update = tx
        .update::<product::Entity>(product::Column::Id.is_in(ids.iter().cloned()))
        .set(product::Column::Revision, Expr::col(product::Column::Revision).add(1))
        .set(product::Column::UpdatedOn, ctx.now());
    with_values(update, action, changed).exec().await?;
    match action {
        BulkAction::AddCategory(id) => link(tx, id, &ids).await?,
        BulkAction::RemoveCategory(id) => unlink(tx, id, &ids).await?,
        other => {
            if let Some(repricing) = repricing(other) {
                repricing.write(tx, &ids).await?;
            }
        }
    }
    site_events::products_saved(ctx, tx, EventTopic::ProductUpdated, &ids).await?;
    if *action == BulkAction::Publish {
        restock::on_product_visible(ctx, tx, &ids).await?;
    }
    Ok(())
}

/// Sets the columns of products that the action changes.
fn with_values<'a>(
    update: Update<'a, product::Entity>,
    action: &BulkAction,
    changed: &[CatalogueItem],
) -> Update<'a, product::Entity> {
    match action {
        BulkAction::Publish | BulkAction::Hide => update
            .set(product::Column::Visible, *action == BulkAction::Publish)
            .set(product::Column::PublishOn, Option::<Timestamp>::None),
        BulkAction::Taxable(taxable) => update.set(product::Column::Taxable, *taxable),
        BulkAction::AddTags(_) | BulkAction::RemoveTags(_) => {
            let tags = changed.iter().map(|item| (item.id.clone(), JsonOf(item.tags.clone())));
            let searched = changed.iter().map(|item| (item.id.clone(), found_by(&item.name, &item.tags)));
            update
                .set(product::Column::Tags, by_key(product::Column::Id, tags))
                .set(product::Column::Searched, by_key(product::Column::Id, searched))
        }
        BulkAction::AddCategory(_)
        | BulkAction::RemoveCategory(_)
        | BulkAction::ChangePrice(_)
        | BulkAction::ChangeSalePrice(_)
        | BulkAction::StartSale
        | BulkAction::EndSale
        | BulkAction::Delete => update,
    }
}

async fn link(tx: &TenantTx, category: &CategoryId, products: &[ProductId]) -> Result<(), CommerceError> {
    let row = |product: &ProductId| product_category::ActiveModel {
        website_id: Set(tx.website().clone()),
        product_id: Set(product.clone()),
        category_id: Set(category.clone()),
    };
    Ok(tx.insert_many(products.iter().map(row).collect()).await?)
}

async fn unlink(tx: &TenantTx, category: &CategoryId, products: &[ProductId]) -> Result<(), CommerceError> {
    tx.delete::<product_category::Entity>(product_category::Column::CategoryId.eq(category.clone()))
        .filter(product_category::Column::ProductId.is_in(products.iter().cloned()))
        .exec()
        .await?;
    Ok(())
}
