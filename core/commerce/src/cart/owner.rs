//! Ownership of carts: the signed-in account's cart, otherwise the cart of the browser's cookie.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::TenantTx;
use stoa_entity::tenant::{cart, site_user, site_user_cart};
use stoa_kernel::id::{CartId, SiteUserId};
use stoa_kernel::token::token_hash_hex;
use stoa_kernel::{Actor, TenantCtx};

use super::model::Cart;
use super::store;
use crate::CommerceError;

/// The caller's open cart. The cookie is used only when the account has no cart, because it may identify a cart that is
/// not yet merged into the account's.
pub(crate) async fn open_of(
    ctx: &TenantCtx,
    tx: &TenantTx,
    token: Option<&str>,
    lock: bool,
) -> Result<Option<Cart>, CommerceError> {
    if let Actor::SiteUser(id) = ctx.actor()
        && let Some(cart) = of_account(tx, id, lock).await?
    {
        return Ok(Some(cart));
    }
    match token {
        Some(token) => store::open_by_token(tx, token, lock).await,
        None => Ok(None),
    }
}

/// The open cart of an account.
pub(super) async fn of_account(tx: &TenantTx, id: &SiteUserId, lock: bool) -> Result<Option<Cart>, CommerceError> {
    let own = site_user_cart::Column::SiteUserId.eq(id.clone());
    match tx.find::<site_user_cart::Entity>().filter(own).one().await? {
        Some(row) => store::open_by_id(tx, &row.cart_id, lock).await,
        None => Ok(None),
    }
}

/// Locks the account's row, which serialises the creation and merging of its carts.
pub(super) async fn lock_account(tx: &TenantTx, id: &SiteUserId) -> Result<(), CommerceError> {
    let own = site_user::Column::Id.eq(id.clone());
    tx.find::<site_user::Entity>().filter(own).for_update().one().await?.ok_or(CommerceError::NotFound)?;
    Ok(())
}

/// Assigns the single-item carts of a browser, open or purchased, to the account. The browser's cookie no longer gives
/// access to them; the session does.
pub(super) async fn assign_single_item_carts(tx: &TenantTx, id: &SiteUserId, buyer: &str) -> Result<(), CommerceError> {
    tx.update::<cart::Entity>(cart::Column::BuyerHash.eq(token_hash_hex(buyer)))
        .filter(cart::Column::SiteUserId.is_null())
        .set(cart::Column::SiteUserId, Some(id.clone()))
        .set(cart::Column::BuyerHash, None::<String>)
        .exec()
        .await?;
    Ok(())
}

/// Assigns a cart to the account. The cookie that created it no longer gives access by itself.
pub(super) async fn bind(tx: &TenantTx, id: &SiteUserId, cart: &CartId) -> Result<(), CommerceError> {
    tx.update::<cart::Entity>(cart::Column::Id.eq(cart.clone()))
        .set(cart::Column::SiteUserId, Some(id.clone()))
        .exec()
        .await?;
    tx.delete::<site_user_cart::Entity>(site_user_cart::Column::SiteUserId.eq(id.clone())).exec().await?;
    tx.insert(site_user_cart::ActiveModel {
        website_id: Set(tx.website().clone()),
        site_user_id: Set(id.clone()),
        cart_id: Set(cart.clone()),
    })
    .await?;
    Ok(())
}
