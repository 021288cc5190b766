//! What visitors may buy of a store that does not stand open to everybody.

use sea_orm::ColumnTrait as _;
use stoa_entity::tenant::product;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::ProductId;
use stoa_kernel::{Actor, ErrorCode, Failure, TenantCtx};

use super::published::{Collection, published_by_id};
use super::setting::{self, Access};
use crate::SiteError;

/// Turns away who may not open the store of a product: behind a password whose token is not among `keys`, or for members.
/// Pages elsewhere may show the product all the same. An unknown product is left to whoever looks for it.
///
/// # Errors
/// [`SiteError::Denied`] with what is to be done first.
pub async fn check_may_buy(ctx: &TenantCtx, db: &TenantDb, item: &str, keys: Option<&str>) -> Result<(), SiteError> {
    let Ok(id) = item.parse::<ProductId>() else { return Ok(()) };
    let tx = db.read().await?;
    let Some(store) = store_of(&tx, id).await? else { return Ok(()) };
    let is_shut = store.settings.lock.is_some_and(|lock| !keys.is_some_and(|keys| lock.opens(keys, ctx.now_ms())));
    if is_shut {
        let message = "This is sold behind a password. Open its shop page and say the password first.";
        return Err(SiteError::Denied(Failure::new(ErrorCode::PasswordRequired, message)));
    }
    if store.settings.access == Access::Members && !matches!(ctx.actor(), Actor::SiteUser(_)) {
        let message = "This is sold to members. Sign in to buy it.";
        return Err(SiteError::Denied(Failure::new(ErrorCode::SignInRequired, message)));
    }
    Ok(())
}

/// The store of a product, when it does not stand open to everybody.
async fn store_of(tx: &TenantTx, id: ProductId) -> Result<Option<Collection>, SiteError> {
    let found = tx.find::<product::Entity>().filter(product::Column::Id.eq(id)).one().await?;
    let Some(store) = found.map(|row| row.collection_id) else { return Ok(None) };
    // Most stores stand open, and are not read for that.
    let own = setting::find(tx, &store).await?;
    if own.is_none_or(|own| own.access == Access::Public.name()) {
        return Ok(None);
    }
    published_by_id(tx, &store).await
}
