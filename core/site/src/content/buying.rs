//! Whether visitors may buy from stores that are not public.

use sea_orm::ColumnTrait as _;
use stoa_entity::tenant::{page_setting, product};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::content::PageAccess;
use stoa_kernel::id::ProductId;
use stoa_kernel::shared_problem_texts::{ITEM_PROTECTED, SOLD_TO_MEMBERS};
use stoa_kernel::{Actor, ErrorCode, Failure, TenantCtx, boxed};

use super::published::{Collection, published_by_id};
use crate::SiteError;

/// Refuses visitors who may not open the stores of some products: stores behind a password whose token is not among
/// `keys`, or for members only. Other pages may still show the products. Unknown products are ignored; the caller
/// reports them.
///
/// # Errors
/// [`SiteError::Denied`] with the step that is missing.
#[boxed]
pub async fn check_can_buy(
    ctx: &TenantCtx,
    db: &TenantDb,
    items: &[ProductId],
    keys: Option<&str>,
) -> Result<(), SiteError> {
    check_sale(ctx, &db.read().await?, items, keys).await
}

/// The same in the transaction that sells them.
///
/// # Errors
/// [`SiteError::Denied`] with the step that is missing.
#[boxed]
pub async fn check_sale(
    ctx: &TenantCtx,
    tx: &TenantTx,
    items: &[ProductId],
    keys: Option<&str>,
) -> Result<(), SiteError> {
    for store in restricted_stores(tx, items).await? {
        let lock = store.settings.lock.as_ref();
        if lock.is_some_and(|lock| !keys.is_some_and(|keys| lock.opens(keys, ctx.now()))) {
            return Err(SiteError::Denied(Failure::said(ErrorCode::PasswordRequired, ITEM_PROTECTED)));
        }
        if store.settings.access == PageAccess::Members && !matches!(ctx.actor(), Actor::SiteUser(_)) {
            return Err(SiteError::Denied(Failure::said(ErrorCode::SignInRequired, SOLD_TO_MEMBERS)));
        }
    }
    Ok(())
}

/// Stores of products that are not public. Most stores are public and are not read.
async fn restricted_stores(tx: &TenantTx, items: &[ProductId]) -> Result<Vec<Collection>, SiteError> {
    let own = tx.find::<product::Entity>().filter(product::Column::Id.is_in(items.iter().cloned()));
    let shut = tx
        .find::<page_setting::Entity>()
        .filter(page_setting::Column::CollectionId.in_subquery(own.subquery(product::Column::CollectionId)))
        .filter(page_setting::Column::Access.ne(PageAccess::Public))
        .all()
        .await?;
    let mut stores = Vec::with_capacity(shut.len());
    for row in shut {
        stores.extend(published_by_id(tx, &row.collection_id).await?);
    }
    Ok(stores)
}
