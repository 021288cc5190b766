//! Former paths of products. They redirect to the product until another product takes the path.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::ExprTrait;
use stoa_entity::TenantTx;
use stoa_entity::tenant::product_address::{ActiveModel, Column, Entity};
use stoa_kernel::boxed;
use stoa_kernel::id::{CollectionId, ProductId};

use super::model::CatalogueItem;
use super::service;
use crate::CommerceError;

/// The visible product that formerly had this path in a store.
///
/// # Errors
/// [`CommerceError::NotFound`] when no product had it, or the product is hidden.
#[boxed]
pub async fn item_by_former_url(
    tx: &TenantTx,
    store: &CollectionId,
    url_id: &str,
) -> Result<CatalogueItem, CommerceError> {
    let own = Column::CollectionId.eq(store.clone()).and(Column::UrlId.eq(url_id));
    let row = tx.find::<Entity>().filter(own).one().await?.ok_or(CommerceError::NotFound)?;
    service::item(tx, &row.product_id).await
}

/// Deletes a former path, because a product uses it now.
pub(super) async fn taken(tx: &TenantTx, store: &CollectionId, url_id: &str) -> Result<(), CommerceError> {
    tx.delete::<Entity>(Column::CollectionId.eq(store.clone()).and(Column::UrlId.eq(url_id))).exec().await?;
    Ok(())
}

/// Records the former path of a product whose path has changed.
pub(super) async fn moved(
    tx: &TenantTx,
    store: &CollectionId,
    product: &ProductId,
    from: &str,
    to: &str,
) -> Result<(), CommerceError> {
    if from == to {
        return Ok(());
    }
    taken(tx, store, to).await?;
    taken(tx, store, from).await?;
    tx.insert(ActiveModel {
        website_id: Set(tx.website().clone()),
        collection_id: Set(store.clone()),
        url_id: Set(from.to_owned()),
        product_id: Set(product.clone()),
    })
    .await?;
    Ok(())
}
