//! Whose cart it is: that of the account while somebody is signed in, else that of the browser's cookie.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::TenantTx;
use stoa_entity::tenant::{cart, site_user, site_user_cart};
use stoa_kernel::id::{CartId, SiteUserId};
use stoa_kernel::{Actor, TenantCtx};

use super::model::Cart;
use super::store;
use crate::CommerceError;

/// The open cart of who calls. What a cookie stands for is asked only when the account has none: a
/// browser may hold the cookie of a cart that waits to be joined to the account's.
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

/// Makes those who begin or join carts of one account wait for one another.
pub(super) async fn lock_account(tx: &TenantTx, id: &SiteUserId) -> Result<(), CommerceError> {
    let own = site_user::Column::Id.eq(id.clone());
    tx.find::<site_user::Entity>().filter(own).for_update().one().await?.ok_or(CommerceError::NotFound)?;
    Ok(())
}

/// From now on what a browser has begun to buy, or bought, beside its cart is the account's: the browser's cookie no longer
/// opens it, and it closes with the session.
pub(super) async fn bind_beside(tx: &TenantTx, id: &SiteUserId, buyer: &str) -> Result<(), CommerceError> {
    tx.update::<cart::Entity>(cart::Column::BuyerHash.eq(store::token_hash(buyer)))
        .filter(cart::Column::SiteUserId.is_null())
        .set(cart::Column::SiteUserId, Some(id.clone()))
        .set(cart::Column::BuyerHash, None::<String>)
        .exec()
        .await?;
    Ok(())
}

/// From now on this is the account's cart; the cookie that began it no longer opens it by itself.
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
