//! Manual order of the products of a store.

use sea_orm::{ColumnTrait, FromQueryResult};
use stoa_entity::TenantDb;
use stoa_entity::tenant::product::{Column, Entity};
use stoa_kernel::id::{CollectionId, ProductId};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::stores::lock_store;
use crate::CommerceError;
use crate::contributor_texts;

const GONE: &str = contributor_texts::PRECEDING_PRODUCT_GONE.english();

#[derive(Debug, FromQueryResult)]
struct ProductPosition {
    id: ProductId,
    position: i32,
}

/// Moves a product behind another one of its store, or to the beginning. The product's revision is not incremented,
/// because the position belongs to the store.
///
/// # Errors
/// When the caller may not change products or the product is not in the store; a field error on `afterItemId`.
#[boxed]
pub async fn move_item(
    ctx: &TenantCtx,
    db: &TenantDb,
    store_id: &CollectionId,
    item_id: &ProductId,
    after: Option<&str>,
) -> Result<(), CommerceError> {
    ctx.authorise(Resource::Products, Action::Write)?;
    let tx = db.write().await?;
    lock_store(&tx, store_id).await?;
    let mut placed = tx
        .find::<Entity>()
        .filter(Column::CollectionId.eq(store_id.clone()))
        .order_by_asc(Column::Position)
        .order_by_asc(Column::Id)
        .select_columns::<ProductPosition>(&[Column::Id, Column::Position])
        .await?;
    let from = placed.iter().position(|row| row.id == *item_id).ok_or(CommerceError::NotFound)?;
    let moved = placed.remove(from);
    let behind = |id: &str| placed.iter().position(|row| row.id.as_str() == id).map(|index| index + 1);
    let to = match after {
        Some(id) => behind(id).ok_or_else(|| CommerceError::field("afterItemId", GONE))?,
        None => 0,
    };
    placed.insert(to, moved);
    for (position, row) in (0..).zip(placed) {
        if row.position != position {
            tx.update::<Entity>(Column::Id.eq(row.id)).set(Column::Position, position).exec().await?;
        }
    }
    Ok(tx.commit().await?)
}
