//! What visitors may buy of stores that do not stand open to everybody.

use sea_orm::ColumnTrait as _;
use stoa_entity::tenant::{page_setting, product};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::ProductId;
use stoa_kernel::{Actor, ErrorCode, Failure, TenantCtx};

use super::published::{Collection, published_by_id};
use super::setting::Access;
use crate::SiteError;

/// Turns away who may not open the stores of some products: behind a password whose token is not among `keys`, or for
/// members. Pages elsewhere may show the products all the same. Unknown ones are left to whoever looks for them.
///
/// # Errors
/// [`SiteError::Denied`] with what is to be done first.
pub async fn check_may_buy(
    ctx: &TenantCtx,
    db: &TenantDb,
    items: &[ProductId],
    keys: Option<&str>,
) -> Result<(), SiteError> {
    for store in shut_stores(&db.read().await?, items).await? {
        let lock = store.settings.lock.as_ref();
        if lock.is_some_and(|lock| !keys.is_some_and(|keys| lock.opens(keys, ctx.now_ms()))) {
            let message = "This is sold behind a password. Open its shop page and say the password first.";
            return Err(SiteError::Denied(Failure::new(ErrorCode::PasswordRequired, message)));
        }
        if store.settings.access == Access::Members && !matches!(ctx.actor(), Actor::SiteUser(_)) {
            let message = "This is sold to members. Sign in to buy it.";
            return Err(SiteError::Denied(Failure::new(ErrorCode::SignInRequired, message)));
        }
    }
    Ok(())
}

/// The stores of products, but for those that stand open: most do, and are not read for that.
async fn shut_stores(tx: &TenantTx, items: &[ProductId]) -> Result<Vec<Collection>, SiteError> {
    let own = tx.find::<product::Entity>().filter(product::Column::Id.is_in(items.iter().cloned()));
    let shut = tx
        .find::<page_setting::Entity>()
        .filter(page_setting::Column::CollectionId.in_subquery(own.values_of(product::Column::CollectionId)))
        .filter(page_setting::Column::Access.ne(Access::Public.name()))
        .all()
        .await?;
    let mut stores = Vec::with_capacity(shut.len());
    for row in shut {
        stores.extend(published_by_id(tx, &row.collection_id).await?);
    }
    Ok(stores)
}
